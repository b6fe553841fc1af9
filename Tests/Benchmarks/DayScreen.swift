import DiaryApp
import DiaryCore
import TerminalUI

/// A screen of days that nobody sees: what a key costs until all that it asks for is drawn.
@MainActor
final class DayScreen {
  private let service: DiaryService
  private var state: AppState

  /// `key` opens it from the list.
  init(_ service: DiaryService, opened key: KeyEvent) async throws {
    self.service = service
    state = AppState(
      size: Size(columns: 120, rows: 40), colors: .full, now: OpenDiary.today,
      homeFolder: "/", startFolder: "/",
      localDate: { EntryDate(instant: $0.seconds, offset: 0) },
      assetPath: { service.file(of: $0) })
    for effect in state.start() { await perform(effect) }
    _ = try await press(key)
  }

  /// From the key to the frame that shows what was read for it.
  func press(_ key: KeyEvent) async throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let effects = state.update(.terminal(.key(key)), now: OpenDiary.today)
    _ = state.frame
    for effect in effects { await perform(effect) }
    _ = state.frame
    return clock.now - start
  }

  private func perform(_ effect: Effect) async {
    guard ["loadRows", "tallyYear", "loadDay", "findReturning"].contains(effect.name),
      let message = await effect.answer(of: service)
    else { return }
    for effect in state.update(message, now: OpenDiary.today) { await perform(effect) }
  }
}
