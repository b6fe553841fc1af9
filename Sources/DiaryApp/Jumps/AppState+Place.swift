import DiaryCore
import TerminalUI

extension AppState {
  /// Where one is. What lies over the last screen that can be gone back to isn't part of it; `nil`
  /// while nothing is known of the diary.
  package var place: Place? {
    var list = Place.ListPlace()
    list.scopes = scopes.map(\.scope.part)
    list.search = search.map { Place.Search(text: $0.field.text, isWide: $0.isWide) }
    list.entry = entries.order(at: entries.selected)?.id ?? entries.selectedEntry?.id
    list.above = entries.selected - entries.top
    var screens: [Place.Screen] = []
    for screen in self.screens.all {
      guard let place = screen.place(in: self) else { break }
      screens.append(place)
    }
    return self.list.total == nil && screens.isEmpty ? nil : Place(list: list, screens: screens)
  }

  // MARK: Going there

  /// Shows a place as it was left.
  mutating func show(_ visit: PlaceVisit) -> [Effect] {
    let place = visit.place
    var effects: [Effect] = []
    let before = screens.all
    if place.list.scopes != scopes.map(\.scope.part) || place.list.search != self.place?.list.search
    {
      effects += showAll()
      for part in place.list.scopes { push(ListScope(part, within: scope, today: now.day)) }
      if let typed = place.list.search {
        let found = FoundList(number: nextTicket())
        effects += search(typed.text, isWide: typed.isWide, found: found)
      }
    }
    select(visit)
    screens = ScreenStack()
    for (index, screen) in place.screens.enumerated() {
      // What has been read already needn't be read again.
      let old = before.indices.contains(index) ? before[index] : nil
      guard let screen = self.screen(at: screen, visit, old, &effects) else { break }
      screens.push(screen)
    }
    if !screens.contains(GalleryState.self) { roll = nil }
    return effects
  }

  private mutating func push(_ scope: ListScope) {
    var found = FoundList(number: nextTicket())
    found.ask(for: scope.predicate)
    scopes.append(ScopedList(scope: scope, found: found))
  }

  private mutating func select(_ visit: PlaceVisit) {
    let above = visit.place.list.above
    guard let entry = visit.place.list.entry.flatMap({ visit.entries[$0] }) else { return }
    if found == nil {
      if let rank = visit.rank { list.select(rank, below: above) }
    } else {
      changeFront { $0.select(entry.order, below: above) }
    }
  }

  /// Gives the list of found entries in front to a closure.
  private mutating func changeFront(_ body: (inout FoundList) -> Void) {
    if search != nil {
      search?.found.change(body)
    } else if !scopes.isEmpty {
      scopes[scopes.count - 1].found.change(body)
    }
  }

  private mutating func screen(
    at place: Place.Screen, _ visit: PlaceVisit, _ old: (any Screen)?, _ effects: inout [Effect]
  ) -> (any Screen)? {
    switch place {
    case .reader(let id, let top):
      guard let entry = visit.entries[id] else { return nil }
      var reader = ReaderState(entry, finding: phrases)
      ReaderView.layOut(&reader, self)
      reader.scroll.move(
        by: top, content: reader.document.rowCount, height: ReaderView.body(size).rows)
      return reader
    case .viewer(let id, let asset):
      guard let entry = visit.entries[id],
        let index = entry.photos.firstIndex(where: { $0.asset == asset })
      else { return nil }
      return ViewerState(entry, index: index, viewerScope(of: entry))
    case .gallery(let id, let asset):
      if roll == nil { roll = PhotoRoll() }
      var gallery = GalleryState()
      if let open = old as? GalleryState { gallery = open }
      if let id, let asset { gallery.wanted = GalleryState.Wanted(entry: id, photo: asset) }
      return gallery
    case .calendar(let day, let isYear, let id):
      var calendar = CalendarState(day)
      if let open = old as? CalendarState { calendar = open }
      calendar.select(day)
      calendar.form = isYear ? .year : .month
      calendar.want(id)
      return calendar
    case .onThisDay(let day, let id):
      var screen = OnThisDayState(day)
      if let open = old as? OnThisDayState, open.day == day { screen = open }
      screen.want(id)
      return screen
    case .trash(let id):
      var trash = TrashState()
      if let open = old as? TrashState { trash = open }
      trash.wanted = id
      effects.append(.loadTrash)
      return trash
    case .tags(let name):
      var tags = TagListState()
      if let open = old as? TagListState { tags = open }
      tags.want(name)
      return tags
    case .journals(let name):
      var screen = JournalsState()
      if let open = old as? JournalsState { screen = open }
      screen.wanted = name
      journalsAreStale = true
      return screen
    case .statistics: return old as? StatisticsState ?? StatisticsState()
    case .places:
      if let open = old as? PlacesState { return open }
      var screen = PlacesState()
      screen.take(figures?.statistics.places ?? [])
      return screen
    }
  }
}
