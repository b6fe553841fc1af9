import DiaryCore
import Localization
import TestSupport
import Testing

@Suite("Texts of templates")
struct TemplateTextTests {
  @Test func `front matter and placeholders that aren't closed are text`() {
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

@Suite("Daily questions")
struct DailyPromptTests {
  @Test(arguments: Language.allCases)
  func `a question isn't repeated for two months, and is translated`(_ language: Language) {
    for text in DailyPrompt.all { expect(KoreanTable.texts[text.key] != nil) }
    language.speaking {
      for start in [-1000, 0, 20_000] as [Int64] {
        let days = (0..<62).map { CalendarDay(daysSinceEpoch: start + $0) }
        expectEqual(Set(days.map(DailyPrompt.text)).count, days.count)
      }
      expectAtLeast(DailyPrompt.all.count, 60)
    }
  }
}
