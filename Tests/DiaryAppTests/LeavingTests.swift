import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

/// There is no screen that can't be left, whatever was pressed to come there.
@Suite("Leaving")
@MainActor
struct LeavingTests {
  /// But for exports and imports, whose ends a test decides.
  private static let letters: [KeyEvent] =
    "jkgGTneducptJ?bBovVwsmhHlLfFaAzZyY1#@:;.+-=*<>SUNMKDOPRW/".map { KeyEvent.character($0) }
  private static let others: [KeyEvent.Key] = [
    .enter, .escape, .tab, .up, .down, .left, .right, .pageDown, .home, .end, .delete,
    .backspace, .function(1),
  ]
  private static let alts: [KeyEvent] = "defghlnoprtvwxyz".map { KeyEvent.alt($0) }
  private static let controls: [KeyEvent] = "adefghklnoprtuvwxy".map { KeyEvent.control($0) }
  private static let keys: [KeyEvent] = letters + others.map { KeyEvent($0) } + alts + controls

  /// Somewhere, by random keys, pastes and presses of the mouse.
  private func wander(_ seed: UInt64) async throws -> ScreenTest {
    var random = SeededGenerator(seed: seed)
    let sync = FakeSync(others: [("laptop", "2026-11-20T22:00:00Z")])
    await sync.put("home")
    let test = try await ScreenTest(
      entries: SampleDiary.entries(), sync: seed.isMultiple(of: 2) ? sync : nil)
    for _ in 0..<Int.random(in: 3...60, using: &random) where !test.hasLeft {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: await test.send(.paste("a text\nwith lines "))
      case 1:
        let point = Point(
          column: Int.random(in: 0..<80, using: &random),
          row: Int.random(in: 0..<24, using: &random))
        await test.send(.mouse(MouseEvent(.press, at: point)))
      default: await test.press(Self.keys.randomElement(using: &random) ?? .character("j"))
      }
    }
    return test
  }

  @Test("Ctrl-C leaves at once", arguments: 1...12 as ClosedRange<UInt64>)
  func controlC(seed: UInt64) async throws {
    let test = try await wander(seed)
    if !test.hasLeft { await test.press(.control("c")) }
    expect(test.hasLeft, "\(test.text)")
  }

  @Test("A closed terminal ends it at once", arguments: 13...24 as ClosedRange<UInt64>)
  func terminate(seed: UInt64) async throws {
    let test = try await wander(seed)
    if !test.hasLeft { await test.send(.terminate) }
    expect(test.hasLeft, "\(test.text)")
  }

  /// A text that would be lost asks, and takes an answer; nothing else does.
  @Test("Esc and q lead out, again and again", arguments: 25...36 as ClosedRange<UInt64>)
  func escapeAndQ(seed: UInt64) async throws {
    let test = try await wander(seed)
    for _ in 0..<100 where !test.hasLeft {
      await test.press(KeyEvent(.escape))
      await test.discardIfAsked()
      if !test.hasLeft { await test.press(.character("q")) }
      await test.discardIfAsked()
    }
    expect(test.hasLeft, "\(test.text)")
  }
}

extension ScreenTest {
  fileprivate var hasLeft: Bool { terminalEffects.contains(.leave) }

  fileprivate func discardIfAsked() async {
    if asksAboutText { await press(.character("y")) }
    if asksAboutText { await press(KeyEvent(.enter)) }
  }

  private var asksAboutText: Bool {
    state.screens.front(as: ConfirmState.self)?.isFinal == true
  }
}
