import DiaryApp
import DiaryCore
import TerminalUI

/// The map on a screen that nobody sees, with places that were found.
@MainActor
final class MapScreen {
  private let index: MapIndex
  private let earth: any WorldMapping
  private var state: AppState

  /// - Parameter facts: what the terminal has told of itself.
  init(_ index: MapIndex, on earth: any WorldMapping, facts: TerminalFacts = TerminalFacts()) {
    self.index = index
    self.earth = earth
    state = AppState(
      size: Size(columns: 200, rows: 50), colors: .full, now: OpenDiary.today,
      homeFolder: "/", startFolder: "/",
      localDate: { EntryDate(instant: $0.seconds, offset: 0) }, assetPath: { _ in "" })
    _ = state.start()
    _ = state.update(.terminal(.learned(facts)), now: OpenDiary.today)
    _ = press(.alt("m"))
  }

  /// From a key to the frame. What is then put together and read for the next ones isn't in the time: nobody
  /// waits for it.
  func press(_ key: KeyEvent) -> Duration {
    var effects: [Effect] = []
    let time = ContinuousClock().measure {
      effects = state.update(.terminal(.key(key)), now: OpenDiary.today)
      _ = state.frame
    }
    for effect in effects { perform(effect) }
    return time
  }

  /// The frame alone.
  func draw() -> Duration { ContinuousClock().measure { _ = state.frame } }

  private func perform(_ effect: Effect) {
    let message: Message? =
      switch effect.name {
      case "readMap":
        effect.argument(Int.self).map { .mapRead(index, requestID: $0, isEnd: true) }
      case "putTogether":
        effect.argument(Int.self).map {
          .mapPutTogether(MapClusters(index, zoom: $0, withWay: false))
        }
      case "loadMapPiece":
        effect.argument(MapRequest.self).map { request in
          .mapPieceRead(
            request, Result { () throws(WorldMapError) in try earth.piece(request) })
        }
      default: nil
      }
    guard let message else { return }
    for effect in state.update(message, now: OpenDiary.today) { perform(effect) }
  }
}
