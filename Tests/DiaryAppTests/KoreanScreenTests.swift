import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("In Korean")
@MainActor
struct KoreanScreenTests {
  /// A screen or dialog, and the keys that lead to it from the list.
  struct Location: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: [KeyEvent]
    var testDescription: String { name }

    init(_ name: String, _ keys: KeyEvent...) { (self.name, self.keys) = (name, keys) }
  }

  nonisolated static let places = [
    Location("list"), Location("search", .character("/")), Location("reader", KeyEvent(.enter)),
    Location("nothing found", .character("/"), .character("x"), .character("x")),
    Location("new entry", .character("n")), Location("editor", .character("e")),
    Location("leaving the editor", .character("n"), .character("x"), KeyEvent(.escape)),
    Location("confirm", .character("d")), Location("trash", .character("t")),
    Location("full trash", .character("d"), .character("y"), .character("t")),
    Location("emptying", .character("d"), .character("y"), .character("t"), .character("D")),
    Location("history", .character("H")), Location("status", .character("S")),
    Location("author's name", .character("S"), .character("e")),
    Location("export", .character("x")), Location("picker", .character("n"), .control("p")),
    Location("folder picker", .character("i")), Location("gallery", .character("p")),
    Location("viewer", KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.enter)),
    Location(
      "photo's details", KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.enter), .character("i")),
    Location("copying out", KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.enter), .character("w")),
    Location("saved", .character("n"), .character("x"), .control("s")),
    Location("undone", .character("d"), .character("y"), .character("u")),
    Location("nothing to undo", .character("u")), Location("tiles", .character("v")),
    Location("one version", .character("m")), Location("palette", .character(":")),
    Location("no command", .character(":"), .character("힣")),
    Location("nowhere to go back to", .control("o")),
    Location("statistics", .character("s")),
    Location("a year", .character("s"), KeyEvent(.left)), Location("places", .alt("p")),
  ]

  /// What stays in Latin letters: keys, formats, names.
  private static let known: Set = [
    "Alt", "Ctrl", "Shift", "Enter", "Esc", "Tab", "Space", "Backspace", "Home", "End", "PgUp",
    "PgDn", "Del", "Markdown", "JSON", "EDITOR", "GPS", "jpg", "fog", "home", "diary", "export",
    "Pictures", "Name", "Canon", "EOS", "image", "jpeg", "ISO", "photodiary", "PhotoDiary", "demo",
    // The language of searches.
    "tag", "date", "has", "photo", "starred",
    // What the sample holds.
    "UTC", "plum", "bridge", "notes", "txt", "damaged",
  ]

  private static func opened(
    _ place: Location, _ size: Size, isEmpty: Bool = false
  ) async throws -> ScreenTest {
    let entries = [
      try SampleDiary.fields("첫눈", on: "2026-11-18T08:00:00+09:00", "첫눈이 왔다."),
      try SampleDiary.fields(
        "강가 산책", on: "2026-11-20T07:30:00+09:00", "아침 일찍 강가를 걸었다.",
        photos: [SampleDiary.fog], tags: ["산책"]),
    ]
    let screen = try await ScreenTest(size.columns, size.rows, entries: isEmpty ? [] : entries)
    for key in place.keys { await screen.press(key) }
    return screen
  }

  /// Nothing is cut, and nothing is left in English. Titles and paths of the sample are short.
  private static func check(_ screen: ScreenTest, _ name: String, mayCut: Bool = false) {
    let text = screen.text
    if !mayCut {
      let cut = text.split(separator: "\n").filter {
        $0.contains("…") && !$0.contains(/는 중…|비교 중…/)
      }
      expect(cut.isEmpty, "\(name):\n\(text)")
    }
    // Ids aren't words.
    let words = text.matches(of: /[A-Za-z]{3,}/).map { String($0.output) }
      .filter { !mayCut && !$0.contains(/^[a-f]+$/) }
    expectEqual(Set(words).subtracting(known), [], "\(name):\n\(text)")
  }

  @Test("No screen is cut, and none speaks English", arguments: places)
  func screens(_ place: Location) async throws {
    for size in [
      Size(columns: 80, rows: 24), Size(columns: 40, rows: 12),
      Size(columns: 200, rows: 50),
    ] {
      try await Language.korean.speaking {
        let screen = try await Self.opened(place, size)
        Self.check(screen, "\(place.name), \(size)")
        await screen.press(KeyEvent(.function(1)))
        Self.check(screen, "help of \(place.name), \(size)", mayCut: size.columns < 80)
      }
    }
  }

  @Test("A diary and a journal are two words")
  func journal() async throws {
    try await Language.korean.speaking {
      let screen = try await Self.opened(Location("list"), Size(columns: 80, rows: 24))
      expectPrefix(screen.text, " 다이어리")
      await screen.press(KeyEvent(.enter))
      expectPrefix(screen.text, " 기본 일기장")
    }
  }

  @Test("The list, and a question")
  func snapshots() async throws {
    try await Language.korean.speaking {
      let screen = try await Self.opened(Location("list"), Size(columns: 40, rows: 12))
      expectScreen(
        screen,
        """
         다이어리                      일기 2개
        ────────────────────────────────────────
         2026년 11월
        ▌20 금   강가 산책                 ▣ 1
         18 수   첫눈






         n 쓰기  Enter 읽기  / 검색  ? 단축키
        """)
      await screen.press(.character("d"))
      expectScreen(
        screen,
        """
        ┌──────────────────────────────────────┐
        │  이 일기를 삭제할까요?               │
        │                                      │
        │  강가 산책                           │
        │  2026년 11월 20일 금요일 · 사진 1장  │
        │                                      │
        │  휴지통으로 옮깁니다. u를 누르면 되  │
        │  살립니다.                           │
        │                                      │
        │               [ 아니요 ]   예 (y)    │
        └──────────────────────────────────────┘
         Enter 선택  Tab 다음  y 예  n 아니요
        """)
    }
  }

  @Test("An empty diary")
  func welcome() async throws {
    for size in [Size(columns: 80, rows: 24), Size(columns: 40, rows: 14)] {
      try await Language.korean.speaking {
        let screen = try await Self.opened(Location("welcome"), size, isEmpty: true)
        Self.check(screen, "welcome, \(size)")
        expectContains(screen.text, "첫 일기 쓰기")
      }
    }
  }

  @Test("What was merged in one language is known in the other")
  func mergedElsewhere() {
    let names = Language.korean.speaking {
      MergedText.Names(leftDate: "2026.11.20 07:30", rightDate: "2026.11.20 08:00")
    }
    expectPrefix(names.left, "왼쪽 버전")
    expect(MergedText.firstMarker(in: "———  ———\n——— \(names.left) ———") != nil)
  }

  @Test("Dates")
  func dates() throws {
    let date = try require(EntryDate("2026-03-05T07:30:00+09:00"))
    Language.korean.speaking {
      expectEqual(DateWords.long(date.day), "2026년 3월 5일 목요일")
      expectEqual(DateWords.full(date), "2026년 3월 5일 목요일 07:30")
      expectEqual(DateWords.short(date.day), "2026.03.05")
      expectEqual(DateWords.days(date.day...date.day.adding(days: 2)), "2026.03.05–03.07")
      expectEqual(DateWords.month(date.day), "2026년 3월")
      expectEqual(DateWords.shortWeekday(date.day), "목")
    }
    expectEqual(DateWords.long(date.day), "Thursday 5 March 2026")
    expectEqual(DateWords.short(date.day), "5 Mar 2026")
  }

  @Test("Numbers with their nouns")
  func counts() {
    Language.korean.speaking {
      expectEqual(CountWords.entries(1204), "일기 1,204개")
      expectEqual(CountWords.photos(3), "사진 3장")
      expectEqual(CountWords.words(2), "단어 2개")
      expectEqual(CountWords.photos(3, of: 1204), "사진 1,204장 중 3장")
      expectEqual(CountWords.bytes(640), "640바이트")
      expectEqual(CountWords.bytes(1_200_000), "1.2 MB")
    }
    expectEqual(CountWords.entries(1, of: 1), "1 of 1 entry")
    expectEqual(CountWords.photos(1, of: 1204), "1 of 1,204 photos")
  }
}
