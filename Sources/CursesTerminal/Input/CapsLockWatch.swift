import System

/// Whether Caps Lock is on while something is typed unseen: a terminal that reports keys tells of it with
/// each, and a console of Linux when it is asked.
struct CapsLockWatch {
  /// Whether anything wants to know.
  private(set) var isWanted = false
  /// Whether the terminal reports keys now.
  private(set) var isReporting = false
  /// What the console said last.
  private var known = false
  /// What the console says, where that is new.
  private(set) var news: Bool?

  /// - Parameter reportsKeys: Whether the terminal can.
  mutating func watch(_ isWanted: Bool, reportsKeys: Bool) {
    self.isWanted = isWanted
    let reports = isWanted && reportsKeys
    if reports != isReporting { TerminalModes.write(reports ? KeyReport.on : KeyReport.off) }
    isReporting = reports
    news = nil
    guard isWanted, let isOn = Descriptor.standardInput.capsLock, isOn != known else { return }
    (known, news) = (isOn, isOn)
  }
}
