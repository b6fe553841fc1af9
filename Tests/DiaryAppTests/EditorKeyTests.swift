import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Keys of the editor") @MainActor
struct EditorKeyTests {
  private func opened(_ key: Character = "n") async throws -> ScreenTest {
    try await ScreenTest.sample().press(.character(key))
  }

  @Test func `Tab moves through the fields, and typing fills the focused one`() async throws {
    var screen = try await opened()
    let order: [EditorState.Field] = [.title, .content, .tags, .photos, .date, .title]
    for field in order {
      expectEqual(editor(screen)?.focus, field)
      await screen.press("<Tab>")
    }
    for field in order.reversed() {
      await expectEqual(editor(screen.press("<S-Tab>"))?.focus, field)
    }
    // What is typed goes into the focused field, every letter of it.
    screen = try await opened().press("q? title<Enter>x<Enter>y<Tab>강, #산책 강<C-s>")
    let saved = try require(try await screen.service.entries().first)
    expectEqual(saved.title, "q? title")
    expectEqual(saved.content, "x\ny")
    expectEqual(saved.tags, ["강", "산책"])
    expectEqual(saved.date.description, ScreenTest.now)
  }

  @Test func `Esc closes an unchanged page and asks about a changed one`() async throws {
    for key: Character in ["n", "e"] {
      let screen = try await opened(key).press("<Tab><Esc>")
      expect(screen.state.screens.isEmpty)
    }
    var screen = try await opened().press("Half<Esc><Enter>")
    expectEqual(editor(screen)?.page.title.text, "Half")
    await expect(editor(screen.press("<Esc><Esc>")) != nil)
    await expect(screen.press("<Esc>y<Enter>").state.screens.isEmpty)
    expectEqual(screen.state.list.count, 5)
    await expect(screen.press("nWhole<Esc>s").state.screens.isEmpty)
    expectEqual(screen.state.list.selectedEntry?.title, "Whole")
    // Nothing changed is nothing saved.
    screen = try await opened("e")
    let before = try await screen.service.entries()
    await screen.press("<C-s>", shows: "Nothing changed.")
    try await expectEqual(screen.service.entries(), before)
  }

  @Test func `Undo goes by words, and a paste is one step`() async throws {
    var screen = try await opened().press("<Tab>one two")
    var texts: [String?] = []
    for _ in 0..<4 {
      await screen.press("<C-z>")
      texts.append(editor(screen)?.page.content.text)
    }
    expectEqual(texts, ["one ", "one", "", ""])
    for _ in 0..<4 { await screen.press("<C-y>") }
    expectEqual(editor(screen)?.page.content.text, "one two")
    expect(screen.terminalEffects.isEmpty)
    // A paste is one step, whole, in the focused field.
    screen = try await opened().paste("two\nlines")
    await expectEqual(editor(screen.press("<Tab>").paste("a\nb\n"))?.page.title.text, "two lines")
    expectEqual(editor(screen)?.page.content.text, "a\nb\n")
    await expectEqual(editor(screen.press("<C-z>"))?.page.content.text, "")
    await expectShows(screen.paste("bad \u{FFFD}"), "wasn't UTF-8")
    // Pasted control characters are kept in the text and shown as signs.
    screen = try await opened().press("<Tab>")
    await expectShows(screen.paste("\u{1B}]0;title\u{7}\u{9B}31m"), "␛]0;title␇�31m")
    await screen.press("<C-s>")
    try await expectEqual(screen.service.entries().first?.content, "\u{1B}]0;title\u{7}\u{9B}31m")
  }

  @Test func `Photos are chosen, moved, removed and captioned`() async throws {
    var screen = try await opened("e").press("<Tab><Tab>")
    func names() -> [String] { editor(screen)?.page.photos.map(\.name) ?? [] }
    func chosen() -> Int? { editor(screen)?.page.selectedItem }
    await screen.press("<Right>")
    expectEqual(chosen(), 1)
    await screen.press("<Right>")
    expectEqual(chosen(), 1)
    await screen.press("<A-Left>")
    expectEqual(names(), ["fog.jpg", "bridge.jpg"])
    expectEqual(chosen(), 0)
    await screen.press("<A-Left><Left>")
    expectEqual(names(), ["fog.jpg", "bridge.jpg"])
    expectEqual(chosen(), 0)
    await screen.press("<A-Right>")
    expectEqual(names(), ["bridge.jpg", "fog.jpg"])
    expectEqual(chosen(), 1)
    await screen.press("<Del>")
    expectEqual(names(), ["bridge.jpg"])
    expectEqual(chosen(), 0)
    await screen.press("<Del><Del><Enter><Left>")
    expectEqual(names(), [])
    expectShows(screen, "▣ no photos")
    await screen.press("<C-z><C-z>")
    expectEqual(names(), ["bridge.jpg", "fog.jpg"])
    // A caption is kept by Enter, and discarded by Esc after a question.
    screen = try await opened("e").press("<Tab><Tab><Enter><C-u>").paste("새 이름")
    await screen.press("<Esc>", shows: "Discard this caption?")
    // No is preselected, and the letter only moves to Discard.
    await screen.press("<Enter>", shows: "새 이름").press("<Esc>y", shows: "Discard this caption?")
    try await expectEqual(editor(screen.press("<Enter>"))?.page.photos.at(0).caption, "the bridge")
    // What wasn't changed is left at once.
    await screen.press("<Enter><Esc>", lacks: "Discard this caption?")
    await screen.press("<Enter><C-u>새 이름<Enter><C-s>")
    try expectEqual(screen.state.list.selectedEntry?.photos.at(0).caption, "새 이름")
  }

  @Test func `A click sets the caret, and F1 opens the help`() async throws {
    var screen = try await opened("e").press("<Tab>")
    await expectEqual(editor(screen.mouse(.press, 4, 5))?.focus, .content)
    expectEqual(screen.cursor, Point(column: 4, row: 5))
    screen = try await opened().press("?<F1>", shows: "Save and close").press("<Esc>")
    expectEqual(editor(screen)?.page.title.text, "?")
  }
}

@Suite("Keys where text is typed") @MainActor
struct TextKeyTests {
  /// A new entry's text, with what is typed into it and `|` where the caret is then.
  private func typed(_ text: String, _ keys: String) async throws -> String {
    let screen = try await ScreenTest(40, 12).press("n<Tab>").paste(text).press(keys)
    guard let editor = screen.state.screens.front(as: EditorState.self) else { return "no editor" }
    let content = editor.page.content
    return content.rope.substring(0..<content.caret) + "|"
      + content.rope.substring(content.caret..<content.rope.count)
  }

  @Test func `Keys edit and move`() async throws {
    try await expectEqual(typed("ab", "c"), "abc|")
    try await expectEqual(typed("ab", "<Left><Enter>"), "a\n|b")
    try await expectEqual(typed("- a", "<Enter>"), "- a\n- |")
    try await expectEqual(typed("a\nb", "<BS><BS>"), "a|")
    try await expectEqual(typed("a\nb", "<C-Home><Del><C-d>"), "|b")
    try await expectEqual(typed("one two", "<A-BS>"), "one |")
    try await expectEqual(typed("one two", "<C-Home><A-d>"), "| two")
    try await expectEqual(typed("a\none", "<C-w><C-w>"), "a|")
    try await expectEqual(typed("ab\nc", "<C-Home><C-k><C-k>"), "|c")
    try await expectEqual(typed("ab\ncd", "<Left><C-u>"), "ab\n|d")
    try await expectEqual(typed("one two", "<C-w><C-Home><A-y>"), "two|one ")
    try await expectEqual(typed("- a", "<A-]><A-]><A-[>"), "  - a|")
    try await expectEqual(typed("one", "<A-a><A-w><A-y><A-y>"), "oneone|")
    // Every key that moves, and with Shift selects.
    try await expectEqual(typed("a\nb", "<C-b><Left>"), "a|\nb")
    try await expectEqual(typed("a\nb", "<C-Home><C-f><Right>"), "a\n|b")
    try await expectEqual(typed("one two", "<C-Left>"), "one |two")
    try await expectEqual(typed("one two", "<A-b><A-f>"), "one two|")
    try await expectEqual(typed("one two", "<C-Home><C-Right>"), "one| two")
    try await expectEqual(typed("abc\nd", "<C-Home><C-n><Up>"), "|abc\nd")
    try await expectEqual(typed("abc", "<C-a><C-e>"), "abc|")
    try await expectEqual(typed("abc", "<Home><End>"), "abc|")
    try await expectEqual(typed("a\n\nb", "<C-Up>"), "a\n|\nb")
    try await expectEqual(typed("a\n\nb", "<A-{><A-}>"), "a\n\nb|")
    try await expectEqual(typed("a\nb", "<A-lt><A-gt>"), "a\nb|")
    try await expectEqual(typed("one two", "<C-S-Left>x"), "one x|")
    try await expectEqual(typed("one two", "<C- ><A-b><C-w>"), "one |")
    try await expectEqual(typed("one", "<S-Home><C-w><A-y>"), "one|")
  }

  @Test func `Cut text moves between fields, F8 dims, a reference is one unit`() async throws {
    var screen = try await ScreenTest.sample(80, 24).press("/river walk<C-w><C-w>")
    expectEqual(screen.state.search?.field.isEmpty, true)
    await expectEqual(screen.press("<C-z>").state.search?.field.text, "river ")
    await screen.press("<C-y><Esc>n<A-y>")
    let editor = try require(screen.state.screens.front(as: EditorState.self))
    expectEqual(editor.page.title.text, "river walk")
    expect(screen.terminalEffects.isEmpty)
    // F8 dims all but the paragraph that is being written.
    screen = try await ScreenTest(80, 24).press("n<Tab>").paste("first\n\nsecond")
    func isDim(_ row: Int) -> Bool {
      screen.state.frame.grid[2, row].style.attributes.contains(.dim)
    }
    expect(!isDim(5))
    expect(!isDim(7))
    await screen.press("<F8>")
    expect(isDim(5))
    expect(!isDim(7))
    await screen.press("<F8>")
    expect(!isDim(5))
    // A photo's place in the text is passed and deleted as one, and counts as no word.
    let reference = "![](photo:\(String(repeating: "ab", count: 32)))"
    try await expectEqual(typed(reference, "<BS>"), "![]|")
    screen = try await ScreenTest(80, 24).press("n<Tab>").paste("one\n" + reference + "\ntwo")
    expectShows(screen, "![](▣ abababab…)", "2 words · 1 min")
  }
}

@Suite("The mouse in the editor") @MainActor
struct EditorMouseTests {
  private static let long = (1...40).map { "Line \($0)." }.joined(separator: "\n")

  private func edited(_ content: String, _ columns: Int = 80, _ rows: Int = 24) async throws
    -> ScreenTest
  {
    let fields = try SampleDiary.fields("A title", on: "2026-11-18T08:00", content, tags: ["one"])
    return try await ScreenTest(columns, rows, entries: [fields]).press("e")
  }

  private func selected(_ screen: ScreenTest) -> String? {
    editor(screen)?.page.content.content.selectedText
  }

  /// The cell of the text in a row and column of it.
  private func cell(_ column: Int, _ row: Int, _ screen: ScreenTest) -> Point {
    let content = EditorLayout(screen.state.size).content
    return Point(column: content.column + column, row: content.row + row)
  }

  private func send(_ action: MouseEvent.Action, _ point: Point, _ screen: ScreenTest) async {
    await screen.send(.mouse(MouseEvent(action, at: point)))
  }

  @Test func `A click sets the caret in every field`() async throws {
    var screen = try await edited("강가 산책\nsecond")
    await send(.press, cell(3, 0, screen), screen)
    await expectEqual(editor(screen.press("!"))?.page.content.text, "강!가 산책\nsecond")
    var layout = EditorLayout(screen.state.size)
    await send(.press, Point(column: layout.title.column + 2, row: layout.title.row), screen)
    await expectEqual(editor(screen.press("x"))?.page.title.text, "A xtitle")
    for (rect, field) in [
      (layout.tags, EditorState.Field.tags), (layout.date, .date), (layout.photos, .photos),
      (layout.content, .content),
    ] {
      await send(.press, Point(column: rect.column + 1, row: rect.row), screen)
      expectEqual(editor(screen)?.focus, field)
    }
    // Nowhere near a field.
    await send(.press, Point(column: 0, row: 1), screen)
    expectEqual(editor(screen)?.focus, .content)
    // At 40 columns, too, a click on the time of the date puts the caret there.
    screen = try await edited("text", 40, 12)
    var date = EditorLayout(screen.state.size).date
    var words = try require(editor(screen).map { $0.dateWords(columns: date.columns) })
    expectPrefix(words.suffix(7), "  ")
    await send(.press, Point(column: date.column + words.count - 2, row: date.row), screen)
    var text = try require(editor(screen)?.page.date.text)
    expectEqual(editor(screen)?.page.date.caret, text.count - 9)
    // A click puts the caret into the tags and the date, as they are shown.
    screen = try await edited("text")
    layout = EditorLayout(screen.state.size)
    let tags = layout.tags
    // Shown at the end of the line: #one
    await send(.press, Point(column: tags.endColumn - 2, row: tags.row), screen)
    await expectEqual(editor(screen.press("x"))?.page.tags.text, "#oxne")
    // Typed behind the field's name: Tags #oxne
    await send(.press, Point(column: tags.column + 7, row: tags.row), screen)
    await expectEqual(editor(screen.press("y"))?.page.tags.text, "#oyxne")
    await send(.doublePress, Point(column: tags.column + 7, row: tags.row), screen)
    expectEqual(editor(screen)?.page.tags.content.selectedText, "oyxne")
    date = layout.date
    words = try require(editor(screen).map { $0.dateWords(columns: date.columns) })
    await send(.press, Point(column: date.column + words.count - 8, row: date.row), screen)
    expectEqual(editor(screen)?.focus, .date)
    text = try require(editor(screen)?.page.date.text)
    expectEqual(editor(screen)?.page.date.caret, text.count - 8)
    await send(.press, Point(column: date.column + 3, row: date.row), screen)
    expectEqual(editor(screen)?.page.date.caret, 3)
  }

  @Test func `Dragging and double presses select`() async throws {
    var screen = try await edited("one two\nthree")
    await send(.press, cell(4, 0, screen), screen)
    await send(.drag, cell(2, 1, screen), screen)
    expectEqual(selected(screen), "two\nth")
    await send(.drag, cell(7, 0, screen), screen)
    await send(.release, cell(7, 0, screen), screen)
    expectEqual(selected(screen), "two")
    // The button is up.
    await send(.drag, cell(0, 0, screen), screen)
    expectEqual(selected(screen), "two")
    await expectEqual(editor(screen.press("2"))?.page.content.text, "one 2\nthree")
    // A second press selects the word, a third the line.
    screen = try await edited("one two\nthree")
    await send(.press, cell(5, 0, screen), screen)
    await send(.doublePress, cell(5, 0, screen), screen)
    expectEqual(selected(screen), "two")
    await send(.triplePress, cell(5, 0, screen), screen)
    expectEqual(selected(screen), "one two\n")
    await send(.press, cell(5, 0, screen), screen)
    expectNil(selected(screen))
  }

  @Test func `Dragging and the wheel scroll`() async throws {
    var screen = try await edited(Self.long).press("<C-Home>")
    let rows = EditorLayout(screen.state.size).content.rows
    await send(.press, cell(0, 0, screen), screen)
    for step in 0..<5 { await send(.drag, cell(step, rows, screen), screen) }
    expectShows(screen, "Line \(rows + 5).")
    expectEqual(selected(screen)?.contains("Line \(rows + 4)."), true)
    for step in 0..<9 { await send(.drag, cell(step, -1, screen), screen) }
    expectShows(screen, "Line 1.")
    screen = try await edited(Self.long)
    let caret = editor(screen)?.page.content.caret
    for _ in 0..<20 { await send(.scrollUp, cell(0, 3, screen), screen) }
    expectShows(screen, "Line 1.")
    expectNil(screen.cursor)
    expectEqual(editor(screen)?.page.content.caret, caret)
    await expect(screen.press("!", shows: "Line 40.!").cursor != nil)
  }

  @Test func `What is copied or cut goes to the clipboard, what is killed doesn't`() async throws {
    let screen = try await edited("one two")
    await send(.doublePress, cell(0, 0, screen), screen)
    await expectEqual(screen.press("<A-w>", shows: "Copied.").terminalEffects, [.copy("one")])
    await send(.doublePress, cell(5, 0, screen), screen)
    await expectEqual(screen.press("<C-w>").terminalEffects, [.copy("one"), .copy("two")])
    expectEqual(editor(screen)?.page.content.text, "one ")
    await expectEqual(screen.press("<C-u><A-w>").terminalEffects.count, 2)
    screen.clipboard.refuse(with: .noProgram)
    await screen.press("three<A-a><A-w>", shows: "install wl-copy, xclip or xsel")
  }
}
