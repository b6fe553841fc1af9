import DiaryCore
import System

/// Encrypts bytes as they come and writes them to a file, so that nothing of them stands there in
/// clear text.
struct AgeWriter: ~Copyable {
  private let file: OpenFile
  /// Goes before what is sealed.
  private var header: [UInt8]
  private var stream: AgeStream
  private var pending: [UInt8] = []

  /// Begins an age file in a file that is empty.
  init(_ file: consuming OpenFile, _ header: AgeHeader) {
    self.file = file
    self.header = header.bytes
    stream = AgeStream(key: header.payloadKey)
  }

  mutating func write(_ bytes: [UInt8]) throws(DiaryError) {
    pending += bytes
    // The last piece is another than those before it, so one is always held back.
    var index = 0
    while pending.count - index > AgeStream.pieceSize {
      try seal(pending[index..<index + AgeStream.pieceSize], isLast: false)
      index += AgeStream.pieceSize
    }
    pending.removeFirst(index)
  }

  /// Ends the file, and makes it survive a power cut.
  mutating func finish() throws(DiaryError) {
    try seal(pending[...], isLast: true)
    pending = []
    try file.sync()
  }

  private mutating func seal(_ piece: ArraySlice<UInt8>, isLast: Bool) throws(DiaryError) {
    let sealed: [UInt8]
    do {
      sealed = try stream.seal(piece, isLast: isLast)
    } catch {
      throw .export(path: file.path, .failed(reason: "ChaCha20-Poly1305"))
    }
    try file.write(header + sealed)
    header = []
  }
}
