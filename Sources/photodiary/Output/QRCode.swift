import CQRCode
import System
import TerminalUI

/// A text as a code that a phone's camera reads.
struct QRCode {
  /// Row by row; `true` is dark.
  private let modules: [Bool]
  private let width: Int

  /// In modules, the border that readers need.
  private static let border = 4

  /// `nil` where the library isn't installed, and of a text that is too long.
  init?(_ text: String) {
    guard pd_qr_load() else { return nil }
    let longest = Int(PD_QR_LONGEST)
    var bytes = [UInt8](repeating: 0, count: longest * longest)
    width = Int(pd_qr_encode(text, &bytes))
    guard width > 0 else { return nil }
    modules = bytes.prefix(width * width).map { $0 == 1 }
  }

  /// Two modules stand in a cell, for cells are twice as high as wide.
  private var size: Size {
    let side = width + 2 * Self.border
    return Size(columns: side, rows: (side + 1) / 2)
  }

  /// Dark on light, whatever the terminal's own colors are.
  private static func color(_ isDark: Bool) -> Color { .palette(isDark ? 16 : 231) }

  private func isDark(_ column: Int, _ row: Int) -> Bool {
    let (x, y) = (column - Self.border, row - Self.border)
    guard (0..<width).contains(x), (0..<width).contains(y) else { return false }
    return modules[y * width + x]
  }

  /// As lines for a terminal.
  var lines: [String] {
    let size = size
    let cells = (0..<size.rows).flatMap { row in
      (0..<size.columns).map { column in
        Cell(
          "▀",
          Style(
            foreground: Self.color(isDark(column, 2 * row)),
            background: Self.color(isDark(column, 2 * row + 1))))
      }
    }
    return CellPicture(size: size, cells: cells).map(SGRText.lines) ?? []
  }

  /// Shows the code on standard error, if that is a terminal with room for it.
  func show() {
    guard let window = Descriptor.standardError.window, window.columns >= size.columns,
      window.rows > size.rows, Environment["TERM"] != "dumb"
    else { return }
    let text = lines.map { $0 + "\n" }.joined()
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}
