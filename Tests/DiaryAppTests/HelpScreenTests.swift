import TerminalUI
import Testing

@testable import DiaryApp

@Suite("Help", .timeLimit(.minutes(4)))
@MainActor
struct HelpScreenTests {
  static let tables: [KeyTable] = [
    .everywhere, .list, .search, .reader, .viewer, .editor, .text, .photoStrip, .picker, .trash,
    .export,
    .gallery, .copyOut, .line,
  ]

  @Test("Every binding has words, and keys")
  func words() {
    for table in Self.tables {
      for binding in table.bindings {
        #expect(!binding.help.isEmpty && !binding.keys.isEmpty, "\(table.title)")
      }
    }
  }

  @Test("No key is bound twice in a table")
  func once() {
    for table in Self.tables {
      let keys = table.bindings.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(table.title)")
    }
  }

  @Test("Every screen's help lists its bindings and those of everywhere")
  func lists() async throws {
    let opening: [([KeyEvent], [KeyTable])] = [
      ([], [.list]), ([.character("/")], [.search]), ([KeyEvent(.enter)], [.reader]),
      ([KeyEvent(.enter), KeyEvent(.enter)], [.viewer]),
      ([.character("e")], [.editor, .text.without(.editor), .photoStrip]),
      ([.character("e"), .control("p")], [.picker]), ([.character("t")], [.trash]),
      ([.character("p")], [.gallery]),
      ([KeyEvent(.enter), KeyEvent(.enter), .character("w")], [.copyOut]),
      ([KeyEvent(.enter), KeyEvent(.enter), .character("c")], [.line]),
    ]
    for (keys, tables) in opening {
      let screen = try await ScreenTest(80, 90, entries: try SampleDiary.entries())
      for key in keys { await screen.press(key) }
      await screen.press(KeyEvent(.function(1)))
      // Where letters are typed, those of everywhere aren't keys.
      let isTyping = [KeyTable.search, .editor, .picker, .copyOut, .line].contains {
        $0.title == tables[0].title
      }
      // From a text one doesn't go elsewhere, but from a search.
      let everywhere =
        !isTyping
        ? KeyTable.everywhere
        : tables[0].title == KeyTable.search.title
          ? .everywhere.withoutLetters
          : .everywhere.withoutLetters.without([.jumpBack, .jumpForward])
      for table in tables + [everywhere] {
        #expect(screen.text.contains(table.title))
        for binding in table.bindings where binding.command != .help {
          #expect(screen.text.contains(binding.help), "\(table.title)")
          #expect(screen.text.contains(binding.keys[0].name), "\(table.title)")
        }
      }
      #expect(screen.text.contains("F1  ?") == !isTyping && screen.text.contains("F1"))
    }
  }

  @Test("It scrolls, and the key that opened it closes it")
  func scrolling() async throws {
    let screen = try await ScreenTest(40, 12, entries: try SampleDiary.entries())
    let list = screen.text
    await screen.press(.character("?"))
    expectScreen(
      screen,
      """
       Keys
      ────────────────────────────────────────
        List
        n           New entry
        Enter       Read the entry
        /           Search
        c           Calendar
        e           Edit the entry
        p           All photos of the diary
        v           As lines, photos or
                    tiles
       q back  ↓ scroll
      """)
    let top = screen.text
    await screen.press(.character("j"), KeyEvent(.down))
    #expect(screen.text != top)
    await screen.press(.character("k"), KeyEvent(.up), KeyEvent(.pageDown), KeyEvent(.pageUp))
    #expect(screen.text == top)
    await screen.press(.character(" "), times: 12)
    #expect(screen.text.contains("Draw the screen anew"))
    await screen.press(.character("?"))
    #expect(screen.text == list)
  }
}
