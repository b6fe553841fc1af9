import DiaryCore
import TestSupport
import Testing

@Suite("History on the command line")
struct CommandLineHistoryTests {
  private let photodiary: CommandLine
  private let id: String

  /// An entry that was written, edited, deleted and restored.
  init() throws {
    photodiary = try CommandLine()
    id = try photodiary.output("add", "첫눈", "--content", "하나", "--tag", "겨울")
    try photodiary.output("edit", id, "--title", "Snow")
    try photodiary.output("delete", id)
    try photodiary.output("restore", id)
  }

  private func history() throws -> [JSONValue] {
    try #require(try photodiary.json("history", id, "--format", "json").array)
  }

  @Test func `every state is listed, the latest first`() throws {
    let lines = try photodiary.output("history", String(id.prefix(6))).split(separator: "\n")
    let words = lines.map { $0.split(separator: " ") }
    #expect(words.map { $0[3] } == ["restored", "deleted", "edited", "written"])
    #expect(words.map { $0[4] } == ["Snow", "Snow", "Snow", "첫눈"])
    #expect(words.allSatisfy { $0[0].count == 8 && CalendarDay($0[1]) != nil })
    let revisions = try history()
    #expect(zip(words, revisions).allSatisfy { $1["revision"]?.string?.hasPrefix($0[0]) == true })
  }

  @Test func `one thing that changed is named`() throws {
    try photodiary.output("edit", id, "--star")
    try photodiary.output("edit", id, "--tag", "winter")
    let lines = try photodiary.output("history", id).split(separator: "\n")
    #expect(lines.first?.contains("  tagged ") == true)
    #expect(lines.dropFirst().first?.contains("  starred ") == true)
    #expect(try history().prefix(2).map { $0["kind"]?.string } == ["tagged", "starred"])
  }

  @Test func `as JSON a state has its place in the history, and the entry as it was`() throws {
    let states = try history()
    #expect(
      states[0].members?.map(\.name) == [
        "revision", "parents", "saved", "device", "kind", "head", "trashed", "entry",
      ])
    for (state, next) in zip(states, states.dropFirst()) {
      #expect(state["parents"]?.array == [try #require(next["revision"])])
      let saved = (next["saved"]?.string ?? "", state["saved"]?.string ?? "")
      #expect(saved.0 <= saved.1 && Timestamp(saved.0) != nil)
    }
    #expect(states.map { $0["head"]?.bool } == [true, false, false, false])
    #expect(states.map { $0["trashed"]?.bool } == [false, true, false, false])
    let shown = try photodiary.json("show", id, "--format", "json")
    #expect(try states.at(0)["entry"] == shown)
    #expect(try states.at(3)["entry"]?["title"]?.string == "첫눈")
    #expect(try states.at(3)["entry"]?["id"]?.string == id)
    let lines = try photodiary.output("history", id, "--format", "jsonl").split(separator: "\n")
    #expect(try lines.map { try JSONParser.parse(Array($0.utf8)) } == states)
  }

  @Test func `an entry in the trash has a history, and can't be reverted`() throws {
    try photodiary.output("delete", id)
    let states = try history()
    #expect(states.count == 5)
    let first = try #require(states.last?["revision"]?.string)
    #expect(try photodiary.failure("revert", id, first).contains("in the trash"))
  }

  @Test func `revert gives back what an earlier state said, as a new state`() throws {
    let first = try #require(try history().last?["revision"]?.string)
    let result = try photodiary("revert", String(id.prefix(8)), String(first.prefix(8)))
    #expect(result.status == 0)
    #expect(result.text == id + "\n")
    #expect(result.errorText.hasPrefix("Reverted: “첫눈” to "))
    let states = try history()
    #expect(states.count == 5)
    #expect(try states.at(0)["kind"]?.string == "reverted")
    #expect(try states.at(0)["entry"]?["title"]?.string == "첫눈")
    let again = try photodiary("revert", id, first)
    #expect(again.text == id + "\n")
    #expect(again.errorText == "Nothing to revert: “첫눈” already says this.\n")
    #expect(try history().count == 5)
    try photodiary.output("verify")
  }

  @Test func `what isn't there is told on one line`() throws {
    #expect(try photodiary.failure("history", "ffff").contains("No entry has the id ffff"))
    #expect(try photodiary.failure("revert", id, "zz").contains("has no revision zz"))
    #expect(try photodiary.failure("revert", id, "").contains("has no revision"))
    _ = try photodiary.failure("revert", id, status: 64)
  }

  @Test func `hostile text stays on its line`() throws {
    let nasty = try photodiary.output("add", "a\u{1B}[2Jb\nc\u{202E}")
    let line = try photodiary.output("history", nasty)
    #expect(line.hasSuffix("written   a␛[2Jb c"))
    #expect(line.allSatisfy { !$0.isNewline })
  }
}
