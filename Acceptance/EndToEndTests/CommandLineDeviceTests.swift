import AcceptanceSupport
import TestSupport
import Testing

@Suite("photodiary device")
struct CommandLineDeviceTests {
  private let machines: TwoMachines
  private let words: String
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() throws {
    machines = try TwoMachines()
    try machines.laptop.output("add", "One")
    words = try machines.addRemote()
    try machines.clone(with: words)
    try desktop.output("add", "Two")
    try machines.syncBoth()
  }

  private func devices(_ home: TestHome) throws -> [JSON] {
    try require(try JSON.parse(home.output("device", "list", "--format", "json")).array)
  }

  /// The id of the desktop, as the laptop knows it.
  private func other() throws -> String {
    try require(try devices(laptop).first { $0["this"] == .bool(false) }?["id"]?.string)
  }

  @Test func `they are listed, this one first, and have names`() throws {
    let listed = try devices(laptop)
    expectEqual(listed.count, 2)
    expectEqual(listed.first?.names, ["id", "lastSeen", "name", "removed", "this"])
    try expect(listed.at(0)["this"] == .bool(true) && listed.at(1)["this"] == .bool(false))
    try expectPrefix(require(listed.at(1)["lastSeen"]?.string), "20")
    let rows = try laptop.output("device").split(separator: "\n")
    try expect(rows.count == 2 && rows.at(0).hasSuffix("(this machine)"))

    let id = try other()
    let renamed = try laptop.run(["device", "rename", String(id.prefix(6)), "책상"])
    expectEqual(renamed.status, 0)
    expectContains(renamed.errorText, "to “책상”.")
    try machines.syncBoth()
    try expectContains(desktop.output("device").split(separator: "\n").at(0), "책상  (this machine)")
  }

  @Test func `an id that is none, or this machine's, is told`() throws {
    let none = try laptop.run(["device", "rename", "00000000", "x"])
    expectEqual(none.status, 1)
    expectContains(none.errorText, "There's no device “00000000”.")
    let this = try require(try devices(laptop).first?["id"]?.string)
    let result = try laptop.run(["device", "remove", this])
    expectEqual(result.status, 1)
    expectContains(result.errorText, "is this machine")
    expectEqual(result.text, "")
  }

  @Test func `one that was removed reads nothing new, and nothing is taken from it`() throws {
    let result = try laptop.run(["device", "remove", try other()])
    expectEqual(result.status, 0)
    expectContains(result.errorText, "what it had, it has")
    let newWords = String(result.text.dropLast())
    expect(TwoMachines.isSixWords(newWords))
    expectNotEqual(newWords, words)
    try laptop.output("add", "After")
    try expectEqual(laptop.run(["sync"]).status, 0)
    try desktop.output("add", "From the removed one")
    _ = try desktop.run(["sync"])
    try expectEqual(laptop.run(["sync"]).status, 0)
    expectEqual(Set(try laptop.titles()), ["One", "Two", "After"])
    try expectLacks(desktop.titles(), "After")
    try expect(
      laptop.output("device").split(separator: "\n").contains { $0.hasSuffix("(removed)") })

    // With the words of today a new machine has all of it.
    let third = try TestHome()
    let cloned = try machines.clone(to: third, with: newWords)
    expectEqual(cloned.status, 0, "\(cloned.errorText)")
    try expectEqual(machines.listing(third), machines.listing(laptop))
  }

  @Test func `watch names the device that a change came from`() throws {
    let id = try other()
    try laptop.output("device", "rename", id, "Desk")
    let watch = try laptop.start(["watch"])
    try watch.waitForError("Watching ")
    try desktop.output("add", "From there")
    try desktop.output("sync")
    try laptop.output("sync")
    let line = try JSON.parse(try watch.waitForLines(1).at(0))
    expectEqual(line.names, ["device", "entry", "kind"])
    expectEqual(line["entry"]?["title"]?.string, "From there")
    expect(line["device"]?["id"]?.string == id && line["device"]?["name"]?.string == "Desk")
    try laptop.output("add", "From here")
    try expectEqual(
      JSON.parse(try watch.waitForLines(2).at(1)).names, ["entry", "kind"])
  }

  @Test func `remotes and devices are proposed to a shell`() throws {
    func proposed(_ command: String..., argument: String) throws -> [String] {
      let line = ["photodiary"] + command + [""]
      let result = try laptop.run(
        ["---completion"] + command + ["--", argument, "\(line.count - 1)", "0"] + line)
      return result.text.split(separator: "\n").map(String.init)
    }
    try expectEqual(proposed("sync", argument: "positional@0"), ["home"])
    try expectEqual(proposed("remote", "remove", argument: "positional@0"), ["home"])
    try expectEqual(
      Set(proposed("device", "remove", argument: "positional@0")),
      Set(devices(laptop).compactMap { $0["id"]?.string.map { String($0.prefix(8)) } }))
  }
}
