import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Several versions of an entry")
@MainActor
struct VersionsScreenTests {
  private static let left = "아침 일찍 강가를 걸었다.\nThe fog was thick.\nHome at ten."
  private static let right = "아침 일직 강가를 걸었다.\nThe fog was thin.\nHome at ten.\nSoup."

  /// An entry that was changed in several places at once; the last one is shown.
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, contents: [String] = [right, left],
    colors: ColorDepth = .palette256
  ) async throws -> ScreenTest {
    let fields = try SampleDiary.fields(
      "강가 산책", on: "2026-11-20T07:30:00+09:00", "강가.", photos: [SampleDiary.fog], tags: ["강"])
    let screen = try await ScreenTest(columns, rows, entries: [fields], colors: colors)
    let entry = try require(screen.state.list.selectedEntry)
    var last = entry
    for (index, content) in contents.enumerated() {
      var other = fields
      other.content = content
      if index == 0 { other.tags = ["강", "산책"] }
      last = try await screen.service.update(entry.id, to: other, basedOn: entry.heads)
    }
    await screen.changeExternally([DiaryChange(.updated, last)])
    return screen
  }

  private func versions(_ screen: ScreenTest) async throws -> [String] {
    let id = try require(screen.state.list.selectedEntry).id
    return try await screen.service.versions(of: id).map(\.entry.content)
  }

  @Test("The row, the preview and the reader tell of them", arguments: [(80, 24), (40, 12)])
  func told(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(columns, rows)
    let lines = screen.text.split(separator: "\n")
    try expectContains(lines.at(3), "2 versions ▣ 1")
    if columns == 80 { expectContains(lines[22], "2 versions · ▣ 1 photo") }
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "One of 2 versions.")
    await screen.press(.character("m"))
    expectContains(screen.text, "Versions · 강가 산책")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "One of 2 versions.")
  }

  @Test("Side by side, 80×24")
  func ordinary() async throws {
    let screen = try await opened()
    await screen.press(.character("m"))
    expectScreen(
      screen,
      """
       Versions · 강가 산책                                                2 versions
      ────────────────────────────────────────────────────────────────────────────────
       Left · saved 21 Nov 2026 10:00        │ Right · saved 21 Nov 2026 10:00
                                             │
       강가 산책                             │ 강가 산책
       Friday 20 November 2026, 07:30 +09:00 │ Friday 20 November 2026, 07:30 +09:00
       #강                                   │ #강 #산책
                                             │
       아침 일찍 강가를 걸었다.              │ 아침 일직 강가를 걸었다.
       The fog was thick.                    │ The fog was thin.
       Home at ten.                          │ Home at ten.
                                             │ Soup.
                                             │
       ▣ fog.jpg                             │ ▣ fog.jpg
                                             │
                                             │
                                             │
                                             │
                                             │
                                             │
                                             │
                                             │
                                             │
       Tab other side   l keep left   r keep right   e edit both   q back   ? keys
      """)
  }

  @Test("One in the place of the other, 40×12")
  func narrow() async throws {
    let screen = try await opened(40, 12, colors: .monochrome)
    await screen.press(.character("m"), .character("j"))
    expectScreen(
      screen,
      """
       Versions · 강가 산책        2 versions
      ────────────────────────────────────────
       Left · saved 21 Nov 2026 10:00
       Friday 20 November 2026, 07:30 +09:00
       #강

       아침 일[-찍-] 강가를 걸었다.
       The fog was [-thick-].
       Home at ten.


       Tab other side  l keep left
      """)
    await screen.press(KeyEvent(.tab))
    expectScreen(
      screen,
      """
       Versions · 강가 산책        2 versions
      ────────────────────────────────────────
       Right · saved 21 Nov 2026 10:00
       Friday 20 November 2026, 07:30 +09:00
       #강 {+#산책+}

       아침 일{+직+} 강가를 걸었다.
       The fog was {+thin+}.
       Home at ten.
       {+Soup.+}

       Tab other side  l keep left
      """)
  }

  @Test("Keeping one ends the other, which stays in the history; u gives both back")
  func keep() async throws {
    for (key, kept) in [("l", Self.left), ("r", Self.right)] {
      let screen = try await opened()
      await screen.press(.character("m"), .character(Character(key)))
      expectContains(screen.text, "Merged “강가 산책”. Press u to undo, H for its history.")
      try await expectEqual(versions(screen), [kept])
      expect(screen.state.screens.isEmpty)
      let id = try require(screen.state.list.selectedEntry).id
      let history = try await screen.service.history(of: id)
      expectEqual(history.count, 4)
      try expectEqual(history.at(0).parents.count, 2)
      await screen.press(.character("u"))
      expectContains(screen.text, "Undone: merging the versions of “강가 산책”.")
      try await expectEqual(versions(screen), [Self.left, Self.right])
      await screen.press(.control("r"))
      try await expectEqual(versions(screen), [kept])
      await screen.press(.character("u"), .character("m"), .character("r"))
      try await expectEqual(versions(screen), [Self.right])
    }
  }

  @Test("Editing both begins with both where they differ, and saving ends the two")
  func edit() async throws {
    let screen = try await opened()
    await screen.press(.character("m"), .character("e"))
    guard let editor = screen.state.screens.front(as: EditorState.self) else {
      fail("There is no editor.")
      return
    }
    expectEqual(
      editor.page.content.text,
      """
      ——— Left version, saved 21 Nov 2026 10:00 ———
      아침 일찍 강가를 걸었다.
      The fog was thick.
      ——— Right version, saved 21 Nov 2026 10:00 ———
      아침 일직 강가를 걸었다.
      The fog was thin.
      ——— Both versions ———
      Home at ten.
      ——— Right version, saved 21 Nov 2026 10:00 ———
      Soup.
      """)
    expectEqual(editor.page.tags.text, "#강 #산책")
    expectEqual(editor.page.photos, [SampleDiary.fog])
    expect(editor.hasChanges)
    await screen.type("!")
    // A second look before the lines between the versions become a part of the entry.
    await screen.press(.control("s"))
    expectContains(screen.text, "Save with the divider lines?")
    expectContains(screen.text, "——— Left version, saved 21 Nov 2026 10:00 ———")
    await screen.press(KeyEvent(.enter))
    try await expectEqual(versions(screen).count, 2)
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press(.control("s"), .character("y"), KeyEvent(.enter))
    screen.repository.fail(with: nil)
    // Asked once: the answer still holds.
    await screen.press(.control("s"))
    expect(screen.state.screens.isEmpty)
    try await expectEqual(versions(screen), [editor.page.content.text + "!"])
    await screen.press(.character("u"))
    try await expectEqual(versions(screen), [Self.left, Self.right])
  }

  @Test("Whoever goes on writing and takes the lines between out isn't asked again")
  func editWithoutMarkers() async throws {
    let screen = try await opened(40, 12, contents: ["One.", "Two."])
    await screen.press(.character("m"), .character("e"), .control("s"))
    expectContains(screen.text, "keep writing")
    expectContains(screen.text, "Save (y)")
    await screen.press(.character("n"))
    await screen.press(KeyEvent(.backspace), times: 200)
    await screen.type("Mine.")
    await screen.press(.control("s"))
    try await expectEqual(versions(screen), ["Mine."])
  }

  @Test(
    "A line between versions is told from what a person writes",
    arguments: [
      ("a\r\n ——— Both versions ——— \r\nb", "——— Both versions ———"),
      ("——— Right version, saved 1 Nov ———", "——— Right version, saved 1 Nov ———"),
      ("——— Left version", nil), ("a ——— Both versions ———", nil), ("——— Mine ———", nil),
      ("——————", nil), ("——— ———", nil), ("", nil),
    ] as [(String, String?)])
  func markers(_ text: String, _ marker: String?) {
    expectEqual(MergedText.firstMarker(in: text), marker)
  }

  @Test("A merge that goes on from a draft is undone to both, and made again")
  func draft() async throws {
    let screen = try await opened()
    await screen.press(.character("m"), .character("e"))
    await screen.type("!")
    await screen.press(.control("c"))
    let draft = try require(await screen.drafts.kept.first)
    // The next start finds it.
    while !screen.state.screens.isEmpty {
      await screen.press(KeyEvent(.escape))
      if screen.state.screens.front is ConfirmState {
        await screen.press(.character("y"), KeyEvent(.enter))
      }
    }
    try await screen.drafts.keep(draft)
    await screen.begin(.findDrafts)
    await screen.press(KeyEvent(.enter), .control("s"), .character("y"))
    expectContains(screen.text, "Merged “강가 산책”")
    let merged = try await versions(screen)
    expectEqual(merged.count, 1)
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: merging the versions of “강가 산책”.")
    try await expectEqual(versions(screen), [Self.left, Self.right])
    await screen.press(.control("r"))
    try await expectEqual(versions(screen), merged)
  }

  @Test("A merge of two that say the same in the end is saved nevertheless")
  func editToLeft() async throws {
    let screen = try await opened(contents: ["One.", "One."])
    await screen.press(.character("m"), .character("e"), .control("s"))
    try await expectEqual(versions(screen), ["One."])
  }

  @Test("Of three, each is compared with the one shown, and the third stays")
  func three() async throws {
    let screen = try await opened(contents: ["One.", "Two.", "Three."])
    await screen.press(.character("m"))
    expectContains(screen.text, "3 versions")
    expectContains(screen.text, "Right, 2 of 3")
    expectContains(screen.text, "Three.")
    expectContains(screen.text, "Two.")
    await screen.press(KeyEvent(.tab))
    expectContains(screen.text, "Right, 3 of 3")
    expectContains(screen.text, "One.")
    await screen.press(.character("r"))
    try await expectEqual(versions(screen), ["One.", "Two."])
    expectContains(screen.text, "2 versions")
    await screen.press(.character("l"))
    try await expectEqual(versions(screen), ["One."])
    await screen.press(.character("u"), .character("u"))
    try await expectEqual(Set(versions(screen)), ["One.", "Two.", "Three."])
  }

  @Test("A version that was deleted can be kept: the entry goes to the trash")
  func deleted() async throws {
    let screen = try await opened(contents: ["One."])
    let entry = try require(screen.state.list.selectedEntry)
    var fields = entry.fields
    fields.content = "Two."
    var gone = entry
    gone.isTrashed = true
    _ = try await screen.repository.save([gone])
    // Beside the deletion, by someone who hadn't heard of it.
    gone.isTrashed = false
    gone.fields = fields
    let last = try require(try await screen.repository.save([gone]).first)
    await screen.changeExternally([DiaryChange(.updated, last)])
    await screen.press(.character("m"))
    expectContains(screen.text, "Right · deleted")
    expectContains(screen.text, "r delete")
    expectLacks(screen.text, "keep right")
    await screen.press(.character("r"))
    try await expectEqual(screen.service.trash().map(\.id), [entry.id])
    expect(screen.state.screens.isEmpty)
    await screen.press(.character("u"))
    try await expectEqual(versions(screen), ["Two."])
  }

  @Test("An edit beside a deletion stays in the list, wherever it was deleted")
  func editedBesideDeletion() async throws {
    let screen = try await opened(contents: ["One."])
    let entry = try require(screen.state.list.selectedEntry)
    // Someone who hasn't heard of the edit deletes it.
    await screen.press(.character("e"))
    await screen.type("Edited ")
    await screen.press(.control("s"))
    var gone = entry
    gone.isTrashed = true
    let found = try require(try await screen.repository.save([gone]).first)
    expect(!found.isTrashed)
    await screen.changeExternally([DiaryChange(.updated, found)])
    expectContains(screen.text, "2 versions")
    try await expect(screen.service.trash().isEmpty)
    // The edit is kept, and both come back.
    await screen.press(.character("m"), .character("l"))
    let kept = try await screen.service.versions(of: entry.id)
    try expect(kept.count == 1 && !kept.at(0).entry.isTrashed)
    await screen.press(.character("u"))
    try await expectEqual(
      screen.service.versions(of: entry.id).map(\.entry.isTrashed), [false, true])
    expectContains(screen.text, "Undone: merging the versions of")
    await screen.press(.control("r"))
    try await expectEqual(screen.service.versions(of: entry.id).count, 1)
    await screen.press(.character("u"))
    // Making one text of both takes nothing of what was deleted.
    await screen.press(.character("m"), .character("e"), .control("s"))
    let merged = try await screen.service.versions(of: entry.id)
    expectEqual(merged.map(\.entry.fields.content), kept.map(\.entry.fields.content))
    // Deleting it deletes both.
    await screen.press(.character("u"), .character("d"), .character("y"))
    try await expectEqual(screen.service.trash().map(\.heads.count), [1])
    await screen.press(.character("u"))
    try await expectEqual(screen.service.entry(entry.id).isTrashed, false)
  }

  @Test("Undoing the deletion of two versions brings back the two, and no third")
  func undoneDeletion() async throws {
    let screen = try await opened()
    let before = try await versions(screen)
    await screen.press(.character("d"), .character("y"), .character("u"))
    try await expectEqual(versions(screen), before)
    await screen.press(.control("r"), .character("u"))
    try await expectEqual(versions(screen), before)
  }

  @Test("m says when there is one version only")
  func one() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("m"))
    expectContains(screen.text, "There is only one version. Press H for its history.")
  }

  @Test("An edit of an entry with two versions leaves the other one where it is")
  func plainEdit() async throws {
    let screen = try await opened()
    await screen.press(.character("e"))
    await screen.type("!")
    await screen.press(.control("s"))
    expectContains(screen.text, "Saved “강가 산책”.")
    try await expectEqual(versions(screen), [Self.left + "!", Self.right])
    await screen.press(.character("u"))
    try await expectEqual(versions(screen), [Self.left, Self.right])
  }

  @Test("When they can't be read that is said, and m tries again")
  func unreadable() async throws {
    let screen = try await opened()
    screen.repository.failNextRead(with: .store(path: "/diary", .noPermission))
    await screen.press(.character("m"))
    expectContains(screen.text, "Couldn't do that")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
    await screen.press(.character("m"))
    expectContains(screen.text, "The fog was thick.")
    // What was read stays when it can't be read again.
    screen.repository.failNextRead(with: .store(path: "/diary", .noPermission))
    let entry = try require(screen.state.list.selectedEntry)
    await screen.receive(.externalChanges([DiaryChange(.updated, entry)]))
    expectContains(screen.text, "Couldn't do that")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "The fog was thick.")
  }

  @Test("When they are made one elsewhere the screen closes")
  func mergedElsewhere() async throws {
    let screen = try await opened()
    await screen.press(.character("m"))
    let entry = try require(screen.state.list.selectedEntry)
    let merged = try await screen.service.update(
      entry.id, to: entry.fields, basedOn: entry.heads)
    await screen.changeExternally([DiaryChange(.updated, merged)])
    expect(screen.state.screens.isEmpty)
  }
}
