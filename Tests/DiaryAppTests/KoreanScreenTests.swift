import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("In Korean") @MainActor
struct KoreanScreenTests {
  /// A screen or dialog, and the keys that lead to it from the list.
  struct Location: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: String
    var testDescription: String { name }

    init(_ name: String, _ keys: String) { (self.name, self.keys) = (name, keys) }
  }

  nonisolated static let places = [
    Location("list", ""), Location("search", "/"), Location("reader", "<Enter>"),
    Location("nothing found", "/xx"), Location("new entry", "n"), Location("editor", "e"),
    Location("leaving the editor", "nx<Esc>"), Location("confirm", "d"), Location("trash", "t"),
    Location("full trash", "dyt"), Location("emptying", "dytD"), Location("history", "H"),
    Location("status", "S"), Location("author's name", "Se"), Location("export", "x"),
    Location("picker", "n<C-p>"), Location("folder picker", "i"), Location("gallery", "p"),
    Location("viewer", "<Enter><Tab><Enter>"), Location("photo's details", "<Enter><Tab><Enter>i"),
    Location("copying out", "<Enter><Tab><Enter>w"), Location("saved", "nx<C-s>"),
    Location("undone", "dyu"), Location("nothing to undo", "u"), Location("tiles", "v"),
    Location("one version", "m"), Location("palette", ":"), Location("no command", ":힣"),
    Location("nowhere to go back to", "<C-o>"), Location("statistics", "s"),
    Location("a year", "s<Left>"), Location("places", "<A-p>"),
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
      try SampleDiary.fields("첫눈", on: "2026-11-18T08:00", "첫눈이 왔다."),
      try SampleDiary.fields(
        "강가 산책", on: "2026-11-20T07:30", "아침 일찍 강가를 걸었다.", photos: [SampleDiary.fog], tags: ["산책"]),
    ]
    return try await ScreenTest(size.columns, size.rows, entries: isEmpty ? [] : entries).press(
      place.keys)
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

  @Test("No screen is cut or in English", arguments: places)
  func screens(_ place: Location) async throws {
    for size in [
      Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 200, rows: 50),
    ] {
      try await Language.korean.speaking {
        let screen = try await Self.opened(place, size)
        Self.check(screen, "\(place.name), \(size)")
        await screen.press("<F1>")
        Self.check(screen, "help of \(place.name), \(size)", mayCut: size.columns < 80)
      }
    }
  }

  @Test func `The list, a question and an empty diary in Korean`() async throws {
    try await Language.korean.speaking {
      let screen = try await Self.opened(Location("list", ""), Size(columns: 80, rows: 24))
      expectPrefix(screen.text, " 다이어리")
      await expectPrefix(screen.press("<Enter>").text, " 기본 일기장")
    }
    try await Language.korean.speaking {
      let screen = try await Self.opened(Location("list", ""), Size(columns: 40, rows: 12))
      try expectScreen(screen, in: "list-korean-40x12")
      try await expectScreen(screen.press("d"), in: "question-korean")
    }
    for size in [Size(columns: 80, rows: 24), Size(columns: 40, rows: 14)] {
      try await Language.korean.speaking {
        let screen = try await Self.opened(Location("welcome", ""), size, isEmpty: true)
        Self.check(screen, "welcome, \(size)")
        expectShows(screen, "첫 일기 쓰기")
      }
    }
  }

  @Test func `The lines between versions in Korean`() throws {
    let names = Language.korean.speaking {
      MergedText.Names(leftDate: "2026.11.20 07:30", rightDate: "2026.11.20 08:00")
    }
    expectPrefix(names.left, "왼쪽 버전")
    expect(MergedText.firstMarker(in: "———  ———\n——— \(names.left) ———") != nil)
  }
}
