import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

/// The dictionary of these tests knows every word without an x.
@MainActor @Suite("Misspelt words while writing")
struct SpellingMarkTests {
  private func screen(
    _ text: String, _ rows: Int = 24, colors: ColorDepth = .palette256, speaks: Bool = false
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      80, rows,
      entries: [EntryFields(date: EntryDate(instant: 0, offset: 0), title: "T", content: text)],
      colors: colors, speaks: speaks)
    await screen.press(.character("e"))
    return screen
  }

  /// What is underlined on the screen.
  private func marked(_ screen: ScreenTest) -> [String] {
    let grid = screen.state.frame.grid
    var found: [String] = []
    for row in 0..<grid.size.rows {
      var word = ""
      for column in 0..<grid.size.columns {
        if grid[column, row].style.attributes.contains(.underline) {
          word += grid[column, row].text
        } else if !word.isEmpty {
          found.append(word)
          word = ""
        }
      }
    }
    return found
  }

  @Test func `a word is underlined once the caret has left it`() async throws {
    let screen = try await screen("oxe two **bxd** `cxe` #dxe fxur5 https://exa.mple/ ")
    expectEqual(marked(screen), ["oxe", "bxd"])
    await screen.type("sixth")
    expectEqual(marked(screen), ["oxe", "bxd"])
    await screen.type(" ")
    expectEqual(marked(screen), ["oxe", "bxd", "sixth"])
    await screen.press(KeyEvent(.left), KeyEvent(.left), .character("'"))
    expectEqual(marked(screen), ["oxe", "bxd"])
    await screen.press(KeyEvent(.tab))
    expectEqual(marked(screen).count, 3)
  }

  @Test func `the style of the text is kept, and without colors the underline alone tells`()
    async throws
  {
    let text = "# bxd\n\nx"
    for colors in [ColorDepth.palette256, .monochrome] {
      let screen = try await screen(text, colors: colors)
      let theme = screen.state.theme
      let style = screen.state.frame.grid[4, 5].style
      expect(style.attributes.contains([.bold, .underline]))
      expectEqual(style.foreground, theme.warning.foreground)
      expect((style.foreground == .terminal) == (colors == .monochrome))
    }
  }

  @Test func `each word in view is asked about once, and none out of view`() async throws {
    let lines = (0..<60).map { "line\(String(repeating: "a", count: $0)) of" }
    let screen = try await screen(lines.joined(separator: "\n\n"), 14)
    let asked = screen.spelling.requests.flatMap(\.self)
    expectContains(asked, "of")
    expectLess(asked.count, 10)
    expectEqual(Set(asked).count, asked.count)
    await screen.press(KeyEvent(.home, .control))
    await screen.press(KeyEvent(.end, .control))
    let all = screen.spelling.requests.flatMap(\.self)
    expectContains(all, "line")
    expectEqual(Set(all).count, all.count)
    expectLess(all.count, 20)
  }

  @Test func `a late answer marks the words wherever they stand by then`() async throws {
    let screen = try await screen("oxe\n\nend ")
    var state = screen.state
    state.checkedWords = CheckedWords()
    let asked = state.update(.terminal(.resize(state.size)), now: state.now)
    let request = try require(asked.lazy.compactMap { $0.argument(WordsRequest.self) }.first)
    // While the answer is under way nothing else is asked about.
    for key in [KeyEvent(.home, .control), .character("a"), .character(" ")] {
      let effects = state.update(.terminal(.key(key)), now: state.now)
      expect(!effects.asksAboutWords)
    }
    let next = state.update(.wordsChecked(.success(["oxe"]), request), now: state.now)
    expect(state.frame.grid[4, 5].style.attributes.contains(.underline))
    expect(!state.frame.grid[2, 5].style.attributes.contains(.underline))
    expect(!next.asksAboutWords, "one letter is no word")
  }

  @Test func `what is let pass loses its mark`() async throws {
    let screen = try await screen("oxe oxe bxe ")
    await screen.press(KeyEvent(.home, .control), KeyEvent(.function(7)))
    await screen.press(KeyEvent(.up), KeyEvent(.enter))
    await screen.press(KeyEvent(.escape), KeyEvent(.end, .control))
    expectEqual(marked(screen), ["bxe"])
  }

  @Test func `nothing is asked where it is switched off, missing or spoken`() async throws {
    let screen = try await ScreenTest()
    screen.prefer { $0.dictionaries = [] }
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.send(.paste("oxe end "))
    expect(screen.spelling.requests.isEmpty)
    expect(marked(screen).isEmpty)
    // Switched on again, with other dictionaries, without any.
    screen.prefer { $0.dictionaries = ["en_US"] }
    await screen.type("a")
    expectEqual(marked(screen), ["oxe"])
    screen.spelling.fail(with: .noDictionary)
    screen.prefer { $0.dictionaries = nil }
    await screen.type("b ")
    expect(marked(screen).isEmpty)
    expectNil(screen.state.toast)
    try await expect(self.screen("oxe end ", speaks: true).spelling.requests.isEmpty)
  }

  @Test func `a word that can't be written passes, and that is told`() async throws {
    let screen = try await screen("axe end ")
    screen.spelling.fill()
    await screen.press(KeyEvent(.function(7)), KeyEvent(.down), KeyEvent(.enter))
    expectContains(
      screen.text, "“axe” is ignored until you quit. words.txt: No space left on device.")
    expect(marked(screen).isEmpty)
    expect(screen.spelling.words.isEmpty)
  }

  @Test func `a word or a block of code that begins above the view is known`() {
    func words(_ text: String, rows: Int) -> [String] {
      var area = TextArea(text)
      area.layOut(in: Size(columns: 21, rows: rows))
      var view = WordsInView()
      view.follow(area)
      for word in view.words {
        expectEqual(area.rope.substring(word.range), word.text)
      }
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

extension Effect {
  fileprivate var checksWords: Bool { name == "checkWords" }
}

extension [Effect] {
  fileprivate var asksAboutWords: Bool { contains(where: \.checksWords) }
}
