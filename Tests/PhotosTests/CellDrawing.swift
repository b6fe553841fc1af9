import DiaryCore
import Photos
import TerminalUI

extension PictureMaker {
  /// A photo in characters.
  func cells(
    of path: String, asset: AssetID, columns: Int, rows: Int, colors: PictureColors
  ) async throws(PictureProblem) -> CellPicture {
    let order = RenderRequest(.cells(colors, ratio: 0.5), width: columns, height: rows)
    guard let order, case .cells(let picture) = try await picture(order, of: path, asset: asset)
    else { throw PictureProblem.unavailable }
    return picture
  }
}
