import DiaryCore
import TestSupport
import Testing

@Suite("Questions of one's own")
struct PromptsTests {
  private let day = CalendarDay(daysSinceEpoch: 20_000)

  private func questions(_ prompts: Prompts, in journal: String) -> Set<String> {
    Set((0..<6).map { prompts.text(on: CalendarDay(daysSinceEpoch: 20_000 + $0), in: journal) })
  }

  @Test func `they come one after the other, and those of a journal to that one alone`() {
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
    let first = prompts.text(on: day, in: "Diary")
    expectEqual(prompts.text(on: day, in: "Diary"), first)
    expectNotEqual(prompts.text(on: CalendarDay(daysSinceEpoch: 20_001), in: "Diary"), first)
    expectEqual(prompts.text(on: CalendarDay(daysSinceEpoch: 20_002), in: "Diary"), first)
  }

  @Test(arguments: ["", "\n\n", "# nothing\n", "[Work]\nWhat?\n", "[Diary]\n", "[]", "["])
  func `without any for a journal the program's are asked`(_ file: String) {
    let prompts = Prompts(file: file)
    if file != "[" {
      expectEqual(prompts.text(on: day, in: "Diary"), DailyPrompt.text(on: day))
      expectEqual(Prompts().text(on: day, in: "Work"), DailyPrompt.text(on: day))
    } else {
      expectEqual(prompts.text(on: day, in: "Diary"), "[")
    }
  }

  @Test func `a day before 1970 has one, too, and a long line is cut`() {
    let prompts = Prompts(file: "a\nb\n" + String(repeating: "x", count: 100_000))
    expectEqual(questions(prompts, in: "Diary").map(\.count).max(), 500)
    for number in -5...5 {
      expect(!prompts.text(on: CalendarDay(daysSinceEpoch: Int64(number)), in: "").isEmpty)
    }
  }
}

@Suite("A time of day")
struct ClockTimeTests {
  @Test(arguments: [
    ("21:30", "21:30"), ("9:30pm", "21:30"), ("오후 9시 반", "21:30"), ("0:05", "00:05"),
    ("7am", "07:00"), ("at 21:30", "21:30"), ("21:30:45", "21:30"),
  ])
  func `is read as in a date`(_ text: String, _ time: String) {
    expectEqual(ClockTime(text)?.text, time)
  }

  @Test(arguments: ["", "21", "25:00", "21:61", "tomorrow 21:30", "21:30 +09:00", "soon", "13pm"])
  func `is nothing else`(_ text: String) {
    expectNil(ClockTime(text))
  }

  @Test func `tells how long it is until then`() throws {
    let now = try require(EntryDate("2026-11-26T21:00:10+09:00"))
    expectEqual(ClockTime("21:30")?.seconds(after: now), 1790)
    expectEqual(ClockTime("21:00")?.seconds(after: now), 0)
    expectEqual(ClockTime("8:00")?.seconds(after: now), 0)
  }
}
