import Age
import Crypto
import DiaryCore
import System

/// A file of an export that grows as entries come.
///
/// Where nothing may be readable on the disk, its bytes are sealed with a key that only this value
/// has: they are lost with it.
final class GrowingFile {
  private let file: OpenFile
  private var sealing: AgeStream?
  private let key: SymmetricKey?
  /// What has no whole piece yet.
  private var pending: [UInt8] = []
  /// Bytes that were written, in clear text.
  private(set) var count: Int64 = 0

  init(_ file: consuming OpenFile, isSealed: Bool = false) {
    self.file = file
    key = isSealed ? SymmetricKey(size: .bits256) : nil
    sealing = key.map { AgeStream(key: $0) }
  }

  func write(_ bytes: [UInt8]) throws(DiaryError) {
    count += Int64(bytes.count)
    guard sealing != nil else { return try file.write(bytes) }
    pending += bytes
    var index = 0
    while pending.count - index >= AgeStream.pieceSize {
      try seal(pending[index..<index + AgeStream.pieceSize])
      index += AgeStream.pieceSize
    }
    pending.removeFirst(index)
  }

  private func seal(_ piece: ArraySlice<UInt8>) throws(DiaryError) {
    guard let sealed = try? sealing?.seal(piece, isLast: false) else {
      throw .export(path: file.path, .failed(reason: "ChaCha20-Poly1305"))
    }
    try file.write(sealed)
  }

  /// Gives all that was written to a sealed file, in order, and nothing of another.
  func read(_ take: ([UInt8]) throws(DiaryError) -> Void) throws(DiaryError) {
    guard let key else { return }
    var opening = AgeStream(key: key)
    try file.forEachPiece(of: AgeStream.sealedSize) { sealed throws(DiaryError) in
      guard let piece = try? opening.open(sealed[...], isLast: false) else {
        throw .export(path: file.path, .failed(reason: "ChaCha20-Poly1305"))
      }
      try take(piece)
    }
    try take(pending)
  }
}
