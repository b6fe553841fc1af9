import DiaryCore
import Foundation
import Photos
import TestSupport
import Testing

@Suite struct LocationRemovalTests {
  let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  private func cleaned(_ bytes: [UInt8]) async throws -> [UInt8] {
    let target = folder.path + "/" + UUID().uuidString
    try await LocationRemoval(program).copy(photoAt: folder.write(bytes), to: target)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: target)))
  }

  private func holds(_ bytes: [UInt8], _ text: [UInt8]) -> Bool {
    Data(bytes).range(of: Data(text)) != nil
  }

  private let exif = ExifFixture(
    orientation: 6, taken: "2026:11:19 07:12:58", offset: "+09:00", isPrivate: true
  ).bytes
  private let angle = [37, 1, 31, 1, 123, 10].flatMap(Fixture.big)

  @Test func takesThePositionOutOfJPEG() async throws {
    let before = try Fixture.jpeg(exif: exif)
    let after = try await cleaned(before)
    expectClean(before, after)
    // From the end of the segment on, every byte is as it was.
    let rest = before[(4 + 6 + exif.count + 2)...]
    expectEqual(after.suffix(rest.count), rest)
    let facts = try await inspector.facts(ofPhotoAt: folder.write(after))
    expectEqual(facts.taken, "2026-11-19T07:12:58+09:00")
    expectEqual([facts.width, facts.height], [900, 1200])
  }

  @Test func takesThePositionOutOfPNG() async throws {
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

  @Test func takesThePositionOutOfWebP() async throws {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let padding: [UInt8] = content.count % 2 == 1 ? [0] : []
      return Array(name.utf8) + Fixture.big(content.count).reversed() + content + padding
    }
    let xmp = Array("<x exif:GPSLatitude='37,31N' />!".utf8)
    let sample = try Fixture.file("moving.webp")
    let body = Array(sample[8...]) + chunk("EXIF", exif) + chunk("XMP ", xmp)
    let before = chunk("RIFF", body)
    let after = try await cleaned(before)
    expectClean(before, after)
    expect(!holds(after, Array("GPSLatitude".utf8)))
  }

  /// Made by exiftool, with a position, serial numbers and XMP.
  @Test(arguments: ["jpg", "png", "tiff", "heic", "avif"])
  func takesThePositionOutOfWhatOthersMade(type: String) async throws {
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

  /// Where metadata can't be found it can't be taken out either.
  @Test func whatCannotBeCleanedIsRefused() async throws {
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
      let result = try PictureRun.run("without-location", photo)
      expectEqual(result.status, 3)
      expect(result.output.isEmpty)
      expectEqual(result.errorText, "damaged\n")
    }
  }

  @Test func makerNotesGoWhole() async throws {
    // The entry that leads to the date leads to a maker note instead.
    var exif = exif
    let date = try require(Data(exif).range(of: Data([0x90, 0x03, 0, 2])))
    exif.replaceSubrange(date, with: [0x92, 0x7C, 0, 7])
    let after = try await cleaned(try Fixture.jpeg(exif: exif))
    expect(!holds(after, Array("2026:11:19".utf8)))
    expect(!holds(after, [0x92, 0x7C, 0, 7]))
  }

  @Test func takesThePositionOutOfXMP() async throws {
    let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let place = Fixture.segment(name + Array("<x exif:GPSLatitude='37,31N'/>".utf8))
    let rating = Fixture.segment(name + Array("<x xmp:Rating='5'/>".utf8))
    let sample = try Fixture.sample("warm-soup")
    let after = try await cleaned(Array(sample[..<2]) + place + rating + sample[2...])
    // What isn't known to be harmless goes, for it can't be told from the rest.
    expect(!holds(after, Array("GPS".utf8)))
    expect(!holds(after, rating))
    try await expectEqual(cleaned(sample), after)
  }

  @Test func whatTellsNothingKeepsEveryByteOfItsPixels() async throws {
    for name in ["warm-soup", "plum-blossom"] {
      let sample = try Fixture.sample(name)
      let after = try await cleaned(sample)
      let pixels = try require(Data(sample).range(of: Data([0xFF, 0xDA]), options: .backwards))
      expectEqual(after.suffix(sample.count - pixels.lowerBound), sample[pixels.lowerBound...])
    }
  }

  @Test func directoriesThatLeadBackComeToAnEnd() async throws {
    // The next page is the first one again, and so is the one within it.
    var loop = try Fixture.file("corners.tiff")
    let first = Int(loop[4]) | Int(loop[5]) << 8
    let end = first + 2 + Int(loop[first]) * 12
    loop.replaceSubrange(end..<end + 4, with: loop[4..<8])
    try await expectEqual(cleaned(loop).count, loop.count)
  }

  @Test func failingLeavesNothing() async throws {
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
