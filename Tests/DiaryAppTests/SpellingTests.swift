import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@MainActor @Suite("Spelling")
struct SpellingTests {
  private func screen(_ text: String) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      entries: [EntryFields(date: EntryDate(instant: 0, offset: 0), title: "T", content: text)])
    await screen.press(.character("e"))
    return screen
  }

  @Test func `F7 goes from word to word, and Enter takes what was meant`() async throws {
    let screen = try await screen("one houxe\ntwo houxes 한글")
    await screen.press(KeyEvent(.function(7)))
    expectContains(screen.text, "│ house ")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "one house")
    expectContains(screen.text, "│ houses")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "No misspelled words found.")
    await screen.press(.control("s"))
    try await expectEqual(screen.service.entries().map(\.content), ["one house\ntwo houses 한글"])
  }

  @Test func `a word is added, ignored, or left`() async throws {
    let screen = try await screen("axe bxe cxe")
    await screen.press(KeyEvent(.function(7)), KeyEvent(.down), KeyEvent(.enter))
    expectEqual(screen.spelling.words, ["axe"])
    expectContains(screen.text, "│ bse")
    await screen.press(KeyEvent(.up), KeyEvent(.enter))
    expectContains(screen.text, "│ cse")
    expectEqual(screen.spelling.words, ["axe"])
    await screen.press(KeyEvent(.escape))
    expectLacks(screen.text, "cse")
    expectContains(screen.text, "Edit entry")
    await screen.press(KeyEvent(.function(7)))
    await screen.type("t")
    expectContains(screen.text, "axe bxe cxet")
    expectLacks(screen.text, "│ cse")
  }

  @Test(arguments: [
    (SpellingError.noLibrary, "libhunspell-1.7-0"), (.noDictionary, "hunspell-ko"),
    (.off, "turned off"),
  ])
  func `without dictionaries it says what to install`(
    _ failure: SpellingError, _ words: String
  ) async throws {
    let screen = try await screen("axe")
    screen.spelling.fail(with: failure)
    await screen.press(KeyEvent(.function(7)))
    expectContains(screen.text, words)
  }

  @Test func `words are found, and what is none is left alone`() {
    func words(_ text: String) -> [String] { SpellingWords(Array(text)).words.map(\.text) }
    expectEqual(
      words("Don’t *stop* “here”, it's 한글과 words."),
      [
        "Don't", "stop", "here", "it's", "한글과", "words",
      ])
    for text in [
      "https://exa.mple/teh", "www.teh.com", "a@teh.org", "`teh code`", "#teh", "![](photo:teh)",
      "[[teh]]", "te4h", "<teh>", "/usr/teh", "```\nteh\n```", "日本語", "x", "漢字한", "👍",
      "cafe\u{301}",
    ] { expectEqual(words(text), [], "\(text)") }
    expectEqual(words("[see](teh) this"), ["see", "this"])
    expectEqual(words("```\na code\n```\nend"), ["end"])
    let text = "한글 teh, été\nnext"
    for word in SpellingWords(Array(text)).words {
      expectEqual(String(decoding: Array(text.utf8)[word.range], as: UTF8.self), word.text)
    }
    expectEqual(words("`open teh"), ["open", "teh"])
  }
}
