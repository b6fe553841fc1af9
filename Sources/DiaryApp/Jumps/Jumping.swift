import DiaryCore
import TerminalUI
import Words

// Where one is, where one has been, and the way between.
extension AppState {
  /// One leaves for somewhere else: Ctrl-O leads back here.
  mutating func noteJump() {
    if let place { jumps.note(place) }
  }

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

  /// Opens a screen which Ctrl-O leads back from.
  mutating func jump(to screen: some Screen) {
    noteJump()
    screens.push(screen)
  }

  /// Whether one may go away from the front screen: nothing is being written or answered there.
  var canGoElsewhere: Bool {
    !screens.contains(where: \.holdsBack) && front.canBeLeft
  }

  /// Goes back to where one was, or forward again.
  mutating func jump(_ direction: JumpList.Direction) -> [Effect] {
    guard canGoElsewhere else { return [] }
    let ticket = nextTicket()
    let current = place
    guard let (places, steps) = jumps.want(direction, from: current, ticket: ticket) else {
      tellOfNoPlace(direction)
      return []
    }
    return [.findPlace(places, steps: steps, direction, from: current, ticket: ticket)]
  }

  mutating func tellOfNoPlace(_ direction: JumpList.Direction) {
    toast =
      direction == .back
      ? localized("Nowhere to go back to.")
      : localized("Nowhere to go forward to.")
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
    screens.removeAll()
    for (index, screen) in place.screens.enumerated() {
      // What has been read already needn't be read again.
      let old = before.indices.contains(index) ? before[index] : nil
      guard let opened = screen.kind.open(screen, visit, old, &self) else { break }
      effects += opened.effects
      screens.push(opened.screen)
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

  // MARK: Coming and going

  /// Goes to a place before anything is read. Returns what is to be done for it.
  package mutating func begin(at place: StartPlace) -> [Effect] {
    switch place {
    case .newest: break
    case .list(let rank): list.begin(at: rank)
    case .entry(let entry, let rank):
      list.begin(at: rank)
      screens.push(ReaderState(entry))
    case .calendar(let phrase): CalendarState.open(phrase, in: &self)
    case .last(let visit): return show(visit)
    case .writing(let fields):
      writesOne = true
      screens.push(EditorState(new: fields, draft: .random()))
    }
    return []
  }

  /// How it is left now. What isn't known yet, or doesn't hold where screens are lines of text,
  /// stays as it was.
  var leftView: RememberedView {
    RememberedView(
      listForm: speaks ? remembered.listForm : listForm,
      place: list.total == nil ? remembered.place : place)
  }

  /// Takes up how it was left the last time: Ctrl-O leads there.
  package mutating func remember(_ view: RememberedView) {
    remembered = view
    if !speaks { listForm = view.listForm }
    if let place = view.place { jumps.note(place) }
  }

  /// What is done at the very end.
  var leaving: [Effect] { writesOne ? [.leave] : [.rememberView(leftView), .leave] }

  /// Whether the one entry has been written, or won't be.
  var hasWrittenOne: Bool { writesOne && !screens.contains(EditorState.self) }

  /// How many screens, dialogs and parts of the list there are to leave.
  var depth: Int { screens.count + scopes.count + (search == nil ? 0 : 1) }
}
