import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Starting from photos") @MainActor
struct PhotoImportScreenTests {
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
    return PhotoProposal(groups: PhotoGrouping().groups(of: photos), alreadyThere: 2)
  }

  private func opened(
    _ columns: Int = 80, _ rows: Int = 14, entries: [EntryFields] = []
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: entries)
    screen.importer.propose(.success(try Self.proposal()))
    return await screen.press("i<C-s>")
  }

  @Test func `Photos of a chosen folder are proposed as entries`() async throws {
    var screen = try await opened()
    expectEqual(screen.importer.folders, ["/home/me/Pictures"])
    try expectScreen(screen, in: "photo-import")
    try await expectScreen(opened(40, 12), in: "photo-import-40x12")
    // Where a row is narrow, its title is shown first, and of the rest what leaves room for it.
    screen = try await ScreenTest(80, 14)
    let photo = try Self.photo("a", "2024-05-03T10:15:00+09:00", place: "Bukchon Hanok Village")
    let film = FoundRecording(path: "/home/me/v.mp4", date: photo.date, isDated: true)
    let groups = [PhotoGroup([photo]), PhotoGroup([photo], recordings: [film])].compactMap(\.self)
    screen.importer.propose(.success(PhotoProposal(groups: groups)))
    await screen.press("i<C-s>")
    for row in screen.lines[2...3] { expectContains(row, "Bukchon Hanok Village") }
    let wide = try await screen.resize(100, 14).lines.at(3)
    for part in ["Village", "▣ 1  ▶ 1"] { expectContains(wide, part) }
    // The picker for a folder opens folders and takes the one it shows.
    screen = try await ScreenTest(80, 14).press("i")
    expectShows(screen, "Start from photos · /home/me/Pictures", "Ctrl-S use this folder")
    await screen.press("<Enter><End><Enter>")
    // A photo is no folder: Enter takes none.
    expectShows(screen, "Start from photos · /home/me/Pictures/2025")
    // Tab marks, where several are taken; here it does nothing.
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
    // They are shown, the newest of them selected, and nothing was read for that.
    let selected = try require(screen.state.list.selectedEntry)
    expectEqual(selected.date.description, "2024-05-06T09:00:00+09:00")
    // The row tells the day.
    expect(selected.title.isEmpty)
    expectShows(screen, " 3 Fri  Busan  ")
    try await expectEqual(screen.press("u", shows: "Undone: adding 3 entries.").service.count(), 5)
    expectEqual(screen.state.list.count, 5)
    await expectEqual(screen.press("<C-r>", shows: "Redone: adding 3 entries.").state.list.count, 8)
    // Of more than twenty it is asked, with Yes preselected.
    screen = try await ScreenTest(80, 24)
    let photos = try (1...21).map { day in
      try Self.photo("p\(day)", "2024-05-\(day < 10 ? "0" : "")\(day)T10:00:00+09:00")
    }
    screen.importer.propose(
      .success(PhotoProposal(groups: PhotoGrouping().groups(of: photos), alreadyThere: 0)))
    await screen.press("i<C-s><Enter>", shows: "Add 21 entries?").press("n")
    expect(screen.importer.written.isEmpty)
    await screen.press("<Enter><Enter>", shows: "Added 21 entries with 21 photos.")
  }

  @Test func `Entries are left out, merged and cut`() async throws {
    var screen = try await opened().press(" ", shows: "2 entries · 2 photos")
    await screen.press("m", shows: "1 entry · 2 photos")
    await screen.press("<Up> <Up>s", shows: "Use ← and → to choose the photo")
    await screen.press("<Right>s", shows: "3 entries · 4 photos").press("w")
    expectEqual(
      screen.importer.written.first?.map { $0.photos.map(\.name) },
      [["a.jpg"], ["b.jpg"], ["c.jpg", "d.jpg"]])
    // With all left out nothing is written, and the last has no next one.
    screen = try await opened().press("   w", shows: "Every entry is left out")
    await screen.press("Gm", shows: "no next entry to merge with").press("<Esc>y")
    expect(screen.importer.written.isEmpty)
  }

  @Test("Leaving asks before the arrangement is discarded", arguments: [" ", "m", "s"])
  func leavingArranged(key: Character) async throws {
    let screen = try await opened()
    func isOpen() -> Bool { screen.state.screens.contains(PhotoImportState.self) }
    await screen.press(KeyEvent(.right), .character(key), .character("q"))
    expectShows(screen, "Leave without adding?")
    // No is preselected.
    await screen.press("<Enter>")
    expect(isOpen())
    expectLacks(screen, "Leave without adding?")
    await screen.press("<Esc>y")
    // One key throws nothing away.
    expect(isOpen())
    expectShows(screen, "[ Yes (y) ]")
    await screen.press("<Enter>")
    expect(!isOpen())
    expect(screen.importer.written.isEmpty)
    // With nothing arranged there is nothing to ask.
    try await expect(opened().press("j<Esc>").state.screens.isEmpty)
  }

  @Test func `Photos in the trash are reported, and useless keys not offered`() async throws {
    let screen = try await ScreenTest(100, 14)
    screen.importer.propose(.success(PhotoProposal(groups: [], alreadyThere: 8, inTrash: 5)))
    await screen.press("i<C-s>")
    expectContains(
      screen.text,
      "All 8 photos here are already in the diary, 5 of them in the trash. Press Esc, t, then r")
    expectShows(screen, "q back   ? keys")
    for key in ["m", "s", " ", "w"] {
      await expectNil(screen.press(key, shows: "q back   ? keys").state.toast)
    }
  }

  @Test func `A folder is chosen by typing or pasting`() async throws {
    let folders: [String: [FileItem]] = [
      "/": [.folder("home"), .folder("tmp")], "/home": [.folder("me")],
      "/home/me/Pictures": [.folder("2025"), .photo("a.jpg", 5)], "/home/me/.hidden": [],
      "/tmp/p500": [],
      "/home/me": [.folder("Pictures"), .folder("Pictures of old"), .folder(".hidden")],
      "/tmp": [.folder("p50"), .folder("p500"), .photo("z.jpg", 5)],
    ]
    let expected = [
      "~/Pictures": "/home/me/Pictures", "/tmp/p500": "/tmp/p500", "/tmp/p50": "/tmp/p50",
      "/tmp/p500/": "/tmp/p500", "/tmp/": "/tmp", "20": "/home/me/Pictures/2025",
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
    // A pasted path is taken at its word before its folder is read.
    var state = try await ScreenTest(80, 14).state
    state.press("i")
    _ = state.update(.terminal(.paste("/tmp/p500")), now: state.now)
    expectContains(state.press("<C-s>"), .findPhotos(folder: "/tmp/p500"))
  }

  @Test func `Refusals, failures and the limit are reported`() async throws {
    var screen = try await opened()
    screen.importer.refuse([
      PhotoIssue(path: "/x/a.jpg", .photo(.photo(path: "/x/a.jpg", .notAnImage)))
    ])
    await screen.press("w", shows: "Couldn't add it", "/x/a.jpg isn't a photo.")
    screen = try await ScreenTest(80, 14)
    screen.importer.propose(.failure(.input(name: "/gone", .missing)))
    await screen.press("i<C-s>", shows: "File /gone not found.").press("<Enter>")
    screen.importer.propose(.success(try Self.proposal()))
    screen.importer.fail(with: .store(path: "/d", .diskFull))
    await screen.press("i<C-s>w", shows: "the disk is full", "Added 1 entry with 2 photos.")
    await screen.press("<Enter>")
    // What came until then is there, and can be undone.
    expectShows(screen, " 3 Fri  Busan  ")
    await screen.press("u", shows: "Undone: adding 1 entry.").press("u", shows: "Nothing to undo.")
    // Where there are more than are taken at once, the screen says so.
    screen = try await ScreenTest(100, 14)
    var proposal = try Self.proposal()
    proposal.isCut = true
    screen.importer.propose(.success(proposal))
    await screen.press("i<C-s>", shows: "There are more than 4 photos")
    await screen.press("j", shows: "4 photos, and more")
    await screen.press("w", shows: "Added 3 entries with 4 photos. There are more")
  }

  @Test func `Esc stops the search, and the writing as soon as that can be`() async throws {
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
    // What it found by then comes too late.
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

  @Test func `The wheel and clicks move`() async throws {
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

@MainActor @Suite("The inbox")
struct InboxScreenTests {
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
    screen.inboxFolder.propose(.success(PhotoProposal(groups: groups)))
    return screen
  }

  @Test func `The inbox is announced, shown and written`() async throws {
    // The top of the list tells what waits, in as many words as there is room for.
    var screen = try await opened()
    expectLacks(screen, "wait")
    await screen.receive(.inboxCounted(InboxCount(photos: 3, notes: 2, recordings: 1)))
    expectShows(screen, "3 photos, 2 notes and 1 recording wait: Alt-i")
    await expectShows(screen.resize(40, 12), "6 wait")
    await expectLacks(screen.receive(.inboxCounted(InboxCount())), "wait")
    // Its entries are shown with their notes, arranged and written.
    screen = try await opened().press("<A-i>")
    expectShows(screen, "Inbox · /inbox", "Heard␛", "▣ 1  ✎ 1", "1 photo, 2 notes, 1 recording")
    await screen.press("j", shows: "Alone␛ all day", "♪ v.m4a").press("km", shows: "▣ 1  ✎ 2  ♪ 1")
    await screen.press("s <Enter>")
    expect(screen.inboxFolder.written.count == 1 && screen.inboxFolder.written[0].count == 1)
    expect(screen.state.screens.isEmpty)
    // Without one it says where to set it, and an empty one that nothing waits.
    screen = try await opened()
    screen.inboxFolder.set(folder: nil)
    await screen.press("<A-i>", shows: "Name a folder for the inbox in config.toml first")
    screen.inboxFolder.set(folder: "/inbox")
    screen.inboxFolder.propose(.success(PhotoProposal(groups: [])))
    await screen.press("<A-i>", shows: "Nothing waits in the inbox.")
  }
}
