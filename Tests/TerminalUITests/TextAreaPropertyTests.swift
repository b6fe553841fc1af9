import TerminalUI
import TestSupport
import Testing

@Suite("A text that is edited at random")
struct TextAreaPropertyTests {
  @Test("It keeps to a plain model, and the caret stays in view", arguments: 0..<80)
  func property(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = PlainText(
      RandomText.text(&random, length: 20, lineEnds: ["\n", "\r\n"]))
    var area = TextArea(model.text)
    for _ in 0..<60 {
      if Bool.random(using: &random) {
        edit(&area, &model, &random)
      } else {
        move(&area, &model, &random)
      }
      #expect(scalars(area.text) == scalars(model.text))
      #expect(place(of: area) == model.caret)
      expectDrawn(&area, &random)
    }
  }

  /// The same change in both.
  private func edit(
    _ area: inout TextArea, _ model: inout PlainText, _ random: inout SeededGenerator
  ) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3:
      let length = Int.random(in: 1...4, using: &random)
      let text = RandomText.text(&random, length: length, lineEnds: ["\n", "\r\n", "\n\n"])
      area.insert(text)
      model.insert(text)
    case 4:
      let character = RandomText.piece(&random).first ?? "a"
      _ = area.handle(.character(character))
      model.insert(String(character))
    case 5:
      _ = area.handle(KeyEvent(.enter))
      model.insert("\n")
    case 6:
      _ = area.handle(KeyEvent(.backspace))
      model.removeBefore()
    case 7:
      _ = area.handle(KeyEvent(.delete))
      model.removeAfter()
    case 8:
      _ = area.handle(.control("w"))
      model.removeWordBefore()
    default:
      let isEnd = Bool.random(using: &random)
      _ = area.handle(.control(isEnd ? "k" : "u"))
      if isEnd { model.removeToLineEnd() } else { model.removeToLineStart() }
    }
  }

  /// Left and right in both; where else a key goes depends on the rows, so the model follows.
  private func move(
    _ area: inout TextArea, _ model: inout PlainText, _ random: inout SeededGenerator
  ) {
    let others = [
      KeyEvent(.up), KeyEvent(.down), KeyEvent(.home), KeyEvent(.end), KeyEvent(.pageUp),
      KeyEvent(.pageDown), KeyEvent(.home, .control), KeyEvent(.end, .control),
      KeyEvent(.left, .control), KeyEvent(.right, .control),
    ]
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      _ = area.handle(KeyEvent(.left))
      model.caret = max(0, model.caret - 1)
    case 1:
      _ = area.handle(KeyEvent(.right))
      model.caret = min(model.characters.count, model.caret + 1)
    case 2:
      area.click(
        column: .random(in: 0..<30, using: &random), row: .random(in: 0..<10, using: &random))
      model.caret = place(of: area)
    default:
      if let key = others.randomElement(using: &random) { _ = area.handle(key) }
      model.caret = place(of: area)
    }
  }

  /// The number of characters before the caret, a line end being one.
  private func place(of area: TextArea) -> Int {
    area.lines[..<area.caret.line].reduce(area.caret.character) { $0 + $1.count + 1 }
  }

  private func expectDrawn(_ area: inout TextArea, _ random: inout SeededGenerator) {
    let size = Size(
      columns: .random(in: 1..<30, using: &random), rows: .random(in: 1..<8, using: &random))
    area.layOut(in: size)
    var grid = Grid(Size(columns: size.columns + 4, rows: size.rows + 2))
    let rect = Rect(column: 2, row: 1, columns: size.columns, rows: size.rows)
    let point = area.draw(in: &grid, rect)
    #expect(rect.contains(point))
    expectSound(grid)
    #expect(grid.text(ofRow: 0).isEmpty && grid.text(ofRow: size.rows + 1).isEmpty)
    #expect(area.lines.allSatisfy { $0.elementsEqual(Array(String($0))) })
  }
}
