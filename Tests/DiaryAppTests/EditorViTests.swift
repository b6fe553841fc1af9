import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("vi keys in the editor")
@MainActor
struct EditorViTests {
  private func edited(_ content: String) async throws -> ScreenTest {
    let fields = try SampleDiary.fields("T", on: "2026-11-18T08:00:00+09:00", content)
    let screen = try await ScreenTest(entries: [fields])
    screen.prefer { $0.editingKeys = .vi }
    await screen.press(.character("e"))
    return screen
  }

  private func editor(_ screen: ScreenTest) -> EditorState? {
    screen.state.screens.front(as: EditorState.self)
  }

  private func content(_ screen: ScreenTest) -> String? { editor(screen)?.page.content.text }

  @Test("An entry is looked at first, and the mode is shown")
  func modes() async throws {
    let screen = try await edited("one two")
    expectContains(screen.text, "NORMAL")
    await screen.type("ggcwnew")
    expectContains(screen.text, "INSERT")
    await screen.press(KeyEvent(.escape))
    expectEqual(content(screen), "new two")
    await screen.type("wv")
    expectContains(screen.text, "VISUAL")
    await screen.type("V")
    expectContains(screen.text, "VISUAL LINE")
    await screen.press(KeyEvent(.escape))
    await screen.type("u")
    expectEqual(content(screen), "one two")
    await screen.press(.control("r"))
    expectEqual(content(screen), "new two")
    // Out of habit it is pressed once more than needed.
    await screen.press(KeyEvent(.escape), KeyEvent(.escape))
    expect(screen.state.screens.front is EditorState)
    expectEqual(content(screen), "new two")
  }

  @Test("The bottom line names keys that work in the mode")
  func hints() async throws {
    let screen = try await edited("one two")
    func bottom() -> String { screen.text.split(separator: "\n").last.map(String.init) ?? "" }
    expectContains(bottom(), "i insert   :q leave")
    expectLacks(bottom(), "Esc")
    await screen.type("i")
    expectContains(bottom(), "Esc normal mode")
    expectLacks(bottom(), "leave")
    await screen.press(KeyEvent(.escape), .character("v"))
    expectContains(bottom(), "Esc deselect")
    await screen.press(KeyEvent(.escape), KeyEvent(.tab))
    expectContains(bottom(), "Esc leave")
  }

  @Test("A new entry is there to be written on")
  func newEntry() async throws {
    let screen = try await ScreenTest()
    screen.prefer { $0.editingKeys = .vi }
    await screen.press(.character("n"))
    await screen.type("jk")
    await screen.press(KeyEvent(.enter))
    await screen.type("text")
    await screen.press(KeyEvent(.escape), .character("d"), .character("d"))
    expectEqual(editor(screen)?.page.title.text, "jk")
    expectEqual(content(screen), "")
    await screen.type("iagain")
    await screen.press(.control("s"))
    expectContains(screen.text, "Added “jk”")
  }

  @Test("The last line saves, leaves and finds")
  func commandLine() async throws {
    let screen = try await edited("one two one")
    await screen.type("gg:wx")
    expectContains(screen.text, ":wx")
    await screen.press(KeyEvent(.escape))
    await screen.type("/tw")
    await screen.press(KeyEvent(.enter))
    expectEqual(editor(screen)?.page.content.caret, 4)
    await screen.type("x:w")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Saved “T”")
    expectEqual(content(screen), "one wo one")
    expectEqual(editor(screen)?.hasChanges, false)
    expectEqual(editor(screen)?.page.content.caret, 4)
    await screen.type("x:q")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Leave without saving?")
    await screen.press(KeyEvent(.escape))
    await screen.type(":q!")
    await screen.press(KeyEvent(.enter))
    expectNil(editor(screen))
    expectEqual(screen.state.list.selectedEntry?.content, "one wo one")
    // It was thrown away by a whole command, and comes back nevertheless.
    await screen.press(.alt("d"))
    expectContains(screen.text, "Discarded on")
  }

  @Test("Other fields are typed into, and other keys work in each mode")
  func elsewhere() async throws {
    let screen = try await edited("one")
    await screen.press(KeyEvent(.tab))
    await screen.type("dd")
    expectEqual(editor(screen)?.page.tags.text, "dd")
    await screen.press(KeyEvent(.tab, .shift))
    await screen.type("dd")
    expectEqual(content(screen), "")
    await screen.press(.control("p"))
    expectContains(screen.text, "Add photos")
  }

  @Test("What vi cuts comes back in every field, and what is cut elsewhere is put in by p")
  func ring() async throws {
    let screen = try await edited("one\ntwo")
    await screen.type("ggdd")
    await screen.press(KeyEvent(.tab), .alt("y"))
    expectEqual(editor(screen)?.page.tags.text, "one ")
    await screen.press(.control("u"))
    await screen.type("tags")
    await screen.press(.control("u"), KeyEvent(.tab, .shift))
    await screen.type("p")
    expectEqual(content(screen), "ttagswo")
    await screen.type("yyp")
    expectEqual(content(screen), "ttagswo\nttagswo")
  }

  @Test("A selection that a paste or another field has ended is none")
  func endedSelection() async throws {
    let screen = try await edited("one\ntwo")
    await screen.type("ggV")
    await screen.send(.paste("1"))
    expectEqual(content(screen), "1\ntwo")
    await screen.type("x")
    expectEqual(content(screen), "\ntwo")
    await screen.type("jv$")
    await screen.press(KeyEvent(.tab), KeyEvent(.tab, .shift))
    expectContains(screen.text, "NORMAL")
    await screen.type("x")
    expectEqual(content(screen), "\ntw")
  }

  @Test("A paste takes the place of a selection, with the character under the cursor")
  func pasteOverSelection() async throws {
    let screen = try await edited("one two three")
    await screen.type("gg0ve")
    await screen.send(.paste("1"))
    expectEqual(content(screen), "1 two three")
  }

  @Test("The command line is left with the field")
  func leftCommandLine() async throws {
    let screen = try await edited("one")
    await screen.type(":w")
    await screen.press(KeyEvent(.tab))
    await screen.type("sea")
    expectEqual(editor(screen)?.page.tags.text, "sea")
    expectLacks(screen.text, ":w")
    await screen.press(KeyEvent(.tab, .shift))
    expectContains(screen.text, "NORMAL")
  }

  @Test("Esc ends the typing, with proposals as well")
  func proposals() async throws {
    let fields = try SampleDiary.fields(
      "T", on: "2026-11-18T08:00:00+09:00", "one", tags: ["seaside"])
    let screen = try await ScreenTest(entries: [fields])
    screen.prefer { $0.editingKeys = .vi }
    await screen.press(.character("e"))
    await screen.type("o#sea")
    expectContains(screen.text, "#seaside")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "NORMAL")
    await screen.type("dd")
    expectEqual(content(screen), "one")
  }

  @Test(
    "What is typed while :w saves goes in, whether that succeeds or not", arguments: [false, true])
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
