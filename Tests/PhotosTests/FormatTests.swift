import Foundation
import TestSupport
import Testing

/// Every kind of pixels that photos come in, against what one should see.
@Suite struct FormatTests {
  @Test(arguments: [
    "corners.jpg", "corners.png", "interlaced.png", "deep.png", "corners.webp", "moving.webp",
    "corners.gif", "interlaced.gif", "moving.gif", "corners.tiff", "big-endian.tiff", "tiled.tiff",
    "planar.tiff", "palette.tiff", "deep.tiff", "cmyk.tiff", "in-jpeg.tiff", "cmyk-adobe.jpg",
    "cmyk-plain.jpg", "ycck-adobe.jpg", "turned-1.heic", "turned-1.avif",
  ]) func colors(name: String) throws {
    let photo = try Fixture.file(name)
    try expectEqual(PictureRun.pixels(photo).corners, PixelColor.corners)
    let facts = try PictureRun.facts(photo)
    expect(facts["problem"] is NSNull)
    expectEqual(PictureRun.size(facts), [96, 64])
    let cells = try PictureRun.run("cells --columns 40 --rows 20 --colors full", photo)
    expect(cells.output.starts(with: "cells 40 13\n".utf8))
  }

  @Test(arguments: [("deep-grey.png", [70, 152, 44, 216]), ("grey.tiff", [87, 130, 52, 207])])
  func grays(name: String, values: [Int]) throws {
    try expectEqual(
      PictureRun.pixels(try Fixture.file(name)).corners, values.map { PixelColor($0, $0, $0) })
  }

  @Test func oneBit() throws {
    let white = PixelColor(255, 255, 255)
    try expectEqual(
      PictureRun.pixels(try Fixture.file("bilevel.tiff")).corners, [.black, white, .black, white])
  }

  /// The second corner is half transparent where the format can do that, the last one is wholly.
  @Test(arguments: [
    ("alpha.png", true), ("alpha.webp", true), ("alpha.tiff", true), ("alpha.gif", false),
    ("alpha.avif", false),
  ]) func alphaLiesOverTheBackground(name: String, hasHalf: Bool) throws {
    let photo = try Fixture.file(name)
    let backgrounds = [
      ("", PixelColor.black), (" --background ffffff", PixelColor(255, 255, 255)),
      (" --background 204060", PixelColor(32, 64, 96)),
    ]
    for (option, back) in backgrounds {
      let half = PixelColor(
        (30 + back.red) / 2, (200 + back.green) / 2, (30 + back.blue) / 2)
      let pixels = try PictureRun.pixels(photo, "--width 96 --height 96" + option)
      expectEqual(pixels.corners, [.red, hasHalf ? half : .green, .blue, back], "\(name)\(option)")
    }
  }

  @Test func whatNothingDecodesIsSaid() throws {
    // A JPEG that says it has twelve bits.
    var deep = try Fixture.file("corners.jpg")
    deep[try require(Data(deep).range(of: Data([0xFF, 0xC0]))).upperBound + 2] = 12
    for photo in [try Fixture.file("corners.bmp"), try Fixture.file("float.tiff"), deep] {
      try expect(PictureRun.facts(photo)["problem"] as? String == "undecodable-type")
      let result = try PictureRun.run("pixels --width 9 --height 9 --as png", photo)
      expectEqual(result.status, 3)
      expectEqual(result.errorText, "undecodable-type\n")
    }
  }

  /// The thumbnail of this photo is gray, so that one can tell.
  @Test func thumbnailsServeWhereTheyAreLargeEnough() throws {
    let photo = try Fixture.file("thumbnail.heic")
    let small = try PictureRun.pixels(photo, "--width 96 --height 96")
    expectEqual(small.corners, [.gray, .gray, .gray, .gray])
    let large = try PictureRun.pixels(photo, "--width 97 --height 97")
    expectEqual(large.corners, PixelColor.corners)
    let part = try PictureRun.pixels(
      photo, "--width 90 --height 90 --region 0,0,5000,10000")
    expectEqual(part.corners, [.red, .red, .blue, .blue])
  }

  @Test func framesStandWhereTheyBelong() throws {
    // A screen twice as large, with the frame in its middle.
    var gif = try Fixture.file("corners.gif")
    (gif[6], gif[8]) = (192, 128)
    let frame = try require(Data(gif).range(of: Data([0x2C, 0, 0, 0, 0, 96, 0, 64, 0])))
    (gif[frame.lowerBound + 1], gif[frame.lowerBound + 3]) = (48, 32)
    var webp = try Fixture.file("moving.webp")
    let canvas = try require(Data(webp).range(of: Data("VP8X".utf8))).upperBound + 8
    (webp[canvas], webp[canvas + 3]) = (191, 127)
    let animation = try require(Data(webp).range(of: Data("ANMF".utf8))).upperBound + 4
    (webp[animation], webp[animation + 3]) = (24, 16)
    for photo in [gif, webp] {
      let pixels = try PictureRun.pixels(photo, "--width 192 --height 192 --background 808080")
      expectEqual(pixels.size, [192, 128])
      expectEqual(pixels.corners, [.gray, .gray, .gray, .gray])
      let middle = [(60, 40), (132, 40), (60, 88), (132, 88)].map { pixels.color($0.0, $0.1) }
      expectEqual(middle, PixelColor.corners)
    }
    // Partly, and wholly, outside.
    (gif[frame.lowerBound + 1], gif[frame.lowerBound + 3]) = (120, 90)
    let cut = try PictureRun.pixels(gif, "--width 192 --height 192")
    expectEqual(cut.corners, [.black, .black, .black, .red])
    (gif[frame.lowerBound + 2], gif[frame.lowerBound + 4]) = (255, 255)
    let empty = try PictureRun.pixels(gif, "--width 192 --height 192")
    expectEqual(empty.corners, [.black, .black, .black, .black])
  }
}
