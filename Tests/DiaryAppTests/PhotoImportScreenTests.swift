import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The photo picker") @MainActor struct PickerScreenTests {
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

  @Test func `The picker shows folders and photos, and adds the chosen ones`() async throws {
    try await expectScreen(opened().press("<Tab><Tab><Up><Up>"), in: "picker")
    try await expectContains(opened().text, "▌▣ a-bridge.jpg")
    let empty = try await ScreenTest(files: FakeFolders(["/home/me/Pictures": [.folder("z")]]))
    await empty.press("n<C-p>", shows: "▌▸ z/")
    var screen = try await opened().press("plum<Enter>")
    expectEqual(photos(screen), ["c-plum.jpg"])
    expectShows(screen, "Added 1 photo.")
    expectNil(folder(screen))
    // Marked photos are added in the order in which they were marked, without duplicates.
    screen = try await opened().press("<End><Up><Tab><Up><Up><Up><Tab>", shows: "2 photos marked")
    await expectEqual(photos(screen.press("<Enter>")), ["c-plum.jpg", "a-bridge.jpg"])
    await expectEqual(photos(screen.press("<C-p>plum<Enter>")), ["c-plum.jpg", "a-bridge.jpg"])
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
    expectEqual(files.initialFolder(for: .diaries), "/home/me/Downloads/Export")
    expectEqual(files.initialFolder(for: .photos), "/home/me/Pictures")
    while !screen.state.screens.isEmpty { await screen.press("<Esc>") }
    await screen.press("n<C-p><Enter><Enter>")
    expectEqual(files.initialFolder(for: .photos), "/home/me/Pictures/2025")
    expectEqual(screen.state.startFolders[.diaries], "/home/me/Downloads/Export")
  }

  @Test func `Folders are opened by keys, typing and pasting`() async throws {
    var screen = try await opened().press("<Up><Up><Enter>")
    expectEqual(folder(screen), "/home/me/Pictures/2025")
    expectShows(screen, "▌▣ old.jpg")
    await expectEqual(folder(screen.press("<BS>")), "/home/me/Pictures")
    // The parent folder selects the folder that was left.
    expectShows(screen, "▌▸ 2025/")
    for _ in 0..<3 { await screen.press("<Home><Enter>") }
    expectEqual(folder(screen), "/")
    await expectEqual(folder(screen.press("<BS>")), "/")
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
    screen = try await opened()
    await expectEqual(folder(screen.paste("../Pic/2025/old")), "/home/me/Pictures/2025")
    await expectEqual(photos(screen.press("<Enter>")), ["old.jpg"])
  }

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
    await expectEqual(photos(screen.press("<Enter>")), ["2024-05-03T101500 b.jpg"])
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
    _ = state.update(.datesRead(folder: "/elsewhere", dates(60..<100)), now: state.now)
    expectEqual(shown().names, before)
    _ = state.update(.datesRead(folder: "/home/me/Pictures", dates(60..<100)), now: state.now)
    expectNotEqual(shown().names, before)
    expectEqual(shown().selected, "1003.jpg")
    expectLacks(state.frame.grid.text, "reading")
    state.press("<Esc><C-p>")
    let again = state.update(.folderListed("/home/me/Pictures", .success(items)), now: state.now)
    expect(!again.contains { $0.name == "readDates" })
    expectNotEqual(shown().names.first { $0 != ".." }, "1000.jpg")
  }

  @Test func `Hidden files and the mouse`() async throws {
    var screen = try await ScreenTest(90, 14, files: Self.dated)
    await screen.press("n<C-p>", lacks: ".hidden.jpg").press("<A-.>", shows: ".hidden.jpg")
    await screen.press("<A-.>", lacks: ".hidden.jpg")
    screen = try await opened()
    await expectEqual(folder(screen.mouse(.doublePress, 5, 4)), "/home/me/Pictures/2025")
    await screen.press("<BS><Home>").mouse(.scrollDown, 5, 4).mouse(.scrollDown, 5, 4)
    await screen.mouse(.scrollUp, 5, 4).press("<Tab>", shows: "✓ a-bridge.jpg").mouse(.press, 5, 8)
    await screen.press("<Tab>", shows: "✓ c-plum.jpg").mouse(.doublePress, 60, 8)
    await expectEqual(folder(screen.mouse(.doublePress, 5, 12)), "/home/me/Pictures")
    await expectEqual(photos(screen.mouse(.doublePress, 5, 8)), ["a-bridge.jpg", "c-plum.jpg"])
  }

  @Test func `Names in any normal form, Esc, and unsupported photos`() async throws {
    var files = FakeFolders(["/home/me/Pictures": [.photo("\u{1100}\u{1161}.jpg", 1)]])
    try await expectEqual(names(ScreenTest(80, 14, files: files).press("n<C-p>가")).count, 1)
    var screen = try await opened().press("<End><Tab><Esc>")
    expectNil(folder(screen))
    expectEqual(photos(screen), [])
    screen = try await opened().press("<End><Tab><Up><Tab><Enter>")
    expectShows(screen, "Couldn't add it", "/home/me/Pictures/d-notes.txt.jpg isn't a photo.")
    await expectEqual(photos(screen.press("<Enter>")), ["c-plum.jpg"])
    files = FakeFolders(["/home/me/Pictures": [.photo("IMG_1.heic", 5)]])
    screen = try await ScreenTest(100, 14, files: files).press("n<C-p><Enter>")
    expectEqual(photos(screen), ["IMG_1.heic"])
    expectShows(screen, "Added 1 photo. ▣ IMG_1.heic · HEIC can't be shown yet")
  }

  @Test func `A small screen, other files and early keys`() async throws {
    try await expectScreen(opened(40, 12), in: "picker-40x12")
    let files = FakeFolders([
      "/home/me/Pictures": [.photo("a.jpg", 5), .photo("b.mp4", 5), .photo("c.ogg", 5)]
    ])
    let mixed = try await ScreenTest(80, 14, files: files)
    await mixed.press("n<C-p>", shows: "▣ a.jpg", "▶ b.mp4", "♪ c.ogg")
    let screen = try await opened()
    // A path typed before its folders are read still adds the photo.
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

@Suite("Starting from photos") @MainActor struct PhotoImportScreenTests {
  private static func photo(_ name: String, _ date: String, place: String? = nil) throws
    -> FoundPhoto
  {
    FoundPhoto(
      path: "/home/me/Pictures/\(name).jpg", date: try require(EntryDate(date)), place: place)
  }

  private static func proposal() throws -> PhotoProposal {
    let photos = [
      try photo("a", "2024-05-03T10:15:00+09:00", place: "Busan"),
      try photo("b", "2024-05-03T12:00:00+09:00"), try photo("c", "2024-05-04T09:00:00+09:00"),
      try photo("d", "2024-05-06T09:00:00+09:00"),
    ]
    return PhotoProposal(groups: PhotoGrouping().groups(of: photos), existing: 2)
  }

  private func opened(
    _ columns: Int = 80, _ rows: Int = 14, entries: [EntryFields] = []
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: entries)
    screen.importer.proposal = .success(try Self.proposal())
    return await screen.press("i<C-s>")
  }

  @Test func `Photos of a chosen folder are proposed as entries`() async throws {
    var screen = try await opened()
    expectEqual(screen.importer.folders, ["/home/me/Pictures"])
    try expectScreen(screen, in: "photo-import")
    try await expectScreen(opened(40, 12), in: "photo-import-40x12")
    // A narrow row shows the title first, then what still fits.
    screen = try await ScreenTest(80, 14)
    let photo = try Self.photo("a", "2024-05-03T10:15:00+09:00", place: "Bukchon Hanok Village")
    let video = FoundRecording(path: "/home/me/v.mp4", date: photo.date, isDated: true)
    let groups = [PhotoGroup([photo]), PhotoGroup([photo], recordings: [video])].compactMap(\.self)
    screen.importer.proposal = .success(PhotoProposal(groups: groups))
    await screen.press("i<C-s>")
    for row in screen.lines[2...3] { expectContains(row, "Bukchon Hanok Village") }
    let wide = try await screen.resize(100, 14).lines.at(3)
    for part in ["Village", "▣ 1  ▶ 1"] { expectContains(wide, part) }
    screen = try await ScreenTest(80, 14).press("i")
    expectShows(screen, "Start from photos · /home/me/Pictures", "Ctrl-S use this folder")
    await screen.press("<Enter><End><Enter>")
    expectShows(screen, "Start from photos · /home/me/Pictures/2025")
    // Tab marks nothing if only one item can be chosen.
    await expect(screen.press("<Tab>").importer.folders.isEmpty)
    await expectEqual(screen.press("<C-s>").importer.folders, ["/home/me/Pictures/2025"])
    expectShows(screen, "No photos in this folder or its subfolders.")
    await screen.press("<Esc>", lacks: "Start from photos")
  }

  @Test func `Entries are added and undone together, many after a question`() async throws {
    var screen = try await opened(entries: try SampleDiary.entries())
    await screen.press("<Enter>", shows: "Added 3 entries with 4 photos.")
    try await expectEqual(screen.service.count(), 8)
    expectEqual(screen.state.list.count, 8)
    // The newest added entry is selected without a reload.
    let selected = try require(screen.state.list.selectedEntry)
    expectEqual(selected.date.description, "2024-05-06T09:00:00+09:00")
    expect(selected.title.isEmpty)
    expectShows(screen, " 3 Fri  Busan  ")
    try await expectEqual(screen.press("u", shows: "Undone: adding 3 entries.").service.count(), 5)
    expectEqual(screen.state.list.count, 5)
    await expectEqual(screen.press("<C-r>", shows: "Redone: adding 3 entries.").state.list.count, 8)
    screen = try await ScreenTest(80, 24)
    let photos = try (1...21).map { day in
      try Self.photo("p\(day)", "2024-05-\(day < 10 ? "0" : "")\(day)T10:00:00+09:00")
    }
    screen.importer.proposal = .success(
      PhotoProposal(groups: PhotoGrouping().groups(of: photos), existing: 0))
    await screen.press("i<C-s><Enter>", shows: "Add 21 entries?").press("n")
    expect(screen.importer.written.isEmpty)
    await screen.press("<Enter><Enter>", shows: "Added 21 entries with 21 photos.")
  }

  @Test func `Entries are skipped, merged and split`() async throws {
    var screen = try await opened().press(" ", shows: "2 entries · 2 photos")
    await screen.press("+", shows: "1 entry · 2 photos")
    await screen.press("<Up> <Up>-", shows: "Use ← and → to choose the photo")
    await screen.press("<Right>-", shows: "3 entries · 4 photos").press("w")
    expectEqual(
      screen.importer.written.first?.map { $0.photos.map(\.name) },
      [["a.jpg"], ["b.jpg"], ["c.jpg", "d.jpg"]])
    screen = try await opened().press("   w", shows: "All entries are left out")
    await screen.press("G+", shows: "no next entry to merge with").press("<Esc>y")
    expect(screen.importer.written.isEmpty)
  }

  @Test("Leaving asks before the arrangement is discarded", arguments: [" ", "+", "-"])
  func leavingArranged(key: Character) async throws {
    let screen = try await opened()
    func isOpen() -> Bool { screen.state.screens.contains(PhotoImportState.self) }
    await screen.press(KeyEvent(.right), .character(key), .character("q"))
    expectShows(screen, "Leave without adding?")
    await screen.press("<Enter>")
    expect(isOpen())
    expectLacks(screen, "Leave without adding?")
    await screen.press("<Esc>y")
    expect(isOpen())
    expectShows(screen, "[ Yes (y) ]")
    await screen.press("<Enter>")
    expect(!isOpen())
    expect(screen.importer.written.isEmpty)
    try await expect(opened().press("j<Esc>").state.screens.isEmpty)
  }

  @Test func `Photos in the trash are reported, and useless keys not offered`() async throws {
    let screen = try await ScreenTest(100, 14)
    screen.importer.proposal = .success(PhotoProposal(groups: [], existing: 8, inTrash: 5))
    await screen.press("i<C-s>")
    expectShows(
      screen, "All 8 photos here are already in the diary, 5 of them in the",
      "trash. Press Esc, t, then r to restore them.")
    expectShows(screen, "q back   ? keys")
    for key in ["+", "-", " ", "w"] {
      await expectNil(screen.press(key, shows: "q back   ? keys").state.toast)
    }
  }

  @Test func `A folder is chosen by typing or pasting`() async throws {
    let folders: [String: [FileItem]] = [
      "/": [.folder("home"), .folder("tmp")], "/home": [.folder("me")],
      "/home/me/Pictures": [.folder("2025"), .photo("a.jpg", 5)], "/home/me/.hidden": [],
      "/tmp/p500": [],
      "/home/me": [.folder("Pictures"), .folder("Pictures of old"), .folder(".hidden")],
      "/tmp": [.folder("ap50"), .folder("p50"), .folder("p500"), .photo("z.jpg", 5)],
    ]
    let expected = [
      "~/Pictures": "/home/me/Pictures", "/tmp/p500": "/tmp/p500", "/tmp/p50": "/tmp/p50",
      "/tmp/p5": "/tmp/p50", "/tmp/p500/": "/tmp/p500", "/tmp/": "/tmp",
      "20": "/home/me/Pictures/2025",
      "/home/me/.hidden": "/home/me/.hidden", "/tmp/z": "/tmp", "of old": nil,
    ]
    for (typed, folder) in expected {
      let screen = try await ScreenTest(80, 14, files: FakeFolders(folders)).press("i").type(typed)
      if typed == "/tmp/p500" { expectContains(screen.text, "Ctrl-S use p500/") }
      if typed == "/tmp/" { expectContains(screen.text, "Ctrl-S use this folder") }
      await screen.press("<C-s>")
      expectEqual(screen.importer.folders, (folder.map { [$0] } ?? []), "\(typed)")
      if folder == nil { expectContains(screen.text, "Folder not found here.") }
    }
    let screen = try await ScreenTest(80, 14, files: FakeFolders(folders)).press("i")
    await expectContains(screen.paste("/tmp/p50").text, "Ctrl-S use p50/")
    try await ScreenTest(80, 14, files: FakeFolders(folders))
      .press("i<End><Enter>", shows: "Press Ctrl-S to use the folder's photos.")
    var state = try await ScreenTest(80, 14).state
    state.press("i")
    _ = state.update(.terminal(.paste("/tmp/p500")), now: state.now)
    expectContains(state.press("<C-s>"), .findPhotos(folder: "/tmp/p500"))
  }

  @Test func `Refusals, failures and the limit are reported`() async throws {
    var screen = try await opened()
    screen.importer.refused = [
      PhotoIssue(path: "/x/a.jpg", .photo(.photo(path: "/x/a.jpg", .notAnImage)))
    ]
    await screen.press("w", shows: "Couldn't add it", "/x/a.jpg isn't a photo.")
    screen = try await ScreenTest(80, 14)
    screen.importer.proposal = .failure(.input(name: "/gone", .missing))
    await screen.press("i<C-s>", shows: "File /gone not found.").press("<Enter>")
    screen.importer.proposal = .success(try Self.proposal())
    screen.importer.failure = .store(path: "/d", .diskFull)
    await screen.press("i<C-s>w", shows: "the disk is full", "Added 1 entry with 2 photos.")
    await screen.press("<Enter>")
    expectShows(screen, " 3 Fri  Busan  ")
    await screen.press("u", shows: "Undone: adding 1 entry.").press("u", shows: "Nothing to undo.")
    screen = try await ScreenTest(100, 14)
    var proposal = try Self.proposal()
    proposal.isTruncated = true
    screen.importer.proposal = .success(proposal)
    await screen.press("i<C-s>", shows: "There are more than 4 photos")
    await screen.press("j", shows: "4 photos, and more")
    await screen.press("w", shows: "Added 3 entries with 4 photos. There are more")
  }

  @Test func `Esc stops the search, and the writing as soon as possible`() async throws {
    let screen = try await opened()
    var searching = screen.state
    searching.screens = ScreenStack([PhotoImportState(folder: "/x")])
    _ = searching.update(.photoImportMoved(Progress(.searching, 3)), now: searching.now)
    expectContains(searching.frame.grid.text, "3 photos so far")
    _ = searching.update(.photoImportMoved(Progress(.searching, 128, of: 512)), now: searching.now)
    expectContains(searching.frame.grid.text, "25%")
    let effects = searching.update(.terminal(.key(KeyEvent(.escape))), now: searching.now)
    expectContains(effects, .cancelPhotoImport)
    expect(searching.screens.isEmpty)
    _ = searching.update(.photosProposed(try Self.proposal()), now: searching.now)
    expect(searching.screens.isEmpty)
    var writing = screen.state
    _ = writing.update(.terminal(.key(.character("w"))), now: writing.now)
    expectContains(
      writing.update(.terminal(.key(KeyEvent(.escape))), now: writing.now), .cancelPhotoImport)
    expectContains(writing.frame.grid.text, "Stopping")
    var outcome = PhotoImportOutcome()
    outcome.wasCancelled = true
    _ = writing.update(.photosWritten(outcome, ranks: []), now: writing.now)
    expectEqual(writing.toast?.hasPrefix("Stopped. Added 0 entries"), true)
  }

  @Test func `The wheel and clicks move the selection`() async throws {
    let screen = try await opened()
    func photos() -> PhotoImportState? { screen.state.screens.topmost(PhotoImportState.self) }
    await screen.mouse(.scrollDown, 2, 3)
    expectEqual(photos()?.choice.selected, 2)
    await screen.mouse(.press, 2, 2)
    expectEqual(photos()?.choice.selected, 0)
    await screen.mouse(.press, 60, 5)
    expectEqual(photos()?.sheet.selected, 1)
  }
}

@MainActor @Suite("The inbox") struct InboxScreenTests {
  private func opened() async throws -> ScreenTest {
    let date = try require(EntryDate("2024-05-03T10:15:00+09:00"))
    let photo = FoundPhoto(path: "/inbox/a.jpg", date: date)
    var fields = EntryFields(date: date, title: "Heard\u{1B}", content: "Words of the note")
    let note = FoundNote(path: "/inbox/n.md", fields: fields, isDated: true)
    fields.title = ""
    fields.content = "Alone\u{1B} all day"
    fields.date = try require(EntryDate("2024-05-04T09:00:00+09:00"))
    let alone = FoundNote(path: "/inbox/o.md", fields: fields, isDated: true)
    let recording = FoundRecording(path: "/inbox/v.m4a", date: fields.date, isDated: false)
    let screen = try await ScreenTest(90, 16)
    let groups = PhotoGrouping().groups(of: [photo], notes: [note, alone], recordings: [recording])
    screen.inboxFolder.proposal = .success(PhotoProposal(groups: groups))
    return screen
  }

  @Test func `The inbox is announced, shown and written`() async throws {
    // The title shows the waiting files, in as much detail as fits.
    var screen = try await opened()
    expectLacks(screen, "in inbox")
    await screen.receive(.inboxCounted(InboxCount(photos: 3, notes: 2, recordings: 1)))
    expectShows(screen, "3 photos, 2 notes and 1 recording in inbox: Alt-i")
    await expectShows(screen.resize(40, 12), "6 in inbox")
    await expectLacks(screen.receive(.inboxCounted(InboxCount())), "in inbox")
    screen = try await opened().press("<A-i>")
    expectShows(screen, "Inbox · /inbox", "Heard␛", "▣ 1  ✎ 1", "1 photo, 2 notes, 1 recording")
    await screen.press("j", shows: "Alone␛ all day", "♪ v.m4a").press("k+", shows: "▣ 1  ✎ 2  ♪ 1")
    await screen.press("- <Enter>")
    expect(screen.inboxFolder.written.count == 1 && screen.inboxFolder.written[0].count == 1)
    expect(screen.state.screens.isEmpty)
    screen = try await opened()
    screen.inboxFolder.path = nil
    await screen.press("<A-i>", shows: "No inbox folder is set. Set inbox in the settings (,).")
    screen.inboxFolder.path = "/inbox"
    screen.inboxFolder.proposal = .success(PhotoProposal(groups: []))
    await screen.press("<A-i>", shows: "The inbox is empty.")
  }
}
