import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("A diary with a lock, on the command line")
struct EncryptionCommandTests {
  private let home: TestHome
  private let secret: String

  init() async throws {
    home = try TestHome()
    secret = try home.folder.write("four 암호 words long\n", to: "secret")
  }

  /// Encrypts the diary. Returns the six words.
  @discardableResult
  private func encrypt() async throws -> String {
    let words = try await home.output("encrypt", "--passphrase-file", secret)
    expectEqual(words.split(separator: " ").count, 6)
    expectLacks(words, "\n")
    return words
  }

  private func refusal(_ arguments: String...) async throws -> String {
    let result = try await home.run(arguments)
    expectEqual(result.status, 1)
    expectEqual(result.text, "")
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    return result.errorText
  }

  @Test func `a locked diary takes entries, and shows them once it is open`() async throws {
    try await encrypt()
    let photo = Checkout.photo("river-fog.jpg")
    let attachment = try home.folder.write("notes", to: "notes.txt")
    let id = try await home.output(
      "add", "While locked", "--content", "sealed", "--photo", photo, "--attach", attachment,
      "--tag", "late")
    try expect(home.files(in: home.store).contains { $0.hasPrefix("waiting/\(id)/") })
    let status = try await home.run(["status", "--format", "json"])
    try expectEqual(JSONParser.parse(status.text)["waiting"]?.integer, 1)
    try await expectContains(home.run(["status"]).text, "1 entry, until you open it")
    let text = try await home.output("show", id, "--format", "json", "--passphrase-file", secret)
    let entry = try JSONParser.parse(text)
    expect(entry["title"]?.string == "While locked" && entry["tags"]?.array?.count == 1)
    expectEqual(entry["photos"]?.array?.count, 1)
    try expect(home.files(in: home.store).allSatisfy { !$0.hasPrefix("waiting/") })
    try await expectEqual(
      home.output("list", "--passphrase-file", secret).split(separator: "\n").count, 1)
    try await expectEqual(home.output("verify", "--passphrase-file", secret), "")
  }

  @Test func `what a killed program left in clear goes with the next unlocking`() async throws {
    let entries = try home.folder.write(
      #"{"date": "2026-01-01T10:00:00Z", "title": "First"}"#, to: "entries.jsonl")
    try await home.output("import", entries, "--format", "jsonl")
    try await encrypt()
    let record = try require(
      try home.files(in: home.folder.path("state")).first { $0.contains("imports/") })
    let key = try require(record.split(separator: "/").last?.split(separator: ".").first)
    let drawn = "cache/photodiary/pictures/ab/drawn"
    try home.folder.write("drawn in clear", to: drawn)
    try await home.output("list", "--passphrase-file", secret)
    try expect(home.files(in: home.folder.path("cache")).contains { drawn.hasSuffix($0) })
    try home.folder.write("", to: "state/photodiary/encrypting/\(key)")
    try await home.output("list", "--passphrase-file", secret)
    try expect(home.files(in: home.folder.path("cache")).allSatisfy { !drawn.hasSuffix($0) })
    try expect(
      home.files(in: home.folder.path("state")).allSatisfy { !$0.contains("encrypting/") })
  }

  @Test func `decrypted, it is as it was`() async throws {
    let id = try await home.output("add", "첫눈", "--photo", Checkout.photo("river-fog.jpg"))
    let shown = try await home.output("show", id, "--format", "json")
    let files = try home.files(in: home.store).filter { $0 != "index.json" }
    try await encrypt()
    try await home.output("decrypt", "--passphrase-file", secret)
    try await expectEqual(home.output("show", id, "--format", "json"), shown)
    try expectEqual(home.files(in: home.store).filter { $0 != "index.json" }, files)
    try await expectContains(refusal("decrypt"), "isn't encrypted")
  }

  @Test func `the passphrase, the words and the key can be changed`() async throws {
    let id = try await home.output("add", "First")
    let words = try await home.folder.write(encrypt(), to: "words")
    let both = try home.folder.write("four 암호 words long\nanother one\n", to: "both")
    let another = try home.folder.write("another one\n", to: "another")
    try await home.output("key", "passphrase", "--passphrase-file", both)
    try await expectContains(refusal("show", id, "--passphrase-file", secret), "doesn't open")
    try await expectContains(home.output("show", id, "--passphrase-file", another), "First")

    let fresh = try await home.folder.write(
      home.output("key", "words", "--passphrase-file", another), to: "fresh")
    try await expectContains(refusal("show", id, "--passphrase-file", words), "doesn't open")
    try await expectContains(home.output("show", id, "--passphrase-file", fresh), "First")

    try await expectContains(
      refusal("key", "rotate", "--passphrase-file", fresh), "can't be the passphrase")
    for arguments in [["key", "rotate"], ["key", "rotate", "--all"]] {
      let result = try await home.run(arguments + ["--passphrase-file", another])
      expectEqual(result.status, 0, "\(result.errorText)")
      let rotated = try home.folder.write(result.text, to: "rotated")
      let next = try await home.output("add", "Next", "--passphrase-file", another)
      for file in [another, rotated] {
        try await expectContains(home.output("show", id, "--passphrase-file", file), "First")
        try await expectContains(home.output("show", next, "--passphrase-file", file), "Next")
      }
      try await expectEqual(home.output("verify", "--passphrase-file", another), "")
    }
    let key = try await JSONParser.parse(home.output("key", "--format", "json"))
    expect(key["epoch"]?.integer == 3 && key["open"]?.bool == false)
  }

  @Test func `a backup is sealed, and is a diary again with the passphrase`() async throws {
    try await home.output("add", "첫눈", "--photo", Checkout.photo("river-fog.jpg"))
    try await encrypt()
    let backups = home.folder.path("backups")
    try await home.output("backup", backups, "--passphrase-file", secret)
    try await home.output("backup", "--check", backups)
    let name = try require(
      try home.files(in: backups).first?.split(separator: "/").first)
    let restored = home.folder.path("restored")
    try await home.output("backup", "--restore", "\(backups)/\(name)", "--store", restored)
    try await expectContains(
      home.output("list", "--store", restored, "--passphrase-file", secret), "첫눈")
    try await expectEqual(
      home.output("verify", "--store", restored, "--passphrase-file", secret), "")
  }

  @Test func `another diary that syncs with the key of this device is told of`() async throws {
    let other = home.folder.path("other")
    try await home.output("add", "Elsewhere", "--store", other)
    try await home.output("remote", "add", "folder", home.folder.path("shared"), "--store", other)
    try await home.output("add", "Here")
    let result = try await home.run(["encrypt", "--passphrase-file", secret])
    expectEqual(result.status, 0)
    expectContains(result.errorText, "which therefore stays in clear")
    try await expectContains(home.output("list", "--store", other), "Elsewhere")
  }

  @Test func `what is in a locked journal is left out until the passphrase is given for it`()
    async throws
  {
    let id = try await home.output("add", "Mine", "--journal", "Private", "--tag", "secret")
    try await home.output("add", "Ours")
    try await expectContains(refusal("journals", "lock", "Private"), "photodiary encrypt")
    try await encrypt()
    let open = ["--passphrase-file", secret]
    try await home.run(["journals", "lock", "private"] + open).expectSuccess()
    for listing in [
      ["list"], ["search", "-is:starred"], ["tags"], ["stats"], ["trash"],
      ["list", "--sort", "title"],
      ["onthisday", "--date", "2999-01-01"],
    ] {
      let shown = try await home.run(listing + open).text
      expectLacks(shown, "Mine")
      expectLacks(shown, "secret")
      expectLacks(shown, "Private")
    }
    try await expectContains(
      home.output("list", "--all-journals", "--passphrase-file", secret), "Mine")
    try await expectContains(refusal("show", id, "--passphrase-file", secret), "--all-journals")
    let none = try await home.run(["list", "--journal", "Private"] + open)
    expectEqual(none.text, "")
    expectContains(none.errorText, "“Private” is locked")
    let exported = home.folder.path("exported")
    let export = try await home.run(["export", exported, "--format", "json"] + open)
    expectContains(export.errorText, "--all-journals")
    try expectLacks(home.folder.text("exported/diary.json"), "Mine")
    let journals = try await home.output(
      "journals", "--format", "json", "--passphrase-file", secret)
    let last = try require(try JSONParser.parse(journals).array?.last)
    expect(last["locked"]?.bool == true && last["entries"] == .null)
    try await home.run(["journals", "unlock", "Private"] + open).expectSuccess()
    try await expectContains(home.output("list", "--passphrase-file", secret), "Mine")
    // In clear nobody could have it shown.
    try await home.run(["journals", "lock", "Private"] + open).expectSuccess()
    try await home.run(["decrypt"] + open).expectSuccess()
    try await expectContains(home.output("list"), "Mine")
  }

  @Test func `a locked journal stays as public as it was, and nobody makes one public`()
    async throws
  {
    let first = try await home.output("add", "Mine", "--journal", "Private")
    try await encrypt()
    let open = ["--passphrase-file", secret]
    let site = home.folder.path("site")
    try await home.run(["publish", "Private", site, "--yes"] + open).expectSuccess()
    let locked = try await home.run(["journals", "lock", "Private"] + open)
    locked.expectSuccess()
    expectContains(locked.errorText, "stays public")
    try await home.run(["add", "Later", "--journal", "Private"] + open).expectSuccess()
    let synced = try await home.run(["sync"] + open)
    expect(synced.errorText.contains("1 entry published") && !synced.errorText.contains("back"))
    let feed = try home.folder.text("site/feed.xml")
    expectContains(feed, "Mine")
    expectContains(feed, "Later")
    try await home.run(["delete", first, "--all-journals"] + open).expectSuccess()
    try await expectContains(
      home.run(["publish", "Private"] + open).errorText, "1 entry taken back")

    for what in [["Private"], ["Everything", "--all"]] {
      let other = ["publish"] + what + [home.folder.path("other"), "--yes"]
      let refused = try await home.run(other + open)
      expectEqual(refused.status, 1)
      expectContains(refused.errorText, "“Private” is locked")
    }
    try await home.run(
      ["publish", "Private", home.folder.path("other"), "--yes", "--all-journals"] + open
    ).expectSuccess()
  }
}

extension ProgramResult {
  fileprivate func expectSuccess() { expectEqual(status, 0, "\(errorText)") }
}
