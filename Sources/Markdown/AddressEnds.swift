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
