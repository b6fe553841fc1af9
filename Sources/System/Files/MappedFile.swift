import Glibc

/// A file's bytes, mapped into memory: pages are read when they are touched and belong to the
/// page cache. The files that are mapped only ever grow or are replaced by a rename, so the bytes
/// stay while the mapping does.
package final class MappedFile: Sendable {
  /// Where the mapping begins, as a number: an address is `Sendable`, and reading it is safe from
  /// anywhere while this object lives, for nobody writes to it.
  @usableFromInline let address: UInt
  package let count: Int

  /// Maps the first `count` bytes, or all.
  package init<Errors>(
    _ file: borrowing OpenFile<Errors>, count: Int? = nil
  ) throws(Errors.Failure) {
    let size: Int
    if let count { size = count } else { size = try file.status().size }
    self.count = size
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

  deinit {
    if count > 0 { munmap(UnsafeMutableRawPointer(bitPattern: address), count) }
  }

  /// The bytes, which are there for as long as this object is.
  @inlinable
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }

  /// See `UnsafeRawBufferPointer.line(at:)`.
  package func line(at offset: Int) -> (bytes: UnsafeRawBufferPointer, next: Int)? {
    bytes.line(at: offset)
  }

  /// Where these bytes first stand, from an offset on.
  package func place(of wanted: [UInt8], from offset: Int) -> Int? {
    bytes.range(of: wanted, from: offset)?.lowerBound
  }

  /// Where the line begins that has the byte at an offset.
  package func lineStart(before offset: Int) -> Int {
    bytes.lastPlace(of: 0x0A, before: min(offset, count)).map { $0 + 1 } ?? 0
  }
}
