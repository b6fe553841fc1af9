import System

/// Decrypts a file chunk by chunk, in any order. Each chunk is authenticated before it is returned.
///
/// The last chunk authenticates the length, so opening fails if the file was cut or extended.
package struct AgeReader: Sendable {
  static let nonceSize = 16

  private let source: AgeSource
  private let stream: AgeStream
  /// The offset of the first chunk in the file.
  private let start: Int
  /// The size of the plaintext in bytes.
  package let count: Int
  /// The number of chunks, at least one. All but the last have `AgeStream.chunkSize` bytes.
  package let chunkCount: Int

  /// Opens a file. The caller keeps the descriptor of a `.file` source open while it uses the
  /// reader.
  ///
  /// - Throws: `AgeError` if the file can't be read, isn't an age file, isn't encrypted to `key`,
  ///   or is damaged.
  package init(_ source: AgeSource, with key: AgeDecryptionKey) throws(AgeError) {
    let size = try source.size
    let header = try Self.header(of: source, size)
    let fileKey = try key.unwrap(header)
    let nonce = try source.bytes(Self.nonceSize, at: header.count)
    start = header.count + Self.nonceSize
    let sealed = size - start
    guard sealed >= AgeStream.tagSize else { throw .damaged }
    chunkCount = (sealed + AgeStream.sealedSize - 1) / AgeStream.sealedSize
    count = sealed - chunkCount * AgeStream.tagSize
    stream = AgeStream(key: AgeHeader.derived(from: fileKey, salt: nonce, "payload"))
    self.source = source
    let isEmpty = try open(chunkCount - 1) { $0.isEmpty }
    // Only an empty file may end with an empty chunk, so that each plaintext has one length.
    guard !isEmpty || chunkCount == 1 else { throw .damaged }
  }

  private static func header(
    of source: AgeSource, _ size: Int
  ) throws(AgeError) -> AgeHeader {
    // Most headers are short and need no second read.
    let usual = try source.bytes(min(size, usualHeaderSize), at: 0)
    if let header = try? AgeHeader(parsing: usual) { return header }
    return try AgeHeader(parsing: source.bytes(min(size, AgeHeader.limit), at: 0))
  }

  /// The size in bytes of a header with a few recipients.
  private static let usualHeaderSize = 1024

  /// Returns the plaintext of a chunk, numbered from 0.
  ///
  /// - Throws: `damaged` if the chunk was changed, or `unreadable`.
  package func chunk(_ number: Int) throws(AgeError) -> [UInt8] {
    try open(number) { Array($0) }
  }

  /// Passes the plaintext of a chunk to a closure, wipes it, and returns the result.
  private func open<Result>(
    _ number: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(AgeError) -> Result {
    let offset = number * AgeStream.sealedSize
    let size = min(AgeStream.sealedSize, count + chunkCount * AgeStream.tagSize - offset)
    let isLast = number == chunkCount - 1
    // Otherwise, reading a large file would keep all of its pages in memory.
    defer { source.release(start + offset, size) }
    let result = try source.withBytes(size, at: start + offset) { sealed in
      stream.open(sealed, number: number, isLast: isLast, body)
    }
    guard let result else { throw .damaged }
    return result
  }

  /// Returns a range of the plaintext. Decrypts all chunks that contain a part of it.
  ///
  /// - Throws: `damaged` if a chunk was changed, or `unreadable`.
  package func bytes(_ range: Range<Int>) throws(AgeError) -> [UInt8] {
    let size = AgeStream.chunkSize
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    while case let index = range.lowerBound + bytes.count, index < range.upperBound {
      let end = min(range.upperBound - index / size * size, size)
      bytes += try chunk(index / size)[(index % size)..<end]
    }
    return bytes
  }

  /// Copies a range of the plaintext to a buffer of the same size. Skips chunks that can't be
  /// decrypted.
  ///
  /// - Returns: `true` if all chunks were decrypted.
  @discardableResult
  package func copy(_ range: Range<Int>, to buffer: UnsafeMutableRawBufferPointer) -> Bool {
    let size = AgeStream.chunkSize
    var isComplete = true
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index / size * size
      let end = min(range.upperBound, start + size)
      let isOpen: Void? = try? open(index / size) { chunk in
        UnsafeMutableRawBufferPointer(rebasing: buffer[(index - range.lowerBound)...])
          .copyMemory(
            from: UnsafeRawBufferPointer(rebasing: chunk[(index - start)..<(end - start)]))
      }
      if isOpen == nil { isComplete = false }
      index = end
    }
    return isComplete
  }

  /// Decrypts a complete file in memory.
  ///
  /// - Throws: `AgeError` if it isn't an age file, isn't encrypted to `key`, or is damaged.
  package static func open(_ bytes: [UInt8], with key: AgeDecryptionKey) throws(AgeError) -> [UInt8]
  {
    let reader = try AgeReader(.bytes(bytes), with: key)
    return try reader.bytes(0..<reader.count)
  }
}

/// The bytes of an encrypted file.
package enum AgeSource: Sendable {
  case bytes([UInt8])
  case file(Descriptor)
  case mapped(MappedFile)

  var size: Int {
    get throws(AgeError) {
      switch self {
      case .bytes(let bytes): return bytes.count
      case .mapped(let file): return file.count
      case .file(let file):
        do { return try file.status().size } catch { throw .unreadable(error) }
      }
    }
  }

  /// Frees the memory of some bytes, which can be read again.
  func release(_ offset: Int, _ count: Int) {
    if case .mapped(let file) = self { file.release(offset..<offset + count) }
  }

  /// Returns the bytes at an offset.
  func bytes(_ count: Int, at offset: Int) throws(AgeError) -> [UInt8] {
    try withBytes(count, at: offset) { Array($0) }
  }

  /// Passes the bytes at an offset to a closure, without copying what is in memory. Throws
  /// `damaged` if there are fewer, for example after the file was truncated.
  func withBytes<Result>(
    _ count: Int, at offset: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(AgeError) -> Result {
    func part(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> Result? {
      guard offset >= 0, count >= 0, offset + count <= bytes.count else { return nil }
      return body(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    }
    let result: Result?
    switch self {
    case .bytes(let bytes): result = bytes.withUnsafeBytes { part($0, from: offset) }
    case .mapped(let file):
      defer { withExtendedLifetime(file) {} }
      result = part(file.bytes, from: offset)
    case .file(let file):
      do {
        let bytes = try file.bytes(count, at: offset)
        result = bytes.withUnsafeBytes { part($0, from: 0) }
      } catch {
        throw .unreadable(error)
      }
    }
    guard let result else { throw .damaged }
    return result
  }
}

// MARK: - AgeError

/// The reason that a file couldn't be encrypted or decrypted.
package enum AgeError: Error, Hashable, Sendable {
  /// The file doesn't start as an age file does.
  case notAge
  /// The file has a later version of the format than v1.
  case newerVersion
  /// The file is encrypted to other keys; or there is no recipient to encrypt it to.
  case noMatchingIdentity
  case wrongPassphrase
  /// The file was changed or truncated.
  case damaged
  /// The file's scrypt cost, given as a power of two, is higher than this program accepts.
  case workFactorTooHigh(Int)
  /// The file has more recipients than this program accepts.
  case headerTooLarge
  /// There isn't enough memory for scrypt.
  case outOfMemory
  case unreadable(ErrorNumber)
}
