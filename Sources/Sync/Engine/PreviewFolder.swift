import DiaryCore
import DiaryStore
import System

/// Makes previews of photos.
package protocol PreviewMaking: Sendable {
  /// A JPEG whose longer side is at most 1,600 pixels; `nil` where none can be made.
  func preview(ofPhotoAt path: String) async -> [UInt8]?
}

/// The previews on this machine of photos that are elsewhere: a cache, for they can be fetched again.
package struct PreviewFolder: Sendable {
  let path: String

  /// - Parameter cache: the folder for what can be fetched again, of all diaries.
  package init(of root: String, in cache: String) {
    path = Path.join(Path.join(cache, StoreLayout(root: root).key), "previews")
  }

  /// Where the preview of a photo stands, or would.
  package func file(of photo: AssetFile) -> String {
    Path.join(path, "\(photo.asset.description.prefix(2))/\(photo.asset).jpg")
  }

  func has(_ photo: AssetFile) -> Bool { FileSystem.status(of: file(of: photo)) != nil }

  /// Keeps a preview; a failure only means that it is fetched again.
  func keep(_ bytes: [UInt8], of photo: AssetFile) {
    let file = file(of: photo)
    FileSystem.makeFoldersAsCan(Path.parent(file))
    try? DurableFile<SystemError>.write(bytes, to: file)
  }
}
