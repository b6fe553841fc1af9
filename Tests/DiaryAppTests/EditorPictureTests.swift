import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Photos where one writes")
@MainActor
struct EditorPictureTests {
  private func edited(
    _ columns: Int, _ rows: Int, showsPhotos: Bool = true
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), showsPhotos: showsPhotos)
    await screen.press(.character("e"))
    return screen
  }

  private func editor(_ screen: ScreenTest) throws -> EditorState {
    guard let editor = screen.state.screens.front(as: EditorState.self) else {
      throw NoEditor()
    }
    return editor
  }

  private struct NoEditor: Error {}

  private func lines(_ screen: ScreenTest) -> [String] {
    screen.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("A photo stands below the line that names it, and the text goes on after it")
  func inText() async throws {
    let screen = try await edited(80, 24)
    expectScreen(
      screen,
      """
       Edit entry                                                    14 words · 1 min
      ────────────────────────────────────────────────────────────────────────────────
        Friday 20 November 2026  07:30 +09:00                              #산책 #강
        강가 산책, 안개

        아침 일찍 강가를 걸었다.

        ![안개 속의 강](▣ fog.jpg)
        ▓░░░▓░░░▓░░░▓░░░
        ░░░▓░░░▓░░░▓░░░▓
        ░░▓░░░▓░░░▓░░░▓░
        ░▓░░░▓░░░▓░░░▓░░
        ▓░░░▓░░░▓░░░▓░░░
        ░░░▓░░░▓░░░▓░░░▓

        안개가 천천히 걷히고 첫 기차가 다리를 건넜다.






        ▣ bridge.jpg “the bridge”   ▣ fog.jpg   + Ctrl-P
       Ctrl-S save   Esc leave   Tab next   Ctrl-P photo   F1 keys   F2 details
      """)
    expectEqual(screen.cursor, Point(column: 47, row: 15))
    // The caret goes through the text as if no picture were there.
    await screen.press(KeyEvent(.up), KeyEvent(.up))
    expectEqual(screen.cursor?.row, 7)
    await screen.press(KeyEvent(.down))
    expectEqual(screen.cursor?.row, 14)
    await screen.type("x")
    try expectContains(editor(screen).page.content.text, ")\nx\n")
  }

  @Test("The room of a picture is there before the picture, and as large without one")
  func room() async throws {
    let screen = try await edited(80, 24)
    var state = screen.state
    state.pictures = PictureStore()
    let waiting = state.frame.grid.text
    expectContains(waiting, "▣ fog.jpg …")
    expectLacks(waiting, "▓")
    let last = "안개가 천천히 걷히고 첫 기차가 다리를 건넜다."
    func row(_ text: String) -> Int? {
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.contains(last) }
    }
    expectEqual(row(waiting), row(screen.text))
    expectEqual(row(waiting), 15)
  }

  @Test("Without photos, or without room for them, names stand for them")
  func none() async throws {
    for (columns, rows, showsPhotos) in [(80, 24, false), (120, 40, false), (40, 12, true)] {
      let screen = try await edited(columns, rows, showsPhotos: showsPhotos)
      expectLacks(screen.text, "▓")
      expectContains(screen.text, "▣ bridge.jpg")
    }
  }

  @Test("At the foot of a taller screen stand small pictures, their names below")
  func strip() async throws {
    let screen = try await edited(80, 30)
    let shown = lines(screen)
    try require(shown.count == 30)
    try expectEqual(shown.at(28), "  “the bridge”   fog.jpg      + Ctrl-P")
    try expectEqual(shown.at(24), "  ▓░░░▓░░░▓░     ▓░░░▓░░░▓░")
    try expectEqual(shown.at(27), "  ░▓░░░▓░░░▓     ░▓░░░▓░░░▓")
    try expect(shown.at(23).isEmpty)
    await screen.press(KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.right))
    try expectEqual(lines(screen).at(24), "  ▓░░░▓░░░▓░    ▌▓░░░▓░░░▓░")
    expectEqual(screen.cursor, Point(column: 17, row: 28))
    expectContains(screen.text, "Enter caption")
    await screen.press(KeyEvent(.left, .alt))
    try expectPrefix(lines(screen).at(28), "  fog.jpg")
    await screen.press(KeyEvent(.delete), KeyEvent(.delete))
    // With no photo left the text has the room.
    try expectContains(lines(screen).at(28), "▣ no photos")
    expectEqual(EditorLayout(try editor(screen), screen.state.context).thumbnails.rows, 0)
  }

  @Test("A click on a small picture chooses it, a double click opens its caption")
  func clicks() async throws {
    let screen = try await edited(80, 30)
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 24, row: 25))))
    try expectEqual(editor(screen).focus, .photos)
    try expectEqual(editor(screen).page.selectedItem, 1)
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 4, row: 28))))
    try expectEqual(editor(screen).page.selectedItem, 0)
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 4, row: 26))))
    expectContains(screen.text, "Caption of bridge.jpg")
    // Where only names stand, those.
    let small = try await edited(80, 24)
    await small.send(.mouse(MouseEvent(.press, at: Point(column: 33, row: 22))))
    try expectEqual(editor(small).page.selectedItem, 1)
    // A picture in the text belongs to its line.
    await small.send(.mouse(MouseEvent(.press, at: Point(column: 10, row: 10))))
    expectEqual(small.cursor?.row, 7)
    expectEqual(small.cursor.map { $0.column > 20 }, true)
  }

  @Test("The photo stands above its caption while that is written")
  func caption() async throws {
    for (columns, rows) in [(80, 24), (120, 35), (200, 50), (40, 12)] {
      let screen = try await edited(columns, rows)
      await screen.press(KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
      let shown = lines(screen)
      let title = try require(shown.firstIndex { $0.contains("Caption of bridge.jpg") })
      let field = try require(shown.lastIndex { $0.contains("│  the bridge") })
      expect(field - title > 4 && shown[title + 2].contains("░"), "\(columns)×\(rows)")
      expectEqual(screen.cursor?.row, field)
      await screen.type("!")
      await screen.press(KeyEvent(.enter))
      try expectEqual(editor(screen).page.photos.at(0).caption, "the bridge!")
    }
  }

  @Test("In pixels, each has its own room, and the one over others hides them")
  func pixels() async throws {
    let cell = PixelSize(width: 10, height: 20)
    for limit in [nil, 2] {
      let screen = try await edited(120, 40)
      let graphics = PixelGraphics(.kitty, cell: cell, limit: limit)
      await screen.send(.learned(TerminalFacts(graphics: graphics, cell: cell)))
      // One in the text and two at its foot.
      expectEqual(screen.state.frame.grid.pictures.count, (limit == nil ? 3 : 0))
      await screen.press(KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
      let pictures = screen.state.frame.grid.pictures
      let last = try require(pictures.last)
      expect(pictures.allSatisfy { $0 == last || $0.rect.intersection(last.rect).isEmpty })
      expectGreater(last.rect.rows, 10)
    }
  }

  @Test("Proposals lie over a picture in characters")
  func proposals() async throws {
    var all = try SampleDiary.entries()
    all[4].content += "\n"
    let cell = PixelSize(width: 10, height: 20)
    let screen = try await ScreenTest(80, 24, entries: all)
    await screen.press(.character("e"))
    let graphics = PixelGraphics(.sixel, cell: cell)
    await screen.send(.learned(TerminalFacts(graphics: graphics, cell: cell)))
    expectEqual(screen.state.frame.grid.pictures.count, 1)
    await screen.press(KeyEvent(.home, .control))
    await screen.type("#산")
    expectContains(screen.text, "│ #산책")
    expect(screen.text.contains("░") || screen.state.frame.grid.pictures.count == 1)
  }
}
