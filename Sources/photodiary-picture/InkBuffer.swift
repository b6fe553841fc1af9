import Glibc

/// Pixels of four inks, stored inverted as Adobe's programs do: 255 is no ink.
struct InkBuffer: ~Copyable {
  let size: PictureSize
  let bytes: UnsafeMutablePointer<UInt8>

  init(_ size: PictureSize) throws(PictureProblem) {
    guard let memory = calloc(size.width * size.height, 4) else { throw .tooLarge }
    self.size = size
    bytes = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit {
    free(bytes)
  }

  /// A plain conversion, without the colour profile: good enough for cells.
  func print(on paper: borrowing PixelBuffer) {
    for pixel in 0..<size.width * size.height {
      let inks = bytes + pixel * 4
      let black = Int(inks[3])
      paper.set(
        pixel, red: UInt8(Int(inks[0]) * black / 255), green: UInt8(Int(inks[1]) * black / 255),
        blue: UInt8(Int(inks[2]) * black / 255))
    }
  }
}
