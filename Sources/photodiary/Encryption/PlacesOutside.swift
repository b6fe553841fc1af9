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
  /// The same where several diaries are shown as one, whichever of them comes first.
  var draftsTogether: String { folders.drafts + "/together" }
  var viewTogether: OutsideFile { OutsideFile(folders.views + "/together.json", of: layout) }
  var view: OutsideFile { OutsideFile(folders.views + "/\(layout.key).json", of: layout) }
  var imports: OutsideFile { OutsideFile(folders.imports + "/\(layout.key).jsonl", of: layout) }
  var positions: OutsideFile { OutsideFile(folders.positions + "/\(layout.key).bin", of: layout) }
  /// Those of several diaries that are shown as one.
  var positionsTogether: OutsideFile {
    OutsideFile(folders.positions + "/together.bin", of: layout)
  }
  var pictures: PictureCache {
    PictureCache(folder: folders.pictures, seal: StorePictureSeal(layout: layout))
  }

  /// What is sealed or opened as the diary is.
  private var files: [OutsideFile] {
    [drafts, draftsTogether].flatMap { DraftFolder.files(in: $0, of: layout) }
      + [view, viewTogether, imports, positions, positionsTogether]
  }

  /// Seals what stands in clear there though the diary is encrypted, as another program may have left it.
  func seal() {
    guard layout.isEncrypted else { return }
    for file in files { file.seal() }
  }

  // MARK: Encrypting

  /// Stands while what was made of the diary in clear has to go: a program may be killed before it came
  /// to that.
  private var mark: String { folders.encrypting + "/" + layout.key }

  /// Notes that all there is in clear has to go as soon as the diary is encrypted.
  func beginEncrypting() throws(SystemError) {
    try FileSystem.makeFolders(Path.parent(mark))
    try DurableFile<SystemError>.write([], to: mark)
  }

  /// The diary stays in clear.
  func stopEncrypting() { FileSystem.unlink(mark) }

  /// Seals or takes away what there is in clear, if the diary was encrypted and nobody has done it.
  func finishEncrypting() {
    guard layout.isEncrypted, FileSystem.exists(mark) else { return }
    seal()
    sync.sealKept()
    folders.openedCopies.removeEverything()
    pictures.removeAll()
    FileSystem.removeTree(folders.unpacked)
    // By it others on this machine could open what lies on remotes.
    if !sync.sharesDevice { layout.removeClearIdentity(ofDeviceAt: folders.device) }
    FileSystem.unlink(mark)
  }

  // MARK: Decrypting

  /// What stands sealed there, while it can still be opened.
  func contents() -> [(file: OutsideFile, bytes: [UInt8])] {
    files.compactMap { file in file.bytes().map { (file, $0) } }
  }

  /// Puts it there in clear: the diary has been decrypted.
  func open(_ contents: [(file: OutsideFile, bytes: [UInt8])]) {
    for (file, bytes) in contents where (try? file.write(bytes)) != nil { file.removeSealed() }
    pictures.removeAll()
  }
}
