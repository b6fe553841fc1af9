import DiaryCore
import System

/// Draws photos as the JPEG pictures of an export: the port behind which the picture program stands.
package protocol SitePictures: Sendable {
  /// A JPEG of the photo at `path`, upright, with no metadata, and with no side longer than
  /// `longest` pixels. One that `isKept` is taken from a cache where it has been drawn before.
  func jpeg(
    of photo: AssetFile, at path: String, longest: Int, width: Int?, height: Int?, isKept: Bool
  ) async throws(PictureProblem) -> [UInt8]
}

/// A picture of a photo on its way to a file of an export, which is open meanwhile.
final class DrawnPicture: Sendable {
  let photo: Photo
  let path: ExportPath
  /// The most pixels of its longest side.
  let longest: Int
  private let isKept: Bool
  let file: OpenFile

  init(
    _ photo: Photo, _ path: ExportPath, longest: Int, isKept: Bool, _ file: consuming OpenFile
  ) {
    self.photo = photo
    self.path = path
    self.longest = longest
    self.isKept = isKept
    self.file = file
  }

  /// Draws several at a time, and tells of each whether its photo could be drawn. When the task was
  /// cancelled, the run says so; what isn't told of then goes with the rest.
  static func draw(
    _ pictures: [DrawnPicture], _ context: ExportContext
  ) async throws(DiaryError) -> [(DrawnPicture, isDrawn: Bool)] {
    let results = await concurrentResults(pictures) { picture async throws(DiaryError) in
      try await picture.draw(context)
    }
    return try zip(pictures, results.compactMap(\.self)).map {
      (picture, result) throws(DiaryError) in (picture, try result.get())
    }
  }

  private func draw(_ context: ExportContext) async throws(DiaryError) -> Bool {
    let bytes: [UInt8]
    do throws(PictureProblem) {
      guard let pictures = context.helpers.pictures else { return false }
      bytes = try await pictures.jpeg(
        of: photo.file, at: context.source(photo), longest: longest, width: photo.width,
        height: photo.height, isKept: isKept)
    } catch {
      return false
    }
    try file.write(bytes)
    return true
  }
}
