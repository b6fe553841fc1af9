import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Dropped, pasted and dated photos") @MainActor struct AddingPhotosTests {
  private static let plum = "/home/me/Pictures/c-plum.jpg"
  private static let dated = "'/home/me/Pictures/2024-05-03T101500 sea.jpg'"
  private static let files = FakeFolders([
    "/home/me/Pictures": [
      .photo("2024-05-03T101500 sea.jpg", 1000), .photo("c-plum.jpg", 45_300),
      .photo("d-notes.txt.jpg", 10), .photo("a b.jpg", 5),
    ]
  ])

  private func opened(_ keys: String = "", entries: [EntryFields] = []) async throws -> ScreenTest {
    try await ScreenTest(90, 16, entries: entries, files: Self.files).press("n").press(keys)
  }

  private func page(_ screen: ScreenTest) throws -> EditorState.Page {
    try require(editor(screen)).page
  }

  /// Pastes a path. Returns the photo that is then added for it.
  private func pasted(in state: inout AppState) throws -> AddedPhotos {
    let asked = state.update(.terminal(.paste(Self.plum)), now: state.now)
    let drop = try require(asked.first { $0.name == "addDropped" })
    var added = AddedPhotos(to: try require(drop.argument(ID<Draft>.self)))
    added.photos = [SampleDiary.fog]
    added.drop = try require(drop.argument(Int.self))
    return added
  }

  @Test func `A dropped path becomes a photo on a separate line`() async throws {
    let screen = try await opened("<Tab>").press("before after<Left*5>").paste("'\(Self.plum)' ")
    await screen.type("x")
    let page = try self.page(screen)
    expectEqual(page.photos.map(\.name), ["c-plum.jpg"])
    expectEqual(page.content.text, "before \n![](photo:\(AssetID.named(Self.plum)))\nxafter")
    expectShows(screen, "c-plum.jpg")
  }

  @Test("A path that is already in the text is kept", arguments: ["<Tab>", nil] as [String?])
  func namedBefore(field: String?) async throws {
    let screen = try await opened()
    if let field { await screen.press(field) }
    await screen.type("I keep \(Self.plum).bak beside it. Now: ").paste(Self.plum)
    let page = try self.page(screen)
    expectEqual(page.photos.count, 1)
    let text = field == nil ? page.title.text : page.content.text
    expectPrefix(text, "I keep \(Self.plum).bak beside it. Now: ")
    expect(!text.hasSuffix(Self.plum))
    // A title can't contain a reference to a photo.
    if field == nil { expectEqual(page.content.text, "") }
  }

  @Test func `Pasted paths of photos become photos, other texts are inserted`() async throws {
    var screen = try await opened("<Tab>").paste("\(Self.plum) /home/me/Pictures/a b.jpg")
    let page = try self.page(screen)
    expectEqual(page.photos.map(\.name), ["c-plum.jpg", "a b.jpg"])
    expectEqual(page.content.rope.lines, 3)
    expectShows(screen, "Added 2 photos.")
    let words = [
      "/home/me/Pictures/none.jpg": "Couldn't add none.jpg: file not found. Pasted as text.",
      "\(Self.plum) /home/me/Pictures/none.jpg": "Couldn't add any of the 2: none.jpg not found.",
    ]
    for (text, words) in words {
      let screen = try await opened("<Tab>")
      await expectShows(screen.paste(text), words)
      try await expectEqual(self.page(screen.press("!")).content.text, text + "!")
      try expect(self.page(screen).photos.isEmpty)
    }
    screen = try await opened("<Tab>").paste(Self.plum)
    await expectLacks(screen.paste("/home/me/Pictures/none.jpg"), "Added 1 photo.")
    await expectLacks(screen.paste("words"), "Couldn't add none.jpg")
    screen = try await opened("<Tab>")
    await expectShows(screen.paste("/home/me/Pictures/d-notes.txt.jpg"), "Couldn't add it")
    await screen.press("<Enter>")
    try expectEqual(self.page(screen).content.text, "/home/me/Pictures/d-notes.txt.jpg")
  }

  @Test func `Photos that arrive late are added to the entry that requested them`() async throws {
    var state = try await opened("<Tab>").state
    var added = try pasted(in: &state)
    state.press("<Enter>y")
    expect(!state.press("<C-s>").contains { $0.isSave })
    let saved = state.update(.photosAdded(added), now: state.now)
    let fields = saved.compactMap { $0.argument(EntryFields.self) }
    expectEqual(fields.first?.content, "![](photo:\(SampleDiary.fog.asset))\ny")
    expectEqual(fields.first?.photos, [SampleDiary.fog])
    // After the editor is closed, late photos are added to no other entry.
    state = try await opened("<Tab>").state
    added = try pasted(in: &state)
    state.press("<C-q>n")
    let late: [Message] = [
      .photosAdded(added), .clipboardText("text", to: added.draft, .content),
      .droppedText(requestID: added.drop ?? 0, missing: Self.plum, of: 1, to: added.draft),
    ]
    for message in late { _ = state.update(message, now: state.now) }
    let editor = try require(state.screens.front(as: EditorState.self))
    expect(editor.page.photos.isEmpty)
    expect(editor.page.title.text.isEmpty)
    expectEqual(editor.pendingPhotos, 0)
  }

  @Test func `A save waits for photos, even behind another screen`() async throws {
    var screen = try await opened()
    // Esc waits too, and then closes if nothing was added.
    var state = screen.state
    state.press("<C-v><Esc>")
    expectContains(state.frame.grid.text, "Saving once the photos are added…")
    var draft = try require(state.screens.topmost(EditorState.self)?.draft)
    _ = state.update(.clipboardEmpty(.empty, to: draft), now: state.now)
    expect(state.screens.isEmpty)
    state = screen.state
    state.press("x<C-v><Esc>y")
    expectContains(state.frame.grid.text, "waiting for photos…")
    draft = try require(state.screens.topmost(EditorState.self)?.draft)
    var effects = state.update(.clipboardEmpty(.empty, to: draft), now: state.now)
    expectEqual(effects.compactMap { $0.argument(EntryFields.self)?.title }, ["xy"])
    // Before closing, a dialog waits. Keys neither change the text nor cancel the save; Esc does.
    state = screen.state
    state.press("x<C-v><C-s>jj<C-s>")
    _ = state.update(.terminal(.paste(" k")), now: state.now)
    expectContains(state.frame.grid.text, "Saving once the photos are added…")
    expectContains(state.frame.grid.text, "Esc keep writing")
    draft = try require(state.screens.topmost(EditorState.self)?.draft)
    var waiting = state
    effects = waiting.update(.clipboardEmpty(.empty, to: draft), now: state.now)
    expectEqual(effects.compactMap { $0.argument(EntryFields.self)?.title }, ["x"])
    _ = waiting.update(.saveFailed(.emptyEntry), now: state.now)
    expectEqual(waiting.screens.topmost(EditorState.self)?.page.title.text, "xjj k")
    state.press("<Esc>")
    expectEqual(state.screens.front(as: EditorState.self)?.page.title.text, "xjj k")
    effects = state.update(.clipboardEmpty(.empty, to: draft), now: state.now)
    expect(!effects.contains { $0.isSave })
    // A dialog of the editor closes with it.
    screen = try await opened()
    state = screen.state
    state.press("x<C-v><C-s><C-p>")
    draft = try require(state.screens.topmost(EditorState.self)?.draft)
    effects = state.update(.clipboardEmpty(.empty, to: draft), now: state.now)
    let save = try require(effects.first { $0.isSave })
    let saved = try require(await screen.answer(to: save))
    _ = state.update(saved, now: state.now)
    expect(state.screens.isEmpty)
    screen = try await opened("<Tab>")
    try await expect(self.page(screen.paste(Self.plum).press("<C-z>")).photos.isEmpty)
    try expectEqual(self.page(screen).content.text, Self.plum)
  }

  @Test func `Ctrl-V pastes the clipboard's photo or text`() async throws {
    var screen = try await opened("<Tab>")
    screen.clipboard.held = .photo(path: "/tmp/x/pasted-2026-11-21.png")
    await screen.press("<C-v>")
    try expectEqual(self.page(screen).photos.map(\.name), ["pasted-2026-11-21.png"])
    try expectPrefix(self.page(screen).content.text, "![](photo:")
    expectEqual(screen.clipboard.discarded, ["/tmp/x/pasted-2026-11-21.png"])
    screen = try await opened("<Tab>")
    screen.clipboard.held = .text("one\ntwo")
    try await expectEqual(self.page(screen.press("<C-v>")).content.text, "one\ntwo")
    screen.clipboard.held = .text("file://" + Self.plum)
    try await expectEqual(self.page(screen.press("<C-v>")).photos.count, 1)
    // The text is inserted where it was requested, even after the focus has moved.
    screen = try await opened()
    var state = screen.state
    let asked = state.press("<C-v>")
    let clipboard = try require(asked.first { $0.name == "pasteClipboard" })
    let draft = try require(clipboard.argument(ID<Draft>.self))
    let field = try require(clipboard.argument(EditorState.Field.self))
    state.press("<Tab>")
    _ = state.update(.clipboardText("from afar", to: draft, field), now: state.now)
    let editor = try require(state.screens.front(as: EditorState.self))
    expectEqual(editor.page.title.text, "from afar")
    expect(editor.page.content.text.isEmpty)
    expectEqual(editor.focus, .content)
    screen = try await opened("<Tab><Tab><Tab>")
    screen.clipboard.held = .text("words")
    await screen.press("<C-v>", shows: "No photos yet. Press Ctrl-P to add one.").press("<C-l>")
    await expectShows(screen.paste("words"), "No photos yet. Press Ctrl-P to add one.")
    await screen.press("<C-l>").paste("/home/me/Pictures/none.jpg")
    expectShows(screen, "Couldn't add none.jpg: file not found.")
  }

  @Test func `An unusable clipboard is reported, and a duplicate photo recognized`() async throws {
    let failures: [(ClipboardError, String)] = [
      (.noProgram, "install wl-paste or xclip"), (.empty, "has no photo or text"),
      (.noDesktop, "no desktop clipboard"), (.noAnswer, "couldn't be read"),
      (.tooLarge, "is too large"), (.failed, "can't be read"),
    ]
    for (failure, words) in failures {
      let screen = try await opened()
      screen.clipboard.held = .nothing(failure)
      await screen.press("<C-v>", shows: words).press("One<C-s>", shows: "Added “One”.")
    }
    var screen = try await opened("<Tab>").paste(Self.plum)
    try await expectEqual(self.page(screen.press("<Tab><Tab>").paste(Self.plum)).photos.count, 1)
    expectShows(screen, "This photo is already in the entry.")
    screen = try await opened().press("Plums").paste(Self.plum)
    try await expectEqual(self.page(screen.press("<C-s>n").paste(Self.plum)).photos.count, 1)
    expectShows(screen, "It's already in the diary, in “Plums”.")
  }

  @Test func `The first photo's date is proposed, applied and undone`() async throws {
    let screen = try await opened()
    let before = try self.page(screen).date.text
    await expectShows(screen.paste(Self.dated), "Press Ctrl-T to date the entry 3 May 2024, 10:15.")
    try expectEqual(self.page(screen).date.text, before)
    try await expectEqual(self.page(screen.press("<C-t>")).date.text, "2024-05-03 10:15 +09:00")
    try await expectEqual(self.page(screen.press("<C-z>")).date.text, before)
    // The complete proposal fits 80 columns; 40 columns show its key.
    for columns in [80, 40] {
      let screen = try await ScreenTest(columns, 16, files: Self.files)
      await screen.press("nA title that is rather long for a line of messages").paste(Self.dated)
      await screen.press("<C-s>n").paste(Self.dated)
      let whole = "Press Ctrl-T to date the entry 3 May 2024, 10:15. Added 1 photo."
      expectShows(screen, columns == 80 ? whole : "Press Ctrl-T to date the entry")
    }
    let changed = try await opened("<S-Tab><C-u>").press("2026-11-20 08:00<Tab>")
    await expectLacks(changed.paste(Self.dated), "Ctrl-T")
    try await expectLacks(opened().paste(Self.plum).paste(Self.dated), "Ctrl-T")
    let old = try await ScreenTest(
      90, 16, entries: [try SampleDiary.fields("One", on: "2026-11-20T07:30")], files: Self.files)
    await expectLacks(old.press("e").paste(Self.dated), "Ctrl-T")
    try await opened().press("<C-t>", shows: "No photos yet. Press Ctrl-P to add one.")
  }
}

extension Effect {
  fileprivate var isSave: Bool { name == "add" }
}

@Suite("Paths dropped on a terminal") struct DroppedPathsTests {
  private func readings(_ text: String) -> [[String]]? {
    DroppedPaths(text, home: "/home/me")?.readings
  }

  @Test(arguments: [
    // kitty and Alacritty: unquoted, with a trailing space.
    ("/home/me/a.jpg ", ["/home/me/a.jpg"]),
    ("/home/me/my photos/a b.jpg", ["/home/me/my photos/a b.jpg"]),
    ("/home/me/a b.jpg /home/me/c d.jpg ", ["/home/me/a b.jpg", "/home/me/c d.jpg"]),
    // VTE and foot.
    ("'/home/me/a b.jpg' '/home/me/c.png' ", ["/home/me/a b.jpg", "/home/me/c.png"]),
    (#"'/home/me/it'\''s.jpg'"#, ["/home/me/it's.jpg"]),
    // iTerm2 and WezTerm.
    (#"/home/me/a\ b\ \(1\).jpg"#, ["/home/me/a b (1).jpg"]),
    (#"/home/me/강가\ 산책.HEIC"#, ["/home/me/강가 산책.HEIC"]),
    // Windows Terminal, which used to leave quotation marks in names unescaped.
    (#""/mnt/c/My Photos/a.jpg""#, ["/mnt/c/My Photos/a.jpg"]),
    (#""/mnt/c/$x `y` \"z\".jpg""#, [#"/mnt/c/$x `y` "z".jpg"#]),
    // File managers.
    ("file:///home/me/a%20b%23.jpg", ["/home/me/a b#.jpg"]),
    (
      "file://localhost/home/me/a.jpg\nfile:///home/me/b.jpg\n",
      ["/home/me/a.jpg", "/home/me/b.jpg"]
    ), ("FILE:/home/me/a.jpg", ["/home/me/a.jpg"]),
    ("file:///home/me/%EA%B0%95.jpg", ["/home/me/강.jpg"]), ("~/a.jpg", ["/home/me/a.jpg"]),
    ("/home/me/a.jpg\n/home/me/b.tiff", ["/home/me/a.jpg", "/home/me/b.tiff"]),
  ])
  func `every terminal's notation is read`(text: String, paths: [String]) throws {
    try expectContains(require(readings(text)), paths)
  }

  @Test func `A file whose name looks quoted is a second reading`() throws {
    let both = try require(readings(#"/home/me/a\ b.jpg"#))
    expectEqual(both, [["/home/me/a b.jpg"], [#"/home/me/a\ b.jpg"#]])
    try expectContains(
      require(readings("'/mnt/d/John's Archive/a.jpg'")), ["/mnt/d/John's Archive/a.jpg"])
  }

  @Test(arguments: [
    "", " ", "Dear diary,", "a.jpg", "photos/a.jpg", "/", "/home/me", "/home/me/notes.txt",
    "/home/me/a.jpg and then some", "look: /home/me/a.jpg", "/home/me/a.jpg notes.txt",
    "'/home/me/a.jpg", "\"", "'", "\\", "/home/me/a.jpg\\", "file:", "file:///", "file:///a%2",
    "file:///a%zz.jpg", "file://other.host/home/me/a.jpg", "https://example.org/a.jpg",
    "file:///a%00.jpg", "/home/me/a\0.jpg", "file:///%FF%FE.jpg", "~other/a.jpg", "''", "'' ''",
    "/.jpg/", "//////",
  ])
  func `other texts aren't paths`(text: String) { expectNil(readings(text)) }

  @Test func `Long pastes aren't read as paths, and none is slow`() {
    expectNil(readings(String(repeating: "/a.jpg ", count: 10_000)))
    expectNil(readings(String(repeating: "/a.jpg ", count: 1001)))
    expectEqual(readings(String(repeating: "/a.jpg ", count: 1000))?.first?.count, 1000)
    let time = processorTime {
      for evil in ["'", "\\", "/", "\"\\", "file:%", "/a '", "~/"] {
        _ = readings("/" + String(repeating: evil, count: 60_000 / evil.utf8.count))
      }
    }
    expectLess(time, .seconds(20))
  }
}

@Suite("Photos on another device") @MainActor struct PhotosElsewhereScreenTests {
  /// Opens the viewer at the first photo of the newest entry, which isn't on this device.
  private func opened(
    error: String? = nil, photos: PhotoPolicy = .small
  ) async throws -> (ScreenTest, FakeFetcher) {
    let entries = try SampleDiary.entries()
    let sync = FakeSync()
    await sync.put("home", photos: photos)
    let files = Set(entries.flatMap(\.photos).map(\.file))
    await sync.changeState { $0.remoteOnly = Set(files.map(\.asset)) }
    let fetcher = FakeFetcher(files, error: error, telling: sync)
    let screen = try await ScreenTest(60, 20, entries: entries, sync: sync, fetcher: fetcher)
    await screen.press("<Enter><Tab><Tab>")
    expectEqual(screen.text.contains("preview only"), (photos == .small))
    await expectPrefix(screen.press("<Enter>").text, " the bridge")
    return (screen, fetcher)
  }

  @Test func `A photo on another device is fetched when it is shown`() async throws {
    var (screen, fetcher) = try await opened()
    let photo = try require(screen.state.screens.topmost(ViewerState.self)?.photo)
    expectLacks(fetcher.remoteOnly, photo.file)
    expectLacks(screen, "preview")
    expectNil(screen.state.screens.front(as: NoticeState.self))
    let left = fetcher.remoteOnly.count
    await screen.press("p")
    expectEqual(fetcher.remoteOnly.count, left - 1)
    (screen, _) = try await opened()
    await screen.press("<Esc>", shows: "the bridge", lacks: "preview")
    _ = try await opened(photos: .none)
    (screen, fetcher) = try await opened(error: "home: no network.")
    expectShows(screen, "home: no network.", "preview only")
    await screen.press("i", lacks: "home: no network.")
    expectNil(screen.state.screens.front(as: NoticeState.self))
    await screen.press("io")
    expectEqual(screen.state.screens.front(as: NoticeState.self)?.lines, ["home: no network."])
    expectEqual(screen.photoActions.opened, [])
    // A sync allows another attempt.
    fetcher.error = nil
    await expectEqual(screen.press("<Enter>o", lacks: "preview").photoActions.opened.count, 1)
  }
}
