import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("A search that isn't finished")
@MainActor
struct UnfinishedSearchTests {
  private func opened() async throws -> ScreenTest {
    try await ScreenTest(
      80, 24,
      entries: [
        try SampleDiary.fields(
          "Soup", on: "2026-11-01T10:00:00+09:00", "At the river.", tags: ["food"]),
        try SampleDiary.fields("Rain", on: "2026-11-02T10:00:00+09:00", "By the river."),
        try SampleDiary.fields("Snow", on: "2026-11-03T10:00:00+09:00", "A frozen river."),
      ])
  }

  private func titles(_ screen: ScreenTest) -> [String] {
    (0..<screen.state.entries.count).compactMap { screen.state.entries[$0]?.title }
  }

  @Test("Never hides what was found, key by key")
  func everyKey() async throws {
    for (start, rest) in [
      ("river ", "-rain"), ("river ", "\""), ("river ", "-\"by the"), ("river tag:", "food"),
      ("river on:", "yest"), ("river has:", "pho"),
    ] {
      let screen = try await opened()
      await screen.press(.character("/"))
      await screen.send(.paste(start))
      expectEqual(titles(screen), ["Snow", "Rain", "Soup"], "\(start)")
      for key in rest {
        await screen.type(String(key))
        expect(!titles(screen).isEmpty, "\(start)\(rest) at \(key)")
        expectLacks(screen.text, "Nothing found")
      }
    }
  }

  @Test("An excluded word counts once a blank stands behind it, and says so before")
  func excluded() async throws {
    let screen = try await opened()
    await screen.type("/river -r")
    expectEqual(titles(screen), ["Snow", "Rain", "Soup"])
    await screen.type("ain")
    expectEqual(titles(screen), ["Snow", "Rain", "Soup"])
    expectContains(screen.text, "“-rain”: press Space or Enter to leave out what has it.")
    await screen.type(" ")
    expectEqual(titles(screen), ["Snow", "Soup"])
    expectLacks(screen.text, "press Space")
    await screen.press(KeyEvent(.backspace), KeyEvent(.home))
    expectEqual(titles(screen), ["Snow", "Soup"])
  }

  @Test("Enter finishes it first, and reads then; so does keeping the search as the list")
  func leaving() async throws {
    let screen = try await opened()
    await screen.type("/river -rain")
    await screen.press(KeyEvent(.enter))
    expectEqual(titles(screen), ["Snow", "Soup"])
    expect(screen.state.screens.isEmpty)
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.screens.count, 1)
    let other = try await opened()
    await other.type("/river -rain")
    await other.press(.alt("l"))
    expectNil(other.state.search)
    expectEqual(titles(other), ["Snow", "Soup"])
    await other.press(KeyEvent(.escape))
    expectEqual(titles(other), ["Snow", "Soup"])
  }

  @Test("A key without its value keeps what was found, and asks for it")
  func keyAlone() async throws {
    let screen = try await opened()
    await screen.press(.character("/"))
    await screen.send(.paste("soup weather:"))
    expectEqual(titles(screen), ["Soup"])
    expectContains(screen.text, "Tab  sunny  cloudy")
    await screen.press(KeyEvent(.home), .alt("d"), KeyEvent(.delete))
    expectContains(screen.text, "/ weather:")
    expectEqual(titles(screen), ["Soup"])
    // Where nothing was found before, it says what can be typed.
    await screen.press(.control("u"), KeyEvent(.end), .control("u"))
    expectContains(screen.text, "Type words to find, or:")
    await screen.type("nowhere weather:")
    await screen.press(KeyEvent(.home), .alt("d"), KeyEvent(.delete))
    expectContains(screen.text, "Type words to find, or:")
  }

  @Test("Dates are echoed as they are understood, and what is none is told at once")
  func dates() async throws {
    let screen = try await opened()
    await screen.type("/date:yesterday")
    expectContains(screen.text, "→ Friday 20 November 2026")
    for (typed, echo) in [
      ("from:\"3 days ago\"", "→ from Wednesday 18 November 2026"),
      ("to:2026-08", "→ until Monday 31 August 2026"), ("on:어제", "→ Friday 20 November 2026"),
      ("date:2026-11", "→ November 2026"), ("date:2026", "→ 2026"),
      ("date:2026-11-02..2026-11-03", "→ Monday 2 November 2026 – Tuesday 3 November 2026"),
      ("date:soon", "“date:soon” isn't a date."),
      ("from:2026-02-30", "“from:2026-02-30”: there's no such date."),
    ] {
      await screen.press(.control("u"))
      await screen.type(typed)
      expectContains(screen.text, echo, "\(typed)")
    }
    await screen.press(.control("u"))
    await screen.type("from:2026-11-02 ")
    expectEqual(titles(screen), ["Snow", "Rain"])
    expectLacks(screen.text, "→")
    let day = try require(CalendarDay("2026-11-02"))
    let korean = Language.korean.speaking { EntryPredicate.from(day).dayWords }
    expectEqual(korean, "→ 2026년 11월 2일 월요일부터")
  }
}
