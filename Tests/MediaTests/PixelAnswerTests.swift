import Foundation
import TestSupport
import Testing

@Suite struct PixelAnswerTests {
  private let photo: [UInt8]

  init() throws { photo = try Fixture.file("corners.png") }

  @Test(arguments: [
    (96, 96, 96, 64), (10, 4096, 10, 7), (4096, 10, 15, 10), (1, 1, 1, 1), (300, 300, 300, 200),
    (4096, 4096, 4096, 2731), (3, 1, 2, 1),
  ]) func `draws the largest size that fits`(
    width: Int, height: Int, seenWidth: Int, seenHeight: Int
  ) throws {
    for form in ["png", "jpeg", "sixel"] {
      let result = try PictureRun.run(
        "pixels --width \(width) --height \(height) --as \(form)", photo)
      let answer = try PixelAnswer(result.output)
      expectEqual(answer.form, form)
      expectEqual(answer.size, [seenWidth, seenHeight])
    }
  }

  @Test func `keeps colors in scaled pictures, JPEGs and parts`() throws {
    let pixels = try PictureRun.pixels(photo, "--width 960 --height 960")
    expectEqual(pixels.size, [960, 640])
    expectEqual(pixels.corners, PixelColor.corners)
    // JPEG shows the same picture.
    let result = try PictureRun.run("pixels --width 48 --height 48 --as jpeg", photo)
    let again = try PictureRun.pixels(try PixelAnswer(result.output).bytes)
    expectEqual(again.corners, PixelColor.corners)
    // Parts have their own proportions, at the resolution of the file.
    let part = try PictureRun.pixels(photo, "--width 200 --height 200 --region 5000,0,7500,10000")
    expectEqual(part.size, [75, 200])
    expectEqual(part.corners, [.green, .green, .yellow, .yellow])
    let cells = try PictureRun.run(
      "cells --columns 10 --rows 10 --colors full --region 0,0,5000,5000", photo)
    expect(cells.output.starts(with: "cells 10 3\n".utf8))
    for cell in 0..<30 {
      let start = 11 + cell * 12
      let colors = stride(from: start + 4, to: start + 12, by: 4).map { place in
        PixelColor(
          Int(cells.output[place + 2]), Int(cells.output[place + 1]), Int(cells.output[place]))
      }
      expectContains(colors, .red)
    }
    let sample = try Fixture.sample("warm-soup")
    let sharp = try PictureRun.pixels(sample, "--width 100 --height 100 --region 0,0,1000,1000")
    expectEqual(sharp.size, [100, 75])
  }

  @Test func `draws sixels as one sequence that fills cells`() throws {
    for (colors, width, height) in [
      (256, 30, 20), (256, 31, 23), (256, 5, 4), (240, 40, 30), (16, 50, 50), (8, 50, 50),
      (2, 50, 50), (100_000, 20, 20),
    ] as [(Int, Int, Int)] {
      let count = min(colors, 65_536)
      let result = try PictureRun.run(
        "pixels --width \(width) --height \(height) --as sixel --colors \(count)",
        try Fixture.sample("sea-sunset"))
      let answer = try PixelAnswer(result.output)
      let sixel = try SixelReading(answer.bytes)
      expectEqual(sixel.size, answer.size)
      expectAtMost(sixel.colors.count, min(count, 256))
      expectEqual(sixel.drawn.count, answer.width * answer.height)
    }
    // Sixels show the same picture.
    let result = try PictureRun.run("pixels --width 96 --height 63 --as sixel", photo)
    let sixel = try SixelReading(try PixelAnswer(result.output).bytes)
    let corners = [(5, 5), (85, 5), (5, 57), (85, 57)].compactMap { sixel.color($0.0, $0.1) }
    expectEqual(corners, PixelColor.corners)
    // Cells are filled unless bands would exceed them.
    for (size, width, height) in [
      ("96 --height 63", 96, 60), ("100 --height 66", 100, 66), ("82 --height 82", 82, 60),
      ("75 --height 82", 75, 60), ("75 --height 8", 20, 6),
    ] as [(String, Int, Int)] {
      let result = try PictureRun.run(
        "pixels --width \(size) --as sixel --background ff0000 --fill-cells 10x16", photo)
      let sixel = try SixelReading(try PixelAnswer(result.output).bytes)
      expectEqual(sixel.size, [width, height])
      expectEqual(sixel.drawn.count, width * height)
      let corner = try require(sixel.color(width - 1, height - 1))
      expectEqual(corner, PixelColor(255, 0, 0))
    }
  }

  @Test(arguments: [
    "", "draw", "info --width 3", "header x", "headers", "headers --count 0", "headers --count 65",
    "headers --count 1 --width 3", "pixels", "pixels --width 3 --height 3", "cells --columns 3",
    "pixels --width 0 --height 3 --as png", "pixels --width 4097 --height 3 --as png",
    "pixels --width 3 --height 3 --as gif", "pixels --width 3 --height 3 --as png --colors 16",
    "pixels --width 3 --height 3 --as sixel --colors 1",
    "pixels --width 3 --height 3 --as png --as png",
    "pixels --width 3 --height 3 --as png --region 0,0,10000",
    "pixels --width 3 --height 3 --as png --region 0,0,0,10000",
    "pixels --width 3 --height 3 --as png --region 0,5,10000,5",
    "pixels --width 3 --height 3 --as png --region 0,0,10001,10000",
    "pixels --width 3 --height 3 --as png --region -1,0,10000,10000",
    "pixels --width 3 --height 3 --as png --background fff",
    "pixels --width 3 --height 3 --as png --background +fffff",
    "pixels --width 3 --height 3 --as png --fill-cells 10x20",
    "pixels --width 3 --height 3 --as sixel --fill-cells 10",
    "pixels --width 3 --height 3 --as sixel --fill-cells 10x0",
    "cells --columns 3 --rows 3 --colors full --as png", "lines", "lines --width 3 --height 3",
    "lines --width 3 --height 3 --as png --length 0:42",
    "lines --width 3 --height 3 --as png --region 0,0,10000,10000",
  ]) func `rejects wrong usage`(arguments: String) throws {
    let result = try PictureRun.run(arguments, photo)
    expectEqual(result.status, 64)
    expect(result.output.isEmpty)
    expectPrefix(result.errorText, "usage: photodiary-picture")
  }
}

/// Parses sixel graphics strictly, as a terminal draws them.
private struct SixelReading {
  let width: Int
  let height: Int
  private(set) var colors: [Int: PixelColor] = [:]
  /// The color numbers by the positions of pixels.
  private(set) var drawn: [Int: Int] = [:]

  var size: [Int] { [width, height] }

  struct Unexpected: Error { let place: Int }

  init(_ bytes: [UInt8]) throws {
    try require(bytes.starts(with: "\u{1B}P".utf8) && bytes.suffix(2) == [0x1B, 0x5C])
    let text = bytes.dropFirst(2).dropLast(2)
    let begin = try require(text.firstIndex(of: UInt8(ascii: "q")))
    try require(text[..<begin].allSatisfy { 0x30...0x3B ~= $0 })
    var rest = text[(begin + 1)...]
    func numbers(_ rest: inout ArraySlice<UInt8>) -> [Int] {
      let digits = rest.prefix { 0x30...0x3B ~= $0 }
      rest = rest.dropFirst(digits.count)
      return digits.split(separator: 0x3B).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
    let mark = rest.popFirst()
    try require(mark == UInt8(ascii: "\""))
    let raster = numbers(&rest)
    try require(raster.count == 4)
    (width, height) = (raster[2], raster[3])
    var (color, x, band) = (0, 0, 0)
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "#"):
        let values = numbers(&rest)
        color = try require(values.first)
        if values.count == 5 {
          let parts = values[2...].map { $0 * 255 / 100 }
          colors[color] = PixelColor(parts[0], parts[1], parts[2])
        }
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, band) = (0, band + 1)
      case UInt8(ascii: "!"), 0x3F...0x7E:
        let count = byte == UInt8(ascii: "!") ? numbers(&rest).first ?? 0 : 1
        let bits = byte == UInt8(ascii: "!") ? rest.popFirst() ?? 0 : byte
        try require(0x3F...0x7E ~= bits)
        for _ in 0..<count {
          for row in 0..<6 where (bits - 0x3F) >> UInt8(row) & 1 == 1 {
            try require(x < width && band * 6 + row < height)
            drawn[(band * 6 + row) * width + x] = color
          }
          x += 1
        }
      default: throw Unexpected(place: bytes.count - rest.count)
      }
    }
  }

  func color(_ x: Int, _ y: Int) -> PixelColor? { drawn[y * width + x].flatMap { colors[$0] } }
}
