/// Link and footnote definitions: lines of the form `[name]: …`. cmark-gfm removes definitions that
/// nothing refers to, but a line like `[Monday]: rain` is content that must be shown.
///
/// Only the library can decide which definitions are used, since a name in code or in an address is
/// no reference. So it parses the text once with a unique address for each name, and the addresses
/// in the resulting tree show which ones are used.
struct MarkdownDefinitions {
  /// The character inserted before a line that is to be parsed as text: the last private-use
  /// character of Unicode.
  static let mark: Unicode.Scalar = "\u{10FFFD}"
  /// The character inserted after a `mark` that is part of the written text. An inserted mark is
  /// always followed by `[` or `^`.
  private static let escape: Unicode.Scalar = "\u{10FFFC}"
  private static let address = "photodiary-definition:"

  /// A line that may be a definition.
  private struct Candidate {
    /// The offset of the opening bracket in bytes.
    var start: Int
    var name: String
    /// The offset of the content after the colon.
    var content: Int

    var isFootnote: Bool { name.hasPrefix("^") && name.utf8.count > 1 && !name.contains(" ") }
  }

  /// The text to parse, with marks before the definitions that nothing refers to.
  let text: String

  init(_ written: String, withTables: Bool) {
    var bytes = Array(Self.escaped(written).utf8)
    var candidates = Self.candidates(bytes)
    let names = Set(candidates.filter(\.isFootnote).map { $0.name.lowercased() })
    let marked = AddressEnding.marked(bytes, footnotes: names)
    if marked.count > bytes.count {
      bytes = marked
      candidates = Self.candidates(bytes)
    }
    let source = String(decoding: bytes, as: UTF8.self)
    let used = Self.used(candidates, source, bytes, withTables: withTables)
    let unused = candidates.indices.filter { !used.contains($0) }.map { candidates[$0].start }
    let footnotes = used.map { candidates[$0] }.filter(\.isFootnote)
    let places = unused + Self.missingReferences(bytes, Set(footnotes.map { $0.name.lowercased() }))
    var text: [UInt8] = []
    var copied = 0
    for position in places.sorted() {
      text += bytes[copied..<position] + Array(String(Self.mark).utf8)
      copied = position
    }
    self.text =
      copied == 0 && text.isEmpty
      ? source : String(decoding: text + bytes[copied...], as: UTF8.self)
  }

  /// Returns the text with the marks that were part of it escaped.
  private static func escaped(_ text: String) -> String {
    // Only the mark's first byte is searched for: it is rare, so nearly all texts return here.
    guard text.utf8.contains(0xF4) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar)
      if scalar == mark { scalars.append(escape) }
    }
    return String(scalars)
  }

  /// Returns a parsed text without inserted marks and comments.
  static func unmarked(_ text: String) -> String {
    guard text.utf8.contains(0xF4), text.unicodeScalars.contains(mark) else { return text }
    let whole = text.replacing(AddressEnding.comment, with: "")
    var result = String.UnicodeScalarView()
    var rest = Substring(whole).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == mark else {
        result.append(scalar)
        continue
      }
      if rest.first == escape, rest.popFirst() != nil { result.append(mark) }
    }
    return String(result)
  }

  // MARK: References

  private static func used(
    _ candidates: [Candidate], _ source: String, _ bytes: [UInt8], withTables: Bool
  ) -> Set<Int> {
    guard !candidates.isEmpty else { return [] }
    // The first definition of a name counts, so these precede the definitions in the text.
    var lead = ""
    for (index, candidate) in candidates.enumerated() where !candidate.isFootnote {
      lead += "[\(candidate.name)]: <\(address)\(index)>\n\n"
    }
    guard let tree = MarkdownTree(lead + source, withTables: withTables) else { return [] }
    let places = MarkdownOffsets(lead + source)
    var addresses: Set<String> = []
    var footnotes: Set<Int> = []
    tree.withRoot { root in
      root.visit { node in
        switch node.kind {
        case .link, .image: addresses.insert(node.address)
        case .footnote: footnotes.insert(places.place(of: node) - lead.utf8.count)
        default: break
        }
      }
    }
    return Set(
      candidates.indices.filter { index in
        addresses.contains(address + "\(index)") || footnotes.contains(candidates[index].content)
      })
  }

  /// Returns the offsets after the opening bracket of references to missing footnotes. The library
  /// loses any formatting in these references unless they are marked as text.
  private static func missingReferences(_ bytes: [UInt8], _ footnotes: Set<String>) -> [Int] {
    bytes.indices.dropLast().filter { position in
      guard bytes[position] == UInt8(ascii: "["), bytes[position + 1] == UInt8(ascii: "^") else {
        return false
      }
      return footnoteName(at: position, bytes).map { !footnotes.contains($0) } ?? true
    }.map { $0 + 1 }
  }

  /// Returns the name of the footnote reference at an opening bracket, in lower case and with its
  /// `^`, or `nil` if there is none.
  static func footnoteName(at position: Int, _ bytes: [UInt8]) -> String? {
    guard bytes.indices.contains(position + 1), bytes[position + 1] == UInt8(ascii: "^"),
      let close = closing(position, bytes)
    else { return nil }
    return String(decoding: bytes[position + 1..<close], as: UTF8.self).lowercased()
  }

  // MARK: Candidates

  private static func candidates(_ bytes: [UInt8]) -> [Candidate] {
    var found: [Candidate] = []
    var line = 0
    while line < bytes.count {
      var position = line
      // A footnote may contain another definition.
      while let candidate = candidate(from: position, bytes) {
        found.append(candidate)
        position = candidate.content
        guard candidate.isFootnote else { break }
      }
      line =
        bytes[position...].firstIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? bytes.count
    }
    return found
  }

  /// Returns the candidate in a line, after the markers of quotes and lists.
  private static func candidate(from line: Int, _ bytes: [UInt8]) -> Candidate? {
    guard let start = bytes[line...].firstIndex(where: { !leads.contains($0) }),
      bytes[start] == UInt8(ascii: "["), let close = closing(start, bytes),
      bytes.indices.contains(close + 1), bytes[close + 1] == UInt8(ascii: ":")
    else { return nil }
    // White space in a name counts as one space.
    let name = bytes[start + 1..<close].map { $0 <= 0x20 ? 0x20 : $0 }
    guard name.contains(where: { $0 != 0x20 }) else { return nil }
    let content =
      bytes[(close + 2)...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count
    return Candidate(
      start: start, name: String(decoding: name, as: UTF8.self), content: content)
  }

  private static let leads = Set(" \t>-*+.)0123456789".utf8)
  /// The maximum length of a name in bytes.
  private static let maxNameLength = 1000

  private static func closing(_ start: Int, _ bytes: [UInt8]) -> Int? {
    var position = start + 1
    while position < min(bytes.count, start + maxNameLength) {
      switch bytes[position] {
      case UInt8(ascii: "]"): return position
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "\\"): position += 1
      default: break
      }
      position += 1
    }
    return nil
  }
}

// MARK: - Addresses before footnotes

/// Ends bare addresses at footnote references, as in `https://x.org[^1]`. The library extends an
/// address to the next white space or `<`, so an empty comment is inserted before the reference.
enum AddressEnding {
  /// A comment that no written text contains.
  static let comment = "<!--\(MarkdownDefinitions.mark)-->"

  /// Returns the text with a comment before each footnote reference that follows an address.
  /// `footnotes` are the names of the existing footnotes, in lower case.
  static func marked(_ bytes: [UInt8], footnotes: Set<String>) -> [UInt8] {
    guard !footnotes.isEmpty else { return bytes }
    var text: [UInt8] = []
    var copied = 0
    var hasAddress = false
    // An address in angle brackets ends at the closing one.
    var isBracketed = false
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case 0x00...0x20, UInt8(ascii: "<"), UInt8(ascii: ">"):
        hasAddress = false
        isBracketed = byte == UInt8(ascii: "<")
      case UInt8(ascii: "/") where ends(place, with: "://", bytes): hasAddress = true
      case UInt8(ascii: ".") where ends(place, with: "www.", bytes): hasAddress = true
      case UInt8(ascii: "[") where hasAddress && !isBracketed:
        guard let name = MarkdownDefinitions.footnoteName(at: place, bytes),
          footnotes.contains(name), bytes[place - 1] != UInt8(ascii: "\\")
        else { continue }
        text += bytes[copied..<place] + Array(comment.utf8)
        copied = place
        hasAddress = false
      default: break
      }
    }
    return text + bytes[copied...]
  }

  private static func ends(_ place: Int, with mark: String, _ bytes: [UInt8]) -> Bool {
    place + 1 >= mark.utf8.count && bytes[...place].suffix(mark.utf8.count).elementsEqual(mark.utf8)
  }
}
