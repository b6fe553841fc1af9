import Foundation
import TerminalUI
import TestSupport

@MainActor func expectScreen(
  _ screen: ScreenTest, _ expected: String, file: String = #filePath, line: Int = #line
) {
  guard screen.text != expected else { return }
  fail("The screen is\n\(screen.text)\n<end>", file: file, line: line)
}

/// Compares the screen with a file in `Fixtures/screens`, for screens of at least ten rows.
@MainActor func expectScreen(
  _ screen: ScreenTest, in name: String, file: String = #filePath, line: Int = #line
) throws {
  try expectFixture(screen.text + "\n", in: "screens/\(name).txt", file: file, line: line)
}

/// Compares a text with a file in `Fixtures`. A missing file is written, for review.
func expectFixture(
  _ text: String, in name: String, file: String = #filePath, line: Int = #line
) throws {
  let path = Checkout.path("Tests/DiaryAppTests/Fixtures/\(name)")
  if let saved = try? String(contentsOfFile: path, encoding: .utf8) {
    if text != saved { fail("\(name) is\n\(text)<end>", file: file, line: line) }
  } else {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    fail("\(name) was written: check that it is right.", file: file, line: line)
  }
}

/// Presses keys, and compares parts of the text for a screen reader.
@MainActor @discardableResult func expectSpoken(
  _ screen: ScreenTest, _ keys: String = "", title: String? = nil, lines: [String]? = nil,
  selected: String? = nil, field: AccessibleText.Field? = nil, file: String = #filePath,
  line: Int = #line
) async -> ScreenTest {
  let spoken = await screen.press(keys).spoken
  if let title { expectEqual(spoken?.title, title, file: file, line: line) }
  if let lines { expectEqual(spoken?.lines, lines, file: file, line: line) }
  if let selected { expectEqual(spoken?.selected, selected, file: file, line: line) }
  if let field { expectEqual(spoken?.field, field, file: file, line: line) }
  return screen
}

/// Records an issue for each part that isn't shown, and for each unwanted one that is.
@MainActor func expectShows(
  _ screen: ScreenTest, _ parts: String..., lacks: String..., file: String = #filePath,
  line: Int = #line
) {
  let text = screen.text
  for part in parts { expectContains(text, part, file: file, line: line) }
  for part in lacks { expectLacks(text, part, file: file, line: line) }
}

@MainActor func expectLacks(
  _ screen: ScreenTest, _ parts: String..., file: String = #filePath, line: Int = #line
) {
  let text = screen.text
  for part in parts { expectLacks(text, part, file: file, line: line) }
}

/// Expects no control characters, no halves of wide characters, and the cursor inside.
func expectSound(_ frame: Frame, file: String = #filePath, line: Int = #line) {
  let grid = frame.grid
  for row in 0..<grid.size.rows where !isSound(grid.row(row)) {
    fail("\(grid.text(ofRow: row))", file: file, line: line)
  }
  if let cursor = frame.cursor, !grid.bounds.contains(cursor) {
    fail("The cursor is at \(cursor).", file: file, line: line)
  }
}

private func isSound(_ row: ArraySlice<Cell>) -> Bool {
  var isRightHalfDue = false
  for cell in row {
    guard cell.isContinuation == isRightHalfDue else { return false }
    if let byte = cell.text.utf8.first, byte >= 0x20, byte < 0x7F, cell.text.utf8.count == 1 {
      continue
    }
    let scalars = Array(cell.text.unicodeScalars)
    let isFlag = scalars.count > 1 && (0x1F1E6...0x1F1FF).contains(scalars[0].value)
    isRightHalfDue = isFlag || scalars.first.map { ScalarWidth($0) == .columns(2) } ?? false
    for scalar in scalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: return false
      default: break
      }
    }
  }
  return !isRightHalfDue
}
