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
  private let layout: StoreLayout
  private let cache: String

  /// - Parameter cache: the folder for what can be fetched again, of all diaries.
  package init(of layout: StoreLayout, in cache: String) {
    (self.layout, self.cache) = (layout, cache)
  }

  package var path: String { Path.join(Path.join(cache, layout.key), "previews") }

  /// Where the preview of a photo stands, or would: as the photo itself, a sealed one under a name that
  /// doesn't tell which photo it is.
  package func file(of photo: AssetFile) -> String {
    if layout.isEncrypted {
      let sealed = layout.path(of: photo)
      return Path.join(path, Path.name(Path.parent(sealed)), Path.name(sealed))
    }
    return Path.join(path, "\(photo.asset.description.prefix(2))/\(photo.asset).jpg")
  }

  func has(_ photo: AssetFile) -> Bool { FileSystem.status(of: file(of: photo)) != nil }

  /// Takes all away, as when the diary has been decrypted: they are fetched again.
  func removeAll() { FileSystem.removeTree(path) }

  /// Takes those away that anybody could look at.
  func removePlain() {
    for file in (try? System.FileSystem<SystemError>.files(below: path)) ?? []
    where file.hasSuffix(".jpg") { FileSystem.unlink(Path.join(path, file)) }
  }

  /// Keeps a preview; a failure only means that it is fetched again.
  func keep(_ bytes: [UInt8], of photo: AssetFile) {
    let file = file(of: photo)
    FileSystem.makeFoldersAsCan(Path.parent(file))
    try? layout.write(bytes, to: file)
  }
}
