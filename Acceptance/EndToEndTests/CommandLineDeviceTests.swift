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
}
