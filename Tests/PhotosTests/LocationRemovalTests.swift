import DiaryCore
import Foundation
import System
import TestSupport
import Testing

@testable import Photos

@Suite struct LocationRemovalTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func cleaned(_ bytes: [UInt8]) async throws -> [UInt8] {
    let target = folder.path + "/" + UUID().uuidString
    try await LocationRemoval(program).copy(photoAt: folder.write(bytes), to: target)
    return try folder.read(target)
  }

  private let exif = ExifFixture(
    orientation: 6, taken: "2026:11:19 07:12:58", offset: "+09:00", isPrivate: true
  ).bytes
  private let angle = [37, 1, 31, 1, 123, 10].flatMap(Fixture.big)

  @Test func `removes positions from JPEG, PNG, WebP and XMP`() async throws {
    let before = try Fixture.jpeg(exif: exif)
    let after = try await cleaned(before)
    expectClean(before, after)
    // From the end of the segment on, every byte is as it was.
    let rest = before[(4 + 6 + exif.count + 2)...]
    expectEqual(after.suffix(rest.count), rest)
    let facts = try await inspector.facts(ofPhotoAt: folder.write(after))
    expectEqual(facts.taken, "2026-11-19T07:12:58+09:00")
    expectEqual([facts.width, facts.height], [900, 1200])
    // Takes the position out of PNG.
    do {
      let xmp = Array("XML:com.adobe.xmp\0\0\0\0\0<x exif:GPSLatitude='37,31N'/>".utf8)
      let before = Fixture.png(
        width: 40, height: 20, rows: 20, chunks: [("eXIf", exif), ("iTXt", xmp)])
      let after = try await cleaned(before)
      expectClean(before, after)
      expect(!holds(after, Array("GPSLatitude".utf8)))
      // Not damaged: the checksums are right.
      let facts = try await inspector.facts(ofPhotoAt: folder.write(after))
      expectNil(facts.problem)
      expectEqual(facts.taken, "2026-11-19T07:12:58+09:00")
    }
    // Takes the position out of WebP.
    do {
      let xmp = Array("<x exif:GPSLatitude='37,31N' />!".utf8)
      let sample = try Fixture.file("moving.webp")
      let body = Array(sample[8...]) + Fixture.riff("EXIF", exif) + Fixture.riff("XMP ", xmp)
      let before = Fixture.riff("RIFF", body)
      let after = try await cleaned(before)
      expectClean(before, after)
      expect(!holds(after, Array("GPSLatitude".utf8)))
    }
    // Maker notes go whole.
    do {
      // The entry that leads to the date leads to a maker note instead.
      var exif = exif
      let date = try require(Data(exif).range(of: Data([0x90, 0x03, 0, 2])))
      exif.replaceSubrange(date, with: [0x92, 0x7C, 0, 7])
      let after = try await cleaned(try Fixture.jpeg(exif: exif))
      expect(!holds(after, Array("2026:11:19".utf8)))
      expect(!holds(after, [0x92, 0x7C, 0, 7]))
    }
    // Takes the position out of XMP.
    do {
      let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
      let place = Fixture.segment(0xE1, name + Array("<x exif:GPSLatitude='37,31N'/>".utf8))
      let rating = Fixture.segment(0xE1, name + Array("<x xmp:Rating='5'/>".utf8))
      let sample = try Fixture.sample("warm-soup")
      let after = try await cleaned(Fixture.jpeg(sample, with: place + rating))
      // What isn't known to be harmless goes, for it can't be told from the rest.
      expect(!holds(after, Array("GPS".utf8)))
      expect(!holds(after, rating))
      try await expectEqual(cleaned(sample), after)
    }
  }

  @Test func `keeps pixels, and cleans what others made`() async throws {
    for type in ["jpg", "png", "tiff", "heic", "avif"] {
      let before = try Fixture.file("located.\(type)")
      let after = try await cleaned(before)
      for secret in ["BODY-4711", "LENS-0815", "GPSLatitude"] {
        expect(holds(before, Array(secret.utf8)))
        expect(!holds(after, Array(secret.utf8)))
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
      let after = try await cleaned(sample)
      let pixels = try require(Data(sample).range(of: Data([0xFF, 0xDA]), options: .backwards))
      expectEqual(after.suffix(sample.count - pixels.lowerBound), sample[pixels.lowerBound...])
    }
    // Directories that lead back come to an end.
    let loop = try Fixture.loopingTIFF()
    try await expectEqual(cleaned(loop).count, loop.count)
  }

  @Test func `leaves nothing where it cannot clean a photo`() async throws {
    let heic = try Fixture.file("located.heic")
    let places = try require(Data(heic).range(of: Data("iloc".utf8)))
    var unnamed = heic
    unnamed.replaceSubrange(places, with: "free".utf8)
    let tiff = Array("II*\0".utf8) + [0xFF, 0xFF, 0, 0]
    for photo in [unnamed, Array(heic.prefix(200)), Array(heic.dropLast(300)), tiff] {
      let path = try folder.write(photo)
      await expectThrows(DiaryError.photo(path: path, .unreadable)) {
        try await LocationRemoval(program).copy(photoAt: path, to: path + ".clean")
      }
      expect(!FileManager.default.fileExists(atPath: path + ".clean"))
      try PictureRun.expectFailure("damaged", "without-location", photo)
    }
    // Failing leaves nothing.
    let target = folder.path + "/target"
    let text = try folder.write(Array("Dear diary".utf8))
    await expectThrows(DiaryError.photo(path: text, .notAnImage)) {
      try await LocationRemoval(program).copy(photoAt: text, to: target)
    }
    expect(!FileManager.default.fileExists(atPath: target))
  }

  private func expectClean(
    _ before: [UInt8], _ after: [UInt8], file: String = #filePath, line: Int = #line
  ) {
    expect(holds(before, angle), file: file, line: line)
    expect(!holds(after, angle), file: file, line: line)
    for secret in ExifFixture.secrets {
      expect(holds(before, Array(secret.utf8)), file: file, line: line)
      expect(!holds(after, Array(secret.utf8)), file: file, line: line)
    }
    // The tag that leads to the position, as an entry of type "long", count 1.
    expect(!holds(after, [0x88, 0x25, 0, 4, 0, 0, 0, 1]), file: file, line: line)
  }
}

extension LocationRemoval {
  /// Writes a new file at `target`. Nothing is left there when it fails.
  @discardableResult
  func copy(photoAt path: String, to target: String) async throws(DiaryError) -> Bool {
    guard let program else { throw .photo(path: path, .noPictureProgram) }
    let file: System.OpenFile<SystemError>
    do throws(SystemError) { file = try System.OpenFile(target, .new) } catch {
      throw .export(path: target, .failed(reason: error.words))
    }
    do throws(PictureFailure) {
      return try await program.run(["without-location"], photo: path, output: file.descriptor)
        .isEmpty
    } catch {
      FileSystem<SystemError>.unlink(target)
      throw error.diaryError(path: path)
    }
  }
}

private func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool { bytes.firstRange(of: part) != nil }

/// Secrets in any place of a photo, which a copy for others must not have.
@Suite struct CleaningTests {
  private static func clean(_ photo: [UInt8], _ what: String) throws -> [UInt8] {
    let result = try PictureRun.run("without-location", photo)
    try require(result.status == 0, "\(what): \(result.end) \(result.errorText)")
    return result.output
  }

  /// The pixels, or why there are none.
  private static func drawn(_ photo: [UInt8]) throws -> [UInt8] {
    let result = try PictureRun.run("pixels --width 96 --height 96 --as png", photo)
    return result.output + result.errors
  }

  private static func holds(_ photo: [UInt8], _ text: String) -> Bool {
    PhotosTests.holds(photo, Array(text.utf8))
      || PhotosTests.holds(photo, text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
  }

  @Test func `leaves no place or person in any format`() throws {
    let photos = try HostilePhoto.all()
    expectGreater(photos.count, 60)
    for photo in photos {
      let after = try Self.clean(photo.bytes, photo.name)
      for secret in HostilePhoto.secrets {
        expect(Self.holds(photo.bytes, secret), "\(photo)")
        expect(!Self.holds(after, secret), "\(photo) still holds \(secret)")
      }
      try expectEqual(Self.drawn(after), Self.drawn(photo.bytes), "\(photo)")
      try expectEqual(Self.clean(after, photo.name), after, "\(photo) cleaned twice")
    }
  }

  /// More notes among the segments and chunks of those.
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
        let own =
          isJPEG
          ? Fixture.segment(marker, filling + HostilePhoto.secret)
          : Fixture.chunk("abCd", filling + HostilePhoto.secret)
        bytes.insert(contentsOf: own, at: isJPEG ? 2 : 33)
      }
      let after = try Self.clean(bytes, "seed 4711, round \(round)")
      for secret in HostilePhoto.secrets {
        expect(!Self.holds(after, secret), "seed 4711, round \(round)")
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
    // Color profiles stay byte for byte.
    let sample = try Fixture.file("cmyk-adobe.jpg")
    let profile = HostilePhoto.profile([("gXYZ", [1, 2, 3, 4]), ("wtpt", [5, 6, 7, 8])])
    let mark = Array("ICC_PROFILE\0".utf8)
    // In two segments, the second one first.
    let segments =
      Fixture.segment(0xE2, mark + [2, 2] + profile[140...])
      + Fixture.segment(0xE2, mark + [1, 2] + profile[..<140])
    let after = try Self.clean(Fixture.jpeg(sample, with: segments), "JPEG")
    expect(PhotosTests.holds(after, segments))
    expect(Self.holds(after, "Adobe"))
    let other = try Self.clean(
      Fixture.png(
        width: 40, height: 20, rows: 20,
        chunks: [("iCCP", Array("x\0\0".utf8) + Fixture.stored(profile))]), "PNG")
    expect(Self.holds(other, "iCCPICC\0"))
    // A video or another picture behind a photo is removed, and that is reported.
    let folder = try TemporaryFolder()
    for photo in try HostilePhoto.all() {
      let isPartial = ["film", "second picture"].contains { photo.name.contains($0) }
      let path = try folder.write(photo.bytes)
      let isWhole = try await LocationRemoval(program).copy(photoAt: path, to: path + ".clean")
      expectEqual(isWhole, !isPartial, "\(photo)")
    }
    // Cameras' raw files are refused: they can't be developed without what would have to go.
    // These have pixels of a sensor, where there were gray ones.
    let gray = Data([6, 1, 3, 0, 1, 0, 0, 0, 1, 0])
    var raw = TIFFFixture.pages(note: HostilePhoto.secret)
    while let place = Data(raw).range(of: gray) {
      raw.replaceSubrange(place.upperBound - 2..<place.upperBound, with: [0x23, 0x80])
    }
    try PictureRun.expectFailure("undecodable-type", "without-location", raw)
  }
}

private let exiftool = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// Cleaned photos into which exiftool has written all tags that it can.
@Suite(.enabled(if: exiftool != nil, "exiftool isn't installed"))
struct ExiftoolTests {
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
  /// Groups that hold nothing but what was measured or how it is to be shown.
  private static let harmless: Set = [
    "ExifTool", "System", "File", "Composite", "IFD0", "ExifIFD", "InteropIFD", "JFIF", "Adobe",
    "PNG", "PNG-pHYs", "GIF", "RIFF", "QuickTime", "Meta", "ICC_Profile", "ICC-header",
  ]

  @Test(arguments: ["jpg", "png", "tiff", "gif", "webp", "heic", "avif"])
  func `finds nothing in a cleaned photo`(type: String) throws {
    let exiftool = try require(exiftool)
    let folder = try TemporaryFolder()
    let name = ["heic", "avif"].contains(type) ? "located.\(type)" : "corners.\(type)"
    let path = try folder.write(Fixture.file(name), to: "photo.\(type)")
    // Not every format takes every one.
    _ = try ProgramResult.run(
      exiftool, ["-q", "-m", "-overwrite_original"] + Self.tags.map { "-" + $0 } + [path])
    func said(_ path: String) throws -> String {
      try ProgramResult.run(exiftool, ["-a", "-G1", "-ee", "-u", "-n", "-s", path]).text
    }
    let before = try said(path)
    expect(Self.secrets.contains { before.contains($0) })
    let photo = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let result = try PictureRun.run("without-location", photo)
    try require(result.status == 0, "\(result.errorText)")
    let after = try said(folder.write(result.output, to: "clean.\(type)"))
    for secret in Self.secrets { expectLacks(after, secret, "\(after)") }
    for line in after.split(separator: "\n") {
      let group = line.dropFirst().prefix { $0 != "]" }
      expectContains(Self.harmless, String(group), "\(line)")
      expectLacks(line, "GPS", "\(line)")
      expectLacks(line, "Serial", "\(line)")
    }
  }
}
