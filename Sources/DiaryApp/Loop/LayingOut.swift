extension AppState {
  /// Fits what scrolls into the screen.
  mutating func layOut() {
    if pinned.count == 0 { leaveStrip() }
    let rows = ListLayout(self).rows.rows
    let arrangement = arrangement
    // The lists behind it stay as they were.
    entries.layOut(height: rows, arrangement)
    let app = self
    screens.layOut(in: app)
  }
}
