import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp
@testable import DiarySettings

@Suite("Help", .timeLimit(.minutes(30)))
@MainActor
struct HelpScreenTests {
  static let tables = KeyScreen.allCases.map(\.defaults)

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
    let opening: [([KeyEvent], [KeyScreen])] = [
      ([], [.list]), ([.character("/")], [.search]), ([KeyEvent(.enter)], [.reader]),
      ([KeyEvent(.enter), KeyEvent(.enter)], [.viewer]),
      ([.character("e")], [.editor, .text, .photoStrip]),
      ([.character("e"), .control("p")], [.picker]), ([.character("t")], [.trash]),
      ([.character("p")], [.gallery]),
      ([KeyEvent(.enter), KeyEvent(.enter), .character("w")], [.copyOut]),
      ([KeyEvent(.enter), KeyEvent(.enter), .character("c")], [.line]),
    ]
    for (keys, screens) in opening {
      let tables = screens.map { screen in
        screen == .text ? screen.defaults.without(KeyScreen.editor.defaults) : screen.defaults
      }
      let screen = try await ScreenTest(80, 90, entries: try SampleDiary.entries())
      for key in keys { await screen.press(key) }
      await screen.press(KeyEvent(.function(1)))
      // Where letters are typed, those of everywhere aren't keys.
      let isTyping = [KeyScreen.search, .editor, .picker, .copyOut, .line].contains {
        $0.defaults.title == tables[0].title
      }
      // From a text one doesn't go elsewhere, but from a search.
      let table = KeyScreen.everywhere.defaults
      let everywhere =
        !isTyping
        ? table
        : tables[0].title == KeyScreen.search.defaults.title
          ? table.withoutLetters
          : table.withoutLetters.without([.jumpBack, .jumpForward])
      #expect(screen.text.hasPrefix(" Keys · \(tables[0].title)"))
      for table in tables + [everywhere] {
        if table.title != tables[0].title { #expect(screen.text.contains(table.title)) }
        for binding in table.bindings where binding.command != .help {
          #expect(screen.text.contains(binding.help), "\(table.title)")
          #expect(try screen.text.contains(binding.keys.at(0).name), "\(table.title)")
        }
      }
      #expect(screen.text.contains("F1  ?") == !isTyping && screen.text.contains("F1"))
    }
  }

  @Test("Where there is no room for both, the title goes before the words beside it")
  func narrowTitle() async throws {
    try await Language.korean.speaking {
      let screen = try await ScreenTest(40, 12)
      await screen.press(.character("?"))
      let help = try #require(screen.state.screens.front(as: HelpState.self))
      let title = "\(localized("Keys")) · \(help.title)"
      #expect(screen.text.hasPrefix(" \(title)\n"))
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
       Keys · List         Type to find a key
      ────────────────────────────────────────
        Write
        n           New entry
        e           Edit the entry
        E           Edit in $EDITOR
        d           Delete the entry (asks
                    first)
        *           Star or unstar the entry
        P           Pin or unpin the entry
        #           Edit tags of the entry
       q back  ↓ scroll
      """)
    let top = screen.text
    await screen.press(KeyEvent(.down), KeyEvent(.down))
    #expect(screen.text != top)
    await screen.press(KeyEvent(.up), KeyEvent(.up), KeyEvent(.pageDown), KeyEvent(.pageUp))
    #expect(screen.text == top)
    await screen.press(KeyEvent(.end), KeyEvent(.home))
    #expect(screen.text == top)
    await screen.press(.character(" "), times: 12)
    #expect(screen.text.contains("Redraw"))
    await screen.press(.character("?"))
    #expect(screen.text == list)
    await screen.send(.resize(Size(columns: 200, rows: 50)))
    await screen.press(.character("?"))
    #expect(!screen.text.contains("scroll"))
  }

  @Test("Typing finds keys by words, names and keys; Esc ends that first, and closes then")
  func typing() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    await screen.press(.character("?"))
    let all = screen.text
    await screen.type("pho")
    #expect(screen.text.hasPrefix(" / pho") && screen.cursor == Point(column: 6, row: 0))
    #expect(screen.text.contains("Show all photos"))
    #expect(!screen.text.contains("Calendar"))
    // Letters are keys only as long as nothing is typed.
    await screen.type("q?: ")
    #expect(screen.text.contains("No key has these letters."))
    await screen.press(.control("u"))
    await screen.type("Alt-t")
    #expect(screen.text.contains("Show all tags") && !screen.text.contains("Show all photos"))
    await screen.press(KeyEvent(.escape))
    #expect(screen.text == all)
    await screen.press(KeyEvent(.escape))
    #expect(screen.state.screens.isEmpty)
  }

  @Test("Columns stand side by side where there is room; the headings are in their order")
  func columns() async throws {
    for (columns, rows, count) in [(40, 12, 1), (80, 24, 1), (200, 50, 3)] {
      let screen = try await ScreenTest(columns, rows, entries: try SampleDiary.entries())
      await screen.press(.character("?"))
      guard let help = screen.state.screens.front(as: HelpState.self) else { throw Missing() }
      #expect(HelpLayout(help, screen.state.size).columns.count == count)
      #expect(
        help.sections.map(\.title) == ["Write", "Read", "Find", "Photos", "Manage", "Everywhere"])
      if count == 3 {
        for section in help.sections { #expect(screen.text.contains(section.title)) }
        #expect(screen.text.contains("Redraw"))
      }
    }
  }

  private struct Missing: Error {}

  @Test("Its own keys are a person's, too")
  func ownKeys() async throws {
    let screen = try await ScreenTest(40, 12, entries: try SampleDiary.entries())
    let changed = Keymap.changed(by: [
      KeyBinding(screen: "help", command: "page-down", keys: ["F9"], line: 1)
    ])
    #expect(changed.issues.isEmpty)
    screen.change { $0.keys = changed.keymap }
    await screen.press(.character("?"))
    let top = screen.text
    await screen.press(KeyEvent(.function(9)))
    #expect(screen.text != top && screen.state.screens.count == 1)
    // A letter is typed there.
    let letter = KeyBinding(screen: "help", command: "down", keys: ["j"], line: 2)
    #expect(Keymap.changed(by: [letter]).issues.map(\.line) == [2])
  }
}
