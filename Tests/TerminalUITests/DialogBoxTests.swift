import TerminalUI
import TestSupport
import Testing

@Suite struct DialogBoxTests {
  private let styles = DialogBox.Styles(
    border: .plain, title: Style(.bold), body: .plain, selectedButton: Style(.reverse),
    keys: .init(key: Style(.bold), label: .plain))

  @Test func `draws a question in the middle of the screen`() {
    let box = DialogBox(
      title: "Delete?", body: ["강가 산책", "", "a line that has to be wrapped"],
      buttons: [.init("No"), .init("Yes")])
    let grid = drawn(columns: 30, rows: 12) { grid in
      for row in 0..<12 { grid.draw(String(repeating: "·", count: 30), in: grid.bounds.line(row)) }
      let text = box.draw(in: &grid, grid.bounds.inset(left: 2, right: 2), styles)
      expectEqual(text, Rect(column: 5, row: 4, columns: 20, rows: 4))
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

  private static let keys = KeyHints([
    .init("Enter", "save", isRequired: true), .init("Tab", "next"),
    .init("Esc", "cancel", isRequired: true), .init("", "saving…"), .init("F1", "keys"),
  ])

  @Test(arguments: [
    (50, "Enter save  Tab next  Esc cancel  saving…"),
    (46, "Enter save  Tab next  Esc cancel"),
    // What leaves is shown rather than a key before it.
    (35, "Enter save  Esc cancel"), (20, "Enter save  E…"),
  ])
  func `the last row has the keys that fit`(_ columns: Int, _ row: String) {
    let box = DialogBox(title: "Name", body: ["text"], keys: Self.keys)
    expectEqual(Self.keys.text, "Enter save, Tab next, Esc cancel, saving…, F1 keys")
    let grid = drawn(columns: columns, rows: 9) { box.draw(in: &$0, $0.bounds, styles) }
    let blank = String(repeating: " ", count: columns - 6 - row.count)
    expectEqual(grid.row(6).map(\.text).joined(), "│  \(row)\(blank)  │")
    expectEqual(grid[3, 6].style, Style(.bold))
    expectEqual(grid[9, 6].style, .plain)
  }

  @Test func `keys are beside the buttons if both fit, and stay on a small screen`() {
    let keys = KeyHints([
      .init("Enter", "choose", isRequired: true), .init("Esc", "no", isRequired: true),
    ])
    let box = DialogBox(
      title: "Delete?", body: ["one line", "two", "three", "four"],
      buttons: [.init("No"), .init("Yes")], keys: keys)
    expectEqual(
      drawn(columns: 46, rows: 11) { box.draw(in: &$0, $0.bounds, styles) }.text,
      """
      ┌────────────────────────────────────────────┐
      │  Delete?                                   │
      │                                            │
      │  one line                                  │
      │  two                                       │
      │  three                                     │
      │  four                                      │
      │                                            │
      │  Enter choose  Esc no      [ No ]   Yes    │
      └────────────────────────────────────────────┘

      """)
    expectEqual(
      drawn(columns: 30, rows: 9) { box.draw(in: &$0, $0.bounds, styles) }.text,
      """
      ┌────────────────────────────┐
      │  Delete?                   │
      │  one line                  │
      │  two                       │
      │  three                     │
      │            [ No ]   Yes    │
      │  Enter choose  Esc no      │
      └────────────────────────────┘

      """)
  }

  @Test func `fits into screens of any size`() {
    let box = DialogBox(
      title: "한글 제목", body: ["漢字かな交じり文", "second"], buttons: [.init("No"), .init("Yes")],
      selected: 1, keys: Self.keys)
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
