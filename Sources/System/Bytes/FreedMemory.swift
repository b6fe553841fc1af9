import Glibc

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
