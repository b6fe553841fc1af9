import DiaryCore
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("The photo picker", .timeLimit(.minutes(1)))
@MainActor
struct PickerScreenTests {
  private func opened(_ columns: Int = 80, _ rows: Int = 14) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows)
    await screen.press(.character("n"), .control("p"))
    return screen
  }

  private func photos(_ screen: ScreenTest) -> [String] {
    for case .editor(let editor) in screen.state.layers { return editor.page.photos.map(\.name) }
    return []
  }

  private func folder(_ screen: ScreenTest) -> String? {
    for case .picker(let picker) in screen.state.layers { return picker.folder }
    return nil
  }

  @Test("Folders and photos, the chosen one shown, marks")
  func snapshot() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.down), times: 3)
    await screen.press(KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.up), KeyEvent(.up))
    expectScreen(
      screen,
      """
       Add photos · /home/me/Pictures                                 2 photos marked
      ────────────────────────────────────────────────────────────────────────────────
       Filter or path:
        ▸ ../
        ▸ 2025/                                 ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ▸ 여행/                                 ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
       ▌✓ a-bridge.jpg                 1.9 MB   ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
        ✓ b-damaged.jpg                 512 B   ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        ▣ c-plum.jpg                    45 kB   ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ▣ d-notes.txt.jpg                10 B   ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                                                ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░


       Enter take   Tab mark   Esc leave   F1 keys
      """)
  }

  @Test("Enter takes the chosen photo")
  func take() async throws {
    let screen = try await opened()
    await screen.type("plum")
    await screen.press(KeyEvent(.enter))
    #expect(photos(screen) == ["c-plum.jpg"])
    #expect(screen.text.contains("1 photo added."))
    #expect(folder(screen) == nil)
  }

  @Test("Marked photos are taken in the order of their marks, each once")
  func marks() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.end), KeyEvent(.up), KeyEvent(.tab))
    await screen.press(KeyEvent(.up), KeyEvent(.up), KeyEvent(.up), KeyEvent(.tab))
    #expect(screen.text.contains("2 photos marked"))
    await screen.press(KeyEvent(.enter))
    #expect(photos(screen) == ["c-plum.jpg", "a-bridge.jpg"])
    await screen.press(.control("p"))
    await screen.type("plum")
    await screen.press(KeyEvent(.enter))
    #expect(photos(screen) == ["c-plum.jpg", "a-bridge.jpg"])
  }

  @Test("Tab twice is no mark, and folders can't be marked")
  func unmark() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.tab))
    #expect(!screen.text.contains("marked"))
    await screen.press(KeyEvent(.end), KeyEvent(.tab), KeyEvent(.tab))
    #expect(!screen.text.contains("marked"))
  }

  @Test("Enter opens folders, Backspace and .. go up")
  func folders() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.down), KeyEvent(.enter))
    #expect(folder(screen) == "/home/me/Pictures/2025")
    #expect(screen.text.contains("old.jpg"))
    await screen.press(KeyEvent(.backspace))
    #expect(folder(screen) == "/home/me/Pictures")
    await screen.press(KeyEvent(.enter), KeyEvent(.enter), KeyEvent(.enter))
    #expect(folder(screen) == "/")
    await screen.press(KeyEvent(.backspace))
    #expect(folder(screen) == "/")
  }

  @Test("Typing filters, and a slash goes into a folder")
  func filter() async throws {
    let screen = try await opened()
    await screen.type("여행/")
    #expect(folder(screen) == "/home/me/Pictures/여행")
    #expect(screen.text.contains("No photos or folders here; .."))
    await screen.type("~/")
    #expect(folder(screen) == "/home/me")
    await screen.type("../")
    #expect(folder(screen) == "/home")
    await screen.send(.paste("/home/me/Pictures/202"))
    await screen.type("5/")
    #expect(folder(screen) == "/home/me/Pictures/2025")
    await screen.type("zzz")
    #expect(screen.text.contains("Nothing here has that in its name."))
    await screen.press(KeyEvent(.enter), KeyEvent(.tab))
    #expect(folder(screen) == "/home/me/Pictures/2025")
    await screen.press(.control("u"))
    await screen.send(.paste("/nowhere/"))
    #expect(screen.text.contains("There is no such folder."))
  }

  @Test("A pasted path is gone along, name by name")
  func pastedPath() async throws {
    let screen = try await opened()
    await screen.send(.paste("../Pic/2025/old"))
    #expect(folder(screen) == "/home/me/Pictures/2025")
    await screen.press(KeyEvent(.enter))
    #expect(photos(screen) == ["old.jpg"])
  }

  @Test("Esc leaves without a photo")
  func escape() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.end), KeyEvent(.tab), KeyEvent(.escape))
    #expect(folder(screen) == nil)
    #expect(photos(screen) == [])
  }

  @Test("What is no photo is refused, the rest is taken")
  func refused() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.end), KeyEvent(.tab), KeyEvent(.up), KeyEvent(.tab))
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Not added"))
    #expect(screen.text.contains("/home/me/Pictures/d-notes.txt.jpg is not a photo."))
    await screen.press(KeyEvent(.enter))
    #expect(photos(screen) == ["c-plum.jpg"])
  }

  @Test("A photo that can't be shown is taken, and that is said")
  func undecodable() async throws {
    let files = FakeFolders(["/home/me/Pictures": [.photo("IMG_1.heic", 5)]])
    let screen = try await ScreenTest(100, 14, files: files)
    await screen.press(.character("n"), .control("p"), KeyEvent(.down), KeyEvent(.enter))
    #expect(photos(screen) == ["IMG_1.heic"])
    #expect(screen.text.contains("1 photo added. ▣ IMG_1.heic · HEIC can't be shown yet"))
  }

  @Test("At 40×12 the names alone")
  func narrow() async throws {
    let screen = try await opened(40, 12)
    expectScreen(
      screen,
      """
       Add photos · /home/me/Pictures
      ────────────────────────────────────────
       Filter or path:
       ▌▸ ../
        ▸ 2025/
        ▸ 여행/
        ▣ a-bridge.jpg                1.9 MB
        ▣ b-damaged.jpg                512 B
        ▣ c-plum.jpg                   45 kB
        ▣ d-notes.txt.jpg               10 B

       Enter take  Tab mark  Esc leave
      """)
  }
}
