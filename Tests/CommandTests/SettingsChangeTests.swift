import DiaryApp
import Glibc
import TestSupport
import Testing

@testable import photodiary

@Suite(
  "Changes of the settings file", .enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
struct SettingsChangeTests {
  private let folder: TestSupport.TemporaryFolder
  private var file: SettingsFile { SettingsFile(path: folder.path("config.toml")) }

  init() throws { folder = try TestSupport.TemporaryFolder() }

  private static let theme = SettingChange("theme", to: .text("dark"))
  private static let tabs = SettingChange("tab_width", in: "editor", to: .number(8))

  @Test(
    "Only the option's own bytes change",
    arguments: [
      // A value in its line, with the comment and the blanks around it.
      (
        "# 색\ntheme=  'light'   # 밤에\nfoo.bar = 1", theme,
        "# 색\ntheme=  \"dark\"   # 밤에\nfoo.bar = 1"
      ),
      (
        "author = \"김\"\r\ntheme = \"auto\"\r\n", theme,
        "author = \"김\"\r\ntheme = \"dark\"\r\n"
      ), ("author = \"김\"\r\n", theme, "author = \"김\"\r\ntheme = \"dark\"\r\n"),
      // A list of several lines.
      (
        "moods = [\"a\", # best\n  \"b\",\n] # mine\nx = 1\n",
        SettingChange("moods", to: .list(["좋음", "나쁨"])),
        "moods = [\"좋음\", \"나쁨\"] # mine\nx = 1\n"
      ),
      ("editor = { tab_width = 2, x = 1 }", tabs, "editor = { tab_width = 8, x = 1 }"),
      // A missing option, at the end of its table or the file.
      ("", theme, "theme = \"dark\"\n"),
      ("author = \"Kim\"", theme, "author = \"Kim\"\ntheme = \"dark\"\n"),
      (
        "a = 1\n\n# Mine\n[editor]\nkeys = \"vi\"\n\n[keys.list]\nnew = [\"a\"]\n", tabs,
        "a = 1\n\n# Mine\n[editor]\nkeys = \"vi\"\ntab_width = 8\n\n[keys.list]\nnew = [\"a\"]\n"
      ),
      ("# Mine\n[editor]\n", theme, "theme = \"dark\"\n\n# Mine\n[editor]\n"),
      ("[editor]\n[hooks]\n", tabs, "[editor]\ntab_width = 8\n[hooks]\n"),
      ("theme = \"dark\"\n", tabs, "theme = \"dark\"\n\n[editor]\ntab_width = 8\n"),
      ("editor.keys = \"vi\"\n", tabs, "editor.keys = \"vi\"\neditor.tab_width = 8\n"),
      // Brackets in a text don't begin a table.
      (
        "[hooks]\nsaved = \"\"\"\n[editor]\n\"\"\"\n", tabs,
        "[hooks]\nsaved = \"\"\"\n[editor]\n\"\"\"\n\n[editor]\ntab_width = 8\n"
      ),
      // The default in a comment is followed by the value.
      (
        "# Colors\n#theme = \"auto\"\n\n# Days\n#start = \"last\"\n", theme,
        "# Colors\n#theme = \"auto\"\ntheme = \"dark\"\n\n# Days\n#start = \"last\"\n"
      ),
      // Removal.
      ("a = 1\ntheme = \"dark\" # now\nb = 2\n", SettingChange("theme", to: nil), "a = 1\nb = 2\n"),
      ("a = 1\n", SettingChange("theme", to: nil), "a = 1\n"),
    ] as [(String, SettingChange, String)])
  func bytes(_ before: String, _ change: SettingChange, _ after: String) throws {
    let changed = try change.applied(to: Array(before.utf8), path: "config.toml")
    expectEqual(String(decoding: changed, as: UTF8.self), after)
  }

  @Test func `An option that can't be removed alone stays, with the reason`() throws {
    let reset = SettingChange("tab_width", in: "editor", to: nil)
    try folder.write("editor = { tab_width = 2, keys = \"vi\" }\n", to: "config.toml")
    do {
      _ = try file.change(reset)
      fail("It was removed.")
    } catch {
      expectEqual(
        error.issues.map(\.text),
        [
          "\(file.path), line 1: couldn't change editor.tab_width. Edit it with "
            + "`photodiary config --edit`."
        ])
    }
    try expectEqual(folder.text("config.toml"), "editor = { tab_width = 2, keys = \"vi\" }\n")
  }

  @Test func `A missing file is made from all options, below the option's comment`() throws {
    let settings = try file.change(Self.theme)
    expectEqual(settings.preferences.theme, Preferences.ThemeName(rawValue: "dark"))
    try expectContains(folder.text("config.toml"), "#theme = \"auto\"\ntheme = \"dark\"\n")
    _ = try file.change(Self.tabs)
    _ = try file.change(SettingChange("theme", to: nil))
    _ = try file.change(SettingChange("tab_width", in: "editor", to: nil))
    try expectEqual(folder.text("config.toml"), SettingsText.template)
  }

  @Test func `Permissions and links stay, and another program's change is kept`() throws {
    try folder.write("theme = \"light\"\n", to: "dotfiles/config.toml")
    expectEqual(chmod(folder.path("dotfiles/config.toml"), 0o640), 0)
    expectEqual(symlink("dotfiles/config.toml", file.path), 0)
    _ = try file.change(Self.theme)
    // Another editor has saved in the meantime.
    try folder.write("theme = \"dark\"\nprompt = false\n", to: "dotfiles/config.toml")
    _ = try file.change(Self.tabs)
    try expectEqual(
      folder.text("dotfiles/config.toml"),
      "theme = \"dark\"\nprompt = false\n\n[editor]\ntab_width = 8\n")
    var status = stat()
    expectEqual(lstat(file.path, &status), 0)
    expectEqual(status.st_mode & S_IFMT, S_IFLNK)
    expectEqual(stat(file.path, &status), 0)
    expectEqual(status.st_mode & 0o777, 0o640)
  }

  @Test func `A theme beside the file is known, and its mistakes are named`() throws {
    try folder.write("theme = \"mine\"\n", to: "config.toml")
    expectContains(file.contents().issues.map(\.text).joined(), "theme must be one of")
    try folder.write("accent = \"red\"\ntext = 1.5\n[x\n", to: "themes/mine.toml")
    let (settings, issues) = file.contents()
    expectEqual(settings.preferences.theme.rawValue, "mine")
    expectEqual(
      issues.map { $0.text.replacing(folder.path + "/", with: "") },
      [
        "themes/mine.toml, line 2: text must be \"#rrggbb\", a name such as \"red\", or 0 to 255.",
        "themes/mine.toml, line 3: [x has no closing ].",
      ])
    // Another theme can be chosen.
    _ = try file.change(Self.theme)
    expect(file.contents().issues.isEmpty)
  }

  @Test func `A file with mistakes isn't written, and they are named`() throws {
    try folder.write("theme = \"drak\"\n", to: "config.toml")
    do {
      _ = try file.change(Self.tabs)
      fail("It was written.")
    } catch {
      expectContains(error.issues.map(\.text).joined(), "line 1: theme must be one of")
    }
    try expectEqual(folder.text("config.toml"), "theme = \"drak\"\n")
  }
}
