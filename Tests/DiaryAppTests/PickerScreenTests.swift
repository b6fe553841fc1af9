import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The photo picker") @MainActor
struct PickerScreenTests {
  private func opened(_ columns: Int = 80, _ rows: Int = 14) async throws -> ScreenTest {
    try await ScreenTest(columns, rows).press("n<C-p>")
  }

  private func photos(_ screen: ScreenTest) -> [String] {
    editor(screen)?.page.photos.map(\.name) ?? []
  }

  private func picker(_ screen: ScreenTest) -> PickerState? {
    screen.state.screens.topmost(PickerState.self)
  }

  private func folder(_ screen: ScreenTest) -> String? { picker(screen)?.folder }

  @Test func `The picker shows folders and photos, and Enter and marks choose some`() async throws {
    try await expectScreen(opened().press("<Tab><Tab><Up><Up>"), in: "picker")
    try await expectContains(opened().text, "▌▣ a-bridge.jpg")
    let empty = try await ScreenTest(files: FakeFolders(["/home/me/Pictures": [.folder("z")]]))
    await empty.press("n<C-p>", shows: "▌▸ z/")
    var screen = try await opened().press("plum<Enter>")
    expectEqual(photos(screen), ["c-plum.jpg"])
    expectShows(screen, "Added 1 photo.")
    expectNil(folder(screen))
    // Marked photos are taken in the order of their marks, each once.
    screen = try await opened().press("<End><Up><Tab><Up><Up><Up><Tab>", shows: "2 photos marked")
    await expectEqual(photos(screen.press("<Enter>")), ["c-plum.jpg", "a-bridge.jpg"])
    await expectEqual(photos(screen.press("<C-p>plum<Enter>")), ["c-plum.jpg", "a-bridge.jpg"])
    // Tab twice is no mark, and folders can't be marked.
    screen = try await opened().press("<Up><Tab>", lacks: "marked")
    await screen.press("<End><Tab><Tab>", lacks: "marked")
  }

  @Test func `Photos and diaries have separate start folders`() async throws {
    let files = FakeFolders([
      "/home/me": [.folder("Downloads"), .folder("Pictures")],
      "/home/me/Downloads": [.folder("Export")], "/home/me/Downloads/Export": [],
      "/home/me/Pictures": [.folder("2025")], "/home/me/Pictures/2025": [.photo("a.jpg", 1)],
    ])
    let screen = try await ScreenTest(80, 14, files: files).press("I")
    expectEqual(folder(screen), "/home/me/Downloads")
    await screen.press("<Enter><C-s>")
    expectEqual(files.startFolder(for: .diaries), "/home/me/Downloads/Export")
    expectEqual(files.startFolder(for: .photos), "/home/me/Pictures")
    while !screen.state.screens.isEmpty { await screen.press("<Esc>") }
    await screen.press("n<C-p><Enter><Enter>")
    expectEqual(files.startFolder(for: .photos), "/home/me/Pictures/2025")
    expectEqual(screen.state.startFolders[.diaries], "/home/me/Downloads/Export")
  }

  @Test func `Folders are opened by keys, typing and pasting`() async throws {
    var screen = try await opened().press("<Up><Up><Enter>")
    expectEqual(folder(screen), "/home/me/Pictures/2025")
    expectShows(screen, "▌▣ old.jpg")
    await expectEqual(folder(screen.press("<BS>")), "/home/me/Pictures")
    // One comes up to where one went down.
    expectShows(screen, "▌▸ 2025/")
    for _ in 0..<3 { await screen.press("<Home><Enter>") }
    expectEqual(folder(screen), "/")
    await expectEqual(folder(screen.press("<BS>")), "/")
    // Typing filters, and a slash goes into a folder.
    screen = try await opened().press("여행/")
    expectEqual(folder(screen), "/home/me/Pictures/여행")
    expectShows(screen, "No photos or folders here. Open ..")
    await expectEqual(folder(screen.press("~/")), "/home/me")
    await expectEqual(folder(screen.press("../")), "/home")
    await screen.paste("/home/me/Pictures/202")
    await expectEqual(folder(screen.press("5/")), "/home/me/Pictures/2025")
    await screen.press("zzz", shows: "No matches here.").press("<Enter><Tab>")
    expectEqual(folder(screen), "/home/me/Pictures/2025")
    await expectShows(screen.press("<C-u>").paste("/nowhere/"), "Folder not found.")
    // A pasted path is gone along, name by name.
    screen = try await opened()
    await expectEqual(folder(screen.paste("../Pic/2025/old")), "/home/me/Pictures/2025")
    await expectEqual(photos(screen.press("<Enter>")), ["old.jpg"])
  }

  // MARK: Order

  private static let dated = FakeFolders([
    "/home/me/Pictures": [
      .folder("z"), .photo("2023-01-02T100000 a.jpg", 1), .photo("2024-05-03T101500 b.jpg", 2),
      .photo("2023-06-07T100000 c.jpg", 3), .photo("d.jpg", 4, modified: "2024-01-01T00:00:00Z"),
      .photo(".hidden.jpg", 5),
    ]
  ])

  private func names(_ screen: ScreenTest) -> [String] { picker(screen)?.shown.map(\.name) ?? [] }

  @Test func `The newest photo comes first, or all are sorted by name`() async throws {
    let screen = try await ScreenTest(120, 14, files: Self.dated)
    await screen.press("n<C-p>", shows: "▌▣ 2024-05-03T101500 b.jpg")
    expectEqual(
      names(screen),
      [
        "..", "z", "2024-05-03T101500 b.jpg", "d.jpg", "2023-06-07T100000 c.jpg",
        "2023-01-02T100000 a.jpg",
      ])
    expectShows(screen, "3 May 2024    2 bytes", "~1 Jan 2024    4 bytes")
    await screen.press("<C-o>", shows: "by name")
    expectEqual(names(screen).suffix(4).first, "2023-01-02T100000 a.jpg")
    // The selection stays on its photo.
    await expectEqual(photos(screen.press("<Enter>")), ["2024-05-03T101500 b.jpg"])
    // And the order is kept for the next time.
    await screen.press("<C-p>", shows: "by name")
  }

  @Test func `Nothing moves while dates are read, and the selection stays`() async throws {
    let items = (0..<100).map { FileItem.photo("\(1000 + $0).jpg", $0) }
    let screen = try await ScreenTest(90, 14)
    var state = screen.state
    state.press("n<C-p>")
    let listed = state.update(.folderListed("/home/me/Pictures", .success(items)), now: state.now)
    expectContains(listed, .readDates(folder: "/home/me/Pictures", items))
    for _ in 0..<3 { _ = state.press("<Down>") }
    func shown() -> (names: [String], selected: String?) {
      let picker = state.screens.topmost(PickerState.self)
      return (picker?.shown.map(\.name) ?? [], picker?.selectedItem?.name)
    }
    let before = shown().names
    func dates(_ part: Range<Int>) -> [(item: FileItem, taken: String?)] {
      part.map { (items[$0], "2024-05-03T10:\($0 / 10)\($0 % 10):00".replacing(":9", with: ":5")) }
    }
    _ = state.update(.datesRead(folder: "/home/me/Pictures", dates(0..<60)), now: state.now)
    expectEqual(shown().names, before)
    expectContains(state.frame.grid.text, "reading dates, 40 left")
    // Those of another folder are nobody's any more.
    _ = state.update(.datesRead(folder: "/elsewhere", dates(60..<100)), now: state.now)
    expectEqual(shown().names, before)
    _ = state.update(.datesRead(folder: "/home/me/Pictures", dates(60..<100)), now: state.now)
    expectNotEqual(shown().names, before)
    expectEqual(shown().selected, "1003.jpg")
    expectLacks(state.frame.grid.text, "reading")
    // Read once, they are known.
    state.press("<Esc><C-p>")
    let again = state.update(.folderListed("/home/me/Pictures", .success(items)), now: state.now)
    expect(!again.contains { $0.name == "readDates" })
    expectNotEqual(shown().names.first { $0 != ".." }, "1000.jpg")
  }

  @Test func `Hidden files and the mouse`() async throws {
    var screen = try await ScreenTest(90, 14, files: Self.dated)
    await screen.press("n<C-p>", lacks: ".hidden.jpg").press("<A-.>", shows: ".hidden.jpg")
    await screen.press("<A-.>", lacks: ".hidden.jpg")
    // The wheel moves, a click chooses, two clicks open and take.
    screen = try await opened()
    await expectEqual(folder(screen.mouse(.doublePress, 5, 4)), "/home/me/Pictures/2025")
    await screen.press("<BS><Home>").mouse(.scrollDown, 5, 4).mouse(.scrollDown, 5, 4)
    await screen.mouse(.scrollUp, 5, 4).press("<Tab>", shows: "✓ a-bridge.jpg").mouse(.press, 5, 8)
    await screen.press("<Tab>", shows: "✓ c-plum.jpg")
    // Beside the list there is nothing to choose.
    await screen.mouse(.doublePress, 60, 8)
    await expectEqual(folder(screen.mouse(.doublePress, 5, 12)), "/home/me/Pictures")
    await expectEqual(photos(screen.mouse(.doublePress, 5, 8)), ["a-bridge.jpg", "c-plum.jpg"])
  }

  @Test func `Names in any normal form, Esc, and unsupported photos`() async throws {
    var files = FakeFolders(["/home/me/Pictures": [.photo("\u{1100}\u{1161}.jpg", 1)]])
    try await expectEqual(names(ScreenTest(80, 14, files: files).press("n<C-p>가")).count, 1)
    var screen = try await opened().press("<End><Tab><Esc>")
    expectNil(folder(screen))
    expectEqual(photos(screen), [])
    // What is no photo is refused, the rest is taken.
    screen = try await opened().press("<End><Tab><Up><Tab><Enter>")
    expectShows(screen, "Couldn't add it", "/home/me/Pictures/d-notes.txt.jpg isn't a photo.")
    await expectEqual(photos(screen.press("<Enter>")), ["c-plum.jpg"])
    // A photo that can't be shown is taken, and that is said.
    files = FakeFolders(["/home/me/Pictures": [.photo("IMG_1.heic", 5)]])
    screen = try await ScreenTest(100, 14, files: files).press("n<C-p><Enter>")
    expectEqual(photos(screen), ["IMG_1.heic"])
    expectShows(screen, "Added 1 photo. ▣ IMG_1.heic · HEIC can't be shown yet")
  }

  @Test func `A small screen, other files and early keys`() async throws {
    try await expectScreen(opened(40, 12), in: "picker-40x12")
    // What isn't a photo has the sign that it has everywhere.
    let files = FakeFolders([
      "/home/me/Pictures": [.photo("a.jpg", 5), .photo("b.mp4", 5), .photo("c.ogg", 5)]
    ])
    let mixed = try await ScreenTest(80, 14, files: files)
    await mixed.press("n<C-p>", shows: "▣ a.jpg", "▶ b.mp4", "♪ c.ogg")
    // Enter behind a path that was typed before its folders were read takes the photo there.
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
