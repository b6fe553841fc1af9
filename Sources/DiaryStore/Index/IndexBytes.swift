import Synchronization
import System

/// The bytes of an index. Each block is compared with its sum before its first use.
///
/// So the cost of opening an index doesn't grow with the number of entries, and no damage is
/// mistaken for the diary's contents. An encrypted index is authenticated by decryption instead. If
/// any damage is found, the same index is rebuilt from the logs and used from then on.
final class IndexBytes: Sendable {
  /// The original file.
  let file: MappedFile
  /// The end of the summed bytes, where the table of sums begins.
  let end: Int
  let damage = IndexIssueFlag()
  private let sumCount: Int
  private let state: Mutex<State>
  private let mending: (@Sendable () -> MappedFile?)?

  private struct State {
    /// A bit for each block that was found to be undamaged.
    var sound: [UInt64]
    /// The rebuilt index.
    var mended: MappedFile?
  }

  /// Returns `nil` if the table of sums has the wrong length. `mending` rebuilds the same index, if
  /// that is possible.
  init?(
    _ file: MappedFile, end: Int, sumCount: Int, mending: (@Sendable () -> MappedFile?)?
  ) {
    guard (0...file.count).contains(end), sumCount == IndexSums.blockCount(of: end),
      end + sumCount * IndexSums.lineLength <= file.count
    else { return nil }
    self.file = file
    self.end = end
    self.sumCount = sumCount
    self.mending = mending
    state = Mutex(State(sound: [UInt64](repeating: 0, count: (sumCount + 63) / 64)))
  }

  /// Returns the bytes of a range. Returns `nil` if they are damaged and can't be rebuilt, which is
  /// recorded.
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer? {
    guard range.lowerBound >= 0, range.upperBound <= end else {
      damage.recordLoss()
      return nil
    }
    return source(of: range).map { UnsafeRawBufferPointer(rebasing: $0.memory[range]) }
  }

  /// `true` if the bytes are decrypted on demand.
  var isSealed: Bool { file.isLazy }

  /// Returns a range that is decrypted separately from the bytes kept in memory. Returns `nil` if
  /// the index isn't encrypted, or there is any damage.
  func part(_ range: Range<Int>) -> FilePart? {
    guard !damage.isFound, range.lowerBound >= 0, range.upperBound <= end else { return nil }
    return file.part(range)
  }

  /// Returns the line at an offset, without its line end.
  func line(at offset: Int) -> UnsafeRawBufferPointer? {
    // The line end is genuine if everything up to it is undamaged.
    guard offset < end, let next = file.line(at: offset)?.next,
      let source = source(of: offset..<min(next, end))
    else {
      damage.recordLoss()
      return nil
    }
    return UnsafeRawBufferPointer(rebasing: source.memory[..<end]).line(at: offset)?.bytes
  }

  /// `true` if all bytes and the table of sums are undamaged.
  var isSound: Bool {
    for block in 0..<sumCount {
      if block % Self.span == 0 { release() }
      let start = end + block * IndexSums.lineLength
      file.load(range(ofBlock: block))
      file.load(start..<start + IndexSums.lineLength)
      let line = file.memory[start..<start + IndexSums.lineLength]
      let sum = IndexSums.sum(ofBlock: block, self.block(block))
      guard line.elementsEqual(IndexSums.line(ofBlock: block, sum: sum, of: sumCount)) else {
        return false
      }
    }
    return true
  }

  /// The number of blocks after which memory is released.
  private static let span = 1024

  /// Releases the memory. The caller ensures that no one is reading the bytes.
  func release() {
    state.withLock { state in
      if isSealed { for index in state.sound.indices { state.sound[index] = 0 } }
      file.release(0..<file.count)
    }
  }

  private func range(ofBlock number: Int) -> Range<Int> {
    let start = number * IndexSums.blockSize
    return start..<min(start + IndexSums.blockSize, end)
  }

  private func block(_ number: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: file.memory[range(ofBlock: number)])
  }

  /// Returns the file from which the bytes of a range can be read.
  private func source(of range: Range<Int>) -> MappedFile? {
    state.withLock { state in
      if let mended = state.mended {
        mended.load(range)
        return mended
      }
      let first = range.lowerBound / IndexSums.blockSize
      let blocks = first..<max(first, IndexSums.blockCount(of: range.upperBound))
      // A block that was undamaged may be gone after another program truncated the file.
      if blocks.allSatisfy({ isSound($0, &state) }), file.canRead(range) { return file }
      damage.record()
      state.mended = damage.isLost ? nil : mending?()
      if state.mended == nil { damage.recordLoss() }
      state.mended?.load(range)
      return state.mended
    }
  }

  private func isSound(_ number: Int, _ state: inout State) -> Bool {
    let bit = UInt64(1) << UInt64(number % 64)
    if state.sound[number / 64] & bit != 0 { return true }
    guard isSealed ? file.canLoad(range(ofBlock: number)) : matchesSum(number) else {
      return false
    }
    state.sound[number / 64] |= bit
    return true
  }

  private func matchesSum(_ number: Int) -> Bool {
    let start = end + number * IndexSums.lineLength
    let line = UnsafeRawBufferPointer(rebasing: file.memory[start..<start + IndexSums.lineLength])
    return IndexSums.sum(inLine: line) == IndexSums.sum(ofBlock: number, block(number))
  }
}

/// Records that damage was found, from any thread.
final class IndexIssueFlag: Sendable {
  private let found = Atomic(false)
  private let lost = Atomic(false)

  var isFound: Bool { found.load(ordering: .relaxed) }
  /// `true` if a request couldn't be answered because of the damage.
  var isLost: Bool { lost.load(ordering: .relaxed) }

  func record() { found.store(true, ordering: .relaxed) }

  func recordLoss() {
    record()
    lost.store(true, ordering: .relaxed)
  }
}

/// XXH64, the 64-bit xxHash (https://xxhash.com), for detecting accidental changes. It is many
/// times faster than a cryptographic hash. `xxh64sum` prints the same sums for seed 0.
enum XXH64 {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  static func sum(of bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    let (p1, p2, p3, p4, p5) = primes
    var index = 0
    var hash: UInt64
    if bytes.count >= 32 {
      var (a, b, c, d) = (seed &+ p1 &+ p2, seed &+ p2, seed, seed &- p1)
      while index + 32 <= bytes.count {
        a = round(a, word(bytes, index))
        b = round(b, word(bytes, index + 8))
        c = round(c, word(bytes, index + 16))
        d = round(d, word(bytes, index + 24))
        index += 32
      }
      hash = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
      for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* p1 &+ p4 }
    } else {
      hash = seed &+ p5
    }
    hash &+= UInt64(bytes.count)
    while index + 8 <= bytes.count {
      hash = rotated(hash ^ round(0, word(bytes, index)), 27) &* p1 &+ p4
      index += 8
    }
    if index + 4 <= bytes.count {
      let half = UInt64(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
      hash = rotated(hash ^ (half &* p1), 23) &* p2 &+ p3
      index += 4
    }
    while index < bytes.count {
      hash = rotated(hash ^ (UInt64(bytes[index]) &* p5), 11) &* p1
      index += 1
    }
    hash = (hash ^ (hash >> 33)) &* p2
    hash = (hash ^ (hash >> 29)) &* p3
    return hash ^ (hash >> 32)
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* primes.1, 31) &* primes.0
  }

  @inline(__always)
  private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}
