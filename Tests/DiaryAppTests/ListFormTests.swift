import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The list in its forms")
@MainActor
struct ListFormTests {
  private func opened(
    _ columns: Int, _ rows: Int, _ form: ListForm, entries: [EntryFields]? = nil
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: try entries ?? SampleDiary.entries(), listForm: form)
  }

  @Test("Thumbnails: three lines an entry, with the first photo at the left")
  func thumbnails() async throws {
    let screen = try await opened(60, 17, .thumbnails)
    expectScreen(
      screen,
      """
       Diary                                            5 entries
      ────────────────────────────────────────────────────────────
       November 2026
      ▌▓░░░▓░░░  강가 산책, 안개
      ▌░░░▓░░░▓  20 Fri · ▣ 2 · #산책
      ▌░░▓░░░▓░  아침 일찍 강가를 걸었다. 안개가 천천히 걷히고 …
                 A letter from the north
                 19 Thu
                 Dear all, it is cold.
                 첫눈
                 18 Wed
                 첫눈이 왔다.
       ▓░░░▓░░░  The plum tree
       ░░░▓░░░▓  15 Sun · ▣ 1
       ░░▓░░░▓░  It has buds already.
       October 2026
       n new  Enter read  / search  ? keys  c calendar  e edit
      """)
  }

  @Test("A contact sheet: a tile an entry, of words where there is no photo")
  func sheet() async throws {
    let screen = try await opened(40, 12, .sheet)
    expectScreen(
      screen,
      """
       Diary                        5 entries
      ────────────────────────────────────────
      ▌ ▓░░░▓░░░▓░░░▓░░░   A letter from the
      ▌ ░░░▓░░░▓░░░▓░░░▓   north
      ▌ ░░▓░░░▓░░░▓░░░▓░   Dear all, it is
      ▌ ░▓░░░▓░░░▓░░░▓░░   cold.
      ▌ ▓░░░▓░░░▓░░░▓░░░
      ▌ ░░░▓░░░▓░░░▓░░░▓
      ▌20 Nov 2026  강가…  19 Nov 2026

       첫눈                 ▓░░░▓░░░▓░░░▓░░░
       n new  Enter read  / search  ? keys
      """)
  }

  @Test("v changes the form, says which it is, and it is remembered")
  func changing() async throws {
    let screen = try await opened(80, 24, .plain)
    let plain = screen.text
    await screen.press(.character("v"))
    expectContains(screen.text, "Showing small photos beside entries.")
    expectEqual(screen.viewMemory.view.listForm, .thumbnails)
    await screen.press(.character("v"))
    expectContains(screen.text, "Showing entries as tiles")
    expectEqual(screen.viewMemory.view.listForm, .sheet)
    await screen.press(.character("v"), .character("j"), .character("k"))
    expectEqual(screen.text, plain)
    expectEqual(screen.viewMemory.view.listForm, .plain)
  }

  @Test("The selection stays on its entry whatever the form and the size")
  func selection() async throws {
    let screen = try await opened(80, 24, .plain, entries: try SampleDiary.days(300))
    await screen.press(.character("j"), times: 150)
    for (columns, rows) in [(80, 24), (40, 12), (200, 50), (41, 13), (80, 24)] {
      await screen.send(.resize(Size(columns: columns, rows: rows)))
      for _ in ListForm.allCases {
        await screen.press(.character("v"))
        expectEqual(screen.state.list.selectedEntry?.title, "Entry 150")
        expectContains(screen.text, "Entry 150", "\(columns)×\(rows)")
      }
    }
  }

  @Test("On a sheet the arrows go from tile to tile, and the page keys by screens")
  func moving() async throws {
    let screen = try await opened(80, 24, .sheet, entries: try SampleDiary.days(300))
    func selected() -> String? { screen.state.list.selectedEntry?.title }
    await screen.press(KeyEvent(.right), KeyEvent(.down))
    expectEqual(selected(), "Entry 5")
    await screen.press(.character("h"), .character("k"))
    expectEqual(selected(), "Entry 0")
    await screen.press(.character("l"), .character("l"), .character("j"), KeyEvent(.up))
    expectEqual(selected(), "Entry 2")
    await screen.press(KeyEvent(.pageDown))
    expectEqual(selected(), "Entry 10")
    await screen.press(.character("G"))
    expectEqual(selected(), "Entry 299")
    expectContains(screen.text, "Entry 299")
    await screen.press(.character("g"))
    expectEqual(selected(), "Entry 0")
  }

  @Test("The mouse selects and opens in every form")
  func mouse() async throws {
    for (form, point) in [
      (ListForm.thumbnails, Point(column: 20, row: 8)), (.sheet, Point(column: 25, row: 5)),
    ] {
      let screen = try await opened(80, 24, form)
      await screen.send(.mouse(MouseEvent(.press, at: point)))
      expectEqual(screen.state.list.selectedEntry?.title, "A letter from the north")
      await screen.send(.mouse(MouseEvent(.scrollDown, at: point)))
      expectGreater(screen.state.list.selected, 1)
      await screen.send(.mouse(MouseEvent(.doublePress, at: point)))
      expectContains(screen.text, "Dear all,")
    }
  }

  @Test("Search results have the form too, and the arrows are the text's elsewhere")
  func search() async throws {
    let screen = try await opened(80, 24, .sheet)
    await screen.press(KeyEvent(.right))
    let before = try require(screen.state.list.selectedEntry?.id)
    await screen.press(.character("/"))
    await screen.type("e")
    expectContains(screen.text, "▌")
    await screen.press(KeyEvent(.right))
    expectEqual(screen.state.entries.selected, 1)
    await screen.press(.alt("v"), KeyEvent(.left))
    expectEqual(screen.state.listForm, .plain)
    expectEqual(screen.state.entries.selected, 1)
    await screen.type("d")
    expectContains(screen.text, "/ de")
    await screen.press(KeyEvent(.escape))
    expectNil(screen.state.search)
    expectEqual(screen.state.list.selectedEntry?.id, before)
  }

  @Test("Only what is in view and a screen around it is asked for")
  func bounded() async throws {
    let photo = SampleDiary.photo("many.jpg")
    var entries = try SampleDiary.days(400)
    for index in entries.indices {
      var own = photo
      own.asset = .named("photo \(index)")
      entries[index].photos = [own]
    }
    for form in [ListForm.thumbnails, .sheet] {
      let screen = try await opened(80, 24, form, entries: entries)
      await screen.press(.character("j"), times: 40)
      let wanted = screen.state.wantedPictures
      expect((1...16).contains(wanted.inView.count))
      expect((1...40).contains(wanted.ahead.count))
      expect(Set(wanted.inView).isDisjoint(with: wanted.ahead))
    }
  }

  @Test("On a terminal that keeps few pictures, the sheet is drawn in characters")
  func fewPictures() async throws {
    let screen = try await opened(80, 24, .sheet)
    // Two of the five entries have photos.
    let graphics = PixelGraphics(.sixel, cell: PixelSize(width: 10, height: 20), limit: 1)
    await screen.send(.learned(TerminalFacts(graphics: graphics)))
    expect(screen.state.frame.grid.pictures.isEmpty)
    expectContains(screen.text, "▓")
    let kitty = PixelGraphics(.kitty, cell: PixelSize(width: 10, height: 20), limit: 2)
    await screen.send(.learned(TerminalFacts(graphics: kitty)))
    expectEqual(screen.state.frame.grid.pictures.count, 2)
  }
}
