import DiaryCore
import Photos
import Sync

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
