import DiaryCore

/// A photo as a page shows it.
struct ShownPhoto {
  let asset: AssetID
  let name: String
  let caption: String
  /// The picture that stands in the page; `nil` for one that can't be drawn.
  let picture: Link?
  /// Its size in pixels, where it is known.
  let size: PictureBox?
  /// The photo's own page.
  let page: Link?
  /// What is said of a photo that has no caption.
  let fallback: String

  /// What stands for it where pictures aren't seen.
  var alternative: String { caption.isBlank ? fallback : caption }
}

/// A size in pixels.
struct PictureBox: Hashable {
  var width: Int
  var height: Int

  /// The largest of these proportions that has no side longer than `longest`, never larger.
  func fitted(_ longest: Int) -> PictureBox {
    let side = max(width, height)
    guard side > longest else { return self }
    func scaled(_ length: Int) -> Int { max(1, (length * longest + side / 2) / side) }
    return PictureBox(width: scaled(width), height: scaled(height))
  }
}

extension Photo {
  /// `nil` where it isn't known, or can't be true.
  var box: PictureBox? {
    guard let width, let height, (1...1_000_000).contains(width), (1...1_000_000).contains(height)
    else { return nil }
    return PictureBox(width: width, height: height)
  }
}

extension HTML {
  /// Photos with their captions below, several in a row.
  mutating func figures(_ photos: [(photo: ShownPhoto, caption: String)]) {
    guard photos.count > 1 else {
      for found in photos { figure(found.photo, found.caption) }
      return
    }
    element("div", .class("row")) { html in
      for found in photos { html.figure(found.photo, found.caption) }
    }
  }

  private mutating func figure(_ photo: ShownPhoto, _ caption: String) {
    element("figure", .class("photo")) { html in
      html.picture(photo, alternative: caption.isBlank ? photo.alternative : caption)
      if !caption.isBlank {
        html.element("figcaption", .dir, TextLanguage.of(caption), text: caption)
      }
    }
  }

  /// A photo that leads to its page. `isPlain` leaves the link out, where one is around it.
  mutating func picture(_ photo: ShownPhoto, alternative: String, isPlain: Bool = false) {
    guard let page = photo.page, !isPlain else { return image(photo, alternative) }
    element("a", .href(page)) { $0.image(photo, alternative) }
  }

  private mutating func image(_ photo: ShownPhoto, _ alternative: String) {
    guard let picture = photo.picture else {
      return element("span", .class("tile"), text: photo.name)
    }
    void(
      "img", .src(picture), .alt(alternative), photo.size.map { .width($0.width) },
      photo.size.map { .height($0.height) }, photo.page == nil ? nil : .fixed("loading", "lazy"))
  }
}

extension HTMLAttribute {
  /// Text of a person's reads in the direction of its own language.
  static let dir = HTMLAttribute.fixed("dir", "auto")
}
