import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("A diary with a lock, on the command line")
struct EncryptionTests {
  private let home: TestHome
  private let secret: String

  init() throws {
    home = try TestHome()
    secret = try home.folder.write("four 암호 words long\n", to: "secret")
  }

  /// Encrypts the diary. Returns the six words.
  @discardableResult
  private func encrypt() throws -> String {
    let words = try home.output("encrypt", "--passphrase-file", secret)
    expectEqual(words.split(separator: " ").count, 6)
    expectLacks(words, "\n")
    return words
  }

  private func refusal(_ arguments: String...) throws -> String {
    let result = try home.run(arguments)
    expectEqual(result.status, 1)
    expectEqual(result.text, "")
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    return result.errorText
  }

  @Test func `what was written is read with the passphrase, and with the words, alone`() throws {
    let photo = Checkout.photo("river-fog.jpg")
    let id = try home.output("add", "첫눈", "--content", "It snowed.", "--photo", photo)
    let before = try home.output("list", "--format", "json")
    let words = try home.folder.write(encrypt(), to: "words")
    try expectContains(refusal("list"), "photodiary unlock")
    try expectContains(
      home.output("status", "--format", "json", "--passphrase-file", secret), "available")
    for file in [secret, words] {
      let after = try home.output("list", "--format", "json", "--passphrase-file", file)
      let title = { (text: String) in
        try JSON.parse(text).array?.first?["title"]
      }
      try expectEqual(title(after), title(before))
    }
    // Before the sub-command, too; and standard input has both a passphrase and a text.
    try expectContains(home.output("--passphrase-file", secret, "show", id), "It snowed.")
    try home.output(
      "edit", id, "--content", "-", "--passphrase-file", "-",
      input: "four 암호 words long\nIt thawed.")
    try expectContains(home.output("show", id, "--passphrase-file", secret), "It thawed.")
    try expectEqual(home.output("verify", "--passphrase-file", secret), "")
    let wrong = try home.folder.write("wrong\n", to: "wrong")
    try expectContains(refusal("list", "--passphrase-file", wrong), "doesn't open the diary")
    try expectContains(refusal("encrypt", "--passphrase-file", secret), "encrypted already")
  }

  @Test func `a locked diary takes entries, and shows them once it is open`() throws {
    try encrypt()
    let photo = Checkout.photo("river-fog.jpg")
    let attachment = try home.folder.write("notes", to: "notes.txt")
    let id = try home.output(
      "add", "While locked", "--content", "sealed", "--photo", photo, "--attach", attachment,
      "--tag", "late")
    try expect(home.files(in: home.store).contains { $0.hasPrefix("waiting/\(id)/") })
    let status = try home.run(["status", "--format", "json"])
    try expectEqual(JSON.parse(status.text)["waiting"]?.integer, 1)
    try expectContains(home.run(["status"]).text, "1 entry, until you open it")
    let text = try home.output("show", id, "--format", "json", "--passphrase-file", secret)
    let entry = try JSON.parse(text)
    expect(entry["title"]?.string == "While locked" && entry["tags"]?.array?.count == 1)
    expectEqual(entry["photos"]?.array?.count, 1)
    try expect(home.files(in: home.store).allSatisfy { !$0.hasPrefix("waiting/") })
    try expectEqual(
      home.output("list", "--passphrase-file", secret).split(separator: "\n").count, 1)
    try expectEqual(home.output("verify", "--passphrase-file", secret), "")
  }

  @Test func `what a killed program left in clear goes with the next unlocking`() throws {
    let entries = try home.folder.write(
      #"{"date": "2026-01-01T10:00:00Z", "title": "First"}"#, to: "entries.jsonl")
    try home.output("import", entries, "--format", "jsonl")
    try encrypt()
    let record = try require(
      try home.files(in: home.folder.path("state")).first { $0.contains("imports/") })
    let key = try require(record.split(separator: "/").last?.split(separator: ".").first)
    let drawn = "cache/photodiary/pictures/ab/drawn"
    try home.folder.write("drawn in clear", to: drawn)
    try home.output("list", "--passphrase-file", secret)
    try expect(home.files(in: home.folder.path("cache")).contains { drawn.hasSuffix($0) })
    try home.folder.write("", to: "state/photodiary/encrypting/\(key)")
    try home.output("list", "--passphrase-file", secret)
    try expect(home.files(in: home.folder.path("cache")).allSatisfy { !drawn.hasSuffix($0) })
    try expect(home.files(in: home.folder.path("state")).allSatisfy { !$0.contains("encrypting/") })
  }

  @Test func `decrypted, it is as it was`() throws {
    let id = try home.output("add", "첫눈", "--photo", Checkout.photo("river-fog.jpg"))
    let shown = try home.output("show", id, "--format", "json")
    let files = try home.files(in: home.store).filter { $0 != "index.json" }
    try encrypt()
    try home.output("decrypt", "--passphrase-file", secret)
    try expectEqual(home.output("show", id, "--format", "json"), shown)
    try expectEqual(home.files(in: home.store).filter { $0 != "index.json" }, files)
    try expectContains(refusal("decrypt"), "isn't encrypted")
  }

  @Test func `the passphrase, the words and the key can be changed`() throws {
    let id = try home.output("add", "First")
    let words = try home.folder.write(encrypt(), to: "words")
    let both = try home.folder.write("four 암호 words long\nanother one\n", to: "both")
    let another = try home.folder.write("another one\n", to: "another")
    try home.output("key", "passphrase", "--passphrase-file", both)
    try expectContains(refusal("show", id, "--passphrase-file", secret), "doesn't open")
    try expectContains(home.output("show", id, "--passphrase-file", another), "First")

    let fresh = try home.folder.write(
      home.output("key", "words", "--passphrase-file", another), to: "fresh")
    try expectContains(refusal("show", id, "--passphrase-file", words), "doesn't open")
    try expectContains(home.output("show", id, "--passphrase-file", fresh), "First")

    try expectContains(
      refusal("key", "rotate", "--passphrase-file", fresh), "can't be the passphrase")
    for arguments in [["key", "rotate"], ["key", "rotate", "--all"]] {
      let result = try home.run(arguments + ["--passphrase-file", another])
      expectEqual(result.status, 0, "\(result.errorText)")
      let rotated = try home.folder.write(result.text, to: "rotated")
      let next = try home.output("add", "Next", "--passphrase-file", another)
      for file in [another, rotated] {
        try expectContains(home.output("show", id, "--passphrase-file", file), "First")
        try expectContains(home.output("show", next, "--passphrase-file", file), "Next")
      }
      try expectEqual(home.output("verify", "--passphrase-file", another), "")
    }
    let key = try JSON.parse(home.output("key", "--format", "json"))
    expect(key["epoch"]?.integer == 3 && key["open"]?.bool == false)
  }

  @Test func `a backup is sealed, and is a diary again with the passphrase`() throws {
    try home.output("add", "첫눈", "--photo", Checkout.photo("river-fog.jpg"))
    try encrypt()
    let backups = home.folder.path("backups")
    try home.output("backup", backups, "--passphrase-file", secret)
    try home.output("backup", "--check", backups)
    let name = try require(try home.files(in: backups).first?.split(separator: "/").first)
    let restored = home.folder.path("restored")
    try home.output("backup", "--restore", "\(backups)/\(name)", "--store", restored)
    try expectContains(home.output("list", "--store", restored, "--passphrase-file", secret), "첫눈")
    try expectEqual(home.output("verify", "--store", restored, "--passphrase-file", secret), "")
  }

  @Test func `it goes to a remote and comes from there`() throws {
    try home.output("add", "First", "--photo", Checkout.photo("river-fog.jpg"))
    let shared = home.folder.path("shared")
    let words = try home.folder.write(home.output("remote", "add", "home", shared), to: "words")
    try expectEqual(home.output("encrypt", "--passphrase-file", secret), "")
    try expectEqual(home.files(in: home.folder.path("state/photodiary/keys")), ["ed25519.key"])
    let other = try TestHome()
    try other.output("clone", shared, "--recovery-file", words)
    try other.output("add", "From elsewhere", "--photo", Checkout.photo("warm-soup.jpg"))
    try other.output("sync")
    try home.output("add", "From here", "--passphrase-file", secret)
    try home.output("sync", "--passphrase-file", secret)
    try other.output("sync")
    try expectEqual(other.titles().sorted(), ["First", "From elsewhere", "From here"])
    let list = try home.output("list", "--passphrase-file", secret)
    expectContains(list, "From elsewhere")
    expectContains(list, "▣ 1")
    try expectEqual(home.output("verify", "--passphrase-file", secret), "")
    try expectContains(refusal("sync"), "encrypted")
  }

  @Test func `another diary that syncs with the key of this device is told of`() throws {
    let other = home.folder.path("other")
    try home.output("add", "Elsewhere", "--store", other)
    try home.output("remote", "add", "folder", home.folder.path("shared"), "--store", other)
    try home.output("add", "Here")
    let result = try home.run(["encrypt", "--passphrase-file", secret])
    expectEqual(result.status, 0)
    expectContains(result.errorText, "which therefore stays in clear")
    try expectContains(home.output("list", "--store", other), "Elsewhere")
  }

  @Test func `the script of the manual turns it into lines and photos without this program`() throws
  {
    let photo = Checkout.photo("river-fog.jpg")
    for title in ["One", "둘", "Three"] { try home.output("add", title, "--photo", photo) }
    let lines = try home.files(in: home.store + "/log").flatMap {
      try home.folder.text("data/photodiary/log/" + $0).split(separator: "\n")
    }
    try encrypt()
    try home.output("add", "Four", "--passphrase-file", secret)
    let manual = try Checkout.text("Assets/manual/encryption.md")
    let script = try require(
      manual.split(separator: "```").first { $0.contains("# open.sh DIARY FOLDER") })
    let body = script.drop { $0 != "#" }
    expectAtMost(body.split(separator: "\n").count, 20)
    try home.folder.write(String(body), to: "open.sh")
    let session = try home.shell(
      "sh \(home.folder.path("open.sh")) \(home.store) \(home.folder.path("out")) && echo done $((1 + 1))"
    )
    try session.waitFor("assphrase")
    session.send("four 암호 words long")
    session.press(.enter)
    try session.waitFor("done 2")
    let files = try home.files(in: home.folder.path("out"))
    let log = try require(files.first { $0.hasSuffix(".jsonl") })
    let opened = try home.folder.text("out/" + log).split(separator: "\n")
    expect(opened.starts(with: lines))
    expectGreater(opened.count, lines.count)
    let picture = try require(files.first { $0.hasPrefix("photos/") })
    try expectEqual(home.folder.read("out/" + picture), TemporaryFolder.bytes(of: photo))
    expectEqual(files.count, 2)
  }

  @Test func `what is in a locked journal is left out until the passphrase is given for it`() throws
  {
    let id = try home.output("add", "Mine", "--journal", "Private", "--tag", "secret")
    try home.output("add", "Ours")
    try expectContains(refusal("journals", "lock", "Private"), "photodiary encrypt")
    try encrypt()
    let open = ["--passphrase-file", secret]
    try home.run(["journals", "lock", "private"] + open).expectSuccess()
    for listing in [
      ["list"], ["search", "-is:starred"], ["tags"], ["stats"], ["trash"],
      ["list", "--sort", "title"],
      ["onthisday", "--date", "2999-01-01"],
    ] {
      let shown = try home.run(listing + open).text
      expectLacks(shown, "Mine")
      expectLacks(shown, "secret")
      expectLacks(shown, "Private")
    }
    try expectContains(home.output("list", "--all-journals", "--passphrase-file", secret), "Mine")
    try expectContains(refusal("show", id, "--passphrase-file", secret), "--all-journals")
    let none = try home.run(["list", "--journal", "Private"] + open)
    expectEqual(none.text, "")
    expectContains(none.errorText, "“Private” is locked")
    let exported = home.folder.path("exported")
    let export = try home.run(["export", exported, "--format", "json"] + open)
    expectContains(export.errorText, "--all-journals")
    try expectLacks(home.folder.text("exported/diary.json"), "Mine")
    let journals = try home.output("journals", "--format", "json", "--passphrase-file", secret)
    let last = try require(try JSON.parse(journals).array?.last)
    expect(last["locked"]?.bool == true && last["entries"] == .null)
    try home.run(["journals", "unlock", "Private"] + open).expectSuccess()
    try expectContains(home.output("list", "--passphrase-file", secret), "Mine")
    // In clear nobody could have it shown.
    try home.run(["journals", "lock", "Private"] + open).expectSuccess()
    try home.run(["decrypt"] + open).expectSuccess()
    try expectContains(home.output("list"), "Mine")
  }

  @Test func `a locked journal stays as public as it was, and nobody makes one public`() throws {
    let first = try home.output("add", "Mine", "--journal", "Private")
    try encrypt()
    let open = ["--passphrase-file", secret]
    let site = home.folder.path("site")
    try home.run(["publish", "Private", site, "--yes"] + open).expectSuccess()
    let locked = try home.run(["journals", "lock", "Private"] + open)
    locked.expectSuccess()
    expectContains(locked.errorText, "stays public")
    try home.run(["add", "Later", "--journal", "Private"] + open).expectSuccess()
    let synced = try home.run(["sync"] + open)
    expect(synced.errorText.contains("1 entry published") && !synced.errorText.contains("back"))
    let feed = try home.folder.text("site/feed.xml")
    expectContains(feed, "Mine")
    expectContains(feed, "Later")
    try home.run(["delete", first, "--all-journals"] + open).expectSuccess()
    try expectContains(home.run(["publish", "Private"] + open).errorText, "1 entry taken back")

    for what in [["Private"], ["Everything", "--all"]] {
      let other = ["publish"] + what + [home.folder.path("other"), "--yes"]
      let refused = try home.run(other + open)
      expectEqual(refused.status, 1)
      expectContains(refused.errorText, "“Private” is locked")
    }
    try home.run(
      ["publish", "Private", home.folder.path("other"), "--yes", "--all-journals"] + open
    ).expectSuccess()
  }

  @Test func `no file here has a word of it`() throws {
    let canary = randomText()
    try home.output("add", "t" + canary, "--content", "c" + canary, "--tag", "g" + canary)
    let session = try home.open()
    session.press(.character("n"))
    try session.waitFor("New entry")
    session.send("draft" + canary)
    try session.waitFor("draft" + canary)
    session.press(.control("c"))
    try expectEqual(session.waitForEnd(), .status(0))
    try encrypt()
    for file in try home.files(in: home.folder.path) where !file.hasPrefix("secret") {
      let bytes = try home.folder.read(file)
      expectLacks(String(decoding: bytes, as: UTF8.self), canary, "\(file)")
    }
  }
}

extension ProgramResult {
  fileprivate func expectSuccess() { expectEqual(status, 0, "\(errorText)") }
}
