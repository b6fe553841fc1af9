import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("One diary on several machines, on the command line")
struct SyncCommandTests {
  private let machines: TwoMachines
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() async throws {
    machines = try TwoMachines()
    try await laptop.output(
      "add", "첫눈", "--content", "It snowed until noon.", "--tag", "겨울", "--photo",
      Checkout.photo("river-fog.jpg"))
  }

  /// The one line that a command says as it fails.
  private func failure(_ home: TestHome, _ arguments: String...) async throws -> String {
    let result = try await home.run(arguments)
    expectEqual(result.status, 1, "\(arguments): \(result.text)")
    expectEqual(result.text, "", "\(arguments): \(result.text)")
    expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    expectPrefix(result.errorText, "photodiary: ")
    return result.errorText
  }

  @Test func `what was edited in both places at once has two versions in both`() async throws {
    try await machines.clone(with: machines.addRemote())
    let id = try require(try await laptop.entries().first?["id"]?.string)
    try await laptop.output("edit", id, "--content", "The laptop's.")
    try await desktop.output("edit", id, "--content", "The desktop's.")
    try await machines.syncBoth()
    for home in [laptop, desktop] {
      let history = try await JSONParser.parse(home.output("history", id, "--format", "json"))
      let heads = (history.array ?? []).filter { $0["head"] == .bool(true) }
      expectEqual(
        Set(heads.compactMap { $0["entry"]?["content"]?.string }),
        ["The laptop's.", "The desktop's."])
    }
    try await machines.expectSame()
    // Deleted there and edited here: it stays.
    try await laptop.output("add", "Both")
    try await machines.syncBoth()
    let both = try require(
      try await laptop.entries().first { $0["title"]?.string == "Both" }?["id"]?.string)
    try await desktop.output("delete", both)
    try await laptop.output("edit", both, "--content", "Kept.")
    try await machines.syncBoth()
    try await expectContains(desktop.titles(), "Both")
    try await machines.expectSame()
  }

  @Test func `a plain remote has no words, and none are needed`() async throws {
    try await expectEqual(machines.addRemote("--plain"), "")
    let files = try machines.sharedFiles()
    expect(!files.contains { $0.hasSuffix(".age") })
    expect(!files.contains { $0.hasPrefix("keys/") })
    let photo = try require(files.first { $0.hasPrefix("assets/") })
    try expectEqual(
      machines.bytes(ofShared: photo), TemporaryFolder.bytes(of: Checkout.photo("river-fog.jpg")))
    let cloned = try await desktop.run(["clone", machines.shared, "--name", "disk"])
    expectEqual(cloned.status, 0)
    expectEqual(cloned.text, "The diary is in \(desktop.store): 1 entry.\n")
    try await machines.expectSame()
    try await expectPrefix(desktop.output("remote"), "disk  \(machines.shared)  synced ")
    try await expectContains(desktop.output("remote"), "not encrypted")
  }

  @Test func `what would go and come is told, and nothing is done`() async throws {
    try await machines.clone(with: machines.addRemote())
    try await laptop.output("add", "Another")
    let files = try machines.sharedFiles()
    for _ in 0..<2 {
      let result = try await JSONParser.parse(
        laptop.output("sync", "--dry-run", "--format", "json"))
      try expectGreater(require(result.array?.first?["sentLines"]?.integer), 0)
    }
    try await expectPrefix(laptop.output("sync", "home", "--dry-run"), "home  would send 1 change")
    try expectEqual(machines.sharedFiles(), files)
    try await expectEqual(desktop.output("sync"), "home  up to date")
    try await expectPrefix(laptop.output("sync"), "home  sent 1 change")
    try await expectPrefix(desktop.output("sync"), "home  received 1 change")
  }

  @Test func `scripts read it as objects`() async throws {
    try await machines.addRemote()
    let names = [
      "remote", "sentLines", "sentFiles", "sentBytes", "receivedLines", "receivedFiles",
      "receivedBytes", "waitingOut", "waitingIn", "issues", "error",
    ]
    let results = try await JSONParser.parse(laptop.output("sync", "--format", "json")).array
    expectEqual(results?.count, 1)
    expectEqual(results?.first?.members?.map(\.name), names)
    expect(results?.first?["remote"]?.string == "home" && results?.first?["error"] == .null)
    let line = try await laptop.output("sync", "--format", "jsonl")
    try expectEqual(JSONParser.parse(line).members?.map(\.name), names)

    let remotes = try await JSONParser.parse(laptop.output("remote", "list", "--format", "json"))
      .array
    let remote = try require(remotes?.first)
    expectEqual(
      remote.members?.map(\.name),
      [
        "name", "address", "plain", "photos", "lastSync", "waitingOut", "elsewhere", "issues",
        "error",
      ])
    expect(remote["address"]?.string == machines.shared && remote["photos"]?.string == "all")
    try expectPrefix(require(remote["lastSync"]?.string), "20")
    let status = try await JSONParser.parse(laptop.output("status", "--format", "json"))
    expectEqual(status["sync"]?.array?.first?["name"]?.string, "home")
    try await expect(
      laptop.output("status").split(separator: "\n").contains {
        $0.hasPrefix("sync ") && $0.contains("home (\(machines.shared)): synced ")
      })
    try await laptop.output("add", "Waits")
    try await expectContains(laptop.output("remote"), "1 to send")
  }

  @Test func `a remote that can't be is told of in one line, and isn't kept`() async throws {
    try machines.write("text")
    try await expectContains(failure(laptop, "remote", "add", "home", machines.shared), "is a file")
    try await expectContains(failure(laptop, "remote", "add", "home", "Sync/diary"), "whole path")
    try await expectContains(
      failure(laptop, "remote", "add", "home", "ftp://x/y"), "isn't a remote's")
    try await expectContains(
      failure(laptop, "remote", "add", "home", laptop.folder.path("none/deep")), "exist")
    try await expectEqual(laptop.output("remote"), "")
    try await expectContains(laptop.run(["remote"]).errorText, "photodiary remote add home ADDRESS")
    try await expectContains(failure(desktop, "clone", machines.shared), "is a file")
    expectNotEqual(access(desktop.store, F_OK), 0)
  }

  @Test func `names that are none are told with those there are`() async throws {
    try await expectContains(failure(laptop, "sync"), "photodiary remote add home ADDRESS")
    try await machines.addRemote()
    for arguments in [["sync", "hmoe"], ["sync", "home", "hmoe"], ["remote", "remove", "hmoe"]] {
      let result = try await laptop.run(arguments)
      expectEqual(result.status, 1)
      expectEqual(result.text, "")
      expectEqual(
        result.errorText, "photodiary: There's no remote “hmoe”. Remotes: home.\n",
        "\(result.errorText)")
    }
    try await expectEqual(
      laptop.run(["remote", "add", "home", laptop.folder.path("other")]).status, 1)
    let removed = try await laptop.run(["remote", "remove", "home"])
    expectEqual(removed.status, 0)
    expectContains(removed.errorText, "What lies there stays")
    try await expect(laptop.output("remote") == "" && !machines.sharedFiles().isEmpty)
  }

  @Test func `wrong usage is told before anything is done`() async throws {
    for arguments in [
      ["remote", "add"], ["remote", "add", "x"], ["remote", "remove"], ["clone"],
      ["remote", "add", "x", machines.shared, "--photos", "few"],
      ["--plain", "remote", "add", "x", machines.shared],
      ["--photos", "cells", "clone", machines.shared], ["sync", "--format", "xml"],
      ["sync", "--install", "--uninstall"], ["sync", "home", "--install"],
      ["sync", "--dry-run", "--uninstall"], ["device", "rename", "abcd"],
      ["device", "remove", "abc"], ["device", "rename", "abc", "x"],
    ] {
      let result = try await laptop.run(arguments)
      expectEqual(result.status, 64, "\(arguments)")
      expectEqual(result.text, "", "\(arguments)")
      expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    }
    expectNotEqual(access(machines.shared, F_OK), 0)
  }
}
