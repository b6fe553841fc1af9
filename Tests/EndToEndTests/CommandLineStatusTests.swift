import DiaryCore
import Glibc
import System
import TestSupport
import Testing

@Suite("photodiary status and author")
struct CommandLineStatusTests {
  private var photodiary: CommandLine

  init() throws {
    photodiary = try CommandLine()
    // No program of this machine's has a say in who the author is.
    photodiary.environment["PATH"] = photodiary.folder.path("bin")
  }

  private func status(_ status: Int, says words: String = "") throws -> JSONValue {
    let result = try photodiary("status", "--format", "json")
    #expect(result.status == status)
    // That calls aren't filtered is told of each time.
    let lines = result.errorText.split(separator: "\n").filter {
      Facility.seccomp.isAvailable || !$0.contains("system call filters")
    }
    #expect(lines.count == (words.isEmpty ? 0 : 1))
    #expect(lines.allSatisfy { $0.contains(words) })
    return try JSONParser.parse(result.output)
  }

  @Test func `status tells what there is`() throws {
    let missing = try status(1, says: "No diary at \(photodiary.store) yet")
    #expect(missing["state"]?.string == "missing" && missing["entries"] == .null)
    #expect(access(photodiary.store, F_OK) != 0)
    let id = try photodiary.output("add", "one")
    let notes = try photodiary.folder.write("notes", to: "in/notes.txt")
    try photodiary.output(
      "add", "two", "--photo", DiaryHome.photo("river-fog.jpg"), "--attach", notes)
    try photodiary.output("delete", id)
    let status = try status(0)
    #expect(
      status.members?.map(\.name) == [
        "state", "store", "format", "author", "device", "entries", "waiting", "trashed", "photos",
        "attachments", "bytes", "saved", "sync", "refused",
      ])
    #expect(status["state"]?.string == "available")
    #expect(status["store"]?.string == photodiary.store)
    #expect(status["entries"]?.integer == 1)
    #expect(status["trashed"]?.integer == 1)
    #expect(status["photos"]?.integer == 1 && status["attachments"]?.integer == 1)
    #expect(try #require(status["bytes"]?.integer) > 1000)
    #expect(status["sync"]?.array == [])
    let device = try photodiary.folder.text(".local/state/photodiary/device")
    #expect(status["device"]?.string == String(device.dropLast()))
    let table = try photodiary.output("status")
    #expect(table.hasPrefix("state       available\nstore       \(photodiary.store) (format 2)\n"))
    #expect(table.contains("\nphotos      1\nattached    1\n"))
    #expect(table.contains("\nsize        ") && table.contains(" kB\n"))
    try photodiary.output("delete", try photodiary.output("list").suffix(8).description)
    try photodiary.output("trash", "--empty")
    #expect(try self.status(0)["state"]?.string == "empty")
  }

  @Test func `the table tells times as clocks here show them`() throws {
    var photodiary = photodiary
    photodiary.environment["TZ"] = "Asia/Seoul"
    try photodiary.output("add", "one")
    let saved = try #require(try status(0)["saved"]?.string.flatMap { EntryDate($0) })
    let local = EntryDate(instant: saved.instant, offset: 9 * 3600)
    #expect(try photodiary.output("status").contains("last saved  \(local.day) \(local.clock)"))
    photodiary.environment["LC_ALL"] = "ko_KR.UTF-8"
    #expect(try photodiary.output("status").contains("마지막 저장  \(local.day) \(local.clock)"))
  }

  @Test func `a diary that can't be used says why, in status and before any screen`() throws {
    try photodiary.output("add", "one")
    let lock = try HeldLock(photodiary.store + "/.lock")
    #expect(try status(1, says: "Another program")["state"]?.string == "locked")
    lock.release()
    let find = try ProgramResult.run("/usr/bin/find", [photodiary.store + "/log", "-type", "f"])
    let log = String(try #require(find.text.split(separator: "\n").first))
    let name = String(log.dropFirst(photodiary.folder.path.count + 1))
    let lines = try photodiary.folder.text(name)
    try photodiary.folder.write("nonsense\n", to: name)
    unlink(photodiary.store + "/index.json")
    let damaged = try status(1, says: "Run `photodiary verify`")
    #expect(damaged["state"]?.string == "damaged" && damaged["entries"]?.integer == 0)
    try photodiary.folder.write(lines, to: name)
    try photodiary.folder.write("PhotoDiary store, format 9\n", to: "diary/FORMAT.txt")
    #expect(try status(1, says: "Update PhotoDiary")["state"]?.string == "newer-format")
    #expect(try photodiary.failure().contains("Update PhotoDiary"))
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
      #expect(result.status == 0)
      #expect(result.errorText.contains("system call filters") == isSaid)
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
      #expect(result.status == 0)
      let lines = result.errorText.split(separator: "\n")
      #expect(lines.count <= 1)
      return lines.contains { $0.contains("Landlock") && $0.contains("ffmpeg") }
    }
    #expect(try says("filtered open"))
    #expect(try !says("filtered landlock"))
    // Of no film nothing is said.
    try photodiary.output("edit", id, "--title", "none")
    try photodiary.output("delete", id)
    #expect(try !says("filtered open"))
  }

  /// As root nothing is forbidden, so another account is taken: `nobody` is on every system.
  @Test(.enabled(if: access("/usr/bin/setpriv", X_OK) == 0 && getuid() == 0))
  func `a diary of someone else's can be read, or not even that`() throws {
    try photodiary.output("add", "one")
    let home = try TemporaryFolder()
    #expect(chown(home.path, 65534, 65534) == 0)
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
    #expect(chmod(photodiary.folder.path, 0o755) == 0)
    let forbidden = try asNobody("status")
    #expect(forbidden.status == 1 && forbidden.text.hasPrefix("state     no permission\n"))
    #expect(forbidden.errorText.contains("No permission for"))
    _ = try ProgramResult.run("/bin/chmod", ["-R", "a+rX", photodiary.store])
    let readable = try asNobody("status", "--format", "json")
    let json = try JSONParser.parse(readable.output)
    #expect(readable.status == 1 && json["state"]?.string == "read-only")
    #expect(json["entries"]?.integer == 1)
    #expect(readable.errorText.contains("is read-only"))
    #expect(try asNobody("list").text.contains("one"))
    #expect(try asNobody("add", "two").status == 1)
  }

  @Test func `the author's name can be changed, the id never`() throws {
    #expect(try photodiary.output("author") == "")
    #expect(try photodiary("author").errorText.contains("No diary at"))
    let id = try photodiary.output("add", "one")
    let before = try photodiary.json("author", "--format", "json")
    #expect(try photodiary("author", "홍길동").errorText.contains("“홍길동”"))
    let after = try photodiary.json("author", "--format", "json")
    #expect(after["name"]?.string == "홍길동" && after["id"] == before["id"])
    let key = try #require(after["id"]?.string)
    #expect(try photodiary.output("author") == "name  홍길동\nid    \(key)")
    #expect(try status(0)["author"] == after)
    try photodiary.output("edit", id, "--title", "still mine")
    for name in ["", "  ", "a\nb", "\u{7}"] {
      #expect(try photodiary.failure("author", name).contains("isn't a name"))
    }
    #expect(try photodiary.json("author", "--format", "json") == after)
  }

  @Test func `git's name is taken when the diary is made, and never asked again`() throws {
    let asked = photodiary.folder.path("asked")
    let git = try photodiary.folder.write(
      "#!/bin/sh\necho \"$*\" >> \(asked)\necho ' 김 산책 '\n", to: "bin/git")
    try makeExecutable(git)
    for command in ["list", "status", "author"] { _ = try photodiary(command) }
    #expect(access(asked, F_OK) != 0)
    try photodiary.output("add", "one")
    try photodiary.output("add", "two")
    #expect(try photodiary.json("author", "--format", "json")["name"]?.string == "김 산책")
    #expect(try photodiary.folder.text("asked") == "config --get user.name\n")
  }

  @Test func `settings that are a named pipe are not waited for`() throws {
    try photodiary.folder.write([], to: ".config/photodiary/other")
    #expect(mkfifo(photodiary.folder.path(".config/photodiary/config.toml"), 0o600) == 0)
    let result = try photodiary("add", "one")
    #expect(result.status == 0 && result.errorText.contains("it isn't a regular file"))
  }

  @Test func `a git that hangs, fails or says nothing is passed over`() throws {
    for (index, script) in ["exec /bin/sleep 60", "exit 1", "echo"].enumerated() {
      let git = try photodiary.folder.write("#!/bin/sh\n\(script)\n", to: "bin/git")
      try makeExecutable(git)
      let store = photodiary.folder.path("store-\(index)")
      try photodiary.output("add", "one", "--store", store)
      let name = try photodiary.json("author", "--format", "json", "--store", store)["name"]?.string
      #expect(try #require(name).isBlank == false)
    }
  }

  @Test(.enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
  func `the settings go before git, and wrong ones are told`() throws {
    let git = try photodiary.folder.write("#!/bin/sh\necho git\n", to: "bin/git")
    try makeExecutable(git)
    let file = ".config/photodiary/config.toml"
    for (index, (line, text)) in [
      (2, "# settings\nauthor = Kim\n"), (1, "author = 7\n"), (1, "author = \"  \"\n"),
      (3, "a = 1\n\nauthor = \"two\\nlines\"\n"), (1, "author = \"no end\n"),
    ].enumerated() {
      try photodiary.folder.write(text, to: file)
      let store = photodiary.folder.path("wrong-\(index)")
      let result = try photodiary.run(["add", "one", "--store", store])
      #expect(result.status == 0)
      #expect(result.errorText.contains("config.toml, line \(line): "))
      let author = try photodiary.json("author", "--format", "json", "--store", store)
      #expect(author["name"]?.string == "git")
    }
    try photodiary.folder.write("[photos]\nsize = 1\n", to: file)
    try photodiary.output("add", "one", "--store", photodiary.folder.path("other"))
    let fromGit = try photodiary.json(
      "author", "--format", "json", "--store", photodiary.folder.path("other"))
    #expect(fromGit["name"]?.string == "git")
    try photodiary.folder.write("# 이름\nauthor = \"홍길동\"\n", to: file)
    try photodiary.output("add", "one")
    #expect(try photodiary.json("author", "--format", "json")["name"]?.string == "홍길동")
    // Once there is an author, nobody asks for the settings any more.
    try photodiary.folder.write("broken", to: file)
    try photodiary.output("add", "two")
  }
}
