import DiaryApp
import DiaryCore
import Synchronization

/// Answers for photos' files as a test says, and notes what it was asked for.
final class FakeDesk: PhotoDesk {
  private struct Notes {
    var opened: [String] = []
    var copies: [PhotoCopyRequest] = []
    var removed: Set<AssetID> = []
    var facts: PhotoFileFacts?
    var fault: PhotoDeskFault?
  }

  private let notes = Mutex(Notes())

  var opened: [String] { notes.withLock { $0.opened } }
  var copies: [PhotoCopyRequest] { notes.withLock { $0.copies } }

  /// Photos whose opened copies were to go.
  var removed: Set<AssetID> { notes.withLock { $0.removed } }

  func tell(_ facts: PhotoFileFacts?) { notes.withLock { $0.facts = facts } }

  /// Every request from now on fails, until `nil`.
  func fail(with fault: PhotoDeskFault?) { notes.withLock { $0.fault = fault } }

  func facts(ofPhotoAt path: String) async -> PhotoFileFacts? { notes.withLock { $0.facts } }

  func open(_ file: NamedFile, at path: String) async throws(PhotoDeskFault) {
    try check()
    notes.withLock { $0.opened.append(file.name) }
  }

  func open(address: String) async throws(PhotoDeskFault) {
    try check()
    notes.withLock { $0.opened.append(address) }
  }

  func copy(_ request: PhotoCopyRequest) async throws(PhotoDeskFault) -> String {
    try check()
    notes.withLock { $0.copies.append(request) }
    return "\(request.folder)/\(request.photo.name)"
  }

  func removeCopies(of assets: Set<AssetID>) async {
    notes.withLock { $0.removed.formUnion(assets) }
  }

  private func check() throws(PhotoDeskFault) {
    if let fault = notes.withLock({ $0.fault }) { throw fault }
  }
}

/// How the diary was left, in memory.
final class FakeViewMemory: ViewMemory {
  private let remembered: Mutex<RememberedView>

  init(_ view: RememberedView = RememberedView()) { remembered = Mutex(view) }

  var view: RememberedView { remembered.withLock { $0 } }
  func remember(_ view: RememberedView) async { remembered.withLock { $0 = view } }
}
