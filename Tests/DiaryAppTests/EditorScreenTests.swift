import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The editor on the screen") @MainActor
struct EditorScreenTests {
  @Test func `A new and an old entry are drawn`() async throws {
    var screen = try await ScreenTest(80, 14).press("n")
    try expectScreen(screen, in: "editor-new")
    expectEqual(screen.cursor, Point(column: 2, row: 3))
    screen = try await ScreenTest.sample(80, 14).press("e글")
    try expectScreen(screen, in: "editor")
    await expectShows(screen.pauseTyping(), "draft kept · 14 words · 1 min")
  }

  @Test func `A caption's dialog and the smallest screen are drawn`() async throws {
    var screen = try await ScreenTest.sample(60, 14).press("e<Tab><Tab><Enter>")
    try expectScreen(screen, in: "editor-caption")
    await screen.press("!<Enter>", shows: "▣ bridge.jpg “the bridge!”")
    // At 40×12 all of it is there.
    screen = try await ScreenTest.sample(40, 12).press("e")
    try expectScreen(screen, in: "editor-40x12")
  }

  @Test func `Leaving asks when something would be lost, at any size`() async throws {
    var screen = try await ScreenTest.sample(60, 14).press("e<BS><Esc>")
    try expectScreen(screen, in: "leaving")
    // At 40×12 every answer can be read, in both languages.
    func leave() async throws -> ScreenTest {
      try await ScreenTest.sample(40, 12).press("e<BS><Esc>")
    }
    screen = try await leave()
    try expectScreen(screen, in: "leaving-40x12")
    try await Language.korean.speaking {
      try expectScreen(try await leave(), in: "leaving-korean-40x12")
    }
  }
}

@Suite("Photos where one writes") @MainActor
struct EditorPictureTests {
  private func edited(
    _ columns: Int, _ rows: Int, showsPhotos: Bool = true
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), showsPhotos: showsPhotos
    ).press("e")
  }

  private func editor(_ screen: ScreenTest) throws -> EditorState {
    guard let editor = screen.state.screens.front(as: EditorState.self) else { throw NoEditor() }
    return editor
  }

  private struct NoEditor: Error {}

  @Test func `A photo is below the line that names it, and the text continues`() async throws {
    let screen = try await edited(80, 24)
    try expectScreen(screen, in: "editor-photo")
    expectEqual(screen.cursor, Point(column: 47, row: 15))
    // The caret goes through the text as if no picture were there.
    await expectEqual(screen.press("<Up><Up>").cursor?.row, 7)
    await expectEqual(screen.press("<Down>").cursor?.row, 14)
    try await expectContains(editor(screen.type("x")).page.content.text, ")\nx\n")
  }

  @Test func `A picture's space is reserved, and names replace pictures`() async throws {
    let screen = try await edited(80, 24)
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
    // Without photos, or without room for them, names stand for them.
    for (columns, rows, showsPhotos) in [(80, 24, false), (120, 40, false), (40, 12, true)] {
      let screen = try await edited(columns, rows, showsPhotos: showsPhotos)
      expectShows(screen, "▣ bridge.jpg")
      expectLacks(screen, "▓")
    }
  }

  @Test func `Small pictures are at the foot of a taller screen`() async throws {
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
    await screen.press("<Del><Del>")
    // With no photo left the text has the room.
    try expectContains(screen.lines.at(28), "▣ no photos")
    expectEqual(EditorLayout(try editor(screen), screen.state.context).thumbnails.rows, 0)
    // A click on a small picture chooses it, a double click opens its caption.
    screen = try await edited(80, 30)
    try await expectEqual(editor(screen.mouse(.press, 24, 25)).focus, .photos)
    try expectEqual(editor(screen).page.selectedItem, 1)
    try await expectEqual(editor(screen.mouse(.press, 4, 28)).page.selectedItem, 0)
    await expectShows(screen.mouse(.doublePress, 4, 26), "Caption of bridge.jpg")
    // Where only names stand, those.
    let small = try await edited(80, 24)
    try await expectEqual(editor(small.mouse(.press, 33, 22)).page.selectedItem, 1)
    // A picture in the text belongs to its line.
    await expectEqual(small.mouse(.press, 10, 10).cursor?.row, 7)
    expectEqual(small.cursor.map { $0.column > 20 }, true)
  }

  @Test func `Pictures share the screen with dialogs and proposals`() async throws {
    for (columns, rows) in [(80, 24), (120, 35), (200, 50), (40, 12)] {
      let screen = try await edited(columns, rows).press("<Tab><Tab><Enter>")
      let shown = screen.lines
      let title = try require(shown.firstIndex { $0.contains("Caption of bridge.jpg") })
      let field = try require(shown.lastIndex { $0.contains("│  the bridge") })
      expect(field - title > 4 && shown[title + 2].contains("░"), "\(columns)×\(rows)")
      expectEqual(screen.cursor?.row, field)
      await screen.press("!<Enter>")
      try expectEqual(editor(screen).page.photos.at(0).caption, "the bridge!")
    }
    // In pixels, each has its own room, and the one over others hides them.
    let cell = PixelSize(width: 10, height: 20)
    for limit in [nil, 2] {
      let screen = try await edited(120, 40)
      let graphics = PixelGraphics(.kitty, cell: cell, limit: limit)
      await screen.send(.learned(TerminalFacts(graphics: graphics, cell: cell)))
      // One in the text and two at its foot.
      expectEqual(screen.state.frame.grid.pictures.count, (limit == nil ? 3 : 0))
      await screen.press("<Tab><Tab><Enter>")
      let pictures = screen.state.frame.grid.pictures
      let last = try require(pictures.last)
      expect(pictures.allSatisfy { $0 == last || $0.rect.intersection(last.rect).isEmpty })
      expectGreater(last.rect.rows, 10)
    }
    // Proposals lie over a picture in characters.
    var all = try SampleDiary.entries()
    all[4].content += "\n"
    let screen = try await ScreenTest(80, 24, entries: all).press("e")
    let graphics = PixelGraphics(.sixel, cell: cell)
    await screen.send(.learned(TerminalFacts(graphics: graphics, cell: cell)))
    expectEqual(screen.state.frame.grid.pictures.count, 1)
    await screen.press("<C-Home>#산", shows: "│ #산책")
    expect(screen.text.contains("░") || screen.state.frame.grid.pictures.count == 1)
  }
}
