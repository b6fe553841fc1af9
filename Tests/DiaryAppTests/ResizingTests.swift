import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Every screen at every size")
@MainActor
struct ResizingTests {
  /// The keys that open each screen.
  static let screens: [[KeyEvent]] = [
    [], [.character("/"), .character("i")], [KeyEvent(.enter)],
    [KeyEvent(.enter), KeyEvent(.enter)],
    [.character("e")], [.character("e"), KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter)],
    [.character("n"), .control("p"), KeyEvent(.down), KeyEvent(.down), KeyEvent(.down)],
    [.character("d")], [.character("e"), .character("x"), KeyEvent(.escape)], [.character("x")],
    [.character("x"), KeyEvent(.enter)], [.character("t")], [.character("?")],
    [.character("n"), .control("s")], [.character("v")], [.character("v"), .character("v")],
    [.character("p")], [.character("p"), KeyEvent(.down)],
    [KeyEvent(.enter), KeyEvent(.enter), .character("+"), .character("l")],
    [KeyEvent(.enter), KeyEvent(.enter), .character("i")],
    [KeyEvent(.enter), KeyEvent(.enter), .character("w")],
    [KeyEvent(.enter), KeyEvent(.enter), .character("c")], [.character(":")],
    [.character(":"), .character("t")],
  ]

  @Test("At every size one of them is drawn, and the cursor stays on the screen")
  func everySize() async throws {
    var states = try await opened()
    for columns in 1...120 {
      for rows in 1...40 {
        let size = Size(columns: columns, rows: rows)
        expectDrawn(&states[(columns * 40 + rows) % states.count], size)
      }
    }
  }

  @Test("Each of them is drawn at every width and every height")
  func everyScreen() async throws {
    var states = try await opened()
    for index in states.indices {
      for columns in stride(from: 1, through: 120, by: 3) {
        expectDrawn(&states[index], Size(columns: columns, rows: 12))
      }
      for rows in 1...40 { expectDrawn(&states[index], Size(columns: 80, rows: rows)) }
    }
  }

  private func opened() async throws -> [AppState] {
    var states: [AppState] = []
    for keys in Self.screens {
      let screen = try await ScreenTest(entries: try SampleDiary.entries())
      for key in keys { await screen.press(key) }
      states.append(screen.state)
    }
    return states
  }

  private func expectDrawn(_ state: inout AppState, _ size: Size) {
    _ = state.update(.terminal(.resize(size)), now: state.now)
    let frame = state.frame
    if let cursor = frame.cursor, !frame.grid.bounds.contains(cursor) {
      fail("The cursor is at \(cursor) on \(size).")
    }
  }

  @Test("The chosen entry stays in view")
  func selection() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.days(60))
    await screen.press(.character("j"), times: 30)
    for (columns, rows) in [(40, 12), (100, 50), (39, 11), (41, 13), (200, 12)] {
      await screen.send(.resize(Size(columns: columns, rows: rows)))
      if columns > 39 { expectContains(screen.text, "Entry 30") }
    }
  }
}
