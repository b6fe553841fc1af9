import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Syncing on the command line") struct SyncCommandTests {
  private let machines: TwoMachines
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() async throws {
    machines = try TwoMachines()
    try await laptop.output(
      "add", "첫눈", "--content", "It snowed until noon.", "--tag", "겨울", "--photo",
      Checkout.photo("river-fog.jpg"))
  }

  @Test func `a remote may have a Korean name, but not be in the diary's folder`() async throws {
    for address in [laptop.store, laptop.store + "/remote", laptop.folder.path] {
      let line = try await laptop.failure("remote", "add", "home", address)
      expectContains(line, "Choose a folder elsewhere.")
    }
    try await laptop.output("remote", "add", "집-밖", machines.shared, "--plain")
    try await expectContains(laptop.output("remote"), "집-밖  ")
    // The same name in decomposed jamo.
    let apart = "\u{110C}\u{1175}\u{11B8}-\u{1107}\u{1161}\u{11A9}"
    try await expectContains(laptop.output("sync", apart), "up to date")
    try await expectEqual(laptop.run(["remote", "remove", apart]).status, 0)
    try expect(laptop.files(in: laptop.folder.path("state")).allSatisfy { !$0.contains("memory") })
    for name in ["a/b", ".a", "a b", "…"] {
      let line = try await laptop.failure("remote", "add", name, machines.shared)
      expectContains(line, "can't be a remote's name")
    }
  }

  @Test func `a list of remotes that can't be read is neither passed over nor replaced`()
    async throws
  {
    try await machines.addRemote()
    let sync = laptop.folder.path("state/photodiary/sync")
    let name = try require(laptop.files(in: sync).first { $0.hasSuffix("/remotes.json") })
    let list = "\(sync)/\(name)"
    try require(rename(list, list + ".aside") == 0 && mkdir(list, 0o700) == 0)
    try await expectNotEqual(laptop.run(["sync"]).status, 0)
    for arguments in [
      ["remote", "add", "other", laptop.folder.path("elsewhere")], ["remote", "remove", "home"],
    ] { try await expectEqual(laptop.run(arguments).status, 1, "\(arguments)") }
    try require(rmdir(list) == 0 && rename(list + ".aside", list) == 0)
    try await expectContains(laptop.output("sync"), "home")
  }

  @Test func `saved searches are synced, and the last change counts`() async throws {
    let words = try await machines.addRemote()
    try await laptop.output("searches", "add", "❄ Snow", "snow OR 첫눈")
    try await laptop.output("sync")
    try await machines.clone(with: words)
    try await expectEqual(desktop.titles("list", ["--saved", "snow"]), ["첫눈"])
    try await desktop.output("searches", "add", "snow", "zzz")
    try await laptop.output("searches", "add", "Other", "noon")
    try await laptop.output("searches", "delete", "other")
    try await machines.syncBoth()
    for home in [laptop, desktop] {
      let searches = try await home.json("searches").array ?? []
      expectEqual(searches.compactMap { $0["query"]?.string }, ["zzz"])
    }
    try await machines.expectSame()
  }

  @Test func `a diary whose folder was moved keeps its remotes`() async throws {
    let words = try await machines.addRemote()
    try require(rename(laptop.store, laptop.folder.path("moved")) == 0)
    var moved = laptop
    moved.environment["PHOTODIARY_STORE"] = laptop.folder.path("moved")
    try await expectContains(moved.output("sync"), "home  ")
    try await expectContains(moved.output("remote"), "home  ")
    try await moved.output("add", "After the move")
    try await expectContains(moved.output("sync"), "sent 1 change")
    try await machines.clone(with: words)
    try await expectContains(desktop.titles(), "After the move")
  }

  @Test func `the status of a locked diary shows the time of the last sync`() async throws {
    try await machines.addRemote()
    let secret = try laptop.folder.write("four words of mine\n", to: "secret")
    try await laptop.output("encrypt", "--passphrase-file", secret)
    try await laptop.output("sync", "--passphrase-file", secret)
    let status = try await laptop.run(["status"])
    expectContains(status.text, "): synced 20")
  }

  @Test func `a plain remote needs no recovery words`() async throws {
    try await expectEqual(machines.addRemote("--plain"), "")
    let files = try machines.sharedFiles()
    expect(!files.contains { $0.hasSuffix(".age") })
    expect(!files.contains { $0.hasPrefix("keys/") })
    let photo = try require(files.first { $0.hasPrefix("assets/") })
    try expectEqual(
      machines.bytes(ofShared: photo), TemporaryFolder.bytes(of: Checkout.photo("river-fog.jpg")))
    try await expectEqual(
      desktop.output("clone", machines.shared, "--name", "disk"),
      "The diary is in \(desktop.store): 1 entry.")
    try await machines.expectSame()
    try await expectPrefix(desktop.output("remote"), "disk  \(machines.shared)  synced ")
    try await expectContains(desktop.output("remote"), "not encrypted")
  }

  @Test func `a dry run reports what would be sent, and changes nothing`() async throws {
    try await machines.clone(with: machines.addRemote())
    try await laptop.output("add", "Another")
    let files = try machines.sharedFiles()
    for _ in 0..<2 {
      let result = try await laptop.json("sync", "--dry-run")
      try expectGreater(require(result.array?.first?["sentLines"]?.integer), 0)
    }
    try await expectPrefix(laptop.output("sync", "home", "--dry-run"), "home  would send 1 change")
    try expectEqual(machines.sharedFiles(), files)
    try await expectEqual(desktop.output("sync"), "home  up to date")
    try await expectPrefix(laptop.output("sync"), "home  sent 1 change")
    try await expectPrefix(desktop.output("sync"), "home  received 1 change")
  }

  @Test func `results can be read as JSON`() async throws {
    try await machines.addRemote()
    let names = [
      "remote", "sentLines", "sentFiles", "sentBytes", "receivedLines", "receivedFiles",
      "receivedBytes", "waitingOut", "waitingIn", "missingTexts", "missingFiles", "issues", "error",
    ]
    let results = try await laptop.json("sync").array
    expectEqual(results?.count, 1)
    expectEqual(results?.first?.members?.map(\.name), names)
    expect(results?.first?["remote"]?.string == "home" && results?.first?["error"] == .null)
    let line = try await laptop.output("sync", "--format", "jsonl")
    try expectEqual(JSONParser.parse(line).members?.map(\.name), names)

    let remotes = try await laptop.json("remote", "list").array
    let remote = try require(remotes?.first)
    let members = [
      "name", "address", "plain", "photos", "lastSync", "waitingOut", "elsewhere", "issues",
      "error",
    ]
    expectEqual(remote.members?.map(\.name), members)
    expect(remote["address"]?.string == machines.shared && remote["photos"]?.string == "all")
    try expectPrefix(require(remote["lastSync"]?.string), "20")
    let status = try await laptop.json("status")
    expectEqual(status["sync"]?.array?.first?["name"]?.string, "home")
    try await expect(
      laptop.output("status").split(separator: "\n").contains {
        $0.hasPrefix("sync ") && $0.contains("home (\(machines.shared)): synced ")
      })
    try await laptop.output("add", "Waits")
    try await expectContains(laptop.output("remote"), "1 to send")
  }

  @Test func `a failed remote is named, and the others are synced`() async throws {
    let added = try await laptop("remote", "add", "home", machines.shared)
    expect(TwoMachines.isSixWords(String(added.text.dropLast())), "\(added.text)")
    expectContains(added.errorText, "Added home: sent ")
    expectContains(added.errorText, "Write down these six recovery words")
    let stick = laptop.folder.path("stick")
    try await expectEqual(laptop.output("remote", "add", "stick", stick), "")
    try await laptop.output("add", "New")
    _ = try ProgramResult.run("/bin/rm", ["-r", stick])
    try laptop.folder.write("file", to: "stick")
    let result = try await laptop("sync")
    expectEqual(result.status, 1)
    let lines = result.text.split(separator: "\n")
    try expect(lines.count == 2 && lines.at(0).hasPrefix("home   sent 1 change"))
    try expect(lines.at(1).hasPrefix("stick  ") && lines.at(1).hasSuffix("failed"))
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    expectContains(result.errorText, "is a file")
    try await laptop.output("sync", "home")
    try await expectContains(laptop.notes("status"), "is a file")
  }

  @Test func `an impossible remote is refused in one line, and not kept`() async throws {
    try machines.write("text")
    try await expectContains(laptop.failure("remote", "add", "home", machines.shared), "is a file")
    try await expectContains(laptop.failure("remote", "add", "home", "Sync/diary"), "absolute path")
    try await expectContains(
      laptop.failure("remote", "add", "home", "ftp://x/y"), "isn't a remote's")
    try await expectContains(
      laptop.failure("remote", "add", "home", laptop.folder.path("none/deep")), "exist")
    try await expectEqual(laptop.output("remote"), "")
    try await expectContains(laptop.run(["remote"]).errorText, "photodiary remote add home ADDRESS")
    try await expectContains(desktop.failure("clone", machines.shared), "is a file")
    expectNotEqual(access(desktop.store, F_OK), 0)
  }

  @Test func `a clone of a place without a diary names the address`() async throws {
    try await machines.addRemote("--plain")
    let log = machines.shared + "/log"
    try await expectContains(desktop.failure("clone", log), "There's no diary in \(log).")
    let empty = machines.shared + "/log/empty"
    try require(mkdir(empty, 0o700) == 0)
    try await expectContains(desktop.failure("clone", empty), "\(empty) contains no diary yet")
    try await expectEqual(desktop.output("remote"), "")
  }

  @Test func `only a new remote's folder is created, not a misspelled one`() async throws {
    let words = try await laptop.folder.write(machines.addRemote() + "\n", to: "words")
    let git = Tool.path("git") == nil ? [] : [laptop.folder.path("typo/diary.git")]
    for address in [laptop.folder.path("typo")] + git {
      for (home, command) in [
        (desktop, ["clone", address]), (desktop, ["clone", address, "--recovery-file", words]),
        (laptop, ["remote", "add", "other", address, "--recovery-file", words]),
      ] {
        try await expectContains(home.failure(command), "\(address) doesn't exist")
      }
    }
    expectNotEqual(access(laptop.folder.path("typo"), F_OK), 0)
    expectNotEqual(access(desktop.store, F_OK), 0)
  }

  @Test func `a new remote and a dry run report missing texts as a sync does`() async throws {
    let log = try require(laptop.files(in: laptop.store).first { $0.hasSuffix(".jsonl") })
    let text = try laptop.folder.text("diary/" + log)
    try laptop.folder.write(text.replacing("until noon", with: "until nooX"), to: "diary/" + log)
    unlink(laptop.store + "/index.json")
    for command in [
      ["remote", "add", "home", machines.shared, "--plain"], ["sync"], ["sync", "--dry-run"],
    ] {
      let result = try await laptop.run(command)
      expectEqual(result.status, 1, "\(command): \(result.errorText)")
      expectContains(result.errorText, "home: The text of 1 change is missing on this machine")
    }
  }

  @Test func `an unknown remote is reported with the known ones`() async throws {
    try await expectContains(laptop.failure("sync"), "photodiary remote add home ADDRESS")
    try await machines.addRemote()
    for arguments in [["sync", "hmoe"], ["sync", "home", "hmoe"], ["remote", "remove", "hmoe"]] {
      try await expectEqual(
        laptop.failure(arguments), "photodiary: There's no remote “hmoe”. Remotes: home.\n")
    }
    try await expectEqual(
      laptop.run(["remote", "add", "home", laptop.folder.path("other")]).status, 1)
    try await expectContains(laptop.notes("remote", "remove", "home"), "Files there are kept")
    try await expect(laptop.output("remote") == "" && !machines.sharedFiles().isEmpty)
  }
}

/// `sync --install`, with a script in place of `systemctl`.
@Suite("A timer for syncs") struct SyncTimerTests {
  private var home: TestHome
  private var units: String { "config/systemd/user/" }

  init() async throws {
    home = try TestHome()
    home.environment["PATH"] = home.folder.path("bin")
    home.environment["PHOTODIARY_STORE"] = nil
    try await makeSystemctl(status: 0)
  }

  private func makeSystemctl(status: Int) async throws {
    let notes = home.folder.path("notes")
    try home.program("bin/systemctl", "echo \"$*\" >> \(notes)\nexit \(status)")
  }

  @Test func `syncs the named diary, whatever its name`() async throws {
    let store = home.folder.path("a \"b\" 100% $HOME \\ 일기")
    try await home.output("sync", "--install", "--store", store)
    try await home.output("sync", "--install")
    let names = try home.files(in: home.folder.path(units)).filter { $0.hasSuffix(".service") }
    expectEqual(names.count, 2)
    expectContains(names, "photodiary-sync.service")
    let name = try require(names.first { $0 != "photodiary-sync.service" })
    let folder = home.folder.path
    try expectContains(
      home.folder.text(units + name), #" "--store" "\#(folder)/a \"b\" 100%% $$HOME \\ 일기""# + "\n")
    try await home.output("sync", "--uninstall", "--store", store)
    expectNotEqual(access(home.folder.path(units + name), F_OK), 0)
    expectEqual(access(home.folder.path(units + "photodiary-sync.service"), F_OK), 0)
  }

  private func takeNotes() throws -> String {
    let notes = try home.folder.text("notes")
    try home.folder.write("", to: "notes")
    return notes
  }

  @Test func `a timer is installed and removed, also repeatedly`() async throws {
    let (service, timer) = (units + "photodiary-sync.service", units + "photodiary-sync.timer")
    for _ in 0..<2 {
      try await expectContains(home.notes("sync", "--install"), "every 15 minutes")
      try expectEqual(
        takeNotes(), "--user daemon-reload\n--user enable --now photodiary-sync.timer\n")
      let text = try home.folder.text(service)
      let program = BuiltProgram.path("photodiary")
      expectContains(text, "\nExecStart=\"\(program)\" \"sync\"\n", "\(text)")
      expectContains(text, "\nEnvironment=\"XDG_CONFIG_HOME=\(home.folder.path("config"))\"\n")
      try expectContains(home.folder.text(timer), "\nOnCalendar=*:0/15\n")
      try expectContains(home.folder.text(timer), "\nWantedBy=timers.target\n")
    }
    try await expectPrefix(home.notes("sync", "--uninstall"), "Removed the timer.")
    try expectEqual(
      takeNotes(), "--user disable --now photodiary-sync.timer\n--user daemon-reload\n")
    for file in [service, timer] { expectNotEqual(access(home.folder.path(file), F_OK), 0) }
    try await expectEqual(home.notes("sync", "--uninstall"), "There's no timer to remove.\n")
    try expectEqual(takeNotes(), "")
  }

  @Test func `without systemd, the commands to run are shown`() async throws {
    try await makeSystemctl(status: 1)
    let line =
      "systemctl --user daemon-reload && systemctl --user enable --now photodiary-sync.timer"
    try await expectContains(home.notes("sync", "--install"), line)
    unlink(home.folder.path("bin/systemctl"))
    try await expectContains(home("sync", "--install").errorText, line)
    expectEqual(access(home.folder.path(units + "photodiary-sync.timer"), F_OK), 0)
    try await expectContains(home.notes("sync", "--uninstall"), "systemctl --user stop")
    expectNotEqual(access(home.folder.path(units + "photodiary-sync.timer"), F_OK), 0)
  }

  @Test func `a folder that can't be written to is reported`() async throws {
    try home.folder.write("text", to: "config/systemd")
    try await expectContains(home.failure("sync", "--install"), "Couldn't write ")
  }

  @Test(.enabled(if: TestHome.canVerifyUnits)) func `systemd accepts the units`() async throws {
    try await home.output("sync", "--install")
    try home.expectSystemdAccepts(units + "photodiary-sync.timer")
  }
}

@Suite("photodiary device") struct DeviceCommandTests {
  private let machines: TwoMachines
  private var laptop: TestHome { machines.laptop }
  private var desktop: TestHome { machines.desktop }

  init() async throws {
    machines = try TwoMachines()
    try await machines.laptop.output("add", "One")
    try await machines.clone(with: machines.addRemote())
    try await desktop.output("add", "Two")
    try await machines.syncBoth()
  }

  private func devices(_ home: TestHome) async throws -> [JSONValue] {
    try await require(try home.json("device", "list").array)
  }

  /// Saves an entry in an old copy of the diary, where the machine continues under another id.
  private func continueOnOldCopy(_ home: TestHome) async throws {
    let copy = home.folder.path("copy")
    _ = try ProgramResult.run("/bin/cp", ["-r", home.store, copy])
    try await home.output("add", "Lost")
    try require(rename(home.store, copy + "-newer") == 0 && rename(copy, home.store) == 0)
    try await home.output("add", "On the old copy")
  }

  /// The ID of the desktop, as listed on the laptop.
  private func other() async throws -> String {
    try require(try await devices(laptop).first { $0["this"] == .bool(false) }?["id"]?.string)
  }

  @Test func `an unreachable remote stops a removal, unless it's offline`() async throws {
    let id = try await other()
    try machines.detach()
    let stopped = try await laptop.failure("device", "remove", id)
    expectContains(stopped, "doesn't exist. Check the address")
    expectContains(stopped, "Nothing was changed")
    try await expectLacks(laptop.output("device"), "(removed)")
    let removed = try await laptop.run(["device", "remove", id, "--offline"])
    expectEqual(removed.status, 0)
    expectContains(removed.errorText, "doesn't exist")
    expectContains(removed.errorText, "The change hasn't been sent to home yet.")
    expect(TwoMachines.isSixWords(String(removed.text.dropLast())))
    try machines.attach()
    try await expectEqual(laptop.run(["sync"]).status, 0)

    // The command proposed to a device without the new key works.
    let refused = try await desktop.run(["sync"])
    expectEqual(refused.status, 1)
    let advice = "photodiary remote add home \(machines.shared) --recovery-file"
    expectContains(refused.errorText, advice)
    let file = try desktop.folder.write(removed.text, to: "new-words.txt")
    let added = try await desktop.run(
      ["remote", "add", "home", machines.shared, "--recovery-file", file])
    expectEqual(added.status, 0, "\(added.errorText)")
    try await desktop.output("add", "With the new words")
    try await machines.syncBoth()
    try await expectEqual(Set(laptop.titles()), ["One", "Two", "With the new words"])
  }

  @Test func `others receive a removal immediately`() async throws {
    let removed = try await laptop.run(["device", "remove", other()])
    expect(TwoMachines.isSixWords(String(removed.text.dropLast())), removed.errorText)
    try expect(machines.sharedFiles().contains { $0.hasPrefix("keys/2-") })
    try await expectContains(laptop.output("sync"), "up to date")
    try await expectContains(
      desktop.run(["sync"]).errorText, "has a key that this machine doesn't have")
  }

  @Test func `devices are listed, this one first, and have names`() async throws {
    let listed = try await devices(laptop)
    expectEqual(listed.count, 2)
    expectEqual(listed.first?.members?.map(\.name), ["id", "name", "this", "removed", "lastSeen"])
    try expect(listed.at(0)["this"] == .bool(true) && listed.at(1)["this"] == .bool(false))
    try expectPrefix(require(listed.at(1)["lastSeen"]?.string), "20")
    let rows = try await laptop.output("device").split(separator: "\n")
    try expect(rows.count == 2 && rows.at(0).hasSuffix("(this machine)"))
    // Any machine's list names a device alike, unlike by numbers.
    let id = String(try await other().prefix(6))
    try expectPrefix(rows.at(1), id)
    try await expectPrefix(desktop.output("device"), id)
    try await expectContains(laptop.notes("device", "rename", id, "책상"), "to “책상”.")
    try await machines.syncBoth()
    try await expectContains(
      desktop.output("device").split(separator: "\n").at(0), "책상  (this machine)")
  }

  @Test func `rejects an unknown device, this one, and one with its keys`() async throws {
    try await expectContains(
      laptop.failure("device", "rename", "00000000", "x"), "There's no device “00000000”.")
    let this = try require(try await devices(laptop).first?["id"]?.string)
    try await expectContains(laptop.failure("device", "remove", this), "is this machine")
    try await continueOnOldCopy(laptop)
    try await expectContains(laptop.failure("device", "remove", this), "has this machine's keys")
    try await expect(devices(laptop).allSatisfy { $0["removed"] == .bool(false) })
  }

  @Test func `a removal names the other devices with the same keys`() async throws {
    let id = try await other()
    try await continueOnOldCopy(desktop)
    for home in [desktop, laptop] { _ = try await home.run(["sync"]) }
    let further = try require(
      try await devices(laptop).compactMap { $0["this"] == .bool(false) ? $0["id"]?.string : nil }
        .first { $0 != id })
    let removed = try await laptop.run(["device", "remove", id])
    expectEqual(removed.status, 0)
    // Both may have the same name.
    expectContains(removed.errorText, "(\(id.prefix(8))). It can't read")
    expectContains(
      removed.errorText, "(\(further.prefix(8))), too, because it has the same keys.")
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
