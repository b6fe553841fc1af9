import DiaryCore
import System

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
  /// The same of a photo that stands for one which browsers don't know.
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

  /// A picture on its way to a file, which is open meanwhile.
  private final class Job: Sendable {
    let photo: Photo
    let path: ExportPath
    let isView: Bool
    let file: OpenFile

    init(_ photo: Photo, _ path: ExportPath, isView: Bool, _ file: consuming OpenFile) {
      self.photo = photo
      self.path = path
      self.isView = isView
      self.file = file
    }
  }

  /// Draws what isn't there yet of the photos that have files in the export.
  mutating func draw(
    _ photos: [Photo], from exported: [AssetFile: ExportPath], in tree: inout ExportTree
  ) async throws(DiaryError) {
    var jobs: [Job] = []
    for photo in photos where files[photo.asset] == nil {
      guard let original = exported[photo.file] else { continue }
      let isKnown = Self.browserTypes.contains(photo.type.description)
      files[photo.asset] = Files(original: original, view: isKnown ? original : nil)
      guard context.helpers.pictures != nil, photo.knownProblem == nil else { continue }
      for isView in isKnown ? [false] : [false, true] {
        let path = tree.path(
          in: isView ? "photos" : "thumbnails", stem: original.stem, fileExtension: "jpg")
        let longest = isView ? Self.longestView : Self.longest
        if isView { files[photo.asset]?.view = path } else { files[photo.asset]?.picture = path }
        let file = ExportedFile(path: path, content: .drawn(photo.asset, longest: longest))
        guard tree.add(file) else { continue }
        jobs.append(Job(photo, path, isView: isView, try tree.sink.newFile(at: path)))
      }
      if jobs.count >= tree.sink.mostOpenFiles {
        try await finish(jobs, &tree)
        jobs = []
      }
    }
    try await finish(jobs, &tree)
  }

  private mutating func finish(
    _ jobs: [Job], _ tree: inout ExportTree
  ) async throws(DiaryError) {
    let context = context
    let results = await concurrentResults(jobs) { job async throws(DiaryError) in
      try await Self.draw(job, context)
    }
    // A task that was cancelled is told so by the run; what has no result then goes with the rest.
    for (job, result) in zip(jobs, results.compactMap(\.self)) {
      guard try !result.get() else {
        try tree.sink.keep(job.file, at: job.path)
        continue
      }
      tree.remove(job.path)
      try tree.sink.discard(job.file, at: job.path)
      if job.isView {
        files[job.photo.asset]?.view = nil
      } else {
        files[job.photo.asset]?.picture = nil
      }
    }
  }

  /// Whether the photo could be drawn.
  private static func draw(_ job: Job, _ context: ExportContext) async throws(DiaryError) -> Bool {
    let picture: [UInt8]
    do throws(PictureProblem) {
      guard let pictures = context.helpers.pictures else { return false }
      picture = try await pictures.jpeg(
        of: job.photo.asset, at: context.source(job.photo),
        longest: job.isView ? longestView : longest, width: job.photo.width,
        height: job.photo.height, isKept: !job.isView)
    } catch {
      return false
    }
    try job.file.write(picture)
    return true
  }
}
