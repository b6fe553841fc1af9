/// What the terminal shall show: cells, and where the cursor stands.
package struct Frame: Hashable, Sendable {
  package var grid: Grid
  /// The caret's cell, where an input method draws what is being composed; `nil` hides it.
  package var cursor: Point?
  /// Whether something is typed that isn't shown, so that a person has to be told of Caps Lock.
  package var watchesCapsLock = false

  /// What the frame shows in words, for a terminal that has lines only.
  package var accessibleText: AccessibleText?

  package init(grid: Grid, cursor: Point? = nil, accessibleText: AccessibleText? = nil) {
    self.grid = grid
    self.cursor = cursor
    self.accessibleText = accessibleText
  }
}
