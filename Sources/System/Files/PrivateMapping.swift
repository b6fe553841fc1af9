import Glibc

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
