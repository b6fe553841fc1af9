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

  /// The one line that a command says as it fails.
  private func failure(_ home: TestHome, _ arguments: String...) throws -> String {
    let result = try home.run(arguments)
    expectEqual(result.status, 1, "\(arguments): \(result.text)")
    expectEqual(result.text, "", "\(arguments): \(result.text)")
    expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    expectPrefix(result.errorText, "photodiary: ")
    return result.errorText
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

  @Test func `what was edited in both places at once has two versions in both`() throws {
    try machines.clone(with: machines.addRemote())
    let id = try require(try laptop.entries().first?["id"]?.string)
    try laptop.output("edit", id, "--content", "The laptop's.")
    try desktop.output("edit", id, "--content", "The desktop's.")
    try machines.syncBoth()
    for home in [laptop, desktop] {
      let history = try JSON.parse(home.output("history", id, "--format", "json"))
      let heads = (history.array ?? []).filter { $0["head"] == .bool(true) }
      expectEqual(
        Set(heads.compactMap { $0["entry"]?["content"]?.string }),
        ["The laptop's.", "The desktop's."])
    }
    try machines.expectSame()
    // Deleted there and edited here: it stays.
    try laptop.output("add", "Both")
    try machines.syncBoth()
    let both = try require(
      try laptop.entries().first { $0["title"]?.string == "Both" }?["id"]?.string)
    try desktop.output("delete", both)
    try laptop.output("edit", both, "--content", "Kept.")
    try machines.syncBoth()
    try expectContains(desktop.titles(), "Both")
    try machines.expectSame()
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

  @Test func `a plain remote has no words, and none are needed`() throws {
    try expectEqual(machines.addRemote("--plain"), "")
    let files = try machines.sharedFiles()
    expect(!files.contains { $0.hasSuffix(".age") })
    expect(!files.contains { $0.hasPrefix("keys/") })
    let photo = try require(files.first { $0.hasPrefix("assets/") })
    try expectEqual(
      machines.bytes(ofShared: photo), TemporaryFolder.bytes(of: Checkout.photo("river-fog.jpg")))
    let cloned = try desktop.run(["clone", machines.shared, "--name", "disk"])
    expectEqual(cloned.status, 0)
    expectEqual(cloned.text, "The diary is in \(desktop.store): 1 entry.\n")
    try machines.expectSame()
    try expectPrefix(desktop.output("remote"), "disk  \(machines.shared)  synced ")
    try expectContains(desktop.output("remote"), "not encrypted")
  }

  @Test func `what would go and come is told, and nothing is done`() throws {
    try machines.clone(with: machines.addRemote())
    try laptop.output("add", "Another")
    let files = try machines.sharedFiles()
    for _ in 0..<2 {
      let result = try JSON.parse(laptop.output("sync", "--dry-run", "--format", "json"))
      try expectGreater(require(result.array?.first?["sentLines"]?.integer), 0)
    }
    try expectPrefix(laptop.output("sync", "home", "--dry-run"), "home  would send 1 change")
    try expectEqual(machines.sharedFiles(), files)
    try expectEqual(desktop.output("sync"), "home  up to date")
    try expectPrefix(laptop.output("sync"), "home  sent 1 change")
    try expectPrefix(desktop.output("sync"), "home  received 1 change")
  }

  @Test func `scripts read it as objects`() throws {
    try machines.addRemote()
    let names = [
      "remote", "sentLines", "sentFiles", "sentBytes", "receivedLines", "receivedFiles",
      "receivedBytes", "waitingOut", "waitingIn", "issues", "error",
    ]
    let results = try JSON.parse(laptop.output("sync", "--format", "json")).array
    expectEqual(results?.count, 1)
    expectEqual(results?.first?.names, names.sorted())
    expect(results?.first?["remote"]?.string == "home" && results?.first?["error"] == .null)
    let line = try laptop.output("sync", "--format", "jsonl")
    try expectEqual(JSON.parse(line).names, names.sorted())

    let remotes = try JSON.parse(laptop.output("remote", "list", "--format", "json")).array
    let remote = try require(remotes?.first)
    expectEqual(
      remote.names,
      [
        "address", "elsewhere", "error", "issues", "lastSync", "name", "photos", "plain",
        "waitingOut",
      ])
    expect(remote["address"]?.string == machines.shared && remote["photos"]?.string == "all")
    try expectPrefix(require(remote["lastSync"]?.string), "20")
    let status = try JSON.parse(laptop.output("status", "--format", "json"))
    expectEqual(status["sync"]?.array?.first?["name"]?.string, "home")
    try expect(
      laptop.output("status").split(separator: "\n").contains {
        $0.hasPrefix("sync ") && $0.contains("home (\(machines.shared)): synced ")
      })
    try laptop.output("add", "Waits")
    try expectContains(laptop.output("remote"), "1 to send")
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

  @Test func `a remote that can't be is told of in one line, and isn't kept`() throws {
    try machines.write("text")
    try expectContains(failure(laptop, "remote", "add", "home", machines.shared), "is a file")
    try expectContains(failure(laptop, "remote", "add", "home", "Sync/diary"), "whole path")
    try expectContains(failure(laptop, "remote", "add", "home", "ftp://x/y"), "isn't a remote's")
    try expectContains(failure(laptop, "remote", "add", "home", "/nonexistent/deep"), "exist")
    try expectEqual(laptop.output("remote"), "")
    try expectContains(laptop.run(["remote"]).errorText, "photodiary remote add home ADDRESS")
    try expectContains(failure(desktop, "clone", machines.shared), "is a file")
    expectNotEqual(access(desktop.store, F_OK), 0)
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

  @Test func `names that are none are told with those there are`() throws {
    try expectContains(failure(laptop, "sync"), "photodiary remote add home ADDRESS")
    try machines.addRemote()
    for arguments in [["sync", "hmoe"], ["sync", "home", "hmoe"], ["remote", "remove", "hmoe"]] {
      let result = try laptop.run(arguments)
      expectEqual(result.status, 1)
      expectEqual(result.text, "")
      expectEqual(
        result.errorText, "photodiary: There's no remote “hmoe”. Remotes: home.\n",
        "\(result.errorText)")
    }
    try expectEqual(
      laptop.run(["remote", "add", "home", laptop.folder.path("other")]).status, 1)
    let removed = try laptop.run(["remote", "remove", "home"])
    expectEqual(removed.status, 0)
    expectContains(removed.errorText, "What lies there stays")
    try expect(laptop.output("remote") == "" && !machines.sharedFiles().isEmpty)
  }

  @Test func `wrong usage is told before anything is done`() throws {
    for arguments in [
      ["remote", "add"], ["remote", "add", "x"], ["remote", "remove"], ["clone"],
      ["remote", "add", "x", machines.shared, "--photos", "few"],
      ["--plain", "remote", "add", "x", machines.shared],
      ["--photos", "cells", "clone", machines.shared], ["sync", "--format", "xml"],
      ["sync", "--install", "--uninstall"], ["sync", "home", "--install"],
      ["sync", "--dry-run", "--uninstall"], ["device", "rename", "abcd"],
      ["device", "remove", "abc"], ["device", "rename", "abc", "x"],
    ] {
      let result = try laptop.run(arguments)
      expectEqual(result.status, 64, "\(arguments)")
      expectEqual(result.text, "", "\(arguments)")
      expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    }
    expectNotEqual(access(machines.shared, F_OK), 0)
  }
}
