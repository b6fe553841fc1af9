import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Usage of the command line")
struct UsageCommandTests {
  private let photodiary: TestHome

  init() async throws { photodiary = try TestHome() }

  @Test func `what changes an entry takes no id of two characters`() async throws {
    let id = try await photodiary.output("add", "one")
    let short = String(id.prefix(2))
    try await photodiary.output("show", short)
    try await photodiary.output("history", short)
    for arguments in [["delete", short], ["edit", short, "--title", "two"], ["restore", short]] {
      let result = try await photodiary.run(arguments)
      expectEqual(result.status, 64, "\(arguments)")
      expect(result.text.isEmpty, "\(arguments)")
      let lines = result.errorText.split(separator: "\n")
      expectEqual(lines.count, 1, "\(arguments)")
      expectPrefix(
        result.errorText, "photodiary: “\(short)” is too short. Give at least 4 characters")
    }
    let state = try require(
      try await photodiary.json("history", id, "--format", "json").array?.first?["revision"]?.string
    )
    _ = try await photodiary.failure("revert", String(id.prefix(3)), state, status: 64)
    try await expectContains(photodiary("list").text, "one")
    try await photodiary.output("delete", String(id.prefix(4)))
  }

  @Test func `delete shows how to restore what it deleted`() async throws {
    let ids = [
      try await photodiary.output("add", "one"), try await photodiary.output("add", "two"),
    ]
    let result = try await photodiary.run(["delete"] + ids)
    expect(result.text.isEmpty)
    let line = try require(result.errorText.split(separator: "\n").last)
    let command = try require(line.firstRange(of: "photodiary restore "))
    let words = line[command.upperBound...].split(separator: " ").map(String.init)
    expectEqual(words.count, 2)
    try await photodiary.output(["restore"] + words)
    try await expectEqual(photodiary("list").text.split(separator: "\n").count, 2)
    // Nothing is shown for what is in the trash already.
    try await photodiary.output("delete", ids[0])
    try await expectLacks(photodiary("delete", ids[0]).errorText, "photodiary restore")
  }

  @Test func `the command to restore names the same diary`() async throws {
    let store = photodiary.folder.path("an other")
    let id = try await photodiary.output("--store", store, "add", "one")
    let result = try await photodiary("delete", "--store", store, id)
    expectContains(result.errorText, "photodiary restore --store '\(store)' \(id.prefix(8))")
  }

  @Test(arguments: [
    (["Had coffee"], "photodiary add \"Had coffee\""),
    (["Had", "coffee", "today"], "photodiary add \"Had coffee today\""),
    (["커피를 마셨다"], "photodiary add \"커피를 마셨다\""),
    (["say \"$(date)\""], "photodiary add \"say \\\"\\$(date)\\\"\""),
  ])
  func `words that are no command are proposed as an entry`(
    words: [String], proposal: String
  ) async throws {
    let result = try await photodiary.run(words)
    expectEqual(result.status, 64)
    expect(result.text.isEmpty)
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    expectContains(result.errorText, "`\(proposal)`", "\(result.errorText)")
  }

  @Test func `a mistyped command is named, and not proposed as an entry`() async throws {
    let line = try await photodiary.failure("lsit", status: 64)
    expectContains(line, "Did you mean list?")
    expectLacks(line, "photodiary add")
  }

  @Test(arguments: [["help", "nope"], ["help", "journals", "nope"], ["help", "list", "more"]])
  func `help for what is no command is wrong usage`(arguments: [String]) async throws {
    let result = try await photodiary.run(arguments)
    expectEqual(result.status, 64)
    expect(result.text.isEmpty)
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    expectContains(result.errorText, "Unknown command “\(arguments.last ?? "")”.")
  }

  @Test(arguments: [["help"], ["help", "list"], ["help", "journals", "add"]])
  func `help for a command is help`(arguments: [String]) async throws {
    try await expectPrefix(photodiary.output(arguments), "OVERVIEW")
  }

  @Test func `without a terminal, an empty entry is an error`() async throws {
    try await expectContains(photodiary.failure("add"), "The entry is empty")
    try await expectContains(photodiary.failure("new"), "terminal")
  }

  @Test func `wrong usage exits with 64, one line and no result`() async throws {
    for arguments in [
      ["bogus"], ["add", "a", "b"], ["add", "--bogus"], ["add", "x", "--date", "soon"],
      ["list", "--limit", "0"], ["list", "--limit", "-1"], ["list", "--limit", "x"],
      ["list", "--limit", "99999999999999999999"], ["list", "--from", "x"],
      ["list", "--from", "2026-02-30"], ["list", "--sort", "size"], ["list", "--format", "xml"],
      ["show"], ["delete"], ["search"], ["search", " "], ["search", "\"\""], ["export", "x"],
      ["export", "x", "--format", "epub"], ["import"], ["import", "x", "--format", "csv"],
      ["list", "--store", ""], ["--store"], ["verify", "--prune"], ["author", "a", "b"],
    ] {
      let result = try await photodiary.run(arguments)
      expectEqual(result.status, 64, "\(arguments)")
      expectEqual(result.text, "", "\(arguments)")
      expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    }
    expectNotEqual(access(photodiary.store, F_OK), 0)
  }

  @Test func `help and version are results`() async throws {
    try await expectEqual(photodiary.output("--version"), Checkout.version)
    let help = try await photodiary.output("--help")
    for command in [
      "add", "list", "show", "edit", "delete", "restore", "trash", "search", "export", "import",
      "verify", "status", "author", "watch", "demo", "sync", "remote", "clone", "device",
    ] {
      expectContains(help, "\n  \(command) ", "\(command)")
    }
    try await expectContains(photodiary.output("list", "--help"), "USAGE: photodiary list")
    let script = try await photodiary.output("--generate-completion-script", "fish")
    expectContains(script, "photodiary")
  }

  @Test func `the diary and the demo open in a terminal only`() async throws {
    for arguments in [[], ["demo"], ["demo", "--two"]] {
      let result = try await photodiary.run(arguments)
      expectEqual(result.status, 1)
      expectContains(result.errorText, "terminal")
    }
  }

  @Test(arguments: [[], ["--plain"], ["--store", "elsewhere"], ["--photos=cells"]])
  func `an unknown command is named, whatever options precede it`(options: [String])
    async throws
  {
    for (word, words) in [
      ("nosuch", "Unknown command “nosuch”."), ("lits", "Did you mean list?"),
      ("ade", "Unknown command “ade”. Did you mean add?"),
    ] {
      let refused = try await photodiary.run(options + [word])
      expectEqual(refused.status, 64, "\(refused.errorText)")
      expectContains(refused.errorText, words, "\(refused.errorText)")
    }
    // The beginning of an id.
    let refused = try await photodiary.run(options + ["ebf"])
    expectLacks(refused.errorText, "Unknown command", "\(refused.errorText)")
  }
}

/// Completions, requested as the shells' scripts request them.
@Suite("Completions") struct CompletionCommandTests {
  private let photodiary: TestHome
  private let ids: [String]

  init() async throws {
    photodiary = try TestHome()
    ids = [
      try await photodiary.output(
        "add", "One: a\ttitle $(touch ran)", "--tag", "walks", "--date", "2026-03-01"),
      try await photodiary.output(
        "add", "Two", "--tag", "it's $(touch ran)", "--tag", "walks", "--journal", "Travel",
        "--date", "2026-03-02"),
    ]
  }

  /// The candidates for an argument of a sub-command that ends the line.
  private func proposed(
    to shell: String?, _ command: String, _ argument: String, _ words: String...
  ) async throws -> [String] {
    var photodiary = photodiary
    photodiary.environment["SAP_SHELL"] = shell
    let line = ["photodiary"] + words + [""]
    return try await photodiary.output(
      ["---completion", command, "--", argument, "\(line.count - 1)", "0"] + line
    ).split(separator: "\n").map(String.init)
  }

  @Test func `ids are proposed with what they are, the newest first`() async throws {
    let fish = try await proposed(to: "fish", "show", "positional@0", "show")
    expectEqual(
      fish,
      [
        "\(ids[1].prefix(8))\t2026-03-02  Two",
        "\(ids[0].prefix(8))\t2026-03-01  One: a title $(touch ran)",
      ])
    let zsh = try await proposed(to: "zsh", "delete", "positional@0", "delete")
    expectEqual(zsh.first, "\(ids[1].prefix(8)):2026-03-02  Two")
  }

  @Test func `tags and journals are proposed, the most used first`() async throws {
    let tags = try await proposed(to: nil, "list", "--tag", "list", "--tag")
    expectEqual(tags, ["walks", "it's $(touch ran)"])
    let journals = try await proposed(to: nil, "add", "--journal", "add", "--journal")
    expectContains(journals, "Travel")
  }

  @Test func `candidates for restore are in the trash`() async throws {
    try await photodiary.output("delete", ids[0])
    let found = try await proposed(to: nil, "restore", "positional@0", "restore")
    expectEqual(found, [String(ids[0].prefix(8))])
  }

  @Test func `without a diary there are no candidates, and none is created`() async throws {
    let store = photodiary.folder.path("none")
    let found = try await proposed(to: nil, "show", "positional@0", "--store", store, "show")
    expectEqual(found, [])
    try expectNotEqual(ProgramResult.run("/bin/ls", [store]).status, 0)
  }

}
