import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp
@testable import DiarySettings

@Suite("Settings")
@MainActor
struct SettingsTests {
  private typealias Value = SettingItem.Value

  private func read(
    _ items: (String, SettingItem.Value)...
  ) -> (settings: Settings, issues: [SettingsIssue]) {
    let items = items.enumerated().map { index, item in
      SettingItem(
        path: item.0.split(separator: ".").map(String.init), value: item.1, line: index + 1)
    }
    return Settings.read(items, path: "/c/config.toml", keys: .screens)
  }

  @Test("Every option takes what it may have")
  func values() {
    let (settings, issues) = read(
      ("author", .text("Kim")), ("language", .text("ko")), ("photos", .text("cells")),
      ("color_depth", .text("256")),
      ("theme", .text("high-contrast")), ("ambiguous_width", .number(2)),
      ("external_editor", .text("nano -w")), ("plain", .flag(true)), ("prompt", .flag(false)),
      ("sync", .text("manual")), ("photos_folder", .text("~/Phone")),
      ("colors", .table), ("colors.accent", .text("#5fAFff")), ("colors.dim", .number(244)),
      ("editor", .table), ("editor.keys", .text("vi")), ("editor.typewriter", .flag(true)),
      ("editor.focus", .flag(true)), ("editor.trailing_spaces", .flag(true)),
      ("editor.tab_width", .number(8)), ("editor.highlight", .flag(false)),
      ("editor.spelling", .list(["en_US", "ko"])), ("keys", .table), ("keys.list", .table),
      ("keys.list.new", .list(["a"])))
    expect(issues.isEmpty, "\(issues)")
    let preferences = settings.preferences
    expectEqual(settings.author, "Kim")
    expectEqual(settings.language, .korean)
    expectEqual(settings.photos, .cells)
    expectEqual(settings.colorLimit, .palette)
    expectEqual(settings.externalEditor, "nano -w")
    expect(settings.isPlain)
    expectEqual(preferences.theme, .highContrast)
    expectEqual(preferences.ambiguousColumns, 2)
    expectEqual(preferences.colors, [.accent: .rgb(0x5FAFFF), .dim: .palette(244)])
    expectEqual(preferences.editingKeys, .vi)
    expectEqual(preferences.tabColumns, 8)
    expect(preferences.scrollsAsTypewriter)
    expect(preferences.focusesParagraph)
    expect(preferences.showsTrailingSpaces)
    expect(!preferences.highlightsMarkdown)
    expectEqual(preferences.dictionaries, ["en_US", "ko"])
    expect(!preferences.asksDailyPrompt)
    expectEqual(preferences.syncTime, .manual)
    expectEqual(settings.keys, [KeyBinding(screen: "list", command: "new", keys: ["a"], line: 25)])
    expectEqual(settings.photosFolder, "~/Phone")
    expectEqual(settings.origins["theme"], .file(line: 5))
  }

  @Test("A message that is longer than the line takes more of them, beside the caret")
  func longMessages() async throws {
    let issue = SettingsIssue(
      path: "/c/config.toml", line: 12,
      .invalid(option: "theme", .oneOf(Preferences.ThemeName.allCases.map(\.rawValue))))
    for columns in [40, 80, 200] {
      let screen = try await ScreenTest(columns, 12, entries: try SampleDiary.entries())
      await screen.receive(.settingsRead(.failure(SettingsError([issue]))))
      // A row may break at any blank or hyphen.
      func letters(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
      let words = issue.text.replacing("/c/", with: "")
      expectSuffix(letters(screen.text), letters(words), "\(screen.text)")
      await screen.press(.character("j"))
      expectLacks(screen.text, "config.toml")
      // In a text, what is being written stays in view.
      await screen.press(.character("n"), KeyEvent(.tab))
      await screen.type("a")
      for _ in 0..<20 { await screen.press(KeyEvent(.enter)) }
      await screen.type("last line")
      await screen.receive(.settingsRead(.failure(SettingsError([issue]))))
      expectContains(screen.text, "last line")
      expectContains(screen.text, "config.toml")
    }
  }

  @Test("Every option refuses what it can't have", arguments: SettingsOption.all.map(\.name))
  func refused(_ name: String) throws {
    let option = try require(SettingsOption.all.first { $0.name == name })
    for value in [Value.other, .table, .text("\u{1B}"), .number(-1), .list(["../x"])] {
      var settings = Settings()
      if ["external_editor", "player"].contains(name), case .text = value { continue }
      expect(!option.set(value, &settings), "\(value)")
      expectEqual(settings, Settings())
    }
  }

  @Test("What an option writes it reads", arguments: SettingsOption.all.map(\.name))
  func written(_ name: String) throws {
    let option = try require(SettingsOption.all.first { $0.name == name })
    expect(option.text(Settings()) != nil || !option.example.isEmpty)
    expect(!option.comment.text.isEmpty)
    expect(!option.kind.valid.isEmpty)
  }

  @Test("All mistakes are told, in the order of their lines")
  func issues() {
    let (_, issues) = read(
      ("theme", .text("drak")), ("tehme", .number(1)), ("extra", .table),
      ("extra.more", .number(1)),
      ("keys", .table), ("keys.lst", .table), ("keys.lst.new", .list(["x"])),
      ("editor", .number(3)),
      ("keys.list.new", .list(["Hyper-x"])))
    expectEqual(
      issues.map(\.text),
      [
        "/c/config.toml, line 1: theme must be one of \"auto\", \"dark\", \"light\", "
          + "\"high-contrast\", \"terminal\".",
        "/c/config.toml, line 2: unknown option tehme. Did you mean theme?",
        "/c/config.toml, line 3: unknown option extra. Did you mean start?",
        "/c/config.toml, line 6: unknown screen lst. Did you mean keys.list?",
        "/c/config.toml, line 8: editor must be a table, with its name in brackets.",
        "/c/config.toml, line 9: unknown key “Hyper-x”. Write it as \"n\", \"Ctrl-S\", "
          + "\"Alt-Left\" or \"F3\".",
      ])
  }

  @Test("What is in force is told with where it comes from")
  func effective() {
    var (settings, _) = read(("theme", .text("dark")), ("keys.list.new", .list([])))
    settings.origins["photos"] = .commandLine
    settings.origins["external_editor"] = .environment("VISUAL")
    settings.externalEditor = "vim \"x\""
    let text = SettingsText.effective(settings, keys: .screens)
    expectContains(text, "theme = \"dark\"  # config.toml, line 1\n")
    expectContains(text, "photos = \"auto\"  # command line\n")
    expectContains(text, "external_editor = \"vim \\\"x\\\"\"  # $VISUAL\n")
    expectContains(text, "[keys.list]\n# New entry\nnew = []  # config.toml, line 2\n")
    expectContains(text, "plain = false  # default\n")
  }

  @Test("Changed settings apply at once; wrong ones are told and the former ones stay")
  func reload() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    var (settings, _) = read(("theme", .text("dark")), ("photos", .text("off")))
    settings.language = .korean
    await screen.receive(.settingsRead(.success(settings)))
    expectEqual(screen.state.preferences.theme, .dark)
    expect(!screen.state.showsPhotos)
    expectEqual(screen.state.theme.accent.foreground, .palette(75))
    expectContains(screen.terminalEffects, .adopt(.off, .korean))
    let issue = SettingsIssue(
      path: "/home/kim/.config/photodiary/config.toml", line: 7,
      .invalid(option: "theme", .oneOf(["a", "b"])))
    await screen.receive(.settingsRead(.failure(SettingsError([issue, issue]))))
    expectContains(screen.text, "config.toml, line 7: theme must be one of \"a\", \"b\".")
    expectEqual(screen.state.preferences.theme, .dark)
    await screen.receive(.settingsRead(.success(settings)))
    expectLacks(screen.text, "line 7")
  }
}
