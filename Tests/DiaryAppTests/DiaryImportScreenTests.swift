import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Importing another diary")
@MainActor
struct DiaryImportScreenTests {
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
    preview.alreadyThere = 3
    preview.photos = 310
    preview.attachments = 2
    if let first = CalendarDay("2019-03-01"), let last = CalendarDay("2024-05-03") {
      preview.days = first...last
    }
    preview.journals = ["여행": 200, "Diary": 1004]
    preview.problems = ["Journal.json, entry 7: its photo evil\u{1B}[2J\u{202E}.jpg isn't there"]
    return preview
  }

  private func screen(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), files: Self.folders())
    screen.diaryImporter.find(.diary(Self.preview()))
    return screen
  }

  private func chosen(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    let screen = try await screen(columns, rows)
    await screen.press(.character("I"))
    await screen.type("day")
    await screen.press(KeyEvent(.enter))
    return screen
  }

  @Test("A file is chosen, and what would come of it is shown")
  func preview() async throws {
    let screen = try await chosen()
    expectEqual(screen.diaryImporter.asked, ["read /home/me/Downloads/DayOne.zip"])
    expectScreen(
      screen,
      """
       Import · DayOne.zip
      ────────────────────────────────────────────────────────────────────────────────

        Format      Day One
        Entries     1,204 new · 3 there already
        Photos      310 photos · 2 attachments
        Dates       1 Mar 2019 – 3 May 2024
        Journals    Diary 1,004, 여행 200
        Changed     entries already here stay as they are. Press u to update

        Can't be imported, or only with changes:
        Journal.json, entry 7: its photo evil␛[2J.jpg isn't there











       Enter import   u updates   q leave   ? keys
      """)
  }

  @Test("It fits small screens and large ones", arguments: [(40, 12), (200, 50)])
  func sizes(_ size: (Int, Int)) async throws {
    let screen = try await chosen(size.0, size.1)
    expectContains(screen.text, "1,204 new")
    expectEqual(screen.text.contains("↑ ↓ "), (size.1 == 12))
    await screen.press(KeyEvent(.pageDown))
    expectContains(screen.text, "isn't there")
    expectEqual(screen.text.contains("↑ ↓  100%"), (size.1 == 12))
  }

  @Test("The bar fills for each stage by itself, and says how far that is")
  func stages() {
    expectEqual(Progress(.bringing, 1, of: 4).fraction, 0.25)
    expectEqual(Progress(.saving, 2500, of: 10_000).fraction, 0.25)
    expectNil(Progress(.saving, 0, of: 0).fraction)
    expectEqual(Progress(.saving, 2500, of: 10_000).words(), "2,500 of 10,000 entries")
  }

  @Test("What was not brought can be read to its end on a small screen")
  func manyProblems() async throws {
    let screen = try await chosen(40, 12)
    let problems = (1...20).map { "J.json, entry \($0): its photo p\($0).jpg isn't there" }
    screen.diaryImporter.end(
      with: .success(
        ImportResult(saved: [], earlier: [:], photos: 0, attachments: 0, problems: problems)))
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Not imported, or changed")
    expect(screen.text.contains("entry 1: ") && screen.text.contains("↑ ↓  12%"))
    await screen.press(.character("j"), KeyEvent(.down), .character("k"))
    expect(!screen.text.contains("entry 1: ") && screen.text.contains("entry 2: "))
    await screen.press(KeyEvent(.pageDown), times: 12)
    expectContains(screen.text, "p20.jpg")
    expectContains(screen.text, "↑ ↓  100%")
    await screen.press(KeyEvent(.pageUp), times: 12)
    expectContains(screen.text, "entry 1: ")
    await screen.send(.mouse(MouseEvent(.scrollDown, at: Point(column: 5, row: 5))))
    expectLacks(screen.text, "entry 1: ")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
  }

  @Test("In Korean")
  func korean() async throws {
    let screen = try await Language.korean.speaking { try await chosen(60, 16) }
    expectContains(Language.korean.speaking { screen.text }, "새 일기 1,204")
  }

  @Test("Enter imports it, and u takes all of it back")
  func importing() async throws {
    let screen = try await chosen()
    var fresh = try SampleDiary.fields("From there", on: "2026-11-20T09:00:00+09:00", "x")
    fresh.tags = ["new"]
    let time = Timestamp(milliseconds: 1)
    let entry = Entry(
      id: .random(), fields: fresh, author: AuthorID("me"), created: time, modified: time)
    let saved = try await screen.service.addImported([entry])
    let before = try require(try await screen.service.entries().last)
    var later = before.fields
    later.title = "As it is there"
    let updated = try await screen.service.update(before.id, to: later)
    screen.diaryImporter.end(
      with: .success(
        ImportResult(
          saved: (saved + [updated]).compactMap(SavedState.init),
          earlier: [before.id: before.fields], photos: 1, attachments: 0, problems: [])))
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.diaryImporter.asked.suffix(2), ["write", "forget"])
    expect(screen.state.screens.isEmpty)
    expectContains(screen.text, "Imported 1 entry with 1 photo, updated 1. Press u to undo.")
    expectContains(screen.text, "From there")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: importing 2 entries.")
    try await expect(screen.service.entry(entry.id).isTrashed)
    try await expectEqual(screen.service.entry(before.id).title, before.title)
    expectLacks(screen.text, "From there")
    await screen.press(.control("r"))
    try await expectEqual(screen.service.entry(entry.id).isTrashed, false)
    try await expectEqual(screen.service.entry(before.id).title, "As it is there")
  }

  @Test("u asks for what has changed there, too")
  func updates() async throws {
    let screen = try await chosen()
    await screen.press(.character("u"))
    expectEqual(screen.diaryImporter.asked.last, "read /home/me/Downloads/DayOne.zip with updates")
    expectContains(screen.text, "0 to be updated. Press u to skip them")
    await screen.press(.character("u"))
    expectEqual(screen.diaryImporter.asked.last, "read /home/me/Downloads/DayOne.zip")
  }

  @Test("A stopped or failed import leaves the list, and says so")
  func stopped() async throws {
    let screen = try await chosen()
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Stopped. Nothing was added.")
    await screen.press(.character("I"))
    await screen.type("day")
    await screen.press(KeyEvent(.enter))
    screen.diaryImporter.end(with: .failure(.store(path: "/d", .diskFull)))
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "the disk is full")
    expectNil(screen.state.undo.step(.undo))
  }

  @Test("Nothing new is nothing to import; Esc leaves")
  func nothing() async throws {
    let screen = try await screen()
    screen.diaryImporter.find(.diary(ImportPreview(format: "JSON")))
    await screen.press(.character("I"), .control("s"))
    expectEqual(screen.diaryImporter.asked, ["read /home/me/Downloads"])
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Nothing new to import.")
    expectLacks(screen.diaryImporter.asked, "write")
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
  }

  @Test("A folder of photos leads to the screen for these")
  func photos() async throws {
    let screen = try await screen()
    screen.diaryImporter.find(.photos(folder: "/home/me/Downloads/Export"))
    await screen.press(.character("I"), .control("s"))
    expectContains(screen.state.screens, PhotoImportState.self)
  }

  @Test("What of a folder of photos isn't brought is told there, too")
  func leftOut() async throws {
    let screen = try await screen()
    screen.diaryImporter.find(
      .photos(folder: "/home/me/Pictures/Export", problems: ["a.zip: left out"]))
    screen.importer.propose(
      .success(PhotoProposal(groups: [], passedOver: PassedOverFiles(texts: ["notes.org"]))))
    await screen.press(.character("I"), .control("s"))
    expectContains(screen.text, "Left out")
    expectContains(screen.text, "a.zip: left out")
    expectContains(screen.text, "notes.org: left out because it's text")
    await screen.press(KeyEvent(.enter))
    expectLacks(screen.text, "notes.org")
  }

  @Test("Of very many problems the first are told, and how many others there are")
  func cutProblems() async throws {
    let screen = try await screen(80, 24)
    var preview = Self.preview()
    preview.problems = (0..<20_000).map { "messages/\($0).json: left out, no entry uses it" }
    screen.diaryImporter.find(.diary(preview))
    await screen.press(.character("I"))
    await screen.type("day")
    await screen.press(KeyEvent(.enter), KeyEvent(.end))
    expectContains(screen.text, "messages/499.json")
    expectContains(screen.text, "19500 more like this.")
  }
}
