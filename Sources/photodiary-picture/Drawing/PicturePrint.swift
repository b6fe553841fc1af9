import Glibc

/// A perceptual hash of a picture: pictures that look alike differ in few of its 63 bits, even if
/// their sizes, formats or qualities differ.
///
/// It has the signs of the lowest frequencies of a discrete cosine transform, relative to their
/// median, as pHash computes it: Zauner, "Implementation and Benchmarking of Perceptual Image Hash
/// Functions", 2010.
struct PicturePrint {
  let bits: UInt64

  /// The side in pixels of the square to transform, and of its lowest frequencies.
  private static let (side, frequencies) = (32, 8)
  /// The standard deviation of brightness, of 255, below which a picture shows nothing to compare.
  private static let leastContrast: Float = 4

  /// Returns `nil` for a picture of nearly one color.
  init?(_ pixels: borrowing PixelBuffer, _ orientation: Orientation) throws {
    let square = ImageSize(width: Self.side, height: Self.side)
    let small = try orientation.upright(pixels.scaled(.whole, to: square))
    let levels = (0..<Self.side * Self.side).map { pixel in
      let color = small.bytes + pixel * 4
      return 0.299 * Float(color[0]) + 0.587 * Float(color[1]) + 0.114 * Float(color[2])
    }
    let mean = levels.reduce(0, +) / Float(levels.count)
    let variance = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(levels.count)
    guard variance >= Self.leastContrast * Self.leastContrast else { return nil }
    // Without the first, the mean brightness.
    let values = Array(Self.transform(levels).dropFirst())
    let median = values.sorted()[values.count / 2]
    bits = values.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) }
  }

  /// Returns the lowest frequencies of a square's transform, row by row.
  private static func transform(_ levels: [Float]) -> [Float] {
    let waves = (0..<frequencies).map { frequency in
      (0..<side).map { place in
        cosf(.pi * (Float(place) + 0.5) * Float(frequency) / Float(side))
      }
    }
    func sums(_ rows: [[Float]]) -> [[Float]] {
      rows.map { row in waves.map { wave in zip(row, wave).reduce(0) { $0 + $1.0 * $1.1 } } }
    }
    let rows = sums((0..<side).map { Array(levels[$0 * side..<($0 + 1) * side]) })
    let columns = (0..<frequencies).map { column in rows.map { $0[column] } }
    let result = sums(columns)
    return (0..<frequencies).flatMap { row in result.map { $0[row] } }
  }
}
