import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp
@testable import DiarySettings

@Suite("Help")
@MainActor
struct HelpScreenTests {
  static let tables = KeyScreen.allCases.map(\.defaults)

  @Test("Every binding has words, and keys")
  func words() {
    for table in Self.tables {
      for binding in table.bindings {
        expect(!binding.help.isEmpty, "\(table.title)")
        expect(!binding.keys.isEmpty, "\(table.title)")
      }
    }
  }

  @Test("No key is bound twice in a table")
  func once() {
    for table in Self.tables {
      let keys = table.bindings.flatMap(\.keys)
      expectEqual(Set(keys).count, keys.count, "\(table.title)")
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
      expectPrefix(screen.text, " Keys · \(tables[0].title)")
      for table in tables + [everywhere] {
        if table.title != tables[0].title { expectContains(screen.text, table.title) }
        for binding in table.bindings where binding.command != .help {
          expectContains(screen.text, binding.help, "\(table.title)")
          try expectContains(screen.text, binding.keys.at(0).name, "\(table.title)")
        }
      }
      expectEqual(screen.text.contains("F1  ?"), !isTyping)
      expectContains(screen.text, "F1")
    }
  }

  @Test("Where there is no room for both, the title goes before the words beside it")
  func narrowTitle() async throws {
    try await Language.korean.speaking {
      let screen = try await ScreenTest(40, 12)
      await screen.press(.character("?"))
      let help = try require(screen.state.screens.front(as: HelpState.self))
      let title = "\(localized("Keys")) · \(help.title)"
      expectPrefix(screen.text, " \(title)\n")
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
    expectNotEqual(screen.text, top)
    await screen.press(KeyEvent(.up), KeyEvent(.up), KeyEvent(.pageDown), KeyEvent(.pageUp))
    expectEqual(screen.text, top)
    await screen.press(KeyEvent(.end), KeyEvent(.home))
    expectEqual(screen.text, top)
    await screen.press(.character(" "), times: 12)
    expectContains(screen.text, "Redraw")
    await screen.press(.character("?"))
    expectEqual(screen.text, list)
    await screen.send(.resize(Size(columns: 200, rows: 50)))
    await screen.press(.character("?"))
    expectLacks(screen.text, "scroll")
  }

  @Test("Typing finds keys by words, names and keys; Esc ends that first, and closes then")
  func typing() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    await screen.press(.character("?"))
    let all = screen.text
    await screen.type("pho")
    expectPrefix(screen.text, " / pho")
    expectEqual(screen.cursor, Point(column: 6, row: 0))
    expectContains(screen.text, "Show all photos")
    expectLacks(screen.text, "Calendar")
    // Letters are keys only as long as nothing is typed.
    await screen.type("q?: ")
    expectContains(screen.text, "No key has these letters.")
    await screen.press(.control("u"))
    await screen.type("Alt-t")
    expectContains(screen.text, "Show all tags")
    expectLacks(screen.text, "Show all photos")
    await screen.press(KeyEvent(.escape))
    expectEqual(screen.text, all)
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
  }

  @Test("Columns stand side by side where there is room; the headings are in their order")
  func columns() async throws {
    for (columns, rows, count) in [(40, 12, 1), (80, 24, 1), (200, 50, 3)] {
      let screen = try await ScreenTest(columns, rows, entries: try SampleDiary.entries())
      await screen.press(.character("?"))
      guard let help = screen.state.screens.front(as: HelpState.self) else { throw Missing() }
      expectEqual(HelpLayout(help, screen.state.size).columns.count, count)
      expectEqual(
        help.sections.map(\.title), ["Write", "Read", "Find", "Photos", "Manage", "Everywhere"])
      if count == 3 {
        for section in help.sections { expectContains(screen.text, section.title) }
        expectContains(screen.text, "Redraw")
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
    expect(changed.issues.isEmpty)
    screen.change { $0.keys = changed.keymap }
    await screen.press(.character("?"))
    let top = screen.text
    await screen.press(KeyEvent(.function(9)))
    expectNotEqual(screen.text, top)
    expectEqual(screen.state.screens.count, 1)
    // A letter is typed there.
    let letter = KeyBinding(screen: "help", command: "down", keys: ["j"], line: 2)
    expectEqual(Keymap.changed(by: [letter]).issues.map(\.line), [2])
  }
}
