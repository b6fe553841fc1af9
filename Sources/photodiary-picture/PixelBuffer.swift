import Glibc

/// Decoded pixels, three bytes each: red, green, blue, rows from the top without gaps.
struct PixelBuffer: ~Copyable {
  let size: PictureSize
  let bytes: UnsafeMutablePointer<UInt8>

  /// All black.
  init(_ size: PictureSize) throws(PictureProblem) {
    guard size.width > 0, size.height > 0, !size.isTooLarge,
      let memory = calloc(size.width * size.height, 3)
    else { throw .tooLarge }
    self.size = size
    bytes = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit {
    free(bytes)
  }

  var stride: Int { size.width * 3 }
  var count: Int { stride * size.height }
}
