import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Attachments on the screen")
@MainActor
struct AttachmentScreenTests {
  private static let hostile = "evil\u{1B}[2J\u{202E}\nname.mov"

  private func screen(
    _ columns: Int = 80, _ rows: Int = 24
  ) async throws -> ScreenTest {
    var entry = try SampleDiary.fields("음악회", on: "2026-11-20T07:30:00+09:00", "Text.")
    entry.attachments = [
      DiaryCore.Attachment(
        asset: .named("a"), name: Self.hostile, type: MediaType("video/quicktime"),
        size: 12_345_678),
      DiaryCore.Attachment(
        asset: .named("b"), name: "녹음 하나.m4a", type: MediaType("audio/mp4"), size: 900),
      DiaryCore.Attachment(
        asset: .named("c"), name: "notes.pdf", type: MediaType("application/pdf")),
    ]
    let screen = try await ScreenTest(columns, rows, entries: [entry], takesFrames: false)
    await screen.press(KeyEvent(.enter))
    return screen
  }

  private func lines(_ screen: ScreenTest) -> [String] {
    screen.text.split(separator: "\n").map { String($0.trimmed) }.filter { line in
      ["▶", "♪", "▤"].contains { line.hasPrefix($0) }
    }
  }

  @Test("The reader has a line for each")
  func reader() async throws {
    let screen = try await screen()
    expectEqual(
      lines(screen),
      [
        "▶ evil␛[2J name.mov 0:42 · film, 12 MB", "♪ 녹음 하나.m4a 0:42 · recording, 900 bytes",
        "▤ notes.pdf · PDF", "▶ 1 film · ♪ 1 recording · ▤ 1 attachment · 1 word",
      ])
    for size in [(40, 12), (200, 50)] {
      let other = try await self.screen(size.0, size.1)
      await other.press(.character("G"))
      expectContains(lines(other), "▤ notes.pdf · PDF")
    }
  }

  @Test("Tab comes to them, and Enter opens a copy outside")
  func opening() async throws {
    let screen = try await screen()
    for _ in 0..<2 { await screen.press(KeyEvent(.tab)) }
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.photoActions.played, ["녹음 하나.m4a"])
    await screen.press(KeyEvent(.tab, .shift))
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.photoActions.played.last, Self.hostile)
    for _ in 0..<2 { await screen.press(KeyEvent(.tab)) }
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.photoActions.opened, ["notes.pdf"])
    expectContains(screen.text, "Opened a copy in the desktop's viewer.")
    screen.photoActions.fail(with: .noViewer)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Couldn't do that")
  }

  @Test("An edit keeps them")
  func editing() async throws {
    let screen = try await screen()
    await screen.press(.character("e"))
    await screen.press(.character("x"))
    await screen.press(KeyEvent(.character("s"), .control))
    let entry = try require(try await screen.service.entries().first)
    expectNotEqual(entry.content, "Text.")
    expectEqual(entry.attachments.count, 3)
  }
}
