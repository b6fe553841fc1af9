import TerminalUI
import TestSupport
import Testing
import TextEditing

@Suite struct TextAreaPropertyTests {
  /// What becomes of the text itself, `EditableTextPropertyTests` try.
  @Test(arguments: 0..<80)
  func `the caret stays in view, and the rows are those of the text`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var area = TextArea(RandomText.text(&random, length: 20, lineEnds: ["\n", "\r\n"]))
    var ring = KillRing()
    for _ in 0..<60 {
      change(&area, &ring, &random)
      expectDrawn(&area, &random)
    }
  }

  private func change(
    _ area: inout TextArea, _ ring: inout KillRing, _ random: inout SeededGenerator
  ) {
    let motions: [Motion] = [
      .characterBack, .characterForward, .rowUp, .rowDown, .rowStart, .rowEnd, .pageUp, .pageDown,
      .textStart, .textEnd, .wordBack, .wordForward, .paragraphBack, .paragraphForward,
    ]
    let deletions: [EditingCommand] = [
      .delete(.characterBack), .delete(.characterForward), .cut, .kill(.lineEnd), .kill(.lineStart),
    ]
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      let length = Int.random(in: 1...4, using: &random)
      area.insert(RandomText.text(&random, length: length, lineEnds: ["\n", "\r\n", "\n\n"]))
    case 2: area.apply(.insert(String(RandomText.piece(&random).first ?? "a")), &ring)
    case 3, 4:
      if let command = deletions.randomElement(using: &random) { area.apply(command, &ring) }
    case 5:
      area.click(
        column: .random(in: 0..<30, using: &random), row: .random(in: 0..<10, using: &random))
    default:
      if let motion = motions.randomElement(using: &random) { area.apply(.move(motion), &ring) }
    }
  }

  private func expectDrawn(_ area: inout TextArea, _ random: inout SeededGenerator) {
    let size = Size(
      columns: .random(in: 2..<30, using: &random), rows: .random(in: 1..<8, using: &random))
    area.tabColumns = .random(in: 1..<9, using: &random)
    area.layOut(in: size)
    expectRows(area, size)
    expectPictures(area, size, &random)
    var grid = Grid(Size(columns: size.columns + 4, rows: size.rows + 2))
    let rect = Rect(column: 2, row: 1, columns: size.columns, rows: size.rows)
    let point = area.draw(in: &grid, rect)
    expectEqual(point.map(rect.contains), true)
    expectSound(grid)
    expect(grid.text(ofRow: 0).isEmpty)
    expect(grid.text(ofRow: size.rows + 1).isEmpty)
  }

  /// With pictures in the text the caret's row is in view, and the screen is filled.
  private func expectPictures(
    _ area: TextArea, _ size: Size, _ random: inout SeededGenerator
  ) {
    let digits = String(repeating: "b", count: 64)
    var area = area
    area.pictureRows = [digits: .random(in: 1..<9, using: &random)]
    for end in ["", "\n", ""] { area.insert("![](photo:\(digits))" + end) }
    area.layOut(in: size)
    area.scroll(by: .random(in: -9..<9, using: &random))
    var ring = KillRing()
    let motions: [Motion] = [.rowUp, .rowDown, .pageUp, .pageDown, .textStart]
    if let motion = motions.randomElement(using: &random) { area.apply(.move(motion), &ring) }
    // What was scrolled away comes back with the next change.
    area.insert("x")
    area.layOut(in: size)
    let places = area.placedRows
    expectEqual(places.last.map { $0.top + 1 + $0.row.pictureRows >= 1 }, true)
    expectAtMost((places.first?.top ?? 1), 0)
    for (place, next) in zip(places, places.dropFirst()) {
      expectEqual(next.top, place.top + 1 + place.row.pictureRows)
    }
    let isFilled = places.last.map { $0.top + 1 + $0.row.pictureRows >= size.rows } ?? false
    expect(isFilled || places.first?.top == 0 && places.first?.row.range.lowerBound == 0)
    var grid = Grid(size)
    expect(area.draw(in: &grid, grid.bounds) != nil)
  }

  /// The rows in view are some of those that the whole text has, one after the other, and as many
  /// as there is room for.
  private func expectRows(_ area: TextArea, _ size: Size) {
    var all: [Range<Int>] = []
    var start = 0
    let lines = area.text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for line in lines {
      let characters = Array(line)
      var place = start
      for row in LineWrapping.rows(
        of: characters, columns: size.columns - 1, tabColumns: area.tabColumns)
      {
        let end = place + characters[row].reduce(0) { $0 + $1.utf8.count }
        all.append(place..<end)
        place = end
      }
      start = area.rope.clusterEnd(after: place)
    }
    let shown = area.rows.map(\.range)
    expectEqual(shown.count, min(size.rows, all.count))
    guard let first = shown.first, let index = all.firstIndex(of: first) else {
      fail("no such row")
      return
    }
    expectEqual(Array(all[index...].prefix(shown.count)), shown)
  }
}
