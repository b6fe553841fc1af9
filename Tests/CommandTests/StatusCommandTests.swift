import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("photodiary status and author") struct StatusCommandTests {
  private var home: TestHome

  init() async throws {
    home = try TestHome()
    // No git on this computer decides the author.
    home.environment["PATH"] = home.folder.path("bin")
  }

  private func status(_ status: Int, reports words: String = "") async throws -> JSONValue {
    let result = try await home("status", "--format", "json")
    expectEqual(result.status, status)
    // Missing system call filters are reported each time.
    let lines = result.errorText.split(separator: "\n").filter {
      Facilities.has("seccomp") || !$0.contains("system call filters")
    }
    expectEqual(lines.count, (words.isEmpty ? 0 : 1))
    expect(lines.allSatisfy { $0.contains(words) })
    return try JSONParser.parse(result.output)
  }

  @Test func `status reports the diary's contents`() async throws {
    let missing = try await status(1, reports: "No diary at \(home.store) yet")
    expect(missing["state"]?.string == "missing" && missing["entries"] == .null)
    expectNotEqual(access(home.store, F_OK), 0)
    let id = try await home.output("add", "one")
    let notes = try home.folder.write("notes", to: "in/notes.txt")
    try await home.output(
      "add", "two", "--photo", Checkout.photo("river-fog.jpg"), "--attach", notes)
    try await home.output("delete", id)
    let status = try await status(0)
    let members = [
      "attachments", "author", "bytes", "device", "entries", "files", "format", "limits",
      "photos", "refused", "saved", "state", "store", "sync", "trashed", "waiting",
    ]
    expectEqual(status.members?.map(\.name).sorted(), members)
    expect(status["state"]?.string == "available" && status["store"]?.string == home.store)
    expectEqual(
      ["entries", "trashed", "files", "photos", "attachments"].map { status[$0]?.integer },
      [1, 1, 2, 1, 1])
    try expectGreater(require(status["bytes"]?.integer), 1000)
    expectEqual(status["sync"]?.array, [])
    let device = try home.folder.text("state/photodiary/device")
    expectEqual(status["device"]?.string, String(device.dropLast()))
    let table = try await home.output("status")
    expect(table.firstMatch(of: /[0-9a-f]{8}/) == nil, "\(table)")
    expectPrefix(table, "state       available\nstore       \(home.store) (format 2)\n")
    for part in ["\nphotos      1\nattached    1\n", "\nsize        ", " kB\n"] {
      expectContains(table, part)
    }
    try await home.output("delete", "1")
    try await home.output("trash", "--empty")
    try await expectEqual(self.status(0)["state"]?.string, "empty")
  }

  @Test func `the table shows local times`() async throws {
    var seoul = home
    seoul.offsetFromUTC = 9 * 3600
    try await seoul.output("add", "one")
    let saved = try await require(status(0)["saved"]?.string)
    let local = try ProgramResult.run(
      "/bin/date", ["-d", saved, "+%F %R"], environment: ["TZ": "Asia/Seoul"]
    ).text.dropLast()
    try await expectContains(seoul.output("status"), "last saved  \(local)")
    try await expectContains(seoul.inKorean.output("status"), "마지막 저장  \(local)")
  }

  @Test func `git's name is read once, when the diary is created`() async throws {
    let asked = home.folder.path("asked")
    try home.program("bin/git", "echo \"$*\" >> \(asked)\necho ' 김 산책 '")
    for command in ["list", "status", "author"] { _ = try await home(command) }
    expectNotEqual(access(asked, F_OK), 0)
    for title in ["one", "two"] { try await home.output("add", title) }
    try await expectEqual(home.json("author")["name"]?.string, "김 산책")
    try expectEqual(home.folder.text("asked"), "config --get user.name\n")
  }

  @Test(arguments: ["exec /bin/sleep 60", "exit 1", "echo"])
  func `a git that hangs, fails or prints nothing is ignored`(_ script: String) async throws {
    try home.program("bin/git", script)
    try await home.output("add", "one")
    let name = try await home.json("author")["name"]?.string
    try expectEqual(require(name).allSatisfy(\.isWhitespace), false)
  }

  @Test func `status reports why a diary can't be used`() async throws {
    try await home.output("add", "one")
    let lock = try HeldLock(home.store + "/.lock")
    try await expectEqual(status(1, reports: "Another program")["state"]?.string, "locked")
    lock.release()
    let name = try "diary/log/" + require(home.files(in: home.store + "/log").first)
    let lines = try home.folder.text(name)
    try home.folder.write("nonsense\n", to: name)
    unlink(home.store + "/index.json")
    let damaged = try await status(1, reports: "Run `photodiary verify`")
    expect(damaged["state"]?.string == "damaged" && damaged["entries"]?.integer == 0)
    try home.folder.write(lines, to: name)
    try home.folder.write("PhotoDiary store, format 9\n", to: "diary/FORMAT.txt")
    try await expectEqual(status(1, reports: "Update PhotoDiary")["state"]?.string, "newer-format")
    try await expectContains(home.failure(), "Update PhotoDiary")
  }

  @Test func `sub-commands refuse a missing diary in one line, and change nothing`() async throws {
    try await home.output("add", "one")
    let remote = home.folder.path("remote")
    try await home.output("remote", "add", "home", remote)
    let away = home.folder.path("away")
    try require(rename(home.store, away) == 0)
    let words = "which had 1 entry, is missing. Attach its disk"
    let other = home.with(["PHOTODIARY_STORE": nil])
    for line in [
      try await home.failure("list"), try await other.failure("list", "--store", home.store),
    ] { expectSuffix(line, " Add --store \(home.store) to these commands.\n") }
    for arguments in [
      ["add", "two"], ["list"], ["encrypt"], ["decrypt"], ["key"], ["key", "words"],
      ["key", "rotate"], ["unlock"], ["verify"], ["verify", "--repair"], ["photos"],
      ["backup", home.folder.path("backups")], ["trash"], ["restore", "1"], ["journals"],
      ["device"], ["sync"], ["remote", "remove", "home"], ["publish"],
    ] {
      try await expectContains(home.failure(arguments), words, "\(arguments)")
    }
    // The remotes are listed, as a clone needs an address.
    let remotes = try await home.run(["remote"])
    expect(remotes.status == 1 && remotes.text.contains(remote))
    expectContains(remotes.errorText, words)
    try await expectEqual(status(1, reports: words)["state"]?.string, "missing")
    expectNotEqual(access(home.store, F_OK), 0)
    // Locking needs no diary: it forgets the key and asks open windows to lock.
    try await expectContains(home.notes("lock"), "Locked.")
    try expectEqual(home.files(in: home.folder.path("state/photodiary/locks")).count, 1)
    // Even on a machine that only read the diary.
    try require(rename(home.marks, home.marks + "-away") == 0)
    try await expectContains(home.notes("lock"), "Locked.")
    try require(rename(home.marks + "-away", home.marks) == 0)
    try require(rename(away, home.store) == 0)
    try await expectContains(home.failure("lock"), "isn't encrypted")
    try await expectContains(home.output("sync"), "up to date")
  }

  @Test func `--new-diary replaces a missing diary with the first save`() async throws {
    try await home.output("add", "one")
    let remote = home.folder.path("remote")
    try await home.output("remote", "add", "home", remote)
    let away = home.folder.path("away")
    try require(rename(home.store, away) == 0)
    for arguments in [["list"], ["status"], ["sync"], ["show", "1"], ["add"]] {
      let result = try await home.run(arguments + ["--new-diary"])
      expectEqual(result.status, 1, "\(arguments)")
      expect(!result.errorText.contains("Forgot"), "\(arguments)")
    }
    expectNotEqual(access(home.store, F_OK), 0)
    try await expectContains(home.run(["remote"]).text, remote)
    try await expectContains(home.failure("add", "two"), "`photodiary add --new-diary TEXT`")
    try await expectContains(
      home.notes("add", "two", "--new-diary"), "Forgot the old diary's remotes: home.\n")
    try await expectEqual(home.titles(), ["two"])
    try await expectEqual(home.output("remote"), "")
  }

  @Test func `a folder without its logs has to be moved away`() async throws {
    try await home.output("add", "one")
    let remote = home.folder.path("remote")
    try await home.output("remote", "add", "home", remote, "--plain")
    try require(rename(home.store + "/log", home.folder.path("log")) == 0)
    for arguments in [["list"], ["add", "two", "--new-diary"], ["verify", "--repair"], ["sync"]] {
      try await expectContains(home.failure(arguments), "Move the folder away", "\(arguments)")
    }
    try require(rename(home.store, home.folder.path("away")) == 0)
    try await expectContains(home.failure("list"), "Attach its disk")
    // The remote keeps only its new name.
    try await home.output("clone", remote, "--name", "disk")
    try await expectEqual(home.titles(), ["one"])
    try await expectPrefix(home.output("remote"), "disk  \(remote)  ")
    try await expect(!home.output("remote").contains("home  "))
  }

  @Test func `the author's name can be changed, the ID can't`() async throws {
    try await expectEqual(home.output("author"), "")
    try await expectContains(home("author").errorText, "No diary at")
    let id = try await home.output("add", "one")
    let before = try await home.json("author")
    try await expectContains(home("author", "홍길동").errorText, "“홍길동”")
    let after = try await home.json("author")
    expect(after["name"]?.string == "홍길동" && after["id"] == before["id"])
    try await expectEqual(home.output("author"), "name  홍길동")
    try await expectEqual(status(0)["author"], after)
    try await home.output("edit", id, "--title", "still mine")
    for (name, issue) in [
      ("", "Enter a name."), ("  ", "Enter a name."), ("a\nb", "can't be a name"),
      ("\u{7}", "can't be a name"),
    ] {
      try await expectContains(home.failure("author", name), issue)
    }
    try await expectEqual(home.json("author"), after)
  }

  @Test func `a named pipe as settings isn't waited for`() async throws {
    try home.folder.write([], to: "config/photodiary/other")
    expectEqual(mkfifo(home.folder.path("config/photodiary/config.toml"), 0o600), 0)
    try await expectContains(home.notes("add", "one"), "it isn't a regular file")
  }

  @Test(.enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
  func `the author in the settings overrides git, and wrong ones are reported`() async throws {
    try home.program("bin/git", "echo git")
    let file = "config/photodiary/config.toml"
    for (index, (line, text)) in [
      (2, "# settings\nauthor = Kim\n"), (1, "author = 7\n"), (1, "author = \"  \"\n"),
      (3, "a = 1\n\nauthor = \"two\\nlines\"\n"), (1, "author = \"no end\n"),
    ].enumerated() {
      try home.folder.write(text, to: file)
      let store = home.folder.path("wrong-\(index)")
      try await expectContains(
        home.notes("add", "one", "--store", store), "config.toml, line \(line): ")
      try await expectEqual(home.json("author", "--store", store)["name"]?.string, "git")
    }
    try home.folder.write("[photos]\nsize = 1\n", to: file)
    let other = home.folder.path("other")
    try await home.output("add", "one", "--store", other)
    try await expectEqual(home.json("author", "--store", other)["name"]?.string, "git")
    try home.folder.write("# 이름\nauthor = \"홍길동\"\n", to: file)
    try await home.output("add", "one")
    try await expectEqual(home.json("author")["name"]?.string, "홍길동")
    // The settings aren't read once there is an author.
    try home.folder.write("broken", to: file)
    try await home.output("add", "two")
  }
}
