import DiaryCore
import DiarySettings
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@MainActor @Suite("Templates")
struct TemplateTests {
  private let morning = """
    ---
    title: "Morning, {{date}}"
    tags: [walk, "{{weekday}}"]
    journal: Travel
    mood: 🙂
    other: kept out
    ---
    {{time}} {{unknown}} {{ {{title}}

    {{cursor}}
    {{prompt}}
    """

  @Test func `a new entry is filled whole and saved as it stands`() async throws {
    let screen = try await ScreenTest()
    screen.templates.put("evening", "Good night")
    screen.templates.put("morning", morning)
    await screen.press(.character("n"), KeyEvent(.function(5)))
    await screen.type("mor")
    expectContains(screen.text, "morning")
    expectLacks(screen.text, "evening")
    expectContains(screen.text, "#walk")
    await screen.press(KeyEvent(.enter))
    await screen.type("Here")
    await screen.press(.control("s"))
    let entry = try require(try await screen.service.entries().first)
    expectEqual(entry.title, "Morning, 21 Nov 2026")
    expectEqual(entry.tags, ["walk", "Saturday"])
    expectEqual(entry.journal, "Travel")
    expectEqual(entry.details.mood, "🙂")
    let prompt = DailyPrompt.text(on: entry.date.day)
    expectEqual(entry.content, "10:00 {{unknown}} {{ \n\nHere\n\(prompt)")
  }

  @Test func `into an entry it goes at the caret, and what is there stays`() async throws {
    let date = try require(EntryDate("2026-11-02T09:05:00+09:00"))
    let screen = try await ScreenTest(
      entries: [EntryFields(date: date, title: "Own", content: "ab", tags: ["walk"])])
    screen.templates.put("morning", morning)
    await screen.press(.character("e"), KeyEvent(.home), KeyEvent(.right), KeyEvent(.function(5)))
    await screen.press(KeyEvent(.enter))
    await screen.type("X")
    await screen.press(.control("s"))
    let entry = try require(try await screen.service.entries().first)
    let prompt = DailyPrompt.text(on: date.day)
    expectEqual(entry.content, "a09:05 {{unknown}} {{ Own\n\nX\n\(prompt)b")
    expectEqual(entry.title, "Own")
    expectEqual(entry.journal, EntryFields.defaultJournal)
    expectEqual(entry.tags, ["walk", "Monday"])
    await screen.press(.character("u"))
    try await expectEqual(screen.service.entries().map(\.content), ["ab"])
  }

  @Test func `one step of undo takes it back, and Esc chooses none`() async throws {
    let screen = try await ScreenTest()
    screen.templates.put("morning", morning)
    await screen.press(.character("n"), KeyEvent(.function(5)), KeyEvent(.escape))
    expectLacks(screen.text, "Morning")
    await screen.press(KeyEvent(.function(5)), KeyEvent(.enter))
    expectContains(screen.text, "Morning")
    await screen.press(.control("z"))
    expectLacks(screen.text, "Morning")
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
  }

  @Test func `without any it says where they belong`() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"), KeyEvent(.function(5)))
    expectContains(screen.text, "/home/me/.config/photodiary/templates")
    expectContains(screen.text, "title: Morning, {{date}}")
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    expectContains(screen.text, "New entry")
  }

  @Test func `one that can't be used says why`() async throws {
    let screen = try await ScreenTest()
    screen.templates.put(TemplateFile(name: "a\u{1B}[31m", result: .failure(.notText)))
    await screen.press(.character("n"), KeyEvent(.function(5)), KeyEvent(.enter))
    expectContains(screen.text, "isn't UTF-8 text")
    expectContains(screen.text, "Templates")
  }

  @Test func `what isn't closed is text`() {
    expectEqual(Template(name: "a", file: "---\ntitle: x\n").text, "---\ntitle: x")
    expectEqual(Template(name: "a", file: "").text, "")
    let crlf = Template(name: "a", file: "---\r\ntitle: x\r\n---\r\ntext\r\n")
    expectEqual(crlf.title, "x")
    expectEqual(crlf.text, "text")
    let filling = TemplateFilling(date: EntryDate(instant: 0, offset: 0), title: "t")
    for text in ["{{", "}}", "{{}}", "{{title", "{ {title}}", "{{title}{{title}}"] {
      let filled = filling.line(text)
      expectEqual(filled, text.replacing("{{title}}", with: "t"))
    }
    let places = filling.filled("{{cursor}}a{{ CURSOR }}b")
    expectEqual(places.before, "")
    expectEqual(places.after, "ab")
  }
}

@Suite("The question of the day")
struct DailyPromptTests {
  @Test(arguments: Language.allCases)
  func `it stays for a day and doesn't come again for two months`(_ language: Language) {
    language.speaking {
      for start in [-1000, 0, 20_000] as [Int64] {
        let days = (0..<62).map { CalendarDay(daysSinceEpoch: start + $0) }
        expectEqual(Set(days.map(DailyPrompt.text)).count, days.count)
      }
      expectAtLeast(DailyPrompt.all.count, 60)
    }
  }

  @Test func `all of them are in Korean`() {
    for text in DailyPrompt.all { expect(KoreanTable.texts[text.key] != nil) }
  }

  @Test @MainActor func `it stands in an empty page, and never in what is saved`() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"))
    let prompt = DailyPrompt.text(on: screen.state.now.day)
    expectContains(screen.text, prompt)
    await screen.press(KeyEvent(.tab))
    await screen.type("x")
    expectLacks(screen.text, prompt)
    await screen.press(.control("s"))
    try await expectEqual(screen.service.entries().map(\.content), ["x"])
    await screen.press(.character("n"))
    screen.change { $0.preferences.asksDailyPrompt = false }
    expectLacks(screen.text, prompt)
    expectContains(screen.text, "\n  Text\n")
  }
}
