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
