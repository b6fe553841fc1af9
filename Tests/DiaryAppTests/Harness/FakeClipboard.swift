import DiaryApp
import Synchronization

/// A clipboard that holds what the test puts there.
final class FakeClipboard: ClipboardReading {
  private let held = Mutex(ClipboardContent.nothing(.empty))
  private let removed = Mutex<[String]>([])

  /// Photos that were taken and whose files are gone.
  var discarded: [String] { removed.withLock { $0 } }

  func hold(_ content: ClipboardContent) { held.withLock { $0 = content } }
  func content() async -> ClipboardContent { held.withLock { $0 } }
  func discard(photoAt path: String) async { removed.withLock { $0.append(path) } }
}
