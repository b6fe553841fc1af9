import CSystem
import Dispatch
import Glibc
import Synchronization

/// A file's bytes in memory. Those of a file on the disk are mapped: pages are read when they are
/// touched and belong to the page cache. The diary's own files only ever grow or are replaced by a rename;
/// if another program shortens one in place, or its disk fails, `hasLostBytes` is set and the bytes that
/// can't be read are zeros. Those of a sealed file are made block by block when they are
/// asked for, stand in no core dump, and become zeros when this object goes.
package final class MappedFile: Sendable {
  /// Where the mapping begins, as a number: an address is `Sendable`, and reading it is safe from
  /// anywhere while this object lives, for nobody writes what was made.
  @usableFromInline let address: UInt
  package let count: Int
  /// `nil` where nothing is mapped.
  package let path: String?
  /// What makes the bytes; `nil` where all are there.
  @usableFromInline let lazyBlocks: LazyBlocks?
  /// The number of the guard's address; 0 where nothing is mapped.
  private let guardAddress: UInt

  /// Maps the first `count` bytes, or all.
  package init<Errors>(
    _ file: borrowing OpenFile<Errors>, count: Int? = nil
  ) throws(Errors.Failure) {
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
      throw Errors.failure(.mapping, file.path)
    }
    address = UInt(bitPattern: start)
    guardAddress = UInt(bitPattern: pd_guard_mapping(start, size))
  }

  /// Bytes that are made when they are asked for.
  ///
  /// - Parameter fill: Makes the bytes of a range, in the buffer that it is given; what it leaves there
  ///   is zeros. Returns whether it could make them all. Several ranges may be asked for at once.
  /// - Returns: `nil` when there is no room for so many.
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

  /// `true` once bytes couldn't be read and became zeros.
  package var hasLostBytes: Bool { pd_has_lost_bytes(OpaquePointer(bitPattern: guardAddress)) }

  /// Returns `true` if all bytes of a range can be read, and all that were read before still are.
  package func canRead(_ range: Range<Int>) -> Bool {
    pd_read_pages(UnsafeRawPointer(bitPattern: address).map { $0 + range.lowerBound }, range.count)
    return !hasLostBytes
  }

  /// The bytes, which are there for as long as this object is.
  @inlinable
  package var bytes: UnsafeRawBufferPointer {
    load(0..<count)
    return room
  }

  /// Where the bytes stand, those that were loaded and those that weren't.
  @inlinable
  package var room: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }

  /// Makes the bytes of a range, unless they are there.
  @inlinable
  package func load(_ range: Range<Int>) { lazyBlocks?.load(range) }

  /// Gives back the memory of a range. Its bytes are read or made again when they are asked for; while
  /// they are made, nobody may be looking at them.
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

  /// Whether the bytes are made when they are asked for.
  package var isMade: Bool { lazyBlocks != nil }

  /// Whether all bytes of a range could be made, which this does unless they are there.
  package func isWhole(_ range: Range<Int>) -> Bool { lazyBlocks?.isWhole(range) ?? true }

  /// The bytes of a range, made apart from those that stay; `nil` where all are there anyway, or some
  /// can't be made.
  package func part(_ range: Range<Int>) -> FilePart? {
    lazyBlocks.flatMap { FilePart(range, of: $0) }
  }

  /// See `UnsafeRawBufferPointer.line(at:)`.
  package func line(at offset: Int) -> (bytes: UnsafeRawBufferPointer, next: Int)? {
    guard lazyBlocks != nil else { return room.line(at: offset) }
    var end = offset
    while end < count {
      let next = min((end / LazyBlocks.size + 1) * LazyBlocks.size, count)
      load(end..<next)
      if UnsafeRawBufferPointer(rebasing: room[end..<next]).place(of: 0x0A) != nil { break }
      end = next
    }
    return room.line(at: offset)
  }

  /// Where these bytes first stand, from an offset on.
  package func place(of wanted: [UInt8], from offset: Int) -> Int? {
    bytes.range(of: wanted, from: offset)?.lowerBound
  }

  /// Where the line begins that has the byte at an offset.
  package func lineStart(before offset: Int) -> Int {
    var start = min(offset, count)
    while lazyBlocks != nil, start > 0 {
      let block = (start - 1) / LazyBlocks.size * LazyBlocks.size
      load(block..<start)
      if UnsafeRawBufferPointer(rebasing: room[block..<start]).contains(0x0A) { break }
      start = block
    }
    return room.lastPlace(of: 0x0A, before: min(offset, count)).map { $0 + 1 } ?? 0
  }
}

// MARK: - LazyBlocks

/// Bytes that are made block by block, and which blocks of them have been.
@usableFromInline final class LazyBlocks: Sendable {
  /// In bytes.
  static let size = 64 << 10

  private let address: UInt
  let count: Int
  /// See `MappedFile`.
  let fill: @Sendable (Range<Int>, UnsafeMutableRawBufferPointer) -> Bool
  private let isLoaded = Atomic(false)
  private let state: Mutex<State>

  private struct State {
    /// Of each block, whether it was made.
    var made: [Bool]
    /// The blocks that couldn't be made, with those that were asked for at once.
    var lacking: Set<Int> = []
  }

  init(
    _ bytes: UnsafeMutableRawBufferPointer,
    filling fill: @escaping @Sendable (Range<Int>, UnsafeMutableRawBufferPointer) -> Bool
  ) {
    address = UInt(bitPattern: bytes.baseAddress)
    count = bytes.count
    self.fill = fill
    state = Mutex(State(made: [Bool](repeating: false, count: Self.blocks(of: 0..<count).count)))
  }

  /// The blocks that some bytes lie in.
  static func blocks(of bytes: Range<Int>) -> Range<Int> {
    let first = bytes.lowerBound / size
    return first..<max(first, (bytes.upperBound + size - 1) / size)
  }

  /// The bytes of some blocks.
  func bytes(of blocks: Range<Int>) -> Range<Int> {
    blocks.lowerBound * Self.size..<min(blocks.upperBound * Self.size, count)
  }

  /// Makes the blocks of a range that aren't there, those that follow one another at once.
  @usableFromInline func load(_ range: Range<Int>) {
    guard !range.isEmpty, !isLoaded.load(ordering: .acquiring) else { return }
    state.withLock { load(Self.blocks(of: range), &$0) }
  }

  /// Whether all bytes of a range could be made, which this does unless they are there.
  func isWhole(_ range: Range<Int>) -> Bool {
    let blocks = Self.blocks(of: range)
    return state.withLock { state in
      load(blocks, &state)
      return state.lacking.isEmpty || !blocks.contains(where: state.lacking.contains)
    }
  }

  private func load(_ blocks: Range<Int>, _ state: inout State) {
    var next = blocks.lowerBound
    while next < blocks.upperBound {
      guard !state.made[next] else {
        next += 1
        continue
      }
      let first = next
      while next < blocks.upperBound, !state.made[next] {
        state.made[next] = true
        next += 1
      }
      let bytes = bytes(of: first..<next)
      let room = UnsafeMutableRawBufferPointer(rebasing: all[bytes])
      // All pages at once: otherwise the kernel is entered for each of them. An old one can't.
      pd_populate(room.baseAddress, room.count)
      if !fill(bytes, room) {
        state.lacking.formUnion(first..<next)
      }
    }
    if blocks.count == state.made.count { isLoaded.store(true, ordering: .releasing) }
  }

  /// Makes zeros of some blocks, which are made again when they are asked for.
  func release(_ blocks: Range<Int>) {
    state.withLock { state in
      isLoaded.store(false, ordering: .releasing)
      for number in blocks where state.made[number] {
        UnsafeMutableRawBufferPointer(rebasing: all[bytes(of: number..<number + 1)]).wipe()
        state.made[number] = false
      }
    }
  }

  /// Makes all that was made zeros.
  func wipe() {
    state.withLock { state in
      for (number, isMade) in state.made.enumerated() where isMade {
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

/// Some of the bytes of a file that are made when they are asked for. These were made apart from the
/// others, and become zeros when this object goes: what is looked at once needn't stay.
package final class FilePart: Sendable {
  /// Of memory of its own, as a number: see `MappedFile`.
  private let address: UInt
  /// Where these bytes stand among those of the file.
  package let range: Range<Int>

  /// Makes the blocks that a range lies in, on all processors at once; `nil` where one can't be made.
  init?(_ wanted: Range<Int>, of blocks: LazyBlocks) {
    let numbers = LazyBlocks.blocks(of: wanted)
    let range = blocks.bytes(of: numbers)
    let start = malloc(max(range.count, 1))
    address = UInt(bitPattern: start)
    self.range = range
    guard start != nil else { return nil }
    let isWhole = Atomic(true)
    DispatchQueue.concurrentPerform(iterations: numbers.count) { [address] number in
      let bytes = blocks.bytes(of: numbers.lowerBound + number..<numbers.lowerBound + number + 1)
      let place = UnsafeMutableRawPointer(
        bitPattern: address + UInt(bytes.lowerBound - range.lowerBound))
      let room = UnsafeMutableRawBufferPointer(start: place, count: bytes.count)
      if !blocks.fill(bytes, room) { isWhole.store(false, ordering: .relaxed) }
    }
    guard isWhole.load(ordering: .relaxed) else { return nil }
  }

  deinit {
    let start = UnsafeMutableRawPointer(bitPattern: address)
    UnsafeMutableRawBufferPointer(start: start, count: range.count).wipe()
    free(start)
  }

  /// The bytes of a range, which are there for as long as this object is; `nil` unless it has them all.
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

/// An open file in memory: what is changed there stays in this program. Unmapped with this value.
package struct PrivateMapping: ~Copyable {
  package let bytes: UnsafeMutableRawBufferPointer

  /// `nil` when there is no room for it.
  package init?(_ file: Descriptor, count: Int) {
    let flags = MAP_PRIVATE | MAP_NORESERVE
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, flags, file.number, 0),
      start != MAP_FAILED
    else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { munmap(bytes.baseAddress, bytes.count) }
}

/// Memory full of zeros, which takes room only where it is written to. Freed with this value.
package struct ZeroedMemory: ~Copyable {
  package let start: UnsafeMutableRawPointer

  /// `nil` when the system gives no more.
  package init?(count: Int) {
    guard let start = calloc(count, 1) else { return nil }
    self.start = start
  }

  deinit { free(start) }
}
