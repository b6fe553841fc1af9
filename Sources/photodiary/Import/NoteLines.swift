import Interchange
import Words

/// What an import could not bring, on standard error.
enum NoteLines {
  /// Of many notes alike, as many as are told one by one.
  private static let mostAlike = 5

  static func write(_ notes: [ImportNote], hasReport: Bool = true) {
    var counts: [ImportProblem: Int] = [:]
    for note in notes { counts[note.kind, default: 0] += 1 }
    var told: [ImportProblem: Int] = [:]
    for note in notes {
      let number = told[note.kind, default: 0] + 1
      guard number <= mostAlike else { continue }
      told[note.kind] = number
      ErrorLine.write(note.line)
      let others = counts[note.kind, default: 0] - mostAlike
      guard number == mostAlike, others > 0 else { continue }
      ErrorLine.write(
        hasReport
          ? localized("\(others) more like this. Use --report FILE to list them all.")
          : localized("\(others) more like this."))
    }
  }
}
