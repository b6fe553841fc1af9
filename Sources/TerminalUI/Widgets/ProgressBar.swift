/// How far something is, as a thick line that grows over a thin one.
package enum ProgressBar {
  /// Draws it on one line. `fraction` is from 0 to 1.
  package static func draw(
    _ fraction: Double, in grid: inout Grid, _ rect: Rect, done: Style, rest: Style
  ) {
    let percent = Int((min(1, max(0, fraction)) * 100).rounded(.down))
    let label =
      String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0)
      + "\(percent)%"
    let line = rect.inset(right: label.count + 2)
    let filled = line.columns * percent / 100
    grid.draw(String(repeating: "━", count: filled), in: line, done)
    grid.draw(
      String(repeating: "─", count: line.columns - filled), in: line.inset(left: filled), rest)
    grid.draw(trailing: label, in: rect)
  }
}
