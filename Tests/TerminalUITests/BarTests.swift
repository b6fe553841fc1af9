import TerminalUI
import TestSupport
import Testing

@Suite struct BarTests {
  @Test(arguments: [
    (0, 10, ""), (10, 10, "████"), (5, 10, "██"), (1, 10, "▍"), (1, 1000, "▏"), (0, 0, ""),
    (20, 10, "████"), (9, 10, "███▋"),
  ])
  func lies(_ value: Int, _ most: Int, _ bar: String) {
    expectEqual(Bar.lying(value, of: most, columns: 4), bar)
    expectEqual(Bar.lying(value, of: most, columns: 0), "")
  }

  @Test(arguments: [
    (0, " ", " "), (1, "▁", " "), (8, "█", " "), (9, "█", "▁"), (16, "█", "█"),
  ])
  func stands(_ value: Int, _ foot: String, _ head: String) {
    expectEqual(Bar.standing(value, of: 16, line: 0, lines: 2), foot)
    expectEqual(Bar.standing(value, of: 16, line: 1, lines: 2), head)
    // Whatever there is can be seen.
    expectEqual(Bar.standing(1, of: 1_000_000, line: 0, lines: 4), "▁")
  }
}
