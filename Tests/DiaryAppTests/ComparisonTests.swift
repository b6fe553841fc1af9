import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Long texts are compared aside")
@MainActor
struct ComparisonTests {
  /// As many bytes as are too many to be laid out at once.
  private static func long(_ line: String) -> String {
    String(repeating: line + "\n", count: 24_000 / (line.utf8.count + 1))
  }

  private func entry(_ contents: [String], isHistory: Bool) async throws -> ScreenTest {
    let fields = try SampleDiary.fields("첫눈", on: "2026-11-18T08:00:00+09:00", contents[0])
    let screen = try await ScreenTest(entries: [fields])
    var last = try require(screen.state.list.selectedEntry)
    let first = last.heads
    for content in contents.dropFirst() {
      var next = fields
      next.content = content
      last = try await screen.service.update(
        last.id, to: next, basedOn: isHistory ? last.heads : first)
    }
    await screen.changeExternally([DiaryChange(.updated, last)])
    screen.forgetEffects()
    return screen
  }

  private func comparisons(_ effects: [Effect]) -> [Comparison] {
    effects.compactMap { $0.argument() }
  }

  private func press(_ key: KeyEvent, _ state: inout AppState) -> [Effect] {
    state.update(.terminal(.key(key)), now: state.now)
  }

  @Test("A key waits for none, the next one ends it, and the screen tells of it")
  func history() async throws {
    let screen = try await entry(
      [Self.long("하나"), Self.long("둘"), Self.long("셋")], isHistory: true)
    await screen.press(.character("H"))
    expectEqual(comparisons(screen.effects).count, 1)
    expectContains(screen.text, "둘")
    expectLacks(screen.text, "comparing…")

    var state = screen.state
    let second = try require(comparisons(press(.character("j"), &state)).first)
    expectContains(state.frame.grid.text, "comparing… · 2 of 3")
    expectLacks(state.frame.grid.text, "둘")
    // Paging waits; nothing is asked for twice.
    let paging = press(KeyEvent(.pageDown), &state)
    expect(paging.isEmpty)
    let third = try require(comparisons(press(.character("j"), &state)).first)
    expectNotEqual(third, second)
    // What was asked for earlier comes too late.
    _ = state.update(.compared(second, second.outcome), now: state.now)
    expectContains(state.frame.grid.text, "comparing… · 3 of 3")
    var left = state
    let leaving = press(.character("q"), &left)
    expectContains(leaving, .cancelComparison)
    _ = state.update(.compared(third, third.outcome), now: state.now)
    expectContains(state.frame.grid.text, "하나")
    expectLacks(state.frame.grid.text, "comparing…")
  }

  @Test("Short texts are there at once")
  func short() async throws {
    let screen = try await entry(["하나", "둘"], isHistory: true)
    await screen.press(.character("H"), .character("j"), KeyEvent(.tab), .character("q"))
    let versions = try await entry(["하나", "둘", "셋"], isHistory: false)
    await versions.press(.character("m"), KeyEvent(.tab), .character("e"))
    expectContains(versions.text, "Edit entry")
    expect(comparisons(screen.effects + versions.effects).isEmpty)
  }

  @Test("Behind another screen none goes on; in front again it does")
  func covered() async throws {
    let screen = try await entry([Self.long("하나"), Self.long("둘")], isHistory: true)
    await screen.press(.character("H"))
    var state = screen.state
    _ = state.update(.terminal(.resize(Size(columns: 100, rows: 30))), now: state.now)
    expectContains(state.frame.grid.text, "comparing…")
    let covering = press(.character("?"), &state)
    expectContains(covering, .cancelComparison)
    let again = press(KeyEvent(.escape), &state)
    expectEqual(comparisons(again).count, 1)
  }

  @Test("Two versions are put together aside, and what is typed meanwhile does nothing")
  func merging() async throws {
    let screen = try await entry(["", Self.long("하나"), Self.long("둘")], isHistory: false)
    await screen.press(.character("m"))
    expectContains(screen.text, "하나")
    expectContains(screen.text, "둘")

    var state = screen.state
    let asked = try require(comparisons(press(.character("e"), &state)).first)
    expectContains(state.frame.grid.text, "comparing… · 2 versions")
    for key in ["l", "r", "e", "H", "x"] {
      let typed = press(.character(Character(key)), &state)
      expect(typed.isEmpty)
    }
    var stopped = state
    let stopping = press(KeyEvent(.escape), &stopped)
    expectContains(stopping, .cancelComparison)
    _ = stopped.update(.compared(asked, asked.outcome), now: state.now)
    expectContains(stopped.frame.grid.text, "2 versions")
    expectLacks(stopped.screens, EditorState.self)

    await screen.press(.character("e"))
    expectContains(screen.text, "Edit entry")
    expectLacks(screen.text, "comparing…")
    await screen.press(.control("s"), .character("y"))
    let id = try require(screen.state.list.selectedEntry).id
    try await expectEqual(screen.service.versions(of: id).count, 1)
  }
}
