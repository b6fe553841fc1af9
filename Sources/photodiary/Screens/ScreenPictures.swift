import DiaryApp
import DiaryCore
import Interchange
import Photos
import Sync
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

// MARK: - ExportPictures

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

// MARK: - RemotePreviews

/// Previews of photos for remotes, drawn by the picture program.
struct RemotePreviews: PreviewMaking {
  let maker: PictureMaker
  let inspector: any PhotoInspector

  /// In pixels: enough for any screen's photo, and a tenth of the bytes.
  private static let longestSide = 1600

  func preview(ofPhotoAt path: String) async -> [UInt8]? {
    guard let facts = try? await inspector.facts(ofPhotoAt: path) else { return nil }
    return try? await maker.jpeg(
      of: path, longest: Self.longestSide, width: facts.width, height: facts.height)
  }
}

// MARK: - Media programs

extension MediaPrograms {
  /// Those that `PATH` leads to; looked for once the first film comes into view.
  static var installed: MediaPrograms { Invocation.current == nil ? ofProcess : found }

  private static let ofProcess = found

  private static var found: MediaPrograms {
    MediaPrograms(
      ffmpeg: HelperProgram.find("ffmpeg")?.path, ffprobe: HelperProgram.find("ffprobe")?.path,
      ffmpegthumbnailer: HelperProgram.find("ffmpegthumbnailer")?.path)
  }
}
