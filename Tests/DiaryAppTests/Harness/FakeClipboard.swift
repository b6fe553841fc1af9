import DiaryApp
import DiaryCore
import Synchronization

/// A clipboard that holds what the test puts there, or the program.
final class FakeClipboard: ClipboardReading, ClipboardWriting {
  private let held = Mutex(ClipboardContent.nothing(.empty))
  private let removed = Mutex<[String]>([])
  private let failure = Mutex<CopyError?>(nil)

  /// Photos that were taken and whose files are gone.
  var discarded: [String] { removed.withLock { $0 } }

  func hold(_ content: ClipboardContent) { held.withLock { $0 = content } }
  func content() async -> ClipboardContent { held.withLock { $0 } }
  /// Nothing can be put there from now on, until `nil`.
  func refuse(with failure: CopyError?) { self.failure.withLock { $0 = failure } }
  func put(_ text: String) async -> CopyError? {
    if let failure = failure.withLock({ $0 }) { return failure }
    hold(.text(text))
    return nil
  }
  func discard(photoAt path: String) async { removed.withLock { $0.append(path) } }
}
