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
  private let stream: AgeStream?
  /// Chunks that were sealed.
  private var chunks = 0
  /// What has no whole chunk yet.
  private var pending: [UInt8] = []
  /// Bytes that were written, in clear text.
  private(set) var count: Int64 = 0

  init(_ file: consuming OpenFile, isSealed: Bool = false) {
    self.file = file
    stream = isSealed ? AgeStream(key: SymmetricKey(size: .bits256)) : nil
  }

  func write(_ bytes: [UInt8]) throws(DiaryError) {
    count += Int64(bytes.count)
    guard let stream else { return try file.write(bytes) }
    pending += bytes
    var index = 0
    while pending.count - index >= AgeStream.chunkSize {
      try pending[index..<index + AgeStream.chunkSize].span.bytes.withUnsafeBytes {
        chunk throws(DiaryError) in
        try stream.seal(chunk, number: chunks, isLast: false) { sealed throws(DiaryError) in
          try file.write(sealed)
        }
      }
      chunks += 1
      index += AgeStream.chunkSize
    }
    pending.removeFirst(index)
  }

  /// Gives all that was written to a sealed file, in order, and nothing of another.
  func read(_ take: ([UInt8]) throws(DiaryError) -> Void) throws(DiaryError) {
    guard let stream else { return }
    var number = 0
    try file.forEachPiece(of: AgeStream.sealedSize) { sealed throws(DiaryError) in
      let chunk = sealed.withUnsafeBytes { stream.open($0, number: number, isLast: false) }
      guard let chunk else {
        throw .export(path: file.path, .failed(reason: "ChaCha20-Poly1305"))
      }
      number += 1
      try take(chunk)
    }
    try take(pending)
  }
}
