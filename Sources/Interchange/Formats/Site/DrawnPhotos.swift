import DiaryCore

/// The pictures that pages show of photos: a small one of each, and a large one of those that
/// browsers don't know.
struct DrawnPhotos {
  /// What there is of a photo in the export.
  struct Files {
    let original: ExportPath
    var picture: ExportPath?
    /// What a browser shows when one wants to see all of it.
    var view: ExportPath?
  }

  private let context: ExportContext
  private var files: [AssetID: Files] = [:]

  /// Of the longest side, in pixels: as wide as a text, and still small.
  static let longest = 800
  /// The longest side in pixels of a picture that stands for a photo which browsers don't know.
  static let longestView = 4096
  private static let browserTypes: Set = [
    "image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/bmp",
  ]

  init(_ context: ExportContext) { self.context = context }

  /// `nil` for a photo that was left out.
  subscript(asset: AssetID) -> Files? { files[asset] }

  /// The sizes of both pictures.
  static func size(of photo: Photo) -> PictureBox? { photo.box?.fitted(longest) }
  static func viewSize(of photo: Photo) -> PictureBox? {
    browserTypes.contains(photo.type.description) ? photo.box : photo.box?.fitted(longestView)
  }

  /// Draws what isn't there yet of the photos that have files in the export.
  mutating func draw(
    _ photos: [Photo], from exported: [AssetFile: ExportPath], in tree: inout ExportTree
  ) async throws(DiaryError) {
    var pictures: [DrawnPicture] = []
    for photo in photos where files[photo.asset] == nil {
      guard let original = exported[photo.file] else { continue }
      let isKnown = Self.browserTypes.contains(photo.type.description)
      files[photo.asset] = Files(original: original, view: isKnown ? original : nil)
      guard context.helpers.pictures != nil, photo.knownProblem == nil else { continue }
      for isView in isKnown || photo.type.isFilm ? [false] : [false, true] {
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
      if pictures.count >= tree.sink.mostOpenFiles {
        try await finish(pictures, &tree)
        pictures = []
      }
    }
    try await finish(pictures, &tree)
  }

  private mutating func finish(
    _ pictures: [DrawnPicture], _ tree: inout ExportTree
  ) async throws(DiaryError) {
    for (picture, isDrawn) in try await DrawnPicture.draw(pictures, context) {
      guard !isDrawn else {
        try tree.sink.keep(picture.file, at: picture.path)
        continue
      }
      tree.remove(picture.path)
      try tree.sink.discard(picture.file, at: picture.path)
      if picture.longest == Self.longestView {
        files[picture.photo.asset]?.view = nil
      } else {
        files[picture.photo.asset]?.picture = nil
      }
    }
  }
}
