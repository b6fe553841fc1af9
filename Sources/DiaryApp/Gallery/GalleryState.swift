import DiaryCore
import TerminalUI
import Text

/// The gallery: all photos of the diary as a contact sheet. The photos are in `AppState.feed`.
package struct GalleryState: Sendable {
  var position = SheetPosition()
  /// `true` while all photos are being read, to go to the oldest one.
  var isGoingToEnd = false
  /// The photo to select once it has been read.
  var wanted: Wanted?

  struct Wanted: Hashable, Sendable {
    let entry: ID<Entry>
    let photo: AssetID
  }
}

/// The purpose of reading an entry.
package enum EntryUse: Hashable, Sendable {
  /// Opening it in the reader, at a photo.
  case reading(AssetID)
  /// Opening one of its photos in the viewer.
  case viewing(AssetID)
  /// Running a command on the only marked entry.
  case marked(Command)
}

extension GalleryState: Screen {
  package var leavesList: Bool { true }
  package var opener: Command? { .gallery }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.gallery]] }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .open, .view, .slideShow: app.feed?.isComplete != true || app.feed?.count != 0
    case .first, .last: app.feed?.isComplete != true || app.feed?.count ?? 0 > 1
    default: true
    }
  }

  package func location(in app: AppState) -> Location.Screen? {
    let item = app.feed?[position.selected]
    return Location.Screen(kind: .gallery, entry: item?.entry, photo: item?.photo.asset)
  }

  static func open(in app: inout AppState) -> [Effect] {
    app.recordJump()
    app.feed = PhotoFeed()
    app.push(GalleryState())
    return [.markAlike]
  }

  static func sheet(in app: AppState) -> ContactSheet {
    ContactSheet(
      app.feed?.sections ?? [],
      TileLayout(for: ScreenFrame.body(app.size).size, cellRatio: app.facts.cellRatio))
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    guard let command = command(for: event, in: app) else { return [] }
    app.feed?.retry()
    if let move = SheetPosition.Move(command) {
      position.move(move, in: Self.sheet(in: app), height: ScreenFrame.body(app.size).rows)
      (isGoingToEnd, wanted) = (move == .last && app.feed?.isComplete == false, nil)
      return []
    }
    switch command {
    case .back where isGoingToEnd && event == .escape:
      isGoingToEnd = false
      app.toast = localized("Stopped. Scroll to load more.")
    case .back:
      app.pop()
      app.feed = nil
      return []
    case .slideShow:
      guard let item = app.feed?[position.selected] else { return [] }
      return [.showSlides(from: item.entry, item.photo.asset)]
    case .open, .view: return openItem(for: command, in: app)
    case .alike: app.jump(to: AlikeState())
    default: return app.updateEverywhere(command)
    }
    return []
  }

  private func openItem(for command: Command, in app: AppState) -> [Effect] {
    guard let item = app.feed?[position.selected] else { return [] }
    let asset = item.photo.asset
    return [.loadEntry(item.entry, command == .view ? .viewing(asset) : .reading(asset))]
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.feed?.retry()
    guard position.click(mouse, in: Self.sheet(in: app), body: ScreenFrame.body(app.size))
    else { return [] }
    (isGoingToEnd, wanted) = (false, nil)
    return mouse.action == .doublePress ? openItem(for: .open, in: app) : []
  }

  // MARK: What is read

  /// Returns the request for the photos in view and those of some screens after them.
  package mutating func requests(in app: inout AppState) -> [Effect] {
    let (sheet, body) = (Self.sheet(in: app), ScreenFrame.body(app.size))
    let ahead = sheet.tiles.columns * (body.rows / sheet.tiles.rows + 1) * 3
    if isGoingToEnd {
      position.move(.last, in: sheet, height: body.rows)
      isGoingToEnd = app.feed?.isComplete == false
    }
    if let wanted {
      let item = app.feed?.item(of: wanted.photo, in: wanted.entry)
      if let item { position.select(item, in: sheet) }
      if item != nil || app.feed?.isComplete != false { self.wanted = nil }
    }
    let requestID = app.requestID + 1
    guard
      let walk = app.feed?.missing(
        atLeast: position.selected + ahead, all: isGoingToEnd || wanted != nil, requestID: requestID
      )
    else { return [] }
    app.requestID = requestID
    return [.readPhotos(walk, requestID: requestID)]
  }
}

extension GalleryState {
  /// Changes the photos read so far. The selection stays on its photo.
  static func changeFeed(in state: inout AppState, _ change: (inout PhotoFeed) -> Void) {
    // Moved out of the state so that it is changed without a copy.
    guard var feed = state.feed.take() else { return }
    let open = state.screens.topmost(GalleryState.self)
    let selected = open.flatMap { feed[$0.position.selected] }
    change(&feed)
    state.feed = feed
    guard var gallery = open, let selected,
      let item = feed.item(of: selected.photo.asset, in: selected.entry),
      item != gallery.position.selected
    else { return }
    gallery.position.select(item, in: sheet(in: state))
    state.screens.put(gallery)
  }
}

// MARK: - GalleryEffects

extension Effect {
  /// Reads an entry for one of its photos, or as the only marked one.
  static func loadEntry(_ id: ID<Entry>, _ use: EntryUse) -> Effect {
    .read(id, use) { service in
      try await service.entry(id)
    } thenPerform: { state, entry in
      guard !entry.isTrashed else { return [] }
      switch (use, state.screens.front) {
      case (.marked(let command), nil) where state.marks.ids == [id]:
        return state.act(command, on: entry)
      case (.reading(let asset), let front) where front is GalleryState || front is AlikeState:
        state.recordJump()
        ReaderState.open(entry, at: asset, in: &state)
      case (.viewing(let asset), let front) where front is GalleryState || front is AlikeState:
        state.recordJump()
        let index = entry.pictures.firstIndex { $0.asset == asset } ?? 0
        guard !entry.pictures.isEmpty else { return [] }
        state.screens.push(ViewerState(entry: entry, index: index, scope: .diary))
      default: break
      }
      return []
    }
  }

  /// Reads photos for the gallery.
  static func readPhotos(_ walk: PhotoWalk, requestID: Int) -> Effect {
    .read(walk, requestID) { service in
      do {
        // Runs off the main thread because there may be thousands of photos.
        let (entries, isEnd) = try await walk.entries(in: service)
        let parts = entries.map(PhotoFeed.Part.init)
        return Message(parts, requestID, isEnd) { state in
          GalleryState.changeFeed(in: &state) { $0.receive(parts, requestID, isEnd: isEnd) }
        }
      } catch {
        return .photosNotRead(DiaryError(error), requestID: requestID)
      }
    }
  }
}

extension Message {
  /// Handles an error. Reading only resumes with the next key or click in the gallery, because it
  /// would fail again immediately.
  static func photosNotRead(_ error: DiaryError, requestID: Int) -> Message {
    Message(error, requestID) { state in
      guard state.feed?.stopReading(requestID) == true else { return }
      state.screens.update(GalleryState.self) { ($0.isGoingToEnd, $0.wanted) = (false, nil) }
      state.showError(error)
    }
  }
}

// MARK: - GalleryView

// The gallery's view: all photos by month.
extension GalleryState {
  package mutating func layOut(in app: AppState) {
    position.layOut(Self.sheet(in: app), height: ScreenFrame.body(app.size).rows)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let feed = app.feed ?? PhotoFeed()
    let frame = ScreenFrame(
      title: localized("Photos"), trailing: count(feed),
      hints: app.keys[.gallery].bindings, in: &grid, app)
    if feed.isComplete, feed.count == 0 {
      Self.emptyPage.draw(in: &grid, frame.body, app.theme)
    } else {
      Self.sheet(in: app).draw(in: &grid, frame.body, position, app) {
        Self.tile($0, feed, app)
      }
    }
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures {
    guard let feed = app.feed else { return WantedPictures() }
    return Self.sheet(in: app).pictures(
      in: ScreenFrame.body(app.size), position, app
    ) { Self.tile($0, feed, app) }
  }

  private static func tile(_ item: Int, _ feed: PhotoFeed, _ app: AppState) -> ContactTile? {
    guard let item = feed[item] else { return nil }
    let day = "\(item.day.day) \(DateText.shortWeekday(item.day))"
    let mark = app.alike.contains(item.photo.asset) ? " \(alikeMark)" : ""
    let caption = item.photo.caption.isBlank ? "" : "  " + item.photo.caption
    return ContactTile(subject: .photo(item.photo), caption: day + mark + caption)
  }

  /// The mark of photos of which the diary has similar ones.
  private static let alikeMark = "≈"

  private func count(_ feed: PhotoFeed) -> String {
    guard feed.isKnown else { return "" }
    let photos = CountText.media(photos: feed.count - feed.videos, videos: feed.videos)
    if feed.isComplete { return photos }
    return isGoingToEnd
      ? localized("\(photos) so far…  Press Esc to stop") : localized("\(photos) so far")
  }

  private static var emptyPage: EmptyPage {
    EmptyPage(
      localized("No photos yet."),
      localized(
        "In the list, press n for a new entry or e to edit one, then Ctrl-P to add photos."))
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let title = localized("Photos")
    guard let item = app.feed?[position.selected] else {
      return AccessibleText(
        title, app.feed?.isComplete == true ? Self.emptyPage.lines : [])
    }
    return AccessibleText(
      title, selected: "\(DateText.long(item.day)), \(AccessibleText.text(for: item.photo))")
  }
}

extension Location.Kind {
  static let gallery = Self(name: "gallery") { location, _, old, app in
    if app.feed == nil { app.feed = PhotoFeed() }
    var gallery = old as? GalleryState ?? GalleryState()
    if let entry = location.entry, let photo = location.photo {
      gallery.wanted = GalleryState.Wanted(entry: entry, photo: photo)
    }
    return (gallery, [])
  }
}
