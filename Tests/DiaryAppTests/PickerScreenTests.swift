import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The photo picker")
@MainActor
struct PickerScreenTests {
  private func opened(_ columns: Int = 80, _ rows: Int = 14) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows)
    await screen.press(.character("n"), .control("p"))
    return screen
  }

  private func photos(_ screen: ScreenTest) -> [String] {
    for editor in screen.state.screens.all(EditorState.self) {
      return editor.page.photos.map(\.name)
    }
    return []
  }

  private func folder(_ screen: ScreenTest) -> String? {
    for picker in screen.state.screens.all(PickerState.self) { return picker.folder }
    return nil
  }

  @Test("Folders and photos, the chosen one shown, marks")
  func snapshot() async throws {
    let screen = try await opened()
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
        ✓ b-damaged.jpg             512 bytes   ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        ▣ c-plum.jpg                    45 kB   ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ▣ d-notes.txt.jpg            10 bytes   ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
                                                ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░


       Enter choose   Tab mark   Esc leave   F1 keys   Ctrl-O order
      """)
  }

  @Test("It begins at the first photo, which is the newest once the dates are known")
  func beginning() async throws {
    try await expectContains(opened().text, "▌▣ a-bridge.jpg")
    let dated = try await ScreenTest(120, 14, files: Self.dated)
    await dated.press(.character("n"), .control("p"))
    expectContains(dated.text, "▌▣ 2024-05-03T101500 b.jpg")
    await dated.press(KeyEvent(.enter))
    expectEqual(photos(dated), ["2024-05-03T101500 b.jpg"])
    let empty = try await ScreenTest(files: FakeFolders(["/home/me/Pictures": [.folder("z")]]))
    await empty.press(.character("n"), .control("p"))
    expectContains(empty.text, "▌▸ z/")
  }

  @Test("Photos and diaries are looked for in folders of their own")
  func ownFolders() async throws {
    let files = FakeFolders([
      "/home/me": [.folder("Downloads"), .folder("Pictures")],
      "/home/me/Downloads": [.folder("Export")], "/home/me/Downloads/Export": [],
      "/home/me/Pictures": [.folder("2025")], "/home/me/Pictures/2025": [.photo("a.jpg", 1)],
    ])
    let screen = try await ScreenTest(80, 14, files: files)
    await screen.press(.character("I"))
    expectEqual(folder(screen), "/home/me/Downloads")
    await screen.press(KeyEvent(.enter), .control("s"))
    expectEqual(files.startFolder(for: .diaries), "/home/me/Downloads/Export")
    expectEqual(files.startFolder(for: .photos), "/home/me/Pictures")
    while !screen.state.screens.isEmpty { await screen.press(KeyEvent(.escape)) }
    await screen.press(.character("n"), .control("p"), KeyEvent(.enter), KeyEvent(.enter))
    expectEqual(files.startFolder(for: .photos), "/home/me/Pictures/2025")
    expectEqual(screen.state.startFolders[.diaries], "/home/me/Downloads/Export")
  }

  @Test("Enter takes the chosen photo")
  func take() async throws {
    let screen = try await opened()
    await screen.type("plum")
    await screen.press(KeyEvent(.enter))
    expectEqual(photos(screen), ["c-plum.jpg"])
    expectContains(screen.text, "Added 1 photo.")
    expectNil(folder(screen))
  }

  @Test("Marked photos are taken in the order of their marks, each once")
  func marks() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.end), KeyEvent(.up), KeyEvent(.tab))
    await screen.press(KeyEvent(.up), KeyEvent(.up), KeyEvent(.up), KeyEvent(.tab))
    expectContains(screen.text, "2 photos marked")
    await screen.press(KeyEvent(.enter))
    expectEqual(photos(screen), ["c-plum.jpg", "a-bridge.jpg"])
    await screen.press(.control("p"))
    await screen.type("plum")
    await screen.press(KeyEvent(.enter))
    expectEqual(photos(screen), ["c-plum.jpg", "a-bridge.jpg"])
  }

  @Test("Tab twice is no mark, and folders can't be marked")
  func unmark() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.up), KeyEvent(.tab))
    expectLacks(screen.text, "marked")
    await screen.press(KeyEvent(.end), KeyEvent(.tab), KeyEvent(.tab))
    expectLacks(screen.text, "marked")
  }

  @Test("Enter opens folders, Backspace and .. go up")
  func folders() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.up), KeyEvent(.up), KeyEvent(.enter))
    expectEqual(folder(screen), "/home/me/Pictures/2025")
    expectContains(screen.text, "▌▣ old.jpg")
    await screen.press(KeyEvent(.backspace))
    expectEqual(folder(screen), "/home/me/Pictures")
    // One comes up to where one went down.
    expectContains(screen.text, "▌▸ 2025/")
    for _ in 0..<3 { await screen.press(KeyEvent(.home), KeyEvent(.enter)) }
    expectEqual(folder(screen), "/")
    await screen.press(KeyEvent(.backspace))
    expectEqual(folder(screen), "/")
  }

  @Test("Typing filters, and a slash goes into a folder")
  func filter() async throws {
    let screen = try await opened()
    await screen.type("여행/")
    expectEqual(folder(screen), "/home/me/Pictures/여행")
    expectContains(screen.text, "No photos or folders here. Open ..")
    await screen.type("~/")
    expectEqual(folder(screen), "/home/me")
    await screen.type("../")
    expectEqual(folder(screen), "/home")
    await screen.send(.paste("/home/me/Pictures/202"))
    await screen.type("5/")
    expectEqual(folder(screen), "/home/me/Pictures/2025")
    await screen.type("zzz")
    expectContains(screen.text, "No matches here.")
    await screen.press(KeyEvent(.enter), KeyEvent(.tab))
    expectEqual(folder(screen), "/home/me/Pictures/2025")
    await screen.press(.control("u"))
    await screen.send(.paste("/nowhere/"))
    expectContains(screen.text, "Folder not found.")
  }

  @Test("A pasted path is gone along, name by name")
  func pastedPath() async throws {
    let screen = try await opened()
    await screen.send(.paste("../Pic/2025/old"))
    expectEqual(folder(screen), "/home/me/Pictures/2025")
    await screen.press(KeyEvent(.enter))
    expectEqual(photos(screen), ["old.jpg"])
  }

  // MARK: Order

  private static let dated = FakeFolders([
    "/home/me/Pictures": [
      .folder("z"), .photo("2023-01-02T100000 a.jpg", 1), .photo("2024-05-03T101500 b.jpg", 2),
      .photo("2023-06-07T100000 c.jpg", 3), .photo("d.jpg", 4, modified: "2024-01-01T00:00:00Z"),
      .photo(".hidden.jpg", 5),
    ]
  ])

  private func names(_ screen: ScreenTest) -> [String] {
    for picker in screen.state.screens.all(PickerState.self) { return picker.shown.map(\.name) }
    return []
  }

  @Test("Newest photo comes first, one without a date by its file's, or all by name")
  func order() async throws {
    let screen = try await ScreenTest(120, 14, files: Self.dated)
    await screen.press(.character("n"), .control("p"))
    expectEqual(
      names(screen),
      [
        "..", "z", "2024-05-03T101500 b.jpg", "d.jpg", "2023-06-07T100000 c.jpg",
        "2023-01-02T100000 a.jpg",
      ])
    expectContains(screen.text, "3 May 2024    2 bytes")
    expectContains(screen.text, "~1 Jan 2024    4 bytes")
    await screen.press(.control("o"))
    expectContains(screen.text, "by name")
    expectEqual(names(screen).suffix(4).first, "2023-01-02T100000 a.jpg")
    // The selection stays on its photo.
    await screen.press(KeyEvent(.enter))
    expectEqual(photos(screen), ["2024-05-03T101500 b.jpg"])
    // And the order is kept for the next time.
    await screen.press(.control("p"))
    expectContains(screen.text, "by name")
  }

  @Test("While dates are read nothing moves; then the selection stays on its photo")
  func datesComeLater() async throws {
    let items = (0..<100).map { FileItem.photo("\(1000 + $0).jpg", $0) }
    let screen = try await ScreenTest(90, 14)
    var state = screen.state
    _ = state.update(.terminal(.key(.character("n"))), now: state.now)
    _ = state.update(.terminal(.key(.control("p"))), now: state.now)
    let listed = state.update(
      .folderListed("/home/me/Pictures", .success(items)), now: state.now)
    expectContains(listed, .readDates(folder: "/home/me/Pictures", items))
    for _ in 0..<3 { _ = state.update(.terminal(.key(KeyEvent(.down))), now: state.now) }
    func shown() -> (names: [String], selected: String?) {
      for picker in state.screens.all(PickerState.self) {
        return (picker.shown.map(\.name), picker.selectedItem?.name)
      }
      return ([], nil)
    }
    let before = shown().names
    func dates(_ part: Range<Int>) -> [(item: FileItem, taken: String?)] {
      part.map { (items[$0], "2024-05-03T10:\($0 / 10)\($0 % 10):00".replacing(":9", with: ":5")) }
    }
    _ = state.update(
      .datesRead(folder: "/home/me/Pictures", dates(0..<60)), now: state.now)
    expectEqual(shown().names, before)
    expectContains(state.frame.grid.text, "reading dates, 40 left")
    // Those of another folder are nobody's any more.
    _ = state.update(.datesRead(folder: "/elsewhere", dates(60..<100)), now: state.now)
    expectEqual(shown().names, before)
    _ = state.update(
      .datesRead(folder: "/home/me/Pictures", dates(60..<100)), now: state.now)
    expectNotEqual(shown().names, before)
    expectEqual(shown().selected, "1003.jpg")
    expectLacks(state.frame.grid.text, "reading")
    // Read once, they are known.
    _ = state.update(.terminal(.key(KeyEvent(.escape))), now: state.now)
    _ = state.update(.terminal(.key(.control("p"))), now: state.now)
    let again = state.update(
      .folderListed("/home/me/Pictures", .success(items)), now: state.now)
    expect(!again.contains { $0.name == "readDates" })
    expectNotEqual(shown().names.first { $0 != ".." }, "1000.jpg")
  }

  @Test("Hidden files are off until they are asked for")
  func hidden() async throws {
    let screen = try await ScreenTest(90, 14, files: Self.dated)
    await screen.press(.character("n"), .control("p"))
    expectLacks(screen.text, ".hidden.jpg")
    await screen.press(.alt("."))
    expectContains(screen.text, ".hidden.jpg")
    await screen.press(.alt("."))
    expectLacks(screen.text, ".hidden.jpg")
  }

  @Test("The wheel moves, a click chooses, two clicks open and take")
  func mouse() async throws {
    let screen = try await opened()
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 5, row: 4))))
    expectEqual(folder(screen), "/home/me/Pictures/2025")
    await screen.press(KeyEvent(.backspace), KeyEvent(.home))
    await screen.send(.mouse(MouseEvent(.scrollDown, at: Point(column: 5, row: 4))))
    await screen.send(.mouse(MouseEvent(.scrollDown, at: Point(column: 5, row: 4))))
    await screen.send(.mouse(MouseEvent(.scrollUp, at: Point(column: 5, row: 4))))
    await screen.press(KeyEvent(.tab))
    expectContains(screen.text, "✓ a-bridge.jpg")
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 5, row: 8))))
    await screen.press(KeyEvent(.tab))
    expectContains(screen.text, "✓ c-plum.jpg")
    // Beside the list there is nothing to choose.
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 60, row: 8))))
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 5, row: 12))))
    expectEqual(folder(screen), "/home/me/Pictures")
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 5, row: 8))))
    expectEqual(photos(screen), ["a-bridge.jpg", "c-plum.jpg"])
  }

  @Test("Names are found whatever their normal form")
  func normalForms() async throws {
    let files = FakeFolders(["/home/me/Pictures": [.photo("\u{1100}\u{1161}.jpg", 1)]])
    let screen = try await ScreenTest(80, 14, files: files)
    await screen.press(.character("n"), .control("p"))
    await screen.type("가")
    expectEqual(names(screen).count, 1)
  }

  @Test("Esc leaves without a photo")
  func escape() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.end), KeyEvent(.tab), KeyEvent(.escape))
    expectNil(folder(screen))
    expectEqual(photos(screen), [])
  }

  @Test("What is no photo is refused, the rest is taken")
  func refused() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.end), KeyEvent(.tab), KeyEvent(.up), KeyEvent(.tab))
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Couldn't add it")
    expectContains(screen.text, "/home/me/Pictures/d-notes.txt.jpg isn't a photo.")
    await screen.press(KeyEvent(.enter))
    expectEqual(photos(screen), ["c-plum.jpg"])
  }

  @Test("A photo that can't be shown is taken, and that is said")
  func undecodable() async throws {
    let files = FakeFolders(["/home/me/Pictures": [.photo("IMG_1.heic", 5)]])
    let screen = try await ScreenTest(100, 14, files: files)
    await screen.press(.character("n"), .control("p"), KeyEvent(.enter))
    expectEqual(photos(screen), ["IMG_1.heic"])
    expectContains(screen.text, "Added 1 photo. ▣ IMG_1.heic · HEIC can't be shown yet")
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
        ▸ ../
        ▸ 2025/
        ▸ 여행/
       ▌▣ a-bridge.jpg                1.9 MB
        ▣ b-damaged.jpg            512 bytes
        ▣ c-plum.jpg                   45 kB
        ▣ d-notes.txt.jpg           10 bytes

       Enter choose  Tab mark  Esc leave
      """)
  }

  @Test("What isn't a photo has the sign that it has everywhere")
  func signs() async throws {
    let files = FakeFolders([
      "/home/me/Pictures": [.photo("a.jpg", 5), .photo("b.mp4", 5), .photo("c.ogg", 5)]
    ])
    let screen = try await ScreenTest(80, 14, files: files)
    await screen.press(.character("n"), .control("p"))
    for row in ["▣ a.jpg", "▶ b.mp4", "♪ c.ogg"] { expectContains(screen.text, row) }
  }

  @Test("Enter behind a path that was typed before its folders were read takes the photo there")
  func fastTyping() async throws {
    let screen = try await opened()
    // The keys come faster than what the folders hold.
    var state = screen.state
    let now = state.now
    let keys = "/home/me/Pictures/c-plum.jpg".map(KeyEvent.character) + [KeyEvent(.enter)]
    for key in keys { _ = state.update(.terminal(.key(key)), now: now) }
    expect(state.screens.front(as: PickerState.self) != nil)
    for folder in ["/", "/home", "/home/me", "/home/me/Pictures"] {
      let items = await screen.files.items(in: folder, allFiles: false)
      _ = state.update(.folderListed(folder, items), now: now)
    }
    expect(state.screens.front(as: EditorState.self) != nil)
  }
}
