import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Settings screen") @MainActor struct SettingsScreenTests {
  @Test("It shows all options by table", arguments: [(40, 12), (80, 24), (120, 30)])
  func screens(_ columns: Int, _ rows: Int) async throws {
    for language in Language.allCases {
      try await language.speaking {
        let screen = try await ScreenTest.sample(columns, rows).press(",")
        try expectScreen(screen, in: "settings-\(language.rawValue)-\(columns)x\(rows)")
        await screen.press("G", shows: "timeout").press("q", lacks: "timeout")
      }
    }
  }

  @Test func `Keys change a value in the file and on the screen`() async throws {
    let screen = try await ScreenTest.sample().press(",/theme<Enter>")
    expectShows(screen, "theme            auto", "default · Enter lists the themes")
    await screen.press("<Right>", shows: "theme            dark", "config.toml, line 1")
    expectEqual(screen.state.theme.accent.foreground, .palette(75))
    expectEqual(screen.settings.values, ["theme": .text("dark")])
    await screen.press("<Left><Left>", shows: "theme            rose-pine").press("l")
    expectEqual(screen.settings.values, ["theme": .text("auto")])
    await screen.press("<Del>", shows: "default · ")
    expectEqual(screen.settings.values, [:])
    await screen.press("/<C-u>prompt<Enter><Enter>", shows: "prompt           off")
    expectEqual(screen.settings.values, ["prompt": .flag(false)])
    await screen.press("/<C-u>language<Enter><Left>")
    expectContains(screen.terminalEffects, .adopt(.auto, .korean, DateStyle()))
  }

  @Test func `Texts, numbers and lists are typed, and checked as in the file`() async throws {
    let screen = try await ScreenTest.sample().press(",/tab<Enter><Enter>", shows: "1 to 16.")
    await screen.press("0<Enter>", shows: "editor.tab_width must be 1 to 16.")
    await screen.press("<C-u>x<Enter>", shows: "editor.tab_width must be 1 to 16.")
    await screen.press("<C-u>8<Enter>", shows: "tab_width        8")
    await screen.press("<Enter><C-u><Enter>", shows: "tab_width        4")
    expectEqual(screen.settings.values, [:])
    await screen.press("/<C-u>moods<Enter><Enter>", shows: "😄, 🙂", "Separate them with commas.")
    await screen.press("<Esc><Enter><Enter>")
    expectEqual(screen.settings.values, [:])
    await screen.press("<Enter><C-u>good<Enter>", shows: "moods must be a list of two")
    await screen.press("<C-u>[\"good\", bad]<Enter>", shows: "good, bad")
    expectEqual(screen.settings.values, ["moods": .list(["good", "bad"])])
    await screen.press("/<C-u>accent<Enter>j<Enter>\"#ff0000\"<Enter>", shows: "#ff0000")
    expectEqual(screen.state.theme.accent.foreground, .rgb(0xFF0000))
  }

  @Test func `The selected theme is shown at once, and Esc returns to the former`() async throws {
    let screen = try await ScreenTest.sample().press(",/theme<Enter><Enter>", shows: "▌auto")
    let before = screen.state.theme
    await screen.press("<Down*5>", shows: "▌paper")
    expectNotEqual(screen.state.theme, before)
    expectNotEqual(screen.state.theme.background, .terminal)
    expectEqual(screen.settings.values, [:])
    await screen.press("<Esc>", shows: "theme            auto")
    expectEqual(screen.state.theme, before)
    await screen.press("<Enter>G<Enter>", shows: "theme            rose-pine")
    expectEqual(screen.settings.values, ["theme": .text("rose-pine")])
    let chosen = screen.state.theme
    screen.settings.error = SettingsError([
      SettingsIssue(path: "/c/config.toml", line: 1, .notTOML)
    ])
    await screen.press("<Enter>g<Enter>", shows: "config.toml, line 1: not valid TOML")
    expectEqual(screen.state.theme, chosen)
  }

  @Test func `A value that can't be changed stays, with the reason`() async throws {
    let screen = try await ScreenTest.sample().press(",/theme<Enter>")
    screen.settings.error = SettingsError([
      SettingsIssue(path: "/c/config.toml", line: 3, .unknownOption("tehme", nearest: "theme"))
    ])
    await screen.press("<Right>", shows: "config.toml, line 3: unknown option tehme.")
    expectShows(screen, "theme            auto")
    screen.settings.error = nil
    screen.change { $0.settings.origins["theme"] = .commandLine }
    await screen.press("<Right>", shows: "The command line has set theme until you quit.")
    expectEqual(screen.settings.values, [:])
    // A value of the environment replaces the default.
    screen.change {
      $0.settings.language = .korean
      $0.settings.origins["language"] = .environment("LANG")
    }
    await screen.press("/<C-u>language<Enter>", shows: "language         ko", "$LANG · ")
    await screen.press("<Right>", shows: "language         en")
  }

  @Test func `The filter finds names, descriptions and tables`() async throws {
    let screen = try await ScreenTest.sample().press(",/editor")
    expectShows(screen, "tab_width", "external_editor", lacks: "week_start")
    await screen.press("<C-u>locale", shows: "week_start", "language", lacks: "tab_width")
    await screen.press("<C-u>zzz", shows: "No settings match.").press("<Enter><Enter><Del>")
    await screen.press("/<Esc>", shows: "author", "General")
    try await Language.korean.speaking {
      let screen = try await ScreenTest.sample().press(",/ㅁㅊㅂ", shows: "spelling")
      expectLacks(screen, "week_start")
      await screen.press("<C-u>테마", shows: "theme            ")
    }
  }

  @Test func `The palette knows synonyms, and whole words come first`() async throws {
    for (typed, option) in [
      ("settings", "author"), ("prefer", "author"), ("theme", "theme"), ("colors", "theme"),
      ("appear", "theme"), ("한국어", "language"), ("config", "author"), ("notif", "notify"),
    ] {
      let screen = try await ScreenTest.sample().press(":").type(typed).press("<Enter>")
      let settings = try require(screen.state.screens.front(as: SettingsScreen.self))
      expectEqual(settings.selected?.name, option, typed)
    }
    let screen = try await ScreenTest(
      entries: try SampleDiary.entries(), unlocking: FakeUnlocking(.open)
    ).press(":password", shows: "password")
    expectEqual(screen.state.screens.front(as: PaletteState.self)?.selected?.name, "lock")
    await screen.press("<C-u>backup", shows: "Back up the diary  backup")
    for (typed, name) in [
      ("back", "backup"), ("q", "leave"), ("quit", "leave"), ("wq", "leave"), ("pdf", "export"),
      ("template", "new"), ("location", "places"),
    ] {
      await screen.press("<C-u>").type(typed)
      expectEqual(screen.state.screens.front(as: PaletteState.self)?.selected?.name, name, typed)
    }
    try await Language.korean.speaking {
      let palette = try await ScreenTest.sample().press(":")
      for (typed, name) in [
        ("나가기", "leave"), ("종료", "leave"), ("도움말", "help"), ("복구", "history"),
        ("위치", "places"), ("다크", "settings"), ("PDF", "export"),
      ] {
        await palette.press("<C-u>").type(typed)
        expectEqual(
          palette.state.screens.front(as: PaletteState.self)?.selected?.name, name, typed)
      }
      let screen = try await ScreenTest.sample().press(":테마<Enter>", shows: "▌", "theme")
      expect(screen.state.screens.front is SettingsScreen)
    }
  }

  @Test func `A screen reader hears the option, its value and its purpose`() async throws {
    let screen = try await ScreenTest(speaks: true)
    await expectSpoken(
      screen, ",/tab<Enter>", title: "Settings",
      selected: "editor.tab_width: 4, Columns between tab stops (1 of 1)")
  }
}
