import DiaryCore
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("vi keys in the editor", .timeLimit(.minutes(4)))
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
    if case .editor(let editor) = screen.state.layers.last { editor } else { nil }
  }

  private func content(_ screen: ScreenTest) -> String? { editor(screen)?.page.content.text }

  @Test("An entry is looked at first, and the mode is shown")
  func modes() async throws {
    let screen = try await edited("one two")
    #expect(screen.text.contains("NORMAL"))
    await screen.type("ggcwnew")
    #expect(screen.text.contains("INSERT"))
    await screen.press(KeyEvent(.escape))
    #expect(content(screen) == "new two")
    await screen.type("wv")
    #expect(screen.text.contains("VISUAL"))
    await screen.type("V")
    #expect(screen.text.contains("VISUAL LINE"))
    await screen.press(KeyEvent(.escape))
    await screen.type("u")
    #expect(content(screen) == "one two")
    await screen.press(.control("r"))
    #expect(content(screen) == "new two")
    await screen.press(KeyEvent(.escape))
    #expect(screen.text.contains("Leave without saving?"))
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
    #expect(editor(screen)?.page.title.text == "jk")
    #expect(content(screen) == "")
    await screen.type("iagain")
    await screen.press(.control("s"))
    #expect(screen.text.contains("Added “jk”"))
  }

  @Test("The last line saves, leaves and finds")
  func commandLine() async throws {
    let screen = try await edited("one two one")
    await screen.type("gg:wx")
    #expect(screen.text.contains(":wx"))
    await screen.press(KeyEvent(.escape))
    await screen.type("/tw")
    await screen.press(KeyEvent(.enter))
    #expect(editor(screen)?.page.content.caret == 4)
    await screen.type("x:w")
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Saved “T”"))
    #expect(content(screen) == "one wo one")
    #expect(editor(screen)?.hasChanges == false)
    #expect(editor(screen)?.page.content.caret == 4)
    await screen.type("x:q")
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Leave without saving?"))
    await screen.press(KeyEvent(.escape))
    await screen.type(":q!")
    await screen.press(KeyEvent(.enter))
    #expect(editor(screen) == nil)
    #expect(screen.state.list.selectedEntry?.content == "one wo one")
  }

  @Test("Other fields are typed into, and other keys work in each mode")
  func elsewhere() async throws {
    let screen = try await edited("one")
    await screen.press(KeyEvent(.tab))
    await screen.type("dd")
    #expect(editor(screen)?.page.tags.text == "dd")
    await screen.press(KeyEvent(.tab, .shift))
    await screen.type("dd")
    #expect(content(screen) == "")
    await screen.press(.control("p"))
    #expect(screen.text.contains("Add photos"))
  }
}
