import Age
import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import DiaryKeys

@Suite struct DiaryKeyTests {
  private let diary = DiaryKey(epoch: 3)
  private let asset = AssetID(digest: [UInt8](repeating: 0xA5, count: 32))

  @Test func `each device opens the key, and no other`() throws {
    let devices = [AgeIdentity(), AgeIdentity()]
    let bytes = try diary.sealed(to: devices.map(\.recipient))
    for device in devices {
      let known = diary.identity.recipient
      let opened = try DiaryKey(epoch: 3, opening: bytes, with: device, expecting: known)
      #expect(opened.identity.recipient == known && opened.epoch == 3)
      #expect(opened.name(of: asset) == diary.name(of: asset))
      let sealed = try AgeWriter.seal([1, 2], to: diary.lock)
      #expect(try AgeReader.open(sealed, with: opened.key) == [1, 2])
    }
    #expect(throws: KeyError.age(name: "keys/3.age", .noMatchingIdentity)) {
      try DiaryKey(epoch: 3, opening: bytes, with: AgeIdentity(), expecting: nil)
    }
  }

  @Test func `the recovery words open the key, and others don't`() throws {
    let words = RecoveryWords()
    let bytes = try diary.sealed(under: words)
    let opened = try DiaryKey(epoch: 3, opening: bytes, with: words, expecting: nil)
    #expect(opened.identity.recipient == diary.identity.recipient)
    let error = #expect(throws: KeyError.wrongWords(name: "keys/3.recovery.age")) {
      try DiaryKey(epoch: 3, opening: bytes, with: RecoveryWords(), expecting: nil)
    }
    #expect(error?.description.contains("keys/3.recovery.age") == true)
  }

  @Test func `a key that somebody else put in its place isn't taken`() throws {
    let device = AgeIdentity()
    let bytes = try DiaryKey(epoch: 3).sealed(to: [device.recipient])
    #expect(throws: KeyError.foreignKey(name: "keys/3.age")) {
      try DiaryKey(
        epoch: 3, opening: bytes, with: device, expecting: diary.identity.recipient)
    }
    for text in ["", "words", "AGE-SECRET-KEY-1"] {
      let other = try AgeWriter.seal(Array(text.utf8), to: .recipients([device.recipient]))
      #expect(throws: KeyError.age(name: "keys/3.age", .damaged)) {
        try DiaryKey(epoch: 3, opening: other, with: device, expecting: nil)
      }
    }
  }

  @Test func `assets' names are of this diary alone`() {
    let other = AssetID(digest: [UInt8](repeating: 0xA6, count: 32))
    let names = [diary.name(of: asset), diary.name(of: other), DiaryKey(epoch: 3).name(of: asset)]
    #expect(Set(names + [asset]).count == 4)
    #expect(diary.name(of: asset) == diary.name(of: asset))
  }

  @Test(.enabled(if: access("/usr/bin/openssl", X_OK) == 0, "openssl isn't installed"))
  func `openssl makes the same name`() throws {
    let text = String(decoding: diary.identity.text, as: UTF8.self)
    let key = try ProgramResult.run(
      "/usr/bin/openssl",
      [
        "kdf", "-keylen", "32", "-kdfopt", "digest:SHA256", "-kdfopt", "key:\(text)", "-kdfopt",
        "info:photodiary/asset-name/1", "HKDF",
      ]
    ).text.filter(\.isHexDigit)
    let name = try ProgramResult.run(
      "/usr/bin/openssl",
      ["dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(key)"],
      input: Array(asset.description.utf8))
    #expect(name.text.hasSuffix(" \(diary.name(of: asset))\n"), "\(name.text)\(name.errorText)")
  }

  /// One command for any file, as FORMAT.txt is to say.
  @Test(.enabled(if: access("/usr/bin/age", X_OK) == 0, "age isn't installed"))
  func `the program age opens any file with the words or a device's key`() throws {
    let folder = try TemporaryFolder()
    let words = RecoveryWords()
    let recovery = try folder.write(diary.sealed(under: words), to: "3.recovery.age")
    let file = try folder.write(AgeWriter.seal(Array("a line\n".utf8), to: diary.lock), to: "file")
    let opened = folder.path("opened")
    let terminal = try PseudoTerminal(
      program: "/usr/bin/age", arguments: ["-d", "-i", recovery, "-o", opened, file],
      environment: TestEnvironment.with())
    let deadline = Patience.deadline
    func text() -> String { String(decoding: terminal.bytes, as: UTF8.self) }
    while !text().contains("phrase"), terminal.read(until: deadline) {}
    terminal.write(Array((words.text + "\r").utf8))
    let end = terminal.waitForEnd(until: deadline)
    #expect(try folder.text("opened") == "a line\n", "\(end as Any) \(text())")

    let device = try DeviceKeys(in: folder.path("keys"))
    let key = try ProgramResult.run(
      "/usr/bin/age", ["-d", "-i", folder.path("keys/x25519.key")],
      input: diary.sealed(to: [device.identity.recipient]))
    #expect(key.output == diary.identity.text, "\(key.errorText)")
    let path = try folder.write(key.output, to: "key")
    #expect(try ProgramResult.run("/usr/bin/age", ["-d", "-i", path, file]).text == "a line\n")
  }
}
