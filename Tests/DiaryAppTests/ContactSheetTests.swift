import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Contact sheet")
struct ContactSheetTests {
  private static let sizes = [
    Size(columns: 40, rows: 9), Size(columns: 80, rows: 21), Size(columns: 200, rows: 47),
    Size(columns: 61, rows: 13), Size(columns: 44, rows: 8), Size(columns: 120, rows: 5),
  ]

  private func sheet(_ counts: [Int], _ body: Size, headings: Bool = true) -> ContactSheet {
    ContactSheet(
      counts.enumerated().map { index, count in
        ContactSheet.Section(heading: headings ? "Month \(index)" : "", count: count)
      }, TileLayout(for: body, cellRatio: 0.5))
  }

  @Test("The smallest screen has two tiles beside each other below a heading, a large one many")
  func sizes() {
    let small = Size(columns: 40, rows: 9)
    let tiles = TileLayout(for: small, cellRatio: 0.5)
    expectEqual(tiles.columns, 2)
    expectAtMost(tiles.columns * tiles.width, small.columns)
    expectAtMost(tiles.rows + 1, small.rows)
    let large = Size(columns: 200, rows: 47)
    let shown = sheet([500], large).shown(in: Rect(large), SheetPosition())
    expectAtLeast(shown.count, 32)
  }

  @Test("Up and down keep the column past shorter rows, left and right go through all tiles")
  func column() {
    let body = Size(columns: 80, rows: 21)
    let sheet = sheet([6, 1, 8], body)
    expectEqual(sheet.tiles.columns, 4)
    var position = SheetPosition()
    func go(_ moves: SheetPosition.Move...) -> Int {
      for move in moves { position.move(move, in: sheet, height: body.rows) }
      return position.selected
    }
    expectEqual(go(.right, .right, .right), 3)
    expectEqual(go(.down), 5)
    expectEqual(go(.down), 6)
    expectEqual(go(.down), 10)
    expectEqual(go(.up, .up, .up), 3)
    expectEqual(go(.right), 4)
    expectEqual(go(.down, .down), 7)
    expectEqual(go(.last), 14)
    expectEqual(go(.first, .left, .up), 0)
  }

  @Test("Every tile has one place, in the order of the items, and the mouse finds it there")
  func places() {
    for body in Self.sizes {
      let sheet = sheet([3, 0, 9, 1, 26], body)
      var seen: [Int] = []
      var line = 0
      for index in 0..<sheet.rowCount {
        let row = sheet.row(index)
        expectAtLeast(row.line, line)
        line = row.line + sheet.tiles.rows
        seen += row.items
        expect(row.items.allSatisfy { sheet.rowIndex(of: $0) == index })
      }
      expectEqual(seen, Array(0..<sheet.count))
      expectEqual(line, sheet.lineCount)
      let screen = Rect(column: 3, row: 2, columns: body.columns, rows: body.rows)
      var position = SheetPosition()
      position.select(20, in: sheet)
      position.layOut(sheet, height: body.rows)
      for (item, rect) in sheet.shown(in: screen, position) {
        let corner = Point(column: rect.column, row: rect.row)
        if screen.contains(corner) {
          expectEqual(sheet.item(at: corner, in: screen, position), item)
        }
      }
      expectNil(sheet.item(at: Point(column: 0, row: 0), in: screen, position))
    }
  }

  @Test("Whatever is pressed, the selected tile is in view and no more is scrolled than needed")
  func properties() {
    var random = SeededGenerator(seed: 7)
    let moves: [SheetPosition.Move] = [
      .left, .right, .up, .down, .pageUp, .pageDown, .first, .last,
    ]
    for _ in 0..<300 {
      let body = Self.sizes.randomElement(using: &random) ?? Self.sizes[0]
      let counts = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0...40, using: &random)
      }
      let sheet = sheet(counts, body, headings: Bool.random(using: &random))
      var position = SheetPosition()
      position.layOut(sheet, height: body.rows)
      for _ in 0..<40 {
        guard let move = moves.randomElement(using: &random) else { continue }
        let before = position
        position.move(move, in: sheet, height: body.rows)
        position.layOut(sheet, height: body.rows)
        expectSound(position, sheet, body)
        guard sheet.count > 0 else { continue }
        expectMove(move, before, position, sheet)
        // What was wholly in view already stays where it is.
        let lines = sheet.lines(of: position.selected)
        if lines.lowerBound >= before.top, lines.upperBound <= before.top + body.rows {
          expectEqual(position.top, before.top)
        }
      }
    }
  }

  @Test("On another size and with other tiles the selected one stays in view")
  func resizing() {
    var random = SeededGenerator(seed: 11)
    var position = SheetPosition()
    for _ in 0..<400 {
      let body = Self.sizes.randomElement(using: &random) ?? Self.sizes[0]
      let sheet = sheet([Int.random(in: 0...30, using: &random), 17], body)
      let before = position.selected
      position.layOut(sheet, height: body.rows)
      expectEqual(position.selected, min(before, sheet.count - 1))
      expectSound(position, sheet, body)
      position.select(Int.random(in: 0..<sheet.count, using: &random), in: sheet)
    }
  }

  private func expectSound(_ position: SheetPosition, _ sheet: ContactSheet, _ body: Size) {
    guard sheet.count > 0 else {
      expectEqual(position, SheetPosition())
      return
    }
    expect((0..<sheet.count).contains(position.selected))
    expectEqual(sheet.beginning(atOrAfter: position.top), position.top)
    let row = sheet.row(sheet.rowIndex(of: position.selected))
    expectAtLeast(row.line, position.top)
    if sheet.tiles.rows <= body.rows {
      expectAtMost(row.line + sheet.tiles.rows, position.top + body.rows)
    }
    // No more is left empty at the end than what a row takes.
    expectAtMost(position.top, max(0, sheet.lineCount - body.rows) + sheet.tiles.rows)
  }

  private func expectMove(
    _ move: SheetPosition.Move, _ before: SheetPosition, _ after: SheetPosition,
    _ sheet: ContactSheet
  ) {
    let (from, to) = (before.selected, after.selected)
    switch move {
    case .left: expectEqual(to, max(0, from - 1))
    case .right: expectEqual(to, min(sheet.count - 1, from + 1))
    case .first: expectEqual(to, 0)
    case .last: expectEqual(to, sheet.count - 1)
    case .up, .pageUp, .down, .pageDown:
      let row = sheet.row(sheet.rowIndex(of: to))
      expect(
        to == from || to == min(row.items.lowerBound + before.keptColumn, row.items.upperBound - 1))
      expectEqual(after.keptColumn, before.keptColumn)
    }
  }
}
