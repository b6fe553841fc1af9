import CSystem
import Dispatch
import Glibc
import Synchronization

/// A file's bytes in memory: a mapped file, or the contents of an encrypted file, decrypted on
/// demand.
///
/// A file on the disk is mapped, so its pages are read when they are touched and belong to the page
/// cache. The diary's files only grow or are replaced by a rename. If another program shortens one
/// in place, or the disk fails, the bytes that can't be read become zeros and `hasLostBytes` is
/// set.
///
/// The bytes of an encrypted file are filled in block by block. They are excluded from core dumps
/// and zeroed on `deinit`.
package final class MappedFile: Sendable {
  /// The start of the mapping. An integer is `Sendable`, and any thread may read the memory while
  /// this object is alive, because filled bytes are never changed.
  @usableFromInline let address: UInt
  package let count: Int
  /// The file's path; `nil` if no file is mapped.
  package let path: String?
  /// Fills the bytes on demand; `nil` if a file is mapped.
  @usableFromInline let lazyBlocks: LazyBlocks?
  /// The address of the guard that catches read errors; 0 if no file is mapped.
  private let guardAddress: UInt

  /// Maps the first `count` bytes, or all.
  ///
  /// - Throws: an error if the file can't be mapped.
  package init(
    _ file: borrowing OpenFile, count: Int? = nil
  ) throws(SystemError) {
    let size: Int
    if let count { size = count } else { size = try file.status().size }
    self.count = size
    path = file.path
    lazyBlocks = nil
    guard size > 0 else {
      address = 0
      guardAddress = 0
      return
    }
    let start = mmap(nil, size, PROT_READ, MAP_SHARED, file.descriptor.number, 0)
    guard let start, start != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw SystemError(.mapping, file.path)
    }
    address = UInt(bitPattern: start)
    guardAddress = UInt(bitPattern: pd_guard_mapping(start, size))
  }

  /// Reserves memory for bytes that are filled in on demand.
  ///
  /// - Parameter fill: fills in the bytes of a range. Bytes that it doesn't write remain zeros.
  ///   Returns `false` if it couldn't provide them all. Can be called from several threads at the
  ///   same time.
  /// - Returns: `nil` if there isn't enough memory.
  package init?(
    count: Int,
    filling fill: @escaping @Sendable (Range<Int>, UnsafeMutableRawBufferPointer) -> Bool
  ) {
    self.count = count
    path = nil
    guardAddress = 0
    guard count > 0 else {
      address = 0
      lazyBlocks = nil
      return
    }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let start = mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let start, start != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    pd_leave_out_of_dumps(start, count)
    address = UInt(bitPattern: start)
    lazyBlocks = LazyBlocks(
      UnsafeMutableRawBufferPointer(start: start, count: count), filling: fill)
  }

  deinit {
    guard count > 0 else { return }
    lazyBlocks?.wipe()
    pd_end_guard(OpaquePointer(bitPattern: guardAddress))
    munmap(UnsafeMutableRawPointer(bitPattern: address), count)
  }

  /// `true` after bytes couldn't be read and became zeros.
  package var hasLostBytes: Bool { pd_has_lost_bytes(OpaquePointer(bitPattern: guardAddress)) }

  /// Returns `true` if all bytes of a range can be read, and no earlier read failed.
  package func canRead(_ range: Range<Int>) -> Bool {
    pd_read_pages(UnsafeRawPointer(bitPattern: address).map { $0 + range.lowerBound }, range.count)
    return !hasLostBytes
  }

  /// All bytes, filled in. Valid while this object is alive.
  @inlinable
  package var bytes: UnsafeRawBufferPointer {
    load(0..<count)
    return memory
  }

  /// The memory of all bytes, without filling them in.
  @inlinable
  package var memory: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }

  /// Fills in the bytes of a range that are still missing.
  @inlinable
  package func load(_ range: Range<Int>) { lazyBlocks?.load(range) }

  /// Frees the memory of a range. Its bytes are read or filled in again on demand.
  ///
  /// No thread may use bytes of a filled file in that range in the meantime.
  package func release(_ range: Range<Int>) {
    let size = LazyBlocks.size
    var whole = range.lowerBound / Self.pageSize * Self.pageSize..<min(range.upperBound, count)
    if let lazyBlocks {
      let first = (range.lowerBound + size - 1) / size
      let blocks = first..<max(first, whole.upperBound / size)
      lazyBlocks.release(blocks)
      whole = blocks.lowerBound * size..<blocks.upperBound * size
    }
    guard !whole.isEmpty, let start = UnsafeMutableRawPointer(bitPattern: address) else { return }
    madvise(start + whole.lowerBound, whole.count, MADV_DONTNEED)
  }

  private static let pageSize = 4096

  /// `true` if the bytes are filled in on demand.
  package var isLazy: Bool { lazyBlocks != nil }

  /// Fills in a range, and returns `true` if all of its bytes could be provided.
  package func canLoad(_ range: Range<Int>) -> Bool { lazyBlocks?.canFill(range) ?? true }

  /// `true` after bytes couldn't be filled in.
  package var hasUnfilledBytes: Bool { lazyBlocks?.hasFailed ?? false }

  /// Returns a separate copy of a range that isn't kept in this object; `nil` if a file is mapped,
  /// or if bytes can't be provided.
  package func part(_ range: Range<Int>) -> FilePart? {
    lazyBlocks.flatMap { FilePart(range, of: $0) }
  }

  /// Returns the line at an offset; see `UnsafeRawBufferPointer.line(at:)`.
  package func line(at offset: Int) -> (bytes: UnsafeRawBufferPointer, next: Int)? {
    guard lazyBlocks != nil else { return memory.line(at: offset) }
    var end = offset
    while end < count {
      let next = min((end / LazyBlocks.size + 1) * LazyBlocks.size, count)
      load(end..<next)
      if UnsafeRawBufferPointer(rebasing: memory[end..<next]).offset(of: 0x0A) != nil { break }
      end = next
    }
    return memory.line(at: offset)
  }

  /// Returns the offset of the first occurrence of `wanted` from an offset on.
  package func offset(of wanted: [UInt8], from offset: Int) -> Int? {
    bytes.range(of: wanted, from: offset)?.lowerBound
  }

  /// Returns the start of the line that contains the byte at an offset.
  package func lineStart(before offset: Int) -> Int {
    var start = min(offset, count)
    while lazyBlocks != nil, start > 0 {
      let block = (start - 1) / LazyBlocks.size * LazyBlocks.size
      load(block..<start)
      if UnsafeRawBufferPointer(rebasing: memory[block..<start]).contains(0x0A) { break }
      start = block
    }
    return memory.lastOffset(of: 0x0A, before: min(offset, count)).map { $0 + 1 } ?? 0
  }
}

// MARK: - LazyBlocks

/// Memory that is filled in block by block, with a record of the filled blocks. Thread-safe.
@usableFromInline final class LazyBlocks: Sendable {
  /// The size of a block in bytes.
  static let size = 64 << 10

  private let address: UInt
  let count: Int
  /// Fills in a range; see `MappedFile.init(count:filling:)`.
  let fill: @Sendable (Range<Int>, UnsafeMutableRawBufferPointer) -> Bool
  private let isLoaded = Atomic(false)
  private let state: Mutex<State>

  private struct State {
    /// Contains `true` for each block that is filled in.
    var isFilled: [Bool]
    /// The blocks that couldn't be filled in, and the others of the same call.
    var failed: Set<Int> = []
  }

  init(
    _ bytes: UnsafeMutableRawBufferPointer,
    filling fill: @escaping @Sendable (Range<Int>, UnsafeMutableRawBufferPointer) -> Bool
  ) {
    address = UInt(bitPattern: bytes.baseAddress)
    count = bytes.count
    self.fill = fill
    state = Mutex(
      State(isFilled: [Bool](repeating: false, count: Self.blocks(of: 0..<count).count)))
  }

  /// Returns the blocks that contain a range of bytes.
  static func blocks(of bytes: Range<Int>) -> Range<Int> {
    let first = bytes.lowerBound / size
    return first..<max(first, (bytes.upperBound + size - 1) / size)
  }

  /// Returns the byte range of some blocks.
  func bytes(of blocks: Range<Int>) -> Range<Int> {
    blocks.lowerBound * Self.size..<min(blocks.upperBound * Self.size, count)
  }

  /// Fills in the missing blocks of a range, with one call for each run of adjacent blocks.
  @usableFromInline func load(_ range: Range<Int>) {
    guard !range.isEmpty, !isLoaded.load(ordering: .acquiring) else { return }
    state.withLock { load(Self.blocks(of: range), &$0) }
  }

  /// Fills in a range, and returns `true` if all of its bytes could be provided.
  func canFill(_ range: Range<Int>) -> Bool {
    let blocks = Self.blocks(of: range)
    return state.withLock { state in
      load(blocks, &state)
      return state.failed.isEmpty || !blocks.contains(where: state.failed.contains)
    }
  }

  /// `true` after a block couldn't be filled in.
  var hasFailed: Bool { state.withLock { !$0.failed.isEmpty } }

  private func load(_ blocks: Range<Int>, _ state: inout State) {
    var next = blocks.lowerBound
    while next < blocks.upperBound {
      guard !state.isFilled[next] else {
        next += 1
        continue
      }
      let first = next
      while next < blocks.upperBound, !state.isFilled[next] {
        state.isFilled[next] = true
        next += 1
      }
      let bytes = bytes(of: first..<next)
      let buffer = UnsafeMutableRawBufferPointer(rebasing: all[bytes])
      // Maps all pages in one system call instead of one page fault for each. Old kernels ignore
      // it.
      pd_populate(buffer.baseAddress, buffer.count)
      if !fill(bytes, buffer) {
        state.failed.formUnion(first..<next)
      }
    }
    if blocks.count == state.isFilled.count { isLoaded.store(true, ordering: .releasing) }
  }

  /// Zeroes some blocks, which are filled in again on demand.
  func release(_ blocks: Range<Int>) {
    state.withLock { state in
      isLoaded.store(false, ordering: .releasing)
      for number in blocks where state.isFilled[number] {
        UnsafeMutableRawBufferPointer(rebasing: all[bytes(of: number..<number + 1)]).wipe()
        state.isFilled[number] = false
      }
    }
  }

  /// Zeroes all filled blocks.
  func wipe() {
    state.withLock { state in
      for (number, isFilled) in state.isFilled.enumerated() where isFilled {
        UnsafeMutableRawBufferPointer(rebasing: all[bytes(of: number..<number + 1)]).wipe()
      }
    }
  }

  private var all: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: address), count: count)
  }
}

// MARK: - FilePart

/// A separate copy of a part of a `MappedFile` that is filled in on demand, for bytes that are used
/// only once. Zeroed on `deinit`.
package final class FilePart: Sendable {
  /// The start of the copy, as an integer for the same reason as in `MappedFile`.
  private let address: UInt
  /// The range of the copy in the file, in bytes.
  package let range: Range<Int>

  /// Fills in the blocks that contain a range, on all processors in parallel. Returns `nil` if one
  /// can't be filled in.
  init?(_ wanted: Range<Int>, of blocks: LazyBlocks) {
    let numbers = LazyBlocks.blocks(of: wanted)
    let range = blocks.bytes(of: numbers)
    let start = malloc(max(range.count, 1))
    address = UInt(bitPattern: start)
    self.range = range
    guard start != nil else { return nil }
    let isComplete = Atomic(true)
    DispatchQueue.concurrentPerform(iterations: numbers.count) { [address] number in
      let bytes = blocks.bytes(of: numbers.lowerBound + number..<numbers.lowerBound + number + 1)
      let start = UnsafeMutableRawPointer(
        bitPattern: address + UInt(bytes.lowerBound - range.lowerBound))
      let buffer = UnsafeMutableRawBufferPointer(start: start, count: bytes.count)
      if !blocks.fill(bytes, buffer) { isComplete.store(false, ordering: .relaxed) }
    }
    guard isComplete.load(ordering: .relaxed) else { return nil }
  }

  deinit {
    let start = UnsafeMutableRawPointer(bitPattern: address)
    UnsafeMutableRawBufferPointer(start: start, count: range.count).wipe()
    free(start)
  }

  /// Returns the bytes of a range, valid while this object is alive; `nil` if it doesn't have them
  /// all.
  package func bytes(_ wanted: Range<Int>) -> UnsafeRawBufferPointer? {
    guard range.lowerBound <= wanted.lowerBound, wanted.upperBound <= range.upperBound else {
      return nil
    }
    return UnsafeRawBufferPointer(
      start: UnsafeRawPointer(
        bitPattern: address + UInt(wanted.lowerBound - range.lowerBound)),
      count: wanted.count)
  }
}

// MARK: - Plain mappings

/// A copy-on-write mapping of a file: changes stay in this program. Unmapped on `deinit`.
package struct PrivateMapping: ~Copyable {
  package let bytes: UnsafeMutableRawBufferPointer

  /// Returns `nil` if there isn't enough memory.
  package init?(_ file: Descriptor, count: Int) {
    let flags = MAP_PRIVATE | MAP_NORESERVE
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, flags, file.number, 0),
      start != MAP_FAILED
    else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { munmap(bytes.baseAddress, bytes.count) }
}

/// Zeroed memory that is allocated by the page when it is written to. Freed on `deinit`.
package struct ZeroedMemory: ~Copyable {
  package let start: UnsafeMutableRawPointer

  /// Returns `nil` if there isn't enough memory.
  package init?(count: Int) {
    guard let start = calloc(count, 1) else { return nil }
    self.start = start
  }

  deinit { free(start) }
}
