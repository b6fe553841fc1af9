import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Completion in the search", .timeLimit(.minutes(30)))
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
    #expect(words == expected)
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
    #expect(prompt(screen) == ["/ tag:two", "Tab  two words"])
    await screen.press(KeyEvent(.tab))
    #expect(try prompt(screen).at(0) == "/ tag:\"two words\"" && screen.text.contains("1 found"))
    await screen.press(.control("u"))
    await screen.type("tag:a")
    await screen.press(KeyEvent(.tab))
    #expect(try prompt(screen).at(0) == "/ tag:\"a\\\"b\"")
    #expect(screen.text.contains("1 found") && screen.text.contains("Entry 1"))
  }

  @Test("Words that there are few of are offered in the language of the screen")
  func ownLanguage() async throws {
    let english = try await search()
    await english.type("is:")
    #expect(try prompt(english).at(1) == "Tab  starred  pinned")
    try await Language.korean.speaking {
      let korean = try await search()
      await korean.type("is:")
      #expect(try prompt(korean).at(1) == "Tab  별표  고정")
    }
  }

  @Test("The default journal is offered and found by the name that is shown")
  func defaultJournal() async throws {
    try await Language.korean.speaking {
      let screen = try await search()
      await screen.type("일기장:기")
      #expect(prompt(screen) == ["/ 일기장:기", "Tab  기본 일기장"])
      #expect(screen.text.contains("11개"))
      await screen.press(KeyEvent(.tab))
      #expect(try prompt(screen).at(0) == "/ 일기장:\"기본 일기장\"" && screen.text.contains("11개"))
    }
  }

  @Test("Tags are offered while they are typed, and entries found that have them")
  func tags() async throws {
    let screen = try await search()
    await screen.type("tag:w")
    #expect(prompt(screen) == ["/ tag:w", "Tab  walks  water"])
    #expect(screen.text.contains("2 found"))
    await screen.press(KeyEvent(.tab, .shift), KeyEvent(.tab))
    #expect(prompt(screen) == ["/ tag:water", ""])
    #expect(screen.text.contains("1 found"))
    // Nothing is offered: Tab marks.
    await screen.press(KeyEvent(.tab))
    #expect(screen.text.contains("1 marked"))
    await screen.press(.control("u"))
    await screen.type("-태그:사")
    #expect(prompt(screen) == ["/ -태그:사", "Tab  산책"])
    await screen.press(KeyEvent(.tab))
    #expect(prompt(screen) == ["/ -태그:산책", ""])
    #expect(screen.text.contains("11 found"))
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
      #expect(try prompt(screen).at(1) == offered)
      guard let taken else { continue }
      await screen.press(KeyEvent(.tab))
      #expect(try prompt(screen).at(0) == taken)
    }
    #expect(screen.text.contains("0 found"))
    await screen.press(.control("u"))
    await screen.type("author:m")
    #expect(try prompt(screen).at(1) == "Tab  Me")
    await screen.type("e")
    #expect(try prompt(screen).at(1) == "")
    await screen.press(.control("u"))
    await screen.type("mood")
    // It is a word as well: Tab marks.
    #expect(try prompt(screen).at(1) == "mood:")
    // Behind it anything may stand.
    await screen.type(":x")
    await screen.press(KeyEvent(.tab, .shift), times: 3)
    #expect(prompt(screen) == ["/ mood:x", ""])
  }

  @Test("Places are counted when one is asked for; moods and weathers are known")
  func places() async throws {
    var entries = try SampleDiary.days(6)
    for (index, place) in ["서울", "Seoul Forest", "서울", "Busan"].enumerated() {
      entries[index].details.place = place
    }
    let screen = try await ScreenTest(entries: entries)
    await screen.type("/place:")
    #expect(try prompt(screen).at(1).hasPrefix("Tab  서울  "))
    await screen.type("se")
    #expect(try prompt(screen).at(1) == "Tab  Seoul Forest")
    await screen.press(KeyEvent(.tab))
    #expect(try prompt(screen).at(0) == "/ place:\"Seoul Forest\"")
    #expect(screen.text.contains("1 found"))
    await screen.type("weather:su")
    #expect(try prompt(screen).at(1) == "Tab  sunny")
    // Nothing goes on being counted for nobody.
    #expect(screen.state.figures == nil)
    await screen.press(.control("u"))
    await screen.type("기분:")
    #expect(try prompt(screen).at(1).hasPrefix("Tab  😄"))
  }

  @Test("Moods that entries have are counted when one is asked for, and offered first")
  func moods() async throws {
    var entries = try SampleDiary.days(6)
    for (index, mood) in ["calm", "🙁", "calm", "Curious"].enumerated() {
      entries[index].details.mood = mood
    }
    let screen = try await ScreenTest(entries: entries)
    await screen.type("/mood:")
    #expect(try prompt(screen).at(1) == "Tab  calm  Curious  🙁  😄  🙂  😐")
    await screen.type("cu")
    await screen.press(KeyEvent(.tab))
    #expect(try prompt(screen).at(0) == "/ mood:Curious" && screen.text.contains("1 found"))
    #expect(screen.state.figures == nil)
  }

  @Test("Enter, Esc and the arrows do what they always do")
  func keys() async throws {
    let screen = try await search(40, 12)
    await screen.type("tag:w")
    await screen.press(KeyEvent(.down))
    #expect(screen.state.entries.selected == 1)
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Entry 1"))
    await screen.press(.character("q"), KeyEvent(.escape))
    #expect(screen.state.search == nil)
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
    #expect(try prompt(screen).at(1).contains("w555555555555"))
    await screen.press(KeyEvent(.tab))
    #expect(try prompt(screen).at(0) == "/ tag:w555555555555")
  }
}
