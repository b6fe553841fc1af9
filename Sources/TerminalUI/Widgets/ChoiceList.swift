/// The selection in a list, and which part of the list is in view.
package struct ChoiceList: Hashable, Sendable {
  package private(set) var selected = 0
  private var scroll = ScrollPosition()

  package init() {}

  /// The first item in view.
  package var top: Int { scroll.top }

  /// Selects an item, or the nearest there is.
  package mutating func select(_ index: Int, count: Int) {
    selected = max(0, min(index, count - 1))
  }

  /// Where the selection may go.
  package enum Step: Hashable, Sendable { case up, down, pageUp, pageDown, first, last }

  /// Moves the selection. `page` is the number of items in view.
  package mutating func move(_ step: Step, count: Int, page: Int) {
    switch step {
    case .up: select(selected - 1, count: count)
    case .down: select(selected + 1, count: count)
    case .pageUp: select(selected - max(1, page - 1), count: count)
    case .pageDown: select(selected + max(1, page - 1), count: count)
    case .first: select(0, count: count)
    case .last: select(count - 1, count: count)
    }
  }

  /// Scrolls so that the selection is in view.
  package mutating func layOut(count: Int, height: Int) {
    select(selected, count: count)
    scroll.reveal(selected..<selected + 1, content: count, height: height)
  }
}

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

/// Which part of a long thing is in view: the first row shown, kept within bounds.
package struct ScrollPosition: Hashable, Sendable {
  package private(set) var top = 0

  package init() {}

  /// Moves by rows, so that the last row of the content stays at the bottom at most.
  package mutating func move(by rows: Int, content: Int, height: Int) {
    top = min(max(0, top + rows), max(0, content - height))
  }

  /// Moves as little as needed for these rows to be in view.
  package mutating func reveal(_ rows: Range<Int>, content: Int, height: Int) {
    if rows.lowerBound < top { top = rows.lowerBound }
    if rows.upperBound > top + height { top = min(rows.lowerBound, rows.upperBound - height) }
    move(by: 0, content: content, height: height)
  }
}
