import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Trips on the screen")
@MainActor
struct TripsScreenTests {
  static let seoul = "37.5500, 126.9100"
  static let jeju = "33.4600, 126.3200"

  /// Half a year at home, and five days on Jeju in May, the first with a photo.
  static func entries() throws -> [EntryFields] {
    var entries: [EntryFields] = []
    func add(_ date: String, _ title: String, _ place: String, _ photos: [Photo] = []) throws {
      var fields = try SampleDiary.fields(
        title, on: "\(date)T12:00:00+09:00", "Some words.", photos: photos)
      fields.details.place = place
      entries.append(fields)
    }
    for month in 2...8 {
      for day in ["01", "09", "17", "25"] { try add("2026-0\(month)-\(day)", "home", seoul) }
    }
    for day in 3...7 {
      try add(
        "2026-05-0\(day)", "Day \(day - 2)", jeju,
        day == 3 ? [SampleDiary.photo("sea.jpg", caption: "The sea")] : [])
    }
    return entries
  }

  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, speaks: Bool = false
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: Self.entries(), speaks: speaks)
    screen.placeNaming.call(.success(["제주시 애월읍"]))
    await screen.press(.alt("a"))
    return screen
  }

  @Test func `each is named by where it was, with photos beside`() async throws {
    let screen = try await opened()
    expectScreen(
      screen,
      """
       Trips                                                                   1 trip
      ────────────────────────────────────────────────────────────────────────────────
      ▌제주시 애월읍          3 May 2026  │ 제주시 애월읍
                                          │ 3–7 May 2026 · 5 days
                                          │ 5 entries · 1 photo
                                          │
                                          │  ▓░░░▓░░░▓░░░▓░░░▓░░
                                          │  ░░░▓░░░▓░░░▓░░░▓░░░
                                          │  ░░▓░░░▓░░░▓░░░▓░░░▓
                                          │  ░▓░░░▓░░░▓░░░▓░░░▓░
                                          │  ▓░░░▓░░░▓░░░▓░░░▓░░
                                          │  ░░░▓░░░▓░░░▓░░░▓░░░
                                          │  ░░▓░░░▓░░░▓░░░▓░░░▓
                                          │  3 May
                                          │
                                          │
                                          │
                                          │
                                          │
                                          │
                                          │
                                          │
                                          │
       Enter show   m map   ? keys   q back
      """)
  }

  @Test func `at the smallest size`() async throws {
    let screen = try await opened(40, 12)
    expectScreen(
      screen,
      """
       Trips                           1 trip
      ────────────────────────────────────────
      ▌제주시 애월읍              3 May 2026








       Enter show  m map  ? keys  q back
      """)
  }

  @Test func `Enter lists the entries of its days, and Ctrl-O comes back`() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.enter))
    expectPrefix(screen.text, " 제주시 애월읍")
    expectContains(screen.text, "Day 5")
    expectLacks(screen.text, "home")
    await screen.press(.character("q"))
    expectPrefix(screen.text, " Trips")
  }

  @Test func `what is saved meanwhile is looked at again`() async throws {
    let screen = try await opened()
    for entry in try await screen.service.entries() where entry.title.hasPrefix("Day") {
      _ = try await screen.service.delete(entry.id)
    }
    screen.change { $0.reloadDays() }
    await screen.press(KeyEvent(.up))
    expectContains(screen.text, "No trips yet.")
  }

  @Test func `a diary without positions says how trips are found`() async throws {
    let screen = try await ScreenTest(40, 12, entries: SampleDiary.days(3))
    await screen.press(.alt("a"))
    expectContains(screen.text, "No trips yet. They are found by")
    await screen.press(.character("q"))
    expect(screen.state.screens.isEmpty)
  }

  @Test func `it is told in words`() async throws {
    let screen = try await opened(speaks: true)
    let text = try require(screen.state.frame.accessibleText)
    expectEqual(text.title, "Trips, 1 trip")
    expectEqual(text.selected?.contains("3–7 May 2026 · 5 days"), true)
  }
}
