import CResize
import System

/// Decoded pixels, four bytes each: red, green, blue, and 255. Rows from the top, without gaps.
/// The fourth byte is there because chafa misreads rows that are not a multiple of four long.
struct PixelBuffer: ~Copyable {
  let size: PictureSize
  private let memory: ZeroedMemory

  /// Holds no picture yet, only zeros.
  init(_ size: PictureSize) throws(PictureProblem) {
    guard size.width > 0, size.height > 0, !size.isTooLarge,
      let memory = ZeroedMemory(count: size.width * size.height * 4)
    else { throw .tooLarge }
    self.size = size
    self.memory = memory
  }

  var bytes: UnsafeMutablePointer<UInt8> { memory.start.assumingMemoryBound(to: UInt8.self) }
  var stride: Int { size.width * 4 }

  /// `pixel` counts from the top left, row by row.
  func set(_ pixel: Int, red: UInt8, green: UInt8, blue: UInt8) {
    let to = bytes + pixel * 4
    (to[0], to[1], to[2], to[3]) = (red, green, blue, 255)
  }

  /// Lays pixels whose colors are already multiplied by their alpha over a background.
  func fill(behind background: Color) {
    for pixel in 0..<size.width * size.height {
      let to = bytes + pixel * 4
      let rest = 255 - UInt32(to[3])
      if rest > 0, background != .black {
        to[0] = UInt8(clamping: UInt32(to[0]) + UInt32(background.red) * rest / 255)
        to[1] = UInt8(clamping: UInt32(to[1]) + UInt32(background.green) * rest / 255)
        to[2] = UInt8(clamping: UInt32(to[2]) + UInt32(background.blue) * rest / 255)
      }
      to[3] = 255
    }
  }

  /// A part of this picture made exactly `size` large.
  func scaled(_ part: Region, to size: PictureSize) throws(PictureProblem) -> PixelBuffer {
    let result = try PixelBuffer(size)
    let unit = Float(Region.unit)
    let isDone = pd_resize(
      bytes, Int32(self.size.width), Int32(self.size.height), result.bytes, Int32(size.width),
      Int32(size.height), Float(part.left) / unit, Float(part.top) / unit,
      Float(part.right) / unit, Float(part.bottom) / unit)
    if !isDone { throw .tooLarge }
    return result
  }
}
