import DiaryCore
import Foundation
import Media
import TestSupport
import Testing

@Suite struct HostileFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `answers for mutated photos`() async throws {
    let renderer = PhotoRenderer(program, cache: nil)
    var mutator = Mutator(
      "photos", rounds: 40,
      pieces: ["Exif\0\0", "II*\0", "MM\0*", "ftyp", "meta", "iloc", "8BIM", "<rdf", "ANMF"])
    let samples = try Self.samples()
    for round in 0..<mutator.rounds {
      let comment = "seed \(mutator.seed), round \(round)"
      let path = try folder.write(mutator.mutation(of: samples, keeping: 12))
      do { _ = try await inspector.facts(ofPhotoAt: path) } catch {
        expectEqual(error as? DiaryError, .photo(path: path, .notAnImage), comment)
      }
      do { _ = try await renderer.cells(of: path, columns: 30, rows: 12) } catch {
        expectNotEqual(error as? PictureProblem, .unavailable, comment)
      }
      do {
        _ = try await LocationRemoval(program).copy(ofPhotoAt: path)
      } catch { expectNotEqual(error as? PictureProblem, .unavailable, comment) }
      _ = await inspector.headers(ofPhotosAt: [path])
    }
  }

  private static func samples() throws -> [[UInt8]] {
    let exif = ExifFixture(taken: "2026:11:19 07:12:58", isPrivate: true).bytes
    let files = Self.photos + ["ycck-adobe.jpg", "iptc.jpg", "interlaced.gif", "corners.bmp"]
    return try files.map(Fixture.file) + [
      Fixture.jpeg("plum-blossom", exif: exif), exif,
      Fixture.png(width: 60, height: 40, rows: 40, chunks: [("eXIf", exif)]),
    ] + HostilePhoto.all().map(\.bytes)
  }

  // MARK: Exit of the program

  static let photos = [
    "corners.jpg", "cmyk-adobe.jpg", "located.jpg", "corners.png", "interlaced.png", "deep.png",
    "corners.webp", "moving.webp", "alpha.webp", "corners.gif", "moving.gif", "corners.tiff",
    "tiled.tiff", "in-jpeg.tiff", "palette.tiff", "located.tiff", "turned-6.heic",
    "thumbnail.heic", "located.heic", "turned-8.avif", "alpha.avif", "located.avif",
  ]

  @Test(arguments: photos) func `ends soon for truncated photos`(name: String) throws {
    let photo = try Fixture.file(name)
    var places = Set(stride(from: 1, to: photo.count, by: max(1, photo.count / 4)))
    places.formUnion([2, 3, 8, 12, 16, 30, 33, photo.count - 1].filter { $0 < photo.count })
    for index in places { try expectEnd(Array(photo.prefix(index)), "\(name) \(index)") }
  }

  @Test func `ends soon for false sizes and positions`() throws {
    var gif = try Fixture.file("corners.gif")
    gif.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
    var frame = try Fixture.file("corners.gif")
    let index = try require(Data(frame).range(of: Data([0x2C, 0, 0, 0, 0, 96, 0, 64, 0])))
    frame.replaceSubrange(index.lowerBound + 5..<index.lowerBound + 9, with: [255, 255, 255, 255])
    var heic = try Fixture.file("turned-1.heic")
    let size = try require(Data(heic).range(of: Data("ispe".utf8))).upperBound + 4
    heic.replaceSubrange(size..<size + 8, with: [0, 1, 0, 0, 0, 1, 0, 0])
    let sizes: [[UInt8]] = [[0, 1], [1, 1]]
    let tiff = try sizes.reduce(Fixture.file("corners.tiff")) { enter(0x7FFF, $1, in: $0) }
    var jpeg = try Fixture.file("corners.jpg")
    let start = try require(Data(jpeg).range(of: Data([0xFF, 0xC0]))).upperBound + 3
    jpeg.replaceSubrange(start..<start + 4, with: [0xFF, 0xDC, 0xFF, 0xDC])
    for (name, photo) in [
      ("gif", gif), ("gif frame", frame), ("heic", heic), ("tiff", tiff), ("jpeg", jpeg),
      ("png", Fixture.png(width: 999_999, height: 999_999, rows: 0)),
    ] {
      // One second of processor time, however busy the machine is.
      try PictureRun.expectFailure(
        "too-large", "pixels --width 80 --height 80 --as png", photo, seconds: 1, name)
    }
    // Positions of items beyond the range of eight bytes.
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
    // Items that claim more empty extents than the file has bytes.
    let items = (0..<60_000).flatMap { item -> [UInt8] in
      [UInt8(item >> 8), UInt8(item & 255), 0, 0, 0, 0, 0xFF, 0xFF]
    }
    let pieces = Fixture.box(
      "iloc", [1, 0, 0, 0, 0, 0, UInt8(60_000 >> 8), UInt8(60_000 & 255)] + items)
    let names = Fixture.box("iinf", [0, 0, 0, 0, 0, 0])
    let claiming =
      Fixture.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
      + Fixture.box("meta", [0, 0, 0, 0] + names + pieces)
    for command in ["header", "without-location"] {
      let result = try PictureRun.run(command, claiming, seconds: 1)
      expectEqual(result.status, (command == "header" ? 0 : 3), "\(command) \(result.end)")
      expectEqual(result.errorText, (command == "header" ? "" : "damaged\n"))
    }
    // Boxes that are shorter than their required content.
    for name in ["infe", "iinf", "iloc", "ispe", "irot", "ipma", "ipco", "iprp", "pitm", "meta"] {
      let index = try require(Data(photo).range(of: Data(name.utf8))).lowerBound
      for size: UInt8 in [0, 1, 7, 8, 9, 13, 17] {
        var changed = photo
        changed.replaceSubrange(index - 4..<index, with: [0, 0, 0, size])
        try expectEnd(changed, "\(name) \(size)", commands: ["header", "without-location"])
      }
    }
  }

  @Test func `ends soon for bombs and random bytes`() throws {
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
    try expectEnd(Fixture.loopingTIFF(), "loop")
    // Metadata that claims to be larger than the file, or consists of zeros.
    let sample = try Fixture.file("corners.jpg")
    let exif = ExifFixture(taken: "2026:11:19 07:12:58", isPrivate: true).bytes
    let first = exif[4..<8].reduce(0) { $0 << 8 | Int($1) }
    for entry in 0..<4 {
      var huge = exif
      let count = first + 2 + entry * 12 + 4
      huge.replaceSubrange(count..<count + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
      try expectEnd(Fixture.jpeg(sample, with: Fixture.exifSegment(huge)), "entry \(entry)")
    }
    let zeros = [UInt8](repeating: 0, count: 60_000)
    let profiles = (0..<100).flatMap { _ in
      Fixture.segment(0xE2, Array("ICC_PROFILE\0".utf8) + zeros)
    }
    try expectEnd(Fixture.jpeg(sample, with: profiles), "segments")
    let texts = (0..<2000).map { ("tEXt", Array("Key\0\($0)".utf8)) }
    try expectEnd(Fixture.png(width: 4, height: 4, rows: 4, chunks: texts), "chunks")
    // Random bytes after each signature.
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

  /// Signals of exceeded limits, sent while the answer waits for its reader.
  @Test(arguments: [(SIGXCPU, "too-costly\n"), (SIGABRT, "too-costly\n"), (SIGBUS, "damaged\n")])
  func `reports the limit that stopped it`(signal: Int32, word: String) throws {
    let running = try RunningProgram(
      "/bin/sh",
      ["-c", #"exec "$0" pixels --width 2000 --height 2000 --as png < "$PHOTO""#, PictureRun.path],
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

  /// Changes the number in a little-endian entry.
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
    let folder = try TemporaryFolder()
    let path = try folder.write(photo)
    for command in commands {
      let arguments = command.split(separator: " ").map(String.init)
      let result = try PictureRun.run(arguments, photoAt: path)
      let word = result.errorText
      switch result.status {
      case 0: expect(!result.output.isEmpty, "\(what) \(command)", file: file, line: line)
      case 2: expectEqual(word, "not-an-image\n", "\(what) \(command)", file: file, line: line)
      case 3:
        let words = ["damaged\n", "too-large\n", "too-costly\n", "undecodable-type\n"]
        expectContains(words, word, "\(what) \(command) \(word)", file: file, line: line)
      default: fail("\(what) \(command): \(result.end) \(word)", file: file, line: line)
      }
    }
  }
}

/// Photos with places, people and serial numbers in every part that a format allows.
struct HostilePhoto: CustomStringConvertible {
  let name: String
  let bytes: [UInt8]

  /// The texts in each of these photos that must be removed, in UTF-8 or UTF-16.
  static let secrets = ["37.53260N", "SERIAL-4711", "Ada Person", "Busan-dong"]
  static let secret = Array(secrets.joined(separator: " ").utf8)

  var description: String { name }

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  static func all() throws -> [HostilePhoto] {
    let bitmap = HostilePhoto("BMP after its end", try Fixture.file("corners.bmp") + secret)
    return try jpegs() + pngs() + webps() + gifs() + tiffs() + heifs() + [bitmap]
  }

  // MARK: JPEG

  private static func jpegs() throws -> [HostilePhoto] {
    let sample = try Fixture.file("corners.jpg")
    func jpeg(_ name: String, _ segments: [UInt8]..., after rest: [UInt8] = []) -> HostilePhoto {
      HostilePhoto("JPEG " + name, Fixture.jpeg(sample, with: Array(segments.joined())) + rest)
    }
    let exif = Array("Exif\0\0".utf8)
    let small = exif + TIFFFixture.exif(note: secret)
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let digest = [UInt8](repeating: 0x41, count: 40)
    let extended = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + digest
    let iptc = [0x1C, 2, 90, 0, UInt8(secret.count)] + secret
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc
    let video = Fixture.box("ftyp", Array("mp42".utf8)) + Fixture.box("moov", secret)
    let second = Array(sample[..<2]) + Fixture.segment(0xE1, small) + sample[2...]
    var photos = [
      jpeg("EXIF", Fixture.segment(0xE1, small)),
      jpeg(
        "EXIF in two segments", Fixture.segment(0xE1, Array(small[..<400])),
        Fixture.segment(0xE1, exif + small[400...])),
      jpeg("XMP", Fixture.segment(0xE1, xmp + iptcXMP)),
      jpeg(
        "extended XMP", Fixture.segment(0xE1, extended + iptcXMP[..<50]),
        Fixture.segment(0xE1, extended + iptcXMP[50...] + secret)),
      jpeg("IPTC", Fixture.segment(0xED, Array("Photoshop 3.0\0".utf8) + resource)),
      jpeg(
        "JFIF",
        Fixture.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 72, 0, 72, 4, 4] + secret)),
      jpeg("profile", Fixture.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + screen)),
      jpeg("video", after: video), jpeg("second picture", after: second),
      jpeg("Samsung's trailer", after: Array("SEFH".utf8) + secret + Array("SEFT".utf8)),
      HostilePhoto(
        "JPEG after the scan", sample.dropLast(2) + Fixture.segment(0xFE, secret) + [0xFF, 0xD9]),
      HostilePhoto(
        "JPEG between segments",
        Array(sample[..<2]) + Fixture.segment(0xFE, [0]) + secret + sample[2...]),
    ]
    // JUMBF, FLIR, GoPro, InfiRay, comments and others.
    for marker: UInt8 in Array(0xE0...0xEF) + [0xFE] {
      photos.append(
        jpeg("marker \(marker)", Fixture.segment(marker, Array("Some\0".utf8) + secret)))
    }
    return photos
  }

  /// Returns a color profile with these tags.
  static func profile(_ tags: [(name: String, value: [UInt8])]) -> [UInt8] {
    var (table, values) = (Fixture.big(tags.count), [UInt8]())
    for tag in tags {
      table += Array(tag.name.utf8) + Fixture.big(132 + tags.count * 12 + values.count)
      table += Fixture.big(tag.value.count)
      values += tag.value
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(36..<40, with: "acsp".utf8)
    return header + table + values
  }

  /// A screen's profile with its serial number.
  private static let screen = profile([("rXYZ", [1, 2, 3, 4]), ("mmod", secret)])

  private static let iptcXMP = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description photoshop:City="Busan-dong" \
    Iptc4xmpCore:Location="37.53260N"><Iptc4xmpExt:LocationShown>Ada Person</Iptc4xmpExt:LocationShown>\
    <cell:mcc>SERIAL-4711</cell:mcc></rdf:Description></rdf:RDF></x:xmpmeta>
    """.utf8)

  // MARK: PNG, WebP, GIF, BMP

  private static func pngs() throws -> [HostilePhoto] {
    func png(_ name: String, _ content: [UInt8]) -> HostilePhoto {
      HostilePhoto(
        "PNG \(name)", Fixture.png(width: 40, height: 20, rows: 20, chunks: [(name, content)]))
    }
    let text = Array("Raw profile type iptc\0".utf8)
    return [
      png("tEXt", text + secret), png("zTXt", text + [0] + Fixture.stored(secret)),
      png("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + iptcXMP),
      png("eXIf", TIFFFixture.exif(note: secret)), png("caBX", secret), png("prVt", secret),
      png("sPLT", secret), png("iCCP", secret + [0, 0] + Fixture.stored(screen)),
      HostilePhoto("PNG after its end", Fixture.png(width: 40, height: 20, rows: 20) + secret),
    ]
  }

  private static func webps() throws -> [HostilePhoto] {
    var photos: [HostilePhoto] = []
    for file in ["alpha.webp", "moving.webp"] {
      let sample = try Fixture.file(file)
      for name in ["EXIF", "XMP ", "C2PA", "priv"] {
        let content = name == "EXIF" ? TIFFFixture.exif(note: secret) : secret
        let body = Array(sample[8...]) + Fixture.riff(name, content)
        photos.append(HostilePhoto("WebP \(name) \(file)", Fixture.riff("RIFF", body)))
      }
      photos.append(
        HostilePhoto("WebP after its end \(file)", sample + Fixture.riff("XMP ", secret)))
    }
    // In the first frame of an animation.
    var moving = try Fixture.file("moving.webp")
    let frame = try require(Data(moving).range(of: Data("ANMF".utf8))).upperBound
    let own = Fixture.riff("priv", secret)
    let length = (0..<4).reduce(0) { $0 | Int(moving[frame + $1]) << (8 * $1) }
    moving.insert(contentsOf: own, at: frame + 4 + length)
    moving.replaceSubrange(frame..<frame + 4, with: Fixture.big(length + own.count).reversed())
    moving.replaceSubrange(4..<8, with: Fixture.big(moving.count - 8).reversed())
    photos.append(HostilePhoto("WebP in a frame", moving))
    return photos
  }

  private static func gifs() throws -> [HostilePhoto] {
    let sample = try Fixture.file("moving.gif")
    let start = 13 + (sample[10] & 0x80 == 0 ? 0 : 3 << Int(sample[10] & 7 + 1))
    func gif(_ name: String, _ blocks: [UInt8], after rest: [UInt8] = []) -> HostilePhoto {
      HostilePhoto("GIF " + name, Array(sample[..<start]) + blocks + sample[start...] + rest)
    }
    let block = [UInt8(secret.count)] + secret + [0]
    return [
      gif("comment", [0x21, 0xFE] + block),
      gif("XMP", [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + block),
      gif("looping", [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0] + block),
      gif("unknown", [0x21, 0x99] + block), gif("after its end", [], after: secret),
    ]
  }

  // MARK: TIFF and HEIF

  private static func tiffs() throws -> [HostilePhoto] {
    [
      HostilePhoto("TIFF of two pages", TIFFFixture.pages(note: secret)),
      HostilePhoto("TIFF after its end", try Fixture.file("corners.tiff") + secret),
    ]
  }

  private static func heifs() throws -> [HostilePhoto] {
    try ["located.heic", "located.avif"].flatMap { file in
      let sample = try Fixture.file(file)
      let uuid = [UInt8](repeating: 0xD8, count: 16)
      // The text of the XMP item, which is long enough.
      var located = sample
      let text = try require(Data(sample).range(of: Data("<x:xmpmeta".utf8))).upperBound
      located.replaceSubrange(text..<text + secret.count, with: secret)
      return [
        HostilePhoto("uuid box of \(file)", sample + Fixture.box("uuid", uuid + secret)),
        HostilePhoto("video of \(file)", sample + Fixture.box("mpvd", Fixture.box("ftyp", secret))),
        HostilePhoto("free space of \(file)", sample + Fixture.box("free", secret)),
        HostilePhoto("media of \(file)", sample + Fixture.box("mdat", secret)),
        HostilePhoto("XMP of \(file)", located),
      ]
    }
  }
}
