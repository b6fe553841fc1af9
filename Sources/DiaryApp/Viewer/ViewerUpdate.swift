import DiaryCore
import TerminalUI
import Words

extension AppState {
  /// Opens a photo of an entry that is being read or listed.
  mutating func openViewer(_ entry: Entry, index: Int) {
    noteJump()
    screens.push(ViewerState(entry, index: index, viewerScope(of: entry)))
  }

  /// What one turns over from a photo of an entry.
  func viewerScope(of entry: Entry) -> ViewerState.Scope {
    if entry.isTrashed || screens.contains(TrashState.self) { return .entry }
    return found == nil || screens.contains(GalleryState.self) ? .diary : .found
  }

  mutating func updateViewer(_ event: KeyEvent, _ viewer: ViewerState) -> [Effect] {
    guard
      let command = keys[.viewer].command(for: event) ?? keys[.everywhere].command(for: event),
      let photo = viewer.photo
    else { return [] }
    var viewer = viewer
    switch command {
    case .back:
      screens.pop()
      return []
    case .next: go(.newer, &viewer)
    case .previous: go(.older, &viewer)
    case .left, .right, .up, .down, .first, .last: move(command, &viewer)
    case .zoomIn: viewer.zoom.change(by: 1)
    case .zoomOut: viewer.zoom.change(by: -1)
    case .wholePhoto: viewer.zoom = PhotoZoom()
    case .details: viewer.showsDetails.toggle()
    case .open: return readEntry(viewer)
    case .editCaption:
      editCaption(of: photo, viewer.entry)
      return []
    case .openOutside:
      toast = localized("Opening a copy of \(photo.name.printable)…")
      return [.openOutside(photo.named)]
    case .copyOut:
      screens.push(CopyOutState(photo, homeFolder: homeFolder))
      return []
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    default: return updateEverywhere(command)
    }
    screens.replaceFront(with: viewer)
    return []
  }

  mutating func clickViewer(_ mouse: MouseEvent, _ viewer: ViewerState) {
    var viewer = viewer
    let body = ViewerLayout(viewer, size).photo
    switch mouse.action {
    case .scrollUp: viewer.zoom.change(by: 1)
    case .scrollDown: viewer.zoom.change(by: -1)
    case .press, .doublePress:
      // The outer quarters are for turning over.
      guard body.contains(mouse.point) else { return }
      let column = mouse.point.column - body.column
      if column < body.columns / 4 { go(.older, &viewer) }
      if column >= body.columns - body.columns / 4 { go(.newer, &viewer) }
    default: break
    }
    screens.replaceFront(with: viewer)
  }

  private mutating func move(_ command: Command, _ viewer: inout ViewerState) {
    guard let photo = viewer.photo else { return }
    guard viewer.zoom.isWhole else {
      let layout = ViewerLayout(viewer, size)
      guard let pan = Self.pans[command] else { return }
      viewer.zoom.pan(pan, of: layout.room(for: photo, self), in: layout.photo)
      return
    }
    switch command {
    case .left: go(.older, &viewer)
    case .right: go(.newer, &viewer)
    case .first: viewer.show(0)
    case .last: viewer.show(viewer.entry.photos.count - 1)
    default: break
    }
  }

  private static let pans: [Command: PhotoZoom.Pan] = [
    .left: .left, .right: .right, .up: .up, .down: .down, .first: .topLeft, .last: .bottomRight,
  ]

  // MARK: Across entries

  /// Goes to the next photo in a direction: of this entry, whose first one is its earliest, or of
  /// the nearest that has some.
  mutating func go(_ direction: PhotoWalk.Direction, _ viewer: inout ViewerState) {
    let next = viewer.index + (direction == .newer ? 1 : -1)
    if viewer.entry.photos.indices.contains(next) { return viewer.show(next) }
    if viewer.scope == .entry { viewer[direction] = .none }
    switch viewer[direction] {
    case .known(let entry): viewer.cross(direction, to: entry)
    case .none: toast = Self.end(direction, viewer.scope)
    case .unknown, .asked: viewer.pending = direction
    case .failed:
      viewer[direction] = .unknown
      viewer.pending = direction
    }
  }

  private static func end(_ direction: PhotoWalk.Direction, _ scope: ViewerState.Scope) -> String {
    switch (scope, direction) {
    case (.diary, .older): localized("This is the oldest photo.")
    case (.diary, .newer): localized("This is the newest photo.")
    case (.found, .older): localized("This is the oldest photo found.")
    case (.found, .newer): localized("This is the newest photo found.")
    case (.entry, .older): localized("This is the entry's first photo.")
    case (.entry, .newer): localized("This is the entry's last photo.")
    }
  }

  /// What open viewers need to read: the entries around, once the next key may go there, and what
  /// the panel tells.
  mutating func missingOfViewer() -> [Effect] {
    guard var viewer = screens.frontWhole as? ViewerState, let photo = viewer.photo
    else { return [] }
    var effects: [Effect] = []
    if viewer.showsDetails, viewer.details?.asset != photo.asset, viewer.readsDetails != photo.asset
    {
      viewer.readsDetails = photo.asset
      effects.append(.readDetails(photo))
    }
    for direction in [PhotoWalk.Direction.older, .newer] {
      let isAtEnd =
        direction == .newer
        ? viewer.index == viewer.entry.photos.count - 1 : viewer.index == 0
      guard isAtEnd, case .unknown = viewer[direction] else { continue }
      guard viewer.scope != .entry else {
        viewer[direction] = .none
        continue
      }
      let ticket = nextTicket()
      viewer[direction] = .asked(ticket: ticket)
      var walk = PhotoWalk(direction: direction, start: viewer.entry.order, limit: 1)
      if viewer.scope == .found, let shown = found?.shown { walk.predicate = shown }
      effects.append(.findNeighbor(walk, ticket: ticket))
    }
    screens.put(viewer)
    return effects
  }

  // MARK: The entry

  /// Reads the entry that has the photo, at the photo.
  private mutating func readEntry(_ viewer: ViewerState) -> [Effect] {
    guard let photo = viewer.photo else { return [] }
    noteJump()
    screens.pop()
    if screens.front is ReaderState { screens.pop() }
    openReader(viewer.entry, at: photo.asset)
    // The list goes along, as it does when one turns over from entry to entry.
    guard viewer.scope != .entry, !screens.contains(GalleryState.self) else { return [] }
    if let rank = entries.rank(of: viewer.entry.id) ?? entries.rank(of: viewer.entry.order) {
      entries.select(rank)
      return []
    }
    return viewer.scope == .diary ? [.locateEntry(viewer.entry.order)] : []
  }

  /// Shows a change in an open viewer; `nil` when there is nothing left to look at.
  func changed(_ viewer: ViewerState, _ entry: Entry, isGone: Bool) -> ViewerState? {
    var viewer = viewer
    // It may be the nearest one now, or no longer.
    (viewer.newer, viewer.older) = (.unknown, .unknown)
    guard viewer.entry.id == entry.id else { return viewer }
    return !isGone && viewer.update(entry) ? viewer : nil
  }
}
