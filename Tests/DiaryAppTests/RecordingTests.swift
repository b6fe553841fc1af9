import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Voice notes from the editor")
@MainActor
struct RecordingTests {
  private func screen(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows)
    await screen.press(.character("n"))
    await screen.press(.alt("r"))
    return screen
  }

  @Test("Enter keeps it with the entry", arguments: [(80, 24), (40, 12)])
  func keeping(_ size: (Int, Int)) async throws {
    let screen = try await screen(size.0, size.1)
    expectContains(screen.text, "● Recording 0:00")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.recorder.asked, ["begin", "finish", "remove"])
    expectContains(screen.text, "Added 1 recording.")
    expectLacks(screen.text, "Voice note")
    await screen.press(.control("s"))
    let entry = try require(try await screen.service.entries().first)
    expectEqual(entry.attachments.map(\.name), ["voice.opus"])
  }

  @Test("Esc asks before it is thrown away")
  func discarding() async throws {
    let screen = try await screen()
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "Throw the recording away?")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "● Recording")
    await screen.press(KeyEvent(.escape))
    await screen.press(.character("y"))
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.recorder.asked, ["begin", "discard"])
    expectLacks(screen.text, "● Recording")
  }

  @Test("Without a program it says what to install")
  func missing() async throws {
    let screen = try await ScreenTest()
    screen.recorder.fail(with: .noProgram)
    await screen.press(.character("n"))
    await screen.press(.alt("r"))
    expectContains(screen.text, "arecord (alsa-utils)")
    expectLacks(screen.text, "● Recording")
  }

  @Test("What the program says is made printable")
  func failure() async throws {
    let screen = try await ScreenTest()
    screen.recorder.fail(with: .failed("no\u{1B}[2Jdevice"))
    await screen.press(.character("n"))
    await screen.press(.alt("r"))
    expectContains(screen.text, "no␛[2Jdevice")
  }

  @Test("It is Korean where the language is")
  func korean() async throws {
    try await Language.korean.speaking {
      let screen = try await screen()
      expectContains(screen.text, "녹음 중 0:00")
    }
  }
}
