import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The status screen")
@MainActor
struct StatusScreenTests {
  /// A status of a diary on disk, which the diary of the tests isn't.
  private func onDisk() throws -> DiaryStatus {
    var status = DiaryStatus(
      path: "/home/kim/.local/share/photodiary", device: ID(high: 1, low: 2))
    status.format = 1
    status.author = Author(id: AuthorID("0123456789abcdef0123456789abcdef"), name: "김 산책")
    status.entries = 1204
    status.trashed = 3
    status.assets = 2011
    status.size = 5_123_456_789
    status.saved = Timestamp("2026-11-20T22:30:00.250Z")
    return status
  }

  @Test("S tells all there is to know")
  func snapshot() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("S"))
    expectContains(screen.text, "in memory (format 2)")
    await screen.receive(.statusLoaded(try onDisk()))
    expectScreen(
      screen,
      """
       Status
      ────────────────────────────────────────────────────────────────────────────────
        state       available
        store       /home/kim/.local/share/photodiary (format 1)
        author      김 산책 (0123456789abcdef0123456789abcdef)
        device      00000000000000010000000000000002
        entries     1,204
        trash       3
        photos      2,011
        size        5.1 GB
        last saved  2026-11-21 07:30












       q back   e author's name   ? keys
      """)
    await screen.press(.character("q"))
    expect(screen.state.screens.isEmpty)
  }

  @Test("On the smallest screen it can be scrolled, and says what to do about a problem")
  func small() async throws {
    let screen = try await ScreenTest(40, 12, entries: try SampleDiary.entries())
    await screen.press(.character("S"))
    var status = try onDisk()
    status.problem = .store(path: "/media/stick/diary", .readOnly)
    await screen.receive(.statusLoaded(status))
    expectScreen(
      screen,
      """
       Status
      ────────────────────────────────────────
        state       read-only
        store       /home/kim/.local/share/
                    photodiary (format 1)
        author      김 산책
                    (0123456789abcdef0123456
                    789abcdef)
        device      000000000000000100000000
                    00000002
        entries     1,204
       q back  e author's name  ? keys
      """)
    await screen.press(.character("j"), times: 30)
    expectContains(screen.text, "Nothing was")
    expectContains(screen.text, "q back")
    await screen.press(.character("k"), times: 30)
    expectContains(screen.text, "state       read-only")
  }

  @Test("Names have the room that they need in any language")
  func korean() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    await screen.press(.character("S"))
    await screen.receive(.statusLoaded(try onDisk()))
    Language.korean.speaking {
      expectContains(screen.text, "\n  마지막 저장  2026-11-21 07:30")
      expectContains(screen.text, "\n  일기         1,204")
    }
  }

  @Test("e edits the author's name; one that isn't one stays to be mended")
  func rename() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("S"), .character("e"))
    expectContains(screen.text, "The author's name")
    await screen.press(.control("u"), KeyEvent(.enter))
    expectContains(screen.text, "isn't a name")
    await screen.press(KeyEvent(.enter))
    await screen.type("홍길동")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Changed the author's name to “홍길동”.")
    expectContains(screen.text, "홍길동 (me)")
    try await expectEqual(screen.service.identity(), Author(id: AuthorID("me"), name: "홍길동"))
    await screen.press(.character("e"))
    await screen.type("!")
    await screen.press(KeyEvent(.escape))
    try await expectEqual(screen.service.identity().name, "홍길동")
    await screen.press(.character("?"))
    expectContains(screen.text, "Edit the author's name")
  }

  @Test("Sizes have one to three digits and a unit")
  func sizes() {
    let words = [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (9_949, "9.9 kB"),
      (9_950, "10 kB"), (999_499, "999 kB"), (1_000_000, "1.0 MB"), (1_250_000_000, "1.3 GB"),
      (12_345_678_901_234, "12 TB"),
    ]
    for (bytes, expected) in words { expectEqual(CountWords.bytes(bytes), expected) }
  }
}
