import DiaryCore
import TerminalUI

/// All places that entries name, with their numbers and the latest day of each.
package struct PlacesState: Sendable {
  /// In the order chosen.
  private(set) var places: [PlaceTally] = []
  private(set) var order = PlaceTally.Order.count
  var choice = ChoiceList()

  var selected: PlaceTally? {
    places.indices.contains(choice.selected) ? places[choice.selected] : nil
  }

  /// The selection stays on its place, once a person has moved it.
  mutating func take(_ tallies: [PlaceTally]) {
    let name = choice.selected == 0 ? nil : selected?.name
    places = order == .count ? tallies : PlaceTally.sorted(tallies, by: order)
    let place = name.flatMap { name in places.firstIndex { $0.name.isSameName(as: name) } }
    choice.select(place ?? choice.selected, count: places.count)
  }

  mutating func changeOrder(_ tallies: [PlaceTally]) {
    order =
      switch order {
      case .count: .latest
      case .latest: .name
      case .name: .count
      }
    take(tallies)
  }
}

extension AppState {
  mutating func openPlaces() {
    noteJump()
    var screen = PlacesState()
    screen.take(figures?.statistics.places ?? [])
    layers.append(.places(screen))
  }

  mutating func updatePlaces(_ event: KeyEvent, _ screen: PlacesState) -> [Effect] {
    var screen = screen
    let (count, page) = (screen.places.count, max(1, ScreenFrame.body(size).rows - 1))
    func move(by rows: Int) { screen.choice.select(screen.choice.selected + rows, count: count) }
    switch keys.places.command(for: event) ?? keys.everywhere.command(for: event) {
    case .back:
      layers.removeLast()
      return []
    case .open:
      guard let name = screen.selected?.name else { return [] }
      return show(ListScope(.place(name)))
    case .changeOrder: screen.changeOrder(figures?.statistics.places ?? [])
    case .down: move(by: 1)
    case .up: move(by: -1)
    case .pageDown: move(by: page)
    case .pageUp: move(by: -page)
    case .first: move(by: -count)
    case .last: move(by: count)
    case .some(let command): return updateEverywhere(command)
    case nil: return []
    }
    layers[layers.count - 1] = .places(screen)
    return []
  }

  mutating func clickPlaces(_ mouse: MouseEvent, _ screen: PlacesState) -> [Effect] {
    var screen = screen
    let count = screen.places.count
    switch mouse.action {
    case .scrollUp: screen.choice.select(screen.choice.selected - 1, count: count)
    case .scrollDown: screen.choice.select(screen.choice.selected + 1, count: count)
    case .press, .doublePress:
      let body = ScreenFrame.body(size)
      let place = screen.choice.top + mouse.point.row - body.row
      guard body.contains(mouse.point), place < count else { return [] }
      screen.choice.select(place, count: count)
      if mouse.action == .doublePress { return updatePlaces(KeyEvent(.enter), screen) }
    default: return []
    }
    layers[layers.count - 1] = .places(screen)
    return []
  }
}
