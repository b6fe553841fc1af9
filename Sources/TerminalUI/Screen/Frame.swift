/// What the terminal shall show: cells, and where the cursor stands.
package struct Frame: Hashable, Sendable {
  package var grid: Grid
  /// The caret's cell, where an input method draws what is being composed; `nil` hides it.
  package var cursor: Point?

  /// The same in words, for a terminal that has lines only.
  package var speech: Speech?

  package init(grid: Grid, cursor: Point? = nil, speech: Speech? = nil) {
    self.grid = grid
    self.cursor = cursor
    self.speech = speech
  }
}
