import DiaryApp
import DiaryCore
import Photos
import System
import TerminalUI

/// The screens' pictures, made by the picture program.
struct ScreenPictures: PictureMaking {
  let maker: PictureMaker
  /// The diary's folder.
  let store: String

  var takesFrames: Bool { MediaPrograms.installed.takesFrames }

  func length(of attachment: Attachment, at path: String) async -> Int? {
    await maker.length(of: path, asset: attachment.asset, isFilm: attachment.type.isFilm)
  }

  func picture(
    _ request: PictureRequest, isAhead: @escaping @Sendable () -> Bool
  ) async -> Result<Picture, PictureProblem> {
    guard let order = Self.order(request) else { return .failure(.unavailable) }
    do throws(PictureProblem) {
      switch request.source {
      case .map(let map):
        return .success(try await maker.picture(order, of: map.lines, isAhead: isAhead))
      case .file(let path, _):
        return .success(
          try await maker.picture(order, of: path, isFilm: request.isFilm, isAhead: isAhead))
      case .asset(let asset, let path):
        // What is drawn of a preview isn't kept: the photo itself may come.
        let isKept = Path.holds(store, path)
        return .success(
          try await maker.picture(
            order, of: path, asset: isKept ? asset : nil, isFilm: request.isFilm,
            isAhead: isAhead))
      }
    } catch {
      return .failure(error)
    }
  }

  private static func order(_ request: PictureRequest) -> RenderRequest? {
    let size = request.size
    switch request.form {
    case .cells(let depth):
      return RenderRequest(
        .cells(PictureColors(depth), ratio: request.cellRatio), width: size.columns,
        height: size.rows, region: request.region, background: request.background)
    case .pixels(let graphics):
      return RenderRequest(
        .pixels(request.source.encoding(graphics), colors: graphics.colors),
        width: min(size.columns * graphics.cell.width, graphics.largest.width),
        height: min(size.rows * graphics.cell.height, graphics.largest.height),
        region: request.region, background: request.background,
        filledCell: graphics.fillsCells ? graphics.cell : nil)
    }
  }
}

extension PictureRequest.Source {
  /// Lines would be blurred by what makes photos smaller.
  fileprivate func encoding(_ graphics: PixelGraphics) -> PixelPicture.Encoding {
    if case .map = self, graphics.encoding == .jpeg { .png } else { graphics.encoding }
  }
}

extension PictureColors {
  fileprivate init(_ depth: ColorDepth) {
    self =
      switch depth {
      case .monochrome: .mono
      case .sixteen: .indexed16
      case .palette256: .indexed256
      case .full: .full
      }
  }
}
