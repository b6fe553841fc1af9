import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Photos that are dropped, pasted or dated")
@MainActor
struct AddingPhotosTests {
  private static let plum = "/home/me/Pictures/c-plum.jpg"
  private static let files = FakeFolders([
    "/home/me/Pictures": [
      .photo("2024-05-03T101500 sea.jpg", 1000), .photo("c-plum.jpg", 45_300),
      .photo("d-notes.txt.jpg", 10), .photo("a b.jpg", 5),
    ]
  ])

  private func opened(_ keys: KeyEvent..., entries: [EntryFields] = []) async throws -> ScreenTest {
    let screen = try await ScreenTest(90, 16, entries: entries, files: Self.files)
    await screen.press(.character("n"))
    for key in keys { await screen.press(key) }
    return screen
  }

  private func page(_ screen: ScreenTest) throws -> EditorState.Page {
    for editor in screen.state.screens.all(EditorState.self) { return editor.page }
    return try require(nil as EditorState.Page?)
  }

  // MARK: Dropped

  @Test("A dropped path becomes a photo on a line of its own, where it was dropped")
  func dropped() async throws {
    let screen = try await opened(KeyEvent(.tab))
    await screen.type("before after")
    await screen.press(KeyEvent(.left), times: 5)
    await screen.send(.paste("'\(Self.plum)' "))
    await screen.type("x")
    let page = try page(screen)
    expectEqual(page.photos.map(\.name), ["c-plum.jpg"])
    expectEqual(page.content.text, "before \n![](photo:\(AssetID.named(Self.plum)))\nxafter")
    expectContains(screen.text, "c-plum.jpg")
  }

  @Test("A path that stands in the text already stays", arguments: [KeyEvent(.tab), nil])
  func namedBefore(field: KeyEvent?) async throws {
    let screen = try await opened()
    if let field { await screen.press(field) }
    await screen.type("I keep \(Self.plum).bak beside it. Now: ")
    await screen.send(.paste(Self.plum))
    let page = try page(screen)
    expectEqual(page.photos.count, 1)
    let text = field == nil ? page.title.text : page.content.text
    expectPrefix(text, "I keep \(Self.plum).bak beside it. Now: ")
    expect(!text.hasSuffix(Self.plum))
  }

  @Test("Several at once, of which one has a blank in its name")
  func several() async throws {
    let screen = try await opened(KeyEvent(.tab))
    await screen.send(.paste("\(Self.plum) /home/me/Pictures/a b.jpg"))
    let page = try page(screen)
    expectEqual(page.photos.map(\.name), ["c-plum.jpg", "a b.jpg"])
    expectEqual(page.content.rope.lines, 3)
    expectContains(screen.text, "Added 2 photos.")
  }

  @Test("Among fields of one line there is no reference")
  func droppedIntoTitle() async throws {
    let screen = try await opened()
    await screen.type("Sea")
    await screen.send(.paste("file://" + Self.plum))
    await screen.type("!")
    let page = try page(screen)
    expectEqual(page.title.text, "Sea!")
    expectEqual(page.content.text, "")
    expectEqual(page.photos.count, 1)
  }

  @Test("What is no photo's path, or not all of it, is a text")
  func noPhotos() async throws {
    let words = [
      "/home/me/Pictures/none.jpg":
        "Couldn't add none.jpg: file not found. Pasted as text.",
      "\(Self.plum) /home/me/Pictures/none.jpg": "Couldn't add any of the 2: none.jpg not found.",
    ]
    for (text, words) in words {
      let screen = try await opened(KeyEvent(.tab))
      await screen.send(.paste(text))
      expectContains(screen.text, words)
      await screen.type("!")
      try expectEqual(page(screen).content.text, text + "!")
      try expect(page(screen).photos.isEmpty)
    }
  }

  @Test("What was said before is gone with the next paste")
  func messagesAfterDrops() async throws {
    let screen = try await opened(KeyEvent(.tab))
    await screen.send(.paste(Self.plum))
    expectContains(screen.text, "Added 1 photo.")
    await screen.send(.paste("/home/me/Pictures/none.jpg"))
    expectLacks(screen.text, "Added 1 photo.")
    expectContains(screen.text, "Couldn't add none.jpg: file not found.")
    await screen.send(.paste("words"))
    expectLacks(screen.text, "Couldn't add it")
  }

  @Test("What is refused stays as it was pasted")
  func refused() async throws {
    let screen = try await opened(KeyEvent(.tab))
    await screen.send(.paste("/home/me/Pictures/d-notes.txt.jpg"))
    expectContains(screen.text, "Couldn't add it")
    await screen.press(KeyEvent(.enter))
    try expectEqual(page(screen).content.text, "/home/me/Pictures/d-notes.txt.jpg")
  }

  @Test("Keys that come before the answer stand where they were typed")
  func keysMeanwhile() async throws {
    let screen = try await opened(KeyEvent(.tab))
    var state = screen.state
    let asked = state.update(.terminal(.paste(Self.plum)), now: state.now)
    let drop = try require(asked.first { $0.name == "takeDropped" })
    let (requestID, draft) = try (
      require(drop.argument(Int.self)), require(drop.argument(ID<Draft>.self))
    )
    _ = state.update(.terminal(.key(KeyEvent(.enter))), now: state.now)
    _ = state.update(.terminal(.key(.character("y"))), now: state.now)
    // A save waits for the answer.
    let saving = state.update(.terminal(.key(.control("s"))), now: state.now)
    expect(!saving.contains { $0.isSave })
    var added = AddedPhotos(to: draft)
    added.photos = [SampleDiary.fog]
    added.drop = requestID
    let saved = state.update(.photosAdded(added), now: state.now)
    let fields = saved.compactMap { $0.argument(EntryFields.self) }
    expectEqual(fields.first?.content, "![](photo:\(SampleDiary.fog.asset))\ny")
    expectEqual(fields.first?.photos, [SampleDiary.fog])
  }

  @Test("Photos that come after their editor was left come to no other entry")
  func otherEditor() async throws {
    let screen = try await opened(KeyEvent(.tab))
    var state = screen.state
    let asked = state.update(.terminal(.paste(Self.plum)), now: state.now)
    let drop = try require(asked.first { $0.name == "takeDropped" })
    let (requestID, draft) = try (
      require(drop.argument(Int.self)), require(drop.argument(ID<Draft>.self))
    )
    for key in [KeyEvent(.escape), .character("y"), KeyEvent(.enter), .character("n")] {
      _ = state.update(.terminal(.key(key)), now: state.now)
    }
    var added = AddedPhotos(to: draft)
    added.photos = [SampleDiary.fog]
    added.drop = requestID
    _ = state.update(.photosAdded(added), now: state.now)
    _ = state.update(.clipboardText("text", to: draft, .content), now: state.now)
    _ = state.update(
      .droppedText(requestID: requestID, missing: Self.plum, of: 1, to: draft), now: state.now)
    guard let editor = state.screens.front(as: EditorState.self) else {
      fail("no editor is open")
      return
    }
    expect(editor.page.photos.isEmpty)
    expect(editor.page.title.text.isEmpty)
    expectEqual(editor.photosUnderWay, 0)
  }

  @Test("Who asks to leave while photos are awaited has nothing saved behind the question")
  func leavingMeanwhile() async throws {
    let screen = try await opened()
    var state = screen.state
    for key in [KeyEvent.character("x"), .control("v"), .control("s"), KeyEvent(.escape)] {
      _ = state.update(.terminal(.key(key)), now: state.now)
    }
    expectContains(state.frame.grid.text, "Leave without saving?")
    let editor = try require(state.screens.topmost(EditorState.self))
    let effects = state.update(.clipboardEmpty(.empty, to: editor.draft), now: state.now)
    expect(!effects.contains { $0.isSave })
    // It can still be saved from there.
    expect(state.update(.terminal(.key(.character("s"))), now: state.now).contains { $0.isSave })
  }

  @Test("What an editor has opened closes with it")
  func closedBehind() async throws {
    let screen = try await opened()
    var state = screen.state
    for key in [KeyEvent.character("x"), .control("v"), .control("s"), .control("p")] {
      _ = state.update(.terminal(.key(key)), now: state.now)
    }
    let draft = try require(state.screens.topmost(EditorState.self)?.draft)
    let effects = state.update(.clipboardEmpty(.empty, to: draft), now: state.now)
    let save = try require(effects.first { $0.isSave })
    let saved = try require(await screen.answer(to: save))
    _ = state.update(saved, now: state.now)
    expect(state.screens.isEmpty)
  }

  @Test("It is one step of undo")
  func undo() async throws {
    let screen = try await opened(KeyEvent(.tab))
    await screen.send(.paste(Self.plum))
    await screen.press(.control("z"))
    try expect(page(screen).photos.isEmpty)
    try expectEqual(page(screen).content.text, Self.plum)
  }

  // MARK: The clipboard

  @Test("Ctrl-V takes the clipboard's photo, and its file goes")
  func clipboardPhoto() async throws {
    let screen = try await opened(KeyEvent(.tab))
    screen.clipboard.hold(.photo(path: "/tmp/x/pasted-2026-11-21.png"))
    await screen.press(.control("v"))
    try expectEqual(page(screen).photos.map(\.name), ["pasted-2026-11-21.png"])
    try expectPrefix(page(screen).content.text, "![](photo:")
    expectEqual(screen.clipboard.discarded, ["/tmp/x/pasted-2026-11-21.png"])
  }

  @Test("Its text is a paste, and photos' paths in it are photos")
  func clipboardText() async throws {
    let screen = try await opened(KeyEvent(.tab))
    screen.clipboard.hold(.text("one\ntwo"))
    await screen.press(.control("v"))
    try expectEqual(page(screen).content.text, "one\ntwo")
    screen.clipboard.hold(.text("file://" + Self.plum))
    await screen.press(.control("v"))
    try expectEqual(page(screen).photos.count, 1)
  }

  @Test("It goes where it was asked for, wherever one is by then")
  func clipboardTextMeanwhile() async throws {
    let screen = try await opened()
    var state = screen.state
    let asked = state.update(.terminal(.key(.control("v"))), now: state.now)
    let clipboard = try require(asked.first { $0.name == "takeClipboard" })
    let draft = try require(clipboard.argument(ID<Draft>.self))
    let field = try require(clipboard.argument(EditorState.Field.self))
    _ = state.update(.terminal(.key(KeyEvent(.tab))), now: state.now)
    _ = state.update(.clipboardText("from afar", to: draft, field), now: state.now)
    guard let editor = state.screens.front(as: EditorState.self) else {
      fail("no editor is open")
      return
    }
    expectEqual(editor.page.title.text, "from afar")
    expect(editor.page.content.text.isEmpty)
    expectEqual(editor.focus, .content)
  }

  @Test("Among the photos there is no place for it, and that is said")
  func textAmongPhotos() async throws {
    let screen = try await opened(KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.tab))
    screen.clipboard.hold(.text("words"))
    await screen.press(.control("v"))
    expectContains(screen.text, "You can't type text among the photos.")
    await screen.press(.control("l"))
    await screen.send(.paste("words"))
    expectContains(screen.text, "You can't type text among the photos.")
    await screen.press(.control("l"))
    await screen.send(.paste("/home/me/Pictures/none.jpg"))
    expectContains(screen.text, "Couldn't add none.jpg: file not found.")
  }

  @Test(
    "Where there is none, a line says so",
    arguments: [
      (ClipboardError.noProgram, "install wl-paste or xclip"), (.empty, "has no photo or text"),
      (.noDesktop, "no desktop clipboard"), (.noAnswer, "couldn't be read"),
      (.tooLarge, "is too large"), (.failed, "can't be read"),
    ])
  func noClipboard(failure: ClipboardError, words: String) async throws {
    let screen = try await opened()
    screen.clipboard.hold(.nothing(failure))
    await screen.press(.control("v"))
    expectContains(screen.text, words)
    // Nothing is waited for.
    await screen.type("One")
    await screen.press(.control("s"))
    expectContains(screen.text, "Added “One”.")
  }

  // MARK: Known photos

  @Test("A photo that the entry has isn't taken twice, and that is said")
  func doubled() async throws {
    let screen = try await opened(KeyEvent(.tab))
    await screen.send(.paste(Self.plum))
    await screen.press(KeyEvent(.tab), KeyEvent(.tab))
    await screen.send(.paste(Self.plum))
    try expectEqual(page(screen).photos.count, 1)
    expectContains(screen.text, "This photo is already in the entry.")
  }

  @Test("A photo of another entry is taken, and that is said")
  func elsewhere() async throws {
    let screen = try await opened()
    await screen.type("Plums")
    await screen.send(.paste(Self.plum))
    await screen.press(.control("s"))
    await screen.press(.character("n"))
    await screen.send(.paste(Self.plum))
    try expectEqual(page(screen).photos.count, 1)
    expectContains(screen.text, "It's already in the diary, in “Plums”.")
  }

  // MARK: The camera's date

  @Test("The date of a new entry's first photo is proposed, taken with a key, and undone")
  func date() async throws {
    let screen = try await opened()
    let before = try page(screen).date.text
    await screen.send(.paste("'/home/me/Pictures/2024-05-03T101500 sea.jpg'"))
    expectContains(screen.text, "Press Ctrl-T to date the entry 3 May 2024, 10:15.")
    try expectEqual(page(screen).date.text, before)
    await screen.press(.control("t"))
    try expectEqual(page(screen).date.text, "2024-05-03 10:15 +09:00")
    await screen.press(.control("z"))
    try expectEqual(page(screen).date.text, before)
  }

  @Test("The proposal is whole at 80 columns, and at 40 names its key", arguments: [80, 40])
  func narrowProposal(columns: Int) async throws {
    let dated = "'/home/me/Pictures/2024-05-03T101500 sea.jpg'"
    let screen = try await ScreenTest(columns, 16, files: Self.files)
    await screen.press(.character("n"))
    await screen.type("A title that is rather long for a line of messages")
    await screen.send(.paste(dated))
    await screen.press(.control("s"))
    await screen.press(.character("n"))
    await screen.send(.paste(dated))
    let whole = "Press Ctrl-T to date the entry 3 May 2024, 10:15. Added 1 photo."
    expectContains(screen.text, columns == 80 ? whole : "Press Ctrl-T to date the entry")
  }

  @Test("It isn't proposed for a date that was chosen, nor for later photos, nor on its day")
  func noProposal() async throws {
    let dated = "'/home/me/Pictures/2024-05-03T101500 sea.jpg'"
    let changed = try await opened(KeyEvent(.tab, .shift), .control("u"))
    await changed.type("2026-11-20 08:00")
    await changed.press(KeyEvent(.tab))
    await changed.send(.paste(dated))
    expectLacks(changed.text, "Ctrl-T")

    let second = try await opened()
    await second.send(.paste(Self.plum))
    await second.send(.paste(dated))
    expectLacks(second.text, "Ctrl-T")

    let old = try await ScreenTest(
      90, 16, entries: [try SampleDiary.fields("One", on: "2026-11-20T07:30:00+09:00")],
      files: Self.files)
    await old.press(.character("e"))
    await old.send(.paste(dated))
    expectLacks(old.text, "Ctrl-T")
  }

  @Test("Without a dated photo the key says so")
  func noDate() async throws {
    let screen = try await opened()
    await screen.press(.control("t"))
    expectContains(screen.text, "No photo here has a date taken.")
  }
}

extension Effect {
  fileprivate var isSave: Bool { name == "add" }
}
