/// A link from one entry's text to another: `[[Title]]`, or if several entries have that title,
/// `[[Title|1a2b3c4d]]` with the first digits of the entry's id. Readers only see the title.
package enum EntryLink {
  package static let opening = "[["
  package static let closing = "]]"
  /// Separates the title from the id.
  package static let divider: Character = "|"
  /// The number of digits of an id that a link contains.
  package static let digits = 8
  /// The minimum number of hexadecimal digits of an id; shorter ones may be words, like "cafe".
  static let minIDLength = 6
  /// The most characters of a title that a link contains; longer titles are cut and need an id.
  private static let maxTitleLength = 200

  /// Returns the link to an entry. Includes the id if the title is ambiguous or missing: the text
  /// shown instead of a title may change.
  package static func text(to entry: Entry, isUnique: Bool) -> String {
    let title = entry.displayTitle
    let isPlain = isUnique && !entry.title.isBlank && readable(title) == title
    return isPlain ? opening + title + closing : text(title, to: entry.id)
  }

  /// Returns a link with any text as its title and the first digits of an id.
  package static func text(_ words: String, to id: ID<Entry>) -> String {
    opening + readable(words) + "\(divider)\(id.description.prefix(digits))" + closing
  }

  /// Returns a title without characters that a link can't contain.
  static func readable(_ title: String) -> String {
    let cut = title.prefix(maxTitleLength)
    let words = String(cut.map { "[]|".contains($0) || $0.isNewline ? " " : $0 })
    return cut.endIndex == title.endIndex ? words : words + "…"
  }

  /// Splits a link's text into the title and the first digits of the id, if it has them.
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
    name.utf8.count >= minIDLength
      && name.utf8.allSatisfy { hexadecimalValue(of: $0) != nil || $0 == UInt8(ascii: "-") }
  }
}

extension EntryLink {
  /// A piece of a text: plain text or a link.
  package enum Piece: Hashable, Sendable {
    case text(String)
    /// The text between the brackets.
    case link(String)
  }

  /// Returns the part of a link that readers see: the title.
  package static func label(of name: some StringProtocol) -> String {
    let (title, id) = parts(of: name)
    return id == nil ? String(name) : title
  }

  /// Returns a text with its links replaced by their labels.
  package static func labeled(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "[")) else { return text }
    return pieces(of: text).map { piece in
      switch piece {
      case .text(let text): text
      case .link(let name): label(of: name)
      }
    }.joined()
  }

  /// Splits a text into pieces that aren't empty. The innermost of nested brackets count; empty
  /// brackets aren't links.
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

// MARK: - Links in a text

extension EntryLink {
  /// A link in the source of a text. Code contains no links.
  package struct Occurrence {
    /// The text between the brackets.
    package let name: String
    /// In bytes of UTF-8, with the brackets.
    let range: Range<Int>
  }

  /// Returns the links of a text in order.
  package static func all(in text: String) -> [Occurrence] {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.contains(UInt8(ascii: "[")) else { return [] }
      var scan = TextScan(bytes)
      scan.run()
      return scan.links.compactMap { range in
        let inside = range.lowerBound + opening.utf8.count..<range.upperBound - closing.utf8.count
        let name = String(decoding: bytes[inside], as: UTF8.self).trimmed
        return name.isEmpty ? nil : Occurrence(name: String(name), range: range)
      }
    }
  }

  /// Replaces links by the text that the closure returns for their names; `nil` keeps a link.
  static func replaced(in text: String, by link: (String) -> String?) -> String {
    var result = ""
    var position = text.startIndex
    for occurrence in all(in: text) {
      guard let new = link(occurrence.name) else { continue }
      let (start, end) = text.indices(ofBytes: occurrence.range)
      result += text[position..<start] + new
      position = end
    }
    return position == text.startIndex ? text : result + text[position...]
  }

  /// The text around a link, up to the ends of its sentence.
  struct Context: Hashable, Sendable {
    private let text: String
    private let label: String
    private let isCutBefore: Bool
    private let isCutAfter: Bool

    /// The most characters on each side of the link.
    private static let maxLength = 160

    init(of link: Occurrence, in text: String) {
      let (start, end) = text.indices(ofBytes: link.range)
      var before = text[..<start].suffix(Self.maxLength)
      var isCutBefore = before.startIndex > text.startIndex
      if let newline = before.lastIndex(where: \.isNewline) {
        (before, isCutBefore) = (before[before.index(after: newline)...], false)
      }
      if let last = before.indices.last(where: { endsSentence(at: $0, in: text) }) {
        (before, isCutBefore) = (before[before.index(after: last)...], false)
      }
      var after = text[end...].prefix(Self.maxLength)
      var isCutAfter = after.endIndex < text.endIndex && !text[after.endIndex].isNewline
      if let newline = after.firstIndex(where: \.isNewline) {
        (after, isCutAfter) = (after[..<newline], false)
      }
      if let last = after.indices.first(where: { endsSentence(at: $0, in: text) }) {
        (after, isCutAfter) = (after[...last], false)
      }
      label = readable(EntryLink.label(of: link.name))
      self.text = String(before) + opening + label + closing + String(after)
      (self.isCutBefore, self.isCutAfter) = (isCutBefore, isCutAfter)
    }

    /// The sentence without Markdown, safe for a terminal.
    var sentence: String {
      let words = String(PlainLine.text(of: text).printable.trimmed)
      let shown = words.isEmpty ? label.printable : words
      return "\(isCutBefore ? "…" : "")\(shown)\(isCutAfter ? "…" : "")"
    }
  }

  /// Returns `true` for the punctuation at a sentence's end. `2026. 11. 20.` is a date.
  private static func endsSentence(at index: String.Index, in text: String) -> Bool {
    let next = text.index(after: index)
    switch text[index] {
    case "。", "！", "？": return true
    case ".", "!", "?", "…":
      guard next == text.endIndex || text[next].isWhitespace else { return false }
      return text[index] != "." || index == text.startIndex
        || !text[text.index(before: index)].isNumber
    default: return false
    }
  }
}

extension String {
  fileprivate func indices(ofBytes range: Range<Int>) -> (Index, Index) {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return (start, utf8.index(start, offsetBy: range.count))
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

/// The position of a photo in an entry's text: `![caption](photo:<asset>)`.
package enum PhotoReference {
  /// Returns the Markdown that refers to a photo, by default with its own caption.
  package static func markdown(_ photo: Photo, caption: String? = nil) -> String {
    "![\(caption ?? photo.caption)](photo:\(photo.asset))"
  }

  /// Returns a line with every reference replaced by its caption.
  package static func removed(from line: some StringProtocol) -> String {
    replaced(in: line) { _, caption in caption }
  }

  /// Replaces each reference by the Markdown that the closure returns for its asset and caption;
  /// `nil` keeps the reference.
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

  /// Returns the text for a Markdown parser, with Markdown in captions escaped.
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

  /// Returns the assets that a text refers to, in a single pass over its bytes.
  package static func assets(in text: String) -> Set<AssetID> {
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

  /// Returns the asset and caption of a line that only contains one reference.
  package static func parse(_ line: some StringProtocol) -> (asset: AssetID, caption: String)? {
    let text = Substring(String(line.trimmed))
    guard let found = reference(at: text), found.end == text.endIndex else { return nil }
    return (found.asset, found.caption)
  }

  private static let opening = "![".utf8
  private static let middle = "](photo:".utf8
  /// In bytes. Without a limit, a text with many openings would take quadratic time.
  private static let maxCaptionLength = 4000

  /// Parses the reference at the beginning of a text.
  private static func reference(
    at text: Substring
  ) -> (asset: AssetID, caption: String, end: Substring.Index)? {
    let bytes = text.utf8
    guard bytes.starts(with: opening) else { return nil }
    let caption = bytes.dropFirst(opening.count)
    let rest = caption.prefix(maxCaptionLength)
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
