import CSystem
import Glibc

extension UnsafeRawBufferPointer {
  /// The bytes of a C string, without the zero at its end.
  package init(cString start: UnsafePointer<CChar>) {
    self.init(start: start, count: strlen(start))
  }
}

/// Searches and comparisons through the C library, which handles many bytes in one step.
extension UnsafeRawBufferPointer {
  /// Returns the offset of the first occurrence of a byte from `offset` on.
  package func offset(of byte: UInt8, from offset: Int = 0) -> Int? {
    guard offset < count, let base = baseAddress,
      let found = memchr(base + offset, Int32(byte), count - offset)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Returns the offset of the last occurrence of a byte before `end`.
  package func lastOffset(of byte: UInt8, before end: Int) -> Int? {
    guard let base = baseAddress, let found = memrchr(base, Int32(byte), end) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Returns the range of the first occurrence of `wanted` from `offset` on.
  package func range(of wanted: [UInt8], from offset: Int) -> Range<Int>? {
    guard offset >= 0, offset < count, let base = baseAddress,
      let found = memmem(base + offset, count - offset, wanted, wanted.count)
    else { return nil }
    let start = UnsafeRawPointer(found) - base
    return start..<start + wanted.count
  }

  /// Returns `true` if the bytes sort before `others`. Compares only as many bytes as the shorter
  /// one has.
  package func precedes(_ others: [UInt8]) -> Bool {
    guard let base = baseAddress else { return !others.isEmpty }
    return memcmp(base, others, Swift.min(count, others.count)) < 0
  }

  package func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
    return memcmp(base, otherBase, count) == 0
  }

  /// Returns the line at an offset, without its line feed, and the offset of the next line; `nil`
  /// at the end.
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
  /// Decodes C characters as UTF-8, up to a zero or the end. `CChar` is signed on some processors
  /// only.
  package init(nullTerminated characters: some Collection<CChar>) {
    self.init(
      decoding: characters.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) },
      as: UTF8.self)
  }
}

// MARK: - Memory

extension [UInt8] {
  /// Overwrites all bytes with zeros. Call it before the array is released, and only on its single
  /// copy.
  package mutating func wipe() { withUnsafeMutableBytes { $0.wipe() } }
}

extension UnsafeMutableRawBufferPointer {
  /// Overwrites all bytes with zeros. The compiler can't remove it even if they are never read
  /// again.
  package func wipe() {
    if let start = baseAddress { explicit_bzero(start, count) }
  }
}

/// Settings of the C library's allocator.
package enum Allocator {
  /// Makes glibc keep up to 2 MiB of freed memory.
  ///
  /// By default, it returns the end of the heap to the system once 128 KiB are free. A caller that
  /// allocates and frees 64 KiB repeatedly then spends more time on page faults than on encryption.
  /// Freeing a large block sets glibc's limit to twice its size.
  package static let keepsFreedMemory: Void = free(opaque: malloc(1 << 20))

  /// Prevents the compiler from removing both calls.
  @inline(never)
  private static func free(opaque block: UnsafeMutableRawPointer?) { Glibc.free(block) }
}
