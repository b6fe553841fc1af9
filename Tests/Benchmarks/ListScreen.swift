import DiaryApp
import DiaryCore
import TerminalUI

/// The list on a screen that nobody sees: what a key costs without a terminal.
@MainActor
final class ListScreen {
  private let service: DiaryService
  private var state: AppState
  private var keys = 0

  init(_ service: DiaryService) async throws {
    self.service = service
    state = AppState(
      size: Size(columns: 120, rows: 40), colors: .full, now: OpenDiary.today,
      homeFolder: "/", startFolder: "/",
      localDate: { EntryDate(instant: $0.seconds, offset: 0) },
      assetPath: { service.file(of: $0) })
    for effect in state.start() { await perform(effect) }
    _ = state.frame
  }

  /// Moves the selection and draws the screen; down a while, then up. Rows that are then read are
  /// not in the time: nobody waits for them.
  func pressMovingKey() async throws -> Duration {
    let key: KeyEvent = .character(keys / 40 % 2 == 0 ? "j" : "k")
    keys += 1
    var effects: [Effect] = []
    let time = ContinuousClock().measure {
      effects = state.update(.terminal(.key(key)), now: OpenDiary.today)
      _ = state.frame
    }
    for effect in effects { await perform(effect) }
    return time
  }

  /// Goes to the oldest entry and back to the newest, and reads what is shown there.
  func pressJumpingKey() async throws -> Duration {
    let key: KeyEvent = .character(keys.isMultiple(of: 2) ? "G" : "g")
    keys += 1
    let clock = ContinuousClock()
    let start = clock.now
    for effect in state.update(.terminal(.key(key)), now: OpenDiary.today) { await perform(effect) }
    _ = state.frame
    return clock.now - start
  }

  /// Reads rows of the list; other effects have nothing to do with moving.
  private func perform(_ effect: Effect) async {
    guard effect.name == "loadRows", let message = await effect.answer(of: service) else { return }
    for effect in state.update(message, now: OpenDiary.today) { await perform(effect) }
  }
}
