import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

/// A screen that the app knows nothing of: it counts.
private struct CounterScreen: Screen {
  var count = 0

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.counter]] }

  mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    switch command(for: key, in: app) {
    case .up: count += 1
    case .down: count -= 1
    case .back: app.pop()
    case let other?: return app.updateEverywhere(other)
    case nil: break
    }
    return []
  }

  mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    count -= mouse.action.wheelRows
    return []
  }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let frame = ScreenFrame(
      title: "Counter", hints: app.keys[.counter].bindings, in: &grid, app)
    grid.draw("\(count)", in: frame.body.line(0), app.theme.accent)
    return nil
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText("Counter", ["\(count)"])
  }
}

extension KeyScreen {
  fileprivate static let counter = KeyScreen(
    "counter",
    title: "Counter",
    bindings: [
      Binding(.up, KeyEvent(.up), help: "Count up", hint: "up"),
      Binding(.down, KeyEvent(.down), help: "Count down", hint: "down"),
      Binding(.back, .character("q"), help: "Go back", hint: "back"),
    ])
}

/// A screen needs nothing but itself: no other file of the app names it.
@Suite("A screen of one's own")
@MainActor
struct OwnScreenTests {
  private func opened() async throws -> ScreenTest {
    let screen = try await ScreenTest(40, 12, entries: try SampleDiary.entries())
    screen.change { $0.screens.push(CounterScreen()) }
    return screen
  }

  @Test("It draws, takes keys and the mouse, and closes")
  func keys() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.up), KeyEvent(.up), KeyEvent(.down))
    await screen.send(.mouse(MouseEvent(.scrollUp, at: Point(column: 3, row: 3))))
    expectPrefix(screen.text, " Counter")
    expectContains(screen.text, "\n4")
    expectContains(screen.text, "↑ up  ↓ down  q back")
    await screen.press(.character("q"))
    expect(screen.state.screens.isEmpty)
  }

  @Test("Help and the palette know its keys, and one may go elsewhere from it and back")
  func commands() async throws {
    let screen = try await opened()
    await screen.press(.character("?"))
    expectContains(screen.text, "Count up")
    await screen.press(.character("q"), .character(":"))
    await screen.type("count up")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.screens.front(as: CounterScreen.self)?.count, 1)
    await screen.press(.character(":"))
    await screen.type("trash")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.front is TrashState)
    await screen.press(.character("q"))
    expect(screen.state.screens.front is CounterScreen)
  }

  @Test("It is told in words")
  func accessibleText() async throws {
    let screen = try await opened()
    expectEqual(screen.state.accessibleText.lines, ["0"])
  }
}
