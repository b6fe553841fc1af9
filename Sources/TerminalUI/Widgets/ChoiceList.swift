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
