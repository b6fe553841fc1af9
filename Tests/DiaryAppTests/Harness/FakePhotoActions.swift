import DiaryApp
import DiaryCore
import Synchronization
import TestSupport

/// Answers for photos' files as a test says, and notes what it was asked for.
final class FakePhotoActions: PhotoActions {
  private struct Notes {
    var opened: [String] = []
    var played: [String] = []
    var playback = MediaPlayback.window
    var copies: [PhotoCopyRequest] = []
    var removed: Set<AssetID> = []
    var facts: PhotoFileFacts?
    var failure: PhotoActionError?
  }

  private let notes = Mutex(Notes())

  var opened: [String] { notes.withLock { $0.opened } }
  var played: [String] { notes.withLock { $0.played } }
  var playback: MediaPlayback {
    get { notes.withLock { $0.playback } }
    set { notes.withLock { $0.playback = newValue } }
  }
  var copies: [PhotoCopyRequest] { notes.withLock { $0.copies } }

  /// Photos whose opened copies were to go.
  var removed: Set<AssetID> { notes.withLock { $0.removed } }

  func report(_ facts: PhotoFileFacts?) { notes.withLock { $0.facts = facts } }

  /// Every request from now on fails, until `nil`.
  func fail(with failure: PhotoActionError?) { notes.withLock { $0.failure = failure } }

  func facts(ofPhotoAt path: String) async -> PhotoFileFacts? { notes.withLock { $0.facts } }

  func open(_ file: NamedFile, at path: String) async throws(PhotoActionError) {
    try check()
    notes.withLock { $0.opened.append(file.name) }
  }

  func play(_ file: NamedFile, at path: String) async throws(PhotoActionError) -> MediaPlayback {
    try check()
    notes.withLock { $0.played.append(file.name) }
    return playback
  }

  func playOnTerminal(
    _ file: NamedFile, at path: String, as film: TerminalFilm
  ) throws(PhotoActionError) {
    try check()
  }

  func open(address: String) async throws(PhotoActionError) {
    try check()
    notes.withLock { $0.opened.append(address) }
  }

  func copy(_ request: PhotoCopyRequest, at path: String) async throws(PhotoActionError) -> String {
    try check()
    notes.withLock { $0.copies.append(request) }
    return "\(request.folder)/\(request.photo.name)"
  }

  func removeCopies(of assets: Set<AssetID>) async {
    notes.withLock { $0.removed.formUnion(assets) }
  }

  private func check() throws(PhotoActionError) {
    if let failure = notes.withLock({ $0.failure }) { throw failure }
  }
}

/// How the diary was left, in memory.
final class FakeViewMemory: ViewMemory {
  private let remembered: Mutex<RememberedView>

  init(_ view: RememberedView = RememberedView()) { remembered = Mutex(view) }

  var view: RememberedView { remembered.withLock { $0 } }
  func remember(_ view: RememberedView) async { remembered.withLock { $0 = view } }
}
