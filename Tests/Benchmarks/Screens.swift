import DiaryApp
import DiaryCore
import TerminalUI

extension AppState {
  fileprivate static func measured(
    _ size: Size = Size(columns: 120, rows: 40),
    assetPath: @escaping @Sendable (Photo) -> String = { _ in "" }
  ) -> AppState {
    AppState(
      size: size, colors: .full, now: OpenDiary.today, homeFolder: "/", initialFolder: "/",
      localDate: { EntryDate(instant: $0.seconds, offset: 0) }, assetPath: assetPath)
  }
}

/// Measures keys on a list or day screen without a terminal.
@MainActor final class ListScreen {
  private let service: DiaryService
  private var state: AppState
  private let reads: Set<String>
  private var keys = 0

  /// - Parameter reads: the effects to perform; others are ignored.
  private init(_ service: DiaryService, reads: Set<String>) async {
    (self.service, self.reads) = (service, reads)
    state = AppState.measured { service.file(of: $0) }
    await perform(state.start())
    _ = state.frame
  }

  convenience init(_ service: DiaryService) async { await self.init(service, reads: ["loadRows"]) }

  /// Opens a day screen from the list by `key`.
  convenience init(_ service: DiaryService, opened key: KeyEvent) async {
    await self.init(service, reads: ["loadRows", "tallyYear", "loadDay", "loadOnThisDay"])
    _ = await press(key)
  }

  /// Measures from the key to the frame with the rows read for it.
  func press(_ key: KeyEvent) async -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let effects = state.update(.terminal(.key(key)), now: OpenDiary.today)
    _ = state.frame
    await perform(effects)
    _ = state.frame
    return clock.now - start
  }

  /// Moves the selection down, then up, and draws. Reading rows isn't timed.
  func pressMovingKey() async -> Duration {
    let key: KeyEvent = .character(keys / 40 % 2 == 0 ? "j" : "k")
    keys += 1
    var effects: [Effect] = []
    let time = ContinuousClock().measure {
      effects = state.update(.terminal(.key(key)), now: OpenDiary.today)
      _ = state.frame
    }
    await perform(effects)
    return time
  }

  /// Jumps to the oldest entry and back to the newest, including reading.
  func pressJumpingKey() async -> Duration {
    let key: KeyEvent = .character(keys.isMultiple(of: 2) ? "G" : "g")
    keys += 1
    let clock = ContinuousClock()
    let start = clock.now
    await perform(state.update(.terminal(.key(key)), now: OpenDiary.today))
    _ = state.frame
    return clock.now - start
  }

  private func perform(_ effects: [Effect]) async {
    for effect in effects where reads.contains(effect.name) {
      guard let message = await effect.answer(of: service) else { continue }
      await perform(state.update(message, now: OpenDiary.today))
    }
  }
}

/// Measures a letter typed into a search until something is found, without a terminal.
@MainActor final class SearchScreen {
  private let service: DiaryService
  private var state: AppState

  init(_ service: DiaryService) async throws {
    self.service = service
    state = AppState.measured { service.file(of: $0) }
    _ = try await take(.terminal(.key(.character("/"))))
  }

  /// Returns the time to the first frame with a result, and if anything was found.
  func press(_ key: KeyEvent) async throws -> (time: Duration, isFound: Bool) {
    try await take(.terminal(.key(key)))
  }

  private func take(_ message: Message) async throws -> (time: Duration, isFound: Bool) {
    let clock = ContinuousClock()
    let start = clock.now
    let effects = state.update(message, now: OpenDiary.today)
    _ = state.frame
    var first: Duration?
    var isFound = true
    for effect in effects {
      if let request = effect.argument(FindRequest.self) {
        for await found in finding(request) {
          _ = state.update(.found(found), now: OpenDiary.today)
          _ = state.frame
          if first == nil { isFound = !found.orders.isEmpty }
          first = first ?? clock.now - start
        }
      } else if effect.name == "loadFound", let found = await effect.answer(of: service) {
        _ = state.update(found, now: OpenDiary.today)
      }
    }
    return (first ?? clock.now - start, isFound)
  }

  private func finding(_ request: FindRequest) -> AsyncStream<FoundEntries> {
    let finder = EntryFinder(service)
    return AsyncStream { continuation in
      Task.detached {
        try? await finder.find(request) { continuation.yield($0) }
        continuation.finish()
      }
    }
  }
}

/// Measures writing and reading an entry without a terminal.
@MainActor final class EditorScreen {
  private var state: AppState
  private var keys = 0

  /// Creates a list with one entry for `open`.
  init(_ content: String) {
    state = AppState.measured()
    let author = AuthorID("anyone")
    let time = Timestamp(milliseconds: 0)
    let entry = Entry(
      id: .random(), fields: EntryFields(date: OpenDiary.today, content: content), author: author,
      created: time, modified: time, heads: [.random()])
    for effect in state.start() {
      guard let rows = effect.argument(EntryList.Rows.self) else { continue }
      _ = state.update(.rowsLoaded(rows, entries: [entry], total: 1), now: OpenDiary.today)
    }
    _ = state.update(
      .identified(Author(id: author, name: "Anyone"), isShared: false), now: OpenDiary.today)
    _ = state.frame
  }

  /// Opens the entry in the editor.
  func open() -> Duration { time(.key(.character("e"))) }

  /// Opens the entry in the reader.
  func read() -> Duration { press(KeyEvent(.enter)) }

  func press(_ key: KeyEvent) -> Duration { time(.key(key)) }

  /// Moves up from the end to about the middle.
  func goToMiddle(of bytes: Int) {
    for _ in 0..<bytes / 2 / 3600 { _ = time(.key(KeyEvent(.pageUp))) }
  }

  /// Types the next letter of a text.
  func type() -> Duration {
    let text = Array("강가를 걸었다. We walked home. ")
    keys += 1
    return time(.key(.character(text[keys % text.count])))
  }

  func paste(_ text: String) -> Duration { time(.paste(text)) }

  private func time(_ event: TerminalEvent) -> Duration {
    ContinuousClock().measure {
      _ = state.update(.terminal(event), now: OpenDiary.today)
      _ = state.frame
    }
  }
}

/// Measures a map with indexed places, without a terminal.
@MainActor final class MapScreen {
  private let index: MapIndex
  private let readMap: MapReader
  private var state: AppState

  /// - Parameter facts: the terminal's capabilities.
  init(
    _ index: MapIndex, on readMap: @escaping MapReader, facts: TerminalFacts = TerminalFacts()
  ) {
    self.index = index
    self.readMap = readMap
    state = AppState.measured(Size(columns: 200, rows: 50))
    _ = state.start()
    _ = state.update(.terminal(.learned(facts)), now: OpenDiary.today)
    _ = press(.character("m"))
  }

  /// Measures a key's frame, without preparing later ones.
  func press(_ key: KeyEvent) -> Duration {
    var effects: [Effect] = []
    let time = ContinuousClock().measure {
      effects = state.update(.terminal(.key(key)), now: OpenDiary.today)
      _ = state.frame
    }
    for effect in effects { perform(effect) }
    return time
  }

  func draw() -> Duration { ContinuousClock().measure { _ = state.frame } }

  private func perform(_ effect: Effect) {
    let message: Message? =
      switch effect.name {
      case "readMap": effect.argument(Int.self).map { .mapRead(index, requestID: $0, isEnd: true) }
      case "computeClusters":
        effect.argument(Int.self).map {
          .mapClustersComputed(MapClusters(index, zoom: $0, withRoute: false))
        }
      case "loadMapPiece":
        effect.argument(MapRequest.self).map { request in
          .mapPieceRead(request, Result { try readMap(request) }.mapError(MessageError.init))
        }
      default: nil
      }
    guard let message else { return }
    for effect in state.update(message, now: OpenDiary.today) { perform(effect) }
  }
}
