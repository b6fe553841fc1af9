import CSystem
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
