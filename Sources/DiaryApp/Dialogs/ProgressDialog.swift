import DiaryCore
import Localization
import TerminalUI

/// How far a long-running task is, and how to stop it.
enum ProgressDialog {
  /// `stop` says which key stops it. There is a bar where it is known how much there is to do.
  static func draw(
    _ title: String, _ progress: Progress?, stop: String, in grid: inout Grid, _ theme: Theme
  ) {
    let inner = DialogBox(title: title, body: ["", "", stop])
      .draw(in: &grid, grid.bounds, theme.dialog)
    guard let progress else { return }
    if let fraction = progress.fraction {
      ProgressBar.draw(fraction, in: &grid, inner.line(2), done: theme.accent, rest: theme.rule)
    }
    grid.draw(progress.words(), in: inner.line(3), theme.dim)
  }

  /// `words` say what becomes of what was done so far.
  static func drawStopping(_ words: String, in grid: inout Grid, _ theme: Theme) {
    DialogBox(title: localized("Stopping"), body: [words])
      .draw(in: &grid, grid.bounds, theme.dialog)
  }
}
