import DiaryCore
import Localization
import TerminalUI

/// The places that one has jumped from, the latest last, and where in them one is. Going back and
/// forward leaves them as they are; a jump from among them forgets those that were ahead.
package struct JumpList: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    case back, forward
  }

  /// Places that are being looked for.
  private struct Search: Hashable, Sendable {
    let direction: Direction
    var steps: Int
    var requestID: Int
    /// Where those that are asked for stand.
    var indices: [Int]
  }

  package private(set) var locations: [Location] = []
  /// The place that one has gone back to; the number of places where one isn't among them.
  package private(set) var index = 0
  private var search: Search?

  private static let most = 100

  package init() {}

  /// A jump is made from a place.
  package mutating func record(_ location: Location) {
    search = nil
    // The one that was gone back to stays, though one may have moved on from there.
    locations.removeSubrange(min(index + 1, locations.count)...)
    if locations.last?.isSame(as: location) == true { locations.removeLast() }
    locations.append(location)
    locations.removeFirst(max(0, locations.count - Self.most))
    index = locations.count
  }

  /// Which places may be gone to, the nearest first, and how many steps are to be made: keys that
  /// come before the answer add to them. `nil` if there is none.
  package mutating func request(
    _ direction: Direction, from current: Location?, requestID: Int
  ) -> (locations: [Location], steps: Int)? {
    let all =
      direction == .back
      ? Array((0..<index).reversed()) : Array(locations.indices.dropFirst(index + 1))
    // One may be there already, by other ways.
    let indices = all.drop { location in current.map { locations[location].isSame(as: $0) } ?? false
    }
    guard !indices.isEmpty else { return nil }
    let steps = search?.direction == direction ? (search?.steps ?? 0) + 1 : 1
    search = Search(
      direction: direction, steps: steps, requestID: requestID, indices: Array(indices))
    return (indices.map { locations[$0] }, steps)
  }

  /// One goes to one of the places that were asked for, from the current one. `false` if it was
  /// another question.
  package mutating func go(to found: Int, from current: Location?, requestID: Int) -> Bool {
    guard let search, search.requestID == requestID, search.indices.indices.contains(found) else {
      return false
    }
    self.search = nil
    let target = search.indices[found]
    if let current {
      // So that forward leads back here.
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

  /// None of those that were asked for is still there.
  package mutating func stopLooking(_ requestID: Int) -> Bool {
    guard search?.requestID == requestID else { return false }
    search = nil
    return true
  }
}

// MARK: - Jumping

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

// MARK: - Effects

extension Effect {
  /// Finds where one was: so many places of these that are still there, the nearest first, and that
  /// aren't where one is.
  static func findLocation(
    _ locations: [Location], steps: Int, _ direction: JumpList.Direction, from current: Location?,
    requestID: Int
  ) -> Effect {
    .read(locations, steps, direction, current, requestID) { service async throws(DiaryError) in
      try await ResolvedLocation.find(steps, of: locations, from: current, in: service)
    } thenPerform: { state, found in
      guard let (index, visit) = found else {
        if state.jumps.stopLooking(requestID) { state.reportNoLocation(direction) }
        return []
      }
      // Unless something is being written by now.
      guard state.canGoElsewhere,
        state.jumps.go(to: index, from: state.location, requestID: requestID)
      else { return [] }
      return state.show(visit)
    }
  }

  static func rememberView(_ view: RememberedView) -> Effect {
    .telling(view, in: .queue("view")) { await $0.environment.viewMemory.remember(view) }
  }
}
