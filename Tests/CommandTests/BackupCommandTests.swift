import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Backups on the command line") struct BackupCommandTests {
  private let home: TestHome
  private var backups: String { home.folder.path("stick") }

  init() async throws {
    home = try TestHome()
    try await home.output("add", "A walk", "--photo", Checkout.photo("river-fog.jpg"))
  }

  /// Makes a backup. Returns the path that the command prints.
  private func backUp(_ options: String...) async throws -> String {
    let line = try await home.output(["backup", backups] + options)
    expectPrefix(line, "Backed up to \(backups)/20")
    expectLacks(line, "\n")
    return String(line.dropFirst("Backed up to ".count).prefix { $0 != ":" })
  }

  @Test func `a backup is made, listed, checked and restored`() async throws {
    let first = try await backUp()
    expectSuffix(first, "Z")
    try await home.output("add", "Later")
    let second = try await backUp()
    try await expectEqual(home.titles("list", ["--store", first]), ["A walk"])
    try await expectEqual(home.titles("list", ["--store", second]), ["Later", "A walk"])
    let check = try await home("backup", "--check", backups)
    expect((check.status, check.text) == (0, ""))
    expectEqual(check.errorText, "Checked 2 backups. No problems found.\n")

    let restored = home.folder.path("restored")
    let line = try await home.output("backup", "--restore", second, "--store", restored)
    expectPrefix(line, "Restored to \(restored): 2 entries, 1 file, ")
    try await expectEqual(home.titles("list", ["--store", restored]), ["Later", "A walk"])
    try await home.output("verify", "--store", restored)
    // The restored diary is a new device.
    try await expectNotEqual(
      home.json("status", "--store", restored)["device"], home.json("status")["device"])
  }

  @Test func `the entries and photos of a backup are counted`() async throws {
    let note = try home.folder.write("1. milk", to: "list.txt")
    try await home.output("add", "Shopping", "--attach", note)
    try await home.output("add", "Deleted")
    try await home.output("delete", "1")
    let line = try await home.output("backup", backups)
    expectContains(line, ": 2 entries, 1 photo, 1 attachment, ")
    let korean = try await home.inKorean.output("backup", backups)
    expectContains(korean, "에 일기 2개, 사진 1장, 첨부 파일 1개를 백업했습니다(")
  }

  @Test func `damage is named, and the status is 1`() async throws {
    let backup = try await backUp()
    unlink(backup + "/owner.json")
    let check = try await home("backup", "--check", backup)
    expectEqual(check.status, 1)
    expectEqual(check.text, "\(backup.split(separator: "/").last ?? "")/owner.json: it's missing\n")
    expectEqual(check.errorText, "Checked 1 backup. Problems found: 1.\n")
    let target = home.folder.path("restored")
    let restoring = try await home("backup", "--restore", backup, "--store", target)
    expectEqual(restoring.status, 1)
    expectContains(restoring.errorText, "owner.json: it's missing\n")
    expectContains(restoring.errorText, "so nothing was restored")
    expectNotEqual(access(target, F_OK), 0)
  }

  @Test func `old backups are removed and named`() async throws {
    let first = try await backUp()
    let second = try await backUp()
    let names = [first, second].compactMap { $0.split(separator: "/").last }
    try await expectEqual(
      home.notes("backup", backups, "--keep", "1m"),
      names.map { "Deleted backup \($0).\n" }.joined())
    expectNotEqual(access(first, F_OK), 0)
    try await expectPrefix(home("backup", "--check", backups).errorText, "Checked 1 backup")
  }

  @Test func `an impossible backup is refused in one line`() async throws {
    let none = home.folder.path("none")
    let store = home.store
    try await expectContains(home.failure("backup", store), "inside the diary's folder")
    try await expectContains(
      home.failure("backup", home.folder.path), "contains the diary's folder")
    try await expectContains(home.failure("backup", none + "/deep"), "The parent folder of")
    try await expectContains(home.failure("backup", "--check", none), "No backups in")
    try await expectContains(home.failure("backup", "--restore", store), "isn't a backup")
    try await expectContains(home.failure("backup", backups, "--store", none), "No diary at")
    let backup = try await backUp()
    try await expectContains(home.failure("backup", "--restore", backup), "isn't empty")
  }
}
