import DiaryCore
import Text

/// The page of a photo in full size, with links to the previous and next photos.
struct PhotoPage {
  let photo: SitePhoto
  /// The displayed file: the original, or a JPEG if browsers don't support its format.
  let view: ExportPath?
  let viewSize: PictureBox?
  /// The original file.
  let original: ExportPath
  let originalSize: PictureBox?
  let taken: String?
  let entry: SiteEntry

  func write(
    before: SitePhoto?, after: SitePhoto?, _ index: SiteIndex, _ frame: SiteFrame
  ) -> [UInt8] {
    let path = photo.page
    let name = photo.caption.isBlank ? photo.name : photo.caption
    func link(_ photo: SitePhoto?, _ name: String) -> (name: String, link: Link)? {
      photo.map { (name, Link(to: $0.page, from: path)) }
    }
    return frame.page(path, name: name) { html in
      html.breadcrumbs([
        (DateText.month(entry.date.day), Link(to: index.path(of: entry), from: path)),
        (entry.title, index.link(to: entry, from: path)),
      ])
      html.element("h1", .class("quiet"), .dir, text: name)
      html.line()
      html.element("p", .class("full")) { html in writePhoto(name, path, to: &html) }
      html.line()
      html.turn(
        before: link(before, localized("Previous photo")),
        after: link(after, localized("Next photo")))
      writeFacts(index, path, to: &html)
    }
  }

  private func writePhoto(_ name: String, _ path: ExportPath, to html: inout HTML) {
    guard let view else { return html.element("span", .class("tile"), text: photo.name) }
    let words = photo.caption.isBlank ? SitePhoto.fallback(photo.day) : photo.caption
    html.element("a", .href(Link(to: view, from: path))) { html in
      html.void(
        "img", .src(Link(to: view, from: path)), .alt(words), viewSize.map { .width($0.width) },
        viewSize.map { .height($0.height) })
    }
  }

  private func writeFacts(_ index: SiteIndex, _ path: ExportPath, to html: inout HTML) {
    html.element("dl", .class("facts")) { html in
      html.fact(localized("Entry")) { html in
        html.element("a", .href(index.link(to: entry, from: path)), .dir, text: entry.title)
        html.text(", \(DateText.long(entry.date.day))")
      }
      if let taken {
        html.fact(localized("Taken")) { $0.text(taken) }
      }
      if let originalSize {
        html.fact(localized("Size")) { html in
          html.text("\(originalSize.width) × \(originalSize.height)")
        }
      }
      html.fact(localized("File")) { html in
        html.element("a", .href(Link(to: original, from: path)), text: original.name)
      }
    }
    html.line()
  }
}

extension HTML {
  fileprivate mutating func fact(_ name: String, content: (inout HTML) -> Void) {
    element("dt", text: name)
    element("dd", .dir) { content(&$0) }
    line()
  }
}

/// A photo on a page.
struct HTMLPhoto {
  let asset: AssetID
  let name: String
  let caption: String
  /// The displayed picture; `nil` if it can't be drawn.
  let picture: Link?
  /// The picture's size in pixels, if it is known.
  let size: PictureBox?
  /// The photo's page.
  let page: Link?
  /// The alternative text if there is no caption.
  let fallback: String

  /// The alternative text.
  var alternative: String { caption.isBlank ? fallback : caption }
}

/// A size in pixels.
struct PictureBox: Hashable {
  var width: Int
  var height: Int

  /// Returns the size scaled down so that no side is longer than `longest`.
  func fitted(_ longest: Int) -> PictureBox {
    let side = max(width, height)
    guard side > longest else { return self }
    func scaled(_ length: Int) -> Int { max(1, (length * longest + side / 2) / side) }
    return PictureBox(width: scaled(width), height: scaled(height))
  }
}

extension Photo {
  /// The photo's size; `nil` if it is unknown or implausible.
  var box: PictureBox? {
    guard let width, let height, (1...1_000_000).contains(width), (1...1_000_000).contains(height)
    else { return nil }
    return PictureBox(width: width, height: height)
  }
}

extension HTML {
  /// Writes photos with captions. Several photos are in a row.
  mutating func figures(_ photos: [(photo: HTMLPhoto, caption: String)]) {
    guard photos.count > 1 else {
      for found in photos { figure(found.photo, found.caption) }
      return
    }
    element("div", .class("row")) { html in
      for found in photos { html.figure(found.photo, found.caption) }
    }
  }

  private mutating func figure(_ photo: HTMLPhoto, _ caption: String) {
    element("figure", .class("photo")) { html in
      html.picture(photo, alternative: caption.isBlank ? photo.alternative : caption)
      if !caption.isBlank {
        html.element("figcaption", .dir, TextLanguage.of(caption), text: caption)
      }
    }
  }

  /// Writes a photo with a link to its page.
  ///
  /// - Parameter isPlain: true to leave out the link, inside another link.
  mutating func picture(_ photo: HTMLPhoto, alternative: String, isPlain: Bool = false) {
    guard let page = photo.page, !isPlain else { return image(photo, alternative) }
    element("a", .href(page)) { $0.image(photo, alternative) }
  }

  private mutating func image(_ photo: HTMLPhoto, _ alternative: String) {
    guard let picture = photo.picture else {
      return element("span", .class("tile"), text: photo.name)
    }
    void(
      "img", .src(picture), .alt(alternative), photo.size.map { .width($0.width) },
      photo.size.map { .height($0.height) }, photo.page == nil ? nil : .fixed("loading", "lazy"))
  }
}

extension HTMLAttribute {
  /// Sets the direction of user text by its first letters.
  static let dir = HTMLAttribute.fixed("dir", "auto")
}

/// Draws the pictures for pages: a small one of each photo, and a large one of photos in formats
/// that browsers don't support.
struct DrawnPhotos {
  /// The files of a photo in the export.
  struct Files {
    let original: ExportPath
    var picture: ExportPath?
    /// The file to show in full size.
    var view: ExportPath?
  }

  private let context: ExportContext
  private var files: [AssetID: Files] = [:]

  /// The longest side of a small picture in pixels, which is the width of the text.
  static let longest = 800
  /// The longest side of a large picture in pixels.
  static let longestView = 4096
  private static let browserTypes: Set = [
    "image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/bmp",
  ]

  init(_ context: ExportContext) { self.context = context }

  /// Returns the files of a photo; `nil` if it wasn't exported.
  subscript(asset: AssetID) -> Files? { files[asset] }

  /// Returns the size of the small picture, or below, of the large one.
  static func size(of photo: Photo) -> PictureBox? { photo.box?.fitted(longest) }
  static func viewSize(of photo: Photo) -> PictureBox? {
    browserTypes.contains(photo.type.description) ? photo.box : photo.box?.fitted(longestView)
  }

  /// Draws the missing pictures of exported photos.
  ///
  /// - Throws: an error if a file can't be written.
  mutating func draw(
    _ photos: [Photo], from exported: [AssetFile: ExportPath], in tree: inout ExportTree
  ) async throws {
    var pictures: [DrawnPicture] = []
    for photo in photos where files[photo.asset] == nil {
      guard let original = exported[photo.file] else { continue }
      let isKnown = Self.browserTypes.contains(photo.type.description)
      files[photo.asset] = Files(original: original, view: isKnown ? original : nil)
      guard context.helpers.drawPhoto != nil, photo.knownProblem == nil else { continue }
      for isView in isKnown || photo.type.isVideo ? [false] : [false, true] {
        let path = tree.path(
          in: isView ? "photos" : "thumbnails", stem: original.stem, fileExtension: "jpg")
        let longest = isView ? Self.longestView : Self.longest
        if isView { files[photo.asset]?.view = path } else { files[photo.asset]?.picture = path }
        let file = ExportedFile(path: path, content: .drawn(photo.asset, longest: longest))
        guard tree.add(file) else { continue }
        pictures.append(
          DrawnPicture(
            photo, path, longest: longest, isKept: !isView, try tree.sink.newFile(at: path)))
      }
      if pictures.count >= tree.sink.maxOpenFiles {
        try await finish(pictures, &tree)
        pictures = []
      }
    }
    try await finish(pictures, &tree)
  }

  private mutating func finish(_ pictures: [DrawnPicture], _ tree: inout ExportTree) async throws {
    for (picture, isDrawn) in try await DrawnPicture.draw(pictures, context) {
      guard !isDrawn else {
        try tree.sink.keep(picture.file, at: picture.path)
        continue
      }
      try tree.discard(picture.path)
      if picture.longest == Self.longestView {
        files[picture.photo.asset]?.view = nil
      } else {
        files[picture.photo.asset]?.picture = nil
      }
    }
  }
}
