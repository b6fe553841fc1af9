import TerminalUI
import Testing
import Words

@testable import DiaryApp

@Suite("In Korean", .timeLimit(.minutes(4)))
@MainActor
struct KoreanScreenTests {
  /// A screen or dialog, and the keys that lead to it from the list.
  struct Place: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: [KeyEvent]
    var testDescription: String { name }

    init(_ name: String, _ keys: KeyEvent...) { (self.name, self.keys) = (name, keys) }
  }

  nonisolated static let places = [
    Place("list"), Place("search", .character("/")), Place("reader", KeyEvent(.enter)),
    Place("nothing found", .character("/"), .character("x"), .character("x")),
    Place("new entry", .character("n")), Place("editor", .character("e")),
    Place("leaving the editor", .character("n"), .character("x"), KeyEvent(.escape)),
    Place("confirm", .character("d")), Place("trash", .character("t")),
    Place("full trash", .character("d"), .character("y"), .character("t")),
    Place("emptying", .character("d"), .character("y"), .character("t"), .character("D")),
    Place("history", .character("H")), Place("status", .character("S")),
    Place("author's name", .character("S"), .character("e")),
    Place("export", .character("x")), Place("picker", .character("n"), .control("p")),
    Place("folder picker", .character("i")), Place("gallery", .character("p")),
    Place("viewer", KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.enter)),
    Place(
      "photo's details", KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.enter), .character("i")),
    Place("copying out", KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.enter), .character("w")),
    Place("saved", .character("n"), .character("x"), .control("s")),
    Place("undone", .character("d"), .character("y"), .character("u")),
    Place("nothing to undo", .character("u")), Place("tiles", .character("v")),
    Place("one version", .character("m")),
  ]

  /// What stays in Latin letters: keys, formats, names.
  private static let known: Set = [
    "Alt", "Ctrl", "Shift", "Enter", "Esc", "Tab", "Space", "Backspace", "Home", "End", "PgUp",
    "PgDn", "Del", "Markdown", "JSON", "EDITOR", "GPS", "jpg", "fog", "home", "diary", "export",
    "Pictures", "Name", "Canon", "EOS", "image", "jpeg", "ISO", "photodiary", "PhotoDiary", "demo",
  ]

  private static func opened(
    _ place: Place, _ size: Size, isEmpty: Bool = false
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
        $0.contains("…") && !$0.contains("읽는 중…") && !$0.contains("비교 중…")
      }
      #expect(cut.isEmpty, "\(name):\n\(text)")
    }
    let words = text.matches(of: /[A-Za-z]{3,}/).map { String($0.output) }
    #expect(Set(words).subtracting(known) == [], "\(name):\n\(text)")
  }

  @Test("No screen is cut, and none speaks English", arguments: places)
  func screens(_ place: Place) async throws {
    for size in [
      Size(columns: 80, rows: 24), Size(columns: 40, rows: 12),
      Size(columns: 200, rows: 50),
    ] {
      try await Language.korean.speaking {
        let screen = try await Self.opened(place, size)
        Self.check(screen, "\(place.name), \(size)")
        print("@@@ \(place.name) \(size.columns)\n\(screen.text)")
        await screen.press(KeyEvent(.function(1)))
        Self.check(screen, "help of \(place.name), \(size)", mayCut: size.columns < 80)
        if size.columns == 80 { print("@@@ help \(place.name) \(size.columns)\n\(screen.text)") }
      }
    }
  }
}
