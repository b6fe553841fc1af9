import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("photodiary status and author")
struct CommandLineStatusTests {
  private var photodiary: TestHome

  init() throws {
    photodiary = try TestHome()
    // No program of this machine's has a say in who the author is.
    photodiary.environment["PATH"] = photodiary.folder.path("bin")
  }

  private func status(_ status: Int, says words: String = "") throws -> JSON {
    let result = try photodiary("status", "--format", "json")
    expectEqual(result.status, status)
    // That calls aren't filtered is told of each time.
    let lines = result.errorText.split(separator: "\n").filter {
      Facilities.has("seccomp") || !$0.contains("system call filters")
    }
    expectEqual(lines.count, (words.isEmpty ? 0 : 1))
    expect(lines.allSatisfy { $0.contains(words) })
    return try JSON.parse(result.output)
  }

  @Test func `status tells what there is`() throws {
    let missing = try status(1, says: "No diary at \(photodiary.store) yet")
    expect(missing["state"]?.string == "missing" && missing["entries"] == .null)
    expectNotEqual(access(photodiary.store, F_OK), 0)
    let id = try photodiary.output("add", "one")
    let notes = try photodiary.folder.write("notes", to: "in/notes.txt")
    try photodiary.output(
      "add", "two", "--photo", Checkout.photo("river-fog.jpg"), "--attach", notes)
    try photodiary.output("delete", id)
    let status = try status(0)
    expectEqual(
      status.names,
      [
        "attachments", "author", "bytes", "device", "entries", "format", "photos", "refused",
        "saved",
        "state", "store", "sync", "trashed", "waiting",
      ])
    expectEqual(status["state"]?.string, "available")
    expectEqual(status["store"]?.string, photodiary.store)
    expectEqual(status["entries"]?.integer, 1)
    expectEqual(status["trashed"]?.integer, 1)
    expect(status["photos"]?.integer == 1 && status["attachments"]?.integer == 1)
    try expectGreater(require(status["bytes"]?.integer), 1000)
    expectEqual(status["sync"]?.array, [])
    let device = try photodiary.folder.text("state/photodiary/device")
    expectEqual(status["device"]?.string, String(device.dropLast()))
    let table = try photodiary.output("status")
    expectPrefix(table, "state       available\nstore       \(photodiary.store) (format 2)\n")
    expectContains(table, "\nphotos      1\nattached    1\n")
    expectContains(table, "\nsize        ")
    expectContains(table, " kB\n")
    try photodiary.output("delete", try photodiary.output("list").suffix(8).description)
    try photodiary.output("trash", "--empty")
    try expectEqual(self.status(0)["state"]?.string, "empty")
  }

  @Test func `the table tells times as clocks here show them`() throws {
    var photodiary = photodiary
    photodiary.environment["TZ"] = "Asia/Seoul"
    try photodiary.output("add", "one")
    let saved = try require(try status(0)["saved"]?.string)
    let local = try photodiary.runScript("date -d \"$0\" '+%F %R'", saved).text
    try expectContains(photodiary.output("status"), "last saved  \(local)")
    photodiary.environment["LC_ALL"] = "ko_KR.UTF-8"
    try expectContains(photodiary.output("status"), "마지막 저장  \(local)")
  }

  @Test func `where system calls can't be filtered, status says so`() throws {
    try photodiary.output("add", "one")
    // The diary takes the picture program that stands beside it.
    try photodiary.folder.write(
      try photodiary.folder.read(BuiltProgram.path("photodiary")), to: "bin/photodiary")
    for (answer, isSaid) in [("unfiltered", true), ("filtered", false)] {
      try photodiary.folder.write(
        "#!/bin/sh\necho \(answer)\n", to: "bin/photodiary-picture")
      for name in ["photodiary", "photodiary-picture"] {
        try makeExecutable(photodiary.folder.path("bin/" + name))
      }
      let result = try ProgramResult.run(
        photodiary.folder.path("bin/photodiary"), ["status"],
        environment: ["HOME": photodiary.folder.path, "PHOTODIARY_STORE": photodiary.store])
      expectEqual(result.status, 0)
      expectEqual(result.errorText.contains("system call filters"), isSaid)
    }
  }

  @Test func `where what reads films could open other files, status says so`() throws {
    let film = try photodiary.folder.write(FilmFile().bytes, to: "in/a.mp4")
    let id = try photodiary.output("add", "one", "--attach", film)
    try photodiary.folder.write(
      try photodiary.folder.read(BuiltProgram.path("photodiary")), to: "bin/photodiary")
    try photodiary.folder.write("#!/bin/sh\n", to: "bin/ffmpeg")
    func says(_ answer: String) throws -> Bool {
      try photodiary.folder.write("#!/bin/sh\necho \(answer)\n", to: "bin/photodiary-picture")
      for name in ["photodiary", "photodiary-picture", "ffmpeg"] {
        try makeExecutable(photodiary.folder.path("bin/" + name))
      }
      let result = try ProgramResult.run(
        photodiary.folder.path("bin/photodiary"), ["status"],
        environment: [
          "HOME": photodiary.folder.path, "PHOTODIARY_STORE": photodiary.store,
          "PATH": photodiary.folder.path("bin"),
        ])
      expectEqual(result.status, 0)
      let lines = result.errorText.split(separator: "\n")
      expectAtMost(lines.count, 1)
      return lines.contains { $0.contains("Landlock") && $0.contains("ffmpeg") }
    }
    try expect(says("filtered open"))
    try expect(!says("filtered landlock"))
    // Of no film nothing is said.
    try photodiary.output("edit", id, "--title", "none")
    try photodiary.output("delete", id)
    try expect(!says("filtered open"))
  }

  /// As root nothing is forbidden, so another account is taken: `nobody` is on every system.
  @Test(.enabled(if: access("/usr/bin/setpriv", X_OK) == 0 && getuid() == 0))
  func `a diary of someone else's can be read, or not even that`() throws {
    try photodiary.output("add", "one")
    let home = try TemporaryFolder()
    expectEqual(chown(home.path, 65534, 65534), 0)
    func asNobody(_ arguments: String...) throws -> ProgramResult {
      try ProgramResult.run(
        "/usr/bin/setpriv",
        ["--reuid=65534", "--regid=65534", "--clear-groups", "--", home.path("photodiary")]
          + arguments,
        environment: ["HOME": home.path, "PHOTODIARY_STORE": photodiary.store])
    }
    // Where the tests were built nobody may look.
    try home.write(try home.read(BuiltProgram.path("photodiary")), to: "photodiary")
    try makeExecutable(home.path("photodiary"))
    expectEqual(chmod(photodiary.folder.path, 0o755), 0)
    let forbidden = try asNobody("status")
    expectEqual(forbidden.status, 1)
    expectPrefix(forbidden.text, "state     no permission\n")
    expectContains(forbidden.errorText, "No permission for")
    _ = try ProgramResult.run("/bin/chmod", ["-R", "a+rX", photodiary.folder.path("data")])
    let readable = try asNobody("status", "--format", "json")
    let json = try JSON.parse(readable.output)
    expect(readable.status == 1 && json["state"]?.string == "read-only")
    expectEqual(json["entries"]?.integer, 1)
    expectContains(readable.errorText, "is read-only")
    try expectContains(asNobody("list").text, "one")
    try expectEqual(asNobody("add", "two").status, 1)
  }

  @Test func `git's name is taken when the diary is made, and never asked again`() throws {
    let asked = photodiary.folder.path("asked")
    let git = try photodiary.folder.write(
      "#!/bin/sh\necho \"$*\" >> \(asked)\necho ' 김 산책 '\n", to: "bin/git")
    try makeExecutable(git)
    for command in ["list", "status", "author"] { _ = try photodiary(command) }
    expectNotEqual(access(asked, F_OK), 0)
    try photodiary.output("add", "one")
    try photodiary.output("add", "two")
    try expectEqual(photodiary.json("author", "--format", "json")["name"]?.string, "김 산책")
    try expectEqual(photodiary.folder.text("asked"), "config --get user.name\n")
  }

  @Test func `a git that hangs, fails or says nothing is passed over`() throws {
    for (index, script) in ["exec /bin/sleep 60", "exit 1", "echo"].enumerated() {
      let git = try photodiary.folder.write("#!/bin/sh\n\(script)\n", to: "bin/git")
      try makeExecutable(git)
      let store = photodiary.folder.path("store-\(index)")
      try photodiary.output("add", "one", "--store", store)
      let name = try photodiary.json("author", "--format", "json", "--store", store)["name"]?.string
      try expectEqual(require(name).allSatisfy(\.isWhitespace), false)
    }
  }
}
