import AcceptanceSupport
import TestSupport
import Testing

/// Journeys through the real program on a terminal.
@Suite enum Journeys {}

extension VirtualScreen {
  /// Returns `true` if a title's row is the selected one.
  func isSelected(_ title: String) -> Bool {
    (0..<rows).contains { row in
      let text = text(ofRow: row)
      guard let bar = text.range(of: "▌") else { return false }
      return text[bar.upperBound...].contains(title)
    }
  }

  /// Returns the number of colored cells in a part of the screen.
  func coloredCells(columns: Range<Int>, rows: Range<Int>) -> Int {
    rows.reduce(0) { count, row in
      count
        + columns.count { column in
          let cell = cell(column: column, row: row)
          return cell.background != nil || (cell.foreground != nil && cell.text != " ")
        }
    }
  }
}

extension String {
  /// The first range of a text, in place of Foundation's method.
  fileprivate func range(of wanted: String) -> Range<Index>? { ranges(of: wanted).first }
}

extension TerminalSession {
  func waitForSelection(_ title: String) throws {
    try waitUntil("“\(title)” selected") { $0.isSelected(title) }
  }

  /// Presses keys, and waits until an entry is selected.
  func press(_ keys: TerminalKey..., selecting title: String) throws {
    for key in keys { press(key) }
    try waitForSelection(title)
  }

  /// Presses Ctrl-C, and expects the program to end with status 0.
  func quit(file: String = #filePath, line: Int = #line) throws {
    press(.control("c"))
    try expectEqual(waitForEnd(), .status(0), file: file, line: line)
  }

  /// Presses a key once all earlier keys are handled.
  @discardableResult func waitForEnd(afterPressing key: TerminalKey) throws -> ProgramEnd {
    try waitForRest()
    settle(for: .milliseconds(500))
    press(key)
    return try waitForEnd()
  }

  /// Waits until a part of the screen has a photo with at least so many cells.
  func waitForPicture(columns: Range<Int>, rows: Range<Int>, cells: Int) throws {
    try waitUntil("a picture") { $0.coloredCells(columns: columns, rows: rows) > cells }
  }

  /// Waits for a photo in the list's preview, at 100 columns and 30 rows.
  func waitForPictureInPreview() throws {
    try waitForPicture(columns: 47..<99, rows: 5..<17, cells: 200)
  }

  /// Waits for a photo in the reader, at 100 columns and 30 rows.
  func waitForPictureInReader() throws {
    try waitForPicture(columns: 10..<90, rows: 5..<25, cells: 600)
  }

  /// The program's output as text.
  var written: String { String(decoding: terminal.bytes, as: UTF8.self) }
}

extension TestHome {
  /// Makes a home with one entry that has a photo.
  static func withPhoto() throws -> TestHome {
    let home = try TestHome()
    try home.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
    return home
  }
}

extension String {
  /// The decomposed form, as some input methods type it.
  var decomposed: String { String(unicodeScalars.flatMap(Self.jamo)) }

  /// A Hangul syllable's jamo.
  private static func jamo(_ scalar: Unicode.Scalar) -> [Character] {
    guard (0xAC00...0xD7A3).contains(scalar.value) else { return [Character(scalar)] }
    let index = scalar.value - 0xAC00
    let last = index % 28
    let parts =
      [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (last > 0 ? [0x11A7 + last] : [])
    return parts.compactMap { Unicode.Scalar($0).map { Character($0) } }
  }
}
