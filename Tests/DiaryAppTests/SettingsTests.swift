import DiaryCore
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Settings") @MainActor struct SettingsTests {
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

  @Test func `Every option accepts valid values`() {
    let (settings, issues) = read(
      ("author", .text("Kim")), ("language", .text("ko")), ("photos", .text("cells")),
      ("color_depth", .text("256")), ("theme", .text("high-contrast")),
      ("ambiguous_width", .number(2)), ("external_editor", .text("nano -w")),
      ("plain", .flag(true)), ("prompt", .flag(false)), ("sync", .text("manual")),
      ("photos_folder", .text("~/Phone")), ("on_this_day", .flag(false)), ("colors", .table),
      ("colors.accent", .text("#5fAFff")),
      ("colors.dim", .number(244)), ("editor", .table), ("editor.keys", .text("vi")),
      ("editor.typewriter", .flag(true)), ("editor.focus", .flag(true)),
      ("editor.trailing_spaces", .flag(true)), ("editor.tab_width", .number(8)),
      ("editor.highlight", .flag(false)), ("editor.spelling", .list(["en_US", "ko"])),
      ("keys", .table), ("keys.list", .table), ("keys.list.new", .list(["a"])))
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
    expect(!preferences.looksBack)
    expectEqual(preferences.syncTime, .manual)
    expectEqual(settings.keys, [KeyBinding(screen: "list", command: "new", keys: ["a"], line: 26)])
    expectEqual(settings.photosFolder, "~/Phone")
    expectEqual(settings.origins["theme"], .file(line: 5))
  }

  @Test func `A long message takes several lines, below the text`() async throws {
    let issue = SettingsIssue(
      path: "/c/config.toml", line: 12,
      .invalid(option: "theme", .theme))
    for columns in [40, 80, 200] {
      let screen = try await ScreenTest.sample(columns, 12)
      await screen.receive(.settingsRead(.failure(SettingsError([issue]))))
      // A row breaks at any blank or hyphen.
      func letters(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
      let words = issue.text.replacing("/c/", with: "")
      expectSuffix(letters(screen.text), letters(words), "\(screen.text)")
      await screen.press("j", lacks: "config.toml")
      await screen.press("n<Tab>a")
      for _ in 0..<20 { await screen.press("<Enter>") }
      await screen.type("last line").receive(.settingsRead(.failure(SettingsError([issue]))))
      expectShows(screen, "last line", "config.toml")
    }
  }

  @Test("Every option refuses invalid values", arguments: SettingsOption.all.map(\.name))
  func refused(_ name: String) throws {
    let option = try require(SettingsOption.all.first { $0.name == name })
    for value in [Value.other, .table, .text("\u{1B}"), .number(-1), .list(["../x"])] {
      var settings = Settings()
      if ["external_editor", "player"].contains(name), case .text = value { continue }
      expect(!option.set(value, &settings), "\(value)")
      expectEqual(settings, Settings())
    }
  }

  @Test func `Mistakes are listed in order, and values with their origin`() {
    let (_, issues) = read(
      ("theme", .text("drak")), ("tehme", .number(1)), ("extra", .table),
      ("extra.more", .number(1)), ("keys", .table), ("keys.lst", .table),
      ("keys.lst.new", .list(["x"])), ("editor", .number(3)), ("keys.list.new", .list(["Hyper-x"])))
    expectEqual(
      issues.map(\.text),
      [
        "/c/config.toml, line 1: theme must be one of \"auto\", \"dark\", \"light\", "
          + "\"high-contrast\", \"terminal\", \"paper\", \"night\", \"catppuccin\", \"gruvbox\", "
          + "\"nord\", \"solarized\", \"rose-pine\", or your own.",
        "/c/config.toml, line 2: unknown option tehme. Did you mean theme?",
        "/c/config.toml, line 3: unknown option extra.",
        "/c/config.toml, line 6: unknown screen lst. Did you mean keys.list?",
        "/c/config.toml, line 8: editor must be a table, with its name in brackets.",
        "/c/config.toml, line 9: unknown key “Hyper-x”. Write it as \"n\", \"Ctrl-S\", "
          + "\"Alt-Left\" or \"F3\".",
      ])
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

  @Test func `Changed settings apply immediately, and wrong ones are reported`() async throws {
    let screen = try await ScreenTest.sample(80, 24)
    var (settings, _) = read(("theme", .text("dark")), ("photos", .text("off")))
    settings.language = .korean
    await screen.receive(.settingsRead(.success(settings)))
    expectEqual(screen.state.preferences.theme, .dark)
    expect(!screen.state.showsPhotos)
    expectEqual(screen.state.theme.accent.foreground, .palette(75))
    expectContains(screen.terminalEffects, .adopt(.off, .korean, DateStyle()))
    let issue = SettingsIssue(
      path: "/home/kim/.config/photodiary/config.toml", line: 7,
      .invalid(option: "theme", .oneOf(["a", "b"])))
    await screen.receive(.settingsRead(.failure(SettingsError([issue, issue]))))
    expectShows(screen, "config.toml, line 7: theme must be one of \"a\", \"b\".")
    expectEqual(screen.state.preferences.theme, .dark)
    await expectLacks(screen.receive(.settingsRead(.success(settings))), "line 7")
  }
}

@Suite("Themes") struct ThemeTests {
  /// Backgrounds of common terminals.
  private static let dark: [UInt32] = [0x000000, 0x1E1E1E, 0x282828]
  private static let light: [UInt32] = [0xFFFFFF, 0xF5F5F5, 0xFDF6E3]

  private static let all: [(Preferences.ThemeName, [UInt32], Double)] = [
    (.dark, dark, 4.5), (.light, light, 4.5), (.auto, dark, 4.5), (.auto, light, 4.5),
    (.highContrast, dark, 7), (.highContrast, light, 7),
  ]

  @Test("Text of every role is readable on the theme's backgrounds", arguments: all)
  func contrast(_ name: Preferences.ThemeName, _ backgrounds: [UInt32], _ least: Double) {
    for background in backgrounds {
      let theme = theme(name, background: background)
      for style in [
        theme.accent, theme.text, theme.title, theme.dim, theme.warning, theme.removed, theme.added,
        theme.selected, theme.heading, theme.quote, theme.code, theme.tag,
      ] {
        guard case .palette(let index) = style.foreground else {
          expectEqual(style.foreground, .terminal)
          continue
        }
        let ratio = Contrast.ratio(Contrast.xterm(Int(index)), background)
        expectAtLeast(ratio, least, "\(name): \(index) on \(background) has \(ratio)")
        // Faint text would have less contrast.
        expect(!style.attributes.contains(.dim))
      }
    }
  }

  @Test("Themes can be read on their background", arguments: BuiltInTheme.names)
  func ownBackground(_ name: String) throws {
    for (depth, terminal) in [ColorDepth.full, .palette256].flatMap({ depth in
      [UInt32?.none, 0x000000, 0xFFFFFF].map { (depth, $0) }
    }) {
      var preferences = Preferences()
      preferences.theme = Preferences.ThemeName(rawValue: name)
      let theme = Theme(colors: depth, preferences: preferences, background: terminal)
      let background = try require(theme.backgroundRGB)
      func expectReadable(_ style: Style, _ least: Double, _ role: String) throws {
        let ratio = Contrast.ratio(try require(Contrast.rgb(style.foreground)), background)
        expectAtLeast(ratio, least, "\(name), \(depth), \(role): \(ratio)")
        expect(!style.attributes.contains(.dim))
      }
      for (role, style) in [
        ("accent", theme.accent), ("text", theme.text), ("title", theme.title),
        ("warning", theme.warning), ("removed", theme.removed), ("added", theme.added),
        ("selected", theme.selected), ("heading", theme.heading), ("quote", theme.quote),
        ("code", theme.code), ("tag", theme.tag),
      ] { try expectReadable(style, 4.5, role) }
      try expectReadable(theme.dim, 3, "dim")
      for color in JournalColor.allCases { try expectReadable(theme.hue(color), 3, "\(color)") }
      expectEqual(Set(theme.steps).count, 4)
    }
    // With sixteen colors, the terminal's are used.
    var preferences = Preferences()
    preferences.theme = Preferences.ThemeName(rawValue: name)
    expectEqual(
      Theme(colors: .sixteen, preferences: preferences, background: 0xFFFFFF).background, .terminal)
  }

  @Test @MainActor func `A theme is found by several spellings, and paints the whole screen`()
    async throws
  {
    for text in ["rose-pine", "rosé pine", "Rosé-Pine", "rose pine"] {
      expectEqual(Preferences.ThemeName.named(text, own: [:])?.rawValue, "rose-pine")
    }
    expectNil(Preferences.ThemeName.named("rose", own: [:]))
    let screen = try await ScreenTest.sample()
    screen.prefer { $0.theme = Preferences.ThemeName(rawValue: "paper") }
    let grid = screen.state.frame.grid
    for row in 0..<grid.size.rows {
      for cell in grid.row(row) {
        expectNotEqual(cell.style.background, .terminal)
        expectNotEqual(cell.style.foreground, .terminal)
      }
    }
  }

  @Test func `A theme of the user is read, with its mistakes`() async throws {
    let items: [(String, SettingItem.Value)] = [
      ("accent", .text("#ff8800")), ("tag", .text("bright-red")), ("dim", .number(244)),
      ("background", .text("#101010")), ("magenta", .text("#cc77cc")), ("quoet", .text("red")),
      ("text", .text("pnik")),
    ]
    let theme = OwnTheme(
      items.enumerated().map { SettingItem(path: [$1.0], value: $1.1, line: $0 + 1) },
      path: "/c/themes/mine.toml")
    expectEqual(
      theme.issues.map(\.text),
      [
        "/c/themes/mine.toml, line 6: unknown option quoet. Did you mean quote?",
        "/c/themes/mine.toml, line 7: text must be \"#rrggbb\", a name such as \"red\", or 0 to "
          + "255.",
      ])
    var preferences = Preferences()
    preferences.themes = ["mine": theme]
    preferences.theme = Preferences.ThemeName(rawValue: "mine")
    let shown = Theme(colors: .full, preferences: preferences)
    expectEqual(shown.accent.foreground, .rgb(0xFF8800))
    expectEqual(shown.tag.foreground, .palette(9))
    expectEqual(shown.hue(.magenta).foreground, .rgb(0xCC77CC))
    expectEqual(shown.hue(.red).foreground, .palette(1))
    expectEqual(shown.background, .rgb(0x101010))
    // Its colors can't be shown with sixteen, so the terminal's are used.
    expectEqual(Theme(colors: .sixteen, preferences: preferences).accent.foreground, .palette(6))
    let settings = Settings.read(
      [SettingItem(path: ["theme"], value: .text("mine"), line: 1)], path: "/c/config.toml",
      keys: .screens, themes: ["mine": theme])
    expect(settings.issues.isEmpty)
    expectEqual(settings.settings.preferences.theme.rawValue, "mine")
  }

  @Test(arguments: Preferences.ThemeName.allCases)
  func `Without colors, attributes distinguish the roles`(_ name: Preferences.ThemeName) {
    var preferences = Preferences()
    preferences.theme = name
    preferences.colors = [.accent: .rgb(0xFF0000)]
    let theme = Theme(colors: .monochrome, preferences: preferences, background: 0)
    for style in [theme.accent, theme.dim, theme.warning, theme.removed, theme.added] {
      expectEqual(style.foreground, .terminal)
      expectEqual(style.background, .terminal)
    }
    expect(theme.selected.attributes.contains(.reverse))
    expectNotEqual(theme.removed, theme.text)
    expectNotEqual(theme.added, theme.text)
    expectNotEqual(theme.added, theme.removed)
    expect(theme.title.attributes.contains(.bold))
    expect(theme.warning.attributes.contains(.bold))
  }

  @Test @MainActor func `Themes follow the terminal's colors and the settings`() async throws {
    for name in [Preferences.ThemeName.auto, .terminal, .light] {
      var preferences = Preferences()
      preferences.theme = name
      let theme = Theme(colors: .sixteen, preferences: preferences, background: 0xFFFFFF)
      expectEqual(theme.accent.foreground, .palette(4))
      expectEqual(theme.selected.foreground, .palette(4))
    }
    for name in Preferences.ThemeName.allCases {
      var preferences = Preferences()
      preferences.theme = name
      let theme = Theme(colors: .sixteen, preferences: preferences)
      for style in [theme.accent, theme.dim, theme.warning, theme.removed, theme.added] {
        if case .palette(let index) = style.foreground { expectLess(index, 16) }
      }
    }
    let names = SettingsOption.all.filter { $0.table == "colors" }.map(\.key)
    expectEqual(names, ThemeRole.allCases.map(\.rawValue))
    var preferences = Preferences()
    preferences.colors = [.accent: .rgb(0x123456), .dim: .palette(200)]
    let theme = Theme(colors: .full, preferences: preferences, background: 0)
    expectEqual(theme.accent.foreground, .rgb(0x123456))
    expectEqual(theme.dim.foreground, .palette(200))
    expect(!theme.dim.attributes.contains(.dim))
    // The terminal's background, once reported, selects dark or light.
    let screen = try await ScreenTest(80, 24).send(.learned(TerminalFacts(background: 0x101010)))
    expectEqual(screen.state.theme, self.theme(.dark, background: nil))
    await screen.send(.learned(TerminalFacts(background: 0xFDF6E3)))
    expectEqual(screen.state.theme, self.theme(.light, background: nil))
  }

  private func theme(_ name: Preferences.ThemeName, background: UInt32?) -> Theme {
    var preferences = Preferences()
    preferences.theme = name
    return Theme(colors: .palette256, preferences: preferences, background: background)
  }
}

/// The contrast of two colors: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
private enum Contrast {
  static func ratio(_ one: UInt32, _ other: UInt32) -> Double {
    let (one, other) = (luminance(one), luminance(other))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// Returns a color as 0xRRGGBB; `nil` for the terminal's.
  static func rgb(_ color: Color) -> UInt32? {
    switch color {
    case .rgb(let rgb): rgb
    case .palette(let index): index < 16 ? nil : xterm(Int(index))
    case .terminal: nil
    }
  }

  /// The color of an index in xterm's cube or grays, as 0xRRGGBB.
  static func xterm(_ index: Int) -> UInt32 {
    let parts: [Int] =
      index >= 232
      ? Array(repeating: 8 + (index - 232) * 10, count: 3)
      : [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map {
        $0 == 0 ? 0 : 55 + 40 * $0
      }
    return parts.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func luminance(_ color: UInt32) -> Double {
    func part(_ shift: UInt32) -> Double {
      let value = Double(color >> shift & 0xFF) / 255
      return value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92
    }
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
  }
}

@Suite("Values in the log") struct ValueOutlineTests {
  @Test func `Outlines of messages and effects hide the user's data`() {
    let messages: [(Message, String)] = [
      (.terminal(.key(.character("q"))), "terminal(key(character))"),
      (.terminal(.key(.control("q"))), "terminal(key(character))"),
      (.terminal(.key(KeyEvent(.function(3), .shift))), "terminal(key(function(3)))"),
      (.terminal(.key(KeyEvent(.escape))), "terminal(key(escape))"),
      (.terminal(.paste("Öl and water")), "terminal(paste(13 bytes))"),
      (.terminal(.terminate), "terminal(terminate)"),
      // Lists are logged as their size, and optional values as present or not.
      (.trashLoaded([]), "trashLoaded(0)"),
      (.draftsFound([], entries: [], bases: []), "draftsFound(0, entries: 0, bases: 0)"),
      (.draftDue(requestID: 7), "draftDue(requestID: 7)"),
      (.photosProposed(nil), "photosProposed(none)"),
      (
        .copiedOut(.success("/home/kim/sea.jpg"), requestID: 2),
        "copiedOut(success(17 bytes), requestID: 2)"
      ), (.folderListed("/home/kim", .success([])), "folderListed(9 bytes, success(0))"),
      (.failed(.noSuchEntry("plum")), "failed(noSuchEntry(4 bytes))"),
    ]
    for (message, words) in messages { expectEqual(ValueOutline(message).description, words) }
    let effects: [(Effect, String)] = [
      (.copy("plum tree"), "copy(9 bytes)"),
      (.openAddress("https://example.org/plum"), "openAddress(24 bytes)"),
      (.addPhotos(["/home/kim/plum.jpg"], to: ID(high: 1, low: 2)), "addPhotos(1)"),
      (.renameAuthor("Kim"), "renameAuthor(3 bytes)"), (.loadTrash, "loadTrash"),
      (.redraw, "redraw"),
    ]
    for (effect, words) in effects { expectEqual(ValueOutline(effect).description, words) }
  }
}
