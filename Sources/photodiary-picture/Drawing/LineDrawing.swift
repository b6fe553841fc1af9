/// Antialiased lines, such as those of the diary's map. Each is a line of text: its color, its
/// width, the length of its dashes and gaps or 0, and the x and y of its points. All numbers are
/// hundredths of a pixel.
struct LineDrawing {
  private struct Pen: Equatable {
    let color: RGBColor
    let width: Double
    let dash: Int
  }

  private struct Line {
    let pen: Pen
    var points: [(x: Double, y: Double)]
  }

  private var lines: [Line] = []

  /// The maximum coordinate in pixels; the diary clips lines to less.
  private static let maxCoordinate = 16_384.0
  private static let widest = 64.0

  init(_ bytes: Bytes) throws {
    for text in bytes.raw.split(separator: UInt8(ascii: "\n")) {
      var words = text.split(separator: UInt8(ascii: " "))[...]
      guard let color = words.popFirst().flatMap({ RGBColor(String(decoding: $0, as: UTF8.self)) }),
        let width = Self.pixels(words.popFirst()), 0...Self.widest ~= width,
        let dash = Self.pixels(words.popFirst()), 0...Self.widest ~= dash,
        words.count >= 4, words.count % 2 == 0
      else { throw ImageError.damaged }
      var line = Line(pen: Pen(color: color, width: width, dash: Int(dash)), points: [])
      line.points.reserveCapacity(words.count / 2)
      while let x = Self.pixels(words.popFirst()), let y = Self.pixels(words.popFirst()) {
        guard abs(x) <= Self.maxCoordinate, abs(y) <= Self.maxCoordinate else {
          throw ImageError.damaged
        }
        line.points.append((x, y))
      }
      guard words.isEmpty else { throw ImageError.damaged }
      lines.append(line)
    }
  }

  private static func pixels(_ word: Slice<UnsafeRawBufferPointer>?) -> Double? {
    word.flatMap { Int(String(decoding: $0, as: UTF8.self)) }.map { Double($0) / 100 }
  }

  /// Draws the lines in order. Consecutive lines with the same pen don't overlap visibly where they
  /// meet.
  func draw(on picture: borrowing PixelBuffer) {
    var rest = lines[...]
    while let pen = rest.first?.pen {
      let group = rest.prefix { $0.pen == pen }
      rest = rest.dropFirst(group.count)
      var coverage = LineCoverage(picture.size)
      for line in group {
        for (from, to) in zip(line.points, line.points.dropFirst()) {
          coverage.cover(from: from, to: to, width: pen.width, dash: pen.dash)
        }
      }
      coverage.draw(pen.color, on: picture)
    }
  }
}

/// The coverage of each pixel by lines of one color, from 0 to 255.
private struct LineCoverage {
  private let size: ImageSize
  private var parts: [UInt8]

  init(_ size: ImageSize) {
    self.size = size
    parts = Array(repeating: 0, count: size.width * size.height)
  }

  /// Covers pixels by the distance of their centers from the line; those up to half a pixel beyond
  /// its edges are partially covered.
  mutating func cover(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double, dash: Int
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    let reach = width / 2 + 0.5
    // Walk along the longer axis, with the pixels on both sides.
    let isFlat = abs(dx) >= abs(dy)
    let (first, last) = isFlat ? (start.x, end.x) : (start.y, end.y)
    let slope = square == 0 ? 0 : isFlat ? dy / dx : dx / dy
    let across = reach * (1 + slope * slope).squareRoot()
    let (longest, widest) = isFlat ? (size.width, size.height) : (size.height, size.width)
    for along in Self.pixels(min(first, last) - reach, max(first, last) + reach, of: longest)
    // Dashes depend on the position, so that lines in many pieces have equal gaps.
    where dash == 0 || along / dash % 2 == 0 {
      let middle = (isFlat ? start.y : start.x) + (Double(along) + 0.5 - first) * slope
      for other in Self.pixels(middle - across, middle + across, of: widest) {
        let (x, y) = isFlat ? (along, other) : (other, along)
        let (px, py) = (Double(x) + 0.5 - start.x, Double(y) + 0.5 - start.y)
        let part = square == 0 ? 0 : max(0, min((px * dx + py * dy) / square, 1))
        let (ax, ay) = (px - part * dx, py - part * dy)
        let covered = reach - (ax * ax + ay * ay).squareRoot()
        guard covered > 0 else { continue }
        let index = y * size.width + x
        parts[index] = max(parts[index], UInt8(min(covered, 1) * 255))
      }
    }
  }

  private static func pixels(_ first: Double, _ last: Double, of count: Int) -> Range<Int> {
    let first = max(0, Int(first.rounded(.down)))
    return first..<max(first, min(Int(last.rounded(.up)) + 1, count))
  }

  func draw(_ color: RGBColor, on picture: borrowing PixelBuffer) {
    for (pixel, part) in parts.enumerated() where part > 0 {
      let to = picture.bytes + pixel * 4
      func mixed(_ color: UInt8, _ behind: UInt8) -> UInt8 {
        let (front, back) = (Int(color) * Int(part), Int(behind) * (255 - Int(part)))
        return UInt8((front + back + 127) / 255)
      }
      picture.set(
        pixel, red: mixed(color.red, to[0]), green: mixed(color.green, to[1]),
        blue: mixed(color.blue, to[2]))
    }
  }
}
