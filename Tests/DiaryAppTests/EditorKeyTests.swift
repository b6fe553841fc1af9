import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Keys of the editor")
@MainActor
struct EditorKeyTests {
  private func editor(_ screen: ScreenTest) -> EditorState? {
    for editor in screen.state.screens.all(EditorState.self) { return editor }
    return nil
  }

  private func opened(_ key: Character = "n") async throws -> ScreenTest {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character(key))
    return screen
  }

  @Test("Tab goes title, content, tags, photos, date and round again, Shift-Tab back")
  func tabOrder() async throws {
    let screen = try await opened()
    let order: [EditorState.Field] = [.title, .content, .tags, .photos, .date, .title]
    for field in order {
      expectEqual(editor(screen)?.focus, field)
      await screen.press(KeyEvent(.tab))
    }
    for field in order.reversed() {
      await screen.press(KeyEvent(.tab, .shift))
      expectEqual(editor(screen)?.focus, field)
    }
  }

  @Test("What is typed goes into the focused field, every letter of it")
  func typing() async throws {
    let screen = try await opened()
    await screen.type("q? title")
    await screen.press(KeyEvent(.enter))
    await screen.type("x")
    await screen.press(KeyEvent(.enter))
    await screen.type("y")
    await screen.press(KeyEvent(.tab))
    await screen.type("강, #산책 강")
    await screen.press(.control("s"))
    let saved = try require(try await screen.service.entries().first)
    expectEqual(saved.title, "q? title")
    expectEqual(saved.content, "x\ny")
    expectEqual(saved.tags, ["강", "산책"])
    expectEqual(saved.date.description, ScreenTest.now)
  }

  @Test("Esc closes at once when nothing was changed")
  func escape() async throws {
    for key: Character in ["n", "e"] {
      let screen = try await opened(key)
      await screen.press(KeyEvent(.tab), KeyEvent(.escape))
      expect(screen.state.screens.isEmpty)
    }
  }

  @Test("Esc asks when something was, and does as it is told")
  func leaving() async throws {
    let screen = try await opened()
    await screen.type("Half")
    await screen.press(KeyEvent(.escape), KeyEvent(.enter))
    expectEqual(editor(screen)?.page.title.text, "Half")
    await screen.press(KeyEvent(.escape), KeyEvent(.escape))
    expect(editor(screen) != nil)
    await screen.press(KeyEvent(.escape), .character("y"), KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.count, 5)
    await screen.press(.character("n"))
    await screen.type("Whole")
    await screen.press(KeyEvent(.escape), .character("s"))
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.selectedEntry?.title, "Whole")
  }

  @Test("Nothing changed is nothing saved")
  func unchanged() async throws {
    let screen = try await opened("e")
    let before = try await screen.service.entries()
    await screen.press(.control("s"))
    expectContains(screen.text, "Nothing changed.")
    try await expectEqual(screen.service.entries(), before)
  }

  @Test("Ctrl-Z takes back word by word, Ctrl-Y brings back")
  func undo() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.tab))
    await screen.type("one two")
    var texts: [String?] = []
    for _ in 0..<4 {
      await screen.press(.control("z"))
      texts.append(editor(screen)?.page.content.text)
    }
    expectEqual(texts, ["one ", "one", "", ""])
    for _ in 0..<4 { await screen.press(.control("y")) }
    expectEqual(editor(screen)?.page.content.text, "one two")
    expect(screen.terminalEffects.isEmpty)
  }

  @Test("A paste is one step, whole, in the focused field")
  func paste() async throws {
    let screen = try await opened()
    await screen.send(.paste("two\nlines"))
    await screen.press(KeyEvent(.tab))
    await screen.send(.paste("a\nb\n"))
    expectEqual(editor(screen)?.page.title.text, "two lines")
    expectEqual(editor(screen)?.page.content.text, "a\nb\n")
    await screen.press(.control("z"))
    expectEqual(editor(screen)?.page.content.text, "")
    await screen.send(.paste("bad \u{FFFD}"))
    expectContains(screen.text, "wasn't UTF-8")
  }

  @Test("Pasted control characters are kept in the text and shown as signs")
  func hostilePaste() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.tab))
    await screen.send(.paste("\u{1B}]0;title\u{7}\u{9B}31m"))
    expectContains(screen.text, "␛]0;title␇�31m")
    await screen.press(.control("s"))
    try await expectEqual(screen.service.entries().first?.content, "\u{1B}]0;title\u{7}\u{9B}31m")
  }

  @Test("Among the photos ← → choose, Alt-← Alt-→ move, Del removes")
  func strip() async throws {
    let screen = try await opened("e")
    await screen.press(KeyEvent(.tab), KeyEvent(.tab))
    func names() -> [String] { editor(screen)?.page.photos.map(\.name) ?? [] }
    func chosen() -> Int? { editor(screen)?.page.selectedItem }
    await screen.press(KeyEvent(.right))
    expectEqual(chosen(), 1)
    await screen.press(KeyEvent(.right))
    expectEqual(chosen(), 1)
    await screen.press(KeyEvent(.left, .alt))
    expectEqual(names(), ["fog.jpg", "bridge.jpg"])
    expectEqual(chosen(), 0)
    await screen.press(KeyEvent(.left, .alt), KeyEvent(.left))
    expectEqual(names(), ["fog.jpg", "bridge.jpg"])
    expectEqual(chosen(), 0)
    await screen.press(KeyEvent(.right, .alt))
    expectEqual(names(), ["bridge.jpg", "fog.jpg"])
    expectEqual(chosen(), 1)
    await screen.press(KeyEvent(.delete))
    expectEqual(names(), ["bridge.jpg"])
    expectEqual(chosen(), 0)
    await screen.press(KeyEvent(.delete), KeyEvent(.delete), KeyEvent(.enter), KeyEvent(.left))
    expectEqual(names(), [])
    expectContains(screen.text, "▣ no photos")
    await screen.press(.control("z"), .control("z"))
    expectEqual(names(), ["bridge.jpg", "fog.jpg"])
  }

  @Test("A caption is kept by Enter, and discarded by Esc after a question")
  func caption() async throws {
    let screen = try await opened("e")
    await screen.press(KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter), .control("u"))
    await screen.send(.paste("새 이름"))
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "Discard this caption?")
    // No is preselected, and the letter only moves to Discard.
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "새 이름")
    await screen.press(KeyEvent(.escape), .character("y"))
    expectContains(screen.text, "Discard this caption?")
    await screen.press(KeyEvent(.enter))
    try expectEqual(editor(screen)?.page.photos.at(0).caption, "the bridge")
    // What wasn't changed is left at once.
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    expectLacks(screen.text, "Discard this caption?")
    await screen.press(KeyEvent(.enter), .control("u"))
    await screen.type("새 이름")
    await screen.press(KeyEvent(.enter), .control("s"))
    try expectEqual(screen.state.list.selectedEntry?.photos.at(0).caption, "새 이름")
  }

  @Test("A click puts the caret into the text")
  func click() async throws {
    let screen = try await opened("e")
    await screen.press(KeyEvent(.tab))
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 4, row: 5))))
    expectEqual(editor(screen)?.focus, .content)
    expectEqual(screen.cursor, Point(column: 4, row: 5))
  }

  @Test("F1 is help, ? is a letter")
  func help() async throws {
    let screen = try await opened()
    await screen.press(.character("?"), KeyEvent(.function(1)))
    expectContains(screen.text, "Save and close")
    await screen.press(KeyEvent(.escape))
    expectEqual(editor(screen)?.page.title.text, "?")
  }
}
