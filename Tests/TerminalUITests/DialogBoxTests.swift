import TerminalUI
import TestSupport
import Testing

@Suite struct DialogBoxTests {
  private let styles = DialogBox.Styles(
    border: .plain, title: Style(.bold), body: .plain, selectedButton: Style(.reverse))

  @Test func `draws a question in the middle of the screen`() {
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

  @Test func `stacks buttons that don't fit beside each other`() {
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

  @Test func `fits into screens of any size`() {
    let box = DialogBox(
      title: "한글 제목", body: ["漢字かな交じり文", "second"], buttons: [.init("No"), .init("Yes")],
      selected: 1)
    for columns in 0..<40 {
      for rows in 0..<14 {
        expectSound(drawn(columns: columns, rows: rows) { box.draw(in: &$0, $0.bounds, styles) })
      }
    }
  }

  @Test(arguments: [
    (0.0, "──────────    0%"), (0.05, "──────────    5%"), (0.5, "━━━━━─────   50%"),
    (0.999, "━━━━━━━━━─   99%"), (1.0, "━━━━━━━━━━  100%"), (7.0, "━━━━━━━━━━  100%"),
    (-1.0, "──────────    0%"),
  ])
  func `a progress bar grows with the fraction`(_ fraction: Double, _ shown: String) {
    let grid = drawn(columns: 16) {
      ProgressBar.draw(fraction, in: &$0, $0.bounds, done: .plain, rest: .plain)
    }
    expectEqual(grid.text, shown)
    // An empty bar is harmless.
    for columns in 0..<8 {
      expectSound(
        drawn(columns: columns) {
          ProgressBar.draw(fraction, in: &$0, $0.bounds, done: .plain, rest: .plain)
        })
    }
  }
}

@Suite struct BarTests {
  @Test(arguments: [
    (0, 10, ""), (10, 10, "████"), (5, 10, "██"), (1, 10, "▍"), (1, 1000, "▏"), (0, 0, ""),
    (20, 10, "████"), (9, 10, "███▋"),
  ])
  func `draws horizontal bars`(_ value: Int, _ most: Int, _ bar: String) {
    expectEqual(Bar.horizontal(value, of: most, columns: 4), bar)
    expectEqual(Bar.horizontal(value, of: most, columns: 0), "")
  }

  @Test(arguments: [
    (0, " ", " "), (1, "▁", " "), (8, "█", " "), (9, "█", "▁"), (16, "█", "█"),
  ])
  func `draws vertical bars`(_ value: Int, _ foot: String, _ head: String) {
    expectEqual(Bar.vertical(value, of: 16, line: 0, lines: 2), foot)
    expectEqual(Bar.vertical(value, of: 16, line: 1, lines: 2), head)
    // Any positive value is visible.
    expectEqual(Bar.vertical(1, of: 1_000_000, line: 0, lines: 4), "▁")
  }
}

@Suite struct ChoiceListTests {
  @Test func `steps move the selection within the list`() {
    var list = ChoiceList()
    func after(_ step: ChoiceList.Step, count: Int = 10) -> Int {
      list.move(step, count: count, page: 4)
      return list.selected
    }
    expectEqual(after(.up), 0)
    expectEqual(after(.down), 1)
    expectEqual(after(.pageDown), 4)
    expectEqual(after(.last), 9)
    expectEqual(after(.down), 9)
    expectEqual(after(.pageUp), 6)
    expectEqual(after(.first), 0)
    expectEqual(after(.down, count: 0), 0)
  }

  @Test func `scrolls no further than needed`() {
    var list = ChoiceList()
    for (selected, top) in [(3, 0), (4, 1), (5, 2), (3, 2), (1, 1)] {
      list.select(selected, count: 10)
      list.layOut(count: 10, height: 4)
      expectEqual(list.top, top)
    }
    list.layOut(count: 1, height: 4)
    expectEqual(list.selected, 0)
    expectEqual(list.top, 0)
  }

  @Test func `a scroll position stays within its content`() {
    var scroll = ScrollPosition()
    scroll.move(by: -3, content: 10, height: 4)
    expectEqual(scroll.top, 0)
    scroll.move(by: 99, content: 10, height: 4)
    expectEqual(scroll.top, 6)
    scroll.move(by: 0, content: 3, height: 4)
    expectEqual(scroll.top, 0)
    scroll.reveal(7..<9, content: 20, height: 4)
    expectEqual(scroll.top, 5)
    scroll.reveal(2..<12, content: 20, height: 4)
    expectEqual(scroll.top, 2)
  }
}
