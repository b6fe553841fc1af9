import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@MainActor @Suite("Completion from the diary")
struct CompletionTests {
  private func entries(_ all: (title: String, tags: [String])...) -> [EntryFields] {
    all.enumerated().map { index, entry in
      EntryFields(
        date: EntryDate(instant: 1_700_000_000 + Int64(index) * 86_400, offset: 0),
        title: entry.title, content: "text", tags: entry.tags)
    }
  }

  @Test func `a tag in the text is proposed, the most used and latest first`() async throws {
    let screen = try await ScreenTest(
      entries: entries(
        ("a", ["walk"]), ("b", ["Walking"]), ("c", ["walk"]), ("d", ["work"]), ("e", ["산책"])))
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.type("We #w")
    let lines = screen.text.split(separator: "\n").map(String.init)
    let places = ["│ #walk", "│ #work", "│ #Walking"].map { words in
      lines.firstIndex { $0.contains(words) }
    }
    expectEqual(places.compactMap(\.self).count, 3)
    expectEqual(places.compactMap(\.self), places.compactMap(\.self).sorted())
    await screen.press(KeyEvent(.down), KeyEvent(.down), KeyEvent(.tab))
    await screen.type(" #사")
    expectContains(screen.text, "│ #산책")
    await screen.press(KeyEvent(.tab))
    expectLacks(screen.text, "│ #산책")
    await screen.press(.control("s"))
    try await expectContains(screen.service.entries().map(\.content), "We #work #산책")
    expectEqual(screen.effects.count { $0 == .gatherTags }, 1)
  }

  @Test func `what is whole already leaves Enter and Tab to the text`() async throws {
    let screen = try await ScreenTest(entries: entries(("a", ["walk", "walking"])))
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.type("#walk")
    expectContains(screen.text, "│ #walking")
    await screen.press(KeyEvent(.enter))
    await screen.type("x")
    await screen.press(.control("s"))
    try await expectContains(screen.service.entries().map(\.content), "#walk\nx")
  }

  @Test func `Enter ends a line, unless a proposal was chosen`() async throws {
    let screen = try await ScreenTest(entries: entries(("Snow", ["food"]), ("Sea", ["fog"])))
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.type("#fo")
    expectContains(screen.text, "Tab take the first")
    expectContains(screen.text, "│ #food")
    await screen.press(KeyEvent(.enter))
    await screen.type("next [[S")
    expectContains(screen.text, "│ Snow")
    await screen.press(KeyEvent(.enter))
    await screen.type("#fo")
    await screen.press(KeyEvent(.down), KeyEvent(.down))
    expectContains(screen.text, "Enter take it")
    await screen.press(KeyEvent(.enter))
    await screen.type(" #fo")
    await screen.press(KeyEvent(.tab), .control("s"))
    let written = try await screen.service.entries().map(\.content).filter { $0 != "text" }
    expect(written == ["#fo\nnext [[S\n#food #fog"] || written == ["#fo\nnext [[S\n#fog #food"])
  }

  @Test func `Esc closes the list and not the editor, until another word begins`() async throws {
    let screen = try await ScreenTest(entries: entries(("a", ["walk"])))
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.type("#w")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "New entry")
    expectLacks(screen.text, "│ #walk")
    await screen.type("a")
    expectLacks(screen.text, "│ #walk")
    await screen.type(" #w")
    expectContains(screen.text, "│ #walk")
    await screen.press(KeyEvent(.left))
    expectLacks(screen.text, "│ #walk")
    await screen.press(KeyEvent(.escape))
    expect(screen.text.contains("Leave") || screen.text.contains("Discard"))
  }

  @Test func `the tags field proposes words without their mark`() async throws {
    let screen = try await ScreenTest(entries: entries(("a", ["walk"]), ("b", ["two words"])))
    await screen.press(.character("n"))
    await screen.type("t")
    await screen.press(KeyEvent(.tab), KeyEvent(.tab))
    await screen.type("t")
    expectLacks(screen.text, "two words")
    await screen.press(KeyEvent(.backspace))
    await screen.type("x, wa")
    await screen.press(KeyEvent(.tab), .control("s"))
    try await expect(screen.service.entries().contains { $0.tags == ["x", "walk"] })
  }

  @Test func `a tag that was saved just now is proposed too`() async throws {
    let screen = try await ScreenTest(entries: entries(("a", ["walk"])))
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.type("#zoo")
    await screen.press(KeyEvent(.tab))
    await screen.type("zebra")
    await screen.press(.control("s"), .character("n"), KeyEvent(.tab))
    await screen.type("#ze")
    expectContains(screen.text, "│ #zebra")
  }

  @Test func `an entry is linked by its title, and by its id where there are several`()
    async throws
  {
    let screen = try await ScreenTest(
      entries: entries(("첫눈", []), ("A walk", []), ("a walk", []), ("The [sea]", []), ("", [])))
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.type("[[")
    expectContains(screen.text, "The [sea]")
    expectContains(screen.text, "첫눈")
    await screen.type("첫")
    expectLacks(screen.text, "The [sea]")
    await screen.press(KeyEvent(.down), KeyEvent(.enter))
    await screen.type(" [[WALK")
    await screen.press(KeyEvent(.down), KeyEvent(.down), KeyEvent(.tab))
    await screen.type(" [[sea")
    await screen.press(KeyEvent(.tab))
    await screen.type(" [[tex")
    await screen.press(KeyEvent(.tab), .control("s"))
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
    await screen.press(.character("u"))
    try await expectEqual(screen.service.count(), 5)
  }

  @Test func `answers that come late are dropped`() async throws {
    let screen = try await ScreenTest(entries: entries(("첫눈", [])))
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.type("[[x")
    await screen.receive(
      .titlesFound([Completion.Proposal(words: "late", text: "[[late]]")], requestID: 0))
    expectLacks(screen.text, "late")
  }

  @Test func `it begins where a tag or a link does`() {
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
  func `the list fits the screen wherever the caret is`(_ columns: Int, _ rows: Int) async throws {
    let long = String(repeating: "가나다", count: 20)
    let screen = try await ScreenTest(
      columns, rows, entries: entries(("a", [long]), ("b", (0..<9).map { "가\($0)" })))
    await screen.press(.character("n"), KeyEvent(.tab))
    for _ in 0..<rows {
      await screen.send(.paste(String(repeating: "x ", count: 10)))
      await screen.type("#가")
      expect(screen.text.contains("│ #가8") || screen.text.contains("│ #가0"))
      await screen.press(KeyEvent(.escape), KeyEvent(.enter))
    }
  }
}
