import DiaryCore
import Localization
import TerminalUI

/// Photos that follow each other by themselves, over the whole screen.
struct SlideShow: Sendable {
  var isPaused = false
  /// Where it goes: on in time, or back where it began with the newest entry.
  var direction = PhotoWalk.Direction.newer
  let start: Slide
  /// What is shown until a time of that number is over.
  private(set) var shown: (photo: Slide, number: Int)?

  /// A photo of an entry.
  struct Slide: Hashable, Sendable {
    let entry: ID<Entry>
    let index: Int
  }

  init(from start: Slide) { self.start = start }

  /// Whether a photo's time has to begin, which is then noted.
  mutating func begins(_ slide: Slide, number: Int) -> Bool {
    guard !isPaused, shown?.photo != slide else { return false }
    shown = (slide, number)
    return true
  }

  /// Whether a photo's time is over.
  func isOver(_ number: Int) -> Bool { !isPaused && shown?.number == number }

  mutating func togglePause() {
    isPaused.toggle()
    shown = nil
  }
}

extension ViewerState {
  /// What a key does while photos follow each other; `nil` for one that means what it always does.
  mutating func handleSlides(_ command: Command) -> [Effect]? {
    guard slides != nil else { return nil }
    switch command {
    case .pauseSlides: slides?.togglePause()
    case .back, .slideShow: slides = nil
    case .left, .right, .previous, .next, .first, .last, .help: return nil
    // Whatever else is done with a photo is done with the one that is shown.
    default:
      slides = nil
      return nil
    }
    return []
  }

  /// Begins with the photo that is shown.
  mutating func startSlides() {
    zoom = PhotoZoom()
    showsDetails = false
    slides = SlideShow(from: SlideShow.Slide(entry: entry.id, index: index))
  }

  /// Waits for the photo's time to be over, while it is in front.
  mutating func pendingSlide(in app: inout ScreenContext) -> [Effect] {
    guard app.front is Self, pending == nil else { return [] }
    let slide = SlideShow.Slide(entry: entry.id, index: index)
    guard slides?.begins(slide, number: app.requestID + 1) == true else { return [] }
    return [
      .awaitNextSlide(app.nextRequestID(), after: .seconds(app.preferences.slideSeconds))
    ]
  }

  /// Goes on to the next photo, or ends where there is none.
  fileprivate mutating func turnSlide(in app: inout ScreenContext) {
    guard let slides else { return }
    if isAtEnd(slides.direction) {
      guard slides.direction == .newer, entry.id == slides.start.entry else {
        self.slides = nil
        app.toast = localized("That was the last photo.")
        return
      }
      // Nothing is newer than the entry that it began with.
      self.slides?.direction = .older
      show(slides.start.index)
      guard !isAtEnd(.older) else { return turnSlide(in: &app) }
    }
    go(self.slides?.direction ?? .newer, in: &app)
  }

  /// Whether it is known that no photo comes after this one.
  private func isAtEnd(_ direction: PhotoWalk.Direction) -> Bool {
    guard next(direction) == nil, case .none = self[direction] else { return false }
    return true
  }

  // MARK: On the screen

  /// The photo's caption, day and place below it.
  func drawSlide(_ photo: Photo, in grid: inout Grid, _ app: ScreenContext) {
    let line = grid.bounds.line(grid.bounds.rows - 1).inset(left: 1, right: 1)
    if let toast = app.toast {
      grid.draw(toast.printable, in: line, app.theme.accent)
      return
    }
    let pause = slides?.isPaused == true ? localized("Paused: Space goes on") : ""
    let start = grid.draw(trailing: pause, in: line, app.theme.accent)
    let caption = entry.fields.caption(of: photo)
    let words = [
      caption.isBlank ? entry.displayTitle : caption, DateWords.long(entry.date.day),
      entry.details.placeName ?? "",
    ].filter { !$0.isEmpty }.map(\.printable).joined(separator: " · ")
    let room = line.inset(right: pause.isEmpty ? 0 : line.endColumn - start + 2)
    grid.draw(TextWidth.cut(words, columns: room.columns), in: room, app.theme.dim)
  }
}

extension Effect {
  fileprivate static func awaitNextSlide(_ number: Int, after time: Duration) -> Effect {
    .telling(number, in: .latest("slides")) { context in
      // As long as the person wants each photo to be seen.
      try? await Task.sleep(for: time)
      if !Task.isCancelled { context.post(.slideIsOver(number)) }
    }
  }

  /// Shows photos one after the other, from one of an entry on: of the whole diary, or of the entries
  /// that match.
  static func showSlides(
    from id: ID<Entry>, _ asset: AssetID, in scope: EntryPredicate = .all
  ) -> Effect {
    .read(id, asset, scope) { service async throws(DiaryError) in
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
  /// The time has passed for which a photo of a slide show is shown.
  package static func slideIsOver(_ number: Int) -> Message {
    Message(number) { state in
      guard var viewer = state.screens.front(as: ViewerState.self),
        viewer.slides?.isOver(number) == true
      else { return }
      viewer.turnSlide(in: &state.context)
      state.screens.replaceFront(with: viewer)
    }
  }
}
