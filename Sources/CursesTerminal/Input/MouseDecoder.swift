import TerminalUI

/// What a terminal reports of the mouse, cells counted from 0.
struct MouseReport: Equatable {
  var button: Int
  var column: Int
  var row: Int
  var isPress: Bool

  init(button: Int, column: Int, row: Int, isPress: Bool) {
    self.button = button
    self.column = column
    self.row = row
    self.isPress = isPress
  }

  /// The older form: button, column and row in a byte each, 32 above their value.
  init(x10 bytes: ArraySlice<UInt8>) {
    let values = bytes.map { Int($0) - 32 }
    button = values[0]
    column = values[1] - 1
    row = values[2] - 1
    isPress = button & 3 != 3
  }
}

/// Tells presses from double presses and leaves out what the program has no use for.
struct MouseDecoder {
  private static let doublePressTime = Duration.milliseconds(400)

  private var lastPress: (point: Point, time: ContinuousClock.Instant)?

  mutating func event(_ report: MouseReport, at time: ContinuousClock.Instant) -> MouseEvent? {
    guard report.column >= 0, report.row >= 0, report.isPress else { return nil }
    let point = Point(column: report.column, row: report.row)
    // 4, 8 and 16 are modifiers, 32 motion.
    switch report.button & ~(4 | 8 | 16) {
    case 0:
      if let last = lastPress, last.point == point, time - last.time <= Self.doublePressTime {
        lastPress = nil
        return MouseEvent(.doublePress, at: point)
      }
      lastPress = (point, time)
      return MouseEvent(.press, at: point)
    case 64: return MouseEvent(.scrollUp, at: point)
    case 65: return MouseEvent(.scrollDown, at: point)
    default: return nil
    }
  }
}
