import DiaryCore
import Localization
import TerminalUI

extension ViewerState: Screen {
  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.viewer]] }

  package func location(in app: ScreenContext) -> Location.Screen? {
    photo.map { Location.Screen(kind: .viewer, entry: entry.id, photo: $0.asset) }
  }

  /// Opens a photo of an entry that is being read or listed.
  static func open(_ entry: Entry, index: Int, in app: inout ScreenContext) {
    app.jump(to: ViewerState(entry: entry, index: index, scope: scope(of: entry, in: app)))
  }

  /// What one turns over from a photo of an entry.
  static func scope(of entry: Entry, in app: ScreenContext) -> Scope {
    if entry.isTrashed || app.screens.contains(TrashState.self) { return .entry }
    return app.found == nil || app.screens.contains(GalleryState.self) ? .diary : .found
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard let command = command(for: event, in: app), let photo else { return [] }
    if let effects = handleSlides(command) { return effects }
    switch command {
    case .back: app.pop()
    case .slideShow: startSlides()
    case .next: go(.newer, in: &app)
    case .previous: go(.older, in: &app)
    case .left, .right, .up, .down, .first, .last: move(command, in: &app)
    case .zoomIn: zoom.change(by: 1)
    case .zoomOut: zoom.change(by: -1)
    case .wholePhoto: zoom = PhotoZoom()
    case .details: showsDetails.toggle()
    case .open where photo.type.isFilm: return app.play(photo.named)
    case .open: return readEntry(in: &app)
    case .play:
      guard let film = app.film(shownBy: photo, of: entry) else {
        app.toast = localized("This is a photo: there is nothing to play.")
        return []
      }
      return app.play(film)
    case .editCaption where photo.type.isFilm:
      app.toast = localized("A film has no caption.")
    case .editCaption: CaptionState.open(of: photo, entry, in: &app)
    case .openOutside:
      return app.openOutside(photo.named)
    case .copyOut: app.push(CopyOutState(photo: photo, homeFolder: app.homeFolder))
    default: return app.updateEverywhere(command)
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    let body = ViewerLayout(self, app.size).photo
    switch mouse.action {
    case .scrollUp: zoom.change(by: 1)
    case .scrollDown: zoom.change(by: -1)
    case .press, .doublePress:
      // The outer quarters are for turning over.
      guard body.contains(mouse.point) else { return [] }
      let column = mouse.point.column - body.column
      if column < body.columns / 4 { go(.older, in: &app) }
      if column >= body.columns - body.columns / 4 { go(.newer, in: &app) }
    default: break
    }
    return []
  }

  private mutating func move(_ command: Command, in app: inout ScreenContext) {
    guard let photo else { return }
    guard zoom.isWhole else {
      let layout = ViewerLayout(self, app.size)
      guard let pan = Self.pans[command] else { return }
      zoom.pan(pan, of: layout.room(for: photo, app), in: layout.photo)
      return
    }
    switch command {
    case .left: go(.older, in: &app)
    case .right: go(.newer, in: &app)
    case .first: show(0)
    case .last: show(entry.pictures.count - 1)
    default: break
    }
  }

  private static let pans: [Command: PhotoZoom.Pan] = [
    .left: .left, .right: .right, .up: .up, .down: .down, .first: .topLeft, .last: .bottomRight,
  ]

  // MARK: Across entries

  /// Goes to the next photo in a direction: of this entry, whose first one is its earliest, or of
  /// the nearest that has some.
  mutating func go(_ direction: PhotoWalk.Direction, in app: inout ScreenContext) {
    if let next = next(direction) { return show(next) }
    if scope == .entry { self[direction] = .none }
    switch self[direction] {
    case .known(let entry): cross(direction, to: entry)
    case .none: app.toast = end(direction)
    case .unknown, .asked: pending = direction
    case .failed:
      self[direction] = .unknown
      pending = direction
    }
  }

  private func end(_ direction: PhotoWalk.Direction) -> String {
    switch (scope, direction) {
    case (.diary, .older): localized("This is the oldest photo.")
    case (.diary, .newer): localized("This is the newest photo.")
    case (.found, .older), (.matching, .older): localized("This is the oldest photo found.")
    case (.found, .newer), (.matching, .newer): localized("This is the newest photo found.")
    case (.entry, .older): localized("This is the entry's first photo.")
    case (.entry, .newer): localized("This is the entry's last photo.")
    }
  }

  /// What a viewer in view needs to read: the entries around, once the next key may go there, and what
  /// the panel tells.
  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    guard app.screens.frontWhole is Self, let photo else { return [] }
    var effects: [Effect] = []
    // A film is brought once it is played.
    if !photo.type.isFilm, app.sync.startsFetching(photo.asset) {
      effects.append(.fetchPhoto(photo))
    }
    if showsDetails, !photo.type.isFilm, details?.asset != photo.asset, readsDetails != photo.asset
    {
      readsDetails = photo.asset
      effects.append(.readDetails(photo))
    }
    for direction in [PhotoWalk.Direction.older, .newer] {
      guard next(direction) == nil, case .unknown = self[direction] else { continue }
      guard scope != .entry else {
        self[direction] = .none
        continue
      }
      let requestID = app.nextRequestID()
      self[direction] = .asked(requestID: requestID)
      var walk = PhotoWalk(direction: direction, start: entry.order, limit: 1)
      if scope == .found, let shown = app.found?.shown { walk.predicate = shown }
      if case .matching(let predicate) = scope { walk.predicate = predicate }
      effects.append(.findNeighbor(walk, requestID: requestID))
    }
    return effects + pendingSlide(in: &app)
  }

  // MARK: The entry

  /// Reads the entry that has the photo, at the photo.
  private func readEntry(in app: inout ScreenContext) -> [Effect] {
    guard let photo else { return [] }
    app.recordJump()
    app.pop()
    if app.screens.all.dropLast().last is ReaderState { app.pop() }
    ReaderState.open(entry, at: photo.asset, in: &app)
    // The list goes along, as it does when one turns over from entry to entry.
    guard scope != .entry, !app.screens.contains(GalleryState.self) else { return [] }
    if let rank = app.entries.rank(of: entry.id) ?? app.entries.rank(of: entry.order) {
      app.entries.select(rank)
      return []
    }
    return scope == .diary ? [.locateEntry(entry.order)] : []
  }

  package func applying(_ change: DiaryChange, in app: ScreenContext) -> ViewerState? {
    var viewer = self
    // It may be the nearest one now, or no longer.
    (viewer.newer, viewer.older) = (.unknown, .unknown)
    guard entry.id == change.entry.id else { return viewer }
    return !change.isGone && viewer.update(change.entry) ? viewer : nil
  }
}
