import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Crypto

@Suite struct KeyringTests {
  private let keyring = Keyring().withNextEpoch()

  private func recipients(_ keyring: Keyring) -> [AgeRecipient] {
    keyring.keys.map(\.identity.recipient)
  }

  @Test func `only the recipients' devices open the keys`() throws {
    let devices = [AgeIdentity(), AgeIdentity()]
    let bytes = try keyring.sealed(to: devices.map(\.recipient))
    for device in devices {
      let opened = try Keyring(
        opening: bytes, named: "keys/2.age", with: device,
        expecting: keyring.current.identity.recipient)
      expectEqual(recipients(opened), recipients(keyring))
      expectEqual(opened.keys.map(\.epoch), [1, 2])
      for key in keyring.keys {
        let sealed = try AgeWriter.seal([1, 2], to: key.encryptionKey)
        try expectEqual(AgeReader.open(sealed, with: opened.decryptionKey), [1, 2])
      }
    }
    expectThrows(KeyError.age(name: "keys/2.age", .noMatchingIdentity)) {
      try Keyring(opening: bytes, named: "keys/2.age", with: AgeIdentity())
    }
  }

  @Test func `only the right recovery words open the keys`() throws {
    let words = RecoveryWords()
    let bytes = try keyring.sealed(under: words)
    let opened = try Keyring(opening: bytes, named: "keys/2.recovery.age", with: words)
    expectEqual(recipients(opened), recipients(keyring))
    let error = expectThrows(KeyError.wrongRecoveryWords(name: "keys/2.recovery.age")) {
      try Keyring(opening: bytes, named: "keys/2.recovery.age", with: RecoveryWords())
    }
    expectEqual(error?.description.contains("keys/2.recovery.age"), true)
  }

  @Test func `rejects keys replaced by another person`() throws {
    let device = AgeIdentity()
    let bytes = try Keyring().sealed(to: [device.recipient])
    expectThrows(KeyError.foreignKey(name: "keys/1.age")) {
      try Keyring(
        opening: bytes, named: "keys/1.age", with: device,
        expecting: keyring.current.identity.recipient)
    }
    let key = String(decoding: AgeIdentity().text, as: UTF8.self)
    for text in ["", "words", "AGE-SECRET-KEY-1", key, "# epoch 0\n\(key)", "# epoch x\n\(key)"] {
      let other = try AgeWriter.seal(Array(text.utf8), to: .recipients([device.recipient]))
      expectThrows(KeyError.age(name: "keys/1.age", .damaged)) {
        try Keyring(opening: other, named: "keys/1.age", with: device)
      }
    }
  }

  @Test func `joins two keyrings of one diary`() {
    let joined = keyring.merged(with: keyring).merged(with: Keyring())
    expectEqual(joined.keys.map(\.epoch), [1, 1, 2])
  }

  /// Uses one command for any file, as documented in FORMAT.txt.
  @Test(.enabled(if: access("/usr/bin/age", X_OK) == 0, "age isn't installed"))
  func `age opens any file with the words or a device's key`() throws {
    let folder = try TemporaryFolder()
    let words = RecoveryWords()
    let recovery = try folder.write(keyring.sealed(under: words), to: "3.recovery.age")
    let file = try folder.write(
      AgeWriter.seal(Array("a line\n".utf8), to: keyring.keys[0].encryptionKey), to: "file")
    let opened = folder.path("opened")
    let session = try TerminalSession(
      program: "/usr/bin/age", arguments: ["-d", "-i", recovery, "-o", opened, file])
    func text() -> String { String(decoding: session.terminal.bytes, as: UTF8.self) }
    try session.waitUntil("the question") { _ in text().contains("phrase") }
    session.send(words.text + "\r")
    let end = try session.waitForEnd()
    try expectEqual(folder.text("opened"), "a line\n", "\(end) \(text())")

    let device = try DeviceKeys(in: folder.path("keys"))
    let key = try ProgramResult.run(
      "/usr/bin/age", ["-d", "-i", folder.path("keys/x25519.key")],
      input: keyring.sealed(to: [device.identity.recipient]))
    expectPrefix(key.text, "# epoch 2\nAGE-SECRET-KEY-1", "\(key.errorText)")
    let path = try folder.write(key.output, to: "key")
    try expectEqual(ProgramResult.run("/usr/bin/age", ["-d", "-i", path, file]).text, "a line\n")
  }
}

@Suite struct DiaryKeyTests {
  private let diary = DiaryKey(epoch: 3)
  private let asset = AssetID(digest: [UInt8](repeating: 0xA5, count: 32))

  @Test func `signatures differ by diary key`() {
    let context = SigningContext("photodiary/test")
    let signature = diary.signature(of: [1, 2], context)
    expect(diary.verifyingKey.isValid(signature, of: [1, 2], context))
    expect(!diary.verifyingKey.isValid(signature, of: [1, 3], context))
    expect(!DiaryKey(epoch: 3).verifyingKey.isValid(signature, of: [1, 2], context))
  }

  @Test func `asset names differ by diary key`() {
    let other = AssetID(digest: [UInt8](repeating: 0xA6, count: 32))
    let names = [diary.name(of: asset), diary.name(of: other), DiaryKey(epoch: 3).name(of: asset)]
    expectEqual(Set(names + [asset]).count, 4)
    expectEqual(diary.name(of: asset), diary.name(of: asset))
  }

  @Test(.enabled(if: access("/usr/bin/openssl", X_OK) == 0, "openssl isn't installed"))
  func `openssl derives the same name`() throws {
    let text = String(decoding: diary.identity.text, as: UTF8.self)
    let key = try ProgramResult.run(
      "/usr/bin/openssl",
      [
        "kdf", "-keylen", "32", "-kdfopt", "digest:SHA256", "-kdfopt", "key:\(text)", "-kdfopt",
        "info:photodiary/asset-name/1", "HKDF",
      ]
    ).text.filter(\.isHexDigit)
    let name = try ProgramResult.run(
      "/usr/bin/openssl", ["dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(key)"],
      input: Array(asset.description.utf8))
    expectSuffix(name.text, " \(diary.name(of: asset))\n", "\(name.text)\(name.errorText)")
  }
}
