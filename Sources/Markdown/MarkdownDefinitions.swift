/// Lines that tell where a link goes or what a footnote says: `[name]: …`. The library shows them
/// nowhere unless something refers to them, but `[Monday]: rain` is what a person wrote to be read.
///
/// What refers to a definition is for the library to say, since a name in code or in an address is
/// no reference: it reads the text once with an address of its own for every name, and what it makes
/// of that tells which ones are used.
struct MarkdownDefinitions {
  /// Stands before a line that shall be text: the last of the characters that Unicode leaves to a
  /// program's own use.
  static let mark: Unicode.Scalar = "\u{10FFFD}"
  /// Follows a mark that a person has written. A mark of ours stands before `[` or `^`.
  private static let own: Unicode.Scalar = "\u{10FFFC}"
  private static let address = "photodiary-definition:"

  /// A line that may be a definition.
  private struct Candidate {
    /// Where its bracket opens, in bytes.
    var start: Int
    var name: String
    /// Where what it tells begins.
    var content: Int

    var isFootnote: Bool { name.hasPrefix("^") && name.utf8.count > 1 && !name.contains(" ") }
  }

  /// The text to read: lines that nothing refers to are marked, so that they are text.
  let text: String

  init(_ written: String, withTables: Bool) {
    var bytes = Array(Self.telling(written).utf8)
    var candidates = Self.candidates(bytes)
    let names = Set(candidates.filter(\.isFootnote).map { $0.name.lowercased() })
    let marked = AddressEnds.marked(bytes, footnotes: names)
    if marked.count > bytes.count {
      bytes = marked
      candidates = Self.candidates(bytes)
    }
    let source = String(decoding: bytes, as: UTF8.self)
    let used = Self.used(candidates, source, bytes, withTables: withTables)
    let unused = candidates.indices.filter { !used.contains($0) }.map { candidates[$0].start }
    let footnotes = used.map { candidates[$0] }.filter(\.isFootnote)
    let places = unused + Self.lostReferences(bytes, Set(footnotes.map { $0.name.lowercased() }))
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

  /// The text with the marks that a person has written told from those that are put in.
  private static func telling(_ text: String) -> String {
    // Its first byte is rare: nearly all texts are done with one look.
    guard text.utf8.contains(0xF4) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar)
      if scalar == mark { scalars.append(own) }
    }
    return String(scalars)
  }

  /// A text that was read, without marks.
  static func unmarked(_ text: String) -> String {
    guard text.utf8.contains(0xF4), text.unicodeScalars.contains(mark) else { return text }
    let whole = text.replacing(AddressEnds.comment, with: "")
    var result = String.UnicodeScalarView()
    var rest = Substring(whole).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == mark else {
        result.append(scalar)
        continue
      }
      if rest.first == own, rest.popFirst() != nil { result.append(mark) }
    }
    return String(result)
  }

  // MARK: What is referred to

  private static func used(
    _ candidates: [Candidate], _ source: String, _ bytes: [UInt8], withTables: Bool
  ) -> Set<Int> {
    guard !candidates.isEmpty else { return [] }
    // The first one with a name counts, so these come before those in the text.
    var lead = ""
    for (index, candidate) in candidates.enumerated() where !candidate.isFootnote {
      lead += "[\(candidate.name)]: <\(address)\(index)>\n\n"
    }
    guard let tree = MarkdownTree(lead + source, withTables: withTables) else { return [] }
    let places = MarkdownRanges(lead + source)
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

  /// Where references to footnotes that there aren't go on after their bracket: of such a one the
  /// library forgets what is more than plain letters.
  private static func lostReferences(_ bytes: [UInt8], _ footnotes: Set<String>) -> [Int] {
    bytes.indices.dropLast().filter { position in
      guard bytes[position] == UInt8(ascii: "["), bytes[position + 1] == UInt8(ascii: "^") else {
        return false
      }
      return footnoteName(at: position, bytes).map { !footnotes.contains($0) } ?? true
    }.map { $0 + 1 }
  }

  /// The name, in lower case and with its `^`, of the footnote that is referred to at a bracket.
  static func footnoteName(at position: Int, _ bytes: [UInt8]) -> String? {
    guard bytes.indices.contains(position + 1), bytes[position + 1] == UInt8(ascii: "^"),
      let close = closing(position, bytes)
    else { return nil }
    return String(decoding: bytes[position + 1..<close], as: UTF8.self).lowercased()
  }

  // MARK: What may be a definition

  private static func candidates(_ bytes: [UInt8]) -> [Candidate] {
    var found: [Candidate] = []
    var line = 0
    while line < bytes.count {
      var position = line
      // In a footnote there may be another definition.
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

  /// What begins in a line, after the marks of quotes and lists.
  private static func candidate(from line: Int, _ bytes: [UInt8]) -> Candidate? {
    guard let start = bytes[line...].firstIndex(where: { !leads.contains($0) }),
      bytes[start] == UInt8(ascii: "["), let close = closing(start, bytes),
      bytes.indices.contains(close + 1), bytes[close + 1] == UInt8(ascii: ":")
    else { return nil }
    // The white space in a name counts as one blank.
    let name = bytes[start + 1..<close].map { $0 <= 0x20 ? 0x20 : $0 }
    guard name.contains(where: { $0 != 0x20 }) else { return nil }
    let content =
      bytes[(close + 2)...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count
    return Candidate(
      start: start, name: String(decoding: name, as: UTF8.self), content: content)
  }

  private static let leads = Set(" \t>-*+.)0123456789".utf8)
  /// In bytes: no name is longer.
  private static let longestName = 1000

  private static func closing(_ start: Int, _ bytes: [UInt8]) -> Int? {
    var position = start + 1
    while position < min(bytes.count, start + longestName) {
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

/// Where an address that stands in a text as it is ends at a reference to a footnote, as in
/// `https://x.org[^1]`. The library takes all up to a blank or `<` for the address, so an empty
/// comment is put between the two.
enum AddressEnds {
  /// In nothing that a person writes.
  static let comment = "<!--\(MarkdownDefinitions.mark)-->"

  /// The text with a comment before each such reference. `footnotes` are the names, in lower case,
  /// of those that there are.
  static func marked(_ bytes: [UInt8], footnotes: Set<String>) -> [UInt8] {
    guard !footnotes.isEmpty else { return bytes }
    var text: [UInt8] = []
    var copied = 0
    var hasAddress = false
    // An address between < and > ends there.
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
