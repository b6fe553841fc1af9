import Glibc

/// Pixels of four inks.
struct InkBuffer: ~Copyable {
  let size: PictureSize
  let bytes: UnsafeMutablePointer<UInt8>
  /// Whether 255 is no ink, and not full ink.
  private let isInverted: Bool

  init(_ size: PictureSize, isInverted: Bool) throws(PictureProblem) {
    guard let memory = calloc(size.width * size.height, 4) else { throw .tooLarge }
    self.size = size
    self.isInverted = isInverted
    bytes = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit {
    free(bytes)
  }

  /// A plain conversion, without the color profile: good enough for a screen of a terminal.
  func print(on paper: borrowing PixelBuffer) {
    let flip: UInt8 = isInverted ? 0 : 255
    for pixel in 0..<size.width * size.height {
      let inks = bytes + pixel * 4
      let black = Int(inks[3] ^ flip)
      paper.set(
        pixel, red: UInt8(Int(inks[0] ^ flip) * black / 255),
        green: UInt8(Int(inks[1] ^ flip) * black / 255),
        blue: UInt8(Int(inks[2] ^ flip) * black / 255))
    }
  }
}
