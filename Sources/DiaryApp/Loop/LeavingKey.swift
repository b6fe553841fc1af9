import TerminalUI

/// A key that has left a screen. Pressed once too often, it would end the program.
struct LeavingKey: Sendable {
  let key: KeyEvent
  /// In the program's time.
  let time: Duration

  /// Nobody has seen by then that the list is in front.
  private static let pause = Duration.milliseconds(500)

  func isRepeated(by key: KeyEvent, at time: Duration) -> Bool {
    key == self.key && time - self.time < Self.pause
  }
}
