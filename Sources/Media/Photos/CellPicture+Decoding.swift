import TerminalUI

extension CellPicture {
  /// Reads what the picture program writes: a line `cells <columns> <rows>`, with `incomplete`
  /// where the file had only a part of it, then twelve bytes a cell: character, foreground and
  /// background, little endian. `nil` unless it is exactly that, no larger than `limit`, and holds
  /// nothing but blocks and spaces.
  init?(decoding bytes: [UInt8], _ colors: PictureColors, atMost limit: Size) {
    guard let end = bytes.prefix(40).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 3 || words.count == 4 && words[3] == "incomplete", words[0] == "cells",
      let columns = Int(words[1]), let rows = Int(words[2]), columns > 0, rows > 0,
      columns <= limit.columns,
      rows <= limit.rows, bytes.count - end - 1 == columns * rows * 12
    else { return nil }

    var cells: [Cell] = []
    cells.reserveCapacity(columns * rows)
    for position in stride(from: end + 1, to: bytes.count, by: 12) {
      guard let cell = Cell(decoding: bytes, at: position, colors) else { return nil }
      cells.append(cell)
    }
    self.init(size: Size(columns: columns, rows: rows), cells: cells, isWhole: words.count == 3)
  }
}

extension Cell {
  fileprivate init?(decoding bytes: [UInt8], at position: Int, _ colors: PictureColors) {
    func number(_ position: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << ($1 * 8) }
    }
    guard let scalar = Unicode.Scalar(number(position)),
      scalar == " " || ("\u{2580}"..."\u{259F}").contains(scalar),
      let foreground = colors.color(number(position + 4)),
      let background = colors.color(number(position + 8))
    else { return nil }
    self.init(String(scalar), Style(foreground: foreground, background: background))
  }
}

extension PictureColors {
  fileprivate func color(_ number: UInt32) -> Color? {
    if number == .max { return .terminal }
    switch self {
    case .full: return number <= 0xFFFFFF ? .rgb(number) : nil
    case .indexed256: return UInt8(exactly: number).map(Color.palette)
    case .indexed16: return number < 16 ? .palette(UInt8(number)) : nil
    case .mono: return nil
    }
  }
}
