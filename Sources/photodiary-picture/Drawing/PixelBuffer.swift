import CResize
import System

/// Decoded pixels, four bytes each: red, green, blue, and 255. Rows from the top, without gaps.
/// The fourth byte is there because chafa misreads rows that are not a multiple of four long.
struct PixelBuffer: ~Copyable {
  let size: PictureSize
  /// `true` if the file had all of them.
  var isWhole = true
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
  func set(_ pixel: Int, red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    let to = bytes + pixel * 4
    (to[0], to[1], to[2], to[3]) = (red, green, blue, alpha)
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

  /// This picture at the top left of one that fills whole cells, as far as there is room for them and
  /// bands of sixels, of six rows each, don't reach beyond.
  func filling(
    _ cell: PictureSize, over background: Color, atMost most: PictureSize
  ) throws(PictureProblem) -> PixelBuffer {
    func filled(_ side: Int, _ cell: Int, _ most: Int) -> Int {
      min((side + cell - 1) / cell * cell, most)
    }
    let height = filled(size.height, cell.height, most.height)
    var result = try PixelBuffer(
      PictureSize(
        width: filled(size.width, cell.width, most.width), height: max(1, height / 6 * 6)))
    for row in 0..<min(size.height, result.size.height) {
      (result.bytes + row * result.stride).update(from: bytes + row * stride, count: stride)
    }
    result.fill(behind: background)
    result.isWhole = isWhole
    return result
  }

  /// A part of this picture made exactly `size` large.
  func scaled(_ part: Region, to size: PictureSize) throws(PictureProblem) -> PixelBuffer {
    var result = try PixelBuffer(size)
    result.isWhole = isWhole
    let unit = Float(Region.unit)
    let isDone = pd_resize(
      bytes, Int32(self.size.width), Int32(self.size.height), result.bytes, Int32(size.width),
      Int32(size.height), Float(part.left) / unit, Float(part.top) / unit,
      Float(part.right) / unit, Float(part.bottom) / unit)
    if !isDone { throw .tooLarge }
    return result
  }
}
