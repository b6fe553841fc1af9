import DiaryCore
import MemoryStore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Links between entries") @MainActor struct BacklinkTests {
  /// The last entry is the newest, which is selected at the start.
  private func opened(
    _ entries: [EntryFields], _ columns: Int = 80, _ rows: Int = 24
  ) async throws -> ScreenTest {
    try await ScreenTest(columns, rows, entries: entries).press("<Enter>")
  }

  private func reader(_ screen: ScreenTest) -> ReaderState? {
    screen.state.screens.front(as: ReaderState.self)
  }

  private static func sample() throws -> [EntryFields] {
    [
      try SampleDiary.fields("첫 산책", on: "2026-11-01T07:30", "안개. 내일은 [[강가]]에서 걷자! 끝."),
      try SampleDiary.fields(
        "A walk", on: "2026-11-02T07:30", "Before.\n\n- **Then** at [[강가]], in the fog. After."),
      try SampleDiary.fields("강가", on: "2026-11-20T07:30", "The river."),
    ]
  }

  @Test func `The reader ends with what links here`() async throws {
    let screen = try await opened(Self.sample(), 60, 16)
    try expectScreen(screen, in: "reader-links")
    await screen.press("<Tab><Enter>", shows: "Before.")
    await screen.press("<Tab><Enter>", shows: "The river.")
    await screen.press("qq<Tab><Enter>", shows: "안개. 내일은")
    await screen.press("q")
    expectEqual(reader(screen)?.target, .backlink(1))
    // The focused link stays focused when another one is gone.
    await screen.press("<S-Tab><Enter>dy", shows: "The river.", lacks: "A walk ·")
    await screen.press("<Tab><Enter>", shows: "안개. 내일은")
  }

  @Test func `Links to the entry fit any screen and language`() async throws {
    var screen = try await opened(Self.sample(), 40, 12)
    await screen.press("G", shows: "Linked from", "A walk · 2 Nov 2026")
    let long = String(repeating: "가나다 ", count: 5000) + "\u{1B}[31m"
    let entries = [
      try SampleDiary.fields(long, on: "2026-11-01T07:30", "[[ㄱ]] \(long)"),
      try SampleDiary.fields("ㄱ", on: "2026-11-20T07:30", "x"),
    ]
    screen = try await opened(entries, 40, 12)
    await screen.press("G", shows: "… · 1 Nov 2026", lacks: "\u{1B}")
    await Language.korean.speaking {
      await screen.receive(.settingsRead(.success(Settings())))
      await screen.press("G", shows: "이 일기를 링크한 일기")
    }
  }

  @Test func `Only the newest links are shown`() async throws {
    let links = try (0...Backlinks.most).map {
      try SampleDiary.fields("Entry \($0)", on: "2026-10-01T07:30", "[[Hub]]")
    }
    let screen = try await opened(
      links + [try SampleDiary.fields("Hub", on: "2026-11-20T07:30", "x")])
    await screen.press("G", shows: "Older entries link here, too.", "Entry 1 ·", lacks: "Entry 0 ·")
  }

  @Test func `A date in double brackets is that day`() async throws {
    let screen = try await opened([
      try SampleDiary.fields("One", on: "2026-11-01T07:30", "the only one"),
      try SampleDiary.fields("Two", on: "2026-11-02T07:30"),
      try SampleDiary.fields("Three", on: "2026-11-02T08:30"),
      try SampleDiary.fields("2026-11-09", on: "2026-11-03T08:30", "a title"),
      try SampleDiary.fields(
        "Links", on: "2026-11-20T07:30",
        "[[2026-11-01]] [[2026-11-02]] [[2026-11-05]] [[2026-11-09]]"),
    ])
    await screen.press("<Tab><Enter>", shows: "the only one")
    await screen.press("q<Tab><Enter>", shows: "November 2026", "Three", "Two")
    await screen.press("q<Tab><Enter>", shows: "No entries on Thursday 5 November 2026.")
    await screen.press("<Tab><Enter>", shows: "a title")
  }

  @Test func `A link to a deleted entry names the trash`() async throws {
    let screen = try await opened([
      try SampleDiary.fields("Gone", on: "2026-11-01T07:30"),
      try SampleDiary.fields("Links", on: "2026-11-20T07:30", "[[Gone]]"),
    ])
    let gone = try require(try await screen.service.entries().last)
    try await screen.deleteElsewhere(gone.id)
    await screen.press("<Tab><Enter>", shows: "“Gone” is in the trash.")
  }

  @Test func `Renaming an entry keeps links, and undo, too`() async throws {
    let screen = try await ScreenTest(entries: try Self.sample())
    func texts() async throws -> [String] { try await screen.service.entries().map(\.content) }
    let first = try await texts()
    // An earlier edit of an entry with a link is undone after the renaming.
    await screen.press("je").type("X").press("<C-s>k")
    let edited = try await texts()
    expectNotEqual(first, edited)
    await screen.press("e<S-Tab><C-u>").type("바다").press("<C-s>", shows: "Renamed the links in 2")
    let renamed = edited.map { $0.replacing("[[강가]]", with: "[[바다]]") }
    try await expectEqual(texts(), renamed)
    for _ in 0..<2 {
      try await expectEqual(texts(), renamed)
      await screen.press("u", shows: "Renamed the links in 2 entries.")
      try await expectEqual(texts(), edited)
      await screen.press("u")
      try await expectEqual(texts(), first)
      await screen.press("<C-r>")
      try await expectEqual(texts(), edited)
      await screen.press("<C-r>", shows: "Renamed the links")
    }
    try await expect(screen.service.entries().allSatisfy { $0.heads.count == 1 })
  }
}
