import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite(
  "Settings from the shell", .enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
struct ConfigCommandTests {
  private var photodiary: TestHome
  private static let file = "config/photodiary/config.toml"

  init() async throws {
    photodiary = try TestHome()
  }

  private func write(_ text: String) async throws {
    try photodiary.folder.write(text, to: Self.file)
  }

  @Test func `without a file, edit makes one with every option in a comment`() async throws {
    var photodiary = photodiary
    photodiary.environment["EDITOR"] = "true"
    let result = try await photodiary("config", "--edit")
    expectEqual(result.status, 0)
    expectContains(result.errorText, "config.toml")
    let template = try photodiary.folder.text(Self.file)
    expect(template.split(separator: "\n").allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("[") })
    // Each line that holds an option may be taken out of its comment.
    let lines = template.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    try await write(lines.joined(separator: "\n"))
    let text = try await photodiary.output("config")
    expectContains(text, "theme = \"auto\"  # config.toml, line")
    expectContains(text, "accent = \"#5fafff\"  # config.toml, line")
    expectContains(text, "new = [\"n\", \"Ins\"]  # config.toml, line")
  }

  @Test func `what the manual sets is taken`() async throws {
    let manual = try Checkout.text("Assets/manual/settings.md")
    let start = try require(manual.firstRange(of: "```toml\n")).upperBound
    let end = try require(manual[start...].firstRange(of: "```")).lowerBound
    try await write(String(manual[start..<end]))
    let text = try await photodiary.output("config")
    // In the example's language.
    expectContains(text, "ambiguous_width = 2  # config.toml 4번째 줄")
    expectContains(text, "new = [\"a\", \"Ins\"]  # config.toml")
  }

  /// toml++ ends a program over these by its assertions.
  @Test(arguments: [("[[[", 1), ("theme = \"dark\"\n[=\n", 2), ("\nx = 1979-05-\n", 2)])
  func `a mistake that the library asserts is told with its line`(text: String, line: Int)
    async throws
  {
    try await write(text)
    let said = try await photodiary("config").errorText
    expectContains(said, "config.toml, line \(line)")
    expectLacks(said.dropLast(), "\n")
  }

  @Test func `what no editor could read is not opened in one`() async throws {
    var photodiary = photodiary
    let editor = try photodiary.folder.write("#!/bin/sh\ntouch \"$1.opened\"\n", to: "editor")
    try makeExecutable(editor)
    photodiary.environment["VISUAL"] = editor
    try photodiary.folder.write("", to: Self.file)
    unlink(photodiary.folder.path(Self.file))
    expectEqual(mkfifo(photodiary.folder.path(Self.file), 0o600), 0)
    try await expectContains(photodiary.failure("config", "--edit"), "it isn't a regular file")
    expectNotEqual(access(photodiary.folder.path(Self.file + ".opened"), F_OK), 0)
  }

  @Test func `mistakes made while editing are told, and the file is kept`() async throws {
    var photodiary = photodiary
    let editor = try photodiary.folder.write(
      "#!/bin/sh\nprintf 'theme = 1\\nnone = 2\\n' > \"$1\"\n", to: "editor")
    try makeExecutable(editor)
    photodiary.environment["VISUAL"] = editor
    let result = try await photodiary("config", "--edit")
    expectEqual(result.status, 1)
    expect(result.text.isEmpty)
    let lines = result.errorText.split(separator: "\n")
    expectEqual(lines.count, 2)
    try expectContains(lines.at(0), "config.toml, line 1: theme must be one of \"auto\"")
    try expectContains(lines.at(1), "config.toml, line 2: unknown option none")
    try expectEqual(photodiary.folder.text(Self.file), "theme = 1\nnone = 2\n")
  }

  @Test func `what is wrong in the file is told, and everything goes on`() async throws {
    try await photodiary.output("add", "one")
    try await write("theme = \"drak\"\n")
    for arguments in [
      ["list"], ["verify"], ["status"], ["add", "two"], ["onthisday"], ["config"],
      ["export", photodiary.folder.path("out"), "--format", "json"],
    ] {
      let result = try await photodiary.run(arguments)
      expectEqual(result.status, 0, "\(arguments)")
      let lines = result.errorText.split(separator: "\n")
      expectEqual(lines.first?.contains("config.toml, line 1: theme must be one of"), true)
    }
    try await expectContains(photodiary("list").text, "two")
  }

  @Test func `a line that is no TOML leaves the others in force`() async throws {
    try await write(
      """
      language = ko
      theme = "dark
      [keys.list
      new = ["a"]
      [editor]
      tab_width = 8
      """)
    let result = try await photodiary("config")
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

  @Test func `a file without any TOML is told in a line or some, and nothing of it holds`()
    async throws
  {
    try await write(String(repeating: "this is no setting\n", count: 5000))
    let result = try await photodiary("list")
    expectEqual(result.status, 0)
    expect((1...21).contains(result.errorText.split(separator: "\n").count))
  }

  @Test func `the setting's language goes before the locale's`() async throws {
    try await write("language = \"ko\"\n")
    for arguments in [["help", "nope"], ["2026-13-45"]] {
      try await expectContains(photodiary.run(arguments).errorText, "를 참고하세요.", "\(arguments)")
    }
    try await expectContains(photodiary.output("config"), "language = \"ko\"  # config.toml")
    try await write("language = \"tlh\"\n")
    let result = try await photodiary("config")
    expectContains(result.errorText, "\"auto\", \"en\", \"ko\"")
    expectContains(result.text, "language = \"en\"  # $LANG")
  }

  @Test func `the setting's editor goes before the environment's`() async throws {
    var photodiary = photodiary
    let id = try await photodiary.output("add", "one")
    let editor = try photodiary.folder.write("#!/bin/sh\necho two > \"$1\"\n", to: "editor")
    try makeExecutable(editor)
    try await write("external_editor = \"\(editor)\"\n")
    photodiary.environment["VISUAL"] = "false"
    try await photodiary.output("edit", id)
    try await expectEqual(photodiary.json("show", id, "--format", "json")["title"]?.string, "two")
  }
}
