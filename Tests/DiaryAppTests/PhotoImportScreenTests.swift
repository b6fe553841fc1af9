import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Starting from photos")
@MainActor
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
    await screen.press(.character("i"))
    await screen.press(.control("s"))
    return screen
  }

  @Test("A folder is chosen, its photos are proposed as entries and shown")
  func snapshot() async throws {
    let screen = try await opened()
    expectEqual(screen.importer.folders, ["/home/me/Pictures"])
    expectScreen(
      screen,
      """
       Start from photos · /home/me/Pictures   3 entries · 4 photos · 2 there already
      ────────────────────────────────────────────────────────────────────────────────
      ▌✓ 3 May 2024  Busan     Fri 10:15  ▣ 2
       ✓ 4 May 2024            Sat 09:00  ▣ 1   ▌▓░░░▓░░░▓░░░▓░░░  ▓░░░▓░░░▓░░░▓░░░
       ✓ 6 May 2024            Mon 09:00  ▣ 1   ▌░░░▓░░░▓░░░▓░░░▓  ░░░▓░░░▓░░░▓░░░▓
                                                ▌░░▓░░░▓░░░▓░░░▓░  ░░▓░░░▓░░░▓░░░▓░
                                                ▌░▓░░░▓░░░▓░░░▓░░  ░▓░░░▓░░░▓░░░▓░░
                                                ▌▓░░░▓░░░▓░░░▓░░░  ▓░░░▓░░░▓░░░▓░░░
                                                ▌░░░▓░░░▓░░░▓░░░▓  ░░░▓░░░▓░░░▓░░░▓
                                                ▌10:15 a.jpg       12:00 b.jpg



       Enter write   Space leave out   m merge   s split   q leave   ? keys
      """)
  }

  @Test("Where a row is narrow, its title is shown first, and of the rest what leaves room for it")
  func titles() async throws {
    let screen = try await ScreenTest(80, 14)
    let photo = try Self.photo("a", "2024-05-03T10:15:00+09:00", place: "Bukchon Hanok Village")
    let film = FoundRecording(path: "/home/me/v.mp4", date: photo.date, isDated: true)
    let groups = [PhotoGroup([photo]), PhotoGroup([photo], recordings: [film])].compactMap(\.self)
    screen.importer.propose(.success(PhotoProposal(groups: groups)))
    await screen.press(.character("i"), .control("s"))
    let rows = screen.text.split(separator: "\n").dropFirst(2).prefix(2).map(String.init)
    for row in rows { expectContains(row, "Bukchon Hanok Village", "\(row)") }
    await screen.send(.resize(Size(columns: 100, rows: 14)))
    let wide = screen.text.split(separator: "\n").dropFirst(3).first.map(String.init) ?? ""
    expectContains(wide, "Village", "\(wide)")
    expectContains(wide, "▣ 1  ▶ 1", "\(wide)")
  }

  @Test("At 40×12 the entries alone")
  func narrow() async throws {
    let screen = try await opened(40, 12)
    expectScreen(
      screen,
      """
       Start from photos · /home/…  3 entries
      ────────────────────────────────────────
      ▌✓ 3 May 2024  Busan     Fri 10:15  ▣ 2
       ✓ 4 May 2024            Sat 09:00  ▣ 1
       ✓ 6 May 2024            Mon 09:00  ▣ 1






       Enter write  Space leave out  m merge
      """)
  }

  @Test("The picker for a folder opens folders and takes the one it shows")
  func folder() async throws {
    let screen = try await ScreenTest(80, 14)
    await screen.press(.character("i"))
    expectContains(screen.text, "Start from photos · /home/me/Pictures")
    expectContains(screen.text, "Ctrl-S use this folder")
    await screen.press(KeyEvent(.enter), KeyEvent(.end), KeyEvent(.enter))
    // A photo is no folder: Enter takes none.
    expectContains(screen.text, "Start from photos · /home/me/Pictures/2025")
    // Tab marks, where several are taken; here it does nothing.
    await screen.press(KeyEvent(.tab))
    expect(screen.importer.folders.isEmpty)
    await screen.press(.control("s"))
    expectEqual(screen.importer.folders, ["/home/me/Pictures/2025"])
    expectContains(screen.text, "No photos in this folder or its subfolders.")
    await screen.press(KeyEvent(.escape))
    expectLacks(screen.text, "Start from photos")
  }

  @Test("They are added without a question, and undone together")
  func write() async throws {
    let screen = try await opened(entries: try SampleDiary.entries())
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Added 3 entries with 4 photos.")
    try await expectEqual(screen.service.count(), 8)
    expectEqual(screen.state.list.count, 8)
    // They are shown, the newest of them selected, and nothing was read for that.
    let selected = try require(screen.state.list.selectedEntry)
    expectEqual(selected.date.description, "2024-05-06T09:00:00+09:00")
    // The row tells the day.
    expect(selected.title.isEmpty)
    expectContains(screen.text, " 3 Fri  Busan  ")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: adding 3 entries.")
    try await expectEqual(screen.service.count(), 5)
    expectEqual(screen.state.list.count, 5)
    await screen.press(.control("r"))
    expectContains(screen.text, "Redone: adding 3 entries.")
    expectEqual(screen.state.list.count, 8)
  }

  @Test("Of more than twenty it is asked, with Yes preselected")
  func many() async throws {
    let screen = try await ScreenTest(80, 24)
    let photos = try (1...21).map { day in
      try Self.photo("p\(day)", "2024-05-\(day < 10 ? "0" : "")\(day)T10:00:00+09:00")
    }
    screen.importer.propose(
      .success(PhotoProposal(groups: PhotoGrouping().groups(of: photos), alreadyThere: 0)))
    await screen.press(.character("i"), .control("s"), KeyEvent(.enter))
    expectContains(screen.text, "Add 21 entries?")
    await screen.press(.character("n"))
    expect(screen.importer.written.isEmpty)
    await screen.press(KeyEvent(.enter), KeyEvent(.enter))
    expectContains(screen.text, "Added 21 entries with 21 photos.")
  }

  @Test("Entries are left out, made one, and cut at a photo")
  func choose() async throws {
    let screen = try await opened()
    await screen.press(.character(" "))
    expectContains(screen.text, "2 entries · 2 photos")
    await screen.press(.character("m"))
    expectContains(screen.text, "1 entry · 2 photos")
    await screen.press(KeyEvent(.up), .character(" "), KeyEvent(.up))
    await screen.press(.character("s"))
    expectContains(screen.text, "Use ← and → to choose the photo")
    await screen.press(KeyEvent(.right), .character("s"))
    expectContains(screen.text, "3 entries · 4 photos")
    await screen.press(.character("w"))
    expectEqual(
      screen.importer.written.first?.map { $0.photos.map(\.name) },
      [
        ["a.jpg"], ["b.jpg"], ["c.jpg", "d.jpg"],
      ])
  }

  @Test("With all left out nothing is written, and the last has no next one")
  func nothing() async throws {
    let screen = try await opened()
    await screen.press(.character(" "), .character(" "), .character(" "), .character("w"))
    expectContains(screen.text, "Every entry is left out")
    await screen.press(.character("G"), .character("m"))
    expectContains(screen.text, "no next entry to merge with")
    await screen.press(KeyEvent(.escape), .character("y"))
    expect(screen.importer.written.isEmpty)
  }

  @Test("What was arranged isn't thrown away unasked", arguments: [" ", "m", "s"])
  func leavingArranged(key: Character) async throws {
    let screen = try await opened()
    func isOpen() -> Bool { screen.state.screens.contains(PhotoImportState.self) }
    await screen.press(KeyEvent(.right), .character(key), .character("q"))
    expectContains(screen.text, "Leave without adding?")
    // No is preselected.
    await screen.press(KeyEvent(.enter))
    expect(isOpen())
    expectLacks(screen.text, "Leave without adding?")
    await screen.press(KeyEvent(.escape), .character("y"))
    // One key throws nothing away.
    expect(isOpen())
    expectContains(screen.text, "[ Yes (y) ]")
    await screen.press(KeyEvent(.enter))
    expect(!isOpen())
    expect(screen.importer.written.isEmpty)
    // With nothing arranged there is nothing to ask.
    let untouched = try await opened()
    await untouched.press(.character("j"), KeyEvent(.escape))
    expect(untouched.state.screens.isEmpty)
  }

  @Test("Photos that the trash has are told of, and keys without use aren't offered")
  func inTrash() async throws {
    let screen = try await ScreenTest(100, 14)
    screen.importer.propose(
      .success(PhotoProposal(groups: [], alreadyThere: 8, inTrash: 5)))
    await screen.press(.character("i"), .control("s"))
    expectContains(
      screen.text,
      "All 8 photos here are already in the diary, 5 of them in the trash. Press Esc, t, then r")
    expectContains(screen.text, "q back   ? keys")
    for key in ["m", "s", " ", "w"] {
      await screen.press(.character(Character(key)))
      expectNil(screen.state.toast)
      expectContains(screen.text, "q back   ? keys")
    }
  }

  @Test("Ctrl-S uses the folder that typing has selected")
  func typedFolder() async throws {
    let folders: [String: [FileItem]] = [
      "/": [.folder("home"), .folder("tmp")], "/home": [.folder("me")],
      "/home/me/Pictures": [.folder("2025"), .photo("a.jpg", 5)],
      "/home/me/.hidden": [],
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
      let screen = try await ScreenTest(80, 14, files: FakeFolders(folders))
      await screen.press(.character("i"))
      await screen.type(typed)
      if typed == "/tmp/p500" { expectContains(screen.text, "Ctrl-S use p500/") }
      if typed == "/tmp/" { expectContains(screen.text, "Ctrl-S use this folder") }
      await screen.press(.control("s"))
      expectEqual(screen.importer.folders, (folder.map { [$0] } ?? []), "\(typed)")
      if folder == nil { expectContains(screen.text, "Folder not found here.") }
    }
  }

  @Test("A pasted path is taken at its word before its folder is read")
  func typedFast() async throws {
    var state = try await ScreenTest(80, 14).state
    _ = state.update(.terminal(.key(.character("i"))), now: state.now)
    _ = state.update(.terminal(.paste("/tmp/p500")), now: state.now)
    let effects = state.update(.terminal(.key(.control("s"))), now: state.now)
    expectContains(effects, .findPhotos(folder: "/tmp/p500"))
  }

  @Test("What was refused has to be read")
  func refused() async throws {
    let screen = try await opened()
    screen.importer.refuse([
      PhotoIssue(path: "/x/a.jpg", .photo(.photo(path: "/x/a.jpg", .notAnImage)))
    ])
    await screen.press(.character("w"))
    expectContains(screen.text, "Couldn't add it")
    expectContains(screen.text, "/x/a.jpg isn't a photo.")
  }

  @Test("A failure is told, of the search as of the writing")
  func failures() async throws {
    let screen = try await ScreenTest(80, 14)
    screen.importer.propose(.failure(.input(name: "/gone", .missing)))
    await screen.press(.character("i"), .control("s"))
    expectContains(screen.text, "File /gone not found.")
    await screen.press(KeyEvent(.enter))
    screen.importer.propose(.success(try Self.proposal()))
    screen.importer.fail(with: .store(path: "/d", .diskFull))
    await screen.press(.character("i"), .control("s"), .character("w"))
    expectContains(screen.text, "the disk is full")
    expectContains(screen.text, "Added 1 entry with 2 photos.")
    await screen.press(KeyEvent(.enter))
    // What came until then is there, and can be undone.
    expectContains(screen.text, " 3 Fri  Busan  ")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: adding 1 entry.")
    await screen.press(.character("u"))
    expectContains(screen.text, "Nothing to undo.")
  }

  @Test("Where there are more than are taken at once, the screen says so")
  func cut() async throws {
    let screen = try await ScreenTest(100, 14)
    var proposal = try Self.proposal()
    proposal.isCut = true
    screen.importer.propose(.success(proposal))
    await screen.press(.character("i"), .control("s"))
    expectContains(screen.text, "There are more than 4 photos")
    await screen.press(.character("j"))
    expectContains(screen.text, "4 photos, and more")
    await screen.press(.character("w"))
    expectContains(screen.text, "Added 3 entries with 4 photos. There are more")
  }

  @Test("Esc stops the search, and the writing as soon as that can be")
  func stop() async throws {
    let screen = try await opened()
    var searching = screen.state
    searching.screens = ScreenStack([PhotoImportState(folder: "/x")])
    _ = searching.update(
      .photoImportMoved(Progress(.searching, 3)), now: searching.now)
    expectContains(searching.frame.grid.text, "3 photos so far")
    _ = searching.update(
      .photoImportMoved(Progress(.searching, 128, of: 512)), now: searching.now)
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

  @Test("The wheel and clicks move")
  func mouse() async throws {
    let screen = try await opened()
    func selected() -> (group: Int, photo: Int)? {
      for photos in screen.state.screens.all(PhotoImportState.self) {
        return (photos.choice.selected, photos.sheet.selected)
      }
      return nil
    }
    await screen.send(.mouse(MouseEvent(.scrollDown, at: Point(column: 2, row: 3))))
    expectEqual(selected()?.group, 2)
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 2, row: 2))))
    expectEqual(selected()?.group, 0)
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 60, row: 5))))
    expectEqual(selected()?.photo, 1)
  }
}
