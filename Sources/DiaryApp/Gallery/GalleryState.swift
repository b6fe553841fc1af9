import DiaryCore
import Localization
import TerminalUI

/// All photos of the diary as a contact sheet. The photos themselves are in `ScreenContext.feed`.
package struct GalleryState: Sendable {
  var position = SheetPosition()
  /// Whether everything is being read, to come to the oldest photo.
  var goesToEnd = false
  /// The photo that is to be selected once it has been read.
  var wanted: Wanted?

  struct Wanted: Hashable, Sendable {
    let entry: ID<Entry>
    let photo: AssetID
  }
}

/// What an entry is read for.
package enum EntryUse: Hashable, Sendable {
  /// To be read, at a photo.
  case reading(AssetID)
  /// To look at a photo of it.
  case viewing(AssetID)
  /// The only marked one, to do this with.
  case marked(Command)
}

extension GalleryState: Screen {
  package var leavesList: Bool { true }
  package var opener: Command? { .gallery }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.gallery]] }

  package func location(in app: ScreenContext) -> Location.Screen? {
    let item = app.feed?[position.selected]
    return Location.Screen(kind: .gallery, entry: item?.entry, photo: item?.photo.asset)
  }

  static func open(in app: inout ScreenContext) {
    app.recordJump()
    app.feed = PhotoFeed()
    app.push(GalleryState())
  }

  static func sheet(in app: ScreenContext) -> ContactSheet {
    ContactSheet(
      app.feed?.sections ?? [],
      TileLayout(for: ScreenFrame.body(app.size).size, cellRatio: app.facts.cellRatio))
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard let command = command(for: event, in: app) else { return [] }
    app.feed?.retry()
    let (sheet, height) = (Self.sheet(in: app), ScreenFrame.body(app.size).rows)
    func move(_ move: SheetPosition.Move) {
      position.move(move, in: sheet, height: height)
      (goesToEnd, wanted) = (false, nil)
    }
    switch command {
    case .back where goesToEnd && event == .escape:
      goesToEnd = false
      app.toast = localized("Stopped. Scroll to read on.")
    case .back:
      app.pop()
      app.feed = nil
      return []
    case .left: move(.left)
    case .right: move(.right)
    case .up: move(.up)
    case .down: move(.down)
    case .pageUp: move(.pageUp)
    case .pageDown: move(.pageDown)
    case .first: move(.first)
    case .last:
      move(.last)
      goesToEnd = app.feed?.isComplete == false
    case .slideShow:
      guard let item = app.feed?[position.selected] else { return [] }
      return [.showSlides(from: item.entry, item.photo.asset)]
    case .open, .view: return openItem(for: command, in: app)
    default: return app.updateEverywhere(command)
    }
    return []
  }

  private func openItem(for command: Command, in app: ScreenContext) -> [Effect] {
    guard let item = app.feed?[position.selected] else { return [] }
    let asset = item.photo.asset
    return [.loadEntry(item.entry, command == .view ? .viewing(asset) : .reading(asset))]
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    app.feed?.retry()
    let (sheet, body) = (Self.sheet(in: app), ScreenFrame.body(app.size))
    switch mouse.action {
    case .scrollUp: position.move(.up, in: sheet, height: body.rows)
    case .scrollDown: position.move(.down, in: sheet, height: body.rows)
    case .press, .doublePress:
      guard let item = sheet.item(at: mouse.point, in: body, position) else { return [] }
      position.select(item, in: sheet)
    default: break
    }
    (goesToEnd, wanted) = (false, nil)
    return mouse.action == .doublePress ? openItem(for: .open, in: app) : []
  }

  // MARK: What is read

  /// What an open gallery needs to read: what is in view, and some screens more.
  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    let (sheet, body) = (Self.sheet(in: app), ScreenFrame.body(app.size))
    let ahead = sheet.tiles.columns * (body.rows / sheet.tiles.rows + 1) * 3
    if goesToEnd {
      position.move(.last, in: sheet, height: body.rows)
      goesToEnd = app.feed?.isComplete == false
    }
    if let wanted {
      let item = app.feed?.item(of: wanted.photo, in: wanted.entry)
      if let item { position.select(item, in: sheet) }
      if item != nil || app.feed?.isComplete != false { self.wanted = nil }
    }
    let requestID = app.requestID + 1
    guard
      let walk = app.feed?.missing(
        atLeast: position.selected + ahead, all: goesToEnd || wanted != nil, requestID: requestID)
    else { return [] }
    app.requestID = requestID
    return [.readPhotos(walk, requestID: requestID)]
  }
}

extension GalleryState {
  /// Changes the photos that have been read; the selection stays on its photo.
  static func changeFeed(in state: inout AppState, _ change: (inout PhotoFeed) -> Void) {
    // Taken out, so that it changes in place.
    guard var feed = state.context.feed.take() else { return }
    let open = state.screens.topmost(GalleryState.self)
    let selected = open.flatMap { feed[$0.position.selected] }
    change(&feed)
    state.context.feed = feed
    guard var gallery = open, let selected,
      let item = feed.item(of: selected.photo.asset, in: selected.entry),
      item != gallery.position.selected
    else { return }
    gallery.position.select(item, in: sheet(in: state.context))
    state.screens.put(gallery)
  }
}
