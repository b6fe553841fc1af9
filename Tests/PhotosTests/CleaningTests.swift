import Foundation
import Photos
import TestSupport
import Testing

/// What a copy for others must not tell, wherever a photo tells it.
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
    let data = Data(photo)
    return data.range(of: Data(text.utf8)) != nil
      || data.range(of: Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })) != nil
  }

  @Test func nothingOfAPlaceOrPersonIsLeft() throws {
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
  @Test func randomPlacesAreClean() throws {
    let photos = try HostilePhoto.all().filter {
      $0.name.hasPrefix("JPEG") || $0.name.hasPrefix("PNG")
    }
    var generator = SeededGenerator(seed: 4711)
    for round in 0..<40 {
      var bytes = try require(photos.randomElement(using: &generator)).bytes
      let isJPEG = bytes[0] == 0xFF
      for _ in 0..<3 {
        let marker = UInt8.random(in: 0xE0...0xEF, using: &generator)
        let filling = [UInt8](
          repeating: 0x20, count: Int.random(in: 0...40, using: &generator))
        let own =
          isJPEG
          ? HostilePhoto.segment(marker, filling + HostilePhoto.secret)
          : Fixture.chunk("abCd", filling + HostilePhoto.secret)
        bytes.insert(contentsOf: own, at: isJPEG ? 2 : 33)
      }
      let after = try Self.clean(bytes, "seed 4711, round \(round)")
      for secret in HostilePhoto.secrets {
        expect(!Self.holds(after, secret), "seed 4711, round \(round)")
      }
    }
  }

  @Test func whatIsHarmlessStays() throws {
    let exif = TIFFFixture.exif(note: HostilePhoto.secret)
    let photo = Fixture.png(width: 40, height: 20, rows: 20, chunks: [("eXIf", exif)])
    let facts = try PictureRun.facts(try Self.clean(photo, "PNG"))
    expect(facts["taken"] as? String == "2026-11-19T07:12:58")
    let details = try require(facts["details"] as? [String: Any])
    expect(details["camera"] as? String == "Nikon")
    // What colors need stays byte for byte.
    let sample = try Fixture.file("cmyk-adobe.jpg")
    let profile = HostilePhoto.profile([("gXYZ", [1, 2, 3, 4]), ("wtpt", [5, 6, 7, 8])])
    let mark = Array("ICC_PROFILE\0".utf8)
    // In two segments, the second one first.
    let segments =
      HostilePhoto.segment(0xE2, mark + [2, 2] + profile[140...])
      + HostilePhoto.segment(0xE2, mark + [1, 2] + profile[..<140])
    let after = try Self.clean(Array(sample[..<2]) + segments + sample[2...], "JPEG")
    expect(Data(after).range(of: Data(segments)) != nil)
    expect(Data(after).range(of: Data("Adobe".utf8)) != nil)
    let other = try Self.clean(
      Fixture.png(
        width: 40, height: 20, rows: 20,
        chunks: [("iCCP", Array("x\0\0".utf8) + Fixture.stored(profile))]), "PNG")
    expect(Data(other).range(of: Data("iCCPICC\0".utf8)) != nil)
  }

  /// A film or another picture behind a photo goes with it, and that is told.
  @Test func whatElseTheFileHeldIsTold() async throws {
    let folder = try PhotoFolder()
    for photo in try HostilePhoto.all() {
      let isPartial = ["film", "second picture"].contains { photo.name.contains($0) }
      let path = try folder.write(photo.bytes)
      let isWhole = try await LocationRemoval(program).copy(photoAt: path, to: path + ".clean")
      expectEqual(isWhole, !isPartial, "\(photo)")
    }
  }

  /// Cameras' raw files can't be developed without what would have to go.
  @Test func rawFilesAreRefused() throws {
    // Pixels of a sensor, where there were gray ones.
    let gray = Data([6, 1, 3, 0, 1, 0, 0, 0, 1, 0])
    var raw = TIFFFixture.pages(note: HostilePhoto.secret)
    while let place = Data(raw).range(of: gray) {
      raw.replaceSubrange(place.upperBound - 2..<place.upperBound, with: [0x23, 0x80])
    }
    let result = try PictureRun.run("without-location", raw)
    expectEqual(result.status, 3)
    expectEqual(result.errorText, "undecodable-type\n")
    expectEqual(result.output, [])
  }
}
