import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Completion in the search")
@MainActor
struct SearchCompletionTests {
  @Test(
    "What is asked for by the characters before the caret",
    arguments: [
      ("", nil), ("t", nil), ("ta", "key ta 2"), ("태", "key 태 1"), ("x ta", "key ta 2"),
      ("-ta", "key ta 2"), ("tag:", "tag  0"), ("tag:#wa", "tag wa 3"), ("TAG:Wa", "tag Wa 2"),
      ("-일기장:여", "journal 여 1"), ("journal:\"New Y", "journal New Y 6"),
      ("journal:\"New\"", nil), ("\"tag:w", nil), ("tag:a ", nil), ("a:b", nil),
      ("has:p", "has p 1"), (#"x "a\" b" tag:"c\"d e"#, "tag c\"d e 7"), (#"tag:"a\"b""#, nil),
    ] as [(String, String?)])
  func trigger(_ text: String, _ expected: String?) {
    let trigger = CompletionTrigger(inSearch: Array(text))
    let words = trigger.map { trigger in
      let kind = if case .searchValue(let key) = trigger.kind { key.rawValue } else { "key" }
      return "\(kind) \(trigger.query) \(trigger.length)"
    }
    expectEqual(words, expected)
  }

  private func search(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    var entries = try SampleDiary.days(12)
    for (place, tags) in [["walks", "water"], ["walks"], ["산책"]].enumerated() {
      entries[place].tags = tags
    }
    entries[3].journal = "New York"
    entries[4].details.isPinned = true
    let screen = try await ScreenTest(columns, rows, entries: entries)
    await screen.type("/")
    return screen
  }

  private func prompt(_ screen: ScreenTest) -> [String] {
    screen.text.split(separator: "\n", omittingEmptySubsequences: false)[2...3].map {
      String($0).trimmed.description
    }
  }

  @Test("A tag with blanks or quotes is offered, and written so that it finds its entries")
  func quoted() async throws {
    var entries = try SampleDiary.days(4)
    entries[0].tags = ["two words"]
    entries[1].tags = ["a\"b"]
    let screen = try await ScreenTest(entries: entries)
    await screen.type("/tag:two")
    expectEqual(prompt(screen), ["/ tag:two", "Tab  two words"])
    await screen.press(KeyEvent(.tab))
    try expect(prompt(screen).at(0) == "/ tag:\"two words\"" && screen.text.contains("1 found"))
    await screen.press(.control("u"))
    await screen.type("tag:a")
    await screen.press(KeyEvent(.tab))
    try expectEqual(prompt(screen).at(0), "/ tag:\"a\\\"b\"")
    expect(screen.text.contains("1 found") && screen.text.contains("Entry 1"))
  }

  @Test("Words that there are few of are offered in the language of the screen")
  func ownLanguage() async throws {
    let english = try await search()
    await english.type("is:")
    try expectEqual(prompt(english).at(1), "Tab  starred  pinned")
    try await Language.korean.speaking {
      let korean = try await search()
      await korean.type("is:")
      try expectEqual(prompt(korean).at(1), "Tab  별표  고정")
    }
  }

  @Test("The default journal is offered and found by the name that is shown")
  func defaultJournal() async throws {
    try await Language.korean.speaking {
      let screen = try await search()
      await screen.type("일기장:기")
      expectEqual(prompt(screen), ["/ 일기장:기", "Tab  기본 일기장"])
      expectContains(screen.text, "11개")
      await screen.press(KeyEvent(.tab))
      try expect(prompt(screen).at(0) == "/ 일기장:\"기본 일기장\"" && screen.text.contains("11개"))
    }
  }

  @Test("Tags are offered while they are typed, and entries found that have them")
  func tags() async throws {
    let screen = try await search()
    await screen.type("tag:w")
    expectEqual(prompt(screen), ["/ tag:w", "Tab  walks  water"])
    expectContains(screen.text, "2 found")
    await screen.press(KeyEvent(.tab, .shift), KeyEvent(.tab))
    expectEqual(prompt(screen), ["/ tag:water", ""])
    expectContains(screen.text, "1 found")
    // Nothing is offered: Tab marks.
    await screen.press(KeyEvent(.tab))
    expectContains(screen.text, "1 marked")
    await screen.press(.control("u"))
    await screen.type("-태그:사")
    expectEqual(prompt(screen), ["/ -태그:사", "Tab  산책"])
    await screen.press(KeyEvent(.tab))
    expectEqual(prompt(screen), ["/ -태그:산책", ""])
    expectContains(screen.text, "11 found")
  }

  @Test("Keys, journals, states and the author are offered as well")
  func others() async throws {
    let screen = try await search()
    let steps = [
      ("jo", "Tab  journal:", "/ journal:"), ("", "Tab  Diary  New York", nil),
      ("n", "Tab  New York", "/ journal:\"New York\""), ("is:p", "Tab  pinned", nil),
      ("", "Tab  pinned", "/ journal:\"New York\" is:pinned"),
    ]
    for (typed, offered, taken) in steps {
      await screen.type(typed)
      try expectEqual(prompt(screen).at(1), offered)
      guard let taken else { continue }
      await screen.press(KeyEvent(.tab))
      try expectEqual(prompt(screen).at(0), taken)
    }
    expectContains(screen.text, "0 found")
    await screen.press(.control("u"))
    await screen.type("author:m")
    try expectEqual(prompt(screen).at(1), "Tab  Me")
    await screen.type("e")
    try expectEqual(prompt(screen).at(1), "")
    await screen.press(.control("u"))
    await screen.type("mood")
    // It is a word as well: Tab marks.
    try expectEqual(prompt(screen).at(1), "mood:")
    // Behind it anything may stand.
    await screen.type(":x")
    await screen.press(KeyEvent(.tab, .shift), times: 3)
    expectEqual(prompt(screen), ["/ mood:x", ""])
  }

  @Test("Places are counted when one is asked for; moods and weathers are known")
  func places() async throws {
    var entries = try SampleDiary.days(6)
    for (index, place) in ["서울", "Seoul Forest", "서울", "Busan"].enumerated() {
      entries[index].details.place = place
    }
    let screen = try await ScreenTest(entries: entries)
    await screen.type("/place:")
    try expectPrefix(prompt(screen).at(1), "Tab  서울  ")
    await screen.type("se")
    try expectEqual(prompt(screen).at(1), "Tab  Seoul Forest")
    await screen.press(KeyEvent(.tab))
    try expectEqual(prompt(screen).at(0), "/ place:\"Seoul Forest\"")
    expectContains(screen.text, "1 found")
    await screen.type("weather:su")
    try expectEqual(prompt(screen).at(1), "Tab  sunny")
    // Nothing goes on being counted for nobody.
    expectNil(screen.state.figures)
    await screen.press(.control("u"))
    await screen.type("기분:")
    try expectPrefix(prompt(screen).at(1), "Tab  😄")
  }

  @Test("Moods that entries have are counted when one is asked for, and offered first")
  func moods() async throws {
    var entries = try SampleDiary.days(6)
    for (index, mood) in ["calm", "🙁", "calm", "Curious"].enumerated() {
      entries[index].details.mood = mood
    }
    let screen = try await ScreenTest(entries: entries)
    await screen.type("/mood:")
    try expectEqual(prompt(screen).at(1), "Tab  calm  Curious  🙁  😄  🙂  😐")
    await screen.type("cu")
    await screen.press(KeyEvent(.tab))
    try expect(prompt(screen).at(0) == "/ mood:Curious" && screen.text.contains("1 found"))
    expectNil(screen.state.figures)
  }

  @Test("Enter, Esc and the arrows do what they always do")
  func keys() async throws {
    let screen = try await search(40, 12)
    await screen.type("tag:w")
    await screen.press(KeyEvent(.down))
    expectEqual(screen.state.entries.selected, 1)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Entry 1")
    await screen.press(.character("q"), KeyEvent(.escape))
    expectNil(screen.state.search)
  }

  @Test("With many of them, the selected one is in view")
  func many() async throws {
    var entries = try SampleDiary.days(6)
    for place in entries.indices {
      entries[place].tags = ["w" + String(repeating: "\(place)", count: 12)]
    }
    let screen = try await ScreenTest(40, 12, entries: entries)
    await screen.type("/tag:w")
    await screen.press(KeyEvent(.tab, .shift), times: 5)
    try expectContains(prompt(screen).at(1), "w555555555555")
    await screen.press(KeyEvent(.tab))
    try expectEqual(prompt(screen).at(0), "/ tag:w555555555555")
  }
}
