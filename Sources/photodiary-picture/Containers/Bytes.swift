import System

enum ByteOrder {
  case little, big

  /// Returns a number as `count` bytes.
  func bytes(_ number: Int, count: Int = 4) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    return self == .little ? bytes : bytes.reversed()
  }
}

// MARK: - Bytes

/// The bytes of a photo. Positions are offsets in the file; reading past the end returns `nil` and
/// writing past the end has no effect.
struct Bytes {
  private let memory: UnsafeMutableRawBufferPointer

  init(_ memory: UnsafeMutableRawBufferPointer) {
    self.memory = memory
  }

  var count: Int { memory.count }
  var all: Range<Int> { 0..<count }
  var raw: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }
  /// The first byte, for C libraries.
  var start: UnsafePointer<UInt8>? { raw.bindMemory(to: UInt8.self).baseAddress }

  /// Returns the range from `position` on; `nil` if it exceeds the file.
  func range(at position: Int, count length: Int) -> Range<Int>? {
    guard position >= 0, length >= 0, position <= count, length <= count - position
    else { return nil }
    return position..<position + length
  }

  /// Returns all bytes from a position on, as a separate file.
  func part(from position: Int) -> Bytes? {
    guard position >= 0, position < count else { return nil }
    return Bytes(UnsafeMutableRawBufferPointer(rebasing: memory[position...]))
  }

  func raw(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: raw[range.clamped(to: all)])
  }

  func byte(_ position: Int) -> UInt8? {
    position >= 0 && position < count ? memory[position] : nil
  }

  func number16(_ position: Int, _ order: ByteOrder) -> Int? {
    guard let range = range(at: position, count: 2) else { return nil }
    let value = raw(range).loadUnaligned(as: UInt16.self)
    return Int(order == .little ? UInt16(littleEndian: value) : UInt16(bigEndian: value))
  }

  func number32(_ position: Int, _ order: ByteOrder) -> Int? {
    guard let range = range(at: position, count: 4) else { return nil }
    let value = raw(range).loadUnaligned(as: UInt32.self)
    return Int(order == .little ? UInt32(littleEndian: value) : UInt32(bigEndian: value))
  }

  /// Returns a big-endian 64-bit number; `nil` if it is larger than any file.
  func number64(_ position: Int) -> Int? {
    guard let high = number32(position, .big), high < 1 << 20,
      let low = number32(position + 4, .big)
    else { return nil }
    return high << 32 | low
  }

  func text(_ range: Range<Int>) -> String { String(decoding: raw(range), as: UTF8.self) }

  /// Returns the four-letter name of a part of a file.
  func name(_ position: Int) -> String { text(position..<position + 4) }

  func has(_ text: StaticString, at position: Int) -> Bool {
    guard let range = range(at: position, count: text.utf8CodeUnitCount) else { return false }
    // Usually the first byte decides, and there may be very many chunks.
    for index in 0..<range.count where memory[position + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// Returns the first position of `pattern` in `range`.
  func first(_ pattern: [UInt8], in range: Range<Int>) -> Int? {
    let range = range.clamped(to: all)
    guard !pattern.isEmpty else { return nil }
    return raw(range).range(of: pattern, from: 0).map { range.lowerBound + $0.lowerBound }
  }

  func fill(_ range: Range<Int>, with byte: UInt8) {
    for position in range.clamped(to: all) { memory[position] = byte }
  }

  func store16(_ value: Int, at position: Int, _ order: ByteOrder) {
    guard let range = range(at: position, count: 2) else { return }
    let value = UInt16(truncatingIfNeeded: value)
    memory[range.lowerBound] = UInt8(truncatingIfNeeded: order == .big ? value >> 8 : value)
    memory[range.lowerBound + 1] = UInt8(truncatingIfNeeded: order == .big ? value : value >> 8)
  }

  func store(_ text: [UInt8], at position: Int) {
    guard let range = range(at: position, count: text.count) else { return }
    for (offset, byte) in text.enumerated() { memory[range.lowerBound + offset] = byte }
  }

  /// Moves a range to another position; the two may overlap.
  func move(_ range: Range<Int>, to position: Int) {
    guard let source = self.range(at: range.lowerBound, count: range.count),
      let target = self.range(at: position, count: range.count), let base = memory.baseAddress
    else { return }
    (base + target.lowerBound).copyMemory(
      from: base + source.lowerBound, byteCount: source.count)
  }
}

// MARK: - SortedRanges

/// Sorted ranges of a file that don't touch each other.
struct SortedRanges {
  private var ranges: [Range<Int>] = []

  init(_ unordered: [Range<Int>]) {
    for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// The end of the last range.
  var end: Int { ranges.last?.upperBound ?? 0 }

  func overlaps(_ other: Range<Int>) -> Bool {
    index(after: other.lowerBound).map { ranges[$0].overlaps(other) } ?? false
  }

  /// Returns the parts of a range that none of these covers.
  func gaps(in whole: Range<Int>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var position = whole.lowerBound
    for range in ranges[(index(after: position) ?? ranges.count)...] {
      guard range.lowerBound < whole.upperBound else { break }
      if range.lowerBound > position { gaps.append(position..<range.lowerBound) }
      position = range.upperBound
    }
    if position < whole.upperBound { gaps.append(position..<whole.upperBound) }
    return gaps
  }

  /// Returns the index of the first range that ends after a position.
  private func index(after position: Int) -> Int? {
    let index = partitionPoint(ranges.count) { ranges[$0].upperBound <= position }
    return index < ranges.count ? index : nil
  }
}

// MARK: - Chunk

/// A named part of a file.
struct Chunk {
  /// The position of its four-letter name.
  let name: Int
  let content: Range<Int>
}

// MARK: - Chunks

/// The complete chunks of a PNG or WebP file.
struct Chunks: Sequence, IteratorProtocol {
  private let bytes: Bytes
  private let isPNG: Bool
  private(set) var position: Int

  /// Reads chunks of length, name, content and checksum.
  static func png(_ bytes: Bytes) -> Chunks { Chunks(bytes: bytes, isPNG: true, position: 8) }

  /// Reads chunks of name, length, content, and a padding byte if the length is odd.
  static func webp(_ bytes: Bytes, from position: Int = 12) -> Chunks {
    Chunks(bytes: bytes, isPNG: false, position: position)
  }

  mutating func next() -> Chunk? {
    let name = isPNG ? position + 4 : position
    let length = bytes.number32(isPNG ? position : position + 4, isPNG ? .big : .little)
    guard let length, let content = bytes.range(at: position + 8, count: length)
    else { return nil }
    position = content.upperBound + (isPNG ? 4 : length & 1)
    return Chunk(name: name, content: content)
  }

  /// The chunk that the end of the file cuts off, with the available part of its content.
  var cutOff: Chunk? {
    let name = isPNG ? position + 4 : position
    guard position + 8 < bytes.count else { return nil }
    return Chunk(name: name, content: position + 8..<bytes.count)
  }
}
