import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Finding and replacing in the editor") @MainActor
struct EditorFindTests {

  private func edited(_ content: String, _ columns: Int = 80, _ rows: Int = 24) async throws
    -> ScreenTest
  {
    let fields = try SampleDiary.fields("T", on: "2026-11-18T08:00", content)
    return try await ScreenTest(columns, rows, entries: [fields]).press("e<C-Home>")
  }

  private func content(_ screen: ScreenTest) -> String? { editor(screen)?.page.content.text }
  private func caret(_ screen: ScreenTest) -> Int? { editor(screen)?.page.content.caret }
  private func match(_ screen: ScreenTest) -> Range<Int>? {
    editor(screen)?.page.content.content.selection
  }

  @Test func `The nearest match is selected while typing`() async throws {
    var screen = try await edited("one two\nTwo, two")
    await expectEqual(match(screen.press("<F3>").press("tw")), 4..<6)
    await expectEqual(match(screen.press("o")), 4..<7)
    await expectEqual(match(screen.press("<F3>")), 8..<11)
    await expectEqual(match(screen.press("<Enter>")), 13..<16)
    await expectEqual(match(screen.press("<Enter>")), 4..<7)
    await expectEqual(match(screen.press("<S-F3>")), 13..<16)
    await expectNil(editor(screen.press("<Esc>"))?.find)
    expectEqual(caret(screen), 13)
    expectNil(match(screen))
    // The phrase is there for the next time, and typing replaces it.
    await expectEqual(match(screen.press("<F3>")), 13..<16)
    await expectEqual(match(screen.press("one")), 0..<3)
    // What isn't there says so, and the caret goes back.
    screen = try await edited("one two").press("<End><Left>")
    let before = caret(screen)
    await screen.press("<F3>").press("onex", shows: "not found")
    await expectEqual(caret(screen.press("<Esc>")), before)
    // Whatever the case and the normal form.
    screen = try await edited("x " + "강가 Cafe\u{301}".decomposedForTest)
    await expect(match(screen.press("<F3>").press("강가 café")) != nil)
  }

  @Test func `Matches are replaced one by one or all together`() async throws {
    var screen = try await edited("a b a b a b a")
    await screen.press("<F4>").press("a<Tab>xyz<Enter>", shows: "Replace this?")
    await expectEqual(content(screen.press("y")), "xyz b a b a b a")
    await expectEqual(content(screen.press("ny")), "xyz b a b xyz b a")
    await screen.press("q", shows: "Replaced 2 places.").press("<C-z><C-z>")
    expectEqual(content(screen), "a b a b a b a")
    // What was found can be replaced without being typed again.
    screen = try await ScreenTest(entries: []).press("n<Tab>snow").press("<F3>").press("now")
    await screen.press("<F4>").press("oap<Enter>y", shows: "soap")
    // All others are replaced as one step, and those before come last.
    screen = try await edited("a b a b a b a").press("<Right><Right>").press("<F4>")
    await expectEqual(content(screen.press("a<Enter>aa<Enter>na")), "aa b a b aa b aa")
    expectShows(screen, "Replaced 3 places.")
    await expectEqual(content(screen.press("<C-z>")), "a b a b a b a")
    // What was put in isn't found again.
    screen = try await edited("aa")
    await expectEqual(content(screen.press("<F4>").press("a<Enter>aa<Enter>yy")), "aaaa")
    expectShows(screen, "Replaced 2 places.")
  }

  @Test func `Replacing spares references to photos and visits each match once`() async throws {
    let photo = "![a](photo:" + String(repeating: "a", count: 64) + ")"
    let changed = photo.replacing("[a]", with: "[xx]")
    let screen = try await edited("\(photo)a \(photo)\na\(photo)")
    for answers in ["a", "yyyyy", "nnyyy"] {
      await screen.press("<F4>").press("a<Tab>xx<Enter>")
      for answer in answers { await screen.press(.character(answer)) }
      let text = "\(changed)xx \(changed)\nxx\(changed)"
      let kept = "\(photo)a \(changed)\nxx\(changed)"
      expectEqual(content(screen), (answers.hasPrefix("n") ? kept : text))
      for _ in 0..<5 { await screen.press("<C-z>") }
      await expectEqual(content(screen.press("<C-Home>")), "\(photo)a \(photo)\na\(photo)")
    }
    // Round the end, each place is asked about once, however long what comes in its place is.
    for (text, after) in [("xyz", "xyz xyz xyz | xyz xyz"), ("", "   |  ")] {
      let screen = try await edited("ab ab ab | ab ab")
      for _ in 0..<9 { await screen.press("<Right>") }
      await screen.press("<F4>").press("ab<Tab><A-a><Del>").type(text).press("<Enter>")
      for _ in 0..<5 { await screen.press("y") }
      expectEqual(content(screen), after)
      expectShows(screen, "Replaced 5 places.")
    }
  }

  @Test func `The find field counts matches, saves, fits and accepts pastes`() async throws {
    var screen = try await edited(String(repeating: "two ", count: 1200) + "one")
    await screen.press("<F3>").press("one", shows: "1 of 1 ")
    await expectShows(screen.press("<C-u>two").press("<F3><F3>"), "3 of 999+ ")
    await screen.press("x", lacks: " of ")
    screen = try await edited("one two").press("x").press("<F3>").press("two<C-s>")
    expectEqual(screen.state.list.selectedEntry?.content, "xone two")
    screen = try await edited("one two", 40, 12)
    await screen.press("<F4>").press("two<Tab>강가", shows: "Find two", "With 강가")
    expectEqual(screen.cursor?.row, 11)
    await screen.press("<Enter>", shows: "Replace this? y yes, n no, a all")
    screen = try await edited("one two")
    await expectEqual(match(screen.press("<F3>").paste("two")), 4..<7)
    expectEqual(content(screen), "one two")
  }
}

extension String {
  fileprivate var decomposedForTest: String {
    // The syllables of 강가, taken apart.
    replacing("강", with: "\u{1100}\u{1161}\u{11BC}").replacing("가", with: "\u{1100}\u{1161}")
  }
}

@Suite("vi keys in the editor") @MainActor
struct EditorViTests {
  private func edited(_ content: String) async throws -> ScreenTest {
    let fields = try SampleDiary.fields("T", on: "2026-11-18T08:00", content)
    let screen = try await ScreenTest(entries: [fields])
    screen.prefer { $0.editingKeys = .vi }
    return await screen.press("e")
  }

  private func content(_ screen: ScreenTest) -> String? { editor(screen)?.page.content.text }

  @Test func `vi begins in normal mode for an old entry and shows the mode`() async throws {
    var screen = try await edited("one two")
    expectShows(screen, "NORMAL")
    await expectEqual(content(screen.press("ggcwnew", shows: "INSERT").press("<Esc>")), "new two")
    await screen.press("wv", shows: "VISUAL").press("V", shows: "VISUAL LINE")
    await expectEqual(content(screen.press("<Esc>u")), "one two")
    await expectEqual(content(screen.press("<C-r>")), "new two")
    // Out of habit it is pressed once more than needed.
    await expect(screen.press("<Esc><Esc>").state.screens.front is EditorState)
    expectEqual(content(screen), "new two")
    // The bottom line names keys that work in the mode.
    screen = try await edited("one two")
    func bottom() -> String { screen.text.split(separator: "\n").last.map(String.init) ?? "" }
    expectContains(bottom(), "i insert   :q leave")
    expectLacks(bottom(), "Esc")
    await screen.type("i")
    expectContains(bottom(), "Esc normal mode")
    expectLacks(bottom(), "leave")
    await screen.press("<Esc>v")
    expectContains(bottom(), "Esc deselect")
    await screen.press("<Esc><Tab>")
    expectContains(bottom(), "Esc leave")
    // A new entry is there to be written on.
    screen = try await ScreenTest()
    screen.prefer { $0.editingKeys = .vi }
    await expectEqual(editor(screen.press("njk<Enter>text<Esc>dd"))?.page.title.text, "jk")
    expectEqual(content(screen), "")
    await screen.press("iagain<C-s>", shows: "Added “jk”")
  }

  @Test func `The command line saves, leaves and finds; other fields are typed into`() async throws
  {
    var screen = try await edited("one two one").press("gg:wx", shows: ":wx")
    await expectEqual(editor(screen.press("<Esc>/tw<Enter>"))?.page.content.caret, 4)
    await expectEqual(content(screen.press("x:w<Enter>", shows: "Saved “T”")), "one wo one")
    expectEqual(editor(screen)?.hasChanges, false)
    expectEqual(editor(screen)?.page.content.caret, 4)
    await screen.press("x:q<Enter>", shows: "Leave without saving?").press("<Esc>:q!<Enter>")
    expectNil(editor(screen))
    expectEqual(screen.state.list.selectedEntry?.content, "one wo one")
    // It was thrown away by a whole command, and comes back nevertheless.
    await screen.press("<A-d>", shows: "Discarded on")
    // Other fields are typed into, and other keys work in each mode.
    screen = try await edited("one").press("<Tab>dd")
    expectEqual(editor(screen)?.page.tags.text, "dd")
    await expectEqual(content(screen.press("<S-Tab>dd")), "")
    await screen.press("<C-p>", shows: "Add photos")
  }

  @Test func `vi's registers and selections work with pastes and fields`() async throws {
    var screen = try await edited("one\ntwo").press("ggdd<Tab><A-y>")
    expectEqual(editor(screen)?.page.tags.text, "one ")
    await expectEqual(content(screen.press("<C-u>tags<C-u><S-Tab>p")), "ttagswo")
    await expectEqual(content(screen.press("yyp")), "ttagswo\nttagswo")
    // A selection that a paste or another field has ended is none.
    screen = try await edited("one\ntwo").press("ggV")
    await expectEqual(content(screen.paste("1")), "1\ntwo")
    await expectEqual(content(screen.press("x")), "\ntwo")
    await expectEqual(content(screen.press("jv$<Tab><S-Tab>", shows: "NORMAL").press("x")), "\ntw")
    // A paste takes the place of a selection, with the character under the cursor.
    screen = try await edited("one two three").press("gg0ve")
    await expectEqual(content(screen.paste("1")), "1 two three")
    // The command line is left with the field.
    screen = try await edited("one").press(":w<Tab>sea")
    expectEqual(editor(screen)?.page.tags.text, "sea")
    expectLacks(screen, ":w")
    await screen.press("<S-Tab>", shows: "NORMAL")
    // Esc ends the typing, with proposals as well.
    let fields = try SampleDiary.fields("T", on: "2026-11-18T08:00", "one", tags: ["seaside"])
    screen = try await ScreenTest(entries: [fields])
    screen.prefer { $0.editingKeys = .vi }
    await screen.press("eo#sea", shows: "#seaside").press("<Esc>", shows: "NORMAL")
    await expectEqual(content(screen.press("dd")), "one")
  }

  @Test(
    "Text typed while :w saves is inserted, even if saving fails", arguments: [false, true])
  func typedWhileSaving(fails: Bool) async throws {
    var state = try await edited("one").state
    func send(_ keys: String) {
      for key in keys {
        let event =
          switch key {
          case "\n": KeyEvent(.enter)
          case "\u{1B}": KeyEvent(.escape)
          default: KeyEvent.character(key)
          }
        _ = state.update(.terminal(.key(event)), now: state.now)
      }
    }
    func editor() throws -> EditorState {
      try require(state.screens.topmost(EditorState.self))
    }
    send("A!\u{1B}:w\nA two")
    _ = state.update(.terminal(.paste(" three")), now: state.now)
    let saving = try editor()
    expect(saving.isSaving)
    expectEqual(saving.page.content.text, "one!")
    var entry = try require(saving.original)
    entry.fields.content = "one!"
    let step = UndoStep(
      change: .editing, action: .rewrite, UndoStep.Part(entry: entry.id, replaced: .none))
    var own = LocalChange(changes: [DiaryChange(.updated, entry)], rank: 0, step: step)
    own.draft = saving.draft
    _ = state.update(fails ? .saveFailed(.emptyEntry) : .changed(own), now: state.now)
    try expectEqual(editor().page.content.text, "one! two three")
    try expect(editor().hasChanges)
    try expect(!editor().isSaving)
  }
}
