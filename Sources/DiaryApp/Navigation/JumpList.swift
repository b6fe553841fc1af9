import DiaryCore
import TerminalUI
import Text

/// The locations visited before jumps, oldest first, and the current position among them. Going
/// back and forward keeps the list. A new jump removes the locations ahead.
package struct JumpList: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    case back, forward
  }

  /// A request for locations that may still exist.
  private struct Search: Hashable, Sendable {
    let direction: Direction
    var steps: Int
    var requestID: Int
    /// The positions of the requested locations.
    var indices: [Int]
  }

  package private(set) var locations: [Location] = []
  /// The position of the location returned to; the number of locations if the user isn't at one of
  /// them.
  package private(set) var index = 0
  private var search: Search?

  private static let most = 100

  package init() {}

  /// Records the location before a jump.
  package mutating func record(_ location: Location) {
    search = nil
    // The location returned to is kept, even if the user has moved within it.
    locations.removeSubrange(min(index + 1, locations.count)...)
    if locations.last?.isSame(as: location) == true { locations.removeLast() }
    locations.append(location)
    locations.removeFirst(max(0, locations.count - Self.most))
    index = locations.count
  }

  /// Returns the locations that can be reached, nearest first, and the number of steps. Requests
  /// made before the answer add up their steps. `nil` if there is no location.
  package mutating func request(
    _ direction: Direction, from current: Location?, requestID: Int
  ) -> (locations: [Location], steps: Int)? {
    let all =
      direction == .back
      ? Array((0..<index).reversed()) : Array(locations.indices.dropFirst(index + 1))
    // The user may already be there by other means.
    let indices = all.drop { location in current.map { locations[location].isSame(as: $0) } ?? false
    }
    guard !indices.isEmpty else { return nil }
    let steps = search?.direction == direction ? (search?.steps ?? 0) + 1 : 1
    search = Search(
      direction: direction, steps: steps, requestID: requestID, indices: Array(indices))
    return (indices.map { locations[$0] }, steps)
  }

  /// Moves to one of the requested locations, storing the current one so that going forward returns
  /// here. Returns `false` if the request is outdated.
  package mutating func go(to found: Int, from current: Location?, requestID: Int) -> Bool {
    guard let search, search.requestID == requestID, search.indices.indices.contains(found) else {
      return false
    }
    self.search = nil
    let target = search.indices[found]
    if let current {
      if locations.indices.contains(index) {
        locations[index] = current
      } else if locations.last?.isSame(as: current) == true {
        locations[locations.count - 1] = current
      } else {
        locations.append(current)
      }
    }
    index = target
    return true
  }

  /// Ends a request without a result. Returns `false` if the request is outdated.
  package mutating func stopLooking(_ requestID: Int) -> Bool {
    guard search?.requestID == requestID else { return false }
    search = nil
    return true
  }
}

// MARK: - Jumping

extension AppState {
  /// The current location, without screens over the last one that can be returned to; `nil` until
  /// something of the diary is known.
  package var location: Location? {
    var list = Location.ListLocation()
    list.scopes = scopes.map(\.scope.part)
    list.search = search.map { Location.Search(text: $0.field.text, isWide: $0.isWide) }
    list.entry = entries.sortKey(at: entries.selected)?.id ?? entries.selectedEntry?.id
    list.above = entries.selected - entries.top
    var screens: [Location.Screen] = []
    for screen in self.screens.all {
      guard let location = screen.location(in: self) else { break }
      screens.append(location)
    }
    return self.list.total == nil && screens.isEmpty ? nil : Location(list: list, screens: screens)
  }

  /// Indicates that other screens can be opened from the front one: nothing is being written or
  /// answered there.
  var canSwitchScreen: Bool {
    !screens.contains(where: \.blocksSwitching) && front.allowsSwitching
  }
}

extension AppState {
  /// Records the current location, so that Ctrl-O returns to it.
  mutating func recordJump() {
    if let location = self.location { jumps.record(location) }
  }

  /// Goes back to a visited location, or forward again.
  mutating func jump(_ direction: JumpList.Direction) -> [Effect] {
    guard canSwitchScreen else { return [] }
    let requestID = nextRequestID()
    let current = location
    guard let (locations, steps) = jumps.request(direction, from: current, requestID: requestID)
    else {
      reportNoLocation(direction)
      return []
    }
    return [.findLocation(locations, steps: steps, direction, from: current, requestID: requestID)]
  }

  mutating func reportNoLocation(_ direction: JumpList.Direction) {
    toast =
      direction == .back
      ? localized("Nowhere to go back to.")
      : localized("Nowhere to go forward to.")
  }

  // MARK: Opening locations

  /// Restores a location.
  mutating func show(_ visit: ResolvedLocation) -> [Effect] {
    let location = visit.location
    var effects: [Effect] = []
    let before = screens.all
    if location.list.scopes != scopes.map(\.scope.part)
      || location.list.search != self.location?.list.search
    {
      effects += showAll()
      for part in location.list.scopes {
        push(
          ListScope(
            part, within: scope, today: now.day,
            settings: searchSettings))
      }
      if let typed = location.list.search {
        let found = FoundList(number: nextRequestID())
        effects += search(typed.text, isWide: typed.isWide, found: found)
      }
    }
    select(visit)
    screens.removeAll()
    for (index, screen) in location.screens.enumerated() {
      // Reuse what has already been read.
      let old = before.element(at: index)
      guard let opened = screen.kind.open(screen, visit, old, &self) else { break }
      effects += opened.effects
      screens.push(opened.screen)
    }
    if !screens.contains(GalleryState.self) { feed = nil }
    return effects
  }

  private mutating func push(_ scope: ListScope) {
    var found = FoundList(number: nextRequestID())
    found.ask(for: scope.predicate)
    scopes.append(ScopedList(scope: scope, found: found))
  }

  private mutating func select(_ visit: ResolvedLocation) {
    let above = visit.location.list.above
    guard let entry = visit.location.list.entry.flatMap({ visit.entries[$0] }) else { return }
    if found == nil {
      if let rank = visit.rank { list.select(rank, below: above) }
    } else {
      changeFront { $0.select(entry.sortKey, below: above) }
    }
  }

  /// Changes the front filtered list.
  private mutating func changeFront(_ body: (inout FoundList) -> Void) {
    if search != nil {
      search?.found.change(body)
    } else if !scopes.isEmpty {
      scopes[scopes.count - 1].found.change(body)
    }
  }

  // MARK: Starting and ending

  /// Opens the first screen before anything is read. Returns the effects it needs.
  package mutating func begin(at location: InitialScreen) -> [Effect] {
    switch location {
    case .newest: break
    case .list(let rank): list.begin(at: rank)
    case .entry(let entry, let rank, let edits):
      list.begin(at: rank)
      screens.push(ReaderState(entry))
      if edits { return applyUpdates(act(.edit, on: entry)) }
    case .calendar(let phrase): CalendarState.open(phrase, in: &self)
    case .last(let visit): return show(visit)
    case .writing(let fields, let addsPhotosOfDay):
      writesOne = true
      let editor = EditorState(new: fields, draft: .random())
      return applyUpdates(
        begin(editor, on: fields.date.day, addsPhotos: addsPhotosOfDay))
    case .writingAgain(let draft):
      writesOne = true
      screens.push(EditorState(draft, original: nil, base: []))
      return [.claimDraft(draft)] + applyUpdates([])
    }
    return applyUpdates([])
  }

  /// The view to save for the next run. Unknown parts, and those without meaning in `--plain`, keep
  /// their former values.
  var leftView: RememberedView {
    RememberedView(
      listForm: speaks ? remembered.listForm : self.listForm,
      location: list.total == nil ? remembered.location : self.location,
      locked: lockedWork)
  }

  /// Applies the view saved at the end of the last run, and records its location for Ctrl-O.
  package mutating func remember(_ view: RememberedView) {
    remembered = view
    if !speaks { listForm = view.listForm }
    if let location = view.location { jumps.record(location) }
  }

  /// Indicates that the single entry was written or discarded.
  var hasWrittenOne: Bool { writesOne && !screens.contains(EditorState.self) }

  /// The number of open screens, dialogs and filters.
  var depth: Int { screens.count + scopes.count + (search == nil ? 0 : 1) }
}

// MARK: - Effects

extension Effect {
  /// Finds the location `steps` away among those that still exist and differ from the current one.
  /// `locations` are sorted nearest first.
  static func findLocation(
    _ locations: [Location], steps: Int, _ direction: JumpList.Direction, from current: Location?,
    requestID: Int
  ) -> Effect {
    .read(locations, steps, direction, current, requestID) { service in
      try await ResolvedLocation.find(steps, of: locations, from: current, in: service)
    } thenPerform: { state, found in
      guard let (index, visit) = found else {
        if state.jumps.stopLooking(requestID) { state.reportNoLocation(direction) }
        return []
      }
      // The user may be writing something by now.
      guard state.canSwitchScreen,
        state.jumps.go(to: index, from: state.location, requestID: requestID)
      else { return [] }
      return state.show(visit)
    }
  }

  static func rememberView(_ view: RememberedView) -> Effect {
    .posting(view, in: .queue("view")) { await $0.environment.rememberView(view) }
  }
}
