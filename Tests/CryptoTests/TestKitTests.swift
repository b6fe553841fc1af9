import CPNG
import Foundation
import TestSupport
import Testing

@testable import Crypto

/// The test vectors published by the format's authors.
@Suite struct TestKitTests {
  @Test func `all vectors are present`() throws {
    let vectors = try TestVector.all()
    expectEqual(vectors.count, 92)
    let counts = Dictionary(grouping: vectors, by: \.outcome).mapValues(\.count)
    expectEqual(
      counts,
      [.success: 15, .headerFailure: 51, .codeFailure: 1, .noMatch: 7, .payloadFailure: 18])
  }

  @Test(arguments: try TestVector.all())
  func `opens or rejects each vector as expected`(vector: TestVector) throws {
    let result = Self.open(vector)
    switch vector.outcome {
    case .success: try expectEqual(Self.digest(result.get()), vector.payload)
    case .noMatch: expectEqual(result, .failure(vector.noMatch))
    case .headerFailure: expectEqual(result, .failure(vector.headerFailure))
    case .codeFailure, .payloadFailure: expectEqual(result, .failure(.damaged))
    }
  }

  @Test(arguments: try TestVector.all())
  func `finds each fault at the expected place`(vector: TestVector) throws {
    guard let header = try? AgeHeader(parsing: vector.file) else {
      expectEqual(vector.outcome, .headerFailure)
      return
    }
    let fileKey: SymmetricKey
    do throws(AgeError) {
      fileKey = try vector.key.unwrap(header)
    } catch {
      switch vector.outcome {
      case .noMatch: expectEqual(error, vector.noMatch)
      case .headerFailure: expectEqual(error, vector.headerFailure)
      case .codeFailure:
        let known = SymmetricKey(data: try require(vector.fileKey))
        expectEqual(error, .damaged)
        expect(!header.isAuthentic(known))
      case .success, .payloadFailure: fail("\(error)")
      }
      return
    }
    expectEqual(fileKey, SymmetricKey(data: try require(vector.fileKey)))
    expect(header.isAuthentic(fileKey))
    let rest = vector.file.dropFirst(header.count)
    guard rest.count >= AgeReader.nonceSize else {
      expectEqual(vector.outcome, .headerFailure)
      return
    }
    let (clear, isWhole) = Self.clear(rest, fileKey)
    expectEqual(isWhole, (vector.outcome == .success))
    expect(vector.outcome == .payloadFailure || isWhole)
    expectEqual(Self.digest(clear), vector.payload)
  }

  @Test func `rejects a long file with removed, swapped or repeated chunks`() throws {
    let identity = AgeIdentity()
    let clear = (0..<200).flatMap { [UInt8](repeating: $0, count: AgeStream.chunkSize) }
    let sealed = try AgeWriter.seal(clear, to: .recipients([identity.recipient]))
    let start = sealed.count - AgeStream.sealedSize(of: clear.count)
    func chunk(_ number: Int) -> ArraySlice<UInt8> {
      sealed[(start + number * AgeStream.sealedSize)...].prefix(AgeStream.sealedSize)
    }
    let numbers = Array(0..<200)
    for order in [
      numbers.dropLast(), Array(numbers.dropFirst()), numbers.filter { $0 != 100 },
      numbers.filter { $0 != 198 }, [numbers[1], numbers[0]] + numbers[2...],
      numbers[..<198] + [199, 198], numbers + [199], [0] + numbers,
    ] as [[Int]] {
      let file = sealed[..<start] + order.flatMap { chunk($0) }
      expectThrows(AgeError.damaged, "\(order.count)") {
        try AgeReader.open(Array(file), with: .identities([identity]))
      }
    }
  }

  private static func open(_ vector: TestVector) -> Result<[UInt8], AgeError> {
    do throws(AgeError) {
      return .success(try AgeReader.open(vector.file, with: vector.key))
    } catch {
      return .failure(error)
    }
  }

  /// Decrypts the readable beginning of a payload. Also returns if that is all of it.
  private static func clear(
    _ payload: ArraySlice<UInt8>, _ fileKey: SymmetricKey
  ) -> (bytes: [UInt8], isWhole: Bool) {
    let stream = AgeStream(
      key: AgeHeader.derived(
        from: fileKey, salt: Array(payload.prefix(AgeReader.nonceSize)), "payload"))
    var rest = payload.dropFirst(AgeReader.nonceSize)
    var clear: [UInt8] = []
    for number in 0... {
      let sealed = rest.prefix(AgeStream.sealedSize)
      rest = rest.dropFirst(AgeStream.sealedSize)
      func chunk(isLast: Bool) -> [UInt8]? {
        sealed.withUnsafeBytes { stream.open($0, number: number, isLast: isLast) }
      }
      if sealed.count == AgeStream.sealedSize, let inner = chunk(isLast: false) {
        clear += inner
      } else if let last = chunk(isLast: true), !last.isEmpty || number == 0 {
        return (clear + last, rest.isEmpty)
      } else {
        break
      }
    }
    return (clear, false)
  }

  private static func digest(_ bytes: [UInt8]) -> String {
    SHA256.hash(data: bytes).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}

extension TestVector {
  /// Distinguishes a wrong passphrase from a file without one.
  fileprivate var noMatch: AgeError {
    switch name {
    case "scrypt_bad_tag", "scrypt_no_match", "scrypt_work_factor_wrong": .wrongPassphrase
    default: .noMatchingIdentity
    }
  }

  fileprivate var headerFailure: AgeError {
    switch name {
    case "empty": .notAge
    case "version_unsupported": .newerVersion
    case "scrypt_work_factor_23": .workFactorTooHigh(23)
    default: .damaged
    }
  }
}

/// A test vector: a file, the keys for it, and the expected outcome.
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
  /// The SHA-256 of the bytes read before any fault, in hexadecimal.
  let payload: String?
  let fileKey: [UInt8]?
  let key: AgeDecryptionKey
  let file: [UInt8]

  var testDescription: String { name }

  static func all() throws -> [TestVector] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/testkit")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
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
