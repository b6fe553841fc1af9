import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Keys of the list")
@MainActor
struct ListKeyTests {
  private func selected(_ screen: ScreenTest) -> String? { screen.state.list.selectedEntry?.title }

  @Test("Moving by entries and pages, to the ends")
  func moving() async throws {
    let screen = try await ScreenTest(40, 12, entries: try SampleDiary.days(100))
    expectEqual(selected(screen), "Entry 0")
    let steps: [(KeyEvent, String)] = [
      (.character("k"), "Entry 0"), (.character("j"), "Entry 1"), (KeyEvent(.down), "Entry 2"),
      (KeyEvent(.up), "Entry 1"), (.character("k"), "Entry 0"), (KeyEvent(.pageDown), "Entry 7"),
      (KeyEvent(.pageDown), "Entry 14"), (KeyEvent(.pageUp), "Entry 7"),
      (.character("G"), "Entry 99"), (KeyEvent(.down), "Entry 99"), (.character("g"), "Entry 0"),
      (KeyEvent(.end), "Entry 99"), (KeyEvent(.home), "Entry 0"),
    ]
    for (key, title) in steps {
      await screen.press(key)
      expectEqual(selected(screen), title, "\(key.name)")
      expectContains(screen.text, "▌", "\(key.name)")
      expectContains(screen.text, title, "\(key.name)")
    }
  }

  @Test("The key that has just left a screen doesn't end the program as well")
  func oneKeyTooMany() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(3))
    for opening in [KeyEvent(.enter), .character("c"), .character("?"), .character("d")] {
      await screen.press(opening)
      screen.pause = .milliseconds(100)
      await screen.press(.character("q"), .character("q"), .character("q"))
      expect(screen.state.screens.isEmpty)
      expectLacks(screen.terminalEffects, .leave)
      expectContains(screen.text, "Press q again to quit.")
      screen.pause = .seconds(1)
    }
    // Another key means what it says, and so does the same one later.
    let other = try await ScreenTest(60, 14, entries: try SampleDiary.days(3))
    await other.press(KeyEvent(.enter))
    other.pause = .milliseconds(100)
    await other.press(KeyEvent(.escape), .character("q"))
    expectContains(other.terminalEffects, .leave)
    let third = try await ScreenTest(60, 14, entries: try SampleDiary.days(3))
    await third.press(KeyEvent(.enter))
    third.pause = .milliseconds(100)
    await third.press(.character("q"), .character("j"), .character("q"))
    expectContains(third.terminalEffects, .leave)
    await screen.press(.character("q"))
    expectContains(screen.terminalEffects, .leave)
  }

  @Test("T goes to today, or the last entry before it")
  func today() async throws {
    let future = try SampleDiary.fields("Plan", on: "2026-12-24T18:00:00+09:00")
    let screen = try await ScreenTest(entries: try SampleDiary.days(60) + [future])
    expectEqual(selected(screen), "Plan")
    await screen.press(.character("G"), .character("T"))
    expectEqual(selected(screen), "Entry 0")
    let later = try await ScreenTest(entries: try SampleDiary.entries() + [future])
    await later.press(.character("T"))
    expectEqual(selected(later), "강가 산책, 안개")
  }

  @Test("A new entry is selected at the top, with nothing read again")
  func add() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("j"), .character("n"))
    await screen.type("Today")
    let fetches = screen.repository.fetches
    await screen.press(.control("s"))
    expectEqual(selected(screen), "Today")
    expectEqual(screen.state.list.selected, 0)
    expectEqual(screen.state.list.count, 6)
    expectContains(screen.text, "Added “Today”.")
    expectEqual(screen.repository.fetches, fetches)
  }

  @Test("After a delete the next one is selected, with nothing read again")
  func delete() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("j"))
    let fetches = screen.repository.fetches
    await screen.press(.character("d"), .character("y"))
    expectEqual(selected(screen), "첫눈")
    expectLacks(screen.text, "A letter from the north  ")
    expectContains(screen.text, "Deleted “A letter from the north”. Press u to undo.")
    expectEqual(screen.repository.fetches, fetches)
    await screen.press(.character("G"), .character("d"), .character("y"))
    expectEqual(selected(screen), "The plum tree")
  }

  @Test("Last entry's delete leaves an invitation")
  func deleteLast() async throws {
    let one = try SampleDiary.fields("Only", on: "2026-11-20T07:30:00+09:00")
    let screen = try await ScreenTest(entries: [one])
    await screen.press(.character("d"), .character("y"))
    expectContains(screen.text, "Your diary is empty")
    await screen.press(.character("u"))
    expectEqual(selected(screen), "Only")
  }

  @Test("An edit keeps the date, and changes the list in place")
  func edit() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("j"))
    let before = try require(screen.state.list.selectedEntry)
    let fetches = screen.repository.fetches
    await screen.press(.character("e"), KeyEvent(.tab, .shift), KeyEvent(.end))
    await screen.type("!")
    await screen.press(.control("s"))
    let after = try require(screen.state.list.selectedEntry)
    expectEqual(after.title, "A letter from the north!")
    expectEqual(after.date, before.date)
    expectEqual(after.date.zone, "+01:00")
    expectEqual(after.content, before.content)
    expectEqual(after.created, before.created)
    expectEqual(screen.state.list.selected, 1)
    expectEqual(screen.repository.fetches, fetches)
    expectContains(screen.text, "Saved “A letter from the north!”.")
  }

  @Test("An entry with another date moves, and stays selected")
  func editDate() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("e"), KeyEvent(.tab, .shift), KeyEvent(.tab, .shift))
    await screen.press(.control("u"))
    await screen.type("2026-11-01 07:30 +09:00")
    await screen.press(.control("s"))
    expectEqual(screen.state.list.selected, 3)
    expectEqual(selected(screen), "강가 산책, 안개")
  }

  @Test("u takes back an add, an edit and a delete, the last first")
  func undo() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    let before = try await screen.service.entries().map(\.fields)
    await screen.press(.character("n"))
    await screen.type("New")
    await screen.press(.control("s"), .character("j"), .character("e"))
    await screen.type("!")
    await screen.press(.control("s"), .character("G"), .character("d"), .character("y"))
    expectEqual(screen.state.list.count, 5)
    await screen.press(.character("u"))
    expectEqual(screen.state.list.count, 6)
    expectContains(screen.text, "Undone: deleting “Leaves”.")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: editing “강가 산책, 안개”.")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: adding “New”. It's in the trash.")
    try await expectEqual(screen.service.entries().map(\.fields), before)
    await screen.press(.character("u"))
    expectContains(screen.text, "Nothing to undo.")
  }

  @Test("E gives the entry to an editor, and saves what comes back")
  func editExternally() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("j"))
    screen.editor.answer(with: .success(EditedText(title: "Post", content: "changed")))
    await screen.press(.character("E"))
    expectEqual(
      screen.editor.texts,
      [
        EditedText(title: "A letter from the north", content: "Dear all,\nit is cold.")
      ])
    expectEqual(selected(screen), "Post")
    expectEqual(screen.state.list.selectedEntry?.content, "changed")
    screen.editor.answer(with: .success(nil))
    await screen.press(.character("E"))
    expectContains(screen.text, "Nothing changed.")
    screen.editor.answer(with: .failure(ExternalEditingError(line: "The editor failed.")))
    await screen.press(.character("E"))
    expectContains(screen.text, "The editor failed.")
    await screen.press(KeyEvent(.escape), .character("u"))
    expectEqual(selected(screen), "A letter from the north")
  }

  @Test("The other keys open their screens, and the terminal's keys reach it")
  func others() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    for (key, words) in [
      ("x", "Export the diary"), ("t", "Trash"), ("/", "Type words to find"),
    ] {
      await screen.type(key)
      expectContains(screen.text, words)
      await screen.press(KeyEvent(.escape))
      expectLacks(screen.text, words)
    }
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "← earlier   → later")
    await screen.press(.character("q"), .control("z"), .control("l"), .character("q"))
    expectEqual(screen.terminalEffects, [.suspend, .redraw, .leave])
  }

  @Test("Keys without an entry do nothing")
  func emptyDiary() async throws {
    let screen = try await ScreenTest()
    let text = screen.text
    for key in ["j", "k", "g", "G", "e", "E", "d", "T"] { await screen.type(key) }
    await screen.press(KeyEvent(.enter), KeyEvent(.pageDown), KeyEvent(.pageUp))
    expectEqual(screen.text, text)
    await screen.type("u")
    expectContains(screen.text, "Nothing to undo.")
  }

  @Test("Ctrl-C leaves from everywhere")
  func leave() async throws {
    for keys in ["", "x", "t", "/", "d", "n", "e", "?"] {
      let screen = try await ScreenTest(entries: try SampleDiary.entries())
      await screen.type(keys)
      await screen.press(.control("c"))
      expectEqual(screen.terminalEffects, [.leave], "after \(keys)")
    }
  }

  @Test("Only a part of a long diary is read, and more of it on the way")
  func windows() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.days(500))
    for key in ["G", "g", "G"] {
      await screen.type(key)
      expect(screen.state.list.selectedEntry != nil)
    }
    expectEqual(selected(screen), "Entry 499")
    for _ in 0..<30 {
      await screen.press(KeyEvent(.pageUp))
      expect(screen.state.list.selectedEntry != nil)
    }
    expectLess(screen.repository.fetches, 30)
  }

  @Test("The mouse chooses, opens and scrolls")
  func mouse() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 12, row: 5))))
    expectEqual(selected(screen), "첫눈")
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 12, row: 2))))
    expectEqual(selected(screen), "첫눈")
    await screen.send(.mouse(MouseEvent(.scrollUp, at: Point(column: 12, row: 5))))
    expectEqual(selected(screen), "강가 산책, 안개")
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 12, row: 4))))
    expectContains(screen.text, "Dear all,")
  }
}
