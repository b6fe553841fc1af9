import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("Backups, on the command line")
struct CommandLineBackupTests {
  private let photodiary: TestHome
  private var backups: String { photodiary.folder.path("stick") }

  init() throws {
    photodiary = try TestHome()
    try photodiary.output("add", "A walk", "--photo", Checkout.photo("river-fog.jpg"))
  }

  /// The backup's path, as the line at the end tells it.
  private func backUp(_ options: String...) throws -> String {
    let result = try photodiary.run(["backup", backups] + options)
    expectEqual(result.status, 0, "\(result.errorText)")
    let line = result.text
    expectPrefix(line, "Backed up to \(backups)/20")
    expectEqual(line.count { $0 == "\n" }, 1)
    let path = line.dropFirst("Backed up to ".count).prefix { $0 != ":" }
    return String(path)
  }

  @Test func `made, looked into, checked and restored`() throws {
    let first = try backUp()
    expectSuffix(first, "Z")
    try photodiary.output("add", "Later")
    let second = try backUp()
    try expectContains(photodiary.output("--store", first, "list"), "A walk")
    try expectEqual(photodiary.json("list", "--store", first, "--format", "json").array?.count, 1)
    try expectEqual(photodiary.json("list", "--store", second, "--format", "json").array?.count, 2)

    let check = try photodiary("backup", "--check", backups)
    expectEqual(check.status, 0)
    expectEqual(check.text, "")
    expectEqual(check.errorText, "Checked 2 backups. No problems found.\n")

    let restored = photodiary.folder.path("restored")
    let line = try photodiary.output("backup", "--restore", second, "--store", restored)
    expectPrefix(line, "Restored to \(restored): 1 file, ")
    try expectEqual(
      photodiary.json("list", "--store", restored, "--format", "json").array?
        .map { $0["title"]?.string },
      photodiary.json("list", "--format", "json").array?.map { $0["title"]?.string })
    try expectEqual(photodiary("verify", "--store", restored).status, 0)
    // It goes on under a name of its own.
    try expectNotEqual(
      photodiary.json("status", "--store", restored, "--format", "json")["device"],
      photodiary.json("status", "--format", "json")["device"])
  }

  /// Nothing can be linked or cloned to a disk in memory.
  @Test(.enabled(if: getuid() == 0, "only root mounts"))
  func `a disk of another kind will do`() throws {
    mkdir(backups, 0o755)
    try require(mount("none", backups, "tmpfs", 0, "size=16m") == 0)
    defer { umount(backups) }
    try expectEqual(photodiary("backup", backups).status, 0)
    try expectContains(photodiary("backup", backups).text, "take no extra space")
    try expectEqual(photodiary("backup", "--check", backups).status, 0)
  }

  @Test func `a full disk leaves what was there`() throws {
    let backup = try backUp()
    // As much as one file may have is less than the photo.
    let script = "ulimit -f 8; trap '' XFSZ; exec \"$@\""
    try photodiary.output("add", "Another", "--photo", Checkout.photo("first-snow.jpg"))
    let result = try ProgramResult.run(
      "/bin/bash",
      ["-c", script, "bash", BuiltProgram.path("photodiary"), "backup", backups],
      environment: ["HOME": photodiary.folder.path, "PHOTODIARY_STORE": photodiary.store])
    expectEqual(result.status, 1)
    expectPrefix(result.errorText, "photodiary: Couldn't back up to \(backups): writing ")
    expectEqual(result.errorText.count { $0 == "\n" }, 1)
    let left = try ProgramResult.run("/bin/ls", ["-A", backups])
    expectEqual(left.text, "\(backup.split(separator: "/").last ?? "")\n")
    try expectEqual(photodiary("backup", "--check", backups).status, 0)
  }
}
