import TerminalUI
import TestSupport
import Testing

@Suite("Boxes and bars")
struct DialogBoxTests {
  private let styles = DialogBox.Styles(
    border: .plain, title: Style(.bold), body: .plain, selectedButton: Style(.reverse))

  @Test("A question in the middle of the screen")
  func question() {
    let box = DialogBox(
      title: "Delete?", body: ["강가 산책", "", "a line that has to be wrapped"],
      buttons: [.init("No"), .init("Yes")])
    let grid = drawn(columns: 30, rows: 12) { grid in
      for row in 0..<12 { grid.draw(String(repeating: "·", count: 30), in: grid.bounds.line(row)) }
      let inner = box.draw(in: &grid, grid.bounds.inset(left: 2, right: 2), styles)
      expectEqual(inner, Rect(column: 5, row: 2, columns: 20, rows: 8))
    }
    expectEqual(
      grid.text,
      """
      ······························
      ··┌────────────────────────┐··
      ··│  Delete?               │··
      ··│                        │··
      ··│  강가 산책             │··
      ··│                        │··
      ··│  a line that has to    │··
      ··│  be wrapped            │··
      ··│                        │··
      ··│        [ No ]   Yes    │··
      ··└────────────────────────┘··
      ······························
      """)
    expectEqual(grid[12, 9].style, Style(.reverse))
    expectSound(grid)
  }

  @Test("Buttons that have no room beside each other stand below each other, all readable")
  func buttonRows() {
    let box = DialogBox(
      title: "Leave?", body: ["one line"],
      buttons: [.init("No, stay"), .init("저장 (s)"), .init("Yes (y)")], selected: 1)
    let grid = drawn(columns: 30, rows: 9) { box.draw(in: &$0, $0.bounds, styles) }
    expectEqual(
      grid.text,
      """
      ┌────────────────────────────┐
      │  Leave?                    │
      │                            │
      │  one line                  │
      │                            │
      │                No, stay    │
      │  [ 저장 (s) ]   Yes (y)    │
      └────────────────────────────┘

      """)
  }

  @Test("It fits into every screen, however small")
  func sizes() {
    let box = DialogBox(
      title: "한글 제목", body: ["漢字かな交じり文", "second"], buttons: [.init("No"), .init("Yes")],
      selected: 1)
    for columns in 0..<40 {
      for rows in 0..<14 {
        expectSound(drawn(columns: columns, rows: rows) { box.draw(in: &$0, $0.bounds, styles) })
      }
    }
  }

  @Test(
    "A bar grows with the fraction",
    arguments: [
      (0.0, "──────────    0%"), (0.05, "──────────    5%"), (0.5, "━━━━━─────   50%"),
      (0.999, "━━━━━━━━━─   99%"), (1.0, "━━━━━━━━━━  100%"), (7.0, "━━━━━━━━━━  100%"),
      (-1.0, "──────────    0%"),
    ])
  func bar(_ fraction: Double, _ shown: String) {
    let grid = drawn(columns: 16) {
      ProgressBar.draw(fraction, in: &$0, $0.bounds, done: .plain, rest: .plain)
    }
    expectEqual(grid.text, shown)
  }

  @Test("A bar of no length is no harm")
  func shortBar() {
    for columns in 0..<8 {
      expectSound(
        drawn(columns: columns) {
          ProgressBar.draw(0.5, in: &$0, $0.bounds, done: .plain, rest: .plain)
        })
    }
  }
}
