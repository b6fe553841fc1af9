import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("One diary on several machines, on the command line")
struct CommandLineSyncTests {
  private let machines: TwoMachines
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() throws {
    machines = try TwoMachines()
    try laptop.output(
      "add", "첫눈", "--content", "It snowed until noon.", "--tag", "겨울", "--photo",
      Checkout.photo("river-fog.jpg"))
  }

  @Test func `what is written on one machine is on the other, both ways`() throws {
    let result = try laptop.run(["remote", "add", "home", machines.shared])
    let words = String(result.text.dropLast())
    expectEqual(result.status, 0, "\(result.text)")
    expect(TwoMachines.isSixWords(words), "\(result.text)")
    expectContains(result.errorText, "Added home: sent ")
    expectContains(result.errorText, "Write down these six recovery words")
    try machines.clone(with: words)
    try expectEqual(desktop.titles(), ["첫눈"])
    try machines.expectSame()
    func device(_ home: TestHome) throws -> String? {
      try JSON.parse(home.output("status", "--format", "json"))["device"]?.string
    }
    try expectNotEqual(device(laptop), device(desktop))

    try desktop.output("add", "From the desktop", "--photo", Checkout.photo("first-snow.jpg"))
    try laptop.output("add", "From the laptop")
    try machines.syncBoth()
    expectEqual(Set(try laptop.titles()), ["첫눈", "From the desktop", "From the laptop"])
    try machines.expectSame()
    let photo = try require(
      try desktop.entries().first { $0["title"]?.string == "첫눈" }?["photos"]?.array?.first)
    let file = try require(photo["file"]?.string)
    try expectEqual(
      TemporaryFolder.bytes(of: file), TemporaryFolder.bytes(of: Checkout.photo("river-fog.jpg")))
  }

  @Test func `a host sees no word, and age alone opens what it has`() throws {
    let words = try machines.addRemote()
    let files = try machines.sharedFiles()
    expectContains(files, "FORMAT.txt")
    expectContains(files, "keys/1.recovery.age")
    for file in files where file != "FORMAT.txt" {
      expectSuffix(file, ".age")
      let bytes = try machines.bytes(ofShared: file)
      expect(bytes.starts(with: "age-encryption.org/v1".utf8), "\(file)")
      expectLacks(String(decoding: bytes, as: UTF8.self), "snowed", "\(file)")
    }
    guard access("/usr/bin/age", X_OK) == 0 else { return }
    let log = try require(files.first { $0.hasPrefix("log/") })
    let opened = laptop.folder.path("opened")
    let terminal = try PseudoTerminal(
      program: "/usr/bin/age",
      arguments: [
        "--decrypt", "--identity", machines.shared + "/keys/1.recovery.age", "--output", opened,
        machines.shared + "/" + log,
      ], environment: TestEnvironment.with())
    let deadline = Patience.deadline
    while !String(decoding: terminal.bytes, as: UTF8.self).contains("passphrase"),
      terminal.read(until: deadline)
    {}
    terminal.write(Array((words + "\r").utf8))
    _ = try require(terminal.waitForEnd(until: deadline))
    let text = String(decoding: try TemporaryFolder.bytes(of: opened), as: UTF8.self)
    expectContains(text, "It snowed until noon.")
  }

  @Test func `a remote that fails is named, the others are synced, and the status is 1`() throws {
    try machines.addRemote()
    let stick = laptop.folder.path("stick")
    try expectEqual(laptop.run(["remote", "add", "stick", stick]).text, "")
    try laptop.output("add", "New")
    _ = try laptop.runScript("rm -r \"$0\"; echo file > \"$0\"", stick)
    let result = try laptop.run(["sync"])
    expectEqual(result.status, 1)
    let lines = result.text.split(separator: "\n")
    try expect(lines.count == 2 && lines.at(0).hasPrefix("home   sent 1 change"))
    try expect(lines.at(1).hasPrefix("stick  ") && lines.at(1).hasSuffix("failed"))
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    expectContains(result.errorText, "is a file")
    try expectEqual(laptop.run(["sync", "home"]).status, 0)
    let status = try laptop.run(["status"])
    expectEqual(status.status, 0)
    expectContains(status.errorText, "is a file")
  }

  /// As root nothing is forbidden, so another account is taken: `nobody` is on every system.
  @Test(.enabled(if: access("/usr/bin/setpriv", X_OK) == 0 && getuid() == 0))
  func `from a folder that is read only one still gets what others wrote`() throws {
    let words = try machines.addRemote()
    let home = try TemporaryFolder()
    // Where the tests were built nobody may look.
    try home.write(try home.read(BuiltProgram.path("photodiary")), to: "photodiary")
    try makeExecutable(home.path("photodiary"))
    expectEqual(chown(home.path, 65534, 65534), 0)
    try expectEqual(
      laptop.runScript("chmod -R a+rX \"$(dirname \"$0\")\"", machines.shared).status, 0)
    func asNobody(_ arguments: String..., input: String = "") throws -> ProgramResult {
      try ProgramResult.run(
        "/usr/bin/setpriv",
        ["--reuid=65534", "--regid=65534", "--clear-groups", "--", home.path("photodiary")]
          + arguments, input: Array(input.utf8),
        environment: ["HOME": home.path, "PHOTODIARY_STORE": home.path("diary")])
    }
    // A clone may succeed, or say what couldn't be sent; either way the diary is there.
    _ = try asNobody("clone", machines.shared, "--recovery-file", "-", input: words)
    try expectContains(asNobody("list").text, "첫눈")
    try expectEqual(asNobody("add", "Mine").status, 0)
    let result = try asNobody("sync")
    expectEqual(result.status, 1)
    expectContains(result.errorText, "no permission", "\(result.errorText)")
    expectEqual(result.errorText.split(separator: "\n").count, 1)
  }
}
