import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Settings from the shell", .enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
struct ConfigCommandTests {
  private var home: TestHome
  private static let file = "config/photodiary/config.toml"

  init() async throws { home = try TestHome() }

  private func write(_ text: String) async throws { try home.folder.write(text, to: Self.file) }

  @Test func `without a file, edit writes one with every option in a comment`() async throws {
    let home = home.with(["EDITOR": "true"])
    try await expectContains(home.notes("config", "--edit"), "config.toml")
    let template = try home.folder.text(Self.file)
    expect(template.split(separator: "\n").allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("[") })
    // Every option in a comment is valid.
    let lines = template.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    try await write(lines.joined(separator: "\n"))
    let text = try await home.output("config")
    expectContains(text, "theme = \"auto\"  # config.toml, line")
    expectContains(text, "accent = \"#5fafff\"  # config.toml, line")
    expectContains(text, "new = [\"n\", \"Ins\"]  # config.toml, line")
  }

  @Test func `settings in force are printed in a form that can be read back`() async throws {
    try await write("theme = \"dark\"\n[editor]\ntab_width = 8\n[keys.list]\nnew = [\"a\"]\n")
    let other = home.with(["EDITOR": "nano"])
    let text = try await other.output("--photos", "cells", "config")
    for line in [
      "theme = \"dark\"  # config.toml, line 1", "tab_width = 8  # config.toml, line 3",
      "new = [\"a\"]  # config.toml, line 5", "external_editor = \"nano\"  # $EDITOR",
      "photos = \"cells\"  # command line", "language = \"en\"  # $LANG",
      "prompt = true  # default",
    ] { expectContains(text, line) }
    try await write(text)
    let again = try await home.output("config")
    expectContains(again, "theme = \"dark\"  # config.toml, line")
    expectContains(again, "external_editor = \"nano\"  # config.toml, line")
  }

  @Test func `the manual's example settings are valid`() async throws {
    let manual = try Checkout.text("Assets/manual/settings.md")
    let start = try require(manual.firstRange(of: "```toml\n")).upperBound
    let end = try require(manual[start...].firstRange(of: "```")).lowerBound
    try await write(String(manual[start..<end]))
    let text = try await home.output("config")
    try await expectEqual(home.notes("config"), "")
    // The example sets the language to Korean.
    expectContains(text, "ambiguous_width = 2  # config.toml 6번째 줄")
    expectContains(text, "new = [\"a\", \"Ins\"]  # config.toml")
  }

  /// Inputs on which toml++ fails an assertion.
  @Test(arguments: [("[[[", 1), ("theme = \"dark\"\n[=\n", 2), ("\nx = 1979-05-\n", 2)])
  func `names the line of mistakes on which toml++ asserts`(text: String, line: Int) async throws {
    try await write(text)
    let reported = try await home("config").errorText
    expectContains(reported, "config.toml, line \(line)")
    expectLacks(reported.dropLast(), "\n")
  }

  @Test func `a named pipe isn't opened in an editor`() async throws {
    let editor = try self.home.program("editor", "touch \"$1.opened\"")
    let home = home.with(["VISUAL": editor])
    try home.folder.write("", to: Self.file)
    unlink(home.folder.path(Self.file))
    expectEqual(mkfifo(home.folder.path(Self.file), 0o600), 0)
    try await expectContains(home.failure("config", "--edit"), "it isn't a regular file")
    expectNotEqual(access(home.folder.path(Self.file + ".opened"), F_OK), 0)
  }

  @Test func `mistakes made while editing are reported, and the file is kept`() async throws {
    let editor = try self.home.program("editor", "printf 'theme = 1\\nnone = 2\\n' > \"$1\"")
    let home = home.with(["VISUAL": editor])
    let result = try await home("config", "--edit")
    expectEqual(result.status, 1)
    expect(result.text.isEmpty)
    let lines = result.errorText.split(separator: "\n")
    expectEqual(lines.count, 2)
    try expectContains(lines.at(0), "config.toml, line 1: theme must be one of \"auto\"")
    try expectContains(lines.at(1), "config.toml, line 2: unknown option none")
    try expectEqual(home.folder.text(Self.file), "theme = 1\nnone = 2\n")
  }

  @Test func `commands run with the defaults if a setting is wrong`() async throws {
    try await home.output("add", "one")
    try await write("theme = \"drak\"\n")
    for arguments in [
      ["list"], ["verify"], ["status"], ["add", "two"], ["onthisday"], ["config"],
      ["export", home.folder.path("out"), "--format", "json"],
    ] {
      let lines = try await home.notes(arguments).split(separator: "\n")
      expectEqual(lines.first?.contains("config.toml, line 1: theme must be one of"), true)
    }
    try await expectContains(home("list").text, "two")
  }

  @Test func `an invalid line leaves the others in force`() async throws {
    try await write(
      """
      language = ko
      theme = "dark
      [keys.list
      new = ["a"]
      [editor]
      tab_width = 8
      """)
    let result = try await home("config")
    expectEqual(result.status, 0)
    expectContains(result.text, "tab_width = 8  # config.toml, line 6")
    expectContains(result.text, "theme = \"auto\"  # default")
    expectContains(result.text, "new = [\"n\"]  # default")
    let lines = result.errorText.split(separator: "\n")
    try require(lines.count == 3)
    try expectSuffix(lines.at(0), "config.toml, line 1: put ko in quotes: language = \"ko\".")
    try expectContains(lines.at(1), "config.toml, line 2: not valid TOML")
    try expectContains(lines.at(2), "config.toml, line 3: [keys.list has no closing ].")
  }

  @Test func `a file that isn't TOML is reported in a few lines, and ignored`() async throws {
    try await write(String(repeating: "this is no setting\n", count: 5000))
    try await expect((1...21).contains(home.notes("list").split(separator: "\n").count))
  }

  @Test func `the setting's language overrides the locale`() async throws {
    try await write("language = \"ko\"\n")
    for arguments in [["help", "nope"], ["2026-13-45"]] {
      try await expectContains(home.run(arguments).errorText, "를 참고하세요.", "\(arguments)")
    }
    try await expectContains(home.output("config"), "language = \"ko\"  # config.toml")
    try await write("language = \"tlh\"\n")
    let result = try await home("config")
    expectContains(result.errorText, "\"auto\", \"en\", \"ko\"")
    expectContains(result.text, "language = \"en\"  # $LANG")
  }

  @Test func `the setting's editor overrides the environment`() async throws {
    let id = try await self.home.output("add", "one")
    let editor = try self.home.program("editor", "echo two > \"$1\"")
    try await write("external_editor = \"\(editor)\"\n")
    let home = home.with(["VISUAL": "false"])
    try await home.output("edit", id)
    try await expectEqual(home.entry(id)["title"]?.string, "two")
  }
}
