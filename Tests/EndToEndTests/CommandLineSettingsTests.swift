import Glibc
import TestSupport
import Testing

@Suite(
  "Settings from the shell", .enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
struct CommandLineSettingsTests {
  private var photodiary: CommandLine
  private static let file = ".config/photodiary/config.toml"

  init() throws {
    photodiary = try CommandLine()
    photodiary.environment = ["VISUAL": nil, "EDITOR": nil, "LC_ALL": nil, "LANG": "C.UTF-8"]
  }

  private func write(_ text: String) throws { try photodiary.folder.write(text, to: Self.file) }

  @Test func `what is in force is printed as settings that can be read back`() throws {
    try write("theme = \"dark\"\n[editor]\ntab_width = 8\n[keys.list]\nnew = [\"a\"]\n")
    var other = photodiary
    other.environment["EDITOR"] = "nano"
    let text = try other.output("--photos", "cells", "config")
    #expect(text.contains("theme = \"dark\"  # config.toml, line 1"))
    #expect(text.contains("tab_width = 8  # config.toml, line 3"))
    #expect(text.contains("new = [\"a\"]  # config.toml, line 5"))
    #expect(text.contains("external_editor = \"nano\"  # $EDITOR"))
    #expect(text.contains("photos = \"cells\"  # command line"))
    #expect(text.contains("language = \"en\"  # $LANG"))
    #expect(text.contains("prompt = true  # default"))
    try write(text)
    let again = try photodiary.output("config")
    #expect(again.contains("theme = \"dark\"  # config.toml, line"))
    #expect(again.contains("external_editor = \"nano\"  # config.toml, line"))
  }

  @Test func `without a file, edit makes one with every option in a comment`() throws {
    var photodiary = photodiary
    photodiary.environment["EDITOR"] = "true"
    let result = try photodiary("config", "--edit")
    #expect(result.status == 0 && result.errorText.contains("config.toml"))
    let template = try photodiary.folder.text(Self.file)
    #expect(template.split(separator: "\n").allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("[") })
    // Each line that holds an option may be taken out of its comment.
    let lines = template.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    try write(lines.joined(separator: "\n"))
    let text = try photodiary.output("config")
    #expect(text.contains("theme = \"auto\"  # config.toml, line"))
    #expect(text.contains("accent = \"#5fafff\"  # config.toml, line"))
    #expect(text.contains("new = [\"n\", \"Ins\"]  # config.toml, line"))
  }

  @Test func `what the README sets is taken`() throws {
    let readme = try String(decoding: #require(InputText.bytes(of: "README.md")), as: UTF8.self)
    let start = try #require(readme.firstRange(of: "```toml\n")).upperBound
    let end = try #require(readme[start...].firstRange(of: "```")).lowerBound
    try write(String(readme[start..<end]))
    let text = try photodiary.output("config")
    // In the example's language.
    #expect(text.contains("ambiguous_width = 2  # config.toml 4번째 줄"))
    #expect(text.contains("new = [\"a\", \"Ins\"]  # config.toml"))
  }

  @Test func `what no editor could read is not opened in one`() throws {
    var photodiary = photodiary
    let editor = try photodiary.folder.write("#!/bin/sh\ntouch \"$1.opened\"\n", to: "editor")
    chmod(editor, 0o700)
    photodiary.environment["VISUAL"] = editor
    try photodiary.folder.write("", to: Self.file)
    unlink(photodiary.folder.path(Self.file))
    #expect(mkfifo(photodiary.folder.path(Self.file), 0o600) == 0)
    #expect(try photodiary.failure("config", "--edit").contains("it is not a regular file"))
    #expect(access(photodiary.folder.path(Self.file + ".opened"), F_OK) != 0)
  }

  @Test func `mistakes made while editing are told, and the file is kept`() throws {
    var photodiary = photodiary
    let editor = try photodiary.folder.write(
      "#!/bin/sh\nprintf 'theme = 1\\nnone = 2\\n' > \"$1\"\n", to: "editor")
    chmod(editor, 0o700)
    photodiary.environment["VISUAL"] = editor
    let result = try photodiary("config", "--edit")
    #expect(result.status == 1 && result.text.isEmpty)
    let lines = result.errorText.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("config.toml, line 1: theme is none of \"auto\""))
    #expect(lines[1].contains("config.toml, line 2: there is no option none"))
    #expect(try photodiary.folder.text(Self.file) == "theme = 1\nnone = 2\n")
  }

  @Test func `a wrong file keeps the diary shut, and what needs none of it goes on`() throws {
    try photodiary.output("add", "one")
    try write("theme = \"drak\"\n")
    #expect(try photodiary.failure().contains("config.toml, line 1: theme is none of"))
    for command in ["list", "verify", "status"] { try photodiary.output(command) }
    try photodiary.output("export", photodiary.folder.path("out"), "--format", "json")
    try photodiary.output("add", "two")
  }

  @Test func `the setting's language goes before the locale's`() throws {
    try write("language = \"ko\"\n")
    #expect(try photodiary.output("config").contains("language = \"ko\"  # config.toml"))
    try write("language = \"tlh\"\n")
    #expect(try photodiary.failure("config").contains("\"auto\", \"en\", \"ko\""))
  }

  @Test func `the setting's editor goes before the environment's`() throws {
    var photodiary = photodiary
    let id = try photodiary.output("add", "one")
    let editor = try photodiary.folder.write("#!/bin/sh\necho two > \"$1\"\n", to: "editor")
    chmod(editor, 0o700)
    try write("external_editor = \"\(editor)\"\n")
    photodiary.environment["VISUAL"] = "false"
    try photodiary.output("edit", id)
    #expect(try photodiary.json("show", id, "--format", "json")["title"]?.string == "two")
  }
}

/// Files of the package.
private enum InputText {
  static func bytes(of name: String) -> [UInt8]? {
    let root = #filePath.split(separator: "/").dropLast(3).map(String.init).joined(separator: "/")
    guard let file = fopen("/\(root)/\(name)", "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}
