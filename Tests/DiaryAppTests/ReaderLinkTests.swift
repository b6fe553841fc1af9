import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Links in the frame")
@MainActor
struct ReaderLinkTests {
  private static let content = """
    Go to [the river, where the fog is and the trains go by](https://x.org/강), or \
    [nowhere](javascript:x).

    [[Other]] and <me@x.org>, [a b](<https://x.org/a b>), [c](https://x.org/c\u{202E})
    """

  private func opened(_ content: String, _ columns: Int, keys: KeyEvent...) async throws
    -> ScreenTest
  {
    let entry = try SampleDiary.fields("Read", on: "2026-11-20T07:30:00+09:00", content)
    let screen = try await ScreenTest(columns, 24, entries: [entry])
    for key in keys { await screen.press(key) }
    return screen
  }

  /// The texts of links on the screen, row by row, with where they lead to.
  private func links(_ screen: ScreenTest) -> [String] {
    let grid = screen.state.frame.grid
    var found: [String] = []
    for row in 0..<grid.size.rows {
      var last: UInt16 = 0
      for cell in grid.row(row) {
        if cell.style.link > 0 {
          let address = grid.address(ofLink: cell.style.link)?.text ?? "?"
          if cell.style.link != last { found.append("\(address) ") }
          found[found.count - 1] += cell.text
        }
        last = cell.style.link
      }
    }
    return found
  }

  @Test("Those of the web and of mail are told to the terminal, wrapped ones as one")
  func told() async throws {
    let screen = try await opened(Self.content, 44, keys: KeyEvent(.enter))
    expectEqual(
      links(screen),
      [
        "https://x.org/%EA%B0%95 the river, where the fog is and",
        "https://x.org/%EA%B0%95 the trains go by", "mailto:me@x.org me@x.org",
        "https://x.org/c%E2%80%AE c",
      ])
    expectEqual(screen.state.frame.grid.links.count, 3)
  }

  @Test("What Tab has come to leads where it did")
  func focused() async throws {
    let screen = try await opened(Self.content, 44, keys: KeyEvent(.enter))
    let before = links(screen)
    await screen.press(KeyEvent(.tab))
    expectEqual(links(screen), before)
  }

  @Test("The preview has them, too")
  func preview() async throws {
    let screen = try await opened("See [the river](https://x.org/강).", 100)
    expectEqual(links(screen), ["https://x.org/%EA%B0%95 the river"])
  }

  @Test("A dialog over a link is none, and neither is the next screen")
  func covered() async throws {
    let lines = (0..<18).map { "[one link after another, \($0)](https://x.org/\($0))\n" }.joined()
    let screen = try await opened(lines, 60, keys: KeyEvent(.enter))
    expectEqual(links(screen).count, 18)
    await screen.press(.character("d"))
    let covered = links(screen)
    expectContains(screen.text, "Delete this entry?")
    expectAtLeast(covered.count, 8)
    expect(covered.allSatisfy { !$0.contains("Delete") && !$0.contains("│") })
    await screen.press(KeyEvent(.escape), .character("?"))
    expect(links(screen).isEmpty)
  }
}
