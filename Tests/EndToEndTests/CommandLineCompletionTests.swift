import DiaryCore
import TestSupport
import Testing

/// What Tab proposes, asked for as the scripts of the shells do.
@Suite struct CommandLineCompletionTests {
  private let photodiary: CommandLine
  private let ids: [String]

  init() throws {
    photodiary = try CommandLine()
    ids = [
      try photodiary.output(
        "add", "One: a\ttitle $(touch ran)", "--tag", "walks", "--date", "2026-03-01"),
      try photodiary.output(
        "add", "Two", "--tag", "it's $(touch ran)", "--tag", "walks", "--journal", "Travel",
        "--date", "2026-03-02"),
    ]
  }

  /// What is proposed to a shell for an argument of a sub-command that ends the line.
  private func proposed(
    to shell: String?, _ command: String, _ argument: String, _ words: String...
  ) throws -> [String] {
    var photodiary = photodiary
    photodiary.environment["SAP_SHELL"] = shell
    let line = ["photodiary"] + words + [""]
    return try photodiary.output(
      ["---completion", command, "--", argument, "\(line.count - 1)", "0"] + line
    ).split(separator: "\n").map(String.init)
  }

  @Test func `ids are proposed with what they are, the newest first`() throws {
    let fish = try proposed(to: "fish", "show", "positional@0", "show")
    #expect(
      fish == [
        "\(ids[1].prefix(8))\t2026-03-02  Two",
        "\(ids[0].prefix(8))\t2026-03-01  One: a title $(touch ran)",
      ])
    let zsh = try proposed(to: "zsh", "delete", "positional@0", "delete")
    #expect(zsh.first == "\(ids[1].prefix(8)):2026-03-02  Two")
  }

  @Test func `tags and journals are proposed, the most used first`() throws {
    let tags = try proposed(to: nil, "list", "--tag", "list", "--tag")
    #expect(tags == ["walks", "it's $(touch ran)"])
    let journals = try proposed(to: nil, "add", "--journal", "add", "--journal")
    #expect(journals.contains("Travel"))
  }

  @Test func `in the trash is what can be restored`() throws {
    try photodiary.output("delete", ids[0])
    let found = try proposed(to: nil, "restore", "positional@0", "restore")
    #expect(found == [String(ids[0].prefix(8))])
  }

  @Test func `where there is no diary nothing is proposed, and none is made`() throws {
    let store = photodiary.folder.path("none")
    let found = try proposed(to: nil, "show", "positional@0", "--store", store, "show")
    #expect(found == [])
    #expect(try ProgramResult.run("/bin/ls", [store]).status != 0)
  }

  /// Bash expands the words that it is given to choose from.
  @Test func `bash runs nothing of what tags and titles say`() throws {
    let script = """
      cd "$0"; PATH="$1:$PATH"; eval "$(photodiary --generate-completion-script bash)"
      COMP_LINE='photodiary list --tag '; COMP_POINT=${#COMP_LINE}
      COMP_WORDS=(photodiary list --tag ''); COMP_CWORD=3
      _photodiary photodiary '' --tag
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let program = BuiltProgram.path("photodiary")
    let folder = String(program.dropLast("/photodiary".count))
    let result = try ProgramResult.run(
      "/bin/bash", ["--norc", "-c", script, photodiary.folder.path, folder],
      environment: ["PHOTODIARY_STORE": photodiary.store, "HOME": photodiary.folder.path])
    #expect(result.text.split(separator: "\n") == ["walks", "it's $(touch ran)"])
    #expect(try ProgramResult.run("/bin/ls", [photodiary.folder.path("ran")]).status != 0)
  }
}
