import DiaryCore
import Dispatch
import Localization
import Synchronization

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
    queue.async { [self] in
      // The summary is plain text; a body could have markup.
      let arguments = ["--app-name=PhotoDiary", "--", words]
      guard program.run(arguments, within: Self.milliseconds) == nil else { return }
      if !hasComplained.exchange(true, ordering: .relaxed) {
        ErrorLine.write(localized("notify-send failed; nothing is shown on the desktop."))
      }
    }
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
