import System

/// The bytes of a file that is put on a remote, piece by piece.
struct OutgoingBytes: ~Copyable {
  /// In bytes.
  let size: Int
  private let file: OpenFile?
  private let source: (path: String, descriptor: Descriptor)?
  private var bytes: [UInt8]
  private var left: Int

  init(_ file: OutgoingFile) throws(RemoteFault) {
    switch file.source {
    case .bytes(let bytes):
      self.bytes = bytes
      self.file = nil
      source = nil
      size = bytes.count
    case .file(let path):
      bytes = []
      let file = try RemoteFault.here(OpenFile.reading(path))
      size = file.size
      source = (path, file.descriptor)
      self.file = consume file
    }
    left = size
  }

  /// `nil` at the end. Never more or less than `size` come in all: a file that became shorter is told.
  mutating func next() throws(RemoteFault) -> [UInt8]? {
    guard left > 0 else { return nil }
    guard let (path, descriptor) = source else {
      left = 0
      return bytes
    }
    do throws(ErrorNumber) {
      let piece = try descriptor.bytes(min(left, 1 << 20), at: size - left)
      guard !piece.isEmpty else { throw .inputOutput }
      left -= piece.count
      return piece
    } catch {
      throw .local(path: path, reason: error.words)
    }
  }
}
