import DiaryCore
import TestSupport
import Testing

@Suite("photodiary device")
struct DeviceCommandTests {
  private let machines: TwoMachines
  private let words: String
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() async throws {
    machines = try TwoMachines()
    try await machines.laptop.output("add", "One")
    words = try await machines.addRemote()
    try await machines.clone(with: words)
    try await desktop.output("add", "Two")
    try await machines.syncBoth()
  }

  private func devices(_ home: TestHome) async throws -> [JSONValue] {
    try await require(try JSONParser.parse(home.output("device", "list", "--format", "json")).array)
  }

  /// The id of the desktop, as the laptop knows it.
  private func other() async throws -> String {
    try require(try await devices(laptop).first { $0["this"] == .bool(false) }?["id"]?.string)
  }

  @Test func `they are listed, this one first, and have names`() async throws {
    let listed = try await devices(laptop)
    expectEqual(listed.count, 2)
    expectEqual(listed.first?.members?.map(\.name), ["id", "name", "this", "removed", "lastSeen"])
    try expect(listed.at(0)["this"] == .bool(true) && listed.at(1)["this"] == .bool(false))
    try expectPrefix(require(listed.at(1)["lastSeen"]?.string), "20")
    let rows = try await laptop.output("device").split(separator: "\n")
    try expect(rows.count == 2 && rows.at(0).hasSuffix("(this machine)"))

    let id = try await other()
    let renamed = try await laptop.run(["device", "rename", String(id.prefix(6)), "책상"])
    expectEqual(renamed.status, 0)
    expectContains(renamed.errorText, "to “책상”.")
    try await machines.syncBoth()
    try await expectContains(
      desktop.output("device").split(separator: "\n").at(0), "책상  (this machine)")
  }

  @Test func `an id that is none, or this machine's, is told`() async throws {
    let none = try await laptop.run(["device", "rename", "00000000", "x"])
    expectEqual(none.status, 1)
    expectContains(none.errorText, "There's no device “00000000”.")
    let this = try require(try await devices(laptop).first?["id"]?.string)
    let result = try await laptop.run(["device", "remove", this])
    expectEqual(result.status, 1)
    expectContains(result.errorText, "is this machine")
    expectEqual(result.text, "")
  }

  @Test func `one that was removed reads nothing new, and nothing is taken from it`() async throws {
    let result = try await laptop.run(["device", "remove", try await other()])
    expectEqual(result.status, 0)
    expectContains(result.errorText, "what it had, it has")
    let newWords = String(result.text.dropLast())
    expect(TwoMachines.isSixWords(newWords))
    expectNotEqual(newWords, words)
    try await laptop.output("add", "After")
    try await expectEqual(laptop.run(["sync"]).status, 0)
    try await desktop.output("add", "From the removed one")
    _ = try await desktop.run(["sync"])
    try await expectEqual(laptop.run(["sync"]).status, 0)
    expectEqual(Set(try await laptop.titles()), ["One", "Two", "After"])
    try await expectLacks(desktop.titles(), "After")
    try await expect(
      laptop.output("device").split(separator: "\n").contains { $0.hasSuffix("(removed)") })

    // With the words of today a new machine has all of it.
    let third = try TestHome()
    let cloned = try await machines.clone(to: third, with: newWords)
    expectEqual(cloned.status, 0, "\(cloned.errorText)")
    try await expectEqual(machines.listing(third), machines.listing(laptop))
  }

  @Test func `remotes and devices are proposed to a shell`() async throws {
    func proposed(_ command: String..., argument: String) async throws -> [String] {
      let line = ["photodiary"] + command + [""]
      let result = try await laptop.run(
        ["---completion"] + command + ["--", argument, "\(line.count - 1)", "0"] + line)
      return result.text.split(separator: "\n").map(String.init)
    }
    try await expectEqual(proposed("sync", argument: "positional@0"), ["home"])
    try await expectEqual(proposed("remote", "remove", argument: "positional@0"), ["home"])
    try await expectEqual(
      Set(proposed("device", "remove", argument: "positional@0")),
      Set(devices(laptop).compactMap { $0["id"]?.string.map { String($0.prefix(8)) } }))
  }
}
