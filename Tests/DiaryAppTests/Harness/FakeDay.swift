import DiaryCore
import Synchronization

/// What is offered for the entry of a day, as the test says.
final class FakeDay: Sendable {
  private struct State {
    var photos: [CalendarDay: [FoundPhoto]] = [:]
    var prompts: Result<Prompts, TemplateError> = .success(Prompts())
  }

  private let state = Mutex(State())

  func put(_ paths: [String], on date: EntryDate) {
    state.withLock { $0.photos[date.day] = paths.map { FoundPhoto(path: $0, date: date) } }
  }

  func ask(_ prompts: Result<Prompts, TemplateError>) { state.withLock { $0.prompts = prompts } }

  func photos(of day: CalendarDay) -> [FoundPhoto] { state.withLock { $0.photos[day] ?? [] } }

  func prompts() -> Result<Prompts, TemplateError> { state.withLock(\.prompts) }
}
