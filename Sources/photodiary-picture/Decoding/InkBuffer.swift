import System

/// Pixels of four inks.
struct InkBuffer: ~Copyable {
  let size: PictureSize
  private let memory: ZeroedMemory
  /// Whether 255 is no ink, and not full ink.
  let isInverted: Bool

  init(_ size: PictureSize, isInverted: Bool) throws(PictureProblem) {
    guard let memory = ZeroedMemory(count: size.width * size.height * 4) else { throw .tooLarge }
    self.size = size
    self.isInverted = isInverted
    self.memory = memory
  }

  var bytes: UnsafeMutablePointer<UInt8> { memory.start.assumingMemoryBound(to: UInt8.self) }

  /// A plain conversion, for pictures without a color profile.
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
