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
