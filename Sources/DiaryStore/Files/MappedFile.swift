import CSystem
import DiaryCore
import Glibc

/// A file's bytes, mapped into memory: pages are read when they are touched and belong to the
/// page cache. The files that are mapped only ever grow or are replaced by a rename, so the bytes
/// stay while the mapping does.
final class MappedFile: Sendable {
  /// Where the mapping begins, as a number: an address is `Sendable`, and reading it is safe from
  /// anywhere while this object lives, for nobody writes to it.
  private let address: UInt
  let count: Int

  /// Maps the first `count` bytes, or all.
  init(_ file: borrowing OpenFile, count: Int? = nil) throws(DiaryError) {
    let size: Int
    if let count { size = count } else { size = Int(try file.information().st_size) }
    self.count = size
    guard size > 0 else {
      address = 0
      return
    }
    let start = mmap(nil, size, PROT_READ, MAP_SHARED, file.descriptor, 0)
    guard let start, start != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw SystemCalls.failure(.mapping, file.path)
    }
    address = UInt(bitPattern: start)
  }

  convenience init(_ path: String) throws(DiaryError) {
    try self.init(OpenFile.reading(path))
  }

  deinit {
    if count > 0 { munmap(UnsafeMutableRawPointer(bitPattern: address), count) }
  }

  /// The bytes, which are there for as long as this object is.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }

  /// See `UnsafeRawBufferPointer.line(at:)`.
  func line(at offset: Int) -> (bytes: UnsafeRawBufferPointer, next: Int)? {
    bytes.line(at: offset)
  }

  /// Where these bytes first stand, from an offset on.
  func place(of wanted: [UInt8], from offset: Int) -> Int? {
    bytes.range(of: wanted, from: offset)?.lowerBound
  }

  /// Where the line begins that has the byte at an offset.
  func lineStart(before offset: Int) -> Int {
    guard let base = bytes.baseAddress, let end = memrchr(base, 0x0A, min(offset, count))
    else { return 0 }
    return UnsafeRawPointer(end) - base + 1
  }
}

extension UnsafeRawBufferPointer {
  /// Where some bytes first stand, from an offset on.
  func range(of wanted: [UInt8], from offset: Int) -> Range<Int>? {
    guard offset >= 0, offset < count, let base = baseAddress,
      let found = memmem(base + offset, count - offset, wanted, wanted.count)
    else { return nil }
    let start = UnsafeRawPointer(found) - base
    return start..<start + wanted.count
  }

  /// The line that begins at an offset, without its line end, and where the next one begins.
  func line(at offset: Int) -> (bytes: UnsafeRawBufferPointer, next: Int)? {
    guard offset >= 0, offset < count, let start = baseAddress.map({ $0 + offset }) else {
      return nil
    }
    guard let end = memchr(start, 0x0A, count - offset) else {
      return (UnsafeRawBufferPointer(start: start, count: count - offset), count)
    }
    let length = UnsafeRawPointer(end) - start
    return (UnsafeRawBufferPointer(start: start, count: length), offset + length + 1)
  }
}
