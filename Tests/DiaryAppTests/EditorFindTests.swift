import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Finding and replacing in the editor")
@MainActor
struct EditorFindTests {
  private static let find = KeyEvent(.function(3))
  private static let back = KeyEvent(.function(3), .shift)
  private static let replace = KeyEvent(.function(4))

  private func edited(_ content: String, _ columns: Int = 80, _ rows: Int = 24) async throws
    -> ScreenTest
  {
    let fields = try SampleDiary.fields("T", on: "2026-11-18T08:00:00+09:00", content)
    let screen = try await ScreenTest(columns, rows, entries: [fields])
    await screen.press(.character("e"), KeyEvent(.home, .control))
    return screen
  }

  private func editor(_ screen: ScreenTest) -> EditorState? {
    screen.state.screens.front(as: EditorState.self)
  }

  private func content(_ screen: ScreenTest) -> String? { editor(screen)?.page.content.text }
  private func caret(_ screen: ScreenTest) -> Int? { editor(screen)?.page.content.caret }
  private func match(_ screen: ScreenTest) -> Range<Int>? {
    editor(screen)?.page.content.content.selection
  }

  @Test("The nearest place is selected as one types, and the keys go on")
  func finding() async throws {
    let screen = try await edited("one two\nTwo, two")
    await screen.press(Self.find)
    await screen.type("tw")
    expectEqual(match(screen), 4..<6)
    await screen.type("o")
    expectEqual(match(screen), 4..<7)
    await screen.press(Self.find)
    expectEqual(match(screen), 8..<11)
    await screen.press(KeyEvent(.enter))
    expectEqual(match(screen), 13..<16)
    await screen.press(KeyEvent(.enter))
    expectEqual(match(screen), 4..<7)
    await screen.press(Self.back)
    expectEqual(match(screen), 13..<16)
    await screen.press(KeyEvent(.escape))
    expectNil(editor(screen)?.find)
    expectEqual(caret(screen), 13)
    expectNil(match(screen))
    // The phrase is there for the next time, and typing replaces it.
    await screen.press(Self.find)
    expectEqual(match(screen), 13..<16)
    await screen.type("one")
    expectEqual(match(screen), 0..<3)
  }

  @Test("What isn't there says so, and the caret goes back")
  func missing() async throws {
    let screen = try await edited("one two")
    await screen.press(KeyEvent(.end), KeyEvent(.left))
    let before = caret(screen)
    await screen.press(Self.find)
    await screen.type("onex")
    expectContains(screen.text, "not found")
    await screen.press(KeyEvent(.escape))
    expectEqual(caret(screen), before)
  }

  @Test("Whatever the case and the normal form")
  func equivalent() async throws {
    let screen = try await edited("x " + "강가 Cafe\u{301}".decomposedForTest)
    await screen.press(Self.find)
    await screen.type("강가 café")
    expect(match(screen) != nil)
  }

  @Test("Each place is asked about")
  func asking() async throws {
    let screen = try await edited("a b a b a b a")
    await screen.press(Self.replace)
    await screen.type("a")
    await screen.press(KeyEvent(.tab))
    await screen.type("xyz")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Replace this?")
    await screen.press(.character("y"))
    expectEqual(content(screen), "xyz b a b a b a")
    await screen.press(.character("n"))
    await screen.press(.character("y"))
    expectEqual(content(screen), "xyz b a b xyz b a")
    await screen.press(.character("q"))
    expectContains(screen.text, "Replaced 2 places.")
    await screen.press(.control("z"), .control("z"))
    expectEqual(content(screen), "a b a b a b a")
  }

  @Test("What was found can be replaced without being typed again")
  func replacesWhatWasFound() async throws {
    let screen = try await ScreenTest(entries: [])
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.type("snow")
    await screen.press(Self.find)
    await screen.type("now")
    await screen.press(Self.replace)
    await screen.type("oap")
    await screen.press(KeyEvent(.enter), .character("y"))
    expectContains(screen.text, "soap")
  }

  @Test("All others are replaced as one step, and those before come last")
  func replacingAll() async throws {
    let screen = try await edited("a b a b a b a")
    await screen.press(KeyEvent(.right), KeyEvent(.right))
    await screen.press(Self.replace)
    await screen.type("a")
    await screen.press(KeyEvent(.enter))
    await screen.type("aa")
    await screen.press(KeyEvent(.enter), .character("n"), .character("a"))
    expectEqual(content(screen), "aa b a b aa b aa")
    expectContains(screen.text, "Replaced 3 places.")
    await screen.press(.control("z"))
    expectEqual(content(screen), "a b a b a b a")
  }

  @Test("What was put in isn't found again")
  func once() async throws {
    let screen = try await edited("aa")
    await screen.press(Self.replace)
    await screen.type("a")
    await screen.press(KeyEvent(.enter))
    await screen.type("aa")
    await screen.press(KeyEvent(.enter), .character("y"), .character("y"))
    expectEqual(content(screen), "aaaa")
    expectContains(screen.text, "Replaced 2 places.")
  }

  @Test("A photo's reference is never changed, one by one or all at once")
  func photos() async throws {
    let photo = "![a](photo:" + String(repeating: "a", count: 64) + ")"
    let changed = photo.replacing("[a]", with: "[xx]")
    let screen = try await edited("\(photo)a \(photo)\na\(photo)")
    for answers in ["a", "yyyyy", "nnyyy"] {
      await screen.press(Self.replace)
      await screen.type("a")
      await screen.press(KeyEvent(.tab))
      await screen.type("xx")
      await screen.press(KeyEvent(.enter))
      for answer in answers { await screen.press(.character(answer)) }
      let text = "\(changed)xx \(changed)\nxx\(changed)"
      let kept = "\(photo)a \(changed)\nxx\(changed)"
      expectEqual(content(screen), (answers.hasPrefix("n") ? kept : text))
      for _ in 0..<5 { await screen.press(.control("z")) }
      await screen.press(KeyEvent(.home, .control))
      expectEqual(content(screen), "\(photo)a \(photo)\na\(photo)")
    }
  }

  @Test("Round the end, each place is asked about once, however long what comes in its place is")
  func around() async throws {
    for (text, after) in [("xyz", "xyz xyz xyz | xyz xyz"), ("", "   |  ")] {
      let screen = try await edited("ab ab ab | ab ab")
      for _ in 0..<9 { await screen.press(KeyEvent(.right)) }
      await screen.press(Self.replace)
      await screen.type("ab")
      await screen.press(KeyEvent(.tab), .alt("a"), KeyEvent(.delete))
      await screen.type(text)
      await screen.press(KeyEvent(.enter))
      for _ in 0..<5 { await screen.press(.character("y")) }
      expectEqual(content(screen), after)
      expectContains(screen.text, "Replaced 5 places.")
    }
  }

  @Test("Which of how many places it is, as far as they are counted")
  func counted() async throws {
    let screen = try await edited(String(repeating: "two ", count: 1200) + "one")
    await screen.press(Self.find)
    await screen.type("one")
    expectContains(screen.text, "1 of 1 ")
    await screen.press(.control("u"))
    await screen.type("two")
    await screen.press(Self.find, Self.find)
    expectContains(screen.text, "3 of 999+ ")
    await screen.type("x")
    expectLacks(screen.text, " of ")
  }

  @Test("Ctrl-S saves from the line, too")
  func saving() async throws {
    let screen = try await edited("one two")
    await screen.type("x")
    await screen.press(Self.find)
    await screen.type("two")
    await screen.press(.control("s"))
    expectEqual(screen.state.list.selectedEntry?.content, "xone two")
  }

  @Test("The line fits on the smallest screen")
  func small() async throws {
    let screen = try await edited("one two", 40, 12)
    await screen.press(Self.replace)
    await screen.type("two")
    await screen.press(KeyEvent(.tab))
    await screen.type("강가")
    expectContains(screen.text, "Find two")
    expectContains(screen.text, "With 강가")
    expectEqual(screen.cursor?.row, 11)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Replace this? y yes, n no, a all")
  }

  @Test("A paste goes into the line")
  func paste() async throws {
    let screen = try await edited("one two")
    await screen.press(Self.find)
    await screen.send(.paste("two"))
    expectEqual(match(screen), 4..<7)
    expectEqual(content(screen), "one two")
  }
}

extension String {
  fileprivate var decomposedForTest: String {
    // The syllables of 강가, taken apart.
    replacing("강", with: "\u{1100}\u{1161}\u{11BC}").replacing("가", with: "\u{1100}\u{1161}")
  }
}
