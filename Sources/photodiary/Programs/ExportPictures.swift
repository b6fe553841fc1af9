import DiaryCore
import Interchange
import Photos
import TerminalUI

/// Pictures of an export, drawn by the picture program or taken from its cache.
struct ExportPictures: SitePictures {
  let maker: PictureMaker

  func jpeg(
    of photo: AssetFile, at path: String, longest: Int, width: Int?, height: Int?, isKept: Bool
  ) async throws(PictureProblem) -> [UInt8] {
    try await maker.jpeg(
      of: path, longest: longest, width: width, height: height, asset: isKept ? photo.asset : nil,
      isFilm: photo.type.isFilm)
  }
}

extension PictureMaker {
  /// A JPEG of the photo at a path, upright, with no metadata, no side longer than that many pixels and
  /// never larger than the photo, whose size is given where it is known. White shows through it, as it
  /// does on paper. By its asset it is kept for the next time.
  func jpeg(
    of path: String, longest: Int, width: Int?, height: Int?, asset: AssetID? = nil,
    isFilm: Bool = false
  ) async throws(PictureProblem) -> [UInt8] {
    let scale = max(1, Double(max(width ?? longest, height ?? longest)) / Double(longest))
    func side(_ length: Int?) -> Int {
      max(1, Int((Double(length ?? longest) / scale).rounded()))
    }
    guard
      let order = RenderRequest(
        .pixels(.jpeg, colors: 256), width: side(width), height: side(height),
        background: 0xFF_FFFF)
    else { throw .unavailable }
    guard
      case .pixels(let picture) = try await self.picture(
        order, of: path, asset: asset, isFilm: isFilm)
    else { throw .unavailable }
    return picture.bytes
  }
}
