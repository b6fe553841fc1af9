import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@MainActor @Suite("The inbox")
struct InboxScreenTests {
  private func opened(_ columns: Int = 90, _ rows: Int = 16) async throws -> ScreenTest {
    let date = try require(EntryDate("2024-05-03T10:15:00+09:00"))
    let photo = FoundPhoto(path: "/inbox/a.jpg", date: date)
    var fields = EntryFields(date: date, title: "Heard\u{1B}", content: "Words of the note")
    let note = FoundNote(path: "/inbox/n.md", fields: fields, isDated: true)
    fields.title = ""
    fields.content = "Alone\u{1B} all day"
    fields.date = try require(EntryDate("2024-05-04T09:00:00+09:00"))
    let alone = FoundNote(path: "/inbox/o.md", fields: fields, isDated: true)
    let recording = FoundRecording(path: "/inbox/v.m4a", date: fields.date, isDated: false)
    let screen = try await ScreenTest(columns, rows)
    screen.inboxFolder.propose(
      PhotoProposal(
        groups: PhotoGrouping().groups(
          of: [photo], notes: [note, alone], recordings: [recording])))
    return screen
  }

  @Test func `the top of the list tells what waits, in as many words as there is room for`()
    async throws
  {
    let screen = try await opened()
    expectLacks(screen.text, "wait")
    await screen.receive(.inboxCounted(InboxCount(photos: 3, notes: 1)))
    expectContains(screen.text, "3 photos and 1 note wait: Alt-i", "\(screen.text)")
    await screen.receive(.inboxCounted(InboxCount(photos: 3, notes: 2, recordings: 1)))
    expectContains(screen.text, "3 photos, 2 notes and 1 recording wait: Alt-i")
    await screen.send(.resize(Size(columns: 40, rows: 12)))
    expectContains(screen.text, "6 wait", "\(screen.text)")
    await screen.receive(.inboxCounted(InboxCount()))
    expectLacks(screen.text, "wait")
  }

  @Test func `its entries are shown with their notes, arranged and written`() async throws {
    let screen = try await opened()
    await screen.press(.alt("i"))
    expectContains(screen.text, "Inbox · /inbox", "\(screen.text)")
    expectContains(screen.text, "Heard␛")
    expectContains(screen.text, "▣ 1  ✎ 1")
    expectContains(screen.text, "1 photo, 2 notes, 1 recording", "\(screen.text)")
    await screen.press(.character("j"))
    expectContains(screen.text, "Alone␛ all day")
    expectContains(screen.text, "♪ v.m4a")
    await screen.press(.character("k"), .character("m"))
    expectContains(screen.text, "▣ 1  ✎ 2  ♪ 1")
    await screen.press(.character("s"))
    await screen.press(.character(" "), KeyEvent(.enter))
    expect(screen.inboxFolder.written.count == 1 && screen.inboxFolder.written[0].count == 1)
    expect(screen.state.screens.isEmpty)
  }

  @Test func `without one it says where to set it, and an empty one that nothing waits`()
    async throws
  {
    let screen = try await opened()
    screen.inboxFolder.set(folder: nil)
    await screen.press(.alt("i"))
    expectContains(screen.text, "Name a folder for the inbox in config.toml first")
    screen.inboxFolder.set(folder: "/inbox")
    screen.inboxFolder.propose(PhotoProposal(groups: []))
    await screen.press(.alt("i"))
    expectContains(screen.text, "Nothing waits in the inbox.")
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `it fits`(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(columns, rows)
    await screen.press(.alt("i"), .character("j"))
    expectContains(screen.text, "Inbox")
  }

  @Test func `in Korean what waits is counted with its counter`() async throws {
    try await Language.korean.speaking {
      let screen = try await opened(40, 12)
      await screen.receive(.inboxCounted(InboxCount(photos: 3, notes: 1)))
      expectContains(screen.text, "4개 대기 중", "\(screen.text)")
    }
  }
}
