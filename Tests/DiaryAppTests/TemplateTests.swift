import DiaryCore
import DiarySettings
import Localization
import TerminalUI
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
    #expect(screen.text.contains("morning") && !screen.text.contains("evening"))
    #expect(screen.text.contains("#walk"))
    await screen.press(KeyEvent(.enter))
    await screen.type("Here")
    await screen.press(.control("s"))
    let entry = try #require(try await screen.service.entries().first)
    #expect(entry.title == "Morning, 21 Nov 2026")
    #expect(entry.tags == ["walk", "Saturday"])
    #expect(entry.journal == "Travel" && entry.details.mood == "🙂")
    let prompt = DailyPrompt.text(on: entry.date.day)
    #expect(entry.content == "10:00 {{unknown}} {{ \n\nHere\n\(prompt)")
  }

  @Test func `into an entry it goes at the caret, and what is there stays`() async throws {
    let date = try #require(EntryDate("2026-11-02T09:05:00+09:00"))
    let screen = try await ScreenTest(
      entries: [EntryFields(date: date, title: "Own", content: "ab", tags: ["walk"])])
    screen.templates.put("morning", morning)
    await screen.press(.character("e"), KeyEvent(.home), KeyEvent(.right), KeyEvent(.function(5)))
    await screen.press(KeyEvent(.enter))
    await screen.type("X")
    await screen.press(.control("s"))
    let entry = try #require(try await screen.service.entries().first)
    let prompt = DailyPrompt.text(on: date.day)
    #expect(entry.content == "a09:05 {{unknown}} {{ Own\n\nX\n\(prompt)b")
    #expect(entry.title == "Own" && entry.journal == EntryFields.defaultJournal)
    #expect(entry.tags == ["walk", "Monday"])
    await screen.press(.character("u"))
    #expect(try await screen.service.entries().map(\.content) == ["ab"])
  }

  @Test func `one step of undo takes it back, and Esc chooses none`() async throws {
    let screen = try await ScreenTest()
    screen.templates.put("morning", morning)
    await screen.press(.character("n"), KeyEvent(.function(5)), KeyEvent(.escape))
    #expect(!screen.text.contains("Morning"))
    await screen.press(KeyEvent(.function(5)), KeyEvent(.enter))
    #expect(screen.text.contains("Morning"))
    await screen.press(.control("z"))
    #expect(!screen.text.contains("Morning"))
    await screen.press(KeyEvent(.escape))
    #expect(screen.state.screens.isEmpty)
  }

  @Test func `without any it says where they belong`() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"), KeyEvent(.function(5)))
    #expect(screen.text.contains("/home/me/.config/photodiary/templates"))
    #expect(screen.text.contains("title: Morning, {{date}}"))
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    #expect(screen.text.contains("New entry"))
  }

  @Test func `one that can't be used says why`() async throws {
    let screen = try await ScreenTest()
    screen.templates.put(TemplateFile(name: "a\u{1B}[31m", result: .failure(.notText)))
    await screen.press(.character("n"), KeyEvent(.function(5)), KeyEvent(.enter))
    #expect(screen.text.contains("isn't UTF-8 text"))
    #expect(screen.text.contains("Templates"))
  }

  @Test func `what isn't closed is text`() {
    #expect(Template(name: "a", file: "---\ntitle: x\n").text == "---\ntitle: x")
    #expect(Template(name: "a", file: "").text == "")
    let crlf = Template(name: "a", file: "---\r\ntitle: x\r\n---\r\ntext\r\n")
    #expect(crlf.title == "x" && crlf.text == "text")
    let filling = TemplateFilling(date: EntryDate(instant: 0, offset: 0), title: "t")
    for text in ["{{", "}}", "{{}}", "{{title", "{ {title}}", "{{title}{{title}}"] {
      let filled = filling.line(text)
      #expect(filled == text.replacing("{{title}}", with: "t"))
    }
    let places = filling.filled("{{cursor}}a{{ CURSOR }}b")
    #expect(places.before == "" && places.after == "ab")
  }
}

@Suite("The question of the day")
struct DailyPromptTests {
  @Test(arguments: Language.allCases)
  func `it stays for a day and doesn't come again for two months`(_ language: Language) {
    language.speaking {
      for start in [-1000, 0, 20_000] as [Int64] {
        let days = (0..<62).map { CalendarDay(daysSinceEpoch: start + $0) }
        #expect(Set(days.map(DailyPrompt.text)).count == days.count)
      }
      #expect(DailyPrompt.all.count >= 60)
    }
  }

  @Test func `all of them are in Korean`() {
    for text in DailyPrompt.all { #expect(KoreanTable.texts[text.key] != nil) }
  }

  @Test @MainActor func `it stands in an empty page, and never in what is saved`() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"))
    let prompt = DailyPrompt.text(on: screen.state.now.day)
    #expect(screen.text.contains(prompt))
    await screen.press(KeyEvent(.tab))
    await screen.type("x")
    #expect(!screen.text.contains(prompt))
    await screen.press(.control("s"))
    #expect(try await screen.service.entries().map(\.content) == ["x"])
    await screen.press(.character("n"))
    screen.change { $0.preferences.asksDailyPrompt = false }
    #expect(!screen.text.contains(prompt) && screen.text.contains("\n  Text\n"))
  }
}
