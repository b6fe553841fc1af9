import DiaryCore

/// Draws photos as the JPEG pictures of an export: the port behind which the picture program stands.
package protocol SitePictures: Sendable {
  /// A JPEG of the photo at `path`, upright, with no metadata, and with no side longer than
  /// `longest` pixels. One that `isKept` is taken from a cache where it has been drawn before.
  func jpeg(
    of photo: AssetID, at path: String, longest: Int, width: Int?, height: Int?, isKept: Bool
  ) async throws(PictureProblem) -> [UInt8]
}
