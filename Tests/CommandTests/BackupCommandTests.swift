import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Backups, on the command line")
struct BackupCommandTests {
  private let photodiary: TestHome
  private var backups: String { photodiary.folder.path("stick") }

  init() async throws {
    photodiary = try TestHome()
    try await photodiary.output("add", "A walk", "--photo", Checkout.photo("river-fog.jpg"))
  }

  /// The backup's path, as the line at the end tells it.
  private func backUp(_ options: String...) async throws -> String {
    let result = try await photodiary.run(["backup", backups] + options)
    expectEqual(result.status, 0, "\(result.errorText)")
    let line = result.text
    expectPrefix(line, "Backed up to \(backups)/20")
    expectEqual(line.count { $0 == "\n" }, 1)
    let path = line.dropFirst("Backed up to ".count).prefix { $0 != ":" }
    return String(path)
  }

  @Test func `damage is named, and the status is 1`() async throws {
    let backup = try await backUp()
    unlink(backup + "/owner.json")
    let check = try await photodiary("backup", "--check", backup)
    expectEqual(check.status, 1)
    expectEqual(check.text, "\(backup.split(separator: "/").last ?? "")/owner.json: it's missing\n")
    expectEqual(check.errorText, "Checked 1 backup. Problems found: 1.\n")
    let target = photodiary.folder.path("restored")
    let restoring = try await photodiary("backup", "--restore", backup, "--store", target)
    expectEqual(restoring.status, 1)
    expectContains(restoring.errorText, "owner.json: it's missing\n")
    expectContains(restoring.errorText, "so nothing was restored")
    expectNotEqual(access(target, F_OK), 0)
  }

  @Test func `older ones go, and are named`() async throws {
    let first = try await backUp()
    let second = try await backUp()
    let result = try await photodiary("backup", backups, "--keep", "1m")
    expectEqual(result.status, 0)
    let names = [first, second].compactMap { $0.split(separator: "/").last }
    expectEqual(result.errorText, names.map { "Removed backup \($0).\n" }.joined())
    expectNotEqual(access(first, F_OK), 0)
    try await expectPrefix(photodiary("backup", "--check", backups).errorText, "Checked 1 backup")
  }

  @Test func `what can't be is told in one line`() async throws {
    let none = photodiary.folder.path("none")
    let store = photodiary.store
    try await expectContains(photodiary.failure("backup", store), "inside the diary's own folder")
    try await expectContains(
      photodiary.failure("backup", photodiary.folder.path), "diary's own folder")
    try await expectContains(photodiary.failure("backup", none + "/deep"), "The parent folder of")
    try await expectContains(photodiary.failure("backup", "--check", none), "No backups in")
    try await expectContains(photodiary.failure("backup", "--restore", store), "isn't a backup")
    try await expectContains(photodiary.failure("backup", backups, "--store", none), "No diary at")
    let backup = try await backUp()
    try await expectContains(photodiary.failure("backup", "--restore", backup), "isn't empty")
    for wrong in [
      ["backup"], ["backup", backups, "--keep", "7x"], ["backup", ""],
      ["backup", backups, "--check", "--restore"], ["backup", backups, "--check", "--keep", "7d"],
    ] {
      try await expectEqual(photodiary.run(wrong).status, 64, "\(wrong)")
    }
  }
}
