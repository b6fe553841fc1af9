import DiaryCore
import Dispatch
import Localization
import Synchronization
import System

/// Shows changes by the desktop's `notify-send`, one after the other, while the program goes on.
final class Notifier: Sendable {
  private let program: HelperProgram
  private let queue = DispatchQueue(label: "photodiary.notifier")
  private let hasComplained = Atomic(false)

  private static let milliseconds = 5000

  private init(_ program: HelperProgram) { self.program = program }

  /// `nil` when it isn't installed.
  static func find() -> Notifier? { HelperProgram.find("notify-send").map(Notifier.init) }

  /// `device` is where it was made, if not here.
  func report(_ change: DiaryChange, from device: DeviceState?) {
    show(Self.words(of: change) + (device.map { " (\($0.name.printable))" } ?? ""))
  }

  func show(_ words: String) {
    let language = Language.current
    queue.async(
      execute: Invocation.carrying { [self] in
        // The summary is plain text; a body could have markup.
        let arguments = ["--app-name=PhotoDiary", "--", words]
        guard program.run(arguments, within: Self.milliseconds) == nil else { return }
        guard !hasComplained.exchange(true, ordering: .relaxed) else { return }
        language.speaking {
          ErrorLine.write(localized("notify-send failed; nothing is shown on the desktop."))
        }
      })
  }

  /// What became of something that was offered.
  enum Answer { case taken, left }

  /// Shows a title with a text, and waits until it is clicked, until it is gone or for so long. `nil` when it
  /// couldn't be shown.
  func offer(
    _ title: String, _ text: String, action: String, within milliseconds: Int
  ) async -> Answer? {
    let (program, deadline) = (program, SystemClock.milliseconds + milliseconds)
    let options = ["--app-name=PhotoDiary"]
    let words = ["--", title, Self.plain(text)]
    let clicked = await ProcessHandle.running(on: queue) { stop in
      program.run(
        options + ["--action=default=\(action)"] + words, within: milliseconds, stop: stop)
    }
    if let clicked { return clicked.isEmpty ? .left : .taken }
    if Task.isCancelled || SystemClock.milliseconds >= deadline { return .left }
    // An old one knows of no clicks.
    let shown = await ProcessHandle.running(on: queue) { stop in
      program.run(options + words, within: Self.milliseconds, stop: stop)
    }
    return shown == nil && !Task.isCancelled ? nil : .left
  }

  /// A text in which nothing is taken for markup, or for what notify-send writes of itself.
  private static func plain(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\\", with: "\\\\")
  }

  /// Waits until all that was told is shown.
  func finish() async {
    await withCheckedContinuation { done in queue.async { done.resume() } }
  }

  private static func words(of change: DiaryChange) -> String {
    let title = "“\(change.entry.displayTitle.printable)”"
    return switch change.kind {
    case .added: localized("\(title) was added")
    case .updated, .hidden: localized("\(title) was changed")
    case .deleted: localized("\(title) was deleted")
    case .restored: localized("\(title) was restored")
    case .purged: localized("\(title) was permanently deleted")
    case .commented: localized("\(title) has a new comment")
    case .commentChanged: localized("A comment on \(title) was changed")
    }
  }
}
