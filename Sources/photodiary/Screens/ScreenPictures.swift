import DiaryApp
import DiaryCore
import Interchange
import Media
import Sync
import System
import TerminalUI

/// The screens' pictures, made by the picture program.
struct ScreenPictures: PictureMaking {
  let renderer: PhotoRenderer
  /// The diary's folder.
  let store: String

  var canExtractFrames: Bool { MediaPrograms.installed.extractsFrames }

  func length(of attachment: Attachment, at path: String) async -> Int? {
    await renderer.length(of: path, asset: attachment.asset, isVideo: attachment.type.isVideo)
  }

  func picture(
    _ request: PictureRequest, isPrefetch: @escaping @Sendable () -> Bool
  ) async -> Result<Picture, PictureProblem> {
    guard let order = Self.order(request) else { return .failure(.unavailable) }
    do {
      switch request.source {
      case .map(let map):
        return .success(try await renderer.picture(order, of: map.lines, isPrefetch: isPrefetch))
      case .file(let path, _):
        return .success(
          try await renderer.picture(
            order, of: path, isVideo: request.isVideo, isPrefetch: isPrefetch))
      case .asset(let asset, let path):
        // Pictures of a preview aren't cached, as the photo itself may be fetched later.
        let isKept = Path.contains(store, path)
        return .success(
          try await renderer.picture(
            order, of: path, asset: isKept ? asset : nil, isVideo: request.isVideo,
            isPrefetch: isPrefetch))
      }
    } catch {
      return .failure(error as? PictureProblem ?? .unavailable)
    }
  }

  private static func order(_ request: PictureRequest) -> RenderRequest? {
    let size = request.size
    switch request.form {
    case .cells(let depth):
      return RenderRequest(
        .cells(depth, ratio: request.cellRatio), width: size.columns,
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
  /// Returns PNG instead of JPEG for maps, as JPEG blurs lines.
  fileprivate func encoding(_ graphics: PixelGraphics) -> PixelPicture.Encoding {
    if case .map = self, graphics.encoding == .jpeg { .png } else { graphics.encoding }
  }
}

// MARK: - JPEG pictures

extension PhotoRenderer {
  /// Returns a picture of an export, drawn by the picture program or taken from its cache.
  func exportPicture(
    of photo: Photo, at path: String, longest: Int, isKept: Bool
  ) async throws -> [UInt8] {
    try await jpeg(
      of: path, longest: longest, width: photo.width, height: photo.height,
      asset: isKept ? photo.asset : nil, isVideo: photo.type.isVideo)
  }

  /// Returns an upright JPEG of a photo without metadata. No side is longer than `longest` pixels,
  /// or than the photo's if its size is given. Transparent parts are white, as on paper. With
  /// `asset`, the picture is cached.
  func jpeg(
    of path: String, longest: Int, width: Int?, height: Int?, asset: AssetID? = nil,
    isVideo: Bool = false
  ) async throws -> [UInt8] {
    let scale = max(1, Double(max(width ?? longest, height ?? longest)) / Double(longest))
    func side(_ length: Int?) -> Int {
      max(1, Int((Double(length ?? longest) / scale).rounded()))
    }
    guard
      let order = RenderRequest(
        .pixels(.jpeg, colors: 256), width: side(width), height: side(height),
        background: 0xFF_FFFF)
    else { throw PictureProblem.unavailable }
    guard
      case .pixels(let picture) = try await self.picture(
        order, of: path, asset: asset, isVideo: isVideo)
    else { throw PictureProblem.unavailable }
    return picture.bytes
  }
}

// MARK: - RemotePreviews

/// Previews of photos for remotes, drawn by the picture program.
struct RemotePreviews: Sendable {
  let renderer: PhotoRenderer
  let inspector: any PhotoInspector

  /// In pixels; enough for any screen, with a tenth of the bytes.
  private static let maxSideLength = 1600

  func preview(ofPhotoAt path: String) async -> [UInt8]? {
    guard let facts = try? await inspector.facts(ofPhotoAt: path) else { return nil }
    return try? await renderer.jpeg(
      of: path, longest: Self.maxSideLength, width: facts.width, height: facts.height)
  }
}

// MARK: - Media programs

extension MediaPrograms {
  /// The programs in `PATH`, looked up when the first video is shown.
  static var installed: MediaPrograms { Invocation.current == nil ? ofProcess : found }

  private static let ofProcess = found

  private static var found: MediaPrograms {
    MediaPrograms(
      ffmpeg: HelperProgram.find("ffmpeg")?.path, ffprobe: HelperProgram.find("ffprobe")?.path,
      ffmpegthumbnailer: HelperProgram.find("ffmpegthumbnailer")?.path)
  }
}

// MARK: - Reading words

extension TextRecognizer {
  /// Long enough for a very busy machine.
  private static let listingMilliseconds = 10_000

  /// The recognizer with the tesseract in `PATH` and the languages that it has; `nil` if there is
  /// none.
  static func installed(_ pictureProgram: PictureProgram) -> TextRecognizer? {
    guard let program = HelperProgram.find("tesseract"),
      let answer = program.run(["--list-langs"], within: listingMilliseconds)
    else { return nil }
    // The first line is a heading.
    let installed = String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isNewline)
      .dropFirst().map { String($0.trimmed) }
    let languages = Self.languages.filter(installed.contains)
    guard !languages.isEmpty else { return nil }
    return TextRecognizer(tesseract: program.path, languages: languages, pictureProgram)
  }
}
