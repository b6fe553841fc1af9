/// The selection and scroll position of a list.
package struct ChoiceList: Hashable, Sendable {
  package private(set) var selected = 0
  private var scroll = ScrollPosition()

  package init() {}

  /// The index of the first visible item.
  package var top: Int { scroll.top }

  /// Selects an item, or the nearest existing one.
  package mutating func select(_ index: Int, count: Int) {
    selected = max(0, min(index, count - 1))
  }

  /// A move of the selection.
  package enum Step: Hashable, Sendable {
    case up, down, pageUp, pageDown, halfPageUp, halfPageDown, first, last
  }

  /// Moves the selection. `page` is the number of visible items.
  package mutating func move(_ step: Step, count: Int, page: Int) {
    switch step {
    case .up: select(selected - 1, count: count)
    case .down: select(selected + 1, count: count)
    case .pageUp: select(selected - max(1, page - 1), count: count)
    case .pageDown: select(selected + max(1, page - 1), count: count)
    case .halfPageUp: select(selected - max(1, page / 2), count: count)
    case .halfPageDown: select(selected + max(1, page / 2), count: count)
    case .first: select(0, count: count)
    case .last: select(count - 1, count: count)
    }
  }

  /// Scrolls to the selection.
  package mutating func layOut(count: Int, height: Int) {
    select(selected, count: count)
    scroll.reveal(selected..<selected + 1, content: count, height: height)
  }
}

// MARK: - Mouse

extension ChoiceList {
  package enum Click: Hashable, Sendable {
    case selected
    /// A double press.
    case opened
  }

  /// Handles a mouse event for a list drawn in a rectangle with one row per item. Returns `nil` if
  /// nothing happened.
  package mutating func handle(_ event: MouseEvent, count: Int, in rows: Rect) -> Click? {
    switch event.action {
    case .scrollUp, .scrollDown:
      // In short lists, steps of three would be too far.
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

// MARK: - Scroll position

/// The first visible row of scrolled content, kept within bounds.
package struct ScrollPosition: Hashable, Sendable {
  package private(set) var top = 0

  package init() {}

  /// Scrolls by rows, no further than the last row of the content at the bottom.
  package mutating func move(by rows: Int, content: Int, height: Int) {
    top = min(max(0, top + rows), max(0, content - height))
  }

  /// Scrolls as little as necessary to show some rows.
  package mutating func reveal(_ rows: Range<Int>, content: Int, height: Int) {
    if rows.lowerBound < top { top = rows.lowerBound }
    if rows.upperBound > top + height { top = min(rows.lowerBound, rows.upperBound - height) }
    move(by: 0, content: content, height: height)
  }
}
