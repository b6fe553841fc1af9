import DiaryCore
import TerminalUI
import Text

/// The list of all places in entries, with the number of entries and the latest day of each.
package struct PlacesState: Sendable {
  /// The places in the selected order.
  private(set) var places: [PlaceTally] = []
  private(set) var order = PlaceTally.Order.count
  /// The largest number of entries that a place has.
  private var most = 0
  var choice = ChoiceList()

  var selected: PlaceTally? { places.element(at: choice.selected) }

  /// Sets the places. The selection stays on its place if the user has moved it from the first one.
  mutating func receive(_ tallies: [PlaceTally]) {
    let name = choice.selected == 0 ? nil : selected?.name
    most = tallies.map(\.count).max() ?? 0
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
    receive(tallies)
  }
}

extension PlacesState: ChoiceScreen {
  static func open(in app: inout AppState) {
    app.recordJump()
    var screen = PlacesState()
    screen.receive(app.figures?.statistics.places ?? [])
    app.push(screen)
  }

  package var opener: Command? { .places }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.places]] }

  package func location(in app: AppState) -> Location.Screen? {
    Location.Screen(kind: .places)
  }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .open: selected != nil
    case .changeOrder: places.count > 1
    default: true
    }
  }

  mutating func open(in app: inout AppState) -> [Effect] {
    selected.map { [.show(ListScope(.place($0.name), today: app.now.day))] } ?? []
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .changeOrder: changeOrder(app.figures?.statistics.places ?? [])
    case .map: MapState.open(.all, in: &app)
    default: return nil
    }
    return []
  }

  // MARK: What is shown

  func rowCount(in app: AppState) -> Int { places.count }

  private func emptyPage(_ app: AppState) -> EmptyPage {
    let hasPhotos = app.list.mayContain { !$0.pictures.isEmpty }
    let map = app.keys[.places].keyName(of: .map).flatMap {
      hasPhotos ? localized("Press \($0) to see where photos were taken.") : nil
    }
    return EmptyPage(
      localized("No places yet."),
      hints: [localized("Press F2 in the editor to add one."), map].compactMap(\.self))
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let isComplete = app.figures?.isComplete == true
    let frame = ScreenFrame(
      title: localized("Places"),
      trailing: isComplete ? CountText.places(places.count) : StatisticsState.trailing(app),
      hints: app.keys[.places].bindings, in: &grid, app)
    if isComplete, places.isEmpty {
      emptyPage(app).draw(in: &grid, frame.body, app.theme)
    }
    drawRows(in: &grid, app)
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    CountedRow.draw(
      places[row].name, count: places[row].count, of: most,
      detail: DateText.short(places[row].latest), isSelected: isSelected, in: &grid, line,
      app.theme)
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    let place = places[row]
    return "\(place.name), \(CountText.entries(place.count)), \(DateText.long(place.latest))"
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    guard app.figures?.isComplete == true else { return AccessibleText(localized("Places")) }
    return AccessibleText(
      "\(localized("Places")), \(CountText.places(places.count))",
      places.isEmpty ? emptyPage(app).lines : [], selected: selectedText(in: app))
  }
}

extension Location.Kind {
  static let places = Self(name: "places") { _, _, old, app in
    var screen = old as? PlacesState ?? PlacesState()
    if old as? PlacesState == nil { screen.receive(app.figures?.statistics.places ?? []) }
    return (screen, [])
  }
}
