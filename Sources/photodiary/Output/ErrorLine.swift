import DiaryApp
import DiaryCore
import DiarySettings
import Localization
import System

/// Standard error: messages and progress, each on one line that is safe for a terminal.
enum ErrorLine {
  /// Why the program fails, or what a person should know.
  static func write(_ words: String) { report("photodiary: \(words)") }

  /// Something that is well but not obvious.
  static func report(_ words: String) {
    // Where nobody listens there is nobody to tell.
    let line = Array((words.printable + "\n").utf8)
    Signal.brokenPipe.ignore()
    try? Descriptor.standardError.write(line)
  }

  /// What is wrong in the settings, of which the rest holds.
  static func warn(of issues: [SettingsIssue]) {
    for issue in issues { write(issue.text) }
  }

  /// What was done to many entries, and what was left.
  static func report(_ change: BulkChange, _ made: BulkChanges) {
    report(BulkWords.done(change, made.changes.count) + ".")
    if let refused = BulkWords.refused(made.refused) { report(refused) }
  }

  /// Reports that a photo was added which can't be drawn, or only in part.
  static func report(_ problem: PictureProblem, ofAdded path: String) {
    write(
      problem == .incomplete
        ? localized("Added \(path), but \(problem.reason).")
        : localized("Added \(path), but \(problem.reason). A placeholder is shown instead."))
  }
}

/// What is said when an entry was changed by another program while it was being changed here.
enum KeptVersions {
  /// Tells of versions that stand beside the one just saved and weren't among those known before.
  static func report(of saved: Entry, beside known: [ID<Revision>]) {
    guard saved.heads.dropFirst().contains(where: { !known.contains($0) }) else { return }
    ErrorLine.report(
      localized(
        """
        “\(saved.displayTitle)” was changed by another program meanwhile, so both versions are \
        kept. `photodiary history \(saved.id)` lists them; press m in the diary to merge them.
        """))
  }
}
