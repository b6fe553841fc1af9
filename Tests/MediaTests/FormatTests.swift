import Foundation
import TestSupport
import Testing

@Suite struct FormatTests {
  @Test(arguments: [
    "corners.jpg", "corners.png", "interlaced.png", "deep.png", "corners.webp", "moving.webp",
    "corners.gif", "interlaced.gif", "moving.gif", "corners.tiff", "big-endian.tiff", "tiled.tiff",
    "planar.tiff", "palette.tiff", "deep.tiff", "cmyk.tiff", "in-jpeg.tiff", "cmyk-adobe.jpg",
    "cmyk-plain.jpg", "ycck-adobe.jpg", "float.tiff", "corners.jxl", "turned-1.heic",
    "turned-1.avif",
  ]) func `draws every format in its colors`(name: String) throws {
    let photo = try Fixture.file(name)
    try expectEqual(PictureRun.pixels(photo).corners, PixelColor.corners)
    let facts = try PictureRun.facts(photo)
    expect(facts["problem"] is NSNull)
    expectEqual(PictureRun.size(facts), [96, 64])
    let cells = try PictureRun.run("cells --columns 40 --rows 20 --colors full", photo)
    expect(cells.output.starts(with: "cells 40 13\n".utf8))
  }

  @Test func `draws grays and single bits, and rejects undecodable types`() throws {
    for (name, values) in [
      ("deep-grey.png", [70, 152, 44, 216]), ("grey.tiff", [87, 130, 52, 207]),
      ("bilevel.tiff", [0, 255, 0, 255]),
    ] {
      let corners = try PictureRun.pixels(Fixture.file(name)).corners
      expectEqual(corners, values.map { PixelColor($0, $0, $0) }, name)
    }
    var picture = try HEIFFixture().picture
    picture.type = "unci"
    // A JPEG that claims twelve bits.
    var deep = try Fixture.file("corners.jpg")
    deep[try require(Data(deep).range(of: Data([0xFF, 0xC0]))).upperBound + 2] = 12
    let uncoded = HEIFFixture.file([picture], main: 1)
    for photo in [try Fixture.jpegInBitmap(), deep, uncoded] {
      try expect(PictureRun.facts(photo)["problem"] as? String == "undecodable-type")
      try PictureRun.expectFailure(
        "undecodable-type", "pixels --width 9 --height 9 --as png", photo)
    }
  }

  @Test func `removes metadata from JPEG XL`() throws {
    let photo = try Fixture.file("corners.jxl")
    try require(Data(photo).range(of: Data("SERIAL".utf8)) != nil)
    let clean = try PictureRun.run("without-location", photo).output
    expectNil(Data(clean).range(of: Data("SERIAL".utf8)))
    try expectEqual(PictureRun.pixels(clean).corners, PixelColor.corners)
    // A codestream without a length may be followed by anything.
    try PictureRun.expectFailure(
      "undecodable-type", "without-location", [0xFF, 0x0A] + photo[46...50] + [0, 0])
  }

  @Test func `draws TIFF with rare bit depths`() throws {
    for (bits, kind, samples, color) in [
      (16, 5, [0, 0xFFFF, 0xFFFF, 0], .red(255)), (16, 5, [0, 0, 0, 0x8000], .gray(127)),
      (12, 1, [0x800], .gray(128)), (12, 0, [0x800], .gray(127)), (10, 2, [1023, 0, 0], .red(255)),
      (32, 2, [Int(UInt32.max), 0, 0], .red(255)),
      // A fourth sample that isn't declared as transparency.
      (8, 2, [220, 30, 30, 0], .red),
    ] as [(Int, Int, [Int], PixelColor)] {
      let photo = TIFFFixture.pixels(bits: bits, kind: kind, samples)
      let corners = try PictureRun.pixels(photo, "--width 4 --height 4").corners
      expectEqual(corners, [color, color, color, color], "\(bits) bits, kind \(kind)")
    }
  }

  @Test func `draws the largest preview of raw files upright`() throws {
    let preview = try Fixture.file("corners.jpg")
    var thumbnail = preview
    let size = try require(Data(preview).range(of: Data([0xFF, 0xC0]))).upperBound + 3
    thumbnail.replaceSubrange(size..<size + 4, with: [0, 16, 0, 16])
    let tiff = TIFFFixture.raw(preview: thumbnail + preview)
    let turned = PixelColor.corners(turned: 6)
    func marked(_ mark: String) -> [UInt8] { Array(mark.utf8) + tiff[4...] }
    let exif = Fixture.exifSegment(ExifFixture(orientation: 6).bytes)
    let inside = Fixture.jpeg(preview, with: exif)
    let raf =
      Array("FUJIFILMCCD-RAW ".utf8) + [UInt8](repeating: 0, count: 68) + Fixture.big(92)
      + Fixture.big(inside.count) + inside
    let cr3 =
      Fixture.box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
      + Fixture.canon(["CMT1": ExifFixture(orientation: 6).bytes])
      + Fixture.box("mdat", preview)
    for (type, photo) in [
      ("tiff", tiff), ("x-olympus-orf", marked("IIRO")), ("x-panasonic-rw2", marked("IIU\0")),
      ("x-fuji-raf", raf), ("x-canon-cr3", cr3),
    ] {
      try expectEqual(PictureRun.pixels(photo).corners, turned, type)
      let facts = try PictureRun.facts(photo)
      expectEqual(PictureRun.size(facts), [64, 96], type)
      expectEqual(facts["type"] as? String, "image/\(type)")
      try PictureRun.expectFailure("undecodable-type", "without-location", photo)
    }
  }

  @Test func `recognizes TIFF-based raw files by their cameras`() async throws {
    let preview = try Fixture.file("corners.jpg")
    func made(by make: String) -> [UInt8] {
      TIFFFixture.raw(preview: preview, [TIFFFixture.text(0x010F, Array("\(make)\0".utf8))])
    }
    let folder = try TemporaryFolder()
    for (ending, photo) in [
      ("dng", TIFFFixture.raw(preview: preview, [(0xC612, 1, 4, [1, 4, 0, 0])])),
      ("nef", made(by: "NIKON CORPORATION")), ("arw", made(by: "SONY")),
      ("pef", made(by: "PENTAX")), ("srw", made(by: "SAMSUNG")), ("tiff", made(by: "Other")),
    ] {
      let facts = try await inspector.facts(ofPhotoAt: folder.write(photo))
      expectEqual(facts.type.fileExtension, ending)
      expectEqual([facts.width, facts.height], [64, 96])
      expectNil(facts.problem)
    }
    // Canon's signature after the header, which moves nothing else.
    var tiff = try Fixture.file("corners.tiff")
    tiff[8...9] = [0x43, 0x52]
    expectEqual(try PictureRun.facts(tiff, "header")["type"] as? String, "image/x-canon-cr2")
  }

  /// Pictures whose files declare high dynamic range, in two ways, or Display P3.
  @Test(arguments: [
    (9, 16, [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]]),
    (9, 18, [[231, 0, 0], [0, 203, 0], [0, 2, 204], [233, 229, 0]]),
    (12, 13, [[240, 0, 0], [0, 204, 0], [30, 30, 229], [230, 230, 0]]),
  ]) func `converts wide-gamut and high-dynamic-range colors to sRGB`(
    primaries: UInt8, transfer: UInt8, colors: [[Int]]
  ) throws {
    var photo = try Fixture.file("turned-1.avif")
    let place = try require(Data(photo).range(of: Data("colrnclx".utf8))).upperBound
    (photo[place + 1], photo[place + 3]) = (primaries, transfer)
    let corners = try PictureRun.pixels(photo).corners
    expectEqual(corners, colors.map { PixelColor($0[0], $0[1], $0[2]) })
  }

  @Test func `draws the first frame of a sequence without a main picture`() throws {
    let turns = [[1, 0, 0, 0, 1], [0, 1, 0, -1, 0], [-1, 0, 0, 0, -1], [0, -1, 0, 1, 0]]
    for (matrix, orientation) in zip(turns, [1, 6, 3, 8]) {
      let photo = try HEIFFixture().sequence(matrix: matrix)
      let pixels = try PictureRun.pixels(photo)
      expectEqual(pixels.corners, PixelColor.corners(turned: orientation))
      let facts = try PictureRun.facts(photo)
      expectEqual(PictureRun.size(facts), orientation < 5 ? [96, 64] : [64, 96])
      expectEqual(facts["type"] as? String, "image/heic")
      expect(facts["problem"] is NSNull)
      try PictureRun.expectFailure("undecodable-type", "without-location", photo)
    }
    let moving = try HEIFFixture("turned-1.avif").sequence(brand: "avis")
    expectEqual(try PictureRun.pixels(moving).corners, PixelColor.corners)
    expectEqual(try PictureRun.facts(moving)["type"] as? String, "image/avif")
    try PictureRun.expectFailure(
      "damaged", "pixels --width 9 --height 9 --as png", Array(moving.dropLast(20)))
    var other = try HEIFFixture().sequence()
    other.replaceSubrange(
      try require(Data(other).range(of: Data("hvc1".utf8))), with: Array("abcd".utf8))
    try PictureRun.expectFailure(
      "undecodable-type", "pixels --width 9 --height 9 --as png", other)
  }

  /// Two tiles side by side, the second of which is incomplete, with several rotations.
  @Test func `draws the available tiles of an incomplete HEIC`() throws {
    let fixture = try HEIFFixture()
    func color(_ pixels: Pixels, _ x: Int, _ y: Int) -> PixelColor {
      pixels.color(pixels.width * x / 16, pixels.height * y / 16)
    }
    for (turns, isTall, places) in [
      ([], false, [(1, 2), (7, 2), (1, 14), (7, 14), (12, 8)]),
      ([Fixture.box("irot", [3])], true, [(14, 1), (14, 7), (2, 1), (2, 7), (8, 12)]),
      ([Fixture.box("irot", [1])], true, [(2, 14), (2, 9), (14, 14), (14, 9), (8, 4)]),
      ([Fixture.box("imir", [1])], false, [(14, 2), (9, 2), (14, 14), (9, 14), (4, 8)]),
      (
        [Fixture.box("irot", [2]), Fixture.box("imir", [0])], false,
        [(14, 2), (9, 2), (14, 14), (9, 14), (4, 8)]
      ),
    ] {
      let whole = fixture.grid(turns)
      let colors = PixelColor.corners
      let all = try PictureRun.pixels(whole)
      expectEqual(places.prefix(4).map { color(all, $0.0, $0.1) }, colors)
      let cut = Array(whole.dropLast(20))
      let run = try PictureRun.run("pixels --as png --width 96 --height 96", cut)
      expectSuffix(run.firstLine, " incomplete")
      let rest = try Pixels(png: PixelAnswer(run.output).bytes)
      expectEqual(rest.size, isTall ? [32, 96] : [96, 32])
      expectEqual(places.map { color(rest, $0.0, $0.1) }, colors + [.black])
      expectEqual(try PictureRun.facts(cut)["problem"] as? String, "incomplete")
    }
  }

  @Test func `draws the thumbnail of an incomplete HEIC, or that of its EXIF data`() throws {
    let fixture = try HEIFFixture()
    var main = fixture.picture
    main.properties[main.properties.count - 1] = HEIFFixture.size(960, 640)
    let small = fixture.picture
    let link = Fixture.box("thmb", [0, 1, 0, 1, 0, 2])
    let exif = Fixture.big(0) + TIFFFixture.exif(thumbnail: try Fixture.file("corners.jpg"))
    for photo in [
      HEIFFixture.file([small, main], main: 2, link),
      HEIFFixture.file([("Exif", [], exif), main], main: 2),
    ] {
      let cut = Array(photo.dropLast(20))
      let run = try PictureRun.run("pixels --as png --width 96 --height 96", cut)
      expectSuffix(run.firstLine, " incomplete")
      expectEqual(try Pixels(png: PixelAnswer(run.output).bytes).corners, PixelColor.corners)
      expectEqual(try PictureRun.facts(cut)["problem"] as? String, "incomplete")
    }
    // A thumbnail of only a part of the picture, and none.
    main.properties[main.properties.count - 1] = HEIFFixture.size(640, 640)
    for photo in [
      HEIFFixture.file([small, main], main: 2, link), HEIFFixture.file([main], main: 1),
    ] {
      let cut = Array(photo.dropLast(20))
      try PictureRun.expectFailure("damaged", "pixels --width 9 --height 9 --as png", cut)
      expectEqual(try PictureRun.facts(cut)["problem"] as? String, "damaged")
    }
    // A complete main picture before an incomplete item.
    let last = HEIFFixture.file([small, ("Exif", [], exif)], main: 1)
    let pixels = try PictureRun.pixels(Array(last.dropLast(20)))
    expectEqual(pixels.corners, PixelColor.corners)
  }

  @Test func `draws every kind of bitmap`() throws {
    for (depth, compression) in [
      (1, 0), (4, 0), (8, 0), (16, 0), (24, 0), (32, 0), (16, 3), (32, 3), (8, 1), (4, 2),
    ] {
      for isTopDown in [false, true] {
        let name = "\(depth) bits, compression \(compression), from top \(isTopDown)"
        let bitmap = Fixture.bitmap(depth, compression, isTopDown: isTopDown)
        let colors = depth == 1 ? [.red, .green, .green, .red] : PixelColor.corners
        try expectEqual(PictureRun.pixels(bitmap, "--width 4 --height 4").corners, colors, name)
      }
    }
  }

  /// Each is cut off in the lower half, so it shows at least the upper corners, or the lower ones
  /// if stored bottom-up.
  @Test(arguments: [
    "corners.jpg", "corners.png", "interlaced.png", "corners.webp", "moving.webp", "corners.gif",
    "interlaced.gif", "corners.bmp", "cmyk-adobe.jpg",
  ]) func `draws the available part of an incomplete file`(name: String) throws {
    let whole = try Fixture.file(name)
    let count = [
      "corners.png": 224, "interlaced.png": 160, "corners.webp": 91, "moving.webp": 137,
      "interlaced.gif": 1100,
    ][name]
    let photo = Array(whole.prefix(count ?? whole.count * 9 / 10))
    let run = try PictureRun.run("pixels --as png --width 96 --height 96", photo)
    expectSuffix(run.firstLine, " incomplete", name)
    let corners = try Pixels(png: PixelAnswer(run.output).bytes).corners
    let isUpsideDown = name == "corners.bmp"
    expectEqual(
      Array(isUpsideDown ? corners.suffix(2) : corners.prefix(2)),
      Array(isUpsideDown ? PixelColor.corners.suffix(2) : PixelColor.corners.prefix(2)), name)
    expectEqual(try PictureRun.facts(photo)["problem"] as? String, "incomplete", name)
    let cells = try PictureRun.run("cells --columns 40 --rows 20 --colors full", photo)
    expectSuffix(cells.firstLine, " incomplete", name)
  }

  @Test func `draws a photo completely if only its end is damaged`() throws {
    var png = try Fixture.file("corners.png")
    png[png.count - 1] ^= 1
    for photo in [png, Array(try Fixture.file("corners.jpg").dropLast(2))] {
      let run = try PictureRun.run("pixels --as png --width 96 --height 96", photo)
      expectSuffix(run.firstLine, " incomplete")
      expectEqual(try Pixels(png: PixelAnswer(run.output).bytes).corners, PixelColor.corners)
    }
  }

  @Test func `converts colors to sRGB by valid profiles`() throws {
    let photos: [(name: String, make: ([UInt8]) throws -> [UInt8])] = [
      ("JPEG", { try Fixture.jpeg(Fixture.file("corners.jpg"), with: Fixture.profileSegment($0)) }),
      (
        "PNG",
        {
          var png = try Fixture.file("corners.png")
          let content = Array("x\0\0".utf8) + Fixture.stored($0)
          png.insert(contentsOf: Fixture.chunk("iCCP", content), at: 33)
          return png
        }
      ),
      (
        "WebP",
        {
          var webp = try Fixture.file("corners.webp")
          let place = try require(Data(webp).range(of: Data("VP8X".utf8))).upperBound + 14
          webp.insert(contentsOf: Fixture.riff("ICCP", $0), at: place)
          webp[4] = UInt8((webp.count - 8) & 255)
          webp[5] = UInt8((webp.count - 8) >> 8)
          return webp
        }
      ),
    ]
    let wide = Fixture.profile(.wide)
    let converted = [
      PixelColor(255, 24, 24), PixelColor(0, 201, 0), PixelColor(24, 24, 225),
      PixelColor(231, 231, 0),
    ]
    for (name, make) in photos {
      try expectEqual(PictureRun.pixels(make(wide)).corners, converted, name)
      for profile in [
        Fixture.profile(.sRGB), Array(wide.prefix(200)), Fixture.profile(.wide, space: "GRAY"),
        Fixture.profile(.wide, space: "CMYK"), [UInt8](repeating: 0x41, count: 300),
      ] {
        try expectEqual(PictureRun.pixels(make(profile)).corners, PixelColor.corners, name)
      }
    }
  }

  @Test func `converts Adobe RGB named by EXIF, and CMYK of TIFF by its profile`() throws {
    let converted = [
      PixelColor(255, 24, 24), PixelColor(0, 201, 0), PixelColor(24, 24, 225),
      PixelColor(231, 231, 0),
    ]
    for (space, rules, colors) in [
      (0xFFFF, "R03", converted), (2, "R98", converted), (1, "R03", PixelColor.corners),
      (0xFFFF, "R98", PixelColor.corners),
    ] {
      let exif = TIFFFixture.exif(colorSpace: space, rules: rules)
      let photo = try Fixture.jpeg(Fixture.file("corners.jpg"), with: Fixture.exifSegment(exif))
      try expectEqual(PictureRun.pixels(photo).corners, colors, "\(space) \(rules)")
      // A profile overrides EXIF.
      let described = Fixture.jpeg(photo, with: Fixture.profileSegment(Fixture.profile(.sRGB)))
      try expectEqual(PictureRun.pixels(described).corners, PixelColor.corners)
    }
    for (bits, full, half) in [(8, 0xFF, 0x80), (16, 0xFFFF, 0x8000)] {
      for (profile, color) in [
        (Fixture.cmykProfile(), PixelColor.gray(118)), ([], PixelColor(0, 127, 127)),
        ([UInt8](Fixture.cmykProfile().prefix(140)), PixelColor(0, 127, 127)),
      ] {
        let photo = TIFFFixture.pixels(
          bits: bits, kind: 5, [full, 0, 0, half], profile: profile)
        let corners = try PictureRun.pixels(photo, "--width 4 --height 4").corners
        expectEqual(corners, [color, color, color, color], "\(bits) bits, \(profile.count)")
      }
    }
  }

  /// The second corner is half transparent if the format supports that; the last one is completely
  /// transparent.
  @Test(arguments: [
    ("alpha.png", true), ("alpha.webp", true), ("alpha.tiff", true), ("alpha.gif", false),
    ("alpha.avif", false),
  ]) func `draws transparency over the background`(name: String, hasHalf: Bool) throws {
    let photo = try Fixture.file(name)
    let backgrounds = [
      ("", PixelColor.black), (" --background ffffff", PixelColor(255, 255, 255)),
      (" --background 204060", PixelColor(32, 64, 96)),
    ]
    for (option, back) in backgrounds {
      let half = PixelColor((30 + back.red) / 2, (200 + back.green) / 2, (30 + back.blue) / 2)
      let pixels = try PictureRun.pixels(photo, "--width 96 --height 96" + option)
      expectEqual(pixels.corners, [.red, hasHalf ? half : .green, .blue, back], "\(name)\(option)")
    }
  }

  @Test func `uses thumbnails that are large enough, and positions frames`() throws {
    let photo = try Fixture.file("thumbnail.heic")
    let small = try PictureRun.pixels(photo, "--width 96 --height 96")
    expectEqual(small.corners, [.gray, .gray, .gray, .gray])
    let large = try PictureRun.pixels(photo, "--width 97 --height 97")
    expectEqual(large.corners, PixelColor.corners)
    let part = try PictureRun.pixels(photo, "--width 90 --height 90 --region 0,0,5000,10000")
    expectEqual(part.corners, [.red, .red, .blue, .blue])
    // A canvas twice as large, with the frame in its middle.
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
    // The frame is partially, then completely outside.
    (gif[frame.lowerBound + 1], gif[frame.lowerBound + 3]) = (120, 90)
    let cut = try PictureRun.pixels(gif, "--width 192 --height 192")
    expectEqual(cut.corners, [.black, .black, .black, .red])
    (gif[frame.lowerBound + 2], gif[frame.lowerBound + 4]) = (255, 255)
    let empty = try PictureRun.pixels(gif, "--width 192 --height 192")
    expectEqual(empty.corners, [.black, .black, .black, .black])
  }
}

@Suite struct OrientationTests {
  @Test(arguments: 1...8) func `draws photos and their regions upright`(orientation: Int) throws {
    let exif = ExifFixture(orientation: orientation).bytes
    let segment = Fixture.exifSegment(exif)
    try expectUpright(Fixture.jpeg(Fixture.file("corners.jpg"), with: segment), orientation)
    var png = try Fixture.file("corners.png")
    // After the signature and the header.
    png.insert(contentsOf: Fixture.chunk("eXIf", exif), at: 33)
    try expectUpright(png, orientation)
    try expectUpright(try patched("corners.webp", orientation), orientation)
    let tiff = try patched("corners.tiff", orientation)
    try expectUpright(tiff, orientation)
    // Regions refer to the upright picture.
    let regions = [
      "0,0,5000,5000", "5000,0,10000,5000", "0,5000,5000,10000", "5000,5000,10000,10000",
    ]
    for (region, color) in zip(regions, PixelColor.corners(turned: orientation)) {
      let pixels = try PictureRun.pixels(tiff, "--width 40 --height 40 --region \(region)")
      expectEqual(pixels.corners, [color, color, color, color], "\(region)")
    }
  }

  @Test func `rotates HEIF only by its boxes`() throws {
    for (type, orientations) in [("heic", Array(1...8)), ("avif", [1, 6, 8])] {
      for orientation in orientations {
        try expectUpright(try Fixture.file("turned-\(orientation).\(type)"), orientation)
      }
    }
    // EXIF has an orientation of 6 in addition to the rotation.
    let pixels = try PictureRun.pixels(try Fixture.file("located.heic"))
    expectEqual(pixels.corners, PixelColor.corners(turned: 6))
  }

  /// Returns a fixture with a changed orientation.
  private func patched(_ name: String, _ orientation: Int) throws -> [UInt8] {
    var photo = try Fixture.file(name)
    let little: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, 1, 0]
    let big: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1]
    let place =
      photo.firstRange(of: little).map { $0.lowerBound + 8 }
      ?? photo.firstRange(of: big).map { $0.lowerBound + 9 }
    try photo[require(place)] = UInt8(orientation)
    return photo
  }

  private func expectUpright(
    _ photo: [UInt8], _ orientation: Int, file: String = #filePath, line: Int = #line
  ) throws {
    let pixels = try PictureRun.pixels(photo)
    let size = orientation < 5 ? [96, 64] : [64, 96]
    expectEqual(pixels.size, size, file: file, line: line)
    expectEqual(pixels.corners, PixelColor.corners(turned: orientation), file: file, line: line)
    let facts = try PictureRun.facts(photo, "header")
    expectEqual(PictureRun.size(facts), size, file: file, line: line)
  }
}
