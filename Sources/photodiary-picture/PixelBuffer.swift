import Glibc

/// Decoded pixels, four bytes each: red, green, blue, and 255. Rows from the top, without gaps.
/// The fourth byte is there because chafa misreads rows that are not a multiple of four long.
struct PixelBuffer: ~Copyable {
  let size: PictureSize
  let bytes: UnsafeMutablePointer<UInt8>

  /// Holds no picture yet, only zeros.
  init(_ size: PictureSize) throws(PictureProblem) {
    guard size.width > 0, size.height > 0, !size.isTooLarge,
      let memory = calloc(size.width * size.height, 4)
    else { throw .tooLarge }
    self.size = size
    bytes = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit {
    free(bytes)
  }

  var stride: Int { size.width * 4 }

  /// `pixel` counts from the top left, row by row.
  func set(_ pixel: Int, red: UInt8, green: UInt8, blue: UInt8) {
    let to = bytes + pixel * 4
    (to[0], to[1], to[2], to[3]) = (red, green, blue, 255)
  }
}
