import CSystem
import Glibc

extension UnsafeRawBufferPointer {
  /// The bytes of a text of C, without the zero at its end.
  package init(textAt start: UnsafePointer<CChar>) {
    self.init(start: start, count: strlen(start))
  }
}

/// Searches of the C library, which look at many bytes in one step.
extension UnsafeRawBufferPointer {
  /// Where a byte first stands, from an offset on.
  package func place(of byte: UInt8, from offset: Int = 0) -> Int? {
    guard offset < count, let base = baseAddress,
      let found = memchr(base + offset, Int32(byte), count - offset)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Where a byte last stands before an offset.
  package func lastPlace(of byte: UInt8, before end: Int) -> Int? {
    guard let base = baseAddress, let found = memrchr(base, Int32(byte), end) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Where some bytes first stand, from an offset on.
  package func range(of wanted: [UInt8], from offset: Int) -> Range<Int>? {
    guard offset >= 0, offset < count, let base = baseAddress,
      let found = memmem(base + offset, count - offset, wanted, wanted.count)
    else { return nil }
    let start = UnsafeRawPointer(found) - base
    return start..<start + wanted.count
  }

  /// Whether these bytes sort before as many others.
  package func comesBefore(_ others: [UInt8]) -> Bool {
    guard let base = baseAddress else { return !others.isEmpty }
    return memcmp(base, others, Swift.min(count, others.count)) < 0
  }

  package func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
    return memcmp(base, otherBase, count) == 0
  }

  /// The line that begins at an offset, without its line end, and where the next one begins.
  package func line(at offset: Int) -> (bytes: UnsafeRawBufferPointer, next: Int)? {
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

// MARK: - C strings

extension String {
  /// The text that C has written into characters, up to a zero or the end. They have a sign on some
  /// processors and none on others.
  package init(zeroEnded characters: some Collection<CChar>) {
    self.init(
      decoding: characters.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) },
      as: UTF8.self)
  }
}

// MARK: - Memory

extension [UInt8] {
  /// Makes all bytes zeros before their memory is given back. Only the holder of the one copy can.
  package mutating func wipe() { withUnsafeMutableBytes { $0.wipe() } }
}

extension UnsafeMutableRawBufferPointer {
  /// Makes all bytes zeros, even though nobody reads them any more.
  package func wipe() {
    if let start = baseAddress { explicit_bzero(start, count) }
  }
}

/// What becomes of memory that nobody needs any more.
package enum FreedMemory {
  /// Has 2 MiB of it stay with the program, for who takes and frees 64 KiB again and again: glibc
  /// returns the end of its heap once 128 KiB of that are free, and to get it back, page by page and
  /// full of zeros, takes longer than to encrypt it. When a large block is freed, glibc doubles its
  /// size for its limit.
  package static let stays: Void = free(opaque: malloc(1 << 20))

  /// Not seen through: the compiler would leave both calls out.
  @inline(never)
  private static func free(opaque block: UnsafeMutableRawPointer?) { Glibc.free(block) }
}
