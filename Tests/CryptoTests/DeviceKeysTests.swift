import Glibc
import System
import TestSupport
import Testing

@testable import Crypto

@Suite struct DeviceKeysTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("deep/er/keys")
  }

  private func file(_ name: String) -> String { path + "/" + name }

  @Test func `are created once, readable only by the owner`() throws {
    let made = try DeviceKeys(in: path)
    let read = try DeviceKeys(in: path)
    expectEqual(made.identity.recipient, read.identity.recipient)
    expectEqual(made.verifyingKey, read.verifyingKey)
    try expectEqual(FileSystem.names(in: path), ["ed25519.key", "x25519.key"])
    expectEqual(FileSystem.status(of: path)?.permissions, 0o700)
    for name in ["ed25519.key", "x25519.key"] {
      expectEqual(FileSystem.status(of: file(name))?.permissions, 0o600)
    }
  }

  @Test func `are the same for concurrent creators`() async throws {
    let path = path
    let keys = try await withThrowingTaskGroup(of: (String, [UInt8]).self) { group in
      for _ in 0..<20 {
        group.addTask {
          let keys = try DeviceKeys(in: path)
          return (keys.identity.recipient.description, keys.verifyingKey.bytes)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    expectEqual(Set(keys.map(\.0)).count, 1)
    expectEqual(Set(keys.map(\.1)).count, 1)
    try expectEqual(FileSystem.names(in: path).count, 2)
  }

  @Test(arguments: ["ed25519.key", "x25519.key"])
  func `reports a changed key file, and keeps it`(name: String) throws {
    _ = try DeviceKeys(in: path)
    let original = try folder.read(file(name))
    let others: [[UInt8]] = [
      [], original.dropLast(), original + [0x0A], Array(original.dropFirst()),
      Array(repeating: 0x0A, count: 65), original + original, [0x78] + original.dropFirst(),
      Array(repeating: 0x41, count: 1 << 20),
    ]
    for damaged in others {
      try folder.write(damaged, to: "deep/er/keys/" + name)
      expectThrows(KeyError.damaged(path: file(name))) { try DeviceKeys(in: path) }
      try expectEqual(folder.read(file(name)), damaged)
    }
    try folder.write(original, to: "deep/er/keys/" + name)
    for mode in [0o640, 0o604, 0o620, 0o602, 0o666, 0o610] as [mode_t] {
      expectEqual(chmod(file(name), mode), 0)
      let error = expectThrows(KeyError.exposed(path: file(name))) { try DeviceKeys(in: path) }
      expectEqual(error?.description.contains("chmod 600"), true)
    }
    expectEqual(chmod(file(name), 0o400), 0)
    _ = try DeviceKeys(in: path)
  }

  @Test(arguments: ["ed25519.key", "x25519.key"])
  func `reads only regular files`(name: String) throws {
    _ = try DeviceKeys(in: path)
    expectEqual(rename(file(name), folder.path("moved")), 0)
    expectEqual(symlink(folder.path("moved"), file(name)), 0)
    expectThrows(SystemError(.opening, file(name), .tooManyLinks)) {
      try DeviceKeys(in: path)
    }
    unlink(file(name))
    expectEqual(symlink(folder.path("nowhere"), file(name)), 0)
    expectThrows(SystemError.self) { try DeviceKeys(in: path) }
    expectNotEqual(access(folder.path("nowhere"), F_OK), 0)
    unlink(file(name))
    for make in [{ mkfifo($0, 0o600) }, { mkdir($0, 0o700) }] as [(String) -> Int32] {
      expectEqual(make(file(name)), 0)
      expectThrows(SystemError(.opening, file(name), .notARegularFile)) {
        try DeviceKeys(in: path)
      }
      remove(file(name))
    }
  }

  private static let line = SigningContext("photodiary/test/1")

  @Test func `a signature is valid for one message, key and context`() throws {
    let keys = try DeviceKeys(in: path)
    let other = try DeviceKeys(in: folder.path("other"))
    let message = Array("a line".utf8)
    let signature = keys.signature(of: message, Self.line)
    expectEqual(signature.count, 64)
    expectEqual(signature, keys.signature(of: message, Self.line))
    let key = try require(VerifyingKey(keys.verifyingKey.bytes))
    expectEqual(key, keys.verifyingKey)
    expect(key.isValid(signature, of: message, Self.line))
    expect(!key.isValid(signature, of: message + [0], Self.line))
    expect(!key.isValid(signature, of: message, SigningContext("photodiary/test/2")))
    expect(!other.verifyingKey.isValid(signature, of: message, Self.line))
    for index in signature.indices {
      var changed = signature
      changed[index] ^= 1
      expect(!key.isValid(changed, of: message, Self.line))
    }
  }

  @Test func `hostile keys and signatures are invalid`() throws {
    var random = SeededGenerator(seed: 25519)
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
    for count in [0, 1, 31, 33, 64, 1000] { expectNil(VerifyingKey(bytes(count))) }
    let points = [[0], [1], [2]].map { $0 + [UInt8](repeating: 0, count: 31) }
    for key in points + [[UInt8](repeating: 0xFF, count: 32)] + (0..<50).map({ _ in bytes(32) }) {
      let key = try require(VerifyingKey(key))
      for signature in [[], bytes(63), bytes(64), bytes(65), [UInt8](repeating: 0xFF, count: 64)] {
        expect(!key.isValid(signature, of: bytes(10), Self.line))
      }
    }
  }
}
