import DiaryCore
import DiaryStore
import Photos
import Sync
import System

/// What this machine keeps of a diary outside of its folder. It is sealed while the diary is encrypted, and
/// what can be made again isn't kept in clear at all.
struct PlacesOutside: Sendable {
  let layout: StoreLayout
  let folders: Folders
  let sync: SyncEngine

  var drafts: String { folders.drafts + "/" + layout.key }
  var view: OutsideFile { OutsideFile(folders.views + "/\(layout.key).json", of: layout) }
  var imports: OutsideFile { OutsideFile(folders.imports + "/\(layout.key).jsonl", of: layout) }
  var pictures: PictureCache {
    PictureCache(folder: folders.pictures, seal: StorePictureSeal(layout: layout))
  }

  /// Seals what stands in clear there, though the diary is encrypted: a program may have been killed
  /// before it came to this. Done again, it changes nothing.
  func seal() {
    guard layout.isEncrypted else { return }
    DraftFolder.seal(in: drafts, of: layout)
    view.seal()
    imports.seal()
    sync.sealKept()
    folders.openedCopies.removeEverything()
  }

  /// Takes away what was made of the diary's photos while it was in clear, and the key by which others
  /// on this machine could open what lies on remotes.
  func removeClear() {
    pictures.removeAll()
    FileSystem.removeTree(folders.unpacked)
    if !sync.sharesDevice { layout.removeClearIdentity(ofDeviceAt: folders.device) }
  }

  /// What stands sealed there, while it can still be opened.
  struct Contents {
    fileprivate let drafts: [(path: String, bytes: [UInt8])]
    fileprivate let view: [UInt8]?
    fileprivate let imports: [UInt8]?
  }

  func contents() -> Contents {
    Contents(
      drafts: DraftFolder.contents(of: drafts, in: layout).map { (path: $0.0, bytes: $0.1) },
      view: view.bytes(), imports: imports.bytes())
  }

  /// Puts it there in clear: the diary has been decrypted.
  func open(_ contents: Contents) {
    for (path, bytes) in contents.drafts {
      let file = OutsideFile(path, of: layout)
      if (try? file.write(bytes)) != nil { file.removeSealed() }
    }
    for (file, bytes) in [(view, contents.view), (imports, contents.imports)] {
      if let bytes, (try? file.write(bytes)) != nil { file.removeSealed() }
    }
    pictures.removeAll()
  }
}
