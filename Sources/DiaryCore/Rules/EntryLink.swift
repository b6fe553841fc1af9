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

// MARK: - PhotoReference

/// A place in an entry's text where a photo stands: `![caption](photo:<asset>)`.
package enum PhotoReference {
  /// The Markdown that refers to a photo.
  package static func markdown(_ photo: Photo) -> String {
    "![\(photo.caption)](photo:\(photo.asset))"
  }

  /// A line with every reference replaced by its caption.
  package static func removed(from line: some StringProtocol) -> String {
    replaced(in: line) { _, caption in caption }
  }

  /// A text in which other Markdown stands for each reference, given its asset and caption;
  /// where that is `nil` the reference stays as it is.
  package static func replaced(
    in text: some StringProtocol, by markdown: (AssetID, String) -> String?
  ) -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "!")) {
      result += rest[..<start]
      rest = rest[start...]
      guard let reference = reference(at: rest),
        let replacement = markdown(reference.asset, reference.caption)
      else {
        result.append(rest.removeFirst())
        continue
      }
      result += replacement
      rest = rest[reference.end...]
    }
    return result + rest
  }

  /// The text as it is read in Markdown: what stands in a photo's caption is none.
  package static func withPlainCaptions(_ source: String) -> String {
    guard source.contains("](photo:") else { return source }
    return replaced(in: source) { asset, caption in
      let plain = caption.reduce(into: "") { text, character in
        if "\\`*_{}[]()<>#+-.!|~&:@$^".contains(character) { text += "\\" }
        text.append(character)
      }
      return "![\(plain)](photo:\(asset))"
    }
  }

  /// The assets that a text names as photos, found in one go over its bytes.
  package static func named(in text: String) -> Set<AssetID> {
    var named: Set<AssetID> = []
    var rest = Substring(text).utf8
    while let start = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[start...]
      if rest.starts(with: middle),
        let asset = AssetID(Substring(rest.dropFirst(middle.count).prefix(64)))
      {
        named.insert(asset)
      }
      rest = rest.dropFirst()
    }
    return named
  }

  /// The asset and caption of a line that is one reference and nothing else.
  package static func whole(_ line: some StringProtocol) -> (asset: AssetID, caption: String)? {
    let text = Substring(String(line.trimmed))
    guard let found = reference(at: text), found.end == text.endIndex else { return nil }
    return (found.asset, found.caption)
  }

  private static let opening = "![".utf8
  private static let middle = "](photo:".utf8
  /// In bytes. A caption has its bound, or a text of many openings would be read to its end from
  /// each of them.
  private static let longestCaption = 4000

  /// The reference that a text begins with.
  private static func reference(
    at text: Substring
  ) -> (asset: AssetID, caption: String, end: Substring.Index)? {
    let bytes = text.utf8
    guard bytes.starts(with: opening) else { return nil }
    let caption = bytes.dropFirst(opening.count)
    let rest = caption.prefix(longestCaption)
    guard
      let end = rest.indices.first(where: {
        rest[$0] == UInt8(ascii: "]") && caption[$0...].starts(with: middle)
      })
    else { return nil }
    let digits = caption[end...].dropFirst(middle.count)
    let asset = Substring(digits.prefix(64))
    let close = digits.dropFirst(64)
    guard close.first == UInt8(ascii: ")"), let asset = AssetID(asset) else { return nil }
    return (asset, String(Substring(caption[..<end])), close.index(after: close.startIndex))
  }
}
