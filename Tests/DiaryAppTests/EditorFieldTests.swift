import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@MainActor @Suite("Names of places for an entry")
struct PlaceChoiceTests {
  private let jeju = PhotoDetails.Position(latitude: 33.4633, longitude: 126.3098)

  /// An entry with a photo that was taken on Jeju, in the editor with its details open at the place.
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, naming names: Result<[String], PlaceNamesError>
  ) async throws -> ScreenTest {
    let fields = EntryFields(
      date: EntryDate(instant: 1_700_000_000, offset: 0), title: "첫눈",
      photos: [
        Photo(
          asset: AssetID(digest: [UInt8](repeating: 1, count: 32)), name: "a.jpg",
          type: MediaType("image/jpeg"))
      ])
    let screen = try await ScreenTest(columns, rows, entries: [fields])
    screen.placeNaming.call(names)
    screen.photoActions.report(
      PhotoFileFacts(
        facts: PhotoFacts(
          type: MediaType("image/jpeg"), details: PhotoDetails(position: jeju)), bytes: 1))
    return await screen.press("e<F2><Down><Down>")
  }

  @Test func `a name is proposed before the coordinates, and only taken when it is chosen`()
    async throws
  {
    let screen = try await opened(naming: .success(["제주시 애월읍", "제주시 한림읍"]))
    expectShows(screen, "from the photos: 제주시 애월읍   제주시 한림읍")
    await screen.press("<Enter><Esc>")
    try await expectEqual(screen.service.entries().map(\.details.place), [nil])
    await screen.press("e<F2><Down><Down><Right><Enter><C-s>")
    try await expectEqual(screen.service.entries().map(\.details.place), ["제주시 애월읍"])
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `another one near by is chosen in a list`(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(
      columns, rows,
      naming: .success(["Aewol-eup, Jeju-si, South Korea", "Hallim-eup, Jeju-si, South Korea"]))
    await screen.press("<F2>")
    expectShows(screen, "Where was it?", "▌ Aewol-eup, Jeju-si, South Korea", "33.4633, 126.3098")
    await screen.press("j<Enter>", shows: "Hallim-eup").press("<Enter><C-s>")
    try await expectEqual(
      screen.service.entries().map(\.details.place), ["Hallim-eup, Jeju-si, South Korea"])
  }

  @Test func `The place list scrolls, and reports what it can't name`() async throws {
    let names = (0..<6).map { "A town with a long name, number \($0)" }
    var screen = try await opened(naming: .success(names)).press("<Left><Left>")
    let line = try require(
      screen.text.split(separator: "\n").first { $0.contains("from the photos:") })
    expectContains(line, "number 5")
    // Names that can't be read are told, and the coordinates are there.
    let problem = PlaceNamesError.damaged(path: "/usr/share/photodiary/places.bin")
    screen = try await opened(naming: .failure(problem))
    expectShows(screen, "from the photos: 33.4633, 126.3098")
    // Told when the dialog opens, until the next key.
    await screen.press("<Esc><F2>", shows: "damaged")
    // Without a position the list says so.
    screen = try await ScreenTest(
      entries: [EntryFields(date: EntryDate(instant: 0, offset: 0), title: "a")])
    await screen.press("e<F2><F2>", shows: "The photos don't say where they were taken.")
  }

  @Test func `Photos name the best places first, and an import names all of them`() async throws {
    let position = PhotoDetails.Position(latitude: 1, longitude: 2)
    expectEqual(
      DetailProposals.places(
        [
          PhotoDetails(position: position), PhotoDetails(position: position, place: "Home"),
          PhotoDetails(position: position),
        ], names: [["A", "B"], ["C", "A\u{1B}", "B"]]),
      ["A", "Home", "C", "B", "A␛", "1.0000, 2.0000"])
    // The places of an import are named in one go, and left out again.
    func photo(_ name: String, _ date: String, _ position: PhotoDetails.Position?) throws
      -> FoundPhoto
    { FoundPhoto(path: "/p/\(name)", date: try require(EntryDate(date)), location: position) }
    let groups = PhotoGrouping().groups(of: [
      try photo("a.jpg", "2024-05-03T10:15:00+09:00", jeju),
      try photo("b.jpg", "2024-05-04T10:15:00+09:00", nil),
    ])
    let screen = try await ScreenTest(100, 14)
    screen.placeNaming.call(.success(["제주시 애월읍", "제주시"]))
    screen.importer.propose(.success(PhotoProposal(groups: groups)))
    await screen.press("i<C-s>", lacks: "애월읍").press("p", shows: "3 May 2024  제주시 애월읍")
    await screen.press("p", lacks: "애월읍").press("p<Enter>")
    expectEqual(screen.importer.written.map { $0.map(\.place) }, [["제주시 애월읍", nil]])
  }
}

@Suite("The date field of the editor") @MainActor
struct DateFieldTests {
  /// A new entry with its date being typed. It is Saturday 21 November 2026, 10:00.
  private func opened(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    try await ScreenTest.sample(columns, rows).press("nFog<Tab*4>", lacks: "→").press("<C-u>")
  }

  private func bottom(_ screen: ScreenTest) -> String {
    String(screen.lines.last ?? "")
  }

  @Test(
    "Accepts dates with times, and explains them",
    arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
  func echo(_ size: Size) async throws {
    let screen = try await opened(size.columns, size.rows)
    expectPrefix(bottom(screen), " Try: yesterday 21:00, 3 days ago")
    for (typed, words) in [
      ("yester", "Couldn't read that date."), ("yesterday", "→ Friday 20 November 2026, 10:00"),
      ("3 days ago 9pm", "→ Wednesday 18 November 2026, 21:00"),
      ("어제 오후 9시", "→ Friday 20 November 2026, 21:00"),
      ("yesterday 25:00", "There's no such time."),
      ("2026-02-30", "There's no such date."), ("last week", "That's more than one day."),
      ("yesterday 21:00", "→ Friday 20 November 2026, 21:00"),
    ] { await expectPrefix(bottom(screen.press("<C-u>").type(typed)), " " + words, "\(typed)") }
    await screen.press("<C-s>")
    let entries = try await screen.service.entries()
    let saved = try require(entries.first { $0.title == "Fog" })
    expectEqual(saved.date.description, "2026-11-20T21:00:00+09:00")
  }

  @Test func `A wrong date is reported, and a draft keeps the day meant`() async throws {
    var screen = try await opened().press("soon")
    Language.korean.speaking { expectPrefix(bottom(screen), " 알 수 없는 날짜입니다. 예: 어제 21:00") }
    await screen.press("<Tab><C-s>", shows: "“soon” isn't a date.").press("<Enter><C-u>어제")
    Language.korean.speaking { expectPrefix(bottom(screen), " → 2026년 11월 20일 금요일 10:00") }
    // A draft keeps the day that was meant.
    screen = try await opened().press("yesterday 21:00")
    let editor = try require(screen.state.screens.front(as: EditorState.self))
    expectEqual(editor.currentDraft.dateText, "2026-11-20 21:00 +09:00")
  }
}

@Suite("Tags as they are typed") @MainActor
struct TagsTextTests {
  @Test(arguments: [
    ("#a b,##c #", ["a", "b", "c"]), ("", []), ("  , ", []),
    ("#walks #\"by the river\", 산책", ["walks", "by the river", "산책"]),
    ("#\"open end", ["\"open", "end"]), ("#\"\"", []), ("a\"b c\"", ["a\"b", "c\""]),
  ])
  func `blanks and commas end one, but for those in quotation marks`(
    _ text: String, _ tags: [String]
  ) { expectEqual(TagsText.tags(in: text), tags) }

  @Test func `Tags are read as they are written, also those of several words`() async throws {
    let tags = ["walks", "by the river", "a,b", "산책", "x\"y"]
    expectEqual(TagsText.tags(in: TagsText.text(of: tags)), tags)
    // A tag of several words stays one when another is added.
    var fields = try SampleDiary.fields("A", on: "2026-11-20T07:30", "text")
    fields.tags = ["by the river", "walks"]
    let screen = try await ScreenTest(entries: [fields])
    await screen.press("e<Tab><End>", shows: "#\"by the river\" #walks").press(" new<C-s>")
    try await expectEqual(screen.service.entries().map(\.tags), [["by the river", "walks", "new"]])
  }

  @Test(arguments: [
    ("", []), ("- walk", ["+walk"]), ("#walk -rain", ["+#walk", "-rain"]),
    ("-\"by the river\" -#\"a, b\"", ["-by the river", "-a, b"]),
    ("\"by the river\",--x", ["+by the river", "-x"]), ("-\"open end", ["-\"open", "+end"]),
  ])
  func `a minus removes a tag`(_ text: String, _ changes: [String]) {
    let read = TagsText.changes(in: text).filter { !$0.tag.isEmpty }
    expectEqual(read.map { ($0.isRemoved ? "-" : "+") + $0.tag }, changes)
  }

  @Test func `Tags of several words work in the dialog, for many entries and in templates`()
    async throws
  {
    // The tags of an entry are edited in its dialog.
    var fields = try SampleDiary.fields("A", on: "2026-11-20T07:30", "text")
    fields.tags = ["by the river", "walks"]
    var screen = try await ScreenTest(entries: [fields])
    await screen.press("#", shows: "#\"by the river\" #walks").press("new<Enter>")
    var tags = try await screen.service.entries().map(\.tags)
    expectEqual(tags, [["by the river", "walks", "new"]])
    // A tag of several words is taken from many entries by typing it.
    var entries = try SampleDiary.days(2)
    for index in entries.indices { entries[index].tags = ["by the river", "walks"] }
    screen = try await ScreenTest(entries: entries)
    await screen.press("A#-\"by the river\" #\"first snow\"<Enter>")
    tags = try await screen.service.entries().map(\.tags)
    expectEqual(tags, [["walks", "first snow"], ["walks", "first snow"]])
    // A template may have such tags.
    screen = try await ScreenTest()
    screen.templates.put("river", "---\ntags: [walks, \"by the river\", #mist]\n---\ntext")
    await screen.press("n<F5><Enter><C-s>")
    tags = try await screen.service.entries().map(\.tags)
    expectEqual(tags, [["walks", "by the river", "mist"]])
  }
}

@MainActor @Suite("Photos and question of the day")
struct PhotosOfDayTests {
  private static let paths = ["/home/me/Pictures/a.jpg", "/home/me/Pictures/b.jpg"]

  private func opened(_ photos: [String]) async throws -> ScreenTest {
    let screen = try await ScreenTest()
    let now = screen.state.now
    screen.day.put(photos, on: now)
    var effects: [Effect] = []
    screen.change {
      effects = $0.begin(
        at: .writing(EntryFields(date: now, title: "", content: ""), takesPhotosOfDay: true))
    }
    for effect in effects { await screen.begin(effect) }
    return screen
  }

  private func photos(_ screen: ScreenTest) -> [String]? {
    screen.state.screens.all(EditorState.self).first?.page.photos.map(\.name)
  }

  @Test func `An entry from a reminder has the day's photos and question`() async throws {
    // The editor of a reminder has the day's photos, which are saved with the text.
    var screen = try await opened(Self.paths)
    expectEqual(photos(screen), ["a.jpg", "b.jpg"])
    expectShows(screen, "Added 2 photos.")
    await screen.press("Reminded<C-s>")
    let entry = try require(try await screen.service.entries().first)
    expectEqual(entry.title, "Reminded")
    expectEqual(entry.photos.count, 2)
    // Without any it is an empty page.
    screen = try await opened([])
    expectEqual(photos(screen), [])
    expectNil(screen.state.toast)
    await expect(screen.press("<Esc>").state.screens.isEmpty)
    // An empty page asks one's own question, that of the journal first.
    screen = try await ScreenTest()
    screen.day.ask(.success(Prompts(file: "What \u{1B}grew?\n[Work]\nWhat was finished?")))
    await screen.press("n", shows: "What ␛grew?")
    screen.change { state in state.changeEditor { $0.page.journal = "work" } }
    expectShows(screen, "What was finished?")
    screen.templates.put("asked", "{{prompt}}")
    await screen.press("<F5><Enter>", shows: "What was finished?").press("<C-s>")
    try await expectEqual(screen.service.entries().first?.content, "What was finished?")
    // Questions that can't be read are told, and another is asked.
    screen = try await ScreenTest()
    screen.day.ask(.failure(.notText))
    await screen.press("n", shows: "/c/prompts.txt isn't UTF-8 text")
    expectShows(screen, DailyPrompt.text(on: screen.state.now.day))
  }

  @Test func `A new entry is offered the photos of its day`() async throws {
    var screen = try await ScreenTest(90, 16)
    screen.day.put(Self.paths, on: screen.state.now)
    await expectEqual(photos(screen.press("n", shows: "2 photos of the day: Alt-p")), [])
    await expectEqual(photos(screen.press("<A-p>", lacks: "of the day")), ["a.jpg", "b.jpg"])
    await expectEqual(photos(screen.press("<A-p>")), ["a.jpg", "b.jpg"])
    expectShows(screen, "no new photos of this day")
    try await expectEqual(screen.press("<C-s>").service.entries().first?.photos.count, 2)
    // An entry that is there already isn't offered any.
    screen.day.put(Self.paths, on: screen.state.now)
    await expectEqual(photos(screen.press("e<A-p>"))?.count, 2)
    // The calendar's day is the one that they were taken on.
    screen = try await ScreenTest(90, 24)
    screen.day.put([Self.paths[0]], on: try require(EntryDate("2026-11-20T09:00:00+09:00")))
    await screen.press("c<Left><Enter>")
    expectContains(screen.text, "1 photo of the day", "\(screen.text)")
    await screen.press("<Esc><Right><Enter>", shows: "no photos")
  }
}
