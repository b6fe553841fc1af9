import DiaryCore
import TestSupport
import Testing

@Suite("History on the command line") struct HistoryCommandTests {
  private let home: TestHome
  private let id: String

  init() async throws {
    home = try TestHome()
    id = try await home.output("add", "첫눈", "--content", "하나", "--tag", "겨울")
    try await home.output("edit", id, "--title", "Snow")
    try await home.output("delete", id)
    try await home.output("restore", id)
  }

  private func history() async throws -> [JSONValue] {
    try require(try await home.json("history", id).array)
  }

  @Test func `every state is listed, the latest first`() async throws {
    let lines = try await home.output("history", String(id.prefix(6))).split(separator: "\n")
    let words = lines.map { $0.split(separator: " ") }
    expectEqual(words.map { $0[3] }, ["restored", "deleted", "edited", "written"])
    expectEqual(words.map { $0[4] }, ["Snow", "Snow", "Snow", "첫눈"])
    expectEqual(words.map { $0[0] }, ["4", "3", "2", "1"])
    expect(words.allSatisfy { CalendarDay($0[1]) != nil })
  }

  @Test func `a diary with comments names entries and revisions by their IDs`() async throws {
    try await home.output("comment", id, "--text", "Mine")
    let lines = try await home.output("history", id).split(separator: "\n")
    let revisions = try await history()
    expect(
      zip(lines, revisions).allSatisfy { $1["revision"]?.string?.hasPrefix($0.prefix(8)) == true })
    try await expectSuffix(home.output("list"), "  Snow        #겨울  \(id.prefix(8))")
    try await expectContains(home.output("author"), "\nid    ")
  }

  @Test func `the trash and the history are numbered`() async throws {
    try await home.output("add", "Two")
    try await home.output("delete", id)
    try await home.output("delete", "1")
    let trash = try await home.output("trash").split(separator: "\n")
    try expect(trash.at(0).hasPrefix("1  ") && trash.at(0).contains("Two"))
    try expect(trash.at(1).hasPrefix("2  ") && trash.at(1).contains("Snow"))
    try await expectContains(home.notes("restore", "2"), "Restored: “Snow”")
    try await expectPrefix(home.notes("revert", "1", "1"), "Reverted: “첫눈” to ")
    try await expectContains(home.failure("restore", "2"), "No entry has the number 2.")
    try await expectContains(home.failure("restore", "-2"), "Run `photodiary trash` to see them.")
  }

  @Test func `JSON has each state's place in the history, and the entry`() async throws {
    let states = try await history()
    expectEqual(
      states[0].members?.map(\.name),
      ["revision", "parents", "saved", "device", "kind", "head", "trashed", "entry"])
    for (state, next) in zip(states, states.dropFirst()) {
      expectEqual(state["parents"]?.array, [try require(next["revision"])])
      let saved = (next["saved"]?.string ?? "", state["saved"]?.string ?? "")
      expectAtMost(saved.0, saved.1)
      expect(Timestamp(saved.0) != nil)
    }
    expectEqual(states.map { $0["head"]?.bool }, [true, false, false, false])
    expectEqual(states.map { $0["trashed"]?.bool }, [false, true, false, false])
    let shown = try await home.entry(id)
    try expectEqual(states.at(0)["entry"], shown)
    try expectEqual(states.at(3)["entry"]?["title"]?.string, "첫눈")
    try expectEqual(states.at(3)["entry"]?["id"]?.string, id)
    let lines = try await home.output("history", id, "--format", "jsonl").split(separator: "\n")
    try expectEqual(lines.map { try JSONParser.parse(Array($0.utf8)) }, states)
  }

  @Test func `revert restores an earlier state as a new state`() async throws {
    let first = try require(try await history().last?["revision"]?.string)
    let result = try await home("revert", String(id.prefix(8)), String(first.prefix(8)))
    expectEqual(result.status, 0)
    expectEqual(result.text, id + "\n")
    expectPrefix(result.errorText, "Reverted: “첫눈” to ")
    let states = try await history()
    expectEqual(states.count, 5)
    try expectEqual(states.at(0)["kind"]?.string, "reverted")
    try expectEqual(states.at(0)["entry"]?["title"]?.string, "첫눈")
    let again = try await home("revert", id, first)
    expectEqual(again.text, id + "\n")
    expectEqual(again.errorText, "Nothing to revert: “첫눈” already matches this revision.\n")
    try await expectEqual(history().count, 5)
    try await home.output("verify")
  }

  @Test func `a missing entry or revision is one line`() async throws {
    try await expectContains(home.failure("history", "ffff"), "No entry has the id ffff")
    try await expectContains(home.failure("revert", id, "zz"), "has no revision zz")
    try await expectContains(home.failure("revert", id, ""), "has no revision")
    _ = try await home.failure("revert", id, status: 64)
  }
}
