import DiaryCore
import Localization
import TerminalUI

// Where one is, where one has been, and the way between.
extension ScreenContext {
  /// Where one is. What lies over the last screen that can be gone back to isn't part of it; `nil`
  /// while nothing is known of the diary.
  package var location: Location? {
    var list = Location.ListLocation()
    list.scopes = scopes.map(\.scope.part)
    list.search = search.map { Location.Search(text: $0.field.text, isWide: $0.isWide) }
    list.entry = entries.order(at: entries.selected)?.id ?? entries.selectedEntry?.id
    list.above = entries.selected - entries.top
    var screens: [Location.Screen] = []
    for screen in self.screens.all {
      guard let location = screen.location(in: self) else { break }
      screens.append(location)
    }
    return self.list.total == nil && screens.isEmpty ? nil : Location(list: list, screens: screens)
  }

  /// Whether one may go away from the front screen: nothing is being written or answered there.
  var canGoElsewhere: Bool {
    !screens.contains(where: \.holdsBack) && front.canBeLeft
  }
}

extension AppState {
  /// One leaves for somewhere else: Ctrl-O leads back here.
  mutating func recordJump() {
    if let location = context.location { jumps.record(location) }
  }

  /// Goes back to where one was, or forward again.
  mutating func jump(_ direction: JumpList.Direction) -> [Effect] {
    guard context.canGoElsewhere else { return [] }
    let requestID = context.nextRequestID()
    let current = context.location
    guard let (locations, steps) = jumps.request(direction, from: current, requestID: requestID)
    else {
      reportNoLocation(direction)
      return []
    }
    return [.findLocation(locations, steps: steps, direction, from: current, requestID: requestID)]
  }

  mutating func reportNoLocation(_ direction: JumpList.Direction) {
    context.toast =
      direction == .back
      ? localized("Nowhere to go back to.")
      : localized("Nowhere to go forward to.")
  }

  // MARK: Going there

  /// Shows a place as it was left.
  mutating func show(_ visit: ResolvedLocation) -> [Effect] {
    let location = visit.location
    var effects: [Effect] = []
    let before = screens.all
    if location.list.scopes != context.scopes.map(\.scope.part)
      || location.list.search != context.location?.list.search
    {
      effects += showAll()
      for part in location.list.scopes {
        push(ListScope(part, within: context.scope, today: context.now.day))
      }
      if let typed = location.list.search {
        let found = FoundList(number: context.nextRequestID())
        effects += context.search(typed.text, isWide: typed.isWide, found: found)
      }
    }
    select(visit)
    screens.removeAll()
    for (index, screen) in location.screens.enumerated() {
      // What has been read already needn't be read again.
      let old = before.element(at: index)
      guard let opened = screen.kind.open(screen, visit, old, &context) else { break }
      effects += opened.effects
      screens.push(opened.screen)
    }
    if !screens.contains(GalleryState.self) { context.feed = nil }
    return effects
  }

  private mutating func push(_ scope: ListScope) {
    var found = FoundList(number: context.nextRequestID())
    found.ask(for: scope.predicate)
    context.scopes.append(ScopedList(scope: scope, found: found))
  }

  private mutating func select(_ visit: ResolvedLocation) {
    let above = visit.location.list.above
    guard let entry = visit.location.list.entry.flatMap({ visit.entries[$0] }) else { return }
    if context.found == nil {
      if let rank = visit.rank { context.list.select(rank, below: above) }
    } else {
      changeFront { $0.select(entry.order, below: above) }
    }
  }

  /// Gives the list of found entries in front to a closure.
  private mutating func changeFront(_ body: (inout FoundList) -> Void) {
    if context.search != nil {
      context.search?.found.change(body)
    } else if !context.scopes.isEmpty {
      context.scopes[context.scopes.count - 1].found.change(body)
    }
  }

  // MARK: Coming and going

  /// Goes to a place before anything is read. Returns what is to be done for it.
  package mutating func begin(at location: InitialScreen) -> [Effect] {
    switch location {
    case .newest: break
    case .list(let rank): context.list.begin(at: rank)
    case .entry(let entry, let rank):
      context.list.begin(at: rank)
      screens.push(ReaderState(entry))
    case .calendar(let phrase): CalendarState.open(phrase, in: &context)
    case .last(let visit): return show(visit)
    case .writing(let fields, let takesPhotosOfDay):
      writesOne = true
      let editor = EditorState(new: fields, draft: .random())
      return carryOut(
        context.begin(editor, on: fields.date.day, takesPhotos: takesPhotosOfDay))
    case .writingAgain(let draft):
      writesOne = true
      screens.push(EditorState(draft, original: nil, base: []))
    }
    return carryOut([])
  }

  /// How it is left now. What isn't known yet, or doesn't hold where screens are lines of text,
  /// stays as it was.
  var leftView: RememberedView {
    RememberedView(
      listForm: context.speaks ? remembered.listForm : context.listForm,
      location: context.list.total == nil ? remembered.location : context.location,
      locked: lockedWork)
  }

  /// Takes up how it was left the last time: Ctrl-O leads there.
  package mutating func remember(_ view: RememberedView) {
    remembered = view
    if !context.speaks { context.listForm = view.listForm }
    if let location = view.location { jumps.record(location) }
  }

  /// Whether the one entry has been written, or won't be.
  var hasWrittenOne: Bool { writesOne && !screens.contains(EditorState.self) }

  /// How many screens, dialogs and parts of the list there are to leave.
  var depth: Int { screens.count + context.scopes.count + (context.search == nil ? 0 : 1) }
}
