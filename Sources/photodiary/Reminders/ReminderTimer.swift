import DiaryCore
import Localization

/// Has systemd remind a person at a time of each day while they are logged in.
struct ReminderTimer {
  private let timer: UserTimer

  init(_ folders: Folders, at clock: ClockTime) {
    timer = UserTimer(
      folders, title: localized("PhotoDiary reminder"),
      // systemd makes up for what was missed, which may be on the morning after: --at has it wait then.
      arguments: ["remind", "--notify", "--at", clock.text], variables: ["TERMINAL"],
      // The window that was opened stays.
      service: ["KillMode=process"], timer: ["OnCalendar=*-*-* \(clock.text):00"])
  }

  func install(at clock: ClockTime) throws(CommandError) {
    guard try timer.install() else { return }
    ErrorLine.report(
      localized(
        "Reminds you at \(clock.text) on days without an entry. To end it: \(timer.ending)"))
  }

  static func uninstall(_ folders: Folders) throws(CommandError) {
    guard try ReminderTimer(folders, at: .midnight).timer.uninstall() else { return }
    ErrorLine.report(localized("Removed the timer. Nothing reminds you any more."))
  }
}
