import DiaryApp
import DiaryCore
import DiarySettings
import System

/// Standard error: messages and progress, each on one line that is safe for a terminal.
enum ErrorLine {
  /// Why the program fails, or what a person should know.
  static func write(_ words: String) { put("photodiary: \(words)") }

  /// Something that is well but not obvious.
  static func note(_ words: String) { put(words) }

  /// What is wrong in the settings, of which the rest holds.
  static func warn(of mistakes: [SettingsMistake]) {
    for mistake in mistakes { write(mistake.text) }
  }

  /// What was done to many entries, and what was left.
  static func note(of change: ManyChange, _ made: ManyChanges) {
    note(ManyWords.done(change, made.changes.count) + ".")
    if let refused = ManyWords.refused(made.refused) { note(refused) }
  }

  private static func put(_ words: String) {
    // Where nobody listens there is nobody to tell.
    let line = Array((words.printable + "\n").utf8)
    Signal.brokenPipe.ignore()
    try? Descriptor.standardError.write(line)
  }
}
