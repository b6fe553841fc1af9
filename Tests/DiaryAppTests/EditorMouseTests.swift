import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The mouse in the editor")
@MainActor
struct EditorMouseTests {
  private static let long = (1...40).map { "Line \($0)." }.joined(separator: "\n")

  private func edited(_ content: String, _ columns: Int = 80, _ rows: Int = 24) async throws
    -> ScreenTest
  {
    let fields = try SampleDiary.fields(
      "A title", on: "2026-11-18T08:00:00+09:00", content, tags: ["one"])
    let screen = try await ScreenTest(columns, rows, entries: [fields])
    await screen.press(.character("e"))
    return screen
  }

  private func editor(_ screen: ScreenTest) -> EditorState? {
    screen.state.screens.front(as: EditorState.self)
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

  @Test("A click puts the caret, and the keys into a field")
  func click() async throws {
    let screen = try await edited("강가 산책\nsecond")
    await send(.press, cell(3, 0, screen), screen)
    await screen.type("!")
    expectEqual(editor(screen)?.page.content.text, "강!가 산책\nsecond")
    let layout = EditorLayout(screen.state.size)
    await send(.press, Point(column: layout.title.column + 2, row: layout.title.row), screen)
    await screen.type("x")
    expectEqual(editor(screen)?.page.title.text, "A xtitle")
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
  }

  @Test("At 40 columns, too, a click on the time of the date puts the caret there")
  func narrowDateClick() async throws {
    let screen = try await edited("text", 40, 12)
    let date = EditorLayout(screen.state.size).date
    let words = try require(
      editor(screen).map { $0.dateWords(columns: date.columns) })
    expectPrefix(words.suffix(7), "  ")
    await send(.press, Point(column: date.column + words.count - 2, row: date.row), screen)
    let text = try require(editor(screen)?.page.date.text)
    expectEqual(editor(screen)?.page.date.caret, text.count - 9)
  }

  @Test("A click puts the caret into the tags and the date, as they are shown")
  func headClick() async throws {
    let screen = try await edited("text")
    let layout = EditorLayout(screen.state.size)
    let tags = layout.tags
    // Shown at the end of the line: #one
    await send(.press, Point(column: tags.endColumn - 2, row: tags.row), screen)
    await screen.type("x")
    expectEqual(editor(screen)?.page.tags.text, "#oxne")
    // Typed behind the field's name: Tags #oxne
    await send(.press, Point(column: tags.column + 7, row: tags.row), screen)
    await screen.type("y")
    expectEqual(editor(screen)?.page.tags.text, "#oyxne")
    await send(.doublePress, Point(column: tags.column + 7, row: tags.row), screen)
    expectEqual(editor(screen)?.page.tags.content.selectedText, "oyxne")
    let date = layout.date
    let words = try require(
      editor(screen).map { $0.dateWords(columns: date.columns) })
    await send(.press, Point(column: date.column + words.count - 8, row: date.row), screen)
    expectEqual(editor(screen)?.focus, .date)
    let text = try require(editor(screen)?.page.date.text)
    expectEqual(editor(screen)?.page.date.caret, text.count - 8)
    await send(.press, Point(column: date.column + 3, row: date.row), screen)
    expectEqual(editor(screen)?.page.date.caret, 3)
  }

  @Test("Dragging selects, and what is typed takes its place")
  func drag() async throws {
    let screen = try await edited("one two\nthree")
    await send(.press, cell(4, 0, screen), screen)
    await send(.drag, cell(2, 1, screen), screen)
    expectEqual(selected(screen), "two\nth")
    await send(.drag, cell(7, 0, screen), screen)
    await send(.release, cell(7, 0, screen), screen)
    expectEqual(selected(screen), "two")
    // The button is up.
    await send(.drag, cell(0, 0, screen), screen)
    expectEqual(selected(screen), "two")
    await screen.type("2")
    expectEqual(editor(screen)?.page.content.text, "one 2\nthree")
  }

  @Test("A second press selects the word, a third the line")
  func presses() async throws {
    let screen = try await edited("one two\nthree")
    await send(.press, cell(5, 0, screen), screen)
    await send(.doublePress, cell(5, 0, screen), screen)
    expectEqual(selected(screen), "two")
    await send(.triplePress, cell(5, 0, screen), screen)
    expectEqual(selected(screen), "one two\n")
    await send(.press, cell(5, 0, screen), screen)
    expectNil(selected(screen))
  }

  @Test("At the edges, dragging scrolls")
  func scrolling() async throws {
    let screen = try await edited(Self.long)
    await screen.press(KeyEvent(.home, .control))
    let rows = EditorLayout(screen.state.size).content.rows
    await send(.press, cell(0, 0, screen), screen)
    for step in 0..<5 {
      await send(.drag, cell(step, rows, screen), screen)
    }
    expectContains(screen.text, "Line \(rows + 5).")
    expectEqual(selected(screen)?.contains("Line \(rows + 4)."), true)
    for step in 0..<9 {
      await send(.drag, cell(step, -1, screen), screen)
    }
    expectContains(screen.text, "Line 1.")
  }

  @Test("The wheel scrolls and leaves the caret")
  func wheel() async throws {
    let screen = try await edited(Self.long)
    let caret = editor(screen)?.page.content.caret
    for _ in 0..<20 { await send(.scrollUp, cell(0, 3, screen), screen) }
    expectContains(screen.text, "Line 1.")
    expectNil(screen.cursor)
    expectEqual(editor(screen)?.page.content.caret, caret)
    await screen.type("!")
    expectContains(screen.text, "Line 40.!")
    expect(screen.cursor != nil)
  }

  @Test("What is copied or cut goes to the clipboard, what is killed doesn't")
  func copying() async throws {
    let screen = try await edited("one two")
    await send(.doublePress, cell(0, 0, screen), screen)
    await screen.press(.alt("w"))
    expectEqual(screen.terminalEffects, [.copy("one")])
    expectContains(screen.text, "Copied.")
    await send(.doublePress, cell(5, 0, screen), screen)
    await screen.press(.control("w"))
    expectEqual(screen.terminalEffects, [.copy("one"), .copy("two")])
    expectEqual(editor(screen)?.page.content.text, "one ")
    await screen.press(.control("u"), .alt("w"))
    expectEqual(screen.terminalEffects.count, 2)
    screen.clipboard.refuse(with: .noProgram)
    await screen.type("three")
    await screen.press(.alt("a"), .alt("w"))
    expectContains(screen.text, "install wl-copy, xclip or xsel")
  }
}
