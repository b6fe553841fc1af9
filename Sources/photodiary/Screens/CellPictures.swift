import DiaryApp
import DiaryCore
import Photos
import TerminalUI

/// The screens' pictures, made by the picture program.
struct CellPictures: PictureMaking {
  private let maker: PictureMaker

  init(_ maker: PictureMaker) { self.maker = maker }

  func picture(_ request: PictureRequest) async -> Result<CellPicture, PictureProblem> {
    let asset: AssetID? = if case .asset(let asset, _) = request.source { asset } else { nil }
    do throws(PictureProblem) {
      return .success(
        try await maker.cells(
          of: request.source.path, asset: asset, columns: request.size.columns,
          rows: request.size.rows, colors: Self.colors(request.colors)))
    } catch {
      return .failure(error)
    }
  }

  private static func colors(_ depth: ColorDepth) -> PictureColors {
    switch depth {
    case .monochrome: .mono
    case .sixteen: .indexed16
    case .palette256: .indexed256
    case .full: .full
    }
  }
}
