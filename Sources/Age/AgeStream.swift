import Crypto

/// A payload in sealed pieces of 64 KiB, as age has it (the STREAM construction): each is numbered,
/// and the last one says that it is the last, so that none can be left out or moved.
package struct AgeStream {
  /// Of clear text; a sealed piece has 16 bytes more.
  package static let pieceSize = 64 << 10
  package static let sealedSize = pieceSize + 16

  private let key: SymmetricKey
  private var count: UInt64 = 0

  package init(key: SymmetricKey) { self.key = key }

  /// The next piece, sealed. Only the last one may be shorter.
  package mutating func seal(_ piece: ArraySlice<UInt8>, isLast: Bool) throws -> [UInt8] {
    let box = try ChaChaPoly.seal(piece, using: key, nonce: nextNonce(isLast: isLast))
    return Array(box.ciphertext) + Array(box.tag)
  }

  /// The next piece, opened.
  package mutating func open(_ sealed: ArraySlice<UInt8>, isLast: Bool) throws -> [UInt8] {
    let box = try ChaChaPoly.SealedBox(
      nonce: nextNonce(isLast: isLast), ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
    return Array(try ChaChaPoly.open(box, using: key))
  }

  /// Eleven bytes of number, the highest first, and one that is 1 for the last piece.
  private mutating func nextNonce(isLast: Bool) throws -> ChaChaPoly.Nonce {
    defer { count += 1 }
    let number = withUnsafeBytes(of: count.bigEndian) { Array($0) }
    return try ChaChaPoly.Nonce(data: [0, 0, 0] + number + [isLast ? 1 : 0])
  }
}
