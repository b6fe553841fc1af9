import Crypto
import Foundation
import System
import TestSupport
import Testing

@testable import Age

/// What the published vectors of the format try, each put together here.
@Suite struct AgeHeaderTests {
  private let known = KnownKey()
  private let hello = Array("hello".utf8)

  private func x25519(_ change: (inout String) -> Void = { _ in }) throws -> String {
    var stanza = try HandmadeFile.x25519(to: known.key.publicKey)
    change(&stanza)
    return stanza
  }

  private func file(_ stanzas: String...) -> HandmadeFile { HandmadeFile(stanzas: stanzas) }

  @Test func `a file put together by hand is opened`() throws {
    try expectEqual(known.open(known.file()), hello)
  }

  @Test(arguments: [
    "-> a\n\n", "-> grease-grease !\"#$~ 0\nAAAA\n", "-> x25519 AAAA\n\n",
    "-> long\n\(String(repeating: "A", count: 64))\nAA\n",
    "-> full\n\(String(repeating: "AAAA", count: 32).chunked(64))\n\n",
    "-> mlkem768x25519 \(String(repeating: "B", count: 1500))\n\n",
  ])
  func `stanzas of other kinds are passed over`(other: String) throws {
    try expectEqual(known.open(file(other, x25519())), hello)
    try expectEqual(known.open(file(x25519(), other)), hello)
    expectThrows(AgeError.noMatchingIdentity) { try known.open(file(other)) }
  }

  @Test func `one of several recipients opens it, another doesn't`() throws {
    let other = KnownKey()
    let stanzas = [try x25519(), try HandmadeFile.x25519(to: other.key.publicKey)]
    let file = HandmadeFile(stanzas: stanzas)
    try expectEqual(known.open(file), hello)
    try expectEqual(other.open(file), hello)
    expectThrows(AgeError.noMatchingIdentity) { try KnownKey().open(file) }
    expectThrows(AgeError.noMatchingIdentity) {
      try AgeReader.open(
        file.bytes(), with: .passphrase(require(AgePassphrase("words".utf8))))
    }
  }

  @Test(arguments: [
    "->a\n\n", "-> \n\n", "->\n\n", "-> a  b\n\n", "-> a \n\n", "-> é\n\n", "-> a\tb\n\n",
    "-> a\r\n\n", "-> a\n", "-> a\nAAA=\n", "-> a\nAA==\n", "-> a\nAB\n", "-> a\nA\n",
    "-> a\nA A\n",
    "-> a\nAA\r\n", "-> a\n\(String(repeating: "A", count: 68))\n", "-> a\nAA\nAA\n",
    "-> a\n\(String(repeating: "A", count: 64))\n", "--> a\n\n", "- > a\n\n", " -> a\n\n", "\n",
  ])
  func `a stanza that isn't written as it must be makes the file damaged`(bad: String) throws {
    expectThrows(AgeError.damaged) { try known.open(file(x25519(), bad)) }
    expectThrows(AgeError.damaged) { try known.open(file(bad, x25519())) }
  }

  @Test(arguments: [
    "", "-> X25519\n\(body)\n", "-> X25519 \(share) a\n\(body)\n", "-> X25519 AAAA\n\(body)\n",
    "-> X25519 \(share)A\n\(body)\n", "-> X25519 \(share.dropLast())B\n\(body)\n",
    "-> X25519 \(share)=\n\(body)\n", "-> X25519 \(share)\n\n",
    "-> X25519 \(share)\n\(body.dropLast())B\n", "-> X25519 \(share)\n\(body)AAAA\n",
    // Points that make a secret that everybody knows.
    "-> X25519 \(String(repeating: "A", count: 43))\n\(body)\n",
    "-> X25519 AQ\(String(repeating: "A", count: 41))\n\(body)\n",
    "-> X25519 X5yVvKNQjCSx0LFVnIPvWwREXMRYHI6G2CJO3dCfEVc\n\(body)\n",
    "-> X25519 7P///////////////////////////////////////38\n\(body)\n",
    "-> scrypt \(salt) 10\n\(body)\n",
  ])
  func `a way to the key that isn't one makes the file damaged`(bad: String) throws {
    // Behind its own, another key's stanza isn't looked at.
    expectThrows(AgeError.damaged) { try known.open(file(bad, bad.isEmpty ? "" : x25519())) }
  }

  private static let share = String(repeating: "Q", count: 42) + "Q"
  private static let body = String(repeating: "Q", count: 42) + "Q"
  private static let salt = String(repeating: "Q", count: 22)

  @Test func `a secret that everybody knows opens nothing`() throws {
    let zero = String(repeating: "A", count: 43)
    let file = HandmadeFile(stanzas: [
      try HandmadeFile.x25519(
        to: known.key.publicKey, share: zero, secret: [UInt8](repeating: 0, count: 32))
    ])
    expectThrows(AgeError.damaged) { try known.open(file) }
  }

  @Test func `a longer key of the file is refused, and one that isn't its own`() throws {
    let long = try HandmadeFile.x25519(
      to: known.key.publicKey, fileKey: [UInt8](repeating: 1, count: 32))
    expectThrows(AgeError.damaged) { try known.open(file(long)) }
    let changed = try HandmadeFile.x25519(to: known.key.publicKey, body: Self.body)
    expectThrows(AgeError.noMatchingIdentity) { try known.open(file(changed)) }
  }

  @Test(arguments: [
    "---  %\n", "---%\n", "--- %= \n", "--- % \n", "--- %\r\n", "---\n", "--- \n", "--- %%\n",
    "%\n",
    "---- %\n", "--- AAAA\n", "", "--- %",
  ])
  func `a header ends with its code alone`(ending: String) throws {
    var file = try known.file()
    file.ending = { ending.replacingOccurrences(of: "%", with: $0) }
    expectThrows(AgeError.damaged) { try known.open(file) }
  }

  @Test func `the code holds the whole header`() throws {
    var file = try known.file()
    file.fileKey = SymmetricKey(size: .bits128)
    expectThrows(AgeError.damaged) { try known.open(file) }
    file = try known.file()
    let original = file.bytes()
    file.stanzas.append("-> a\n\n")
    let longer = file.bytes()
    let split = try require(original.firstRange(of: Array("\n---".utf8)))
    let swapped =
      longer[..<(longer.firstRange(of: Array("\n---".utf8))!.lowerBound)]
      + original[split.lowerBound...]
    expectThrows(AgeError.damaged) {
      try AgeReader.open(Array(swapped), with: .identities([known.identity]))
    }
  }

  @Test(arguments: [
    ("age-encryption.org/v2", AgeError.newerVersion), ("age-encryption.org/v1234", .newerVersion),
    ("age-encryption.org/v", .notAge), ("age-encryption.org/v1 ", .damaged),
    ("age-encryption.org/v1\r", .damaged),
    ("age-encryption.org/vX", .notAge), ("AGE-encryption.org/v1", .notAge),
    ("\u{FEFF}age-encryption.org/v1", .notAge), ("-----BEGIN AGE ENCRYPTED FILE-----", .notAge),
  ])
  func `a file of another kind or version is told`(version: String, error: AgeError) throws {
    var file = try known.file()
    file.version = version
    expectThrows(error) { try known.open(file) }
  }

  @Test func `a hostile header is read as far as one may go`() throws {
    let folder = try TemporaryFolder()
    let beginnings = [
      "-> ", "-> a\n" + String(repeating: String(repeating: "A", count: 64) + "\n", count: 2000),
      String(repeating: "-> a\n\n", count: 40_000),
    ]
    for beginning in beginnings {
      let bytes = Array("\(HandmadeFile.version)\n\(beginning)".utf8)
      let path = try folder.write(bytes, to: "hostile")
      let file = try OpenFile<SystemError>(path, .readWrite)
      // It would take all memory there is.
      try file.truncate(to: 1 << 42)
      expectThrows(AgeError.headerTooLarge) {
        try AgeReader(.file(file.descriptor), with: .identities([known.identity]))
      }
    }
    expectThrows(AgeError.headerTooLarge) {
      try AgeWriter.seal(
        [], to: .recipients(Array(repeating: known.identity.recipient, count: 700)))
    }
  }
}

extension String {
  fileprivate func chunked(_ size: Int) -> String {
    stride(from: 0, to: count, by: size).map { String(dropFirst($0).prefix(size)) }
      .joined(separator: "\n")
  }
}
