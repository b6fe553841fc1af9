import DiaryCore
import Interchange
import Photos
import TerminalUI

/// Pictures of an export, drawn by the picture program or taken from its cache.
struct ExportPictures: SitePictures {
  let maker: PictureMaker

  func jpeg(
    of photo: AssetID, at path: String, longest: Int, width: Int?, height: Int?, isKept: Bool
  ) async throws(PictureProblem) -> [UInt8] {
    // Never larger than the photo. White shows through it, as it does on paper.
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
      case .pixels(let picture) = try await maker.picture(
        order, of: path, asset: isKept ? photo : nil)
    else { throw .unavailable }
    return picture.bytes
  }
}
