import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Backups, on the command line")
struct CommandLineBackupTests {
  private let photodiary: CommandLine
  private var backups: String { photodiary.folder.path("stick") }

  init() throws {
    photodiary = try CommandLine()
    try photodiary.output("add", "A walk", "--photo", DiaryHome.photo("river-fog.jpg"))
  }

  /// The backup's path, as the line at the end tells it.
  private func backUp(_ options: String...) throws -> String {
    let result = try photodiary.run(["backup", backups] + options)
    #expect(result.status == 0, "\(result.errorText)")
    let line = result.text
    #expect(line.hasPrefix("Backed up to \(backups)/20") && line.count { $0 == "\n" } == 1)
    let path = line.dropFirst("Backed up to ".count).prefix { $0 != ":" }
    return String(path)
  }

  @Test func `made, looked into, checked and restored`() throws {
    let first = try backUp()
    #expect(first.hasSuffix("Z"))
    try photodiary.output("add", "Later")
    let second = try backUp()
    #expect(try photodiary.output("--store", first, "list").contains("A walk"))
    #expect(try photodiary.json("list", "--store", first, "--format", "json").array?.count == 1)
    #expect(try photodiary.json("list", "--store", second, "--format", "json").array?.count == 2)

    let check = try photodiary("backup", "--check", backups)
    #expect(check.status == 0)
    #expect(check.text == "")
    #expect(check.errorText == "Checked 2 backups. No problems found.\n")

    let restored = photodiary.folder.path("restored")
    let line = try photodiary.output("backup", "--restore", second, "--store", restored)
    #expect(line.hasPrefix("Restored to \(restored): 1 file, "))
    #expect(
      try photodiary.json("list", "--store", restored, "--format", "json").array?
        .map { $0["title"]?.string }
        == photodiary.json("list", "--format", "json").array?.map { $0["title"]?.string })
    #expect(try photodiary("verify", "--store", restored).status == 0)
    // It goes on under a name of its own.
    #expect(
      try photodiary.json("status", "--store", restored, "--format", "json")["device"]
        != photodiary.json("status", "--format", "json")["device"])
  }

  @Test func `damage is named, and the status is 1`() throws {
    let backup = try backUp()
    unlink(backup + "/owner.json")
    let check = try photodiary("backup", "--check", backup)
    #expect(check.status == 1)
    #expect(check.text == "\(backup.split(separator: "/").last ?? "")/owner.json: it's missing\n")
    #expect(check.errorText == "Checked 1 backup. Problems found: 1.\n")
    let target = photodiary.folder.path("restored")
    let restoring = try photodiary("backup", "--restore", backup, "--store", target)
    #expect(restoring.status == 1)
    #expect(restoring.errorText.contains("owner.json: it's missing\n"))
    #expect(restoring.errorText.contains("so nothing was restored"))
    #expect(access(target, F_OK) != 0)
  }

  @Test func `older ones go, and are named`() throws {
    let first = try backUp()
    let second = try backUp()
    let result = try photodiary("backup", backups, "--keep", "1m")
    #expect(result.status == 0)
    let names = [first, second].compactMap { $0.split(separator: "/").last }
    #expect(result.errorText == names.map { "Removed backup \($0).\n" }.joined())
    #expect(access(first, F_OK) != 0)
    #expect(try photodiary("backup", "--check", backups).errorText.hasPrefix("Checked 1 backup"))
  }

  @Test func `what can't be is told in one line`() throws {
    let none = photodiary.folder.path("none")
    let store = photodiary.store
    #expect(try photodiary.failure("backup", store).contains("inside the diary's own folder"))
    #expect(
      try photodiary.failure("backup", photodiary.folder.path).contains("diary's own folder"))
    #expect(try photodiary.failure("backup", none + "/deep").contains("The parent folder of"))
    #expect(try photodiary.failure("backup", "--check", none).contains("No backups in"))
    #expect(try photodiary.failure("backup", "--restore", store).contains("isn't a backup"))
    #expect(
      try photodiary.failure("backup", backups, "--store", none).contains("No diary at"))
    let backup = try backUp()
    #expect(try photodiary.failure("backup", "--restore", backup).contains("isn't empty"))
    for wrong in [
      ["backup"], ["backup", backups, "--keep", "7x"], ["backup", ""],
      ["backup", backups, "--check", "--restore"], ["backup", backups, "--check", "--keep", "7d"],
    ] {
      #expect(try photodiary.run(wrong).status == 64, "\(wrong)")
    }
  }

  @Test func `a disk of another kind will do`() throws {
    // In memory, where there is such a file system: nothing can be linked or cloned to it.
    guard access("/dev/shm", W_OK) == 0 else { return }
    let folder = try TemporaryFolder(in: "/dev/shm")
    #expect(try photodiary("backup", folder.path).status == 0)
    #expect(try photodiary("backup", folder.path).text.contains("take no extra space"))
    #expect(try photodiary("backup", "--check", folder.path).status == 0)
  }

  @Test func `a full disk leaves what was there`() throws {
    let backup = try backUp()
    // As much as one file may have is less than the photo.
    let script = "ulimit -f 8; trap '' XFSZ; exec \"$@\""
    try photodiary.output("add", "Another", "--photo", DiaryHome.photo("first-snow.jpg"))
    let result = try ProgramResult.run(
      "/bin/bash",
      ["-c", script, "bash", BuiltProgram.path("photodiary"), "backup", backups],
      environment: ["HOME": photodiary.folder.path, "PHOTODIARY_STORE": photodiary.store])
    #expect(result.status == 1)
    #expect(result.errorText.hasPrefix("photodiary: Couldn't back up to \(backups): writing "))
    #expect(result.errorText.count { $0 == "\n" } == 1)
    let left = try ProgramResult.run("/bin/ls", ["-A", backups])
    #expect(left.text == "\(backup.split(separator: "/").last ?? "")\n")
    #expect(try photodiary("backup", "--check", backups).status == 0)
  }
}
