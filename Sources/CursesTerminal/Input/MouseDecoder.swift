import TerminalUI

/// What a terminal reports of the mouse, cells counted from 0.
struct MouseReport: Equatable {
  var button: Int
  var column: Int
  var row: Int
  var isPress: Bool

}

extension MouseReport {
  /// The older form: button, column and row in a byte each, 32 above their value.
  init(x10 bytes: ArraySlice<UInt8>) {
    let values = bytes.map { Int($0) - 32 }
    self.init(
      button: values[0], column: values[1] - 1, row: values[2] - 1, isPress: values[0] & 3 != 3)
  }
}

/// Tells presses that come soon after each other from others, and leaves out what the program has
/// no use for.
struct MouseDecoder {
  private static let nextPressTime = Duration.milliseconds(400)
  private static let presses: [MouseEvent.Action] = [.press, .doublePress, .triplePress]

  private var lastPress: (point: Point, time: ContinuousClock.Instant, count: Int)?
  /// Where the pointer was last, as long as the button is down.
  private var heldAt: Point?

  mutating func event(_ report: MouseReport, at time: ContinuousClock.Instant) -> MouseEvent? {
    guard report.column >= 0, report.row >= 0 else { return nil }
    let point = Point(column: report.column, row: report.row)
    guard report.isPress else { return release(at: point) }
    // 4, 8 and 16 are modifiers, 32 motion.
    switch report.button & ~(4 | 8 | 16) {
    // With Shift the terminal's own selection is meant, whoever is told of it.
    case 0 where report.button & 4 == 0: return press(at: point, time)
    case 32: return drag(to: point)
    case 64: return MouseEvent(.scrollUp, at: point)
    case 65: return MouseEvent(.scrollDown, at: point)
    default: return nil
    }
  }

  private mutating func press(at point: Point, _ time: ContinuousClock.Instant) -> MouseEvent {
    var count = 0
    if let last = lastPress, last.point == point, time - last.time <= Self.nextPressTime {
      count = (last.count + 1) % Self.presses.count
    }
    lastPress = (point, time, count)
    heldAt = point
    return MouseEvent(Self.presses[count], at: point)
  }

  private mutating func drag(to point: Point) -> MouseEvent? {
    guard let last = heldAt, last != point else { return nil }
    heldAt = point
    lastPress = nil
    return MouseEvent(.drag, at: point)
  }

  private mutating func release(at point: Point) -> MouseEvent? {
    guard heldAt != nil else { return nil }
    heldAt = nil
    return MouseEvent(.release, at: point)
  }
}
