import TestSupport
import Testing

/// Dates, positions and orientations in other forms than EXIF's usual one.
@Suite struct MetadataTests {
  private typealias Entry = TIFFFixture.Entry

  /// Returns EXIF data with these entries, and pointers of a type to its directories.
  private static func exif(
    _ detail: [Entry] = [], gps: [Entry] = [], main: [Entry] = [], pointers: Int = 4
  ) -> [UInt8] {
    var tiff = TIFFFixture(isBig: true)
    let places = [(0x8769, tiff.directory(detail)), (0x8825, tiff.directory(gps))]
    let links = places.map { tag, place in (tag, pointers, 1, Fixture.big(place)) as Entry }
    let start = tiff.directory(main + links)
    return tiff.whole(start)
  }

  private static func text(_ tag: Int, _ text: String) -> Entry {
    TIFFFixture.text(tag, Array(text.utf8) + [0])
  }

  private static func fractions(_ tag: Int, type: Int = 5, _ numbers: [Int]) -> Entry {
    (tag, type, numbers.count / 2, numbers.flatMap(Fixture.big))
  }

  /// Returns the entries of a position.
  ///
  /// - Parameter letters: the letters of the hemispheres.
  private static func place(
    _ latitude: [Int], _ longitude: [Int], _ letters: String = "NE", type: Int = 5
  ) -> [Entry] {
    [
      text(1, String(letters.prefix(1))), fractions(2, type: type, latitude),
      text(3, String(letters.dropFirst())), fractions(4, type: type, longitude),
    ]
  }

  private static let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let date = text(0x9003, "2026:11:19 07:12:58")

  private func png(_ chunks: (String, [UInt8])...) -> [UInt8] {
    Fixture.png(width: 4, height: 2, rows: 2, chunks: chunks)
  }

  /// Returns a PNG text with another format's metadata, as ImageMagick writes it.
  private func profile(_ kind: String, _ bytes: [UInt8]) -> (String, [UInt8]) {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let text = "\n\(kind)\n    \(bytes.count)\n\(digits)\n"
    let name = Array("Raw profile type \(kind)\0\0".utf8)
    return ("zTXt", name + Fixture.stored(Array(text.utf8)))
  }

  private func expectTaken(_ photo: [UInt8], _ taken: String?, line: Int = #line) throws {
    try expectEqual(PictureRun.facts(photo, "header")["taken"] as? String, taken, line: line)
  }

  @Test func `reads the time zone from any offset, and from the satellites' time`() throws {
    let utc = [Self.text(29, "2026:11:18"), Self.fractions(7, [22, 1, 12, 1, 40, 1])]
    let ownTime = [Self.text(29, "2026:11:19"), Self.fractions(7, [7, 1, 12, 1, 58, 1])]
    let seoul = Self.place([37, 1, 30, 1, 0, 1], [127, 1, 0, 1, 0, 1])
    for (exif, taken) in [
      (Self.exif([Self.date, Self.text(0x9010, "+02:00")]), "2026-11-19T07:12:58+02:00"),
      (
        Self.exif([Self.date, Self.text(0x9010, "+02:00"), Self.text(0x9011, "+0100")]),
        "2026-11-19T07:12:58+01:00"
      ),
      (Self.exif([Self.date], gps: utc + seoul), "2026-11-19T07:12:58+09:00"),
      (Self.exif([Self.date], gps: utc), "2026-11-19T07:12:58+09:00"),
      (Self.exif([Self.date], gps: ownTime + seoul), "2026-11-19T07:12:58"),
      (Self.exif(gps: utc), "2026-11-18T22:12:40Z"),
      (Self.exif([Self.date], pointers: 9), "2026-11-19T07:12:58"),
    ] { try expectTaken(Fixture.jpeg(exif: exif), taken) }
  }

  @Test func `reads dates from XMP, IPTC and PNG texts if EXIF has none`() throws {
    let sample = try Fixture.file("corners.jpg")
    func xmp(_ text: String) -> [UInt8] { Self.name + Array("<x \(text)/>".utf8) }
    func record(_ set: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, set, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    let iptc = record(55, "20261119") + record(60, "071258+0900")
    let resource = Array("8BIM\u{4}\u{4}\0\0".utf8) + Fixture.big(iptc.count) + iptc
    let original = "xmp:CreateDate='2027-01-01' exif:DateTimeOriginal='2026-11-19T07:12:58+09:00'"
    let packet = Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8)
    let taken = "2026-11-19T07:12:58+09:00"
    for photo in [
      Fixture.jpeg(sample, with: Fixture.segment(0xE1, xmp(original))),
      Fixture.jpeg(sample, with: Fixture.segment(0xED, Array("Photoshop 3.0\0".utf8) + resource)),
      png(("iTXt", packet + Fixture.stored(xmp(original)))), png(profile("xmp", xmp(original))),
      png(profile("iptc", resource)),
      png(
        profile(
          "exif", Array("Exif\0\0".utf8) + Self.exif([Self.date, Self.text(0x9011, "+09:00")]))),
      png(("tEXt", Array("Creation Time\0Thu, 19 Nov 2026 07:12:58 +0900".utf8))),
    ] { try expectTaken(photo, taken) }
    try expectTaken(png(("tEXt", Array("Creation Time\0yesterday".utf8))), nil)
    // EXIF has priority, and invalid compressed data is ignored.
    let both = Fixture.jpeg(sample, with: Fixture.segment(0xE1, xmp("xmp:CreateDate='2027-01-01'")))
    try expectTaken(
      Fixture.jpeg(both, with: Fixture.exifSegment(Self.exif([Self.date]))), "2026-11-19T07:12:58")
    try expectTaken(png(("zTXt", Array("Raw profile type exif\0\0abc".utf8))), nil)
  }

  @Test func `reads positions in any form, and rejects impossible ones`() throws {
    let seoul = [37, 1, 30, 1, 0, 1]
    let east = [127, 1, 0, 1, 0, 1]
    let signed = [-33, 1, 30, 1, 0, 1]
    let cases: [([Entry], [Double]?)] = [
      (Self.place(seoul, east), [37.5, 127]), (Self.place(seoul, east, "Sw"), [-37.5, -127]),
      (Self.place(seoul, east, type: 10), [37.5, 127]),
      (Self.place(signed, east, "SE", type: 10), [-33.5, 127]),
      (Self.place([75, 2], [127, 1]), [37.5, 127]),
      (Self.place([0, 1, 0, 1, 0, 1], [0, 1, 0, 1, 0, 1]), nil),
      (Self.place([0, 1, 0, 1, 0, 1], east), [0, 127]),
      (Self.place([95, 1, 0, 1, 0, 1], east), nil), (Self.place(seoul, [200, 1, 0, 1, 0, 1]), nil),
      (Self.place(seoul, east, ""), nil), (Self.place([37, 1, 30, 1, 0, 0], east), nil),
    ]
    for (gps, position) in cases {
      for pointers in [4, 9, 13] {
        let photo = try Fixture.jpeg(exif: Self.exif(gps: gps, pointers: pointers))
        try expectEqual(Self.position(photo), position)
      }
    }
    let words = "<x exif:GPSLatitude='37,30.0N' exif:GPSLongitude='126,30,00W'/>"
    let packet = Fixture.segment(0xE1, Self.name + Array(words.utf8))
    try expectEqual(
      Self.position(Fixture.jpeg(Fixture.file("corners.jpg"), with: packet)), [37.5, -126.5])
  }

  @Test func `reads the directories of Canon's CR3`() throws {
    func block(_ entries: [Entry]) -> [UInt8] {
      var tiff = TIFFFixture(isBig: true)
      let start = tiff.directory(entries)
      return tiff.whole(start)
    }
    let seoul = Self.place([37, 1, 30, 1, 0, 1], [127, 1, 0, 1, 0, 1])
    let photo =
      Fixture.box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
      + Fixture.canon([
        "CMT1": block([Self.text(0x0110, "Canon EOS R6"), (0x0112, 3, 1, [0, 8])]),
        "CMT2": block([Self.date, Self.text(0x9011, "+09:00"), (0x8827, 3, 1, [0, 100])]),
        "CMT3": [UInt8](repeating: 0, count: 40_000), "CMT4": block(seoul),
      ]) + Fixture.box("mdat", try Fixture.file("corners.jpg"))
    let facts = try PictureRun.facts(photo, "header")
    expectEqual(facts["taken"] as? String, "2026-11-19T07:12:58+09:00")
    expectEqual(PictureRun.size(facts), [64, 96])
    try expectEqual(Self.position(photo), [37.5, 127])
    let details = try require(facts["details"] as? [String: Any])
    expectEqual(details["camera"] as? String, "Canon EOS R6")
    expectEqual(details["iso"] as? Int, 100)
  }

  private static func position(_ photo: [UInt8]) throws -> [Double]? {
    let details = try PictureRun.facts(photo, "header")["details"] as? [String: Any]
    let position = ["latitude", "longitude"].compactMap { details?[$0] as? Double }
    return position.isEmpty ? nil : position
  }

  /// Cleaned copies must have the same orientation.
  @Test func `rotates photos by any orientation, also after cleaning`() throws {
    let signed = Self.exif(main: [(0x0112, 9, 1, Fixture.big(6))])
    let usual = Self.exif(main: [(0x0112, 3, 1, [0, 6])])
    let packet = Self.name + Array("<x tiff:Orientation='6'/>".utf8)
    let sample = try Fixture.file("corners.jpg")
    for photo in [
      Fixture.jpeg(sample, with: Fixture.exifSegment(signed)),
      Fixture.jpeg(sample, with: Fixture.segment(0xE1, packet)),
      png(profile("exif", Array("Exif\0\0".utf8) + usual)), png(profile("APP1", packet)),
    ] {
      let size = try PictureRun.size(PictureRun.facts(photo))
      expect(size[0] < size[1])
      let clean = try PictureRun.run("without-location", photo).output
      try expectEqual(PictureRun.size(PictureRun.facts(clean)), size)
    }
  }
}
