import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("photodiary status and author")
struct StatusCommandTests {
  private var photodiary: TestHome

  init() async throws {
    photodiary = try TestHome()
    // No program of this machine's has a say in who the author is.
    photodiary.environment["PATH"] = photodiary.folder.path("bin")
  }

  private func status(_ status: Int, says words: String = "") async throws -> JSONValue {
    let result = try await photodiary("status", "--format", "json")
    expectEqual(result.status, status)
    // That calls aren't filtered is told of each time.
    let lines = result.errorText.split(separator: "\n").filter {
      Facilities.has("seccomp") || !$0.contains("system call filters")
    }
    expectEqual(lines.count, (words.isEmpty ? 0 : 1))
    expect(lines.allSatisfy { $0.contains(words) })
    return try JSONParser.parse(result.output)
  }

  @Test func `a diary that can't be used says why, in status and before any screen`() async throws {
    try await photodiary.output("add", "one")
    let lock = try HeldLock(photodiary.store + "/.lock")
    try await expectEqual(status(1, says: "Another program")["state"]?.string, "locked")
    lock.release()
    let find = try ProgramResult.run("/usr/bin/find", [photodiary.store + "/log", "-type", "f"])
    let log = String(try require(find.text.split(separator: "\n").first))
    let name = String(log.dropFirst(photodiary.folder.path.count + 1))
    let lines = try photodiary.folder.text(name)
    try photodiary.folder.write("nonsense\n", to: name)
    unlink(photodiary.store + "/index.json")
    let damaged = try await status(1, says: "Run `photodiary verify`")
    expect(damaged["state"]?.string == "damaged" && damaged["entries"]?.integer == 0)
    try photodiary.folder.write(lines, to: name)
    try photodiary.folder.write("PhotoDiary store, format 9\n", to: "diary/FORMAT.txt")
    try await expectEqual(status(1, says: "Update PhotoDiary")["state"]?.string, "newer-format")
    try await expectContains(photodiary.failure(), "Update PhotoDiary")
  }

  @Test func `the author's name can be changed, the id never`() async throws {
    try await expectEqual(photodiary.output("author"), "")
    try await expectContains(photodiary("author").errorText, "No diary at")
    let id = try await photodiary.output("add", "one")
    let before = try await photodiary.json("author", "--format", "json")
    try await expectContains(photodiary("author", "홍길동").errorText, "“홍길동”")
    let after = try await photodiary.json("author", "--format", "json")
    expect(after["name"]?.string == "홍길동" && after["id"] == before["id"])
    let key = try require(after["id"]?.string)
    try await expectEqual(photodiary.output("author"), "name  홍길동\nid    \(key)")
    try await expectEqual(status(0)["author"], after)
    try await photodiary.output("edit", id, "--title", "still mine")
    for name in ["", "  ", "a\nb", "\u{7}"] {
      try await expectContains(photodiary.failure("author", name), "isn't a name")
    }
    try await expectEqual(photodiary.json("author", "--format", "json"), after)
  }

  @Test func `settings that are a named pipe are not waited for`() async throws {
    try photodiary.folder.write([], to: "config/photodiary/other")
    expectEqual(mkfifo(photodiary.folder.path("config/photodiary/config.toml"), 0o600), 0)
    let result = try await photodiary("add", "one")
    expectEqual(result.status, 0)
    expectContains(result.errorText, "it isn't a regular file")
  }

  @Test(.enabled(if: access("/usr/include/toml++/toml.h", R_OK) == 0))
  func `the settings go before git, and wrong ones are told`() async throws {
    let git = try photodiary.folder.write("#!/bin/sh\necho git\n", to: "bin/git")
    try makeExecutable(git)
    let file = "config/photodiary/config.toml"
    for (index, (line, text)) in [
      (2, "# settings\nauthor = Kim\n"), (1, "author = 7\n"), (1, "author = \"  \"\n"),
      (3, "a = 1\n\nauthor = \"two\\nlines\"\n"), (1, "author = \"no end\n"),
    ].enumerated() {
      try photodiary.folder.write(text, to: file)
      let store = photodiary.folder.path("wrong-\(index)")
      let result = try await photodiary.run(["add", "one", "--store", store])
      expectEqual(result.status, 0)
      expectContains(result.errorText, "config.toml, line \(line): ")
      let author = try await photodiary.json("author", "--format", "json", "--store", store)
      expectEqual(author["name"]?.string, "git")
    }
    try photodiary.folder.write("[photos]\nsize = 1\n", to: file)
    try await photodiary.output("add", "one", "--store", photodiary.folder.path("other"))
    let fromGit = try await photodiary.json(
      "author", "--format", "json", "--store", photodiary.folder.path("other"))
    expectEqual(fromGit["name"]?.string, "git")
    try photodiary.folder.write("# 이름\nauthor = \"홍길동\"\n", to: file)
    try await photodiary.output("add", "one")
    try await expectEqual(photodiary.json("author", "--format", "json")["name"]?.string, "홍길동")
    // Once there is an author, nobody asks for the settings any more.
    try photodiary.folder.write("broken", to: file)
    try await photodiary.output("add", "two")
  }
}
