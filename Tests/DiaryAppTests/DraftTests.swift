import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Drafts")
@MainActor
struct DraftTests {
  private func draft(_ title: String, content: String = "three words here") throws -> Draft {
    Draft(
      id: .random(), entry: nil, base: [],
      fields: try SampleDiary.fields(title, on: "2026-11-20T07:30:00+09:00", content),
      dateText: "2026-11-20 07:30 +09:00")
  }

  @Test("One is kept a while after the first key, as it is then")
  func kept() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"))
    await screen.type("Hel")
    await screen.type("lo")
    // Further keys neither put it off nor begin another.
    expectEqual(screen.scheduledDrafts.count, 1)
    await expect(screen.drafts.kept.isEmpty)
    await screen.pauseTyping()
    await expectEqual(screen.drafts.kept.map(\.fields.title), ["Hello"])
    expectContains(screen.text, "draft kept")
    await screen.type("!")
    expectLacks(screen.text, "draft kept")
    await screen.pauseTyping()
    await expectEqual(screen.drafts.kept.map(\.fields.title), ["Hello!"])
  }

  @Test("Moving around makes none")
  func notForMoving() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("e"), KeyEvent(.left), KeyEvent(.tab), KeyEvent(.home))
    expect(screen.scheduledDrafts.isEmpty)
  }

  @Test("It is kept when the terminal closes, and when the person leaves")
  func leaving() async throws {
    for event in [TerminalEvent.terminate, .key(.control("c"))] {
      let screen = try await ScreenTest()
      await screen.press(.character("n"))
      await screen.type("Half")
      await screen.send(event)
      await expectEqual(screen.drafts.kept.map(\.fields.title), ["Half"])
      expectEqual(screen.terminalEffects, [.leave])
    }
  }

  @Test("It goes when the entry is saved, or thrown away")
  func removed() async throws {
    for keys in [[KeyEvent.control("s")], [KeyEvent(.escape), .character("y"), KeyEvent(.enter)]] {
      let screen = try await ScreenTest()
      await screen.press(.character("n"))
      await screen.type("Half")
      await screen.pauseTyping()
      await expectEqual(screen.drafts.kept.count, 1)
      for key in keys { await screen.press(key) }
      await expect(screen.drafts.kept.isEmpty)
    }
  }

  @Test("What was left is offered, with Continue preselected")
  func offer() async throws {
    let screen = try await ScreenTest(
      60, 16, entries: try SampleDiary.entries(), drafts: [try draft("Left behind")])
    expectScreen(
      screen,
      """
       Diary                                            5 entries
      ────────────────────────────────────────────────────────────
      ┌──────────────────────────────────────────────────────────┐
      │  You have an unsaved draft                               │
      │                                                          │
      │  New entry · 3 words                                     │
      │  Left behind                                             │
      │  Friday 20 November 2026, 07:30 +09:00                   │
      │                                                          │
      │  three words here                                        │
      │                                                          │
      │                  [ Continue ]   Later     Discard (d)    │
      └──────────────────────────────────────────────────────────┘


       Enter choose  c continue  Esc later  Tab next
      """)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "New entry")
    expectContains(screen.text, "Left behind")
    await screen.press(.control("s"))
    await expect(screen.drafts.kept.isEmpty)
    let saved = try require(try await screen.service.entries(EntryQuery(limit: 1)).first)
    expectEqual(saved.title, "Left behind")
    expectEqual(saved.date.description, "2026-11-20T07:30:00+09:00")
  }

  @Test("Esc keeps it for later, d and Enter throw it away")
  func answers() async throws {
    let later = try await ScreenTest(drafts: [try draft("Left")])
    await later.press(KeyEvent(.escape))
    expect(later.state.screens.isEmpty)
    await expectEqual(later.drafts.kept.count, 1)
    let discarded = try await ScreenTest(drafts: [try draft("Left")])
    await discarded.press(.character("d"))
    await expectEqual(discarded.drafts.kept.count, 1)
    await discarded.press(KeyEvent(.enter))
    expect(discarded.state.screens.isEmpty)
    await expect(discarded.drafts.kept.isEmpty)
    let chosen = try await ScreenTest(drafts: [try draft("Left")])
    await chosen.press(KeyEvent(.tab), KeyEvent(.enter))
    await expectEqual(chosen.drafts.kept.count, 1)
  }

  @Test("A draft that is continued has the caret at the end of its text, else of its title")
  func caret() async throws {
    let screen = try await ScreenTest(drafts: [try draft("Left")])
    await screen.press(KeyEvent(.enter))
    await screen.type("!")
    expectContains(screen.text, "three words here!")
    let titled = try await ScreenTest(drafts: [try draft("Left", content: "")])
    await titled.press(KeyEvent(.enter))
    await titled.type("!")
    expectContains(titled.text, "Left!")
  }

  @Test(
    "A draft that was put off is offered again by e on its entry, and by the command for drafts")
  func again() async throws {
    let screen = try await offered(80, 24) { $0.content = "Otherwise" }
    await screen.press(KeyEvent(.escape), .character("e"))
    expectContains(screen.text, "You have an unsaved draft")
    expectContains(screen.text, "Otherwise")
    await screen.press(KeyEvent(.escape), .character("E"))
    expect(screen.state.screens.front is DraftOfferState)
    await screen.press(KeyEvent(.escape), .character("j"), .character("e"))
    expect(screen.state.screens.front is EditorState)
    await screen.press(KeyEvent(.escape), .character("k"), KeyEvent(.enter), .character("e"))
    expect(screen.state.screens.front is DraftOfferState)
    await screen.press(KeyEvent(.escape), .character(":"))
    await screen.type("drafts")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Edits “강가 산책, 안개”.")
    await screen.press(KeyEvent(.enter), .control("s"))
    await expect(screen.drafts.kept.isEmpty)
    try await expect(screen.service.entries().allSatisfy { $0.heads.count == 1 })
    await screen.press(.character("e"))
    expect(screen.state.screens.front is EditorState)
    await screen.press(KeyEvent(.escape), .character("q"), .alt("d"))
    expectContains(screen.text, "No drafts and no discarded text.")
  }

  @Test("A draft that waits behind what was opened is offered by e, and once only")
  func behind() async throws {
    let screen = try await offered(80, 24) { $0.content = "Otherwise" }
    let entry = try require(screen.state.list.selectedEntry)
    screen.change { $0.screens.push(ReaderState(entry)) }
    await screen.press(.character("e"))
    expectEqual(screen.state.screens.all(DraftOfferState.self).count, 1)
    await screen.press(.character("d"), KeyEvent(.enter), .character("q"))
    expect(screen.state.screens.isEmpty)
    await expect(screen.drafts.kept.isEmpty)
  }

  @Test("An offer that is made again tells of the entry as it is by then")
  func changed() async throws {
    let screen = try await offered(80, 24) { $0.content = "Otherwise" }
    await screen.press(KeyEvent(.escape), .character("d"), .character("y"), .alt("d"))
    expectContains(screen.text, "Edits “강가 산책, 안개”, which is in the trash.")
  }

  /// A draft of the latest entry of the diary, and the screen that offers it.
  private func offered(
    _ columns: Int, _ rows: Int, colors: ColorDepth = .palette256,
    _ change: (inout EntryFields) -> Void
  ) async throws -> ScreenTest {
    let drafts = FakeDrafts()
    let screen = try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), colors: colors, keptBy: drafts)
    let entry = try require(screen.state.list.selectedEntry)
    var fields = entry.fields
    change(&fields)
    try await drafts.keep(
      Draft(
        id: .random(), entry: entry.id, base: entry.heads, fields: fields,
        dateText: "2026-11-20 07:30 +09:00"))
    await screen.begin(.findDrafts)
    return screen
  }

  @Test("Of a saved entry the changes are shown, word by word")
  func difference() async throws {
    let screen = try await offered(60, 16, colors: .monochrome) { fields in
      fields.content = fields.content.replacing("강가를", with: "바닷가를")
    }
    expectScreen(
      screen,
      """
       Diary                                            5 entries
      ────────────────────────────────────────────────────────────
      ┌──────────────────────────────────────────────────────────┐
      │  You have an unsaved draft                               │
      │                                                          │
      │  Edits “강가 산책, 안개”.                                │
      │  아침 일찍 [-강-]{+바닷+}가를 걸었다.                    │
      │                                                          │
      │  ▣ fog.jpg “안개 속의 강”                                │
      │  … 2 lines unchanged                                     │
      │                                                          │
      │                  [ Continue ]   Later     Discard (d)    │
      └──────────────────────────────────────────────────────────┘


       Enter choose  c continue  Esc later  Tab next
      """)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "바닷가를")
  }

  @Test("What doesn't fit is scrolled to, on the smallest screen too")
  func scrolling() async throws {
    let screen = try await offered(40, 12) { fields in
      fields.content = (1...30).map { "Line \($0)." }.joined(separator: "\n")
    }
    expectContains(screen.text, "[ Continue ]")
    expectContains(screen.text, "%")
    expectLacks(screen.text, "Line 30.")
    await screen.press(KeyEvent(.pageDown), times: 12)
    expectContains(screen.text, "Line 30.")
    expectContains(screen.text, "100%")
    await screen.press(KeyEvent(.up))
    await screen.send(.mouse(MouseEvent(.scrollUp, at: Point(column: 5, row: 5))))
    expectLacks(screen.text, "Line 30.")
    // Scrolling chooses nothing.
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "draft kept")
  }

  @Test("A draft whose words are saved says so")
  func noDifference() async throws {
    let screen = try await offered(80, 24) { _ in }
    expectContains(screen.text, "It's the same as what is saved")
  }

  @Test("A caption that is being typed over the editor is part of the draft")
  func captionInEditor() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("e"), KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
    await screen.type(" at dawn")
    await screen.pauseTyping()
    try await expectEqual(
      screen.drafts.kept.first?.fields.photos.at(0).caption, "the bridge at dawn")
    // Given up, it goes from the draft as well.
    await screen.press(KeyEvent(.escape), .character("y"), KeyEvent(.enter))
    await screen.pauseTyping()
    await expect(screen.drafts.kept.isEmpty)
  }

  @Test("So is one of a saved entry, by itself")
  func captionOfSavedEntry() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.enter), .character("c"))
    await screen.type("!")
    await screen.pauseTyping()
    let kept = try require(await screen.drafts.kept.first)
    expectEqual(kept.entry, screen.state.list.selectedEntry?.id)
    expect(kept.fields.photos.contains { $0.caption.hasSuffix("!") })
    await screen.press(KeyEvent(.escape), .character("y"), KeyEvent(.enter))
    await expect(screen.drafts.kept.isEmpty)
  }

  @Test("What was typed and taken back leaves no draft")
  func takenBack() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"))
    await screen.type("x")
    await screen.pauseTyping()
    await expectEqual(screen.drafts.kept.count, 1)
    await screen.press(KeyEvent(.backspace))
    await screen.pauseTyping()
    await expect(screen.drafts.kept.isEmpty)
  }

  @Test("Several are offered one after the other, the latest first")
  func several() async throws {
    let screen = try await ScreenTest(drafts: [try draft("Latest"), try draft("Older")])
    expectContains(screen.text, "Latest")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "Older")
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    expectContains(screen.text, "Leave without saving?")
  }

  @Test("A draft that fails to be kept says so, and the text stays")
  func failure() async throws {
    let screen = try await ScreenTest()
    await screen.drafts.fail(with: .store(path: "/drafts", .diskFull))
    await screen.press(.character("n"))
    await screen.type("Half")
    await screen.pauseTyping()
    expectContains(screen.text, "the disk is full")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Half")
  }
}
