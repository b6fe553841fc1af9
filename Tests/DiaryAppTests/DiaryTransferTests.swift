import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Exporting, and importing another diary") @MainActor struct ExportScreenTests {
  private func opened(_ columns: Int = 64, _ rows: Int = 14) async throws -> ScreenTest {
    try await ScreenTest.sample(columns, rows).press("x")
  }

  private func end(
    _ screen: ScreenTest, in folder: String = "/home/me/out 1", page: String? = nil,
    problems: [String] = []
  ) async {
    let outcome = ExportOutcome(
      folder: folder, page: page, entries: 5, photos: 1, problems: problems)
    await screen.export(.end(outcome))
  }

  @Test func `An export asks for a folder, a format and the entries`() async throws {
    var screen = try await opened()
    try expectScreen(screen, in: "export")
    screen = try await opened().press("<C-u>~/out 1<Tab><Tab> <Tab><Right>")
    expectShows(screen, "JSON and photos", "keep in photos")
    await screen.press("<Enter>")
    await end(screen)
    expectEqual(
      screen.exporter.requests,
      [ExportRequest(folder: "/home/me/out 1", format: .json, keepsLocation: true)])
    expectShows(screen, "Exported 5 entries and 1 photo to /home/me/out 1.")
    expect(screen.state.screens.isEmpty)
    screen = try await opened().press("<Tab><Tab>")
    var seen: [String] = []
    for _ in ExportFormat.allCases {
      let line = screen.text.split(separator: "\n").first { $0.contains("▌Format") } ?? ""
      seen.append(String(line.drop { $0 != "▌" }))
      await screen.press("<Right>")
    }
    expectEqual(Set(seen).count, ExportFormat.allCases.count)
    expect(seen.contains { $0.contains("a zip for Day One") })
    expectShows(screen, "Markdown files and photos")
    await screen.press("<Left><Enter>")
    await end(screen)
    expectEqual(screen.exporter.requests.last?.format, ExportFormat.allCases.last)
    screen = try await ScreenTest.sample(64, 16)
    await screen.press("  x", shows: "Export 2 entries to a folder", "Entries   marked entries")
    expectShows(screen, "2 entries · 1 photo · 3.2 MB")
    await screen.press("<Tab> ")
    expectShows(screen, "Entries   whole diary", "5 entries · 1 photo · 3.2 MB", "Export the diary")
    await expectNil(screen.press("<Enter>").exporter.requests.last?.entries)
    screen = try await opened().press("<C-u><Enter>")
    expect(screen.exporter.requests.isEmpty)
    expectShows(screen, "Export the diary")
    await expect(screen.press("<Esc>").state.screens.isEmpty)
  }

  @Test func `A backup asks for a folder, shows its progress and names its result`() async throws {
    var screen = try await ScreenTest.sample(64, 14).press(":backup<Enter>")
    try expectScreen(screen, in: "backup")
    await screen.press("<C-u>~/my backups<Enter>", shows: "Backed up to /b/1.")
    expectEqual(screen.backups.folders, ["/home/me/my backups"])
    expect(screen.state.screens.isEmpty)
    screen.backups.result = .success(("Backed up to /b/2.", ["assets/1.jpg: missing"]))
    await screen.press("<A-b><Enter>", shows: "Partly backed up", "assets/1.jpg: missing")
    expectShows(screen, "Backed up to /b/2.")
    screen.backups.result = .failure(.backup(path: "/b", .insideStore))
    await screen.press("<Enter><A-b><Enter>", shows: "/b is inside the diary's folder.")
    await screen.press("<Enter>", shows: "Back up the diary to a folder").press("<Esc>")
    screen.backups.result = .failure(.backup(path: "/b", .cancelled))
    await screen.press("<A-b><Enter>", shows: "Stopped. Nothing was left in /b.")
    expect(screen.state.screens.isEmpty)
    var state = screen.state
    expectContains(state.press("<A-b><Enter>x").map(\.name), "backUp")
    expectContains(state.frame.grid.text, "Backing up to ~/diary-backups")
    expectEqual(state.press("<Esc>").map(\.name), ["cancelBackup"])
    expectContains(state.frame.grid.text, "Removing what was written so far.")
    screen = try await ScreenTest.sample(64, 14).press("<A-b><C-u><Enter>")
    expect(screen.backups.folders.isEmpty)
  }

  @Test func `An export shows its progress, stops on Esc and names its result`() async throws {
    var screen = try await opened().press("<Enter>")
    await screen.export(.stage(Progress(.exporting, 853, of: 1204, secondaryCount: 2011)))
    try expectScreen(screen, in: "export-progress")
    await end(screen, problems: ["one.md: no room"])
    expectShows(screen, "Partly exported", "one.md: no room")
    screen = try await opened().press("<Enter>").export(.stage(Progress(.exporting, 1, of: 5)))
    await screen.press("q<Enter>", shows: "1 of 5 entries")
    await screen.press("<Esc>", shows: "Export stopped. No files were left behind.")
    expect(screen.state.screens.isEmpty)
    screen = try await opened().press("<Enter>")
    await end(screen, in: "/home/me/out", page: "/home/me/out/index.html")
    expectShows(screen, "Exported 5 entries and 1 photo.", "/home/me/out/index.html")
    expectShows(screen, "Press o to open it in the browser.")
    await expectEqual(screen.press("o").photoActions.opened, ["/home/me/out/index.html"])
    expectShows(screen, "Opened in your browser.")
    expect(screen.state.screens.isEmpty)
    screen = try await opened().press("<Enter>")
    await screen.export(.fail(.export(path: "/home/me/diary-export", .notEmpty)))
    expectShows(screen, "isn't empty and doesn't")
    await screen.press("<Enter>", shows: "Export the diary")
  }

  @Test("An encrypted export asks for a hidden passphrase twice", arguments: [40, 64])
  func encrypted(_ columns: Int) async throws {
    let screen = try await opened(columns, columns == 40 ? 12 : 14)
    await screen.press("<S-Tab> ", shows: "▌Encrypt   one file, with")
    await screen.press("<Enter><Enter>", shows: "The passphrase is empty.")
    await screen.press("비밀 1", shows: "••••", lacks: "비밀").press("<Enter>", shows: "Type it again.")
    await screen.press("other<Enter>", shows: "The passphrases don't match.")
    expect(screen.exporter.requests.isEmpty)
    for _ in 0..<2 {
      await screen.type("wrong")
      // Deleted passphrases aren't kept for pasting.
      await screen.press("<C-u>비밀 1<Enter>")
    }
    await end(screen, in: "/x.tar.age")
    expectEqual(screen.exporter.requests.map(\.passphrase), [Passphrase("비밀 1".utf8)])
    expect(screen.state.screens.isEmpty)
    expectShows(screen, "x.tar.age")
    await screen.press("/<C-y>", lacks: "wrong", "비밀")
  }

  private static func folders() -> FakeFolders {
    FakeFolders([
      "/": [.folder("home")], "/home": [.folder("me")],
      "/home/me/Downloads": [.folder("Export"), .photo("DayOne.zip", 67_000_000)],
      "/home/me/Downloads/Export": [],
    ])
  }

  private static func preview() -> ImportPreview {
    var preview = ImportPreview(format: "Day One")
    preview.entries = 1204
    preview.existing = 3
    preview.photos = 310
    preview.attachments = 2
    if let first = CalendarDay("2019-03-01"), let last = CalendarDay("2024-05-03") {
      preview.days = first...last
    }
    preview.journals = ["여행": 200, "Diary": 1004]
    preview.problems = ["Journal.json, entry 7: its photo evil\u{1B}[2J\u{202E}.jpg is missing"]
    return preview
  }

  private func screen(
    _ columns: Int = 80, _ rows: Int = 24, finding: ImportCandidate = .diary(preview())
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), files: Self.folders())
    screen.diaryImporter.finding = finding
    return screen
  }

  private func chosen(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    try await self.screen(columns, rows).press("Iday<Enter>")
  }

  @Test func `A file is chosen, its import previewed, and its problems shown`() async throws {
    var screen = try await chosen()
    expectEqual(screen.diaryImporter.asked, ["read /home/me/Downloads/DayOne.zip"])
    try expectScreen(screen, in: "import")
    for (columns, rows) in [(40, 12), (200, 50)] {
      let screen = try await chosen(columns, rows)
      expectShows(screen, "1,204 new")
      expectEqual(screen.text.contains("↑ ↓ "), rows == 12)
      await screen.press("<PgDn>", shows: "is missing")
      expectEqual(screen.text.contains("↑ ↓  100%"), rows == 12)
    }
    expectEqual(Progress(.importing, 1, of: 4).fraction, 0.25)
    expectEqual(Progress(.saving, 2500, of: 10_000).fraction, 0.25)
    expectNil(Progress(.saving, 0, of: 0).fraction)
    expectEqual(Progress(.saving, 2500, of: 10_000).text(), "2,500 of 10,000 entries")
    screen = try await chosen(40, 12)
    let problems = (1...20).map { "J.json, entry \($0): its photo p\($0).jpg is missing" }
    screen.diaryImporter.result = .success(
      ImportResult(saved: [], earlier: [:], photos: 0, attachments: 0, problems: problems))
    await screen.press("<Enter>", shows: "Not imported, or imported with")
    expect(screen.text.contains("entry 1: ") && screen.text.contains("↑ ↓  12%"))
    await screen.press("j<Down>k")
    expect(!screen.text.contains("entry 1: ") && screen.text.contains("entry 2: "))
    await screen.press("<PgDn*12>", shows: "p20.jpg", "↑ ↓  100%")
    await screen.press("<PgUp*12>", shows: "entry 1: ")
    await expectLacks(screen.mouse(.scrollDown, 5, 5), "entry 1: ")
    await expect(screen.press("<Enter>").state.screens.isEmpty)
    screen = try await Language.korean.speaking { try await chosen(60, 16) }
    expectContains(Language.korean.speaking { screen.text }, "새 일기 1,204")
  }

  @Test func `Enter imports, u undoes it, and a failure is reported`() async throws {
    var screen = try await chosen()
    let entry = SampleDiary.entry(try SampleDiary.fields("From there", on: "2026-11-20T09:00"))
    let saved = try await screen.service.addImported([entry])
    let before = try require(try await screen.service.entries().last)
    var later = before.fields
    later.title = "As it is there"
    let updated = try await screen.service.update(before.id, to: later)
    screen.diaryImporter.result = .success(
      ImportResult(
        saved: (saved + [updated]).compactMap(SavedRevision.init),
        earlier: [before.id: before.fields], photos: 1, attachments: 0, problems: []))
    await expectEqual(screen.press("<Enter>").diaryImporter.asked.suffix(2), ["write", "forget"])
    expect(screen.state.screens.isEmpty)
    expectShows(screen, "Imported 1 entry with 1 photo, updated 1. Press u to undo.", "From there")
    await screen.press("u", shows: "Undone: importing 2 entries.")
    try await expect(screen.service.entry(entry.id).isTrashed)
    try await expectEqual(screen.service.entry(before.id).title, before.title)
    expectLacks(screen, "From there")
    try await expectEqual(screen.press("<C-r>").service.entry(entry.id).isTrashed, false)
    try await expectEqual(screen.service.entry(before.id).title, "As it is there")
    screen = try await chosen().press("u")
    expectEqual(screen.diaryImporter.asked.last, "read /home/me/Downloads/DayOne.zip with updates")
    expectShows(screen, "0 to update. Press u to skip them")
    await screen.press("u")
    expectEqual(screen.diaryImporter.asked.last, "read /home/me/Downloads/DayOne.zip")
    await screen.press("m", shows: "No one else wrote these entries.")
    var preview = Self.preview()
    for (isMine, shown) in [
      (false, "by someone else, which you can't change. Press m to"),
      (true, "all entries become yours. Press m to keep their author"),
    ] {
      (preview.writtenByOthers, preview.isMine) = (isMine ? 0 : 13, isMine)
      let screen = try await self.screen(finding: .diary(preview))
      await screen.press("Iday<Enter>", shows: shown).press("m")
      expectEqual(
        screen.diaryImporter.asked.last,
        "read /home/me/Downloads/DayOne.zip\(isMine ? " with authors" : " as mine")")
    }
    screen = try await chosen().press("<Enter>", shows: "Stopped. Nothing was added.")
    await screen.press("Iday<Enter>")
    screen.diaryImporter.result = .failure(.store(path: "/d", .diskFull))
    await expectNil(screen.press("<Enter>", shows: "the disk is full").state.undo.step(.undo))
  }

  @Test func `The import reports files and entries that it can't import`() async throws {
    var screen = try await self.screen(finding: .diary(ImportPreview(format: "JSON")))
    await expectEqual(screen.press("I<C-s>").diaryImporter.asked, ["read /home/me/Downloads"])
    await screen.press("<Enter>", shows: "Nothing new to import.")
    expectLacks(screen.diaryImporter.asked, "write")
    await expect(screen.press("<Esc>").state.screens.isEmpty)
    screen = try await self.screen(finding: .photos(folder: "/home/me/Downloads/Export"))
    await expect(screen.press("I<C-s>").state.screens.contains(PhotoImportState.self))
    screen = try await self.screen(
      finding: .photos(folder: "/home/me/Pictures/Export", problems: ["a.zip: left out"]))
    screen.importer.proposal = .success(
      PhotoProposal(groups: [], skipped: SkippedFiles(texts: ["notes.org"])))
    await screen.press("I<C-s>")
    expectShows(screen, "Left out", "a.zip: left out", "notes.org: left out because it's text")
    await screen.press("<Enter>", lacks: "notes.org")
    // The first 500 problems are listed, the others counted.
    var preview = Self.preview()
    preview.problems = (0..<20_000).map { "messages/\($0).json: left out, no entry uses it" }
    screen = try await self.screen(finding: .diary(preview))
    await screen.press("Iday<Enter><End>", shows: "messages/499.json", "19500 more like this.")
  }
}
