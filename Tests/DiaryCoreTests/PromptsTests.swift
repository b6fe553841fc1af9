import DiaryCore
import TestSupport
import Testing
import Text

@Suite struct PromptsTests {
  private let day = CalendarDay(daysSinceEpoch: 20_000)

  private func questions(_ prompts: Prompts, in journal: String) -> Set<String> {
    Set((0..<6).map { prompts.text(on: CalendarDay(daysSinceEpoch: 20_000 + $0), in: journal) })
  }

  @Test func `cycles through questions, each journal's only in that journal`() {
    let prompts = Prompts(
      file: """
        # morning
        What grew?
          Who called?\u{20}

        [Work]
        What was finished?
        [ work ]
        What can wait?
        []
        """)
    expectEqual(questions(prompts, in: "Diary"), ["What grew?", "Who called?"])
    expectEqual(questions(prompts, in: "Travel"), ["What grew?", "Who called?"])
    expectEqual(questions(prompts, in: "WORK"), ["What was finished?", "What can wait?"])
    let korean = Prompts(file: "[기본 일기장]\nWhat?")
    expectEqual(questions(korean, in: "Diary"), ["What?"])
    let first = prompts.text(on: day, in: "Diary")
    expectEqual(prompts.text(on: day, in: "Diary"), first)
    expectNotEqual(prompts.text(on: CalendarDay(daysSinceEpoch: 20_001), in: "Diary"), first)
    expectEqual(prompts.text(on: CalendarDay(daysSinceEpoch: 20_002), in: "Diary"), first)
  }

  @Test(arguments: ["", "\n\n", "# nothing\n", "[Work]\nWhat?\n", "[Diary]\n", "[]"])
  func `falls back to the built-in questions if a journal has none`(_ file: String) {
    let prompts = Prompts(file: file)
    expectEqual(prompts.text(on: day, in: "Diary"), DailyPrompt.text(on: day))
    expectEqual(Prompts().text(on: day, in: "Work"), DailyPrompt.text(on: day))
    expectEqual(Prompts(file: "[").text(on: day, in: "Diary"), "[")
  }

  @Test func `has a question for days before 1970, and truncates a long line`() {
    let prompts = Prompts(file: "a\nb\n" + String(repeating: "x", count: 100_000))
    expectEqual(questions(prompts, in: "Diary").map(\.count).max(), 500)
    for number in -5...5 {
      expect(!prompts.text(on: CalendarDay(daysSinceEpoch: Int64(number)), in: "").isEmpty)
    }
  }
}

@Suite("Times of day") struct ClockTimeTests {
  @Test(arguments: [
    ("21:30", "21:30" as String?), ("9:30pm", "21:30"), ("오후 9시 반", "21:30"), ("0:05", "00:05"),
    ("7am", "07:00"), ("at 21:30", "21:30"), ("21:30:45", "21:30"), ("", nil), ("21", nil),
    ("25:00", nil), ("21:61", nil), ("tomorrow 21:30", nil), ("21:30 +09:00", nil), ("soon", nil),
    ("13pm", nil),
  ])
  func `parses times as in dates, and nothing else`(_ text: String, _ time: String?) {
    expectEqual(ClockTime(text)?.text, time)
  }

  @Test func `computes the seconds until a time`() throws {
    let now = try require(EntryDate("2026-11-26T21:00:10+09:00"))
    expectEqual(ClockTime("21:30")?.seconds(after: now), 1790)
    expectEqual(ClockTime("21:00")?.seconds(after: now), 0)
    expectEqual(ClockTime("8:00")?.seconds(after: now), 0)
  }
}

@Suite struct TemplateTextTests {
  @Test func `treats unclosed front matter and placeholders as text`() {
    expectEqual(Template(name: "a", file: "---\ntitle: x\n").text, "---\ntitle: x")
    expectEqual(Template(name: "a", file: "").text, "")
    let crlf = Template(name: "a", file: "---\r\ntitle: x\r\n---\r\ntext\r\n")
    expectEqual(crlf.title, "x")
    expectEqual(crlf.text, "text")
    let filling = TemplateFiller(date: EntryDate(instant: 0, offset: 0), title: "t")
    for text in ["{{", "}}", "{{}}", "{{title", "{ {title}}", "{{title}{{title}}"] {
      let filled = filling.line(text)
      expectEqual(filled, text.replacing("{{title}}", with: "t"))
    }
    let places = filling.filled("{{cursor}}a{{ CURSOR }}b")
    expectEqual(places.before, "")
    expectEqual(places.after, "ab")
  }
}

@Suite struct DailyPromptTests {
  @Test(arguments: Language.allCases)
  func `repeats no question within two months, and translates all`(_ language: Language) {
    if let translation = language.translation {
      for text in DailyPrompt.all { expect(translation.text(of: text.key) != nil) }
    }
    language.speaking {
      for start in [-1000, 0, 20_000] as [Int64] {
        let days = (0..<62).map { CalendarDay(daysSinceEpoch: start + $0) }
        expectEqual(Set(days.map(DailyPrompt.text)).count, days.count)
      }
      expectAtLeast(DailyPrompt.all.count, 60)
    }
  }
}
