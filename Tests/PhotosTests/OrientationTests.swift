import Foundation
import TestSupport
import Testing

/// Every format in all eight of EXIF's orientations, against the pixels that one should see.
@Suite struct OrientationTests {
  @Test(arguments: 1...8) func jpeg(orientation: Int) throws {
    let photo = try Fixture.file("corners.jpg")
    let exif = ExifFixture(orientation: orientation).bytes
    try expectUpright(
      Array(photo[..<2]) + Fixture.segment(Array("Exif\0\0".utf8) + exif) + photo[2...], orientation
    )
  }

  @Test(arguments: 1...8) func png(orientation: Int) throws {
    var photo = try Fixture.file("corners.png")
    let exif = ExifFixture(orientation: orientation).bytes
    // After the signature and the header.
    photo.insert(contentsOf: Fixture.chunk("eXIf", exif), at: 33)
    try expectUpright(photo, orientation)
  }

  @Test(arguments: 1...8) func webp(orientation: Int) throws {
    try expectUpright(try patched("corners.webp", orientation), orientation)
  }

  @Test(arguments: 1...8) func tiff(orientation: Int) throws {
    try expectUpright(try patched("corners.tiff", orientation), orientation)
  }

  /// These turn by boxes of their own. EXIF's number says the same again, and is passed over.
  @Test(arguments: [
    ("heic", 1), ("heic", 2), ("heic", 3), ("heic", 4), ("heic", 5), ("heic", 6), ("heic", 7),
    ("heic", 8), ("avif", 1), ("avif", 6), ("avif", 8),
  ]) func containers(type: String, orientation: Int) throws {
    try expectUpright(try Fixture.file("turned-\(orientation).\(type)"), orientation)
  }

  @Test func exifTurnsNoContainer() throws {
    // Its EXIF was made with an orientation of 6 after the turn.
    let pixels = try PictureRun.pixels(try Fixture.file("located.heic"))
    expectEqual(pixels.corners, PixelColor.corners(turned: 6))
  }

  @Test(arguments: 1...8) func regionsAreOfTheUprightPicture(orientation: Int) throws {
    let photo = try patched("corners.tiff", orientation)
    let seen = PixelColor.corners(turned: orientation)
    for (region, color) in zip(
      ["0,0,5000,5000", "5000,0,10000,5000", "0,5000,5000,10000", "5000,5000,10000,10000"], seen)
    {
      let pixels = try PictureRun.pixels(photo, "--width 40 --height 40 --region \(region)")
      expectEqual(pixels.corners, [color, color, color, color], "\(region)")
    }
  }

  /// A fixture whose orientation, 1 in the file, is changed.
  private func patched(_ name: String, _ orientation: Int) throws -> [UInt8] {
    var photo = try Fixture.file(name)
    let little: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, 1, 0]
    let big: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1]
    if let place = Data(photo).range(of: Data(little)) {
      photo[place.lowerBound + 8] = UInt8(orientation)
    } else {
      let place = try require(Data(photo).range(of: Data(big)))
      photo[place.lowerBound + 9] = UInt8(orientation)
    }
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
