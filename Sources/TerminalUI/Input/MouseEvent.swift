/// What a person did with the mouse: its left button, and its wheel.
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press
    /// The second press soon after the first, and the third.
    case doublePress
    case triplePress
    /// The pointer has come to another cell with the button held down.
    case drag
    case release
    case scrollUp
    case scrollDown

    /// How many rows a turn of the wheel scrolls down; negative for up, 0 for what isn't the wheel.
    package var wheelRows: Int { self == .scrollUp ? -3 : self == .scrollDown ? 3 : 0 }

    package var isPress: Bool { [.press, .doublePress, .triplePress].contains(self) }
  }

  package var action: Action
  package var point: Point

  package init(_ action: Action, at point: Point) {
    self.action = action
    self.point = point
  }
}
