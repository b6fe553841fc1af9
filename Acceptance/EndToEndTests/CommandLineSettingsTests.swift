import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite(
  "Settings from the shell", .enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
struct CommandLineSettingsTests {
  private var photodiary: TestHome
  private static let file = "config/photodiary/config.toml"

  init() throws {
    photodiary = try TestHome()
    photodiary.environment = ["VISUAL": nil, "EDITOR": nil, "LC_ALL": nil, "LANG": "C.UTF-8"]
  }

  private func write(_ text: String) throws { try photodiary.folder.write(text, to: Self.file) }

  @Test func `what is in force is printed as settings that can be read back`() throws {
    try write("theme = \"dark\"\n[editor]\ntab_width = 8\n[keys.list]\nnew = [\"a\"]\n")
    var other = photodiary
    other.environment["EDITOR"] = "nano"
    let text = try other.output("--photos", "cells", "config")
    expectContains(text, "theme = \"dark\"  # config.toml, line 1")
    expectContains(text, "tab_width = 8  # config.toml, line 3")
    expectContains(text, "new = [\"a\"]  # config.toml, line 5")
    expectContains(text, "external_editor = \"nano\"  # $EDITOR")
    expectContains(text, "photos = \"cells\"  # command line")
    expectContains(text, "language = \"en\"  # $LANG")
    expectContains(text, "prompt = true  # default")
    try write(text)
    let again = try photodiary.output("config")
    expectContains(again, "theme = \"dark\"  # config.toml, line")
    expectContains(again, "external_editor = \"nano\"  # config.toml, line")
  }

  @Test func `without a file, edit makes one with every option in a comment`() throws {
    var photodiary = photodiary
    photodiary.environment["EDITOR"] = "true"
    let result = try photodiary("config", "--edit")
    expectEqual(result.status, 0)
    expectContains(result.errorText, "config.toml")
    let template = try photodiary.folder.text(Self.file)
    expect(template.split(separator: "\n").allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("[") })
    // Each line that holds an option may be taken out of its comment.
    let lines = template.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    try write(lines.joined(separator: "\n"))
    let text = try photodiary.output("config")
    expectContains(text, "theme = \"auto\"  # config.toml, line")
    expectContains(text, "accent = \"#5fafff\"  # config.toml, line")
    expectContains(text, "new = [\"n\", \"Ins\"]  # config.toml, line")
  }

  @Test func `what the manual sets is taken`() throws {
    let manual = try Checkout.text("Assets/manual/settings.md")
    let start = try require(manual.firstRange(of: "```toml\n")).upperBound
    let end = try require(manual[start...].firstRange(of: "```")).lowerBound
    try write(String(manual[start..<end]))
    let text = try photodiary.output("config")
    // In the example's language.
    expectContains(text, "ambiguous_width = 2  # config.toml 4번째 줄")
    expectContains(text, "new = [\"a\", \"Ins\"]  # config.toml")
  }

  /// toml++ ends a program over these by its assertions.
  @Test(arguments: [("[[[", 1), ("theme = \"dark\"\n[=\n", 2), ("\nx = 1979-05-\n", 2)])
  func `a mistake that the library asserts is told with its line`(text: String, line: Int) throws {
    try write(text)
    let said = try photodiary("config").errorText
    expectContains(said, "config.toml, line \(line)")
    expectLacks(said.dropLast(), "\n")
  }

  @Test func `what no editor could read is not opened in one`() throws {
    var photodiary = photodiary
    let editor = try photodiary.folder.write("#!/bin/sh\ntouch \"$1.opened\"\n", to: "editor")
    try makeExecutable(editor)
    photodiary.environment["VISUAL"] = editor
    try photodiary.folder.write("", to: Self.file)
    unlink(photodiary.folder.path(Self.file))
    expectEqual(mkfifo(photodiary.folder.path(Self.file), 0o600), 0)
    try expectContains(photodiary.failure("config", "--edit"), "it isn't a regular file")
    expectNotEqual(access(photodiary.folder.path(Self.file + ".opened"), F_OK), 0)
  }

  @Test func `mistakes made while editing are told, and the file is kept`() throws {
    var photodiary = photodiary
    let editor = try photodiary.folder.write(
      "#!/bin/sh\nprintf 'theme = 1\\nnone = 2\\n' > \"$1\"\n", to: "editor")
    try makeExecutable(editor)
    photodiary.environment["VISUAL"] = editor
    let result = try photodiary("config", "--edit")
    expectEqual(result.status, 1)
    expect(result.text.isEmpty)
    let lines = result.errorText.split(separator: "\n")
    expectEqual(lines.count, 2)
    try expectContains(lines.at(0), "config.toml, line 1: theme must be one of \"auto\"")
    try expectContains(lines.at(1), "config.toml, line 2: unknown option none")
    try expectEqual(photodiary.folder.text(Self.file), "theme = 1\nnone = 2\n")
  }

  @Test func `what is wrong in the file is told, and everything goes on`() throws {
    try photodiary.output("add", "one")
    try write("theme = \"drak\"\n")
    for arguments in [
      ["list"], ["verify"], ["status"], ["add", "two"], ["onthisday"], ["config"],
      ["export", photodiary.folder.path("out"), "--format", "json"],
    ] {
      let result = try photodiary.run(arguments)
      expectEqual(result.status, 0, "\(arguments)")
      let lines = result.errorText.split(separator: "\n")
      expectEqual(lines.first?.contains("config.toml, line 1: theme must be one of"), true)
    }
    try expectContains(photodiary("list").text, "two")
  }

  @Test func `a line that is no TOML leaves the others in force`() throws {
    try write(
      """
      language = ko
      theme = "dark
      [keys.list
      new = ["a"]
      [editor]
      tab_width = 8
      """)
    let result = try photodiary("config")
    expectEqual(result.status, 0)
    expectContains(result.text, "tab_width = 8  # config.toml, line 6")
    expectContains(result.text, "theme = \"auto\"  # default")
    expectContains(result.text, "new = [\"n\"]  # default")
    let lines = result.errorText.split(separator: "\n")
    try require(lines.count == 3)
    try expectSuffix(lines.at(0), "config.toml, line 1: put ko in quotes: language = \"ko\".")
    try expectContains(lines.at(1), "config.toml, line 2: not valid TOML")
    try expectContains(lines.at(2), "config.toml, line 3: not valid TOML")
  }

  @Test func `a file without any TOML is told in a line or some, and nothing of it holds`() throws {
    try write(String(repeating: "this is no setting\n", count: 5000))
    let result = try photodiary("list")
    expectEqual(result.status, 0)
    expect((1...21).contains(result.errorText.split(separator: "\n").count))
  }

  @Test func `the setting's language goes before the locale's`() throws {
    try write("language = \"ko\"\n")
    for arguments in [["help", "nope"], ["2026-13-45"]] {
      try expectContains(photodiary.run(arguments).errorText, "를 참고하세요.", "\(arguments)")
    }
    try expectContains(photodiary.output("config"), "language = \"ko\"  # config.toml")
    try write("language = \"tlh\"\n")
    let result = try photodiary("config")
    expectContains(result.errorText, "\"auto\", \"en\", \"ko\"")
    expectContains(result.text, "language = \"en\"  # $LANG")
  }

  @Test func `the setting's editor goes before the environment's`() throws {
    var photodiary = photodiary
    let id = try photodiary.output("add", "one")
    let editor = try photodiary.folder.write("#!/bin/sh\necho two > \"$1\"\n", to: "editor")
    try makeExecutable(editor)
    try write("external_editor = \"\(editor)\"\n")
    photodiary.environment["VISUAL"] = "false"
    try photodiary.output("edit", id)
    try expectEqual(photodiary.json("show", id, "--format", "json")["title"]?.string, "two")
  }
}
