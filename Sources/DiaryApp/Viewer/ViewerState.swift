import DiaryCore
import TerminalUI
import Text

/// The viewer: a photo over the whole screen.
package struct ViewerState: Sendable {
  /// The photos that the viewer moves among.
  enum Scope: Hashable, Sendable {
    /// The photos of the whole diary.
    case diary
    /// The photos of the search results.
    case found
    /// The photos of the entries that match.
    case matching(EntryPredicate)
    /// The photos of the entry alone, because it is in the trash.
    case entry
  }

  /// The nearest entry with photos in one direction.
  enum Neighbor: Sendable {
    case unknown
    case asked(requestID: Int)
    case none
    /// Reading it failed; the next key tries again.
    case failed
    case known(Entry)
  }

  private(set) var entry: Entry
  private(set) var index: Int
  let scope: Scope
  var zoom = PhotoZoom()
  var showsDetails = false
  /// The slide show; `nil` if there is none.
  var slides: SlideShow?
  /// The details of a photo that were read last.
  var details: PhotoFileDetails?
  var newer = Neighbor.unknown
  var older = Neighbor.unknown
  /// The photo whose details are being read.
  var readsDetails: AssetID?
  /// The words that the search has found in a photo.
  var words: FoundWords?
  /// The photo whose words are being read.
  var readsWords: AssetID?
  /// The direction to move in once the neighbor in it is known.
  var pending: PhotoWalk.Direction?

  /// The current photo; `nil` if the entry has none, in which case it isn't shown.
  var photo: Photo? { entry.pictures.element(at: index) }

  /// Returns the index of the entry's next picture in a direction; `nil` at its end.
  func next(_ direction: PhotoWalk.Direction) -> Int? {
    let next = index + (direction == .newer ? 1 : -1)
    return entry.pictures.indices.contains(next) ? next : nil
  }

  mutating func show(_ index: Int) {
    guard index != self.index, entry.pictures.indices.contains(index) else { return }
    self.index = index
    zoom = PhotoZoom()
    pending = nil
  }

  /// Moves to the nearest entry in a direction, to its photo on this side.
  mutating func cross(_ direction: PhotoWalk.Direction, to next: Entry) {
    switch direction {
    case .older: (newer, older) = (.known(entry), .unknown)
    case .newer: (newer, older) = (.unknown, .known(entry))
    }
    entry = next
    index = direction == .newer ? 0 : next.pictures.count - 1
    zoom = PhotoZoom()
    pending = nil
  }

  subscript(direction: PhotoWalk.Direction) -> Neighbor {
    get { direction == .older ? older : newer }
    set { if direction == .older { older = newValue } else { newer = newValue } }
  }

  /// Shows a new state of the entry. The photo stays if the entry still has it. Returns `false` if
  /// the entry has no photos left.
  mutating func update(_ entry: Entry) -> Bool {
    let asset = photo?.asset
    self.entry = entry
    let position = entry.pictures.firstIndex { $0.asset == asset }
    if position == nil { zoom = PhotoZoom() }
    index = position ?? max(0, min(index, entry.pictures.count - 1))
    return !entry.pictures.isEmpty
  }
}

// MARK: - ViewerUpdate

extension ViewerState: Screen {
  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.viewer]] }

  package func location(in app: AppState) -> Location.Screen? {
    photo.map { Location.Screen(kind: .viewer, entry: entry.id, photo: $0.asset) }
  }

  /// Opens a photo of an entry from the reader or the list.
  static func open(_ entry: Entry, index: Int, in app: inout AppState) {
    app.jump(to: ViewerState(entry: entry, index: index, scope: scope(of: entry, in: app)))
  }

  /// Returns the scope for a photo of an entry.
  static func scope(of entry: Entry, in app: AppState) -> Scope {
    if entry.isTrashed || app.screens.contains(TrashState.self) { return .entry }
    return app.found == nil || app.screens.contains(GalleryState.self) ? .diary : .found
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
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
    case .open where photo.type.isVideo: return app.play(photo.named)
    case .open: return readEntry(in: &app)
    case .play:
      guard let video = app.video(shownBy: photo, of: entry) else {
        app.toast = localized("This is a photo: there is nothing to play.")
        return []
      }
      return app.play(video)
    case .editCaption where photo.type.isVideo:
      app.toast = localized("Videos can't have captions.")
    case .editCaption: CaptionState.open(of: photo, entry, in: &app)
    case .openOutside:
      return app.openOutside(photo.named)
    case .copyText: return [.copy(app.assetPath(photo))]
    case .copyOut: app.push(CopyOutState(photo: photo, homeFolder: app.homeFolder))
    default: return app.updateEverywhere(command)
    }
    return []
  }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .previous: mayGo(.older)
    case .next: mayGo(.newer)
    case .zoomOut, .wholePhoto: !zoom.isFitted
    case .pauseSlides: slides != nil
    case .play: photo.map { app.video(shownBy: $0, of: entry) != nil } ?? false
    case .editCaption: photo?.type.isVideo == false && app.isAvailable(.edit, for: entry)
    default: true
    }
  }

  /// Returns `false` if there is no photo in a direction, as far as that is known.
  private func mayGo(_ direction: PhotoWalk.Direction) -> Bool {
    guard next(direction) == nil else { return true }
    if case .none = self[direction] { return false }
    return scope != .entry
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    let body = ViewerLayout(self, app.size).photo
    switch mouse.action {
    case .scrollUp: zoom.change(by: 1)
    case .scrollDown: zoom.change(by: -1)
    case .press, .doublePress:
      // A press in the left or right quarter moves to another photo.
      guard body.contains(mouse.point) else { return [] }
      let column = mouse.point.column - body.column
      if column < body.columns / 4 { go(.older, in: &app) }
      if column >= body.columns - body.columns / 4 { go(.newer, in: &app) }
    default: break
    }
    return []
  }

  private mutating func move(_ command: Command, in app: inout AppState) {
    guard let photo else { return }
    guard zoom.isFitted else {
      let layout = ViewerLayout(self, app.size)
      guard let pan = Self.pans[command] else { return }
      zoom.pan(pan, of: layout.space(for: photo, app), in: layout.photo)
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

  /// Moves to the next photo in a direction: in this entry, whose first photo is its earliest, or
  /// in the nearest entry with photos.
  mutating func go(_ direction: PhotoWalk.Direction, in app: inout AppState) {
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

  /// Returns the requests of a visible viewer: the neighboring entries if the next key may need
  /// them, and the details if they are shown.
  package mutating func requests(in app: inout AppState) -> [Effect] {
    guard app.screens.frontFullScreen is Self, let photo else { return [] }
    var effects: [Effect] = []
    // A video is only fetched when it is played.
    if !photo.type.isVideo, app.sync.startsFetching(photo.asset) {
      effects.append(.fetchPhoto(photo))
    }
    if showsDetails, !photo.type.isVideo, details?.asset != photo.asset, readsDetails != photo.asset
    {
      readsDetails = photo.asset
      effects.append(.readDetails(photo))
    }
    let phrases = scope == .found ? app.photoPhrases : []
    if !phrases.isEmpty, words?.asset != photo.asset, readsWords != photo.asset {
      readsWords = photo.asset
      effects.append(.findWords(phrases, in: photo))
    }
    for direction in [PhotoWalk.Direction.older, .newer] {
      guard next(direction) == nil, case .unknown = self[direction] else { continue }
      guard scope != .entry else {
        self[direction] = .none
        continue
      }
      let requestID = app.nextRequestID()
      self[direction] = .asked(requestID: requestID)
      var walk = PhotoWalk(direction: direction, start: entry.sortKey, limit: 1)
      if scope == .found, let shown = app.found?.shown { walk.predicate = shown }
      if case .matching(let predicate) = scope { walk.predicate = predicate }
      effects.append(.findNeighbor(walk, requestID: requestID))
    }
    return effects + pendingSlide(in: &app)
  }

  // MARK: The entry

  /// Opens the photo's entry in the reader, at the photo.
  private func readEntry(in app: inout AppState) -> [Effect] {
    guard let photo else { return [] }
    app.recordJump()
    app.pop()
    if app.screens.front is ReaderState { app.pop() }
    ReaderState.open(entry, at: photo.asset, in: &app)
    // The list's selection follows, as it does when the reader moves among entries.
    guard scope != .entry, !app.screens.contains(GalleryState.self) else { return [] }
    if let rank = app.entries.rank(of: entry.id) ?? app.entries.rank(of: entry.sortKey) {
      app.entries.select(rank)
      return []
    }
    return scope == .diary ? [.locateEntry(entry.sortKey)] : []
  }

  package func applying(_ change: DiaryChange, in app: AppState) -> ViewerState? {
    var viewer = self
    // The changed entry may have become a neighbor, or no longer be one.
    (viewer.newer, viewer.older) = (.unknown, .unknown)
    guard entry.id == change.entry.id else { return viewer }
    return !change.isRemoved && viewer.update(change.entry) ? viewer : nil
  }
}

// MARK: - ViewerEffects

extension Effect {
  /// Finds the nearest entry with photos in a direction.
  static func findNeighbor(_ walk: PhotoWalk, requestID: Int) -> Effect {
    .read(walk, requestID) { service in
      await Result.converting {
        try await walk.entries(in: service).entries.first
      }
    } then: { state, result in
      for var viewer in state.screens.all(ViewerState.self) {
        guard case .asked(requestID) = viewer[walk.direction] else { continue }
        let isAwaited = viewer.pending == walk.direction
        if isAwaited { viewer.pending = nil }
        switch result {
        case .success(let next):
          viewer[walk.direction] = next.map { .known($0) } ?? .none
          if isAwaited { viewer.go(walk.direction, in: &state) }
          state.screens.put(viewer)
        case .failure(let error):
          viewer[walk.direction] = .failed
          state.screens.put(viewer)
          if isAwaited { return state.showError(error) }
        }
      }
    }
  }

  static func readDetails(_ photo: Photo) -> Effect {
    .run(photo) { context in
      let facts = await context.environment.photoActions.facts(
        ofPhotoAt: context.service.file(of: photo))
      return PhotoFileDetails(asset: photo.asset, facts: facts)
    } then: { state, details in
      state.screens.update(ViewerState.self) { viewer in
        if viewer.readsDetails == details.asset { viewer.readsDetails = nil }
        if viewer.photo?.asset == details.asset { viewer.details = details }
      }
    }
  }

  /// Finds the places of phrases in a photo.
  static func findWords(_ phrases: [SearchPhrase], in photo: Photo) -> Effect {
    .run(phrases, photo) { context in
      let found = await context.service.photoTexts.matches(of: phrases, in: [photo])
      return FoundWords(asset: photo.asset, matches: found.map(\.match))
    } then: { state, words in
      state.screens.update(ViewerState.self) { viewer in
        if viewer.readsWords == words.asset { viewer.readsWords = nil }
        if viewer.photo?.asset == words.asset { viewer.words = words }
      }
    }
  }

  static func openOutside(_ file: NamedFile) -> Effect {
    .run(file) { context in
      let path = context.service.path(of: file.file)
      return await Result.of { () async throws(MessageError) in
        try await context.fetched(file)
        try await context.environment.photoActions.open(file, at: path)
      }
    } then: { state, result in
      state.toast = nil
      // The file may have been fetched for opening it.
      state.sync.isStale = true
      switch result {
      case .success: state.toast = localized("Opened a copy in the desktop's viewer.")
      case .failure(let failure): state.showError(failure.line)
      }
    }
  }

  /// Copies a photo to a folder. Copies run one after the other.
  static func copyOut(_ request: PhotoCopyRequest, requestID: Int) -> Effect {
    .posting(request, requestID, in: .queue("copy")) { context in
      let result = await Result.of { () async throws(MessageError) in
        try await context.fetched(request.photo.named)
        return try await context.environment.photoActions.copy(
          request, at: context.service.file(of: request.photo))
      }
      context.post(.copiedOut(result, requestID: requestID))
    }
  }
}

extension Message {
  /// Handles the result of a copy. After an error, the dialog accepts another folder.
  static func copiedOut(_ result: Result<String, MessageError>, requestID: Int) -> Message {
    Message(result, requestID) { state in
      switch result {
      case .success(let path):
        state.screens.removeAll(CopyOutState.self) { $0.requestID == requestID }
        state.sync.isStale = true
        state.toast = localized("Copied to \(path.printable).")
      case .failure(let failure):
        state.screens.update(CopyOutState.self) {
          if $0.requestID == requestID { $0.requestID = nil }
        }
        state.showError(failure.line)
      }
    }
  }
}

// MARK: - PhotoFetch

// Fetching photos from other machines when they are viewed.

extension Effect {
  /// Fetches a photo for the viewer, canceling the fetch of the previous one.
  static func fetchPhoto(_ photo: Photo) -> Effect {
    .run(photo, in: .latest("fetchPhoto")) { context in
      let fetched = await context.service.fetch([photo.file])
      return (fetched, isCutOff: Task.isCancelled, await context.environment.sync?.state())
    } then: { state, answer in
      let (fetched, isCutOff, known) = answer
      if let known { state.sync.receive(known) }
      let isMissing = !fetched.missing.isEmpty
      state.sync.endFetching(photo.asset, isCutOff: isCutOff, isMissing: isMissing)
      if isMissing, !isCutOff, state.screens.topmost(ViewerState.self)?.photo?.asset == photo.asset
      {
        // The preview is shown and the user didn't ask for the fetch, so a toast is enough.
        state.toast = fetched.line(for: photo.name)
      }
    }
  }
}

extension AssetFetchResult {
  /// Returns the reason why a photo or attachment is still missing.
  func line(for name: String) -> String {
    errors.first
      ?? localized("\(name.printable) is on another machine, and no remote has it yet. Sync later.")
  }
}

extension EffectContext {
  /// Fetches a file if it is on another machine.
  ///
  /// - Throws: `MessageError` with the reason if that fails.
  func fetched(_ file: NamedFile) async throws(MessageError) {
    let result = await service.fetch([file.file])
    if !result.missing.isEmpty { throw MessageError(result.line(for: file.name)) }
  }
}

// MARK: - SlideShow

/// A slide show: photos that change automatically, over the whole screen.
struct SlideShow: Sendable {
  var isPaused = false
  /// The direction: forward in time, or backward if it started at the newest entry.
  var direction = PhotoWalk.Direction.newer
  let start: Slide
  /// The current photo, and the number of the timer that ends its time.
  private(set) var shown: (photo: Slide, number: Int)?

  /// A photo of an entry.
  struct Slide: Hashable, Sendable {
    let entry: ID<Entry>
    let index: Int
  }

  init(from start: Slide) { self.start = start }

  /// Starts a photo's time with a numbered timer. Returns `false` if it has already started or the
  /// show is paused.
  mutating func begins(_ slide: Slide, number: Int) -> Bool {
    guard !isPaused, shown?.photo != slide else { return false }
    shown = (slide, number)
    return true
  }

  /// Returns `true` if the timer with this number ends the current photo's time.
  func isOver(_ number: Int) -> Bool { !isPaused && shown?.number == number }

  mutating func togglePause() {
    isPaused.toggle()
    shown = nil
  }
}

extension ViewerState {
  /// Handles a key during a slide show; `nil` if the key has its usual meaning.
  mutating func handleSlides(_ command: Command) -> [Effect]? {
    guard slides != nil else { return nil }
    switch command {
    case .pauseSlides: slides?.togglePause()
    case .back, .slideShow: slides = nil
    case .left, .right, .previous, .next, .first, .last, .help: return nil
    // Other commands end the show and apply to the current photo.
    default:
      slides = nil
      return nil
    }
    return []
  }

  /// Starts a slide show at the current photo.
  mutating func startSlides() {
    zoom = PhotoZoom()
    showsDetails = false
    slides = SlideShow(from: SlideShow.Slide(entry: entry.id, index: index))
  }

  /// Starts the timer of the current photo if the viewer is in front.
  mutating func pendingSlide(in app: inout AppState) -> [Effect] {
    guard app.front is Self, pending == nil else { return [] }
    let slide = SlideShow.Slide(entry: entry.id, index: index)
    guard slides?.begins(slide, number: app.requestID + 1) == true else { return [] }
    return [
      .awaitNextSlide(app.nextRequestID(), after: .seconds(app.preferences.slideSeconds))
    ]
  }

  /// Moves to the next photo, or ends the show if there is none.
  fileprivate mutating func turnSlide(in app: inout AppState) {
    guard let slides else { return }
    if isAtEnd(slides.direction) {
      guard slides.direction == .newer, entry.id == slides.start.entry else {
        self.slides = nil
        app.toast = localized("That was the last photo.")
        return
      }
      // The show began at the newest entry, so it continues with older ones.
      self.slides?.direction = .older
      show(slides.start.index)
      guard !isAtEnd(.older) else { return turnSlide(in: &app) }
    }
    go(self.slides?.direction ?? .newer, in: &app)
  }

  /// Returns `true` if the current photo is known to be the last in a direction.
  private func isAtEnd(_ direction: PhotoWalk.Direction) -> Bool {
    guard next(direction) == nil, case .none = self[direction] else { return false }
    return true
  }

  // MARK: On the screen

  /// Draws the photo's caption, day and place below it.
  func drawSlide(_ photo: Photo, in grid: inout Grid, _ app: AppState) {
    let line = grid.bounds.line(grid.bounds.rows - 1).inset(left: 1, right: 1)
    if let toast = app.toast {
      grid.draw(toast.printable, in: line, app.theme.accent)
      return
    }
    let pause = slides?.isPaused == true ? localized("Paused: Space resumes") : ""
    let start = grid.draw(trailing: pause, in: line, app.theme.accent)
    let caption = entry.fields.caption(of: photo)
    let words = [
      caption.isBlank ? entry.displayTitle : caption, DateText.long(entry.date.day),
      entry.details.placeName ?? "",
    ].filter { !$0.isEmpty }.map(\.printable).joined(separator: " · ")
    let space = line.inset(right: pause.isEmpty ? 0 : line.endColumn - start + 2)
    grid.draw(TextWidth.cut(words, columns: space.columns), in: space, app.theme.dim)
  }
}

extension Effect {
  fileprivate static func awaitNextSlide(_ number: Int, after time: Duration) -> Effect {
    .posting(.slideIsOver(number), after: time, in: .latest("slides"), number)
  }

  /// Starts a slide show at a photo of an entry: of the whole diary, or of the entries in `scope`.
  static func showSlides(
    from id: ID<Entry>, _ asset: AssetID, in scope: EntryPredicate = .all
  ) -> Effect {
    .read(id, asset, scope) { service in
      try await service.entry(id)
    } then: { state, entry in
      guard let index = entry.pictures.firstIndex(where: { $0.asset == asset }), !entry.isTrashed
      else { return }
      state.recordJump()
      var viewer = ViewerState(
        entry: entry, index: index, scope: scope == .all ? .diary : .matching(scope))
      viewer.startSlides()
      state.screens.push(viewer)
    }
  }
}

extension Message {
  /// Handles the end of a photo's time in a slide show.
  package static func slideIsOver(_ number: Int) -> Message {
    Message(number) { state in
      guard var viewer = state.screens.front(as: ViewerState.self),
        viewer.slides?.isOver(number) == true
      else { return }
      viewer.turnSlide(in: &state)
      state.screens.replaceFront(with: viewer)
    }
  }
}
