/// A link from one entry's text to another: `[[Title]]`, or where several entries have that title,
/// `[[Title|1a2b3c4d]]` with the beginning of the entry's id. The title alone is what is read.
package enum EntryLink {
  package static let opening = "[["
  package static let closing = "]]"
  /// Divides the title from the beginning of the id.
  package static let divider: Character = "|"
  /// Of an id.
  package static let digits = 8
  /// In hexadecimal digits: a shorter name is a word, as "cafe" is.
  private static let shortestID = 6

  /// The link to an entry. One that has no title of its own is called by its text, which may
  /// change, and is named by its id as well.
  package static func text(to entry: Entry, isUnique: Bool) -> String {
    let title = entry.displayTitle
    let isPlain = isUnique && !entry.title.isBlank && readable(title) == title
    return isPlain ? opening + title + closing : text(title, to: entry.id)
  }

  /// The link to the entry of an id, with words of any kind as its title.
  package static func text(_ words: String, to id: ID<Entry>) -> String {
    opening + readable(words) + "\(divider)\(id.description.prefix(digits))" + closing
  }

  private static func readable(_ title: String) -> String {
    String(title.map { "[]|".contains($0) || $0.isNewline ? " " : $0 })
  }

  /// What a link says between its brackets, and the beginning of the id that it names, if it does.
  package static func parts(of name: some StringProtocol) -> (title: String, id: String?) {
    guard let divider = name.lastIndex(of: divider) else {
      return (String(name.trimmed), isID(name.trimmed) ? String(name.trimmed) : nil)
    }
    let id = name[name.index(after: divider)...].trimmed
    let title = name[..<divider].trimmed
    guard isID(id), !title.isEmpty else { return (String(name.trimmed), nil) }
    return (String(title), String(id))
  }

  private static func isID(_ name: some StringProtocol) -> Bool {
    name.utf8.count >= shortestID
      && name.utf8.allSatisfy { hexadecimalValue(of: $0) != nil || $0 == UInt8(ascii: "-") }
  }
}

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

  /// A text with the labels of its links in their places.
  package static func labeled(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "[")) else { return text }
    return pieces(of: text).map { piece in
      switch piece {
      case .text(let text): text
      case .link(let name): label(of: name)
      }
    }.joined()
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
