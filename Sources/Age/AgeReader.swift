import Crypto
import System

/// Opens a file, chunk by chunk, in any order: none is given on before it has proved to be the one
/// that was written there. The last one proves how long the file is, so a file that was cut or that
/// something was added to isn't opened at all.
package struct AgeReader: Sendable {
  static let nonceSize = 16

  private let source: AgeSource
  private let stream: AgeStream
  /// Where the first chunk begins.
  private let start: Int
  /// In bytes of clear text.
  package let count: Int
  /// At least one; all but the last have `AgeStream.chunkSize` bytes.
  package let chunkCount: Int

  /// Who made a descriptor the source keeps it open for as long as this value is read from.
  package init(_ source: AgeSource, with key: AgeKey) throws(AgeError) {
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
    // Nothing has one way to be written only.
    guard !isEmpty || chunkCount == 1 else { throw .damaged }
  }

  private static func header(
    of source: AgeSource, _ size: Int
  ) throws(AgeError) -> AgeHeader {
    // Most are short, and then no more is read.
    let usual = try source.bytes(min(size, usualHeaderSize), at: 0)
    if let header = try? AgeHeader(parsing: usual) { return header }
    return try AgeHeader(parsing: source.bytes(min(size, AgeHeader.limit), at: 0))
  }

  /// In bytes: of one for a few recipients.
  private static let usualHeaderSize = 1024

  /// The clear text of a chunk, by its number from 0.
  package func chunk(_ number: Int) throws(AgeError) -> [UInt8] {
    try open(number) { Array($0) }
  }

  /// What is made of the clear text of a chunk, which is gone then.
  private func open<Result>(
    _ number: Int, _ take: (UnsafeRawBufferPointer) -> Result
  ) throws(AgeError) -> Result {
    let place = number * AgeStream.sealedSize
    let size = min(AgeStream.sealedSize, count + chunkCount * AgeStream.tagSize - place)
    let isLast = number == chunkCount - 1
    // Of a large file all pages would be in memory in the end.
    defer { source.release(start + place, size) }
    let result = try source.withBytes(size, at: start + place) { sealed in
      stream.open(sealed, number: number, isLast: isLast, take)
    }
    guard let result else { throw .damaged }
    return result
  }

  /// A part of the clear text, which opens as many chunks as it lies in.
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

  /// Puts a part of the clear text into a buffer as long as that. Of chunks that are damaged, nothing
  /// is put there.
  ///
  /// - Returns: Whether all of them could be opened.
  @discardableResult
  package func copy(_ range: Range<Int>, to buffer: UnsafeMutableRawBufferPointer) -> Bool {
    let size = AgeStream.chunkSize
    var isWhole = true
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index / size * size
      let end = min(range.upperBound, start + size)
      let isOpen: Void? = try? open(index / size) { chunk in
        UnsafeMutableRawBufferPointer(rebasing: buffer[(index - range.lowerBound)...])
          .copyMemory(
            from: UnsafeRawBufferPointer(rebasing: chunk[(index - start)..<(end - start)]))
      }
      if isOpen == nil { isWhole = false }
      index = end
    }
    return isWhole
  }

  /// A whole file at once.
  package static func open(_ bytes: [UInt8], with key: AgeKey) throws(AgeError) -> [UInt8] {
    let reader = try AgeReader(.bytes(bytes), with: key)
    return try reader.bytes(0..<reader.count)
  }
}

/// Where a sealed file is read from.
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
        do throws(ErrorNumber) { return try file.status().size } catch { throw .unreadable(error) }
      }
    }
  }

  /// Gives back the memory of some bytes, which can be read again.
  func release(_ offset: Int, _ count: Int) {
    if case .mapped(let file) = self { file.release(offset..<offset + count) }
  }

  /// As many as asked for: a file that has grown shorter meanwhile is damaged.
  func bytes(_ count: Int, at offset: Int) throws(AgeError) -> [UInt8] {
    try withBytes(count, at: offset) { Array($0) }
  }

  /// The same, without a copy of what is in memory.
  func withBytes<Result>(
    _ count: Int, at offset: Int, _ take: (UnsafeRawBufferPointer) -> Result
  ) throws(AgeError) -> Result {
    func part(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> Result? {
      guard offset >= 0, count >= 0, offset + count <= bytes.count else { return nil }
      return take(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    }
    let result: Result?
    switch self {
    case .bytes(let bytes): result = bytes.withUnsafeBytes { part($0, from: offset) }
    case .mapped(let file):
      defer { withExtendedLifetime(file) {} }
      result = part(file.bytes, from: offset)
    case .file(let file):
      do throws(ErrorNumber) {
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

/// Why a file wasn't sealed or opened.
package enum AgeError: Error, Hashable, Sendable {
  /// It doesn't begin as a file of age does.
  case notAge
  /// It is one of a later version than v1.
  case newerVersion
  /// It was sealed to other keys than those at hand, or to none.
  case noMatchingIdentity
  case wrongPassphrase
  /// It was changed, or isn't whole.
  case damaged
  /// scrypt's cost, as a power of two, is more than this program pays.
  case workFactorTooHigh(Int)
  /// It names more keys, or is made for more, than this program takes.
  case headerTooLarge
  /// scrypt needs more than there is.
  case outOfMemory
  case unreadable(ErrorNumber)
}
