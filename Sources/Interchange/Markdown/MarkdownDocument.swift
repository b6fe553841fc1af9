import DiaryCore

/// An entry as a Markdown file:
///
///     front matter, an empty line,
///     the text as it was written, photo references turned into links, a line end,
///     and, if some photos have no place in the text or there are attachments, `photosMark` and a
///     link to each.
///
/// The last `photosMark` is always the export's own: an entry whose text holds one gets a
/// second, even if no photo follows.
enum MarkdownDocument {
  static let photosMark = "<!-- photos -->"

  /// `file` is the path in the export of what was exported.
  static func write(_ entry: Entry, file: (AssetFile) -> String?) -> [UInt8] {
    var placed: Set<AssetID> = []
    let known = Dictionary(
      entry.photos.map { ($0.asset, $0.file) }, uniquingKeysWith: { first, _ in first })
    let text = PhotoReference.replaced(in: entry.content) { asset, caption in
      guard let path = known[asset].flatMap(file) else { return nil }
      placed.insert(asset)
      return "![\(caption)](\(FileLink.destination(path, from: "../")))"
    }
    var document = FrontMatter.write(entry) { asset in file(asset).map { "../\($0)" } }
    document += "\n\(text)\n".utf8

    let others = entry.photos.filter { !placed.contains($0.asset) && file($0.file) != nil }
    let attachments = entry.attachments.filter { file($0.file) != nil }
    if !others.isEmpty || !attachments.isEmpty || holdsMark(entry.content) {
      document += "\n\(photosMark)\n".utf8
      for photo in others {
        guard let path = file(photo.file) else { continue }
        document +=
          "\n![\(escaped(photo.caption))](\(FileLink.destination(path, from: "../")))\n".utf8
      }
      for attachment in attachments {
        guard let path = file(attachment.file) else { continue }
        document +=
          "\n[\(escaped(attachment.name))](\(FileLink.destination(path, from: "../")))\n".utf8
      }
    }
    return document
  }

  /// The library's own search for a text in a text takes ten times as long.
  private static func holdsMark(_ text: String) -> Bool {
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      if rest[start...].starts(with: photosMark.utf8) { return true }
      rest = rest[start...].dropFirst()
    }
    return false
  }

  /// A caption where it can't end the brackets that it stands in. The exact one is in the front
  /// matter.
  private static func escaped(_ caption: String) -> String {
    var result = ""
    for character in caption.printable {
      if character == "[" || character == "]" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return result
  }
}
