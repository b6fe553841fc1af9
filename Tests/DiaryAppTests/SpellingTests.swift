import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

/// The fake dictionary knows every word without an x.
@MainActor @Suite("Spelling") struct SpellingTests {
  private func screen(
    _ text: String, _ rows: Int = 24, colors: ColorDepth = .palette256, speaks: Bool = false
  ) async throws -> ScreenTest {
    try await ScreenTest(
      80, rows,
      entries: [EntryFields(date: EntryDate(instant: 0, offset: 0), title: "T", content: text)],
      colors: colors, speaks: speaks
    ).press("e")
  }

  private func marked(_ screen: ScreenTest) -> [String] { screen.words(with: .underline) }

  @Test func `F7 visits misspelled words, which are replaced, added or ignored`() async throws {
    var screen = try await self.screen("one houxe\ntwo houxes 한글").press("<F7>", shows: "│ house ")
    await screen.press("<Enter>", shows: "one house", "│ houses")
    await screen.press("<Enter>", shows: "No misspelled words found.").press("<C-s>")
    try await expectEqual(screen.service.entries().map(\.content), ["one house\ntwo houses 한글"])
    screen = try await self.screen("axe bxe cxe").press("<F7><Down><Enter>")
    expectEqual(screen.spelling.words, ["axe"])
    expectShows(screen, "│ bse")
    await expectEqual(screen.press("<Up><Enter>", shows: "│ cse").spelling.words, ["axe"])
    await screen.press("<Esc>", shows: "Edit entry", lacks: "cse")
    await screen.press("<F7>t", shows: "axe bxe cxet", lacks: "│ cse")
  }

  @Test(arguments: [
    (MessageError.noSpellingLibrary, "libhunspell-1.7-0"), (.noDictionary, "hunspell-ko"),
    (.spellingIsOff, "turned off"),
  ])
  func `a missing package is named`(_ failure: MessageError, _ words: String) async throws {
    let screen = try await self.screen("axe")
    screen.spelling.failure = failure
    await screen.press("<F7>", shows: words)
  }

  @Test func `words are found in prose only`() {
    func words(_ text: String) -> [String] { SpellingWords(Array(text)).words.map(\.text) }
    expectEqual(
      words("Don’t *stop* “here”, it's 한글과 words."),
      ["Don't", "stop", "here", "it's", "한글과", "words"])
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

  @Test func `A misspelled word is underlined, in any style`() async throws {
    let screen = try await self.screen("oxe two **bxd** `cxe` #dxe fxur5 https://exa.mple/ ")
    expectEqual(marked(screen), ["oxe", "bxd"])
    await expectEqual(marked(screen.press("sixth")), ["oxe", "bxd"])
    await expectEqual(marked(screen.press(" ")), ["oxe", "bxd", "sixth"])
    await expectEqual(marked(screen.press("<Left><Left>'")), ["oxe", "bxd"])
    await expectEqual(marked(screen.press("<Tab>")).count, 3)
    // The text's style is kept, and the underline needs no colors.
    let text = "# bxd\n\nx"
    for colors in [ColorDepth.palette256, .monochrome] {
      let screen = try await self.screen(text, colors: colors)
      let theme = screen.state.theme
      let style = screen.state.frame.grid[4, 5].style
      expect(style.attributes.contains([.bold, .underline]))
      expectEqual(style.foreground, theme.warning.foreground)
      expect((style.foreground == .terminal) == (colors == .monochrome))
    }
  }

  @Test func `Each word in view is checked once, and late answers still apply`() async throws {
    let lines = (0..<60).map { "line\(String(repeating: "a", count: $0)) of" }
    var screen = try await self.screen(lines.joined(separator: "\n\n"), 14)
    let asked = screen.spelling.requests.flatMap(\.self)
    expectContains(asked, "of")
    expectLess(asked.count, 10)
    expectEqual(Set(asked).count, asked.count)
    await screen.press("<C-Home><C-End>")
    let all = screen.spelling.requests.flatMap(\.self)
    expectContains(all, "line")
    expectEqual(Set(all).count, all.count)
    expectLess(all.count, 20)
    // A late answer marks words at their current positions.
    screen = try await self.screen("oxe\n\nend ")
    var state = screen.state
    state.checkedWords = CheckedWords()
    let effects = state.update(.terminal(.resize(state.size)), now: state.now)
    let request = try require(effects.lazy.compactMap { $0.argument(WordsRequest.self) }.first)
    for key in ["<C-Home>", "a", " "] { expect(!state.press(key).asksAboutWords) }
    let next = state.update(.wordsChecked(.success(["oxe"]), request), now: state.now)
    expect(state.frame.grid[4, 5].style.attributes.contains(.underline))
    expect(!state.frame.grid[2, 5].style.attributes.contains(.underline))
    expect(!next.asksAboutWords, "one letter is no word")
    screen = try await self.screen("oxe oxe bxe ").press("<C-Home><F7><Up><Enter><Esc><C-End>")
    expectEqual(marked(screen), ["bxe"])
  }

  @Test func `Checking can be turned off, and a failure is reported once`() async throws {
    var screen = try await ScreenTest()
    screen.prefer { $0.dictionaries = [] }
    await expect(screen.press("n<Tab>").paste("oxe end ").spelling.requests.isEmpty)
    expect(marked(screen).isEmpty)
    // Checking resumes with other dictionaries, and stops without any.
    screen.prefer { $0.dictionaries = ["en_US"] }
    await expectEqual(marked(screen.press("a")), ["oxe"])
    screen.spelling.failure = .noDictionary
    screen.prefer { $0.dictionaries = nil }
    await expect(marked(screen.press("b ")).isEmpty)
    expectNil(screen.state.toast)
    try await expect(self.screen("oxe end ", speaks: true).spelling.requests.isEmpty)
    screen = try await self.screen("axe end ")
    screen.spelling.isFull = true
    await screen.press("<F7><Down><Enter>")
    expectContains(
      screen.text, "“axe” is ignored until you quit. words.txt: No space left on device.")
    expect(marked(screen).isEmpty)
    expect(screen.spelling.words.isEmpty)
  }

  @Test func `a word or code block that begins above the view is recognized`() {
    func words(_ text: String, rows: Int) -> [String] {
      var area = TextArea(text)
      area.layOut(in: Size(columns: 21, rows: rows))
      var view = WordsInView()
      view.follow(area)
      for word in view.words { expectEqual(area.rope.substring(word.range), word.text) }
      return view.words.map(\.text)
    }
    expectEqual(words("```\nof code\nand more", rows: 1), [])
    expectEqual(words("```\nof code\n```\nand more", rows: 1), ["and", "more"])
    expectEqual(words("begun\n한글 뒤의 말", rows: 1), ["한글", "뒤의"])
    let word = String(repeating: "a", count: 50)
    expectEqual(words("[see](http://\(word)/\(word)) so it goes on", rows: 1), ["goes", "on"])
    expectEqual(words("\(word)", rows: 1), [word])
  }
}

extension [Effect] {
  fileprivate var asksAboutWords: Bool { contains { $0.name == "checkWords" } }
}

@MainActor @Suite("Completion from the diary") struct CompletionTests {
  private func entries(_ all: (title: String, tags: [String])...) -> [EntryFields] {
    all.enumerated().map { index, entry in
      EntryFields(
        date: EntryDate(instant: 1_700_000_000 + Int64(index) * 86_400, offset: 0),
        title: entry.title, content: "text", tags: entry.tags)
    }
  }

  @Test func `Tags are proposed, and accepted or closed by Enter, Tab and Esc`() async throws {
    var screen = try await ScreenTest(
      entries: entries(
        ("a", ["walk"]), ("b", ["Walking"]), ("c", ["walk"]), ("d", ["work"]), ("e", ["산책"])))
    await screen.press("n<Tab>We #w")
    let lines = screen.text.split(separator: "\n").map(String.init)
    let places = ["│ #walk", "│ #work", "│ #Walking"].map { words in
      lines.firstIndex { $0.contains(words) }
    }
    expectEqual(places.compactMap(\.self).count, 3)
    expectEqual(places.compactMap(\.self), places.compactMap(\.self).sorted())
    await screen.press("<Down><Down><Tab> #사", shows: "│ #산책").press("<Tab>", lacks: "│ #산책")
    try await expectContains(screen.press("<C-s>").service.entries().map(\.content), "We #work #산책")
    expectEqual(screen.effects.count { $0 == .gatherTags }, 1)
    // A complete tag leaves Enter and Tab to the text.
    screen = try await ScreenTest(entries: entries(("a", ["walk", "walking"])))
    await screen.press("n<Tab>#walk", shows: "│ #walking").press("<Enter>x<C-s>")
    try await expectContains(screen.service.entries().map(\.content), "#walk\nx")
    screen = try await ScreenTest(entries: entries(("Snow", ["food"]), ("Sea", ["fog"])))
    await screen.press("n<Tab>#fo", shows: "Tab accept first", "│ #food")
    await screen.press("<Enter>next [[S", shows: "│ Snow")
    await screen.press("<Enter>#fo<Down><Down>", shows: "Enter accept")
    await screen.press("<Enter> #fo<Tab><C-s>")
    let written = try await screen.service.entries().map(\.content).filter { $0 != "text" }
    expect(written == ["#fo\nnext [[S\n#food #fog"] || written == ["#fo\nnext [[S\n#fog #food"])
    screen = try await ScreenTest(entries: entries(("a", ["walk"])))
    await screen.press("n<Tab>#w<Esc>", shows: "New entry", lacks: "│ #walk")
    await screen.press("a", lacks: "│ #walk").press(" #w", shows: "│ #walk")
    await screen.press("<Left>", lacks: "│ #walk").press("<Esc>", shows: "Saved · Esc again closes")
  }

  @Test func `Tags and links are completed, also those just saved`() async throws {
    var screen = try await ScreenTest(entries: entries(("a", ["walk"]), ("b", ["two words"])))
    await screen.press("nt<Tab><Tab>t", lacks: "two words").press("<BS>x, wa<Tab><C-s>")
    try await expect(screen.service.entries().contains { $0.tags == ["x", "walk"] })
    screen = try await ScreenTest(entries: entries(("a", ["walk"])))
    await screen.press("n<Tab>#zoo<Tab>zebra<C-s>n<Tab>#ze", shows: "│ #zebra")
    // A link has the entry's ID only if its title isn't unique.
    screen = try await ScreenTest(
      entries: entries(("첫눈", []), ("A walk", []), ("a walk", []), ("The [sea]", []), ("", [])))
    await screen.press("n<Tab>[[", shows: "The [sea]", "첫눈").press("첫", lacks: "The [sea]")
    await screen.press("<Down><Enter> [[WALK<Down><Down><Tab> [[sea<Tab> [[tex<Tab><C-s>")
    let all = try await screen.service.entries()
    func id(_ title: String) throws -> Substring {
      try require(all.first { $0.title == title && $0.content == "text" }).id.description.prefix(8)
    }
    let written = try require(all.first { $0.content.contains("첫눈") })
    let links = [
      "[[첫눈]]", "[[A walk|\(try id("A walk"))]]", "[[The  sea |\(try id("The [sea]"))]]",
      "[[text|\(try id(""))]]",
    ]
    expectEqual(written.content, links.joined(separator: " "))
    try await expectEqual(screen.press("u").service.count(), 5)
    screen = try await ScreenTest(entries: entries(("첫눈", []))).press("n<Tab>[[x")
    await screen.receive(
      .titlesFound([Completion.Proposal(words: "late", text: "[[late]]")], requestID: 0))
    expectLacks(screen, "late")
  }

  @Test func `completion begins at a tag or a link`() {
    func trigger(_ text: String, _ field: EditorState.Field = .content) -> String? {
      CompletionTrigger(before: Array(text), in: field).map {
        "\($0.kind) \($0.query) \($0.length)"
      }
    }
    expectEqual(trigger("#산"), "tag 산 2")
    expectEqual(trigger("a #b-c"), "tag b-c 4")
    expectEqual(trigger("(#x"), "tag x 2")
    for text in ["#", "# a", "a#b", "##b", "#1", "#a ", "&#x", "[a]", "[[a]]", "[[a|b", "[a"] {
      expectNil(trigger(text))
    }
    expectEqual(trigger("x [["), "link  2")
    expectEqual(trigger("[[a #b"), "link a #b 6")
    expectEqual(trigger("#a, b", .tags), "tag b 1")
    expectEqual(trigger("#a", .tags), "tag a 2")
    expectNil(trigger("a, ", .tags))
    expectNil(trigger("#a", .title))
  }

  @Test(arguments: [(40, 12), (80, 24), (200, 50)])
  func `the list fits the screen at any caret position`(_ columns: Int, _ rows: Int) async throws {
    let long = String(repeating: "가나다", count: 20)
    let screen = try await ScreenTest(
      columns, rows, entries: entries(("a", [long]), ("b", (0..<9).map { "가\($0)" })))
    await screen.press("n<Tab>")
    for _ in 0..<rows {
      await screen.paste(String(repeating: "x ", count: 10))
      await expect(screen.press("#가").text.contains("│ #가8") || screen.text.contains("│ #가0"))
      await screen.press("<Esc><Enter>")
    }
  }
}
