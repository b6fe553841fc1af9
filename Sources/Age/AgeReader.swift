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
    let beginning = try source.bytes(min(size, AgeHeader.limit), at: 0)
    let header = try AgeHeader(parsing: beginning)
    let fileKey = try key.unwrap(header)
    let nonce = try source.bytes(Self.nonceSize, at: header.count)
    start = header.count + Self.nonceSize
    let sealed = size - start
    guard sealed >= AgeStream.tagSize else { throw .damaged }
    chunkCount = (sealed + AgeStream.sealedSize - 1) / AgeStream.sealedSize
    count = sealed - chunkCount * AgeStream.tagSize
    stream = AgeStream(key: AgeHeader.derived(from: fileKey, salt: nonce, "payload"))
    self.source = source
    let last = try chunk(chunkCount - 1)
    // Nothing has one way to be written only.
    guard !last.isEmpty || chunkCount == 1 else { throw .damaged }
  }

  /// The clear text of a chunk, by its number from 0.
  package func chunk(_ number: Int) throws(AgeError) -> [UInt8] {
    let place = number * AgeStream.sealedSize
    let size = min(AgeStream.sealedSize, count + chunkCount * AgeStream.tagSize - place)
    let sealed = try source.bytes(size, at: start + place)
    let isLast = number == chunkCount - 1
    let chunk = sealed.withUnsafeBytes { stream.open($0, number: number, isLast: isLast) }
    guard let chunk else { throw .damaged }
    return chunk
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
      if var chunk = try? chunk(index / size) {
        chunk.withUnsafeBytes { chunk in
          UnsafeMutableRawBufferPointer(rebasing: buffer[(index - range.lowerBound)...])
            .copyMemory(
              from: UnsafeRawBufferPointer(rebasing: chunk[(index - start)..<(end - start)]))
        }
        chunk.wipe()
      } else {
        isWhole = false
      }
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

  /// As many as asked for: a file that has grown shorter meanwhile is damaged.
  func bytes(_ count: Int, at offset: Int) throws(AgeError) -> [UInt8] {
    let found: [UInt8]
    switch self {
    case .bytes(let bytes): found = Array(bytes.dropFirst(offset).prefix(count))
    case .mapped(let file):
      defer { withExtendedLifetime(file) {} }
      found = Array(file.bytes.dropFirst(offset).prefix(count))
    case .file(let file):
      do throws(ErrorNumber) {
        found = try file.bytes(count, at: offset)
      } catch {
        throw .unreadable(error)
      }
    }
    guard found.count == count else { throw .damaged }
    return found
  }
}
