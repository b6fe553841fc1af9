import DiaryApp
import DiaryCore
import Synchronization

/// A clipboard that holds what the test puts there, or the program.
final class FakeClipboard: ClipboardReading, ClipboardWriting {
  private let held = Mutex(ClipboardContent.nothing(.empty))
  private let removed = Mutex<[String]>([])
  private let fault = Mutex<CopyFault?>(nil)

  /// Photos that were taken and whose files are gone.
  var discarded: [String] { removed.withLock { $0 } }

  func hold(_ content: ClipboardContent) { held.withLock { $0 = content } }
  func content() async -> ClipboardContent { held.withLock { $0 } }
  /// Nothing can be put there from now on, until `nil`.
  func refuse(with fault: CopyFault?) { self.fault.withLock { $0 = fault } }
  func put(_ text: String) async -> CopyFault? {
    if let fault = fault.withLock({ $0 }) { return fault }
    hold(.text(text))
    return nil
  }
  func discard(photoAt path: String) async { removed.withLock { $0.append(path) } }
}
