import System
import TestSupport
import Testing

@testable import Crypto

@Suite struct AgeFileTests {
  private static let size = AgeStream.chunkSize
  private let identity = AgeIdentity()
  private let full = [UInt8](repeating: 1, count: AgeStream.chunkSize)

  private var encryptionKey: AgeEncryptionKey { .recipients([identity.recipient]) }
  private var key: AgeDecryptionKey { .identities([identity]) }

  @Test(arguments: [
    0, 1, 17, size - 17, size - 16, size - 1, size, size + 1, 2 * size - 1, 2 * size, 2 * size + 1,
    5 * size, 5 * size + 12_345,
  ])
  func `reads back any length, complete and in parts`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let block = (0..<1021).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += block.prefix(count - bytes.count) }
    var writer = try AgeWriter(to: encryptionKey)
    var sealed: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(.random(in: 0...2 * Self.size + 3, using: &random)))
      rest = rest.dropFirst(piece.count)
      writer.write(piece) { sealed += $0 }
    }
    writer.finish { sealed += $0 }
    try expectEqual(AgeReader.open(sealed, with: key), bytes)

    let folder = try TemporaryFolder()
    let file = try OpenFile(try folder.write(sealed, to: "sealed"), .readOnly)
    let reader = try AgeReader(.file(file.descriptor), with: key)
    expect(
      reader.count == count && reader.chunkCount == max(1, (count + Self.size - 1) / Self.size))
    let chunks = try (0..<reader.chunkCount).reversed().map { try reader.chunk($0) }
    expectEqual(chunks.reversed().flatMap(\.self), bytes)
    for _ in 0..<20 {
      let start = Int.random(in: 0...count, using: &random)
      let range = start..<Int.random(in: start...count, using: &random)
      try expectEqual(reader.bytes(range), Array(bytes[range]), "\(range)")
    }
  }

  @Test func `sealing differs each time, and needs a recipient`() throws {
    let bytes = Array("the same".utf8)
    let (one, other) = (
      try AgeWriter.seal(bytes, to: encryptionKey), try AgeWriter.seal(bytes, to: encryptionKey)
    )
    expectEqual(one.count, other.count)
    expectNotEqual(one.suffix(50), other.suffix(50))
    expectThrows(AgeError.noMatchingIdentity) { try AgeWriter.seal([1], to: .recipients([])) }
  }

  @Test func `rejects a file with any changed byte`() throws {
    let sealed = try AgeWriter.seal(Array("some words".utf8), to: encryptionKey)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1 << (index % 8)
      expectThrows(AgeError.self) { try AgeReader.open(changed, with: key) }
    }
  }

  @Test func `rejects a truncated or extended file`() throws {
    let sealed = try AgeWriter.seal(Array("some words".utf8), to: encryptionKey)
    for count in 0..<sealed.count {
      expectThrows(count == 0 ? AgeError.notAge : .damaged) {
        try AgeReader.open(Array(sealed[..<count]), with: key)
      }
    }
    for more in [1, 15, 16, 17, Self.size, Self.size + 16] {
      expectThrows(AgeError.damaged) {
        try AgeReader.open(sealed + [UInt8](repeating: 0, count: more), with: key)
      }
    }
    let long = try AgeWriter.seal(full + full + full, to: encryptionKey)
    for less in [1, 16, 17, Self.size, Self.size + 15, Self.size + 16, 2 * (Self.size + 16)] {
      expectThrows(AgeError.damaged) { try AgeReader.open(long.dropLast(less), with: key) }
    }
  }

  @Test func `a damaged chunk leaves the others readable`() throws {
    let bytes = (0..<4).flatMap { [UInt8](repeating: UInt8($0), count: Self.size) }
    var sealed = try AgeWriter.seal(bytes, to: encryptionKey)
    sealed[sealed.count - 2 * (Self.size + 16) - 100] ^= 1
    let reader = try AgeReader(.bytes(sealed), with: key)
    expectThrows(AgeError.damaged) { try reader.chunk(1) }
    for number in [0, 2, 3] {
      try expectEqual(reader.chunk(number), Array(repeating: UInt8(number), count: Self.size))
    }
  }

  @Test func `reports an unreadable file`() throws {
    let folder = try TemporaryFolder()
    let file = try OpenFile(folder.path, [.readOnly, .folder])
    expectThrows(AgeError.self) { try AgeReader(.file(file.descriptor), with: key) }
    expectThrows(AgeError.unreadable(ErrorNumber(rawValue: 9))) {
      try AgeReader(.file(Descriptor(number: -1)), with: key)
    }
  }

  @Test func `a passphrase opens only files sealed with it`() throws {
    let words = try require(AgePassphrase("correct 말".utf8))
    let other = try require(AgePassphrase("correct".utf8))
    let sealed = try AgeWriter.seal([1, 2, 3], to: .passphrase(words, cost: 5))
    try expectEqual(AgeReader.open(sealed, with: .passphrase(words)), [1, 2, 3])
    expectThrows(AgeError.wrongPassphrase) {
      try AgeReader.open(sealed, with: .passphrase(other))
    }
    expectThrows(AgeError.noMatchingIdentity) { try AgeReader.open(sealed, with: key) }
    let unlocked = try AgeWriter.seal([1], to: encryptionKey)
    expectThrows(AgeError.noMatchingIdentity) {
      try AgeReader.open(unlocked, with: .passphrase(words))
    }
    expectNil(AgePassphrase([]))
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      expectThrows(AgeError.self) { try AgeReader.open(changed, with: .passphrase(words)) }
    }
  }

  @Test(arguments: [
    ("20", AgeError.workFactorTooHigh(20)), ("24", .workFactorTooHigh(24)),
    ("63", .workFactorTooHigh(63)), ("64", .workFactorTooHigh(64)), ("0", .damaged),
    ("-1", .damaged), ("+5", .damaged), ("05", .damaged), ("0x5", .damaged), ("5a", .damaged),
    ("99999999999999999999", .damaged), ("5 5", .damaged), ("٥", .damaged),
  ])
  func `limits the work factor of scrypt`(cost: String, error: AgeError) throws {
    let words = try require(AgePassphrase("words".utf8))
    let text = String(
      decoding: try AgeWriter.seal([], to: .passphrase(words, cost: 5)), as: UTF8.self)
    let header = text.split(separator: "\n", maxSplits: 2)
    let stanza = header[1].dropLast(1) + cost
    expectThrows(error) {
      try AgeReader.open(
        Array("\(header[0])\n\(stanza)\n\(header[2])".utf8), with: .passphrase(words))
    }
  }

  /// The test kit covers other invalid headers.
  @Test(arguments: [
    ("age-encryption.org/v2", AgeError.newerVersion), ("age-encryption.org/v1234", .newerVersion),
    ("age-encryption.org/v", .notAge), ("age-encryption.org/v1 ", .damaged),
    ("age-encryption.org/v1\r", .damaged),
    ("age-encryption.org/vX", .notAge), ("AGE-encryption.org/v1", .notAge),
    ("\u{FEFF}age-encryption.org/v1", .notAge), ("-----BEGIN AGE ENCRYPTED FILE-----", .notAge),
    // Without a stanza.
    ("age-encryption.org/v1\n--- \(String(repeating: "A", count: 43))", .damaged),
  ])
  func `reports other file types and versions`(beginning: String, error: AgeError) throws {
    let sealed = try AgeWriter.seal([1], to: encryptionKey)
    let rest = sealed[try require(sealed.firstIndex(of: 0x0A))...]
    expectThrows(error) { try AgeReader.open(Array(beginning.utf8) + rest, with: key) }
  }

  @Test func `reads a hostile header only up to the limit`() throws {
    let folder = try TemporaryFolder()
    let beginnings = [
      "-> ", "-> a\n" + String(repeating: String(repeating: "A", count: 64) + "\n", count: 2000),
      String(repeating: "-> a\n\n", count: 40_000),
    ]
    for beginning in beginnings {
      let bytes = Array("age-encryption.org/v1\n\(beginning)".utf8)
      let path = try folder.write(bytes, to: "hostile")
      let file = try OpenFile(path, .readWrite)
      // A sparse file larger than memory.
      try file.truncate(to: 1 << 42)
      expectThrows(AgeError.headerTooLarge) { try AgeReader(.file(file.descriptor), with: key) }
    }
    expectThrows(AgeError.headerTooLarge) {
      try AgeWriter.seal([], to: .recipients(Array(repeating: identity.recipient, count: 700)))
    }
  }
}
