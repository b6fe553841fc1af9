extension ChoiceList {
  package enum Click: Hashable, Sendable {
    case selected
    /// The second press soon after the first.
    case opened
  }

  /// What the mouse did to a list that is drawn in a rectangle, an item a row; `nil` if nothing.
  package mutating func handle(_ event: MouseEvent, count: Int, in rows: Rect) -> Click? {
    switch event.action {
    case .scrollUp, .scrollDown:
      // In short lists, three would go past what one wants.
      let step = count > rows.rows ? 3 : 1
      select(selected + (event.action == .scrollUp ? -step : step), count: count)
      return .selected
    case .press, .doublePress:
      let index = top + event.point.row - rows.row
      guard rows.contains(event.point), index < count else { return nil }
      select(index, count: count)
      return event.action == .doublePress ? .opened : .selected
    case .triplePress, .drag, .release: return nil
    }
  }
}
