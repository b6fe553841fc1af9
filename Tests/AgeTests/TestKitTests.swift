import Crypto
import Foundation
import TestSupport
import Testing

@testable import Age

/// The reader and the writer against the vectors that the format's authors publish.
@Suite struct TestKitTests {
  @Test func `all vectors are there`() throws {
    let vectors = try TestVector.all()
    expectEqual(vectors.count, 92)
    let counts = Dictionary(grouping: vectors, by: \.outcome).mapValues(\.count)
    expectEqual(
      counts,
      [
        .success: 15, .headerFailure: 51, .codeFailure: 1, .noMatch: 7, .payloadFailure: 18,
      ])
  }

  @Test(arguments: try TestVector.all())
  func `a file opens or fails as the kit has it, in at most 2 s`(vector: TestVector) throws {
    var result = Result<[UInt8], AgeError>.success([])
    let time = ContinuousClock().measure { result = Self.open(vector) }
    expectLess(time, .seconds(2))
    switch vector.outcome {
    case .success: try expectEqual(Self.digest(result.get()), vector.payload)
    case .noMatch: expectEqual(result, .failure(vector.noMatch))
    case .headerFailure: expectEqual(result, .failure(vector.headerFailure))
    case .codeFailure, .payloadFailure: expectEqual(result, .failure(.damaged))
    }
  }

  /// The faults of a file that is damaged have one word for a person; the place where each is found is
  /// the one that the kit names.
  @Test(arguments: try TestVector.all())
  func `what is wrong is found where it stands`(vector: TestVector) throws {
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

  @Test(arguments: try TestVector.all().filter { $0.outcome == .success })
  func `what is in a file becomes the same file again`(vector: TestVector) throws {
    let header = try AgeHeader(parsing: vector.file)
    let fileKey = try vector.key.unwrap(header)
    if header.stanzas.allSatisfy({ $0.body.count < 48 }) {
      try expectEqual(AgeHeader.bytes(header.stanzas, fileKey), Array(vector.file[..<header.count]))
    }
    let start = header.count + AgeReader.nonceSize
    let stream = AgeStream(
      key: AgeHeader.derived(
        from: fileKey, salt: Array(vector.file[header.count..<start]), "payload"))
    let clear = try AgeReader.open(vector.file, with: vector.key)
    var sealed = Array(vector.file[..<start])
    var number = 0
    repeat {
      let chunk = clear.dropFirst(number * AgeStream.chunkSize).prefix(AgeStream.chunkSize)
      let isLast = (number + 1) * AgeStream.chunkSize >= clear.count
      chunk.withUnsafeBytes { chunk in
        stream.seal(chunk, number: number, isLast: isLast) { sealed.append(contentsOf: $0) }
      }
      number += 1
    } while number * AgeStream.chunkSize < clear.count
    expectEqual(sealed, vector.file)

    let identity = AgeIdentity()
    let own = try AgeWriter.seal(clear, to: .recipients([identity.recipient]))
    try expectEqual(AgeReader.open(own, with: .identities([identity])), clear)
    expectEqual(own.count, AgeWriter.headerSize + AgeStream.sealedSize(of: clear.count))
  }

  // MARK: Files that were made to do harm

  @Test(arguments: [20, 21, 24, 30, 62, 63, 64])
  func `a file that asks for more than this program pays is refused at once`(cost: Int) throws {
    let words = try require(AgePassphrase("words".utf8))
    let salt = String(repeating: "A", count: 22)
    let body = String(repeating: "A", count: 43)
    let file = HandmadeFile(stanzas: ["-> scrypt \(salt) \(cost)\n\(body)\n"])
    let time = ContinuousClock().measure {
      expectThrows(AgeError.workFactorTooHigh(cost)) {
        try AgeReader.open(file.bytes(), with: .passphrase(words))
      }
    }
    expectLess(time, .seconds(2))
  }

  @Test func `a long file of which chunks were cut out, swapped or doubled fails at once`() throws {
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
      let time = ContinuousClock().measure {
        expectThrows(AgeError.damaged, "\(order.count)") {
          try AgeReader.open(Array(file), with: .identities([identity]))
        }
      }
      expectLess(time, .seconds(2))
    }
  }

  // MARK: Helpers

  private static func open(_ vector: TestVector) -> Result<[UInt8], AgeError> {
    do throws(AgeError) {
      return .success(try AgeReader.open(vector.file, with: vector.key))
    } catch {
      return .failure(error)
    }
  }

  /// What can be read of a payload from its beginning by who doesn't know where it ends, and whether
  /// that is all of it.
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
  /// Words that don't open a file are told apart from a file that they can't belong to.
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
