import TerminalUI
import TestSupport
import Testing

@Suite("Drawing in braille")
struct BrailleCanvasTests {
  private func rows(_ canvas: BrailleCanvas) -> [String] {
    (0..<canvas.size.rows).map { row in
      (0..<canvas.size.columns).map { canvas.cell(column: $0, row: row)?.text ?? " " }.joined()
    }
  }

  @Test func `each dot has its place in its cell`() {
    let dots = ["⠁", "⠈", "⠂", "⠐", "⠄", "⠠", "⡀", "⢀"]
    for (index, dot) in dots.enumerated() {
      var canvas = BrailleCanvas(Size(columns: 1, rows: 1))
      canvas.dot(index % 2, index / 2, ink: 1)
      expectEqual(rows(canvas), [dot])
    }
  }

  @Test func `what lies outside is left out`() {
    var canvas = BrailleCanvas(Size(columns: 2, rows: 1))
    for (x, y) in [(-1, 0), (0, -1), (4, 0), (0, 4), (.max, .min)] { canvas.dot(x, y, ink: 1) }
    expectEqual(rows(canvas), ["  "])
    expectEqual(rows(BrailleCanvas(Size(columns: -1, rows: 2))), ["", ""])
  }

  @Test func `a line goes through all cells between its ends, whichever comes first`() {
    var canvas = BrailleCanvas(Size(columns: 4, rows: 2))
    canvas.line(from: (0, 0), to: (7, 7), ink: 1)
    expectEqual(rows(canvas), ["⠑⢄  ", "  ⠑⢄"])
    var back = BrailleCanvas(Size(columns: 4, rows: 2))
    back.line(from: (7, 7), to: (0, 0), ink: 1)
    expectEqual(rows(back), rows(canvas))
    var flat = BrailleCanvas(Size(columns: 3, rows: 1))
    flat.line(from: (0, 3), to: (5, 3), ink: 1)
    expectEqual(rows(flat), ["⣀⣀⣀"])
  }

  @Test func `dots of lines stay on the canvas, wherever the lines go`() {
    var canvas = BrailleCanvas(Size(columns: 4, rows: 2))
    canvas.line(from: (0.5, 0.5), to: (7.5, 0.5), ink: 1)
    expectEqual(canvas.cell(column: 0, row: 0)?.text, "⠉")
    expectNil(canvas.cell(column: 0, row: 1))
    canvas.line(from: (-1e9, 7.5), to: (1e9, 7.5), ink: 2, isDotted: true)
    expectEqual(canvas.cell(column: 3, row: 1)?.ink, 2)
    canvas.line(from: (.nan, 0), to: (3, 3), ink: 9)
    canvas.line(from: (0, -.infinity), to: (3, 3), ink: 9)
    canvas.line(from: (100, 100), to: (200, 120), ink: 9)
    let inks = (0..<4).flatMap { column in
      (0..<2).compactMap { canvas.cell(column: column, row: $0)?.ink }
    }
    expectLacks(inks, 9)
    var none = BrailleCanvas(Size(columns: 0, rows: 0))
    none.line(from: (0, 0), to: (1, 1), ink: 1)
  }
}
