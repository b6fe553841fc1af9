import CVTerm

/// A terminal in memory that converts bytes to cells, and replies to queries.
package final class VirtualScreen {
  package struct Cell: Hashable {
    package var text: String
    package var isBold: Bool
    package var isItalic: Bool
    package var isUnderlined: Bool
    package var isReversed: Bool
    /// 1 to 9 for an alternative font (SGR 11 to 19).
    package var font: Int
    /// The palette's index, `nil` for the default, or 0x1000000 plus an RGB color.
    package var foreground: Int?
    package var background: Int?
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  private let terminal: OpaquePointer
  private let screen: OpaquePointer

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    terminal = vterm_new(Int32(rows), Int32(columns))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit { vterm_free(terminal) }

  package func feed(_ bytes: ArraySlice<UInt8>) {
    // libvterm handles unread input recursively, so large inputs would overflow its stack.
    let part = 16 << 10
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: part) {
      bytes[start..<min(start + part, bytes.endIndex)].withUnsafeBytes { buffer in
        _ = vterm_input_write(
          terminal, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
      }
    }
  }

  /// The terminal's replies since the last call.
  package func takeReplies() -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = vterm_output_read(terminal, &buffer, buffer.count)
    return buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }
  }

  package func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    vterm_set_size(terminal, Int32(rows), Int32(columns))
  }

  package var cursor: (column: Int, row: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.col), Int(position.row))
  }

  /// A cell; its text is empty in the right half of a wide character.
  package func cell(column: Int, row: Int) -> Cell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    var text = String.UnicodeScalarView()
    var index: Int32 = 0
    while let scalar = Unicode.Scalar(pd_cell_scalar(&cell, index)), scalar.value != 0 {
      text.append(scalar)
      index += 1
    }
    let isContinuation = pd_cell_scalar(&cell, 0) == UInt32.max
    let foreground = Int(pd_color(&cell.fg))
    let background = Int(pd_color(&cell.bg))
    return Cell(
      text: text.isEmpty && !isContinuation ? " " : String(text), isBold: pd_cell_bold(&cell),
      isItalic: pd_cell_italic(&cell), isUnderlined: pd_cell_underline(&cell),
      isReversed: pd_cell_reverse(&cell), font: Int(pd_cell_font(&cell)),
      foreground: foreground < 0 ? nil : foreground,
      background: background < 0 ? nil : background)
  }

  /// A row without trailing blanks.
  package func text(ofRow row: Int) -> String {
    var text = (0..<columns).map { cell(column: $0, row: row).text }.joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  package var text: String { (0..<rows).map(text(ofRow:)).joined(separator: "\n") }

  /// The position of a text, in cells from 0.
  package func find(_ wanted: String) -> (column: Int, row: Int)? {
    for row in 0..<rows {
      for column in 0..<columns {
        var text = ""
        for next in column..<columns where text.unicodeScalars.count < wanted.unicodeScalars.count {
          text += cell(column: next, row: row).text
        }
        if text == wanted { return (column, row) }
      }
    }
    return nil
  }
}
