import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@MainActor @Suite("Place names for an entry") struct PlaceChoiceTests {
  private let jeju = PhotoDetails.Position(latitude: 33.4633, longitude: 126.3098)

  /// Opens the details at the place, for an entry with a photo taken on Jeju.
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, naming names: Result<[String], MessageError>
  ) async throws -> ScreenTest {
    let fields = try SampleDiary.fields(
      "첫눈", on: "2026-11-18T08:00", photos: [SampleDiary.photo("a.jpg")])
    let screen = try await ScreenTest(columns, rows, entries: [fields])
    screen.placeNaming.answer = names
    screen.photoActions.facts = PhotoFileFacts(
      facts: PhotoFacts(
        type: MediaType("image/jpeg"), details: PhotoDetails(position: jeju)), bytes: 1)
    return await screen.press("e<F2><Down><Down>")
  }

  @Test func `a place name precedes the coordinates, and is saved if chosen`() async throws {
    let screen = try await opened(naming: .success(["제주시 애월읍", "제주시 한림읍"]))
    expectShows(screen, "from the photos: 제주시 애월읍   제주시 한림읍")
    await screen.press("<Enter><Esc>")
    try await expectEqual(screen.service.entries().map(\.details.place), [nil])
    await screen.press("e<F2><Down><Down><Right><Enter><C-s>")
    try await expectEqual(screen.service.entries().map(\.details.place), ["제주시 애월읍"])
    let names = ["Aewol-eup, Jeju-si, South Korea", "Hallim-eup, Jeju-si, South Korea"]
    for (columns, rows) in [(80, 24), (40, 12)] {
      let screen = try await opened(columns, rows, naming: .success(names)).press("<F2>")
      expectShows(screen, "Where was it?", "▌ " + names[0], "33.4633, 126.3098")
      await screen.press("j<Enter>", shows: "Hallim-eup").press("<Enter><C-s>")
      try await expectEqual(screen.service.entries().map(\.details.place), [names[1]])
    }
  }

  @Test func `The place list scrolls, and reports an unnamed place`() async throws {
    let names = (0..<6).map { "A town with a long name, number \($0)" }
    var screen = try await opened(naming: .success(names)).press("<Left><Left>")
    let line = try require(
      screen.text.split(separator: "\n").first { $0.contains("from the photos:") })
    expectContains(line, "number 5")
    let problem = MessageError("The place names are damaged.")
    screen = try await opened(naming: .failure(problem))
    expectShows(screen, "from the photos: 33.4633, 126.3098")
    await screen.press("<Esc><F2>", shows: "damaged").press("<Down><Down><Right><Enter><C-s>")
    try await expectEqual(screen.service.entries().map(\.details.place), ["33.4633, 126.3098"])
    screen = try await ScreenTest(entries: SampleDiary.days(1))
    await screen.press("e<F2><F2>", shows: "The photos have no location data.")
  }

  @Test func `Photos propose the best names first, and an import names all places`() async throws {
    let position = PhotoDetails.Position(latitude: 1, longitude: 2)
    expectEqual(
      DetailProposals.places(
        [
          PhotoDetails(position: position), PhotoDetails(position: position, place: "Home"),
          PhotoDetails(position: position),
        ], names: [["A", "B"], ["C", "A\u{1B}", "B"]]),
      ["A", "Home", "C", "B", "A␛", "1.0000, 2.0000"])
    // Each place is proposed once, by name if it has one.
    let edge = PhotoDetails.Position(latitude: -0.00004, longitude: 179.99999)
    expectEqual(
      DetailProposals.places([
        PhotoDetails(position: edge, place: "부산"), PhotoDetails(place: " 부산\u{1B}"),
        PhotoDetails(position: edge),
        PhotoDetails(position: PhotoDetails.Position(latitude: .nan, longitude: 1)),
        PhotoDetails(place: "부산"),
      ]), ["부산", "부산␛", "0.0000, 180.0000"])
    func photo(_ name: String, _ date: String, _ position: PhotoDetails.Position?) throws
      -> FoundPhoto
    { FoundPhoto(path: "/p/\(name)", date: try require(EntryDate(date)), location: position) }
    let groups = PhotoGrouping().groups(of: [
      try photo("a.jpg", "2024-05-03T10:15:00+09:00", jeju),
      try photo("b.jpg", "2024-05-04T10:15:00+09:00", nil),
    ])
    let screen = try await ScreenTest(100, 14)
    screen.placeNaming.answer = .success(["제주시 애월읍", "제주시"])
    screen.importer.proposal = .success(PhotoProposal(groups: groups))
    await screen.press("i<C-s>", lacks: "애월읍").press("p", shows: "3 May 2024   제주시 애월읍")
    await screen.press("p", lacks: "애월읍").press("p<Enter>")
    expectEqual(screen.importer.written.map { $0.map(\.place) }, [["제주시 애월읍", nil]])
  }
}

@Suite("The date and tags in the editor") @MainActor struct DateFieldTests {
  /// A new entry whose date is being typed, at 10:00 on Saturday 21 November 2026.
  private func opened(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    try await ScreenTest.sample(columns, rows).press(
      "nFog<Tab*4>", shows: "Try: yesterday 21:00", lacks: "→"
    ).press("<C-u>")
  }

  @Test("Accepts dates with times, and explains them", arguments: [(80, 24), (40, 12)])
  func echo(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(columns, rows)
    expectPrefix(screen.bottomLine, " Try: yesterday 21:00, 3 days ago")
    for (typed, words) in [
      ("yester", "Couldn't read that date."), ("yesterday", "→ Friday 20 November 2026, 10:00"),
      ("3 days ago 9pm", "→ Wednesday 18 November 2026, 21:00"),
      ("어제 오후 9시", "→ Friday 20 November 2026, 21:00"),
      ("yesterday 25:00", "There's no such time."),
      ("2026-02-30", "There's no such date."), ("last week", "That's more than one day."),
      ("yesterday 21:00", "→ Friday 20 November 2026, 21:00"),
    ] {
      await expectPrefix(screen.press("<C-u>").type(typed).bottomLine, " " + words, "\(typed)")
    }
    let saved = try await screen.press("<C-s>").service.entries().filter { $0.title == "Fog" }
    expectEqual(saved.map(\.date.description), ["2026-11-20T21:00:00+09:00"])
  }

  @Test func `A wrong date is reported, and a draft keeps the day meant`() async throws {
    var screen = try await opened().press("soon")
    Language.korean.speaking { expectPrefix(screen.bottomLine, " 알 수 없는 날짜입니다. 예: 어제 21:00") }
    await expectPrefix(screen.press("<Tab><S-Tab><Enter>").bottomLine, " Couldn't read that date.")
    await screen.press("<C-s>", shows: "Couldn't save", "“soon” isn't a date.")
    await screen.press("<Enter><C-u>어제")
    Language.korean.speaking { expectPrefix(screen.bottomLine, " → 2026년 11월 20일 금요일 10:00") }
    screen = try await opened().press("yesterday 21:00")
    let editor = try require(screen.state.screens.front(as: EditorState.self))
    expectEqual(editor.currentDraft.dateText, "2026-11-20 21:00 +09:00")
  }

  @Test(arguments: [
    ("#a b,##c #", ["a", "b", "c"]), ("아침, 산책, #산책", ["아침", "산책"]), ("a A", ["a"]), ("", []),
    ("  , ", []),
    ("#walks #\"by the river\", 산책", ["walks", "by the river", "산책"]),
    ("#\"open end", ["\"open", "end"]), ("#\"\"", []), ("a\"b c\"", ["a\"b", "c\""]),
  ])
  func `blanks and commas separate tags, except in quotation marks`(
    _ text: String, _ tags: [String]
  ) { expectEqual(TagsText.tags(in: text), tags) }

  @Test func `The corner shows the tags of the title and the text, too`() async throws {
    let screen = try await ScreenTest(80, 24).press("n").type("To #Kyoto")
    await screen.press("<Tab>").type("Rain. #rain").press("<Tab>").type("#food").press("<Tab>")
    expectShows(screen, "  #Kyoto #rain #food\n")
  }

  @Test func `Tags are read as they were written, even with several words`() {
    let tags = ["walks", "by the river", "a,b", "산책", "x\"y"]
    expectEqual(TagsText.tags(in: TagsText.text(of: tags)), tags)
  }

  @Test(arguments: [
    ("", []), ("- walk", ["+walk"]), ("walk, #Walk -rain", ["+walk", "-rain"]),
    ("#walk -rain", ["+#walk", "-rain"]),
    ("-\"by the river\" -#\"a, b\"", ["-by the river", "-a, b"]),
    ("\"by the river\",--x", ["+by the river", "-x"]), ("-\"open end", ["-\"open", "+end"]),
  ])
  func `a minus removes a tag`(_ text: String, _ changes: [String]) {
    let read = TagsText.changes(in: text).filter { !$0.tag.isEmpty }
    expectEqual(read.map { ($0.isRemoved ? "-" : "+") + $0.tag }, changes)
  }

  @Test func `Tags of several words work in dialogs, bulk changes and templates`() async throws {
    var fields = try SampleDiary.fields("A", on: "2026-11-20T07:30", "text")
    fields.tags = ["by the river", "walks"]
    var screen = try await ScreenTest(entries: [fields])
    await screen.press("#", shows: "#\"by the river\" #walks").press("new<Enter>")
    func tags() async throws -> [[String]] { try await screen.service.entries().map(\.tags) }
    try await expectEqual(tags(), [["by the river", "walks", "new"]])
    var entries = try SampleDiary.days(2)
    for index in entries.indices { entries[index].tags = ["by the river", "walks"] }
    screen = try await ScreenTest(entries: entries)
    await screen.press("A#-\"by the river\" #\"first snow\"<Enter>")
    try await expectEqual(tags(), [["walks", "first snow"], ["walks", "first snow"]])
    screen = try await ScreenTest()
    screen.templates.put("river", "---\ntags: [walks, \"by the river\", #mist]\n---\ntext")
    await screen.press("n<F5><Enter><C-s>")
    try await expectEqual(tags(), [["walks", "by the river", "mist"]])
  }
}

@MainActor @Suite("Photos and question of the day") struct PhotosOfDayTests {
  private static let paths = ["/home/me/Pictures/a.jpg", "/home/me/Pictures/b.jpg"]

  private func opened(_ photos: [String]) async throws -> ScreenTest {
    let screen = try await ScreenTest()
    let now = screen.state.now
    screen.day.put(photos, on: now)
    var effects: [Effect] = []
    screen.change {
      effects = $0.begin(
        at: .writing(EntryFields(date: now, title: "", content: ""), addsPhotosOfDay: true))
    }
    for effect in effects { await screen.begin(effect) }
    return screen
  }

  private func photos(_ screen: ScreenTest) -> [String]? { editor(screen)?.page.photos.map(\.name) }

  @Test func `A reminder's entry gets the day's photos, other entries offer them`() async throws {
    var screen = try await opened(Self.paths)
    expectEqual(photos(screen), ["a.jpg", "b.jpg"])
    expectShows(screen, "Added 2 photos.")
    await screen.press("Reminded<C-s>")
    let entry = try require(try await screen.service.entries().first)
    expectEqual(entry.title, "Reminded")
    expectEqual(entry.photos.count, 2)
    screen = try await opened([])
    expectEqual(photos(screen), [])
    expectNil(screen.state.toast)
    await screen.press(
      "<A-p>", shows: "No photo folder is set. Set photos_folder in the settings (,).")
    screen.change { $0.settings.photosFolder = "/p" }
    await screen.press("<A-p>", shows: "photos_folder has no new photos from this day.")
    await expect(screen.press("<Esc>").state.screens.isEmpty)
    // The user's questions replace the built-in one, the journal's first.
    screen = try await ScreenTest()
    screen.day.questions = .success(Prompts(file: "What \u{1B}grew?\n[Work]\nWhat was finished?"))
    await screen.press("n", shows: "What ␛grew?")
    screen.change { state in state.changeEditor { $0.page.journal = "work" } }
    expectShows(screen, "What was finished?")
    screen.templates.put("asked", "{{prompt}}")
    await screen.press("<F5><Enter>", shows: "What was finished?").press("<C-s>")
    try await expectEqual(screen.service.entries().first?.content, "What was finished?")
    screen = try await ScreenTest()
    screen.day.questions = .failure(MessageError("/c/prompts.txt isn't UTF-8 text."))
    await screen.press("n", shows: "/c/prompts.txt isn't UTF-8 text")
    expectShows(screen, DailyPrompt.text(on: screen.state.now.day))
    screen = try await ScreenTest(90, 16)
    screen.day.put(Self.paths, on: screen.state.now)
    await expectEqual(photos(screen.press("n", shows: "2 photos from this day: Alt-p")), [])
    await expectEqual(photos(screen.press("<A-p>", lacks: "from this day:")), ["a.jpg", "b.jpg"])
    await expectEqual(photos(screen.press("<A-p>")), ["a.jpg", "b.jpg"])
    expectShows(screen, "No photo folder is set.")
    try await expectEqual(screen.press("<C-s>").service.entries().first?.photos.count, 2)
    screen.day.put(Self.paths, on: screen.state.now)
    await expectEqual(photos(screen.press("e<A-p>"))?.count, 2)
    screen = try await ScreenTest(90, 24)
    screen.day.put([Self.paths[0]], on: try require(EntryDate("2026-11-20T09:00:00+09:00")))
    await screen.press("c<Left><Enter>")
    expectContains(screen.text, "1 photo from this day", "\(screen.text)")
    await screen.press("<Esc><Right><Enter>", shows: "no photos")
  }
}

@MainActor
private func content(_ screen: ScreenTest) -> String? { editor(screen)?.page.content.text }

@Suite("Finding and replacing in the editor") @MainActor struct EditorFindTests {
  private func edited(_ content: String) async throws -> ScreenTest {
    let fields = try SampleDiary.fields("T", on: "2026-11-18T08:00", content)
    return try await ScreenTest(entries: [fields]).press("e<C-Home>")
  }

  private func caret(_ screen: ScreenTest) -> Int? { editor(screen)?.page.content.caret }
  private func match(_ screen: ScreenTest) -> Range<Int>? {
    editor(screen)?.page.content.content.selection
  }

  @Test func `The nearest match is selected while typing`() async throws {
    var screen = try await edited("one two\nTwo, two")
    await expectEqual(match(screen.press("<F3>").press("tw")), 4..<6)
    await expectEqual(match(screen.press("o")), 4..<7)
    await expectEqual(match(screen.press("<F3>")), 8..<11)
    await expectEqual(match(screen.press("<Enter>")), 13..<16)
    await expectEqual(match(screen.press("<Enter>")), 4..<7)
    await expectEqual(match(screen.press("<S-F3>")), 13..<16)
    await expectNil(editor(screen.press("<Esc>"))?.find)
    expectEqual(caret(screen), 13)
    expectNil(match(screen))
    await expectEqual(match(screen.press("<F3>")), 13..<16)
    await expectEqual(match(screen.press("one")), 0..<3)
    screen = try await edited("one two").press("<End><Left>")
    let before = caret(screen)
    await screen.press("<F3>").press("onex", shows: "not found")
    await expectEqual(caret(screen.press("<Esc>")), before)
    // Case and normal form are ignored: this is 강가 in decomposed jamo.
    screen = try await edited("x \u{1100}\u{1161}\u{11BC}\u{1100}\u{1161} Cafe\u{301}")
    await expect(match(screen.press("<F3>").press("강가 café")) != nil)
  }

  @Test func `Matches are replaced one by one or all together`() async throws {
    var screen = try await edited("a b a b a b a")
    await screen.press("<F4>").press("a<Tab>xyz<Enter>", shows: "Replace this?")
    await expectEqual(content(screen.press("y")), "xyz b a b a b a")
    await expectEqual(content(screen.press("ny")), "xyz b a b xyz b a")
    await screen.press("q", shows: "Replaced 2 matches.").press("<C-z><C-z>")
    expectEqual(content(screen), "a b a b a b a")
    screen = try await ScreenTest(entries: []).press("n<Tab>snow").press("<F3>").press("now")
    await screen.press("<F4>").press("oap<Enter>y", shows: "soap")
    // The remaining matches are replaced in one undo step, those before the caret last.
    screen = try await edited("a b a b a b a").press("<Right><Right>").press("<F4>")
    await expectEqual(content(screen.press("a<Enter>aa<Enter>na")), "aa b a b aa b aa")
    expectShows(screen, "Replaced 3 matches.")
    await expectEqual(content(screen.press("<C-z>")), "a b a b a b a")
    screen = try await edited("aa")
    await expectEqual(content(screen.press("<F4>").press("a<Enter>aa<Enter>yy")), "aaaa")
    expectShows(screen, "Replaced 2 matches.")
  }

  @Test func `Replacing spares references to photos and visits each match once`() async throws {
    let photo = "![a](photo:" + String(repeating: "a", count: 64) + ")"
    let changed = photo.replacing("[a]", with: "[xx]")
    let screen = try await edited("\(photo)a \(photo)\na\(photo)")
    for answers in ["a", "yyyyy", "nnyyy"] {
      await screen.press("<F4>").press("a<Tab>xx<Enter>")
      for answer in answers { await screen.press(.character(answer)) }
      let text = "\(changed)xx \(changed)\nxx\(changed)"
      let kept = "\(photo)a \(changed)\nxx\(changed)"
      expectEqual(content(screen), (answers.hasPrefix("n") ? kept : text))
      for _ in 0..<5 { await screen.press("<C-z>") }
      await expectEqual(content(screen.press("<C-Home>")), "\(photo)a \(photo)\na\(photo)")
    }
    // A replacement of another length doesn't repeat a match when it wraps around.
    for (text, after) in [("xyz", "xyz xyz xyz | xyz xyz"), ("", "   |  ")] {
      let screen = try await edited("ab ab ab | ab ab")
      for _ in 0..<9 { await screen.press("<Right>") }
      await screen.press("<F4>").press("ab<Tab><A-a><Del>").type(text).press("<Enter>")
      for _ in 0..<5 { await screen.press("y") }
      expectEqual(content(screen), after)
      expectShows(screen, "Replaced 5 matches.")
    }
  }

  @Test func `The find field counts matches, saves, fits and accepts pastes`() async throws {
    var screen = try await edited(String(repeating: "two ", count: 1200) + "one")
    await screen.press("<F3>").press("one", shows: "1 of 1 ")
    await expectShows(screen.press("<C-u>two").press("<F3><F3>"), "3 of 999+ ")
    await screen.press("x", lacks: " of ")
    screen = try await edited("one two").press("x").press("<F3>").press("two<C-s>")
    expectEqual(screen.state.list.selectedEntry?.content, "xone two")
    screen = try await edited("one two").resize(40, 12)
    await screen.press("<F4>").press("two<Tab>강가", shows: "Find two", "With 강가")
    expectEqual(screen.cursor?.row, 11)
    await screen.press("<Enter>", shows: "Replace this? y yes, n no, a all")
    screen = try await edited("one two")
    await expectEqual(match(screen.press("<F3>").paste("two")), 4..<7)
    expectEqual(content(screen), "one two")
  }
}

@Suite("vi keys in the editor") @MainActor struct EditorViTests {
  private func edited(_ content: String) async throws -> ScreenTest {
    let fields = try SampleDiary.fields("T", on: "2026-11-18T08:00", content)
    let screen = try await ScreenTest(entries: [fields])
    screen.prefer { $0.editingKeys = .vi }
    return await screen.press("e")
  }

  @Test func `vi begins an old entry in normal mode, and the mode is shown`() async throws {
    var screen = try await edited("one two")
    expectShows(screen, "NORMAL")
    await expectEqual(content(screen.press("ggcwnew", shows: "INSERT").press("<Esc>")), "new two")
    await screen.press("wv", shows: "VISUAL").press("V", shows: "VISUAL LINE")
    await expectEqual(content(screen.press("<Esc>u")), "one two")
    await expectEqual(content(screen.press("<C-r>")), "new two")
    // A repeated Esc doesn't leave.
    await expect(screen.press("<Esc><Esc>").state.screens.front is EditorState)
    expectEqual(content(screen), "new two")
    screen = try await edited("one two")
    expectContains(screen.bottomLine, "i insert   :q close")
    expectLacks(screen.bottomLine, "Esc")
    await expectContains(screen.type("i").bottomLine, "Esc normal mode")
    expectLacks(screen.bottomLine, ":q")
    await expectContains(screen.press("<Esc>v").bottomLine, "Esc deselect")
    await expectContains(screen.press("<Esc><Tab>").bottomLine, "Esc close")
    screen = try await ScreenTest()
    screen.prefer { $0.editingKeys = .vi }
    await expectEqual(editor(screen.press("njk<Enter>text<Esc>dd"))?.page.title.text, "jk")
    expectEqual(content(screen), "")
    await screen.press("iagain<C-s>", shows: "Added “jk”")
  }

  @Test func `The command line saves, leaves and finds; other fields are typed in`() async throws {
    var screen = try await edited("one two one").press("gg:wx", shows: ":wx")
    await expectEqual(editor(screen.press("<Esc>/tw<Enter>"))?.page.content.caret, 4)
    await expectEqual(content(screen.press("x:w<Enter>", shows: "Saved “T”")), "one wo one")
    expectEqual(editor(screen)?.hasChanges, false)
    expectEqual(editor(screen)?.page.content.caret, 4)
    let refusal = "There are unsaved changes: :wq saves them, :q! discards them."
    await screen.press("x:q<Enter>", shows: refusal).press("<Esc>:q!<Enter>")
    expectNil(editor(screen))
    expectEqual(screen.state.list.selectedEntry?.content, "one wo one")
    // Text discarded by :q! can still be restored.
    await screen.press("<A-d>", shows: "Discarded on")
    screen = try await edited("one").press("<Tab>dd")
    expectEqual(editor(screen)?.page.tags.text, "dd")
    await expectEqual(content(screen.press("<S-Tab>dd")), "")
    await screen.press("<C-p>", shows: "Add photos")
  }

  @Test func `vi's registers and selections work with pastes and other fields`() async throws {
    var screen = try await edited("one\ntwo").press("ggdd<Tab><A-y>")
    expectEqual(editor(screen)?.page.tags.text, "one ")
    await expectEqual(content(screen.press("<C-u>tags<C-u><S-Tab>p")), "ttagswo")
    await expectEqual(content(screen.press("yyp")), "ttagswo\nttagswo")
    // A paste or a change of field ends the selection.
    screen = try await edited("one\ntwo").press("ggV")
    await expectEqual(content(screen.paste("1")), "1\ntwo")
    await expectEqual(content(screen.press("x")), "\ntwo")
    await expectEqual(content(screen.press("jv$<Tab><S-Tab>", shows: "NORMAL").press("x")), "\ntw")
    // A paste replaces the selection, including the character under the cursor.
    screen = try await edited("one two three").press("gg0ve")
    await expectEqual(content(screen.paste("1")), "1 two three")
    screen = try await edited("one").press(":w<Tab>sea")
    expectEqual(editor(screen)?.page.tags.text, "sea")
    expectLacks(screen, ":w")
    await screen.press("<S-Tab>", shows: "NORMAL")
    let fields = try SampleDiary.fields("T", on: "2026-11-18T08:00", "one", tags: ["seaside"])
    screen = try await ScreenTest(entries: [fields])
    screen.prefer { $0.editingKeys = .vi }
    await screen.press("eo#sea", shows: "#seaside").press("<Esc>", shows: "NORMAL")
    await expectEqual(content(screen.press("dd")), "one")
  }

  @Test("Text typed while :w saves is inserted, even if saving fails", arguments: [false, true])
  func typedWhileSaving(fails: Bool) async throws {
    var state = try await edited("one").state
    func editor() throws -> EditorState { try require(state.screens.topmost(EditorState.self)) }
    state.press("A!<Esc>:w<Enter>A two")
    _ = state.update(.terminal(.paste(" three")), now: state.now)
    let saving = try editor()
    expect(saving.isSaving)
    expectEqual(saving.page.content.text, "one!")
    var entry = try require(saving.original)
    entry.fields.content = "one!"
    let step = UndoStep(
      change: .editing, action: .rewrite, UndoStep.Part(entry: entry.id, replaced: .none))
    var own = LocalChange(changes: [DiaryChange(.updated, entry)], rank: 0, step: step)
    own.draft = saving.draft
    _ = state.update(fails ? .saveFailed(.emptyEntry) : .changed(own), now: state.now)
    try expectEqual(editor().page.content.text, "one! two three")
    try expect(editor().hasChanges)
    try expect(!editor().isSaving)
  }
}
