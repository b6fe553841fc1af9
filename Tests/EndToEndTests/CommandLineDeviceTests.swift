import DiaryCore
import TestSupport
import Testing

@Suite("photodiary device")
struct CommandLineDeviceTests {
  private let machines: TwoMachines
  private let words: String
  private var laptop: DiaryHome { machines.laptop }
  private var desktop: DiaryHome { machines.desktop }

  init() throws {
    machines = try TwoMachines()
    try machines.laptop.run("add", "One")
    words = try machines.addRemote()
    try machines.clone(with: words)
    try desktop.run("add", "Two")
    try machines.syncBoth()
  }

  private func devices(_ home: DiaryHome) throws -> [JSONValue] {
    try require(try JSONParser.parse(home.run("device", "list", "--format", "json")).array)
  }

  /// The id of the desktop, as the laptop knows it.
  private func other() throws -> String {
    try require(try devices(laptop).first { $0["this"] == .bool(false) }?["id"]?.string)
  }

  @Test func `they are listed, this one first, and have names`() throws {
    let listed = try devices(laptop)
    expectEqual(listed.count, 2)
    expectEqual(listed.first?.members?.map(\.name), ["id", "name", "this", "removed", "lastSeen"])
    try expect(listed.at(0)["this"] == .bool(true) && listed.at(1)["this"] == .bool(false))
    try expect(listed.at(1)["lastSeen"]?.string.flatMap { Timestamp($0) } != nil)
    let rows = try laptop.run("device").split(separator: "\n")
    try expect(rows.count == 2 && rows.at(0).hasSuffix("(this machine)"))

    let id = try other()
    let renamed = try laptop.result(["device", "rename", String(id.prefix(6)), "책상"])
    expectEqual(renamed.status, 0)
    expectContains(renamed.errorText, "to “책상”.")
    try machines.syncBoth()
    try expectContains(desktop.run("device").split(separator: "\n").at(0), "책상  (this machine)")
  }

  @Test func `an id that is none, or this machine's, is told`() throws {
    let none = try laptop.result(["device", "rename", "00000000", "x"])
    expectEqual(none.status, 1)
    expectContains(none.errorText, "There's no device “00000000”.")
    let this = try require(try devices(laptop).first?["id"]?.string)
    let result = try laptop.result(["device", "remove", this])
    expectEqual(result.status, 1)
    expectContains(result.errorText, "is this machine")
    expectEqual(result.text, "")
  }

  @Test func `one that was removed reads nothing new, and nothing is taken from it`() throws {
    let result = try laptop.result(["device", "remove", try other()])
    expectEqual(result.status, 0)
    expectContains(result.errorText, "what it had, it has")
    let newWords = String(result.text.dropLast())
    expect(TwoMachines.isSixWords(newWords))
    expectNotEqual(newWords, words)
    try laptop.run("add", "After")
    try expectEqual(laptop.result(["sync"]).status, 0)
    try desktop.run("add", "From the removed one")
    _ = try desktop.result(["sync"])
    try expectEqual(laptop.result(["sync"]).status, 0)
    expectEqual(Set(try laptop.titles()), ["One", "Two", "After"])
    try expectLacks(desktop.titles(), "After")
    try expect(laptop.run("device").split(separator: "\n").contains { $0.hasSuffix("(removed)") })

    // With the words of today a new machine has all of it.
    let third = try DiaryHome()
    let cloned = try machines.clone(to: third, with: newWords)
    expectEqual(cloned.status, 0, "\(cloned.errorText)")
    try expectEqual(machines.listing(third), machines.listing(laptop))
  }

  @Test func `watch names the device that a change came from`() throws {
    let id = try other()
    try laptop.run("device", "rename", id, "Desk")
    let watch = try laptop.startBeside("watch")
    try watch.waitForError("Watching ")
    try desktop.run("add", "From there")
    try desktop.run("sync")
    try laptop.run("sync")
    let line = try JSONParser.parse(try watch.waitForLines(1).at(0))
    expectEqual(line.members?.map(\.name), ["kind", "entry", "device"])
    expectEqual(line["entry"]?["title"]?.string, "From there")
    expect(line["device"]?["id"]?.string == id && line["device"]?["name"]?.string == "Desk")
    try laptop.run("add", "From here")
    try expectEqual(
      JSONParser.parse(try watch.waitForLines(2).at(1)).members?.map(\.name), ["kind", "entry"])
  }

  @Test func `remotes and devices are proposed to a shell`() throws {
    func proposed(_ command: String..., argument: String) throws -> [String] {
      let line = ["photodiary"] + command + [""]
      let result = try laptop.result(
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
