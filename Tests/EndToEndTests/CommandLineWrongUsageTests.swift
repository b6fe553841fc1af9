import DiaryCore
import TestSupport
import Testing

@Suite("What is meant for something else")
struct CommandLineWrongUsageTests {
  private let photodiary: CommandLine

  init() throws { photodiary = try CommandLine() }

  @Test func `what changes an entry takes no id of two characters`() throws {
    let id = try photodiary.output("add", "one")
    let short = String(id.prefix(2))
    try photodiary.output("show", short)
    try photodiary.output("history", short)
    for arguments in [["delete", short], ["edit", short, "--title", "two"], ["restore", short]] {
      let result = try photodiary.run(arguments)
      #expect(result.status == 64 && result.text.isEmpty, "\(arguments)")
      let lines = result.errorText.split(separator: "\n")
      #expect(lines.count == 1, "\(arguments)")
      #expect(
        result.errorText.hasPrefix(
          "photodiary: “\(short)” is too short. Give at least 4 characters"))
    }
    let state = try #require(
      try photodiary.json("history", id, "--format", "json").array?.first?["revision"]?.string)
    _ = try photodiary.failure("revert", String(id.prefix(3)), state, status: 64)
    #expect(try photodiary("list").text.contains("one"))
    try photodiary.output("delete", String(id.prefix(4)))
  }

  @Test func `delete tells how to bring back what it took`() throws {
    let ids = [try photodiary.output("add", "one"), try photodiary.output("add", "two")]
    let result = try photodiary.run(["delete"] + ids)
    #expect(result.text.isEmpty)
    let line = try #require(result.errorText.split(separator: "\n").last)
    let command = try #require(line.firstRange(of: "photodiary restore "))
    let words = line[command.upperBound...].split(separator: " ").map(String.init)
    #expect(words.count == 2)
    try photodiary.output(["restore"] + words)
    #expect(try photodiary("list").text.split(separator: "\n").count == 2)
    // Of what was there already nothing is said.
    try photodiary.output("delete", ids[0])
    #expect(try !photodiary("delete", ids[0]).errorText.contains("photodiary restore"))
  }

  @Test func `the way back names the diary that was named`() throws {
    let store = photodiary.folder.path("an other")
    let id = try photodiary.output("--store", store, "add", "one")
    let result = try photodiary("delete", "--store", store, id)
    #expect(result.errorText.contains("photodiary restore --store '\(store)' \(id.prefix(8))"))
  }

  @Test(arguments: [
    (["Had coffee"], "photodiary add \"Had coffee\""),
    (["Had", "coffee", "today"], "photodiary add \"Had coffee today\""),
    (["커피를 마셨다"], "photodiary add \"커피를 마셨다\""),
    (["say \"$(date)\""], "photodiary add \"say \\\"\\$(date)\\\"\""),
  ])
  func `words that are no command are what one may want to add`(
    words: [String], proposal: String
  ) throws {
    let result = try photodiary.run(words)
    #expect(result.status == 64 && result.text.isEmpty)
    #expect(result.errorText.split(separator: "\n").count == 1)
    #expect(result.errorText.contains("`\(proposal)`"), "\(result.errorText)")
  }

  @Test func `a mistyped command is told, and nothing is proposed to be added`() throws {
    let line = try photodiary.failure("lsit", status: 64)
    #expect(line.contains("Did you mean list?") && !line.contains("photodiary add"))
  }

  @Test(arguments: [["help", "nope"], ["help", "journals", "nope"], ["help", "list", "more"]])
  func `help for what is no command is wrong usage`(arguments: [String]) throws {
    let result = try photodiary.run(arguments)
    #expect(result.status == 64 && result.text.isEmpty)
    #expect(result.errorText.split(separator: "\n").count == 1)
    #expect(result.errorText.contains("Unknown command “\(arguments.last ?? "")”."))
  }

  @Test(arguments: [["help"], ["help", "list"], ["help", "journals", "add"]])
  func `help for a command is help`(arguments: [String]) throws {
    #expect(try photodiary.output(arguments).hasPrefix("OVERVIEW"))
  }

  @Test func `without a terminal, nothing to add is an error as ever`() throws {
    #expect(try photodiary.failure("add").contains("The entry is empty"))
    #expect(try photodiary.failure("new").contains("terminal"))
  }
}
