import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Exporting")
@MainActor
struct ExportScreenTests {
  private func opened(_ columns: Int = 64, _ rows: Int = 14) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: try SampleDiary.entries())
    await screen.press(.character("x"))
    return screen
  }

  @Test("It asks where to and how")
  func question() async throws {
    let screen = try await opened()
    expectScreen(
      screen,
      """
       D┌──────────────────────────────────────────────────────────┐s
      ──│  Export the diary                                        │──
       N│                                                          │
      ▌2│  ▌Folder    ~/diary-export                               │
       1│   Entries   whole diary                                  │
       1│   Format    Markdown files and photos                    │
       1│   Location  remove from copies                           │
       O│   Encrypt   not encrypted                                │
       3│             5 entries · 1 photo · 3.2 MB                 │
        │                                                          │
        │  Enter export · Tab next · Space to change · Esc leave   │
        │  F1 keys                                                 │
        └──────────────────────────────────────────────────────────┘

      """)
  }

  @Test("Tab goes through the fields, Space to change")
  func fields() async throws {
    let screen = try await opened()
    await screen.press(.control("u"))
    await screen.type("~/out 1")
    await screen.press(
      KeyEvent(.tab), KeyEvent(.tab), .character(" "), KeyEvent(.tab), KeyEvent(.right))
    expectContains(screen.text, "JSON and photos")
    expectContains(screen.text, "keep in photos")
    await screen.press(KeyEvent(.enter))
    await screen.export(
      .end(ExportOutcome(folder: "/home/me/out 1", entries: 5, photos: 1, problems: [])))
    expectEqual(
      screen.exporter.requests,
      [
        ExportRequest(folder: "/home/me/out 1", format: .json, keepsLocation: true)
      ])
    expectContains(screen.text, "Exported 5 entries and 1 photo to /home/me/out 1.")
    expect(screen.state.screens.isEmpty)
  }

  @Test("All formats are offered, and round again")
  func formats() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.tab), KeyEvent(.tab))
    var seen: [String] = []
    for _ in ExportFormat.allCases {
      let line = screen.text.split(separator: "\n").first { $0.contains("▌Format") } ?? ""
      seen.append(String(line.drop { $0 != "▌" }))
      await screen.press(KeyEvent(.right))
    }
    expectEqual(Set(seen).count, ExportFormat.allCases.count)
    expect(seen.contains { $0.contains("a zip for Day One") })
    expectContains(screen.text, "Markdown files and photos")
    await screen.press(KeyEvent(.left), KeyEvent(.enter))
    await screen.export(
      .end(ExportOutcome(folder: "/home/me/out 1", entries: 5, photos: 1, problems: [])))
    expectEqual(screen.exporter.requests.last?.format, ExportFormat.allCases.last)
  }

  @Test("It says how much is chosen: the marked, or all")
  func choices() async throws {
    let screen = try await ScreenTest(64, 16, entries: try SampleDiary.entries())
    await screen.press(.character(" "), .character(" "), .character("x"))
    expectContains(screen.text, "Export 2 entries to a folder")
    expectContains(screen.text, "Entries   marked entries")
    expectContains(screen.text, "2 entries · 1 photo · 3.2 MB")
    await screen.press(KeyEvent(.tab), .character(" "))
    expectContains(screen.text, "Entries   whole diary")
    expectContains(screen.text, "5 entries · 1 photo · 3.2 MB")
    expectContains(screen.text, "Export the diary")
    await screen.press(KeyEvent(.enter))
    expectNil(screen.exporter.requests.last?.entries)
  }

  @Test("A folder must be named")
  func noFolder() async throws {
    let screen = try await opened()
    await screen.press(.control("u"), KeyEvent(.enter))
    expect(screen.exporter.requests.isEmpty)
    expectContains(screen.text, "Export the diary")
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
  }

  @Test("It shows how far it is")
  func progress() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.enter))
    await screen.export(.stage(Progress(.exporting, 853, of: 1204, besides: 2011)))
    expectScreen(
      screen,
      """
       Diary                                                5 entries
      ────────────────────────────────────────────────────────────────
       November 2026
      ▌2┌──────────────────────────────────────────────────────────┐
       1│  Exporting to ~/diary-export                             │
       1│                                                          │
       1│  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━───────────────   70%  │
       O│  853 of 1,204 entries · 2,011 photos                     │
       3│  Press Esc to stop                                       │
        └──────────────────────────────────────────────────────────┘




      """)
    await screen.export(
      .end(
        ExportOutcome(
          folder: "/home/me/out 1", entries: 1, photos: 0, problems: ["one.md: no room"])))
    expectContains(screen.text, "Exported only in part")
    expectContains(screen.text, "one.md: no room")
  }

  @Test("Esc stops it, and other keys don't")
  func stopping() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.enter))
    await screen.export(.stage(Progress(.exporting, 1, of: 5)))
    await screen.press(.character("q"), KeyEvent(.enter))
    expectContains(screen.text, "1 of 5 entries")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "Export stopped. Nothing was left behind.")
    expect(screen.state.screens.isEmpty)
  }

  @Test("Of a site its first page is named, and o opens it")
  func site() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.enter))
    await screen.export(
      .end(
        ExportOutcome(
          folder: "/home/me/out", page: "/home/me/out/index.html", entries: 5, photos: 1,
          problems: [])))
    expectContains(screen.text, "Exported 5 entries and 1 photo.")
    expectContains(screen.text, "/home/me/out/index.html")
    expectContains(screen.text, "Press o to open it in the browser.")
    await screen.press(.character("o"))
    expectEqual(screen.photoActions.opened, ["/home/me/out/index.html"])
    expectContains(screen.text, "Opened in your browser.")
    expect(screen.state.screens.isEmpty)
  }

  @Test("Encrypted, it asks for a passphrase twice and shows none", arguments: [40, 64])
  func encrypted(_ columns: Int) async throws {
    let screen = try await opened(columns, columns == 40 ? 12 : 14)
    await screen.press(KeyEvent(.tab, .shift), .character(" "))
    expectContains(screen.text, "▌Encrypt   one file, with")
    await screen.press(KeyEvent(.enter), KeyEvent(.enter))
    expectContains(screen.text, "The passphrase is empty.")
    await screen.type("비밀 1")
    expectContains(screen.text, "••••")
    expectLacks(screen.text, "비밀")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Type it again.")
    await screen.type("other")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "The two passphrases differ.")
    expect(screen.exporter.requests.isEmpty)
    for _ in 0..<2 {
      await screen.type("wrong")
      // What is taken away here isn't kept anywhere.
      await screen.press(.control("u"))
      await screen.type("비밀 1")
      await screen.press(KeyEvent(.enter))
    }
    await screen.export(
      .end(ExportOutcome(folder: "/x.tar.age", entries: 5, photos: 1, problems: [])))
    expectEqual(screen.exporter.requests.map(\.passphrase), [Passphrase("비밀 1".utf8)])
    expect(screen.state.screens.isEmpty)
    expectContains(screen.text, "x.tar.age")
    await screen.press(.character("/"), .control("y"))
    expectLacks(screen.text, "wrong")
    expectLacks(screen.text, "비밀")
  }

  @Test("One that fails gives the question back")
  func failure() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.enter))
    await screen.export(.fail(.export(path: "/home/me/diary-export", .notEmpty)))
    expectContains(screen.text, "isn't empty and has no")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Export the diary")
  }
}
