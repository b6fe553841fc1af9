/// The links to entries that stand in a text.
extension EntryLink {
  package enum Piece: Hashable, Sendable {
    case text(String)
    /// What stands between the brackets.
    case link(String)
  }

  /// What a reader sees of a link: the title alone.
  package static func label(of name: some StringProtocol) -> String {
    let (title, id) = parts(of: name)
    return id == nil ? String(name) : title
  }

  /// A text in pieces, none of them empty. Of nested brackets the innermost count, and between them
  /// something must stand.
  package static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    func add(_ text: Substring) {
      if !text.isEmpty { pieces.append(.text(String(text))) }
    }
    var rest = Substring(text)
    while let open = rest.range(of: opening),
      let close = rest[open.upperBound...].range(of: closing)
    {
      let name = rest[open.upperBound..<close.lowerBound]
      if let inner = name.lastRange(of: opening) {
        add(rest[..<inner.lowerBound])
        rest = rest[inner.lowerBound...]
      } else if name.isBlank {
        add(rest[..<close.upperBound])
        rest = rest[close.upperBound...]
      } else {
        add(rest[..<open.lowerBound])
        pieces.append(.link(String(name)))
        rest = rest[close.upperBound...]
      }
    }
    add(rest)
    return pieces
  }
}

extension Substring {
  fileprivate func range(of marks: String) -> Range<Index>? {
    var index = startIndex
    while let first = utf8[index...].firstIndex(of: marks.utf8.first ?? 0) {
      if self[first...].utf8.starts(with: marks.utf8) {
        return first..<utf8.index(first, offsetBy: marks.utf8.count)
      }
      index = utf8.index(after: first)
    }
    return nil
  }

  fileprivate func lastRange(of marks: String) -> Range<Index>? {
    var last: Range<Index>?
    var rest = self
    while let found = rest.range(of: marks) {
      last = found
      rest = rest[utf8.index(after: found.lowerBound)...]
    }
    return last
  }
}
