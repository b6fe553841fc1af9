import Crypto
import DiaryApp
import DiaryCore
import Glibc
import System
import TestSupport
import Testing

@testable import photodiary

@Suite("Encryption on the command line") struct EncryptionCommandTests {
  private let home: TestHome
  private let secret: String
  private var open: [String] { ["--passphrase-file", secret] }

  init() async throws {
    home = try TestHome()
    secret = try home.folder.write("four 암호 words long\n", to: "secret")
  }

  @Test func `Unlocking continues work of this window or of one that has ended`() throws {
    func resumes(_ process: Int32, at target: LaunchTarget = .newest) throws -> Bool {
      let view = #"{"version":1,"locked":{"process":\#(process)}}"#
      return target.resumes(try require(RememberedView(json: Array(view.utf8)).locked))
    }
    let writing = LaunchTarget.new(EntryFields(date: EntryDate(instant: 0, offset: 0)))
    try expect(resumes(getpid()) && resumes(getpid(), at: writing))
    try expect(!resumes(getppid()))
    // No system has that many processes.
    try expect(resumes(.max) && !resumes(.max, at: writing))
  }

  @discardableResult private func encrypt() async throws -> String {
    let words = try await home.output(["encrypt"] + open)
    expectEqual(words.split(separator: " ").count, 6)
    expectLacks(words, "\n")
    return words
  }

  @Test func `only the passphrase or the words open the diary`() async throws {
    let photo = Checkout.photo("river-fog.jpg")
    let id = try await home.output("add", "첫눈", "--content", "It snowed.", "--photo", photo)
    let words = try await home.folder.write(encrypt(), to: "words")
    try await expectContains(home.failure("list"), "photodiary unlock")
    try await expectContains(home.output(["status", "--format", "json"] + open), "available")
    for file in [secret, words] {
      try await expectEqual(home.titles("list", ["--passphrase-file", file]), ["첫눈"])
    }
    // The option also precedes the command, and standard input has a passphrase and a text.
    try await expectContains(home.output("--passphrase-file", secret, "show", id), "It snowed.")
    try await home.output(
      "edit", id, "--content", "-", "--passphrase-file", "-",
      input: "four 암호 words long\nIt thawed.")
    try await expectContains(home.output(["show", id] + open), "It thawed.")
    try await expectEqual(home.output(["verify"] + open), "")
    try await expectContains(home.failure(["encrypt"] + open), "already encrypted")
  }

  @Test func `an encrypted diary is sent and received`() async throws {
    try await home.output("add", "First", "--photo", Checkout.photo("river-fog.jpg"))
    let shared = home.folder.path("shared")
    let words = try await home.folder.write(
      home.output("remote", "add", "home", shared), to: "words")
    try await expectEqual(home.output(["encrypt"] + open), "")
    try expectEqual(home.files(in: home.folder.path("state/photodiary/keys")), ["ed25519.key"])
    let other = try TestHome()
    try await other.output("clone", shared, "--recovery-file", words)
    try await other.output("add", "From elsewhere", "--photo", Checkout.photo("warm-soup.jpg"))
    try await other.output("sync")
    try await home.output(["add", "From here"] + open)
    try await home.output(["sync"] + open)
    try await other.output("sync")
    try await expectEqual(other.titles().sorted(), ["First", "From elsewhere", "From here"])
    let list = try await home.output(["list"] + open)
    expectContains(list, "From elsewhere")
    expectContains(list, "▣ 1")
    try await expectEqual(home.output(["verify"] + open), "")
    try await expectContains(home.failure("sync"), "encrypted")
  }

  @Test func `entries added to a locked diary are shown once it is open`() async throws {
    try await encrypt()
    let photo = Checkout.photo("river-fog.jpg")
    let attachment = try home.folder.write("notes", to: "notes.txt")
    let id = try await home.output(
      "add", "While locked", "--content", "sealed", "--photo", photo, "--attach", attachment,
      "--tag", "late")
    try expect(home.files(in: home.store).contains { $0.hasPrefix("waiting/\(id)/") })
    let status = try await home.run(["status", "--format", "json"])
    try expectEqual(JSONParser.parse(status.text)["waiting"]?.integer, 1)
    try await expectContains(home.run(["status"]).text, "1 entry, until you open the diary")
    let entry = try await home.json(["show", id] + open)
    expect(entry["title"]?.string == "While locked" && entry["tags"]?.array?.count == 1)
    expectEqual(entry["photos"]?.array?.count, 1)
    try expect(home.files(in: home.store).allSatisfy { !$0.hasPrefix("waiting/") })
    try await expectEqual(home.output(["list"] + open).split(separator: "\n").count, 1)
    try await expectEqual(home.output(["verify"] + open), "")
  }

  @Test(arguments: [["add", "Late"], ["edit", "1", "--title", "Late"]])
  func `a command opens a diary again that is encrypted before it saves`(
    arguments: [String]
  ) async throws {
    try await home.output("add", "First")
    let files = try ["input", "output", "errors"].map { try Descriptor.memory($0) }
    defer { for file in files { file.close() } }
    let invocation = Invocation(
      ["photodiary"] + arguments, environment: home.environment, input: files[0],
      output: files[1], errors: files[2], offsetFromUTC: 0)
    let command = try require(PhotoDiary.parseAsRoot(arguments + open) as? any DiaryCommand)
    try await Invocation.$current.withValue(invocation) {
      let dependencies = try Dependencies(store: nil, passphraseFile: secret)
      try await encrypt()
      try await command.run(in: dependencies)
    }
    let titles = try await home.titles("list", open)
    expectEqual(titles, arguments[0] == "add" ? ["Late", "First"] : ["Late"])
  }

  @Test func `an entry sealed with someone else's key is reported`() async throws {
    try await encrypt()
    let other = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\n"
    try home.folder.write(other, to: "diary/keys/recipient")
    let pins = try require(
      try home.files(in: home.folder.path("state")).first { $0.contains("key-pins") })
    try require(unlink(home.folder.path("state/" + pins)) == 0)
    let id = try await home.output("add", "While locked")
    let listed = try await home.run(["list"] + open)
    expectEqual(listed.text, "")
    expectContains(listed.errorText, "Run `photodiary verify` for details.")
    let status = try await home.run(["status"] + open)
    expectContains(status.text, "1 entry\n")
    let verified = try await home.run(["verify"] + open)
    expectEqual(verified.status, 1)
    expectContains(verified.text, "waiting/\(id)/entry.age: it can't be opened")
    try await expectContains(
      home.notes(["decrypt"] + open), "were moved to \(home.store)/set-aside/waiting.\n")
    try expectContains(home.files(in: home.store), "set-aside/waiting/\(id)/entry.age")
  }

  @Test(arguments: [[], ["--plain"]])
  func `photos and files of an encrypted diary are synced`(options: [String]) async throws {
    let (photo, place) = (Checkout.photo("river-fog.jpg"), home.folder.path("remote"))
    let notes = try home.folder.write("notes", to: "notes.txt")
    let words = try await encrypt()
    let id = try await home.output(["add", "Both", "--photo", photo, "--attach", notes] + open)
    try await home.output(["remote", "add", "home", place, "--passphrase-file", secret] + options)
    let other = try TestHome()
    let file = try home.folder.write(words + "\n", to: "words")
    try await other.output(["clone", place] + (options.isEmpty ? ["--recovery-file", file] : []))
    let entry = try await other.entry(id)
    for (kind, original) in [("photos", photo), ("attachments", notes)] {
      let path = try require(entry[kind]?.array?.first?["file"]?.string)
      try expectEqual(TemporaryFolder.bytes(of: path), TemporaryFolder.bytes(of: original))
    }
    try await expectLacks(home.output(["sync"] + open), "sent")
    // The names of encrypted files don't show their types.
    let status = try await home.json(["status"] + open)
    expectEqual(
      ["files", "photos", "attachments"].map { status[$0] }, [.integer(2), .null, .null])
    try await expectContains(home.output(["status"] + open), "\nfiles       2\nsize ")
  }

  @Test func `an unreachable remote stops a new key, unless it's offline`() async throws {
    try await home.output("add", "First")
    let (place, away) = (home.folder.path("remote"), home.folder.path("away"))
    try await home.output("remote", "add", "home", place)
    try await home.output(["encrypt"] + open)
    try require(rename(place, away) == 0)
    let stopped = try await home.failure(["key", "rotate"] + open)
    expectContains(stopped, "Nothing was changed")
    try await expectContains(home.output("key", "--format", "json"), "\"epoch\": 1")
    let made = try await home.run(["key", "rotate", "--offline"] + open)
    expectEqual(made.status, 0)
    expectContains(made.errorText, "doesn't exist")
    expectContains(made.errorText, "The change hasn't been sent to home yet.")
    try require(rename(away, place) == 0)
    try await expectContains(home.output(["sync"] + open), "sent ")
    try await home.output(["key", "rotate"] + open)
    try expect(home.files(in: place).contains { $0.hasPrefix("keys/3-") })
  }

  @Test func `a passphrase opens the diary in any normal form`() async throws {
    let file = try home.folder.write("\u{FEFF}한 words of mine\n", to: "composed")
    try await home.output("encrypt", "--passphrase-file", file)
    let apart = try home.folder.write("\u{1112}\u{1161}\u{11AB} words of mine\r\n", to: "apart")
    try expectNotEqual(home.folder.read("apart").count, home.folder.read("composed").count)
    try await home.output("list", "--passphrase-file", apart)
    let wrong = try home.folder.write("한 words of yours\n", to: "wrong")
    try await expectContains(
      home.failure("list", "--passphrase-file", wrong), "Wrong passphrase or recovery words")
  }

  @Test func `a locked diary with a replaced public key refuses entries`() async throws {
    try await home.output("add", "First")
    try await encrypt()
    let own = try home.folder.text("diary/keys/recipient")
    let other = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\n"
    try home.folder.write(other, to: "diary/keys/recipient")
    try await expectContains(
      home.failure("add", "While locked"), "isn't this diary's key")
    let verified = try await home.run(["verify"] + open)
    expectEqual(verified.status, 1)
    expectContains(verified.text, "keys/recipient: it wasn't this diary's key")
    expectContains(verified.errorText, "contained someone else's key")
    expectLacks(verified.errorText, "Correct key files")
    try expectEqual(home.folder.text("diary/keys/recipient"), own)
    try await home.output("add", "While locked again")
    try await expectEqual(home.titles("list", ["--passphrase-file", secret]).count, 2)
    try await expectEqual(home.output(["verify"] + open), "")
  }

  @Test func `the recovery words open a diary whose passphrase file was replaced`() async throws {
    try await home.output("add", "First")
    let words = try await home.folder.write(encrypt(), to: "words")
    let other = try home.folder.read("diary/keys/device.age")
    try home.folder.write(other, to: "diary/keys/1.passphrase.age")
    try await expectContains(
      home.failure(["list"] + open),
      "keys/1.passphrase.age is damaged or was replaced. Restore it from a backup, or open")
    try await expectEqual(home.titles("list", ["--passphrase-file", words]), ["First"])
  }

  @Test func `a stray key file doesn't hide the one that the passphrase opens`() async throws {
    try await home.output("add", "First")
    try await encrypt()
    let other = try home.folder.read("diary/keys/device.age")
    try home.folder.write(other, to: "diary/keys/9.passphrase.age")
    try await expectEqual(home.titles("list", ["--passphrase-file", secret]), ["First"])
    let found = try await home.run(["verify"] + open)
    expectContains(found.text, "keys/9.passphrase.age: it's for a newer key than the diary has")
    let moved = "keys/9.passphrase.age: moved to set-aside/keys/9.passphrase.age\n"
    try await expectContains(home.notes(["verify", "--repair"] + open), moved)
    try await expectEqual(home.output(["verify"] + open), "")
    try await home.output(["key", "passphrase"] + ["--passphrase-file", twoLines()])
    // A file of an earlier key doesn't replace that of the current one.
    let earlier = try home.folder.read("diary/keys/1.passphrase.age")
    let another = try home.folder.write("another one\n", to: "another")
    let third = try home.folder.write("another one\na third one\n", to: "third")
    try await home.output("key", "rotate", "--passphrase-file", third)
    try home.folder.write(earlier, to: "diary/keys/1.passphrase.age")
    try await expectContains(
      home.failure("list", "--passphrase-file", another), "Wrong passphrase or recovery words")
  }

  /// Writes the passphrase and another one to a file, like two joined files of an editor that
  /// writes byte order marks. Returns its path.
  private func twoLines() throws -> String {
    try home.folder.write("\u{FEFF}four 암호 words long\n\u{FEFF}another one\n", to: "both")
  }

  @Test func `a missing key file is named, with what else opens the diary`() async throws {
    try await home.output("add", "First")
    let words = try await home.folder.write(encrypt(), to: "words")
    let keys = home.folder.path("diary/keys")
    try require(unlink(keys + "/1.passphrase.age") == 0)
    try await expectContains(
      home.failure(["list"] + open),
      "keys/1.passphrase.age is missing from the diary's folder. Restore it from a backup, or open")
    try await expectEqual(home.titles("list", ["--passphrase-file", words]), ["First"])
    try require(rename(keys, home.folder.path("away")) == 0)
    try await expectContains(
      home.failure(["list"] + open), ": keys is missing from the diary's folder. Restore it")
  }

  @Test func `verify names files of keys that another device wrote`() async throws {
    try await encrypt()
    let words = try home.folder.read("diary/keys/1.recovery.age")
    var changed = words
    changed[words.count - 1] ^= 1
    try home.folder.write(changed, to: "diary/keys/1.recovery.age")
    let found = try await home.run(["verify"] + open)
    expectEqual(found.status, 1)
    expectContains(found.text, "your recovery words may not work")
    expectContains(found.text, "or `photodiary key rotate` if a remote is encrypted")
    // New words repair the file.
    try await home.output(["key", "words"] + open)
    try await expectEqual(home.output(["verify"] + open), "")
    try require(unlink(home.folder.path("diary/keys/1.recovery.age")) == 0)
    try await expectContains(home.run(["verify"] + open).text, "1.recovery.age: ")
  }

  @Test func `unlocking removes plain files of a killed program`() async throws {
    let entries = try home.folder.write(
      #"{"date": "2026-01-01T10:00:00Z", "title": "First"}"#, to: "entries.jsonl")
    try await home.output("import", entries, "--format", "jsonl")
    try await encrypt()
    let record = try require(
      try home.files(in: home.folder.path("state")).first { $0.contains("imports/") })
    let key = try require(record.split(separator: "/").last?.split(separator: ".").first)
    let drawn = "cache/photodiary/pictures/ab/drawn"
    try home.folder.write("drawn in clear", to: drawn)
    try await home.output(["list"] + open)
    try expect(home.files(in: home.folder.path("cache")).contains { drawn.hasSuffix($0) })
    try home.folder.write("", to: "state/photodiary/encrypting/\(key)")
    try await home.output(["list"] + open)
    try expect(home.files(in: home.folder.path("cache")).allSatisfy { !drawn.hasSuffix($0) })
    try expect(home.files(in: home.folder.path("state")).allSatisfy { !$0.contains("encrypting/") })
  }

  @Test func `a locked diary removes what a killed encryption left in clear`() async throws {
    try await home.output("add", "First")
    try await encrypt()
    let pins = try require(
      try home.files(in: home.folder.path("state")).first { $0.contains("key-pins") })
    let key = try require(pins.split(separator: "/").last?.split(separator: ".").first)
    let names = [
      ".diary.photodiary-conversion/log/old.jsonl", "state/photodiary/keys/x25519.key",
      "state/photodiary/views/\(key).json", "state/photodiary/encrypting/\(key)",
    ]
    let draft = "state/photodiary/drafts/\(key)/0123456789abcdef0123456789abcdef"
    for name in names + [draft + ".json"] { try home.folder.write("in clear", to: name) }
    // A draft isn't sealed to someone else's key.
    let own = try home.folder.text("diary/keys/recipient")
    let other = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\n"
    try home.folder.write(other, to: "diary/keys/recipient")
    _ = try await home.run(["status"])
    try expectEqual(home.folder.text(draft + ".json"), "in clear")
    try home.folder.write(own, to: "diary/keys/recipient")
    _ = try await home.run(["status"])
    let files = try home.files(in: home.folder.path)
    for name in names + [draft + ".json"] { expectLacks(files, name) }
    expectContains(files, draft + ".age")
    try await home.output(["decrypt"] + open)
    try expectEqual(home.folder.text(draft + ".json"), "in clear")
  }

  /// Encrypts the diary and a draft. Returns the draft's path, without its ending.
  private func encryptDraft() async throws -> String {
    try await home.output("add", "First", "--photo", Checkout.photo("river-fog.jpg"))
    try await encrypt()
    let pins = try require(
      try home.files(in: home.folder.path("state")).first { $0.contains("key-pins") })
    let key = try require(pins.split(separator: "/").last?.split(separator: ".").first)
    let draft = "state/photodiary/drafts/\(key)/0123456789abcdef0123456789abcdef"
    try home.folder.write("a draft", to: draft + ".json")
    try await home.output(["list"] + open)
    try expectNotEqual(home.folder.text(draft + ".age").prefix(7), "a draft")
    return draft
  }

  @Test func `a draft that can't be decrypted with the diary is kept until it can`() async throws {
    let draft = try await encryptDraft()
    let (sealed, away) = (home.folder.path(draft + ".age"), home.folder.path("away"))
    try require(rename(sealed, away) == 0)
    try require(symlink(sealed, sealed) == 0)
    let line = "The diary is decrypted, but other files, such as drafts, aren't yet: "
    try await expectContains(home.failure(["decrypt"] + open), line)
    // A program that was killed before it read the draft would leave the same.
    let listed = try await home.run(["list"])
    expectContains(listed.text, "First")
    expectContains(listed.errorText, line)
    let refused = try await home.run(["encrypt"] + open)
    expect(refused.status == 1 && refused.errorText.contains(line))
    try require(rename(away, sealed) == 0)
    try await expectEqual(home.run(["list"]).errorText, "")
    try expectEqual(home.folder.text(draft + ".json"), "a draft")
    let state = try home.files(in: home.folder.path("state/photodiary"))
    for name in [".age", "decrypting/"] { expect(!state.contains { $0.contains(name) }) }
    try await encrypt()
  }

  @Test func `a decryption that fails leaves no key in clear`() async throws {
    let draft = try await encryptDraft()
    let before = try home.files(in: home.folder.path("state/photodiary"))
    let photo = try require(try home.files(in: home.store).first { $0.hasPrefix("assets/") })
    var bytes = try home.folder.read("diary/" + photo)
    bytes[bytes.count - 1] ^= 1
    try home.folder.write(bytes, to: "diary/" + photo)
    try await expectContains(home.failure(["decrypt"] + open), photo)
    try expectEqual(home.files(in: home.folder.path("state/photodiary")), before)
    expectContains(before, String(draft.dropFirst("state/photodiary/".count)) + ".age")
    // So does the next start after a program that was killed.
    let key = try require(draft.split(separator: "/").dropLast().last)
    for name in ["decrypting/\(key)", "keys/x25519.key", "sync/\(key)/keyring.age"] {
      try home.folder.write("key\n", to: "state/photodiary/" + name)
    }
    try await home.output(["list"] + open)
    try expectEqual(home.files(in: home.folder.path("state/photodiary")), before)
  }

  @Test func `decrypting reports damaged files outside the diary once`() async throws {
    let draft = try await encryptDraft()
    let key = try require(draft.split(separator: "/").dropLast().last)
    // A power cut may leave empty files.
    let view = "state/photodiary/views/\(key).age"
    for name in [draft + ".age", view] { try home.folder.write("", to: name) }
    let renamed = home.folder.path(draft + ".damaged.age")
    try await expectContains(home.failure(["decrypt"] + open), "They were renamed to \(renamed).")
    try await expectEqual(home.run(["list"]).errorText, "")
    let sealed = try home.files(in: home.folder.path("state")).filter { $0.hasSuffix(".age") }
    expectEqual(sealed, [String((draft + ".damaged.age").dropFirst("state/".count))])
    try await encrypt()
  }

  @Test func `drafts of a decrypted diary stay sealed while its folder is missing`() async throws {
    let draft = try await encryptDraft()
    let encrypted = try home.files(in: home.store).map { ($0, try home.folder.read("diary/" + $0)) }
    let (sealed, away) = (home.folder.path(draft + ".age"), home.folder.path("away"))
    try require(rename(sealed, away) == 0)
    try require(symlink(sealed, sealed) == 0)
    _ = try await home.failure(["decrypt"] + open)
    try require(rename(away, sealed) == 0)
    // A power cut restores the encrypted diary, whose disk isn't mounted at first.
    try require(rename(home.store, home.folder.path("decrypted")) == 0)
    let before = try home.files(in: home.folder.path("state/photodiary"))
    try await expectLacks(home.run(["list"]).errorText, "decrypted")
    let key = try require(draft.split(separator: "/").dropLast().last)
    let keys = ["decrypting/\(key)", "keys/x25519.key", "sync/\(key)/keyring.age"]
    let draftName = String(draft.dropFirst("state/photodiary/".count)) + ".age"
    var files = try home.files(in: home.folder.path("state/photodiary"))
    for name in keys + [draftName] { expect(before.contains(name) && files.contains(name)) }
    for (name, bytes) in encrypted { try home.folder.write(bytes, to: "diary/" + name) }
    // Needs no passphrase.
    try await home.output("add", "While locked")
    files = try home.files(in: home.folder.path("state/photodiary"))
    for name in keys { expect(!files.contains(name)) }
    expectContains(files, draftName)
  }

  @Test func `a clone in place of a missing encrypted diary asks first`() async throws {
    let remote = home.folder.path("remote")
    try await home.output("add", "First")
    try await home.output("remote", "add", "home", remote, "--plain")
    try await encrypt()
    try require(rename(home.store, home.folder.path("away")) == 0)
    try await expectContains(home.failure("clone", remote), "was encrypted. A clone isn't")
    expectNotEqual(access(home.store, F_OK), 0)
    for (answer, isCloned) in [("n", false), ("y", true)] {
      let terminal = try PseudoTerminal(
        program: BuiltProgram.path("photodiary"), arguments: ["clone", remote],
        environment: home.environment)
      let deadline = Patience.deadline
      func text() -> String { String(decoding: terminal.bytes, as: UTF8.self) }
      while !text().contains("Clone? [y/N]"), terminal.read(until: deadline) {}
      terminal.write(Array((answer + "\r").utf8))
      _ = try require(terminal.waitForEnd(until: deadline))
      expectEqual(access(home.store, F_OK) == 0, isCloned, "\(text())")
    }
    try await expectEqual(home.titles(), ["First"])
    // That diary isn't encrypted.
    try require(rename(home.store, home.folder.path("plain")) == 0)
    try await home.output("clone", remote)
  }

  @Test func `the passphrase, the words and the key can be changed`() async throws {
    let id = try await home.output("add", "First")
    let words = try await home.folder.write(encrypt(), to: "words")
    let both = try twoLines()
    let another = try home.folder.write("another one\n", to: "another")
    try await home.output("key", "passphrase", "--passphrase-file", both)
    try await expectContains(
      home.failure(["show", id] + open), "Wrong passphrase or recovery words")
    try await expectContains(home.output("show", id, "--passphrase-file", another), "First")

    let fresh = try await home.folder.write(
      home.output("key", "words", "--passphrase-file", another), to: "fresh")
    try await expectContains(
      home.failure("show", id, "--passphrase-file", words), "Wrong passphrase or recovery words")
    try await expectContains(home.output("show", id, "--passphrase-file", fresh), "First")

    try await expectContains(
      home.failure("key", "rotate", "--passphrase-file", fresh), "can't be the passphrase")
    for arguments in [["key", "rotate"], ["key", "rotate", "--all"]] {
      let words = try await home.output(arguments + ["--passphrase-file", another])
      let rotated = try home.folder.write(words + "\n", to: "rotated")
      let next = try await home.output("add", "Next", "--passphrase-file", another)
      for file in [another, rotated] {
        try await expectContains(home.output("show", id, "--passphrase-file", file), "First")
        try await expectContains(home.output("show", next, "--passphrase-file", file), "Next")
      }
      try await expectEqual(home.output("verify", "--passphrase-file", another), "")
    }
    let key = try await home.json("key")
    expect(key["epoch"]?.integer == 3 && key["open"]?.bool == false)
  }

  @Test(arguments: ["encrypt", "key words", "key rotate", "key rotate --all"])
  func `recovery words that were never shown can still be seen`(change: String) async throws {
    try await home.output("add", "First")
    if change != "encrypt" { try await encrypt() }
    // The program ends after the words have become valid and before they were printed.
    let stopped = try await home.run(
      change.split(separator: " ").map(String.init) + open, canPrint: false)
    expectEqual(stopped.status, 1)
    let line = "recovery words were never shown. To see them, run: photodiary key words\n"
    for arguments in [["status"], ["key"], ["verify"] + open] {
      try await expectContains(home.run(arguments).errorText, line)
    }
    let words = try await home.output(["key", "words"] + open)
    let file = try home.folder.write(words, to: "words")
    try await expectEqual(home.titles("list", ["--passphrase-file", file]), ["First"])
    try await expectLacks(home.run(["status"]).errorText, "never shown")
    try await expectEqual(home.output(["verify"] + open), "")
    try await expectNotEqual(home.output(["key", "words"] + open), words)
  }

  @Test func `words that were never shown open the remotes of a decrypted diary`() async throws {
    let shared = home.folder.path("shared")
    try await home.output("add", "First")
    try await encrypt()
    try await home.output(["remote", "add", "home", shared] + open)
    let stopped = try await home.run(["key", "rotate"] + open, canPrint: false)
    expectEqual(stopped.status, 1)
    try await home.output(["decrypt"] + open)
    try await expectContains(home.notes("sync"), "haven't confirmed your six recovery words")
    // Encrypting the diary shows them.
    let words = try await home.folder.write(encrypt(), to: "words")
    let other = try TestHome()
    try await other.output("clone", shared, "--recovery-file", words)
    try await expectEqual(other.titles(), ["First"])
  }

  @Test func `warns of a weak passphrase and of copies that stay readable`() async throws {
    try await home.output("add", "First", "--journal", "Walks")
    let weak = try home.folder.write("1234\n", to: "weak")
    let first = try await home.notes(["encrypt", "--passphrase-file", weak])
    expectContains(first, "Backups and exports made before stay readable")
    let strength = PassphraseStrength(of: try require(Passphrase("1234".utf8)))
    expectEqual(first.contains("The passphrase is weak"), strength != nil)
    try await home.output("decrypt", "--passphrase-file", weak)
    let (place, site) = (home.folder.path("place"), home.folder.path("site"))
    try await home.output("remote", "add", "nas", place, "--plain")
    try await home.output("remote", "add", "home", home.folder.path("sealed"))
    try await home.output("publish", "Walks", site, "--yes")
    let notes = try await home.notes(["encrypt"] + open)
    expectContains(notes, "remote nas (\(place)), public copy Walks (\(site)). So do backups")
    expectContains(notes, "photodiary key rotate")
    expectLacks(notes, "remote home")
    expectLacks(notes, "is weak")
  }

  @Test func `warns of another diary that keeps the device's key unencrypted`() async throws {
    let other = home.folder.path("other")
    try await home.output("add", "Elsewhere", "--store", other)
    try await home.output("remote", "add", "folder", home.folder.path("shared"), "--store", other)
    try await home.output("add", "Here")
    try await expectContains(home.notes(["encrypt"] + open), "key stays unencrypted")
    try await expectContains(home.output("list", "--store", other), "Elsewhere")
  }

  @Test func `a locked journal's entries are left out unless requested`() async throws {
    let id = try await home.output("add", "Mine", "--journal", "Private", "--tag", "secret")
    try await home.output("add", "Ours")
    try await expectContains(home.failure("journals", "lock", "Private"), "photodiary encrypt")
    try await encrypt()
    try await home.output(["journals", "lock", "private"] + open)
    for listing in [
      ["list"], ["search", "-is:starred"], ["tags"], ["stats"], ["trash"],
      ["list", "--sort", "title"], ["onthisday", "--date", "2999-01-01"],
    ] {
      let shown = try await home.run(listing + open).text
      for word in ["Mine", "secret", "Private"] { expectLacks(shown, word) }
    }
    try await expectContains(home.output(["list", "--all-journals"] + open), "Mine")
    try await expectContains(home.failure(["show", id] + open), "--all-journals")
    let none = try await home.run(["list", "--journal", "Private"] + open)
    expectEqual(none.text, "")
    expectContains(none.errorText, "“Private” is locked")
    let exported = home.folder.path("exported")
    let export = try await home.run(["export", exported, "--format", "json"] + open)
    expectContains(export.errorText, "--all-journals")
    try expectLacks(home.folder.text("exported/diary.json"), "Mine")
    let last = try require(try await home.json(["journals"] + open).array?.last)
    expect(last["locked"]?.bool == true && last["entries"] == .null)
    try await home.output(["journals", "unlock", "Private"] + open)
    try await expectContains(home.output(["list"] + open), "Mine")
    // Decrypting unlocks the journal, since nothing could show it later.
    try await home.output(["journals", "lock", "Private"] + open)
    try await home.output(["decrypt"] + open)
    try await expectContains(home.output("list"), "Mine")
  }

  @Test func `a locked journal stays public, and can't be published`() async throws {
    let first = try await home.output("add", "Mine", "--journal", "Private")
    try await encrypt()
    let site = home.folder.path("site")
    try await home.output(["publish", "Private", site, "--yes"] + open)
    try await expectContains(home.notes(["journals", "lock", "Private"] + open), "still public")
    try await home.output(["add", "Later", "--journal", "Private"] + open)
    let synced = try await home.run(["sync"] + open)
    expect(synced.errorText.contains("1 entry published") && !synced.errorText.contains("back"))
    let feed = try home.folder.text("site/feed.xml")
    expectContains(feed, "Mine")
    expectContains(feed, "Later")
    try await home.output(["delete", first, "--all-journals"] + open)
    try await expectContains(
      home.run(["publish", "Private"] + open).errorText, "1 entry removed")

    for what in [["Private"], ["Everything", "--all"]] {
      let other = ["publish"] + what + [home.folder.path("other"), "--yes"]
      try await expectContains(home.failure(other + open), "“Private” is locked")
    }
    try await home.output(
      ["publish", "Private", home.folder.path("other"), "--yes", "--all-journals"] + open)
  }
}
