import Localization

/// Has systemd sync a diary every 15 minutes while its person is logged in.
struct SyncTimer {
  private let timer: UserTimer

  init(_ folders: Folders) {
    timer = UserTimer(
      folders, title: localized("PhotoDiary sync"), arguments: ["sync"], service: ["Nice=10"],
      // Not every machine at the same second.
      timer: ["OnCalendar=*:0/15", "RandomizedDelaySec=60"])
  }

  func install() throws(CommandError) {
    guard try timer.install() else { return }
    ErrorLine.report(
      localized(
        """
        Syncs every 15 minutes while you are logged in. What it says: journalctl --user -u \(timer.name). \
        To end it: \(timer.ending)
        """))
  }

  func uninstall() throws(CommandError) {
    guard try timer.uninstall() else { return }
    ErrorLine.report(localized("Removed the timer. Open diaries still sync by themselves."))
  }
}
