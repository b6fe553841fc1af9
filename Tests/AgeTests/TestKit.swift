import CPNG
import Foundation
import TestSupport
import Testing

@testable import Age

/// A test vector of the format's own test kit: a file, what opens it, and what has to come of that.
struct TestVector: CustomTestStringConvertible {
  enum Outcome: String {
    case success
    case headerFailure = "header failure"
    case codeFailure = "HMAC failure"
    case noMatch = "no match"
    case payloadFailure = "payload failure"
  }

  struct Unreadable: Error {}

  let name: String
  let outcome: Outcome
  /// The SHA-256 of what is read before anything is found wrong, in hexadecimal.
  let payload: String?
  let fileKey: [UInt8]?
  let key: AgeKey
  let file: [UInt8]

  var testDescription: String { name }

  /// Those of which a name begins like that, or all.
  static func all(_ prefix: String = "") throws -> [TestVector] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/testkit")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
      .filter { $0.hasPrefix(prefix) }
      .map { try TestVector($0, Array(Data(contentsOf: folder.appending(path: $0)))) }
  }

  init(_ name: String, _ bytes: [UInt8]) throws {
    self.name = name
    let end = try require(bytes.firstRange(of: Array("\n\n".utf8)))
    let pairs = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
    func values(_ key: String) -> [String] { pairs.filter { $0[0] == key }.map { $0[1] } }
    let known = [
      "expect", "payload", "file key", "identity", "passphrase", "compressed", "comment",
    ]
    expect(pairs.allSatisfy { known.contains($0[0]) })
    outcome = try require(values("expect").first.flatMap(Outcome.init))
    payload = values("payload").first
    fileKey = try values("file key").first.map(Self.bytes)
    key =
      if let passphrase = values("passphrase").first {
        .passphrase(try require(AgePassphrase(passphrase.utf8)))
      } else {
        .identities(try values("identity").map { try require(AgeIdentity($0.utf8)) })
      }
    let file = Array(bytes[end.upperBound...])
    self.file = values("compressed").isEmpty ? file : try Self.decompressed(file)
  }

  private static func bytes(_ digits: String) throws -> [UInt8] {
    try stride(from: 0, to: digits.utf8.count, by: 2).map {
      try require(UInt8(digits.dropFirst($0).prefix(2), radix: 16))
    }
  }

  private static func decompressed(_ bytes: [UInt8]) throws -> [UInt8] {
    var file = [UInt8](repeating: 0, count: 20 << 20)
    let count = pd_png_inflate(bytes, bytes.count, &file, file.count)
    guard count > 0 else { throw Unreadable() }
    return Array(file[..<count])
  }
}
