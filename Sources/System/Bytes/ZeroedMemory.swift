import Glibc

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
