import Glibc
import Synchronization

/// A file's bytes in memory. Those of a file on the disk are mapped: pages are read when they are
/// touched and belong to the page cache, and as such files only ever grow or are replaced by a rename,
/// the bytes stay while the mapping does. Those of a sealed file are made block by block when they are
/// asked for, stand in no core dump, and become zeros when this object goes.
package final class MappedFile: Sendable {
  /// Where the mapping begins, as a number: an address is `Sendable`, and reading it is safe from
  /// anywhere while this object lives, for nobody writes what was made.
  @usableFromInline let address: UInt
  package let count: Int
  /// What makes the bytes; `nil` where all are there.
  @usableFromInline let lazyBlocks: LazyBlocks?

  /// Maps the first `count` bytes, or all.
  package init<Errors>(
    _ file: borrowing OpenFile<Errors>, count: Int? = nil
  ) throws(Errors.Failure) {
    let size: Int
    if let count { size = count } else { size = try file.status().size }
    self.count = size
    lazyBlocks = nil
    guard size > 0 else {
      address = 0
      return
    }
    let start = mmap(nil, size, PROT_READ, MAP_SHARED, file.descriptor.number, 0)
    guard let start, start != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw Errors.failure(.mapping, file.path)
    }
    address = UInt(bitPattern: start)
  }

  /// Bytes that are made when they are asked for.
  ///
  /// - Parameter fill: Makes the bytes of a range, which stand in the buffer that it is given; what it
  ///   leaves there is zeros.
  /// - Returns: `nil` when there is no room for so many.
  package init?(
    count: Int,
    filling fill: @escaping @Sendable (Range<Int>, UnsafeMutableRawBufferPointer) -> Void
  ) {
    self.count = count
    guard count > 0 else {
      address = 0
      lazyBlocks = nil
      return
    }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let start = mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let start, start != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    madvise(start, count, MADV_DONTDUMP)
    address = UInt(bitPattern: start)
    lazyBlocks = LazyBlocks(
      UnsafeMutableRawBufferPointer(start: start, count: count), filling: fill)
  }

  deinit {
    guard count > 0 else { return }
    lazyBlocks?.wipe()
    munmap(UnsafeMutableRawPointer(bitPattern: address), count)
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

  /// See `UnsafeRawBufferPointer.line(at:)`.
  package func line(at offset: Int) -> (bytes: UnsafeRawBufferPointer, next: Int)? {
    guard lazyBlocks != nil else { return room.line(at: offset) }
    var end = offset
    while end < count {
      let next = min(end + LazyBlocks.size, count)
      load(offset..<next)
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

/// Which blocks of some bytes have been made.
@usableFromInline final class LazyBlocks: Sendable {
  /// In bytes.
  static let size = 64 << 10

  private let address: UInt
  private let count: Int
  private let fill: @Sendable (Range<Int>, UnsafeMutableRawBufferPointer) -> Void
  private let isWhole = Atomic(false)
  private let made: Mutex<[Bool]>

  init(
    _ bytes: UnsafeMutableRawBufferPointer,
    filling fill: @escaping @Sendable (Range<Int>, UnsafeMutableRawBufferPointer) -> Void
  ) {
    address = UInt(bitPattern: bytes.baseAddress)
    count = bytes.count
    self.fill = fill
    made = Mutex([Bool](repeating: false, count: (count + Self.size - 1) / Self.size))
  }

  /// Makes the blocks of a range that aren't there, those that follow one another at once.
  @usableFromInline func load(_ range: Range<Int>) {
    guard !range.isEmpty, !isWhole.load(ordering: .acquiring) else { return }
    made.withLock { made in
      let blocks = range.lowerBound / Self.size...(range.upperBound - 1) / Self.size
      var next = blocks.lowerBound
      while next <= blocks.upperBound {
        guard !made[next] else {
          next += 1
          continue
        }
        let first = next
        while next <= blocks.upperBound, !made[next] {
          made[next] = true
          next += 1
        }
        let bytes = first * Self.size..<min(next * Self.size, count)
        fill(bytes, UnsafeMutableRawBufferPointer(rebasing: all[bytes]))
      }
      if blocks.count == made.count { isWhole.store(true, ordering: .releasing) }
    }
  }

  /// Makes all that was made zeros.
  func wipe() {
    made.withLock { made in
      for (number, isMade) in made.enumerated() where isMade {
        let bytes = number * Self.size..<min((number + 1) * Self.size, count)
        if let start = all.baseAddress { explicit_bzero(start + bytes.lowerBound, bytes.count) }
      }
    }
  }

  private var all: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: address), count: count)
  }
}
