import Foundation
import TestSupport
import Testing

/// Files of every format made to hurt: the program always ends by itself, soon, with an answer or
/// with a word.
@Suite struct HostileFormatTests {
  static let photos = [
    "corners.jpg", "cmyk-adobe.jpg", "located.jpg", "corners.png", "interlaced.png", "deep.png",
    "corners.webp", "moving.webp", "alpha.webp", "corners.gif", "moving.gif", "corners.tiff",
    "tiled.tiff", "in-jpeg.tiff", "palette.tiff", "located.tiff", "turned-6.heic",
    "thumbnail.heic", "located.heic", "turned-8.avif", "alpha.avif", "located.avif",
  ]

  @Test(arguments: photos) func cutOffAnywhere(name: String) throws {
    let photo = try Fixture.file(name)
    var places = Set(stride(from: 1, to: photo.count, by: max(1, photo.count / 8)))
    places.formUnion([2, 3, 8, 12, 16, 30, 33, photo.count - 1].filter { $0 < photo.count })
    for index in places { try expectEnd(Array(photo.prefix(index)), "\(name) \(index)") }
  }

  @Test(arguments: photos) func flippedBits(name: String) throws {
    var dice = SeededGenerator(seed: UInt64(name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
    let photo = try Fixture.file(name)
    for round in 0..<10 {
      var changed = photo
      for _ in 0..<Int.random(in: 1...8, using: &dice) {
        let index = Int.random(in: min(4, round)..<photo.count, using: &dice)
        changed[index] ^= 1 << UInt8.random(in: 0...7, using: &dice)
      }
      try expectEnd(changed, "\(name) \(round)")
    }
  }

  @Test func randomBytesAfterEachMark() throws {
    var dice = SeededGenerator(seed: 4)
    let marks: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF, 0xC0], [0x89] + Array("PNG\r\n\u{1A}\n".utf8),
      Array("RIFF\u{40}\0\0\0WEBPVP8 ".utf8), Array("RIFF\u{40}\0\0\0WEBPVP8L".utf8),
      Array("RIFF\u{40}\0\0\0WEBPVP8X".utf8), Array("GIF89a".utf8), Array("II*\0\u{8}\0\0\0".utf8),
      Array("MM\0*\0\0\0\u{8}".utf8), Fixture.big(24) + Array("ftypheic\0\0\0\0mif1heic".utf8),
      Fixture.big(24) + Array("ftypavif\0\0\0\0mif1avif".utf8), Array("BM".utf8),
    ]
    for mark in marks {
      for count in [0, 1, 100, 5000] {
        let rest = (0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) }
        try expectEnd(mark + rest, "\(mark) \(count)")
      }
    }
  }

  /// Headers that promise more than a computer has. None of these needs long to be refused.
  @Test func sizesThatLie() throws {
    var gif = try Fixture.file("corners.gif")
    gif.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
    var frame = try Fixture.file("corners.gif")
    let index = try require(Data(frame).range(of: Data([0x2C, 0, 0, 0, 0, 96, 0, 64, 0])))
    frame.replaceSubrange(index.lowerBound + 5..<index.lowerBound + 9, with: [255, 255, 255, 255])
    var heic = try Fixture.file("turned-1.heic")
    let size = try require(Data(heic).range(of: Data("ispe".utf8))).upperBound + 4
    heic.replaceSubrange(size..<size + 8, with: [0, 1, 0, 0, 0, 1, 0, 0])
    let tiff = try enlarged(Fixture.file("corners.tiff"), [0x00, 0x01], [0x01, 0x01])
    var jpeg = try Fixture.file("corners.jpg")
    let start = try require(Data(jpeg).range(of: Data([0xFF, 0xC0]))).upperBound + 3
    jpeg.replaceSubrange(start..<start + 4, with: [0xFF, 0xDC, 0xFF, 0xDC])
    for (name, photo) in [
      ("gif", gif), ("gif frame", frame), ("heic", heic), ("tiff", tiff), ("jpeg", jpeg),
      ("png", Fixture.png(width: 999_999, height: 999_999, rows: 0)),
    ] {
      // A second of the processor's time, however busy it is.
      let result = try PictureRun.run(
        "pixels --width 80 --height 80 --as png", photo, seconds: 1)
      expectEqual(result.status, 3, "\(name) \(result.end)")
      expectEqual(result.errorText, "too-large\n", "\(name)")
    }
  }

  /// Below the limit of pixels, but more than fits into memory at once: 17,000 × 17,000 from a few
  /// bytes. Whether it is drawn or refused, it comes to an end.
  @Test func bombs() throws {
    let png = Fixture.png(width: 17_000, height: 17_000, rows: 1)
    try expectEnd(png, "png")
    var gif = try Fixture.file("corners.gif")
    gif.replaceSubrange(6..<10, with: [0x68, 0x42, 0x68, 0x42])
    try expectEnd(gif, "gif")
    // One strip of 1,156 megabytes.
    var tiff = try Fixture.file("corners.tiff")
    for tag: [UInt8] in [[0x00, 0x01], [0x01, 0x01], [0x16, 0x01]] {
      tiff = enter(0x4268, tag, in: tiff)
    }
    try expectEnd(tiff, "tiff")
    // Without an end: every directory leads to itself.
    var loop = try Fixture.file("corners.tiff")
    let first = Int(loop[4]) | Int(loop[5]) << 8
    let end = first + 2 + Int(loop[first]) * 12
    loop.replaceSubrange(end..<end + 4, with: loop[4..<8])
    try expectEnd(loop, "loop")
  }

  /// Places of items beyond what eight bytes can count to.
  @Test func overflowingPlaces() throws {
    let photo = try Fixture.file("located.heic")
    let places = try require(Data(photo).range(of: Data("iloc".utf8))).upperBound + 4
    for sizes: [UInt8] in [[0x88, 0x80], [0x80, 0x88], [0x48, 0x40], [0x11, 0x11]] {
      for filler: UInt8 in [0x3F, 0x7F, 0xFF] {
        var changed = photo
        changed.replaceSubrange(places..<places + 2, with: sizes)
        for index in places + 4..<places + 60 { changed[index] = filler }
        changed.replaceSubrange(places + 2..<places + 4, with: [0, 1])
        try expectEnd(changed, "\(sizes) \(filler)")
        changed[places - 4] = 1
        try expectEnd(changed, "\(sizes) \(filler) version 1")
      }
    }
  }

  /// Items that claim more pieces than the file has bytes, each of none.
  @Test func piecesWithoutBytes() throws {
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Fixture.big(8 + content.count) + Array(name.utf8) + content
    }
    let items = (0..<60_000).flatMap { item -> [UInt8] in
      [UInt8(item >> 8), UInt8(item & 255), 0, 0, 0, 0, 0xFF, 0xFF]
    }
    let places = box("iloc", [1, 0, 0, 0, 0, 0, UInt8(60_000 >> 8), UInt8(60_000 & 255)] + items)
    let names = box("iinf", [0, 0, 0, 0, 0, 0])
    let photo =
      box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
      + box("meta", [0, 0, 0, 0] + names + places)
    for command in ["header", "without-location"] {
      let result = try PictureRun.run(command, photo, seconds: 1)
      expectEqual(result.status, (command == "header" ? 0 : 3), "\(command) \(result.end)")
      expectEqual(result.errorText, (command == "header" ? "" : "damaged\n"))
    }
  }

  /// A box that ends before what it should say.
  @Test func shortBoxes() throws {
    let photo = try Fixture.file("located.heic")
    for name in ["infe", "iinf", "iloc", "ispe", "irot", "ipma", "ipco", "iprp", "pitm", "meta"] {
      let index = try require(Data(photo).range(of: Data(name.utf8))).lowerBound
      for size: UInt8 in [0, 1, 7, 8, 9, 12, 13, 14, 16, 17, 20] {
        var changed = photo
        changed.replaceSubrange(index - 4..<index, with: [0, 0, 0, size])
        try expectEnd(changed, "\(name) \(size)", commands: ["header", "without-location"])
      }
    }
  }

  /// Metadata that says it is larger than the file, or that holds nothing but zeros.
  @Test func metadataBombs() throws {
    let sample = try Fixture.file("corners.jpg")
    let exif = ExifFixture(taken: "2026:11:19 07:12:58", isPrivate: true).bytes
    for entry in 0..<6 {
      var huge = exif
      huge.replaceSubrange(
        10 + entry * 12 + 4..<10 + entry * 12 + 8, with: [0xFF, 0xFF, 0xFF, 0xFF])
      let photo =
        Array(sample[..<2]) + Fixture.segment(Array("Exif\0\0".utf8) + huge) + sample[2...]
      try expectEnd(photo, "entry \(entry)")
    }
    let zeros = [UInt8](repeating: 0, count: 60_000)
    let profiles = (0..<100).flatMap { _ in Fixture.segment(Array("ICC_PROFILE\0".utf8) + zeros) }
    try expectEnd(Array(sample[..<2]) + profiles + sample[2...], "segments")
    let texts = (0..<2000).map { ("tEXt", Array("Key\0\($0)".utf8)) }
    try expectEnd(Fixture.png(width: 4, height: 4, rows: 4, chunks: texts), "chunks")
  }

  /// The signals of a limit that is reached, sent while the answer waits for its reader.
  @Test(arguments: [
    (SIGXCPU, "too-costly\n"), (SIGABRT, "too-costly\n"), (SIGBUS, "damaged\n"),
  ]) func whatIsStoppedLeavesAWord(signal: Int32, word: String) throws {
    let running = try RunningProgram(
      "/bin/sh",
      [
        "-c", #"exec "$0" pixels --width 2000 --height 2000 --as png < "$PHOTO""#, PictureRun.path,
      ],
      environment: ["PHOTO": Fixture.samplePath("warm-soup"), "SWIFT_BACKTRACE": "enable=no"])
    try running.waitForLines(1)
    running.send(signal)
    try expectEqual(running.waitForEnd(), .status(3))
    expectEqual(running.errorText, word)
  }

  private static let commands = [
    "info", "header", "pixels --width 50 --height 50 --as png --region 0,0,9000,9000",
    "without-location",
  ]

  private func enlarged(_ tiff: [UInt8], _ tags: [UInt8]...) throws -> [UInt8] {
    tags.reduce(tiff) { enter(0x7FFF, $1, in: $0) }
  }

  /// The number of a little-endian entry of either whole type, found by its tag.
  private func enter(_ number: Int, _ tag: [UInt8], in tiff: [UInt8]) -> [UInt8] {
    var tiff = tiff
    let first = Int(tiff[4]) | Int(tiff[5]) << 8
    for entry in 0..<Int(tiff[first]) {
      let index = first + 2 + entry * 12
      guard Array(tiff[index..<index + 2]) == tag else { continue }
      tiff.replaceSubrange(index + 8..<index + 10, with: [UInt8(number & 255), UInt8(number >> 8)])
    }
    return tiff
  }

  private func expectEnd(
    _ photo: [UInt8], _ what: String, commands: [String] = Self.commands,
    file: String = #filePath, line: Int = #line
  ) throws {
    let folder = try PhotoFolder()
    let path = try folder.write(photo)
    for command in commands {
      let arguments = command.split(separator: " ").map(String.init)
      let result = try PictureRun.run(arguments, photoAt: path)
      let word = result.errorText
      switch result.status {
      case 0: expect(!result.output.isEmpty, "\(what) \(command)", file: file, line: line)
      case 2:
        expectEqual(word, "not-an-image\n", "\(what) \(command)", file: file, line: line)
      case 3:
        let words = ["damaged\n", "too-large\n", "too-costly\n", "undecodable-type\n"]
        expectContains(words, word, "\(what) \(command) \(word)", file: file, line: line)
      default:
        fail("\(what) \(command): \(result.end) \(word)", file: file, line: line)
      }
    }
  }
}
