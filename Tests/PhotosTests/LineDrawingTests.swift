import TerminalUI
import TestSupport
import Testing

@testable import Photos

/// Lines that the picture program draws, as the diary tells it of them.
@Suite struct LineDrawingTests {
  private let red = PixelColor(255, 0, 0)
  private let blue = PixelColor(0, 0, 255)
  private let ground = PixelColor(16, 32, 48)

  private func line(
    _ color: UInt32, width: Double = 2, dash: Double = 0, _ points: (Double, Double)...
  ) -> PixelLine {
    PixelLine(
      PixelLine.Pen(color: color, width: width, dash: dash), points.map { (x: $0.0, y: $0.1) })
  }

  private func drawn(_ lines: [PixelLine], as form: String = "png") throws -> PixelAnswer {
    let result = try PictureRun.run(
      "lines --width 40 --height 20 --as \(form) --background 102030",
      PixelLine.encoded(lines, width: 40, height: 20))
    try require(result.status == 0, "\(result.end) \(result.errorText)")
    return try PixelAnswer(result.output)
  }

  private func pixels(_ lines: PixelLine...) throws -> Pixels {
    try Pixels(png: try drawn(lines).bytes)
  }

  @Test func `a line covers as much as it is wide, and the ground is elsewhere`() throws {
    let pixels = try pixels(line(0xFF0000, (5, 10), (35, 10)))
    expectEqual(pixels.size, [40, 20])
    for x in 6..<34 {
      expectEqual(pixels.color(x, 9), red)
      expectEqual(pixels.color(x, 10), red)
      expectEqual(pixels.color(x, 7), ground)
      expectEqual(pixels.color(x, 12), ground)
    }
    expectEqual(pixels.color(2, 10), ground)
    expectEqual(pixels.color(38, 10), ground)
  }

  @Test func `later lines lie over earlier ones`() throws {
    let pixels = try pixels(
      line(0xFF0000, (0, 10), (40, 10)), line(0x0000FF, (20, 0), (20, 20)))
    expectEqual(pixels.color(20, 10), blue)
    expectEqual(pixels.color(10, 10), red)
    expectEqual(pixels.color(20, 3), blue)
  }

  @Test func `edges are smooth, and a joint is no darker than the rest`() throws {
    let whole = try pixels(line(0xFFFFFF, width: 1, (2, 3), (38, 17)))
    let joined = try pixels(line(0xFFFFFF, width: 1, (2, 3), (20, 10), (38, 17)))
    var shades: Set<Int> = []
    for y in 0..<20 {
      for x in 0..<40 {
        shades.insert(whole.color(x, y).red)
        expectEqual(whole.color(x, y), joined.color(x, y), "\(x), \(y)")
      }
    }
    expectGreater(shades.count, 6)
  }

  @Test func `dashes have gaps, at the same places in lines of many pieces`() throws {
    let whole = try pixels(line(0xFF0000, dash: 4, (0, 10), (40, 10)))
    let pieces = try pixels(
      line(0xFF0000, dash: 4, (0, 10), (3, 10), (17, 10), (40, 10)))
    for x in 0..<40 {
      expectEqual(whole.color(x, 10), (x / 4 % 2 == 0 ? red : ground))
      expectEqual(pieces.color(x, 10), whole.color(x, 10))
    }
  }

  @Test(arguments: ["png", "jpeg", "sixel --colors 16"])
  func `each form is as large as it was asked for, also without lines`(form: String) throws {
    for lines in [[], [line(0xFF0000, (0, 0), (40, 20))]] {
      let answer = try drawn(lines, as: form)
      expectEqual(answer.size, [40, 20])
      expectEqual(answer.form, String(form.prefix { $0 != " " }))
    }
  }

  @Test func `what lies outside the picture isn't told, wherever it goes`() throws {
    let far = line(0xFF0000, (-1e7, 10), (20, 10), (1e7, 10), (50, .nan), (.infinity, 3))
    let text = String(decoding: PixelLine.encoded([far], width: 40, height: 20), as: UTF8.self)
    expectEqual(text, "ff0000 200 0 -3200 1000 2000 1000 7200 1000\n")
    let gone = line(0xFF0000, (-90, -90), (-50, 70), (200, 200))
    expectEqual(PixelLine.encoded([gone], width: 40, height: 20), [UInt8(ascii: "\n")])
    // It comes back elsewhere.
    let twice = line(0xFF, (10, 10), (10, 500), (20, 500), (20, 10))
    let lines = String(decoding: PixelLine.encoded([twice], width: 40, height: 20), as: UTF8.self)
    expectEqual(lines.split(separator: "\n").count, 2)
    expectPrefix(lines, "0000ff 200 0 1000 1000 1000 ")
  }

  @Test(arguments: [
    "ff0000", "ff0000 100 0 1 2 3", "ff0000 100 0 1 2", "red 100 0 1 2 3 4",
    "ff0000 100 0 1 2 3 4000000", "ff0000 -1 0 1 2 3 4", "ff0000 7000 0 1 2 3 4",
    "ff0000 100 99999 1 2 3 4", "ff0000 100 0 1 2 x 4",
    "ff0000 99999999999999999999 0 1 2 3 4", "\u{0}\u{1B}[2J",
  ])
  func `what are no lines is said to be damaged`(text: String) throws {
    let result = try PictureRun.run(
      "lines --width 40 --height 20 --as png", Array("ff0000 100 0 1 2 3 4\n\(text)\n".utf8))
    expectNotEqual(result.status, 0)
    expect(result.output.isEmpty)
    expectEqual(result.errorText, "damaged\n")
  }

  @Test(arguments: [
    "lines", "lines --width 3 --height 3", "lines --width 3 --height 3 --as png --length 0:42",
    "lines --width 3 --height 3 --as png --region 0,0,10000,10000",
  ])
  func `wrong usage is said`(arguments: String) throws {
    let result = try PictureRun.run(arguments, Array("\n".utf8))
    expectEqual(result.status, 64)
    expectPrefix(result.errorText, "usage: photodiary-picture")
  }
}
