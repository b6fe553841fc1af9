import DiaryApp
import DiaryCore
import Photos
import TerminalUI

/// The screens' pictures, made by the picture program.
struct CellPictures: PictureMaking {
  private let maker: PictureMaker

  init(_ maker: PictureMaker) { self.maker = maker }

  func picture(_ request: PictureRequest) async -> Result<CellPicture, PictureProblem> {
    let (size, colors) = (request.size, Self.colors(request.colors))
    do throws(PictureProblem) {
      switch request.source {
      case .asset(let asset, let path):
        return .success(
          try await maker.cells(
            of: path, asset: asset, columns: size.columns, rows: size.rows, colors: colors))
      case .file(let path):
        return .success(
          try await maker.cells(
            ofFile: path, columns: size.columns, rows: size.rows, colors: colors))
      }
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
