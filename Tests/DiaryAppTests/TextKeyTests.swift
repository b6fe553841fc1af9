import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Keys where text is typed")
@MainActor
struct TextKeyTests {
  /// A new entry's text, with what is typed into it and `|` where the caret is then.
  private func typed(_ text: String, _ keys: KeyEvent...) async throws -> String {
    let screen = try await ScreenTest(40, 12)
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.send(.paste(text))
    for key in keys { await screen.press(key) }
    guard let editor = screen.state.screens.front(as: EditorState.self) else { return "no editor" }
    let content = editor.page.content
    return content.rope.substring(0..<content.caret) + "|"
      + content.rope.substring(content.caret..<content.rope.count)
  }

  private let top = KeyEvent(.home, .control)

  @Test("Every key that edits")
  func editing() async throws {
    try await expectEqual(typed("ab", .character("c")), "abc|")
    try await expectEqual(typed("ab", KeyEvent(.left), KeyEvent(.enter)), "a\n|b")
    try await expectEqual(typed("- a", KeyEvent(.enter)), "- a\n- |")
    try await expectEqual(typed("a\nb", KeyEvent(.backspace), KeyEvent(.backspace)), "a|")
    try await expectEqual(typed("a\nb", top, KeyEvent(.delete), .control("d")), "|b")
    try await expectEqual(typed("one two", KeyEvent(.backspace, .alt)), "one |")
    try await expectEqual(typed("one two", top, .alt("d")), "| two")
    try await expectEqual(typed("a\none", .control("w"), .control("w")), "a|")
    try await expectEqual(typed("ab\nc", top, .control("k"), .control("k")), "|c")
    try await expectEqual(typed("ab\ncd", KeyEvent(.left), .control("u")), "ab\n|d")
    try await expectEqual(typed("one two", .control("w"), top, .alt("y")), "two|one ")
    try await expectEqual(typed("- a", .alt("]"), .alt("]"), .alt("[")), "  - a|")
    try await expectEqual(typed("one", .alt("a"), .alt("w"), .alt("y"), .alt("y")), "oneone|")
  }

  @Test("Every key that moves, and with Shift selects")
  func moving() async throws {
    try await expectEqual(typed("a\nb", .control("b"), KeyEvent(.left)), "a|\nb")
    try await expectEqual(typed("a\nb", top, .control("f"), KeyEvent(.right)), "a\n|b")
    try await expectEqual(typed("one two", KeyEvent(.left, .control)), "one |two")
    try await expectEqual(typed("one two", .alt("b"), .alt("f")), "one two|")
    try await expectEqual(typed("one two", top, KeyEvent(.right, .control)), "one| two")
    try await expectEqual(typed("abc\nd", top, .control("n"), KeyEvent(.up)), "|abc\nd")
    try await expectEqual(typed("abc", .control("a"), .control("e")), "abc|")
    try await expectEqual(typed("abc", KeyEvent(.home), KeyEvent(.end)), "abc|")
    try await expectEqual(typed("a\n\nb", KeyEvent(.up, .control)), "a\n|\nb")
    try await expectEqual(typed("a\n\nb", .alt("{"), .alt("}")), "a\n\nb|")
    try await expectEqual(typed("a\nb", .alt("<"), .alt(">")), "a\nb|")
    try await expectEqual(
      typed("one two", KeyEvent(.left, [.control, .shift]), .character("x")), "one x|")
    try await expectEqual(typed("one two", .control(" "), .alt("b"), .control("w")), "one |")
    try await expectEqual(typed("one", KeyEvent(.home, .shift), .control("w"), .alt("y")), "one|")
  }

  @Test("What was cut in one field is put into another, and each has its undo")
  func fields() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    await screen.press(.character("/"))
    await screen.type("river walk")
    await screen.press(.control("w"), .control("w"))
    expectEqual(screen.state.search?.field.isEmpty, true)
    await screen.press(.control("z"))
    expectEqual(screen.state.search?.field.text, "river ")
    await screen.press(.control("y"), KeyEvent(.escape), .character("n"), .alt("y"))
    guard let editor = screen.state.screens.front(as: EditorState.self) else {
      fail("no editor")
      return
    }
    expectEqual(editor.page.title.text, "river walk")
    expect(screen.terminalEffects.isEmpty)
  }

  @Test("F8 dims all but the paragraph that is being written")
  func focus() async throws {
    let screen = try await ScreenTest(80, 24)
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.send(.paste("first\n\nsecond"))
    func isDim(_ row: Int) -> Bool {
      screen.state.frame.grid[2, row].style.attributes.contains(.dim)
    }
    expect(!isDim(5))
    expect(!isDim(7))
    await screen.press(KeyEvent(.function(8)))
    expect(isDim(5))
    expect(!isDim(7))
    await screen.press(KeyEvent(.function(8)))
    expect(!isDim(5))
  }

  @Test("A photo's place in the text is passed and deleted as one, and counts as no word")
  func folded() async throws {
    let reference = "![](photo:\(String(repeating: "ab", count: 32)))"
    try await expectEqual(typed(reference, KeyEvent(.backspace)), "![]|")
    let screen = try await ScreenTest(80, 24)
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.send(.paste("one\n" + reference + "\ntwo"))
    expectContains(screen.text, "![](▣ abababab…)")
    expectContains(screen.text, "2 words · 1 min")
  }
}
