import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("One diary on several machines, on the command line")
struct CommandLineSyncTests {
  private let machines: TwoMachines
  private var laptop: DiaryHome { machines.laptop }
  private var desktop: DiaryHome { machines.desktop }

  init() throws {
    machines = try TwoMachines()
    try laptop.run(
      "add", "첫눈", "--content", "It snowed until noon.", "--tag", "겨울", "--photo",
      DiaryHome.photo("river-fog.jpg"))
  }

  /// The one line that a command says as it fails.
  private func failure(_ home: DiaryHome, _ arguments: String...) throws -> String {
    let result = try home.result(arguments)
    #expect(result.status == 1 && result.text == "", "\(arguments): \(result.text)")
    #expect(result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
    #expect(result.errorText.hasPrefix("photodiary: "))
    return result.errorText
  }

  @Test func `what is written on one machine is on the other, both ways`() throws {
    let result = try laptop.result(["remote", "add", "home", machines.shared])
    let words = String(result.text.dropLast())
    #expect(result.status == 0 && TwoMachines.isSixWords(words), "\(result.text)")
    #expect(result.errorText.contains("Added home: sent "))
    #expect(result.errorText.contains("Write down these six recovery words"))
    try machines.clone(with: words)
    #expect(try desktop.titles() == ["첫눈"])
    try machines.expectSame()
    func device(_ home: DiaryHome) throws -> String? {
      try JSONParser.parse(home.run("status", "--format", "json"))["device"]?.string
    }
    #expect(try device(laptop) != device(desktop))

    try desktop.run("add", "From the desktop", "--photo", DiaryHome.photo("first-snow.jpg"))
    try laptop.run("add", "From the laptop")
    try machines.syncBoth()
    #expect(
      Set(try laptop.titles()) == ["첫눈", "From the desktop", "From the laptop"])
    try machines.expectSame()
    let photo = try #require(
      try desktop.entries().first { $0["title"]?.string == "첫눈" }?["photos"]?.array?.first)
    let file = try #require(photo["file"]?.string)
    #expect(
      try TemporaryFolder.bytes(of: file)
        == TemporaryFolder.bytes(of: DiaryHome.photo("river-fog.jpg")))
  }

  @Test func `what was edited in both places at once has two versions in both`() throws {
    try machines.clone(with: machines.addRemote())
    let id = try #require(try laptop.entries().first?["id"]?.string)
    try laptop.run("edit", id, "--content", "The laptop's.")
    try desktop.run("edit", id, "--content", "The desktop's.")
    try machines.syncBoth()
    for home in [laptop, desktop] {
      let history = try JSONParser.parse(home.run("history", id, "--format", "json"))
      let heads = (history.array ?? []).filter { $0["head"] == .bool(true) }
      #expect(
        Set(heads.compactMap { $0["entry"]?["content"]?.string })
          == ["The laptop's.", "The desktop's."])
    }
    try machines.expectSame()
    // Deleted there and edited here: it stays.
    try laptop.run("add", "Both")
    try machines.syncBoth()
    let both = try #require(
      try laptop.entries().first { $0["title"]?.string == "Both" }?["id"]?.string)
    try desktop.run("delete", both)
    try laptop.run("edit", both, "--content", "Kept.")
    try machines.syncBoth()
    #expect(try desktop.titles().contains("Both"))
    try machines.expectSame()
  }

  @Test func `a host sees no word, and age alone opens what it has`() throws {
    let words = try machines.addRemote()
    let files = try machines.sharedFiles()
    #expect(files.contains("FORMAT.txt") && files.contains("keys/1.recovery.age"))
    for file in files where file != "FORMAT.txt" {
      #expect(file.hasSuffix(".age"))
      let bytes = try machines.bytes(ofShared: file)
      #expect(bytes.starts(with: "age-encryption.org/v1".utf8), "\(file)")
      #expect(!String(decoding: bytes, as: UTF8.self).contains("snowed"), "\(file)")
    }
    guard access("/usr/bin/age", X_OK) == 0 else { return }
    let log = try #require(files.first { $0.hasPrefix("log/") })
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
    _ = try #require(terminal.waitForEnd(until: deadline))
    let text = String(decoding: try TemporaryFolder.bytes(of: opened), as: UTF8.self)
    #expect(text.contains("It snowed until noon."))
  }

  @Test func `a plain remote has no words, and none are needed`() throws {
    #expect(try machines.addRemote("--plain") == "")
    let files = try machines.sharedFiles()
    #expect(!files.contains { $0.hasSuffix(".age") } && !files.contains { $0.hasPrefix("keys/") })
    let photo = try #require(files.first { $0.hasPrefix("assets/") })
    #expect(
      try machines.bytes(ofShared: photo)
        == TemporaryFolder.bytes(of: DiaryHome.photo("river-fog.jpg")))
    let cloned = try desktop.result(["clone", machines.shared, "--name", "disk"])
    #expect(cloned.status == 0 && cloned.text == "The diary is in \(desktop.store): 1 entry.\n")
    try machines.expectSame()
    #expect(try desktop.run("remote").hasPrefix("disk  \(machines.shared)  synced "))
    #expect(try desktop.run("remote").contains("not encrypted"))
  }

  @Test func `what would go and come is told, and nothing is done`() throws {
    try machines.clone(with: machines.addRemote())
    try laptop.run("add", "Another")
    let files = try machines.sharedFiles()
    for _ in 0..<2 {
      let result = try JSONParser.parse(laptop.run("sync", "--dry-run", "--format", "json"))
      #expect(try #require(result.array?.first?["sentLines"]?.integer) > 0)
    }
    #expect(try laptop.run("sync", "home", "--dry-run").hasPrefix("home  would send 1 change"))
    #expect(try machines.sharedFiles() == files)
    #expect(try desktop.run("sync") == "home  up to date")
    #expect(try laptop.run("sync").hasPrefix("home  sent 1 change"))
    #expect(try desktop.run("sync").hasPrefix("home  received 1 change"))
  }

  @Test func `scripts read it as objects`() throws {
    try machines.addRemote()
    let names = [
      "remote", "sentLines", "sentFiles", "sentBytes", "receivedLines", "receivedFiles",
      "receivedBytes", "waitingOut", "waitingIn", "issues", "error",
    ]
    let results = try JSONParser.parse(laptop.run("sync", "--format", "json")).array
    #expect(results?.count == 1 && results?.first?.members?.map(\.name) == names)
    #expect(results?.first?["remote"]?.string == "home" && results?.first?["error"] == .null)
    let line = try laptop.run("sync", "--format", "jsonl")
    #expect(try JSONParser.parse(line).members?.map(\.name) == names)

    let remotes = try JSONParser.parse(laptop.run("remote", "list", "--format", "json")).array
    let remote = try #require(remotes?.first)
    #expect(
      remote.members?.map(\.name) == [
        "name", "address", "plain", "photos", "lastSync", "waitingOut", "elsewhere", "issues",
        "error",
      ])
    #expect(remote["address"]?.string == machines.shared && remote["photos"]?.string == "all")
    #expect(remote["lastSync"]?.string.flatMap { Timestamp($0) } != nil)
    let status = try JSONParser.parse(laptop.run("status", "--format", "json"))
    #expect(status["sync"]?.array?.first?["name"]?.string == "home")
    #expect(
      try laptop.run("status").split(separator: "\n").contains {
        $0.hasPrefix("sync ") && $0.contains("home (\(machines.shared)): synced ")
      })
    try laptop.run("add", "Waits")
    #expect(try laptop.run("remote").contains("1 to send"))
  }

  @Test func `a remote that fails is named, the others are synced, and the status is 1`() throws {
    try machines.addRemote()
    let stick = laptop.folder.path("stick")
    #expect(try laptop.result(["remote", "add", "stick", stick]).text == "")
    try laptop.run("add", "New")
    _ = try laptop.runScript("rm -r \"$0\"; echo file > \"$0\"", stick)
    let result = try laptop.result(["sync"])
    #expect(result.status == 1)
    let lines = result.text.split(separator: "\n")
    #expect(try lines.count == 2 && lines.at(0).hasPrefix("home   sent 1 change"))
    #expect(try lines.at(1).hasPrefix("stick  ") && lines.at(1).hasSuffix("failed"))
    #expect(result.errorText.split(separator: "\n").count == 1)
    #expect(result.errorText.contains("is a file"))
    #expect(try laptop.result(["sync", "home"]).status == 0)
    let status = try laptop.result(["status"])
    #expect(status.status == 0 && status.errorText.contains("is a file"))
  }

  @Test func `a remote that can't be is told of in one line, and isn't kept`() throws {
    try machines.write("text")
    #expect(try failure(laptop, "remote", "add", "home", machines.shared).contains("is a file"))
    #expect(try failure(laptop, "remote", "add", "home", "Sync/diary").contains("whole path"))
    #expect(try failure(laptop, "remote", "add", "home", "ftp://x/y").contains("isn't a remote's"))
    #expect(try failure(laptop, "remote", "add", "home", "/nonexistent/deep").contains("exist"))
    #expect(try laptop.run("remote") == "")
    #expect(try laptop.result(["remote"]).errorText.contains("photodiary remote add home ADDRESS"))
    #expect(try failure(desktop, "clone", machines.shared).contains("is a file"))
    #expect(access(desktop.store, F_OK) != 0)
  }

  /// As root nothing is forbidden, so another account is taken: `nobody` is on every system.
  @Test(.enabled(if: access("/usr/bin/setpriv", X_OK) == 0 && getuid() == 0))
  func `from a folder that is read only one still gets what others wrote`() throws {
    let words = try machines.addRemote()
    let home = try TemporaryFolder()
    // Where the tests were built nobody may look.
    try home.write(try home.read(BuiltProgram.path("photodiary")), to: "photodiary")
    try makeExecutable(home.path("photodiary"))
    #expect(chown(home.path, 65534, 65534) == 0)
    #expect(
      try laptop.runScript("chmod -R a+rX \"$(dirname \"$0\")\"", machines.shared).status == 0)
    func asNobody(_ arguments: String..., input: String = "") throws -> ProgramResult {
      try ProgramResult.run(
        "/usr/bin/setpriv",
        ["--reuid=65534", "--regid=65534", "--clear-groups", "--", home.path("photodiary")]
          + arguments, input: Array(input.utf8),
        environment: ["HOME": home.path, "PHOTODIARY_STORE": home.path("diary")])
    }
    // A clone may succeed, or say what couldn't be sent; either way the diary is there.
    _ = try asNobody("clone", machines.shared, "--recovery-file", "-", input: words)
    #expect(try asNobody("list").text.contains("첫눈"))
    #expect(try asNobody("add", "Mine").status == 0)
    let result = try asNobody("sync")
    #expect(result.status == 1)
    #expect(result.errorText.contains("no permission"), "\(result.errorText)")
    #expect(result.errorText.split(separator: "\n").count == 1)
  }

  @Test func `names that are none are told with those there are`() throws {
    #expect(try failure(laptop, "sync").contains("photodiary remote add home ADDRESS"))
    try machines.addRemote()
    for arguments in [["sync", "hmoe"], ["sync", "home", "hmoe"], ["remote", "remove", "hmoe"]] {
      let result = try laptop.result(arguments)
      #expect(result.status == 1 && result.text == "")
      #expect(
        result.errorText == "photodiary: There's no remote “hmoe”. Remotes: home.\n",
        "\(result.errorText)")
    }
    #expect(try laptop.result(["remote", "add", "home", laptop.folder.path("other")]).status == 1)
    let removed = try laptop.result(["remote", "remove", "home"])
    #expect(removed.status == 0 && removed.errorText.contains("What lies there stays"))
    #expect(try laptop.run("remote") == "" && !machines.sharedFiles().isEmpty)
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
      let result = try laptop.result(arguments)
      #expect(result.status == 64 && result.text == "", "\(arguments)")
      #expect(result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
    }
    #expect(access(machines.shared, F_OK) != 0)
  }
}
