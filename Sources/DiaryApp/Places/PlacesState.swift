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
    screens.push(screen)
  }

  mutating func updatePlaces(_ event: KeyEvent, _ screen: PlacesState) -> [Effect] {
    var screen = screen
    switch keys[.places].command(for: event) ?? keys[.everywhere].command(for: event) {
    case .back:
      screens.pop()
      return []
    case .open: return open(screen.selected)
    case .changeOrder: screen.changeOrder(figures?.statistics.places ?? [])
    case .some(let command):
      let page = ScreenFrame.body(size).rows
      guard screen.choice.handle(command, count: screen.places.count, page: page) else {
        return updateEverywhere(command)
      }
    case nil: return []
    }
    screens.replaceFront(with: screen)
    return []
  }

  private mutating func open(_ place: PlaceTally?) -> [Effect] {
    place.map { show(ListScope(.place($0.name), today: now.day)) } ?? []
  }

  mutating func clickPlaces(_ mouse: MouseEvent, _ screen: PlacesState) -> [Effect] {
    var screen = screen
    let click = screen.choice.handle(
      mouse, count: screen.places.count, in: ScreenFrame.body(size))
    screens.replaceFront(with: screen)
    return click == .opened ? open(screen.selected) : []
  }
}
