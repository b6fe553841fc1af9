import DiaryApp
import DiaryCore
import TerminalUI

/// An entry on a screen that nobody sees: what writing and reading cost without a terminal.
@MainActor
final class EditorScreen {
  private var state: AppState
  private var keys = 0

  /// A list with one entry, which `open` opens.
  init(_ content: String) {
    state = AppState(
      size: Size(columns: 120, rows: 40), colors: .full, now: OpenDiary.today,
      homeFolder: "/", startFolder: "/",
      localDate: { EntryDate(instant: $0.seconds, offset: 0) }, assetPath: { _ in "" })
    let author = AuthorID("anyone")
    let time = Timestamp(milliseconds: 0)
    let entry = Entry(
      id: .random(), fields: EntryFields(date: OpenDiary.today, content: content), author: author,
      created: time, modified: time, heads: [.random()])
    for effect in state.start() {
      guard let rows = effect.argument(EntryList.Rows.self) else { continue }
      _ = state.update(.rowsLoaded(rows, entries: [entry], total: 1), now: OpenDiary.today)
    }
    _ = state.update(.identified(Author(id: author, name: "Anyone")), now: OpenDiary.today)
    _ = state.frame
  }

  /// From the key that opens the entry to its screen.
  func open() -> Duration { time(.key(.character("e"))) }

  /// From Enter to the entry over the whole screen.
  func read() -> Duration { press(KeyEvent(.enter)) }

  func press(_ key: KeyEvent) -> Duration { time(.key(key)) }

  /// Goes up from the end to about the middle of what it holds.
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

  /// From an event to the screen.
  private func time(_ event: TerminalEvent) -> Duration {
    ContinuousClock().measure {
      _ = state.update(.terminal(event), now: OpenDiary.today)
      _ = state.frame
    }
  }
}
