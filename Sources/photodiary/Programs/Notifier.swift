import DiaryCore
import Dispatch
import Synchronization

/// Shows changes by the desktop's `notify-send`, one after the other, while the program goes on.
final class Notifier: Sendable {
  private let program: HelperProgram
  private let queue = DispatchQueue(label: "photodiary.notifier")
  private let hasComplained = Mutex(false)

  private static let milliseconds = 5000

  private init(_ program: HelperProgram) { self.program = program }

  /// `nil` when it isn't installed.
  static func find() -> Notifier? { HelperProgram.find("notify-send").map(Notifier.init) }

  func tell(_ change: DiaryChange) {
    queue.async { [self] in
      // The summary is plain text; a body could have markup.
      let arguments = ["--app-name=PhotoDiary", "--", Self.words(of: change)]
      guard program.run(arguments, within: Self.milliseconds) == nil else { return }
      let isFirst = hasComplained.withLock { known in
        defer { known = true }
        return !known
      }
      if isFirst { ErrorLine.write("notify-send failed; the changes are printed all the same.") }
    }
  }

  /// Waits until all that was told is shown.
  func finish() async {
    await withCheckedContinuation { done in queue.async { done.resume() } }
  }

  private static func words(of change: DiaryChange) -> String {
    let title = "“\(change.entry.displayTitle.printable)”"
    return switch change.kind {
    case .added: "\(title) was added"
    case .updated: "\(title) was changed"
    case .deleted: "\(title) was deleted"
    case .restored: "\(title) was restored"
    case .purged: "\(title) was removed for good"
    }
  }
}
