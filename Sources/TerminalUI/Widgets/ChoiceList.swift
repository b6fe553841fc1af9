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

  /// Whether the key moved the selection. `page` is the number of items in view.
  package mutating func handle(_ event: KeyEvent, count: Int, page: Int) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .up: select(selected - 1, count: count)
    case .down: select(selected + 1, count: count)
    case .pageUp: select(selected - max(1, page - 1), count: count)
    case .pageDown: select(selected + max(1, page - 1), count: count)
    case .home: select(0, count: count)
    case .end: select(count - 1, count: count)
    default: return false
    }
    return true
  }

  /// Scrolls so that the selection is in view.
  package mutating func layOut(count: Int, height: Int) {
    select(selected, count: count)
    scroll.reveal(selected..<selected + 1, content: count, height: height)
  }
}
