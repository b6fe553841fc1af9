import CTIFF
import System

/// How C libraries hand over a row: to whom, its number from the top, and its RGBA.
typealias RowHandler =
  @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafePointer<UInt8>?) -> Void

extension PictureProblem {
  /// What went wrong in a library that decodes; nil when nothing did. The headers of all have the same
  /// numbers as that of libtiff.
  init?(status: Int32) {
    switch Int(status) {
    case Int(PD_TIFF_OK), Int(PD_TIFF_INCOMPLETE): return nil
    case Int(PD_TIFF_TOO_LARGE): self = .tooLarge
    case Int(PD_TIFF_UNKNOWN): self = .undecodableType
    default: self = .damaged
    }
  }
}

/// Makes a picture smaller by a whole number while its rows come in: each pixel of the result is
/// the mean of a square of pixels, its colors multiplied by its alpha.
struct RowShrinker: ~Copyable {
  private let source: PictureSize
  private let factor: Int
  /// Whether the colors that come in are already multiplied by their alpha.
  private let isPremultiplied: Bool
  private let result: PixelBuffer
  private let sums: Sums
  private var rows: UInt32 = 0
  /// The row of the result that is being made.
  private var row = 0

  /// Red, green, blue and alpha of each pixel of the row that is being made.
  private struct Sums: ~Copyable {
    private let memory: ZeroedMemory

    init(_ count: Int) throws(PictureProblem) {
      guard let memory = ZeroedMemory(count: count * MemoryLayout<UInt32>.size) else {
        throw .tooLarge
      }
      self.memory = memory
    }

    var values: UnsafeMutablePointer<UInt32> { memory.start.assumingMemoryBound(to: UInt32.self) }
  }

  init(
    _ source: PictureSize, atLeast needed: PictureSize, isPremultiplied: Bool = false
  ) throws(PictureProblem) {
    // A sum of factor² bytes has to fit 32 bits.
    let factor = min(1000, source.timesLarger(than: needed))
    let result = try PixelBuffer(source.divided(by: factor))
    sums = try Sums(result.size.width * 4)
    self.source = source
    self.factor = factor
    self.isPremultiplied = isPremultiplied
    self.result = result
  }

  /// What a C library gives row by row of a picture whose header tells its size.
  ///
  /// - Parameter read: Has the library call the function for each row, with the pointer. Returns
  ///   how it ended, for which all of them have the same numbers.
  static func decode(
    _ format: ImageFormat, _ bytes: Bytes, atLeast needed: PictureSize,
    isPremultiplied: Bool = false,
    read: (PictureSize, RowHandler, UnsafeMutableRawPointer) -> Int32
  ) throws(PictureProblem) -> PixelBuffer {
    guard let size = PictureSize(format, bytes) else { throw .damaged }
    if size.isTooLarge { throw .tooLarge }
    var shrinker = try RowShrinker(size, atLeast: needed, isPremultiplied: isPremultiplied)
    let status = withUnsafeMutablePointer(to: &shrinker) { shrinker in
      read(
        size,
        { context, y, rgba in
          guard let rgba else { return }
          context?.assumingMemoryBound(to: RowShrinker.self).pointee.add(rgba, row: Int(y))
        }, shrinker)
    }
    if let problem = PictureProblem(status: status) { throw problem }
    return shrinker.finish(isWhole: status != PD_TIFF_INCOMPLETE)
  }

  /// `false` for rows that may be left out, because enough others are part of the same pixels.
  func needs(row: Int) -> Bool {
    factor < 4 || (factor - 1 - row % factor) % 2 == 0 || row == source.height - 1
  }

  /// Takes the next row: RGBA, as wide as the source.
  mutating func add(_ rgba: UnsafePointer<UInt8>, row: Int) {
    guard row < source.height else { return }
    var from = rgba
    var column = 0
    for x in 0..<result.size.width {
      var (red, green, blue, opaque): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
      let end = min(column + factor, source.width)
      while column < end {
        let alpha = UInt32(from[3])
        let weight = isPremultiplied ? 255 : alpha
        red &+= UInt32(from[0]) &* weight
        green &+= UInt32(from[1]) &* weight
        blue &+= UInt32(from[2]) &* weight
        opaque &+= alpha
        from += 4
        column += 1
      }
      let sum = sums.values + x * 4
      sum[0] &+= red / 255
      sum[1] &+= green / 255
      sum[2] &+= blue / 255
      sum[3] &+= opaque
    }
    rows += 1
    self.row = row / factor
    if row % factor == factor - 1 || row == source.height - 1 { finishRow() }
  }

  private mutating func finishRow() {
    for x in 0..<result.size.width {
      let pixels = UInt32(min(factor, source.width - x * factor)) * rows
      let sum = sums.values + x * 4
      result.set(
        row * result.size.width + x, red: UInt8(clamping: sum[0] / pixels),
        green: UInt8(clamping: sum[1] / pixels), blue: UInt8(clamping: sum[2] / pixels),
        alpha: UInt8(clamping: sum[3] / pixels))
      (sum[0], sum[1], sum[2], sum[3]) = (0, 0, 0, 0)
    }
    rows = 0
  }

  /// - Parameter isWhole: Whether all rows came; those that didn't are transparent.
  consuming func finish(isWhole: Bool = true) -> PixelBuffer {
    if rows > 0 { finishRow() }
    var result = result
    result.isWhole = isWhole
    return result
  }
}
