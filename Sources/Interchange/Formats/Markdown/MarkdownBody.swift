import DiaryCore

/// What follows the front matter of an entry's Markdown file:
///
///     an empty line, the text with links in place of its photo references, a line end,
///     and, if some photos have no place in the text or there are attachments, `photosMark` and a
///     link to each.
///
/// The last `photosMark` is always the export's own: an entry whose text holds one gets a
/// second, even if no photo follows.
enum MarkdownBody {
  static let photosMark = "<!-- photos -->"

  static func write(
    _ content: String, _ photos: [Photo], _ attachments: [Attachment], _ links: MarkdownLinks
  ) -> String {
    var placed: Set<AssetID> = []
    let known = Set(photos.map(\.asset))
    let text = PhotoReference.replaced(in: content) { asset, caption in
      guard known.contains(asset), let address = links.address(of: asset) else { return nil }
      placed.insert(asset)
      return "![\(caption)](\(address))"
    }
    var body = "\n\(text)\n"
    let others = photos.filter { !placed.contains($0.asset) && links.file(of: $0.asset) != nil }
    let attached = attachments.filter { links.file(of: $0.asset) != nil }
    if !others.isEmpty || !attached.isEmpty
      || !photosMark.utf8.places(in: content.utf8).isEmpty
    {
      body += "\n\(photosMark)\n"
      for photo in others {
        guard let address = links.address(of: photo.asset) else { continue }
        body += "\n![\(escaped(photo.caption))](\(address))\n"
      }
      for attachment in attached {
        guard let address = links.address(of: attachment.asset) else { continue }
        body += "\n[\(escaped(attachment.name))](\(address))\n"
      }
    }
    return body
  }

  /// The text that a body was made from, also if it was edited since. `reference` gives the Markdown
  /// for an image that isn't one of these links.
  static func read(
    _ body: String, _ links: MarkdownLinks,
    reference: (MarkdownImages.Image) -> String? = { _ in nil }
  ) -> String {
    var text = Substring(body)
    if text.utf8.first == 0x0A { text = Substring(text.utf8.dropFirst()) }
    text = withoutList(text, links)
    if text.utf8.last == 0x0A { text = Substring(text.utf8.dropLast()) }
    return MarkdownImages.replaced(in: String(text)) { image in
      if case .address(let address) = image.target, let asset = links.asset(at: address) {
        return "![\(image.words)](photo:\(asset))"
      }
      return reference(image)
    }
  }

  /// A text without the last mark and the links that follow it, if nothing else does.
  private static func withoutList(_ text: Substring, _ links: MarkdownLinks) -> Substring {
    let line = "\n\(photosMark)\n"
    guard let start = line.utf8.places(in: text.utf8).last else { return text }
    let list = text.utf8[start...].dropFirst(line.utf8.count)
    for line in list.split(separator: 0x0A) {
      var isLink = false
      // A link to an attachment is what an image is behind its mark.
      let image = line.first == UInt8(ascii: "!") ? "" : "!"
      _ = MarkdownImages.replaced(in: image + String(Substring(line))) { image in
        if case .address(let address) = image.target { isLink = links.asset(at: address) != nil }
        return nil
      }
      guard isLink else { return text }
    }
    return Substring(text.utf8[..<start])
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

extension String.UTF8View {
  /// Where these bytes stand in others. The library's own search for a text in a text takes ten
  /// times as long.
  fileprivate func places<Text: BidirectionalCollection<UInt8>>(in text: Text) -> [Text.Index] {
    guard let mark = first(where: { $0 != 0x0A }) else { return [] }
    let before = prefix { $0 == 0x0A }.count
    var places: [Text.Index] = []
    var rest = text[...]
    while let found = rest.firstIndex(of: mark) {
      if let start = text.index(found, offsetBy: -before, limitedBy: text.startIndex),
        text[start...].starts(with: self)
      {
        places.append(start)
      }
      rest = rest[found...].dropFirst()
    }
    return places
  }
}
