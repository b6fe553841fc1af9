import Crypto
import System

/// A payload in sealed chunks of 64 KiB, as age has it (the STREAM construction): each is numbered,
/// and the last one says that it is the last, so that none can be left out or moved.
package struct AgeStream: Sendable {
  /// Of clear text.
  package static let chunkSize = 64 << 10
  static let tagSize = ChaChaPoly.tagSize
  package static let sealedSize = chunkSize + tagSize

  /// In bytes, of what so many bytes become behind the header.
  package static func sealedSize(of count: Int) -> Int {
    count + max(1, (count + chunkSize - 1) / chunkSize) * tagSize
  }

  /// In bytes, of what became so many behind the header.
  package static func clearSize(of sealed: Int) -> Int {
    max(0, sealed - (sealed + sealedSize - 1) / sealedSize * tagSize)
  }

  private let key: SymmetricKey

  package init(key: SymmetricKey) {
    self.key = key
    FreedMemory.stays
  }

  /// Gives a chunk, sealed. Only the last one may be shorter than the others.
  package func seal<Failure: Error>(
    _ chunk: UnsafeRawBufferPointer, number: Int, isLast: Bool,
    _ put: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let sealed = ChaChaPoly.seal(chunk, using: key, nonce: Self.nonce(number, isLast))
    try sealed.span.bytes.withUnsafeBytes { bytes throws(Failure) in try put(bytes) }
  }

  /// Opens a chunk and gives its clear text, which is gone when `take` returns. Returns what that made
  /// of it; `nil` if it isn't that chunk, or was changed.
  package func open<Result>(
    _ sealed: UnsafeRawBufferPointer, number: Int, isLast: Bool,
    _ take: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard var chunk = open(sealed, number: number, isLast: isLast) else { return nil }
    defer { chunk.wipe() }
    return chunk.withUnsafeBytes(take)
  }

  /// A chunk, opened; `nil` if it isn't that one, or was changed.
  package func open(_ sealed: UnsafeRawBufferPointer, number: Int, isLast: Bool) -> [UInt8]? {
    ChaChaPoly.open(sealed, using: key, nonce: Self.nonce(number, isLast))
  }

  /// Eleven bytes of number, the highest first, and one that is 1 for the last chunk.
  private static func nonce(_ number: Int, _ isLast: Bool) -> [UInt8] {
    [0, 0, 0] + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) } + [isLast ? 1 : 0]
  }
}
