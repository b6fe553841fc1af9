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
    for layer in layers {
      guard let screen = screen(of: layer) else { break }
      screens.append(screen)
    }
    return self.list.total == nil && screens.isEmpty ? nil : Place(list: list, screens: screens)
  }

  private func screen(of layer: Layer) -> Place.Screen? {
    switch layer {
    case .reader(let reader): return .reader(reader.entry.id, top: reader.scroll.top)
    case .viewer(let viewer): return viewer.photo.map { .viewer(viewer.entry.id, $0.asset) }
    case .gallery(let gallery):
      let item = roll?[gallery.position.selected]
      return .gallery(item?.entry, item?.photo.asset)
    case .calendar(let calendar):
      let entry = calendar.focus == .entries ? calendar.chosenEntry?.id : nil
      return .calendar(calendar.day, isYear: calendar.form == .year, entry)
    case .onThisDay(let screen): return .onThisDay(screen.day, screen.selectedEntry?.id)
    case .trash(let trash): return .trash(trash.selectedEntry?.id)
    case .tagList(let list): return .tags(list.selected?.name)
    case .journals(let screen): return .journals(journal(at: screen.choice.selected)?.name)
    case .statistics: return .statistics
    case .places: return .places
    default: return nil
    }
  }

  // MARK: Going there

  /// Shows a place as it was left.
  mutating func show(_ visit: PlaceVisit) -> [Effect] {
    let place = visit.place
    var effects: [Effect] = []
    let before = layers
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
    layers = []
    for (index, screen) in place.screens.enumerated() {
      // What has been read already needn't be read again.
      let old = before.indices.contains(index) ? before[index] : nil
      guard let layer = layer(of: screen, visit, old, &effects) else { break }
      layers.append(layer)
    }
    if !layers.contains(where: \.isGallery) { roll = nil }
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

  private mutating func layer(
    of screen: Place.Screen, _ visit: PlaceVisit, _ old: Layer?, _ effects: inout [Effect]
  ) -> Layer? {
    switch (screen, old) {
    case (.reader(let id, let top), _):
      guard let entry = visit.entries[id] else { return nil }
      var reader = ReaderState(entry, finding: phrases)
      ReaderView.layOut(&reader, self)
      reader.scroll.move(
        by: top, content: reader.document.rowCount, height: ReaderView.body(size).rows)
      return .reader(reader)
    case (.viewer(let id, let asset), _):
      guard let entry = visit.entries[id],
        let index = entry.photos.firstIndex(where: { $0.asset == asset })
      else { return nil }
      return .viewer(ViewerState(entry, index: index, viewerScope(of: entry)))
    case (.gallery(let id, let asset), _):
      if roll == nil { roll = PhotoRoll() }
      var gallery = GalleryState()
      if case .gallery(let open) = old { gallery = open }
      if let id, let asset { gallery.wanted = GalleryState.Wanted(entry: id, photo: asset) }
      return .gallery(gallery)
    case (.calendar(let day, let isYear, let id), _):
      var calendar = CalendarState(day)
      if case .calendar(let open) = old { calendar = open }
      calendar.select(day)
      calendar.form = isYear ? .year : .month
      calendar.want(id)
      return .calendar(calendar)
    case (.onThisDay(let day, let id), _):
      var screen = OnThisDayState(day)
      if case .onThisDay(let open) = old, open.day == day { screen = open }
      screen.want(id)
      return .onThisDay(screen)
    case (.trash(let id), _):
      var trash = TrashState()
      if case .trash(let open) = old { trash = open }
      trash.wanted = id
      effects.append(.loadTrash)
      return .trash(trash)
    case (.tags(let name), _):
      var tags = TagListState()
      if case .tagList(let open) = old { tags = open }
      tags.want(name)
      return .tagList(tags)
    case (.journals(let name), _):
      var screen = JournalsState()
      if case .journals(let open) = old { screen = open }
      screen.wanted = name
      journalsAreStale = true
      return .journals(screen)
    case (.statistics, .statistics(let open)): return .statistics(open)
    case (.statistics, _): return .statistics(StatisticsState())
    case (.places, .places(let open)): return .places(open)
    case (.places, _):
      var screen = PlacesState()
      screen.take(figures?.statistics.places ?? [])
      return .places(screen)
    }
  }
}
