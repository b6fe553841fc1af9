import DiaryCore
import Foundation
import System
import TestSupport
import Testing

@testable import Media

@Suite struct LocationRemovalTests {
  private let exif = ExifFixture(
    orientation: 6, taken: "2026:11:19 07:12:58", offset: "+09:00", isPrivate: true
  ).bytes
  private let angle = [37, 1, 31, 1, 123, 10].flatMap(Fixture.big)

  @Test func `keeps the date, and every byte after the metadata`() throws {
    let before = try Fixture.jpeg(exif: exif)
    let after = try Self.clean(before)
    for secret in [angle] + ExifFixture.secrets.map({ Array($0.utf8) }) {
      expect(hasBytes(before, secret) && !hasBytes(after, secret))
    }
    // The tag that points to the position, as an entry of type "long", count 1.
    expect(!hasBytes(after, [0x88, 0x25, 0, 4, 0, 0, 0, 1]))
    let rest = before[(4 + 6 + exif.count + 2)...]
    expectEqual(after.suffix(rest.count), rest)
    let facts = try PictureRun.facts(after)
    expect(facts["taken"] as? String == "2026-11-19T07:12:58+09:00")
    expectEqual(PictureRun.size(facts), [900, 1200])
    // All XMP is removed, because harmless properties can't be distinguished from others.
    let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let place = Fixture.segment(0xE1, name + Array("<x exif:GPSLatitude='37,31N'/>".utf8))
    let rating = Fixture.segment(0xE1, name + Array("<x xmp:Rating='5'/>".utf8))
    let sample = try Fixture.sample("warm-soup")
    let both = try Self.clean(Fixture.jpeg(sample, with: place + rating))
    try expectEqual(Self.clean(sample), both)
  }

  @Test func `keeps pixels, and cleans other programs' photos`() throws {
    for type in ["jpg", "png", "tiff", "heic", "avif"] {
      let before = try Fixture.file("located.\(type)")
      let after = try Self.clean(before)
      for secret in ["BODY-4711", "LENS-0815", "GPSLatitude"].map({ Array($0.utf8) }) {
        expect(hasBytes(before, secret) && !hasBytes(after, secret))
      }
      let facts = try PictureRun.facts(after)
      expect(facts["problem"] is NSNull)
      expect(facts["taken"] as? String == "2026-11-19T07:12:58+09:00")
      let details = try require(facts["details"] as? [String: Any])
      expect(details["latitude"] is NSNull && details["longitude"] is NSNull)
      expect(details["camera"] as? String == "Nikon D1")
      try expectEqual(PictureRun.pixels(after).corners, PictureRun.pixels(before).corners)
    }
    // Photos without secrets keep every byte of their pixels.
    for name in ["warm-soup", "plum-blossom"] {
      let sample = try Fixture.sample(name)
      let after = try Self.clean(sample)
      let pixels = try require(Data(sample).range(of: Data([0xFF, 0xDA]), options: .backwards))
      expectEqual(after.suffix(sample.count - pixels.lowerBound), sample[pixels.lowerBound...])
    }
    // Directories with a loop are cleaned once.
    let loop = try Fixture.loopingTIFF()
    try expectEqual(Self.clean(loop).count, loop.count)
  }

  @Test func `rejects a photo that it cannot clean`() async throws {
    let heic = try Fixture.file("located.heic")
    let places = try require(Data(heic).range(of: Data("iloc".utf8)))
    var unnamed = heic
    unnamed.replaceSubrange(places, with: "free".utf8)
    let tiff = Array("II*\0".utf8) + [0xFF, 0xFF, 0, 0]
    let text = Array("Dear diary".utf8)
    let folder = try TemporaryFolder()
    for photo in [unnamed, Array(heic.prefix(200)), Array(heic.dropLast(300)), tiff, text] {
      let path = try folder.write(photo)
      await expectThrows(PictureProblem.damaged) {
        try await LocationRemoval(program).copy(ofPhotoAt: path)
      }
      if photo != text { try PictureRun.expectFailure("damaged", "without-location", photo) }
    }
  }

  private static func clean(_ photo: [UInt8], _ what: String = "") throws -> [UInt8] {
    let result = try PictureRun.run("without-location", photo)
    try require(result.status == 0, "\(what): \(result.end) \(result.errorText)")
    return result.output
  }

  /// Returns the pixels, or the reason why there are none.
  private static func drawn(_ photo: [UInt8]) throws -> [UInt8] {
    let result = try PictureRun.run("pixels --width 96 --height 96 --as png", photo)
    return result.output + result.errors
  }

  private static func contains(_ photo: [UInt8], _ text: String) -> Bool {
    hasBytes(photo, Array(text.utf8))
      || hasBytes(photo, text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
  }

  @Test func `removes places and people from every format`() throws {
    let photos = try HostilePhoto.all()
    expectGreater(photos.count, 60)
    for photo in photos {
      let after = try Self.clean(photo.bytes, photo.name)
      for secret in HostilePhoto.secrets {
        expect(Self.contains(photo.bytes, secret), "\(photo)")
        expect(!Self.contains(after, secret), "\(photo) still contains \(secret)")
      }
      try expectEqual(Self.drawn(after), Self.drawn(photo.bytes), "\(photo)")
      try expectEqual(Self.clean(after, photo.name), after, "\(photo) cleaned twice")
    }
  }

  @Test func `cleans random segments`() throws {
    let photos = try HostilePhoto.all().filter {
      $0.name.hasPrefix("JPEG") || $0.name.hasPrefix("PNG")
    }
    var generator = SeededGenerator(seed: 4711)
    for round in 0..<40 {
      var bytes = try require(photos.randomElement(using: &generator)).bytes
      let isJPEG = bytes[0] == 0xFF
      for _ in 0..<3 {
        let marker = UInt8.random(in: 0xE0...0xEF, using: &generator)
        let filling = [UInt8](repeating: 0x20, count: Int.random(in: 0...40, using: &generator))
        let secret = filling + HostilePhoto.secret
        let own = isJPEG ? Fixture.segment(marker, secret) : Fixture.chunk("abCd", secret)
        bytes.insert(contentsOf: own, at: isJPEG ? 2 : 33)
      }
      let after = try Self.clean(bytes, "seed 4711, round \(round)")
      for secret in HostilePhoto.secrets {
        expect(!Self.contains(after, secret), "seed 4711, round \(round)")
      }
    }
  }

  @Test func `keeps harmless metadata, and reports other parts of a file`() async throws {
    let exif = TIFFFixture.exif(note: HostilePhoto.secret)
    let photo = Fixture.png(width: 40, height: 20, rows: 20, chunks: [("eXIf", exif)])
    let facts = try PictureRun.facts(try Self.clean(photo, "PNG"))
    expect(facts["taken"] as? String == "2026-11-19T07:12:58")
    let details = try require(facts["details"] as? [String: Any])
    expect(details["camera"] as? String == "Nikon")
    // Color profiles are kept byte for byte.
    let sample = try Fixture.file("cmyk-adobe.jpg")
    let profile = HostilePhoto.profile([("gXYZ", [1, 2, 3, 4]), ("wtpt", [5, 6, 7, 8])])
    let mark = Array("ICC_PROFILE\0".utf8)
    // In two segments, the second one first.
    let segments =
      Fixture.segment(0xE2, mark + [2, 2] + profile[140...])
      + Fixture.segment(0xE2, mark + [1, 2] + profile[..<140])
    let after = try Self.clean(Fixture.jpeg(sample, with: segments), "JPEG")
    expect(hasBytes(after, segments))
    expect(Self.contains(after, "Adobe"))
    let chunk = ("iCCP", Array("x\0\0".utf8) + Fixture.stored(profile))
    let other = Fixture.png(width: 40, height: 20, rows: 20, chunks: [chunk])
    try expect(Self.contains(Self.clean(other, "PNG"), "iCCPICC\0"))
    // A video or another picture after a photo is removed, and the result says so.
    let folder = try TemporaryFolder()
    for photo in try HostilePhoto.all() {
      let isPartial = ["video", "second picture"].contains { photo.name.contains($0) }
      let copy = try await LocationRemoval(program).copy(ofPhotoAt: folder.write(photo.bytes))
      expectEqual(copy.isComplete, !isPartial, "\(photo)")
    }
    // Cameras' raw files are rejected: they can't be developed without private metadata. These have
    // sensor data in place of gray pixels.
    let gray = Data([6, 1, 3, 0, 1, 0, 0, 0, 1, 0])
    var raw = TIFFFixture.pages(note: HostilePhoto.secret)
    while let place = Data(raw).range(of: gray) {
      raw.replaceSubrange(place.upperBound - 2..<place.upperBound, with: [0x23, 0x80])
    }
    try PictureRun.expectFailure("undecodable-type", "without-location", raw)
  }
}

extension LocationRemoval {
  /// Returns a copy's bytes, and `true` if it is complete.
  func copy(ofPhotoAt path: String) async throws -> (bytes: [UInt8], isComplete: Bool) {
    let file = try Descriptor.memory("copy")
    defer { file.close() }
    let isComplete = try await copy(photoAt: path, to: file)
    try file.seek(to: 0)
    return (try file.readToEnd(), isComplete)
  }
}

private func hasBytes(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
  bytes.firstRange(of: part) != nil
}

private let exiftool = Tool.path("exiftool")

/// Cleans photos with all tags that exiftool can write.
@Suite(.enabled(if: exiftool != nil, "exiftool isn't installed")) struct ExiftoolTests {
  private static let secrets = ["37.53", "127.02", "SERIAL-4711", "Ada Person", "Busan-dong"]
  private static let tags = [
    "EXIF:GPSLatitude=37.5326", "EXIF:GPSLatitudeRef=N", "EXIF:GPSLongitude=127.0246",
    "EXIF:GPSLongitudeRef=E", "EXIF:GPSAreaInformation=Busan-dong", "EXIF:SerialNumber=SERIAL-4711",
    "EXIF:LensSerialNumber=SERIAL-4711", "EXIF:OwnerName=Ada Person", "EXIF:Artist=Ada Person",
    "EXIF:Copyright=Ada Person", "EXIF:UserComment=Busan-dong", "EXIF:ImageDescription=Ada Person",
    "EXIF:Make=Nikon", "EXIF:XPAuthor=Ada Person", "EXIF:ImageUniqueID=SERIAL-4711",
    "IPTC:City=Busan-dong", "IPTC:Sub-location=Busan-dong", "IPTC:By-line=Ada Person",
    "IPTC:Province-State=Busan-dong", "IPTC:Country-PrimaryLocationName=Busan-dong",
    "XMP-iptcCore:Location=Busan-dong", "XMP-photoshop:City=Busan-dong",
    "XMP-photoshop:Country=Busan-dong", "XMP-iptcExt:LocationShownCity=Busan-dong",
    "XMP-iptcExt:LocationCreatedCity=Busan-dong", "XMP-iptcExt:PersonInImage=Ada Person",
    "XMP-exif:GPSLatitude=37.5326", "XMP-aux:SerialNumber=SERIAL-4711",
    "XMP-mwg-rs:RegionName=Ada Person", "XMP-dc:Creator=Ada Person",
    "Photoshop:CopyrightFlag=True", "Comment=Ada Person", "PNG:Author=Ada Person",
  ]
  /// Groups with only technical values.
  private static let harmless: Set = [
    "ExifTool", "System", "File", "Composite", "IFD0", "ExifIFD", "InteropIFD", "JFIF", "Adobe",
    "PNG", "PNG-pHYs", "GIF", "RIFF", "QuickTime", "Meta", "ICC_Profile", "ICC-header",
  ]

  @Test(arguments: ["jpg", "png", "tiff", "gif", "webp", "heic", "avif"])
  func `finds no private tags in a cleaned photo`(type: String) throws {
    let exiftool = try require(exiftool)
    let folder = try TemporaryFolder()
    let name = ["heic", "avif"].contains(type) ? "located.\(type)" : "corners.\(type)"
    let path = try folder.write(Fixture.file(name), to: "photo.\(type)")
    // Not every format supports every tag.
    _ = try ProgramResult.run(
      exiftool, ["-q", "-m", "-overwrite_original"] + Self.tags.map { "-" + $0 } + [path])
    func tags(of path: String) throws -> String {
      try ProgramResult.run(exiftool, ["-a", "-G1", "-ee", "-u", "-n", "-s", path]).text
    }
    let before = try tags(of: path)
    expect(Self.secrets.contains { before.contains($0) })
    let result = try PictureRun.run(["without-location"], photoAt: path)
    try require(result.status == 0, "\(result.errorText)")
    let after = try tags(of: folder.write(result.output, to: "clean.\(type)"))
    for secret in Self.secrets { expectLacks(after, secret, "\(after)") }
    for line in after.split(separator: "\n") {
      let group = line.dropFirst().prefix { $0 != "]" }
      expectContains(Self.harmless, String(group), "\(line)")
      expectLacks(line, "GPS", "\(line)")
      expectLacks(line, "Serial", "\(line)")
    }
  }
}
