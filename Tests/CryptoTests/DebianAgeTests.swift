import Crypto
import Glibc
import TestSupport
import Testing

/// Compatibility with Debian's `age` and `age-keygen`.
@Suite(.enabled(if: access("/usr/bin/age-keygen", X_OK) == 0, "age isn't installed"))
struct DebianAgeTests {
  private static let age = "/usr/bin/age"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A key made by age-keygen, and its file.
  private func newKey(_ name: String) throws -> (AgeIdentity, file: String) {
    let path = folder.path(name)
    try run("/usr/bin/age-keygen", ["-o", path])
    let text = try folder.text(name).split(separator: "\n").last ?? ""
    return (try require(AgeIdentity(text.utf8)), path)
  }

  @discardableResult
  private func run(_ program: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8]
  {
    let result = try ProgramResult.run(program, arguments, input: input)
    try require(result.status == 0, "\(result.errorText)")
    return result.output
  }

  @Test func `writes keys like age-keygen`() throws {
    let identity = AgeIdentity()
    let path = try folder.write(identity.text + [0x0A], to: "ours")
    let printed = try run("/usr/bin/age-keygen", ["-y", path])
    expectEqual(printed, Array("\(identity.recipient)\n".utf8))
    let (theirs, file) = try newKey("theirs")
    try expectContains(folder.text("theirs"), "# public key: \(theirs.recipient)\n")
    try expectEqual(run("/usr/bin/age-keygen", ["-y", file]), Array("\(theirs.recipient)\n".utf8))
  }

  @Test(arguments: [0, 5, 65_535, 65_536, 65_537, 300_000])
  func `each recipient opens files sealed by either program`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let (one, oneFile) = try newKey("one")
    let (other, otherFile) = try newKey("other")
    let sealed = try AgeWriter.seal(bytes, to: .recipients([one.recipient, other.recipient]))
    for file in [oneFile, otherFile] {
      try expectEqual(run(Self.age, ["-d", "-i", file], input: sealed), bytes)
    }
    let theirs = try run(
      Self.age, ["-r", "\(one.recipient)", "-r", "\(other.recipient)"], input: bytes)
    for identity in [one, other] {
      try expectEqual(AgeReader.open(theirs, with: .identities([AgeIdentity(), identity])), bytes)
    }
  }

  /// Runs age on a terminal and enters a passphrase.
  private func ask(_ arguments: [String], _ words: String, times: Int) throws -> String {
    let session = try TerminalSession(program: Self.age, arguments: arguments)
    func text() -> String { String(decoding: session.terminal.bytes, as: UTF8.self) }
    for count in 1...times {
      try session.waitUntil("question \(count)") { _ in
        text().matches(of: #/phrase[^:]*: /#).count >= count
      }
      session.send(words + "\r")
    }
    return "\(try session.waitForEnd()) \(text())"
  }

  @Test func `a passphrase opens files sealed by either program`() throws {
    let bytes = Array("some words".utf8)
    let passphrase = try require(AgePassphrase("over the hills".utf8))
    let plain = try folder.write(bytes, to: "plain")
    let shown = try ask(["-p", "-o", folder.path("theirs"), plain], "over the hills", times: 2)
    try expectEqual(
      AgeReader.open(folder.read("theirs"), with: .passphrase(passphrase)), bytes, "\(shown)")
    let ours = try folder.write(AgeWriter.seal(bytes, to: .passphrase(passphrase)), to: "ours")
    let opened = try ask(["-d", "-o", folder.path("opened"), ours], "over the hills", times: 1)
    try expectEqual(folder.read("opened"), bytes, "\(opened)")
  }
}
