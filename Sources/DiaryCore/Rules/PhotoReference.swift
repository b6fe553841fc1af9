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

  /// The asset and caption of a line that is one reference and nothing else.
  package static func whole(_ line: some StringProtocol) -> (asset: AssetID, caption: String)? {
    let text = Substring(String(line.trimmed))
    guard let found = reference(at: text), found.end == text.endIndex else { return nil }
    return (found.asset, found.caption)
  }

  private static func reference(
    at text: Substring
  ) -> (asset: AssetID, caption: String, end: Substring.Index)? {
    let marker = "](photo:"
    // A caption has its bound, or a text of many "![" would be read again from each of them.
    guard text.hasPrefix("!["), let middle = text.prefix(1000).range(of: marker) else {
      return nil
    }
    let digits = text[middle.upperBound...].prefix(64)
    guard let asset = AssetID(digits), digits.endIndex < text.endIndex,
      text[digits.endIndex] == ")"
    else { return nil }
    let caption = text[text.index(text.startIndex, offsetBy: 2)..<middle.lowerBound]
    return (asset, String(caption), text.index(after: digits.endIndex))
  }
}

extension Substring {
  /// Where another text first stands in this one.
  fileprivate func range(of other: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) {
        return start..<index(start, offsetBy: other.count)
      }
      formIndex(after: &start)
    }
    return nil
  }
}
