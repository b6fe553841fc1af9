import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("The editor and its pictures on the screen") @MainActor struct EditorScreenTests {
  @Test(
    "The editor, a caption's dialog and a text saved by Esc are drawn",
    arguments: [
      (80, 14, "n", "editor-new"), (60, 14, "e<Tab><Tab><Enter>", "editor-caption"),
      (40, 12, "e", "editor-40x12"), (60, 14, "e<BS><Esc>", "editor-saved"),
      (40, 12, "nFog<S-Tab><C-u>noon?<Esc>", "editor-refused-40x12"),
    ])
  func drawn(columns: Int, rows: Int, keys: String, fixture: String) async throws {
    let entries = keys == "n" ? [] : try SampleDiary.entries()
    let screen = try await ScreenTest(columns, rows, entries: entries).press(keys)
    try expectScreen(screen, in: fixture)
    if keys == "n" { expectEqual(screen.cursor, Point(column: 2, row: 3)) }
  }

  @Test func `An edited entry, a new caption and saving by Esc in Korean`() async throws {
    var screen = try await ScreenTest.sample(80, 14).press("e글")
    try expectScreen(screen, in: "editor")
    await expectShows(screen.pauseTyping(), "draft saved · 14 words · 1 min")
    screen = try await ScreenTest.sample(60, 14).press("e<Tab><Tab><Enter>!<Enter>")
    expectShows(screen, "▣ bridge.jpg “the bridge!”")
    try await Language.korean.speaking {
      let screen = try await ScreenTest.sample(40, 12).press("e<BS><Esc>")
      try expectScreen(screen, in: "editor-saved-korean-40x12")
    }
  }

  private func edited(
    _ columns: Int, _ rows: Int, showsPhotos: Bool = true
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), showsPhotos: showsPhotos
    ).press("e")
  }

  @Test func `A photo is below the line that refers to it, or just its name`() async throws {
    var screen = try await edited(80, 24)
    try expectScreen(screen, in: "editor-photo")
    expectEqual(screen.cursor, Point(column: 47, row: 15))
    // The caret passes the picture as if it weren't there.
    await expectEqual(screen.press("<Up><Up>").cursor?.row, 7)
    await expectEqual(screen.press("<Down>").cursor?.row, 14)
    await expectContains(editor(screen.type("x"))?.page.content.text ?? "", ")\nx\n")
    screen = try await edited(80, 24)
    var state = screen.state
    state.pictures = PictureStore()
    let waiting = state.frame.grid.text
    expectContains(waiting, "▣ fog.jpg …")
    expectLacks(waiting, "▓")
    let last = "안개가 천천히 걷히고 첫 기차가 다리를 건넜다."
    func row(_ text: String) -> Int? {
      text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(last) }
    }
    expectEqual(row(waiting), row(screen.text))
    expectEqual(row(waiting), 15)
    for (columns, rows, showsPhotos) in [(80, 24, false), (120, 40, false), (40, 12, true)] {
      let screen = try await edited(columns, rows, showsPhotos: showsPhotos)
      expectShows(screen, "▣ bridge.jpg", lacks: "▓")
    }
  }

  @Test func `Taller screens have thumbnails at the foot`() async throws {
    var screen = try await edited(80, 30)
    let shown = screen.lines
    try require(shown.count == 30)
    try expectEqual(shown.at(28), "  “the bridge”   fog.jpg      + Ctrl-P")
    try expectEqual(shown.at(24), "  ▓░░░▓░░░▓░     ▓░░░▓░░░▓░")
    try expectEqual(shown.at(27), "  ░▓░░░▓░░░▓     ░▓░░░▓░░░▓")
    try expect(shown.at(23).isEmpty)
    await screen.press("<Tab><Tab><Right>")
    try expectEqual(screen.lines.at(24), "  ▓░░░▓░░░▓░    ▌▓░░░▓░░░▓░")
    expectEqual(screen.cursor, Point(column: 17, row: 28))
    expectShows(screen, "Enter caption")
    try await expectPrefix(screen.press("<A-Left>").lines.at(28), "  fog.jpg")
    await screen.press("x", shows: "To type text, leave the photos first.")
    try await expectContains(screen.press("<Del><Del>").lines.at(28), "▣ no photos")
    expectShows(screen, " Ctrl-S save")
    for key in ["x", "<Enter>", "<C-t>"] {
      await screen.press(key, shows: "No photos yet. Press Ctrl-P to add one.")
    }
    expectEqual(EditorLayout(try require(editor(screen)), screen.state).thumbnails.rows, 0)
    screen = try await edited(80, 30)
    await expectEqual(editor(screen.mouse(.press, 24, 25))?.focus, .photos)
    expectEqual(editor(screen)?.page.selectedItem, 1)
    await expectEqual(editor(screen.mouse(.press, 4, 28))?.page.selectedItem, 0)
    await expectShows(screen.mouse(.doublePress, 4, 26), "Caption of bridge.jpg")
    let small = try await edited(80, 24)
    await expectEqual(editor(small.mouse(.press, 33, 22))?.page.selectedItem, 1)
    await expectEqual(small.mouse(.press, 10, 10).cursor?.row, 7)
    expectEqual(small.cursor.map { $0.column > 20 }, true)
  }

  @Test func `Pictures share the screen with dialogs`() async throws {
    for (columns, rows) in [(80, 24), (120, 35), (200, 50), (40, 12)] {
      let screen = try await edited(columns, rows).press("<Tab><Tab><Enter>")
      let shown = screen.lines
      let title = try require(shown.firstIndex { $0.contains("Caption of bridge.jpg") })
      let field = try require(shown.lastIndex { $0.contains("│  the bridge") })
      expect(field - title > 4 && shown[title + 2].contains("░"), "\(columns)×\(rows)")
      expectEqual(screen.cursor?.row, field)
      await screen.press("!<Enter>")
      try expectEqual(editor(screen)?.page.photos.at(0).caption, "the bridge!")
    }
    // Pixel pictures never overlap, and the one in a dialog hides those behind it.
    for limit in [nil, 2] {
      let screen = try await edited(120, 40).showPixels(.kitty, limit: limit)
      // One picture is in the text and two are at its foot.
      expectEqual(screen.state.frame.grid.pictures.count, (limit == nil ? 3 : 0))
      await screen.press("<Tab><Tab><Enter>")
      let pictures = screen.state.frame.grid.pictures
      let last = try require(pictures.last)
      expect(pictures.allSatisfy { $0 == last || $0.rect.intersection(last.rect).isEmpty })
      expectGreater(last.rect.rows, 10)
    }
  }
}

@Suite("Keys of the editor and text fields") @MainActor struct EditorKeyTests {
  private func opened(_ key: String = "n") async throws -> ScreenTest {
    try await ScreenTest.sample().press(key)
  }

  @Test(arguments: [
    ("a\n- b", "<Tab>"), ("- a\n  - b", "<Tab>"), ("- a\nb", "<Tab>"), ("- a\n- b", "<S-Tab>"),
  ])
  func `Tab leaves a text unless it nests a list item`(_ text: String, _ key: String) async throws {
    let screen = try await ScreenTest(60, 14).press("n<Tab>").paste(text).press(key)
    expectEqual(editor(screen)?.page.content.text, text)
    expectEqual(editor(screen)?.focus, key == "<Tab>" ? .tags : .title)
  }

  @Test func `Tab moves through the fields, and typing fills the focused one`() async throws {
    var screen = try await opened()
    let order: [EditorState.Field] = [.title, .content, .tags, .photos, .date, .title]
    for field in order {
      expectEqual(editor(screen)?.focus, field)
      await screen.press("<Tab>")
    }
    for field in order.reversed() {
      await expectEqual(editor(screen.press("<S-Tab>"))?.focus, field)
    }
    screen = try await opened().press("q? title<Enter>x<Enter>y<Tab>강, #산책 강<C-s>")
    let saved = try require(try await screen.service.entries().first)
    expectEqual(saved.title, "q? title")
    expectEqual(saved.content, "x\ny")
    expectEqual(saved.tags, ["강", "산책"])
    expectEqual(saved.date.description, ScreenTest.now)
  }

  @Test func `Esc saves and stays, closes when nothing is left to save; F1 helps`() async throws {
    for key in ["n", "e"] {
      try await expect(opened(key).press("<Tab><Esc>").state.screens.isEmpty)
    }
    // Blanks alone are no entry, and a blank after the tags isn't a change.
    try await expect(opened().press("  <Esc>").state.screens.isEmpty)
    try await expect(opened("e").press("<Tab> <Esc>").state.screens.isEmpty)
    let saved = "Saved · Esc again closes"
    var screen = try await opened().press("So<Esc>", shows: saved, "Edit entry")
    // A user who types on stays in the editor.
    await screen.press("a sad day<Esc>", shows: saved)
    try await expectEqual(screen.service.entries().first?.title, "Soa sad day")
    await expectEqual(editor(screen.press("<C-z*5>"))?.page.title.text, "")
    await screen.press("<C-y*5><Left><Esc>", shows: "Soa sad day")
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.selectedEntry?.title, "Soa sad day")
    expectEqual(screen.state.list.count, 6)
    // All saves of one visit are undone and redone together.
    await screen.press("u", shows: "Undone: adding “Soa sad day”. It's in the trash.")
    await screen.press("<C-r>", shows: "Redone: adding “Soa sad day”.")
    let before = try await screen.service.entries()
    await screen.press("e<C-s>", shows: "Nothing changed.")
    try await expectEqual(screen.service.entries(), before)
    await screen.press("e<S-Tab>!<Esc>!<Esc>!<C-s>", shows: "Saved “Soa sad day!!!”.")
    await screen.press("u", shows: "Undone: editing “Soa sad day”.")
    try await expectEqual(screen.service.entries().map(\.fields), before.map(\.fields))
    screen = try await opened().press("?<F1>", shows: "Save and close").press("<Esc>")
    expectEqual(editor(screen)?.page.title.text, "?")
  }

  @Test func `What Esc can't save stays, then is left as a draft`() async throws {
    // A date that isn't one.
    var screen = try await opened().press("Fog<S-Tab><C-u>noon?")
    await screen.press("<Esc>", shows: "“noon?” isn't a date. Esc again keeps a draft.")
    expect(editor(screen)?.focus == .date)
    // Typing resets the refusal.
    await screen.press("!<Esc>", shows: "“noon?!” isn't a date. Esc again keeps a draft.")
    await screen.press("<Esc>", shows: "Your text is kept as a draft. Press Alt-d to continue it.")
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.count, 5)
    await screen.press("<A-d>", shows: "1 draft", "Fog").press("<Enter>")
    expectEqual(editor(screen)?.page.date.text, "noon?!")
    // An entry without text.
    screen = try await opened("e").press("<A-a><BS><S-Tab><C-u><Tab><Tab><C-u><Tab><Del><Del>")
    await screen.press("<Esc>", shows: "The entry is empty. Esc again keeps a draft.")
    await expect(screen.press("<Esc>").state.screens.isEmpty)
    let draft = try require(await screen.drafts.kept.first)
    expectEqual(draft.entry, screen.state.list.selectedEntry?.id)
    await screen.press("e", shows: "You have an unsaved draft")
    // A draft that can't be kept leaves the text in the editor.
    screen = try await opened().press("Fog<S-Tab>?<Esc>")
    await screen.drafts.fail(with: .store(path: "/drafts", .diskFull))
    await screen.press("<Esc>", shows: "the disk is full").press("<Enter>")
    expectEqual(editor(screen)?.page.title.text, "Fog")
  }

  @Test func `A save by Esc that fails keeps the text, and typing goes on`() async throws {
    let screen = try await opened().press("Fog")
    screen.repository.failure = .store(path: "/diary", .diskFull)
    await screen.press("<Esc>", shows: "Couldn't save /diary: the disk is full.")
    // A message over the editor doesn't take what is typed or pasted.
    await screen.press("q <BS>n").paste("!").press("<Enter>", lacks: "the disk is full")
    expectEqual(editor(screen)?.page.title.text, "Fogqn!")
    screen.repository.failure = nil
    await screen.press("<Esc>", shows: "Saved · Esc again closes")
    try await expectEqual(screen.service.entries().first?.title, "Fogqn!")
  }

  @Test func `Changes are discarded by a key, and u brings them back`() async throws {
    let screen = try await opened().press("Fog<Esc> and snow<C-q>")
    expect(screen.state.screens.isEmpty)
    expectShows(screen, "Discarded. Press u to undo, or Alt-d within 30 days.")
    expectEqual(screen.state.list.selectedEntry?.title, "Fog")
    await screen.press("u", shows: "Discarded on ", "Fog and snow").press("<Enter><Esc>")
    try await expectEqual(screen.service.entries().first?.title, "Fog and snow")
    await screen.press("<Esc>e!<F1>:discard<Enter>", shows: "Discarded. Press u to undo")
    expect(screen.state.screens.isEmpty)
  }

  @Test func `Ctrl-C copies a selection, or leaves if pressed twice`() async throws {
    let request = "Press Ctrl-C again to leave. Your text is kept."
    var screen = try await opened().press("<C-c>")
    expectEqual(screen.terminalEffects, [.leave])
    screen = try await opened().press("A walk<S-Home><C-c>", shows: "Copied.")
    expectEqual(screen.terminalEffects, [.copy("A walk")])
    // The presses must follow each other.
    await screen.press("<C-c>", shows: request).press("<Left><C-c>", shows: request)
    await screen.paste("x").press("<C-c>", shows: request)
    expectEqual(screen.terminalEffects, [.copy("A walk")])
    await screen.press("<C-c>")
    expectEqual(screen.terminalEffects, [.copy("A walk"), .leave])
    await expectEqual(screen.drafts.kept.map(\.fields.title).first?.contains("A wal"), true)
    // Saved text isn't asked about.
    screen = try await opened().press("A walk<Esc><C-c>")
    expectEqual(screen.terminalEffects, [.leave])
    screen = try await opened("e").press("<Tab><Tab><Enter>!<C-c>", shows: request)
    await screen.press("<S-Home><C-c>")
    expectEqual(screen.terminalEffects, [.copy("the bridge!")])
    // With vi keys, it is Esc.
    screen = try await ScreenTest()
    screen.prefer { $0.editingKeys = .vi }
    await screen.press("nfog<C-c>", shows: "NORMAL").press("v<C-c><C-c><C-c>x")
    expectEqual(editor(screen)?.page.title.text, "fo")
    expect(screen.terminalEffects.isEmpty)
  }

  @Test func `Text goes into the editor of a small window`() async throws {
    let screen = try await opened().resize(20, 5).type("Fog").paste("gy\nand snow")
    await screen.press("<Enter>d").resize(80, 24)
    expectEqual(editor(screen)?.page.title.text, "Foggy")
    expectEqual(editor(screen)?.page.content.text, "and snow\nd")
  }

  @Test func `Undo reverts word by word, and a paste in one step`() async throws {
    var screen = try await opened().press("<Tab>one two")
    for text in ["one ", "one", "", ""] {
      await expectEqual(editor(screen.press("<C-z>"))?.page.content.text, text)
    }
    await expectEqual(editor(screen.press("<C-y*4>"))?.page.content.text, "one two")
    expect(screen.terminalEffects.isEmpty)
    // The first of several lines is the title, and the others begin the text.
    screen = try await opened().press("<Tab>old<S-Tab>").paste("\nOne\n\ntwo\nthree")
    expectEqual(editor(screen)?.page.title.text, "One")
    await expectEqual(editor(screen.press("!"))?.page.content.text, "two\nthree!\nold")
    await expectEqual(editor(screen.press("<C-z><C-z>"))?.page.content.text, "old")
    expectEqual(editor(screen)?.page.title.text, "")
    screen = try await opened().paste("One\n")
    await expectEqual(editor(screen.press("<Tab>").paste("a\nb\n"))?.page.title.text, "One")
    expectEqual(editor(screen)?.page.content.text, "a\nb\n")
    await expectEqual(editor(screen.press("<C-z>"))?.page.content.text, "")
    await expectShows(screen.paste("bad \u{FFFD}"), "wasn't UTF-8")
    // A burst of keys is pasted into the text, without continuing a list, and typed in the title.
    let burst = TerminalEvent.burst(
      "- one\n- two".map { .init($0 == "\n" ? .enter : .character($0)) })
    screen = try await opened().press("<Tab>").send(burst)
    expectEqual(editor(screen)?.page.content.text, "- one\n- two")
    screen = try await opened().send(burst)
    expectEqual(
      [editor(screen)?.page.title.text, editor(screen)?.page.content.text], ["- one", "- two"])
    screen = try await opened().press("<Tab>")
    await expectShows(screen.paste("\u{1B}]0;title\u{7}\u{9B}31m"), "␛]0;title␇�31m")
    await screen.press("<C-s>")
    try await expectEqual(screen.service.entries().first?.content, "\u{1B}]0;title\u{7}\u{9B}31m")
  }

  @Test func `Photos are chosen, moved, removed and captioned`() async throws {
    var screen = try await opened("e").press("<Tab><Tab>")
    func names() -> [String] { editor(screen)?.page.photos.map(\.name) ?? [] }
    func chosen() -> Int? { editor(screen)?.page.selectedItem }
    let (bridge, fog) = ("bridge.jpg", "fog.jpg")
    for (keys, expected, index) in [
      ("<Right>", [bridge, fog], 1), ("<Right>", [bridge, fog], 1), ("<A-Left>", [fog, bridge], 0),
      ("<A-Left><Left>", [fog, bridge], 0), ("<A-Right>", [bridge, fog], 1), ("<Del>", [bridge], 0),
    ] {
      await screen.press(keys)
      expect(names() == expected && chosen() == index, "\(keys)")
    }
    await screen.press("<Del><Del><Enter><Left>", shows: "▣ no photos")
    expectEqual(names(), [])
    await screen.press("<C-z><C-z>")
    expectEqual(names(), [bridge, fog])
    screen = try await opened("e").press("<Tab><Tab><Enter><C-u>").paste("새 이름")
    let request = "Press Esc again to close without saving."
    // A user who types on stays in the dialog.
    await screen.press("<Esc>", shows: "새 이름", request).press("!<Esc>", shows: "새 이름!", request)
    try await expectEqual(editor(screen.press("<Esc>"))?.page.photos.at(0).caption, "the bridge")
    await screen.press("<Enter><Esc>", lacks: "Caption of")
    await screen.press("<Enter><C-u>새 이름<Enter><C-s>")
    try expectEqual(screen.state.list.selectedEntry?.photos.at(0).caption, "새 이름")
  }

  /// Types into a new entry with a text. Returns the text with `|` at the caret.
  private func typed(_ text: String, _ keys: String) async throws -> String {
    let screen = try await ScreenTest(40, 12).press("n<Tab>").paste(text).press(keys)
    let content = try require(editor(screen)).page.content
    return content.rope.substring(0..<content.caret) + "|"
      + content.rope.substring(content.caret..<content.rope.count)
  }

  @Test(arguments: [
    ("ab", "c", "abc|"), ("ab", "<Left><Enter>", "a\n|b"), ("- a", "<Enter>", "- a\n- |"),
    ("a\nb", "<BS><BS>", "a|"), ("a\nb", "<C-Home><Del><C-d>", "|b"),
    ("one two", "<A-BS>", "one |"), ("one two", "<C-Home><A-d>", "| two"),
    ("a\none", "<C-w><C-w>", "a|"), ("ab\nc", "<C-Home><C-k><C-k>", "|c"),
    ("ab\ncd", "<Left><C-u>", "ab\n|d"), ("one two", "<C-w><C-Home><A-y>", "two|one "),
    ("- a\n- b", "<Tab>", "- a\n  - b|"), ("- a\n- b", "<Tab><S-Tab>", "- a\n- b|"),
    ("- a", "<A-]><A-]><A-[>", "  - a|"), ("one", "<A-a><A-w><A-y><A-y>", "oneone|"),
    // Keys that move, and that select with Shift.
    ("a\nb", "<C-b><Left>", "a|\nb"), ("a\nb", "<C-Home><C-f><Right>", "a\n|b"),
    ("one two", "<C-Left>", "one |two"), ("one two", "<A-b><A-f>", "one two|"),
    ("one two", "<C-Home><C-Right>", "one| two"), ("abc\nd", "<C-Home><C-n><Up>", "|abc\nd"),
    ("abc", "<C-a><C-e>", "abc|"), ("abc", "<Home><End>", "abc|"),
    ("a\n\nb", "<C-Up>", "a\n|\nb"), ("a\n\nb", "<A-{><A-}>", "a\n\nb|"),
    ("a\nb", "<A-lt><A-gt>", "a\nb|"), ("one two", "<C-S-Left>x", "one x|"),
    ("one two", "<C- ><A-b><C-w>", "one |"), ("one", "<S-Home><C-w><A-y>", "one|"),
  ])
  func `keys edit and move`(_ text: String, _ keys: String, _ edited: String) async throws {
    try await expectEqual(typed(text, keys), edited)
  }

  @Test func `Cut text moves between fields, F8 dims, and a reference is one unit`() async throws {
    var screen = try await ScreenTest.sample(80, 24).press("/river walk<C-w><C-w>")
    expectEqual(screen.state.search?.field.isEmpty, true)
    await expectEqual(screen.press("<C-z>").state.search?.field.text, "river ")
    await expectEqual(editor(screen.press("<C-y><Esc>n<A-y>"))?.page.title.text, "river walk")
    expect(screen.terminalEffects.isEmpty)
    screen = try await ScreenTest(80, 24).press("n<Tab>").paste("first\n\nsecond")
    func dim() -> [Bool] {
      [5, 7].map { screen.state.frame.grid[2, $0].style.attributes.contains(.dim) }
    }
    expectEqual(dim(), [false, false])
    await screen.press("<F8>")
    expectEqual(dim(), [true, false])
    await screen.press("<F8>")
    expectEqual(dim(), [false, false])
    // A reference to a photo is moved over, deleted and counted as one unit, not as words.
    let reference = "![](photo:\(String(repeating: "ab", count: 32)))"
    try await expectEqual(typed(reference, "<BS>"), "![]|")
    screen = try await ScreenTest(80, 24).press("n<Tab>").paste("one\n" + reference + "\ntwo")
    expectShows(screen, "![](▣ abababab…)", "2 words · 1 min")
  }
}

@Suite("The mouse in the editor") @MainActor struct EditorMouseTests {
  private static let long = (1...40).map { "Line \($0)." }.joined(separator: "\n")

  private func edited(_ content: String) async throws -> ScreenTest {
    let fields = try SampleDiary.fields("A title", on: "2026-11-18T08:00", content, tags: ["one"])
    return try await ScreenTest(entries: [fields]).press("e")
  }

  private func selected(_ screen: ScreenTest) -> String? {
    editor(screen)?.page.content.content.selectedText
  }

  private func cell(_ column: Int, _ row: Int, _ screen: ScreenTest) -> Point {
    let content = EditorLayout(screen.state.size).content
    return Point(column: content.column + column, row: content.row + row)
  }

  @Test func `A click sets the caret in every field`() async throws {
    var screen = try await edited("강가 산책\nsecond")
    await screen.mouse(.press, cell(3, 0, screen))
    await expectEqual(editor(screen.press("!"))?.page.content.text, "강!가 산책\nsecond")
    var layout = EditorLayout(screen.state.size)
    await screen.mouse(.press, Point(column: layout.title.column + 2, row: layout.title.row))
    await expectEqual(editor(screen.press("x"))?.page.title.text, "A xtitle")
    for (rect, field) in [
      (layout.tags, EditorState.Field.tags), (layout.date, .date), (layout.photos, .photos),
      (layout.content, .content),
    ] {
      await screen.mouse(.press, Point(column: rect.column + 1, row: rect.row))
      expectEqual(editor(screen)?.focus, field)
    }
    await expectEqual(editor(screen.mouse(.press, Point(column: 0, row: 1)))?.focus, .content)
    screen = try await edited("text")
    layout = EditorLayout(screen.state.size)
    let tags = layout.tags
    // Shown at the end of the line: #one
    await screen.mouse(.press, Point(column: tags.endColumn - 2, row: tags.row))
    await expectEqual(editor(screen.press("x"))?.page.tags.text, "#oxne")
    // Edited after the field's label: Tags #oxne
    await screen.mouse(.press, Point(column: tags.column + 7, row: tags.row))
    await expectEqual(editor(screen.press("y"))?.page.tags.text, "#oyxne")
    await screen.mouse(.doublePress, Point(column: tags.column + 7, row: tags.row))
    expectEqual(editor(screen)?.page.tags.content.selectedText, "oyxne")
    // Narrow screens shorten the date, and the caret is still set at the clicked character.
    for (columns, rows, fromEnd, caret) in [(40, 12, 2, 9), (80, 24, 2, 9)] {
      screen = try await edited("text").resize(columns, rows)
      let date = EditorLayout(screen.state.size).date
      let shown = editor(screen)?.dateText(columns: date.columns, in: screen.state)
      let words = try require(shown)
      if columns == 40 { expectPrefix(words.suffix(7), "  ") }
      await screen.mouse(.press, Point(column: date.column + words.count - fromEnd, row: date.row))
      let text = try require(editor(screen)).page.date.text
      expectEqual(editor(screen)?.page.date.caret, text.count - caret)
      await screen.mouse(.press, Point(column: date.column + 3, row: date.row))
      expectEqual(editor(screen)?.page.date.caret, 3)
    }
  }

  @Test func `Dragging and double presses select, and the wheel scrolls`() async throws {
    var screen = try await edited("one two\nthree")
    await screen.mouse(.press, cell(4, 0, screen))
    await expectEqual(selected(screen.mouse(.drag, cell(2, 1, screen))), "two\nth")
    await screen.mouse(.drag, cell(7, 0, screen)).mouse(.release, cell(7, 0, screen))
    expectEqual(selected(screen), "two")
    // A drag after the release selects nothing.
    await expectEqual(selected(screen.mouse(.drag, cell(0, 0, screen))), "two")
    await expectEqual(editor(screen.press("2"))?.page.content.text, "one 2\nthree")
    screen = try await edited("one two\nthree")
    await screen.mouse(.press, cell(5, 0, screen))
    await expectEqual(selected(screen.mouse(.doublePress, cell(5, 0, screen))), "two")
    await expectEqual(selected(screen.mouse(.triplePress, cell(5, 0, screen))), "one two\n")
    await expectNil(selected(screen.mouse(.press, cell(5, 0, screen))))
    screen = try await edited(Self.long).press("<C-Home>")
    let rows = EditorLayout(screen.state.size).content.rows
    await screen.mouse(.press, cell(0, 0, screen))
    for step in 0..<5 { await screen.mouse(.drag, cell(step, rows, screen)) }
    expectShows(screen, "Line \(rows + 5).")
    expectEqual(selected(screen)?.contains("Line \(rows + 4)."), true)
    for step in 0..<9 { await screen.mouse(.drag, cell(step, -1, screen)) }
    expectShows(screen, "Line 1.")
    screen = try await edited(Self.long)
    let caret = editor(screen)?.page.content.caret
    for _ in 0..<20 { await screen.mouse(.scrollUp, cell(0, 3, screen)) }
    expectShows(screen, "Line 1.")
    expectNil(screen.cursor)
    expectEqual(editor(screen)?.page.content.caret, caret)
    await expect(screen.press("!", shows: "Line 40.!").cursor != nil)
  }

  @Test func `Copied and cut text is put on the clipboard, killed text isn't`() async throws {
    let screen = try await edited("one two")
    await screen.mouse(.doublePress, cell(0, 0, screen))
    await expectEqual(screen.press("<A-w>", shows: "Copied.").terminalEffects, [.copy("one")])
    await screen.mouse(.doublePress, cell(5, 0, screen))
    await expectEqual(screen.press("<C-w>").terminalEffects, [.copy("one"), .copy("two")])
    expectEqual(editor(screen)?.page.content.text, "one ")
    await expectEqual(screen.press("<C-u><A-w>").terminalEffects.count, 2)
    screen.clipboard.failure = .noProgram
    await screen.press("three<A-a><A-w>", shows: "install wl-copy, xclip or xsel")
  }
}
