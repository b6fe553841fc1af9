import DiaryCore
import TestSupport
import Testing

/// Prints of the sample photos, and of smaller copies in other formats.
@Suite struct PicturePrintTests {
  private func print(_ photo: [UInt8]) throws -> PhotoPrint? {
    (try PictureRun.facts(photo)["print"] as? String).flatMap { UInt64($0, radix: 16) }.map {
      PhotoPrint(bits: $0)
    }
  }

  private static let names = [
    "azulejos", "beach-morning", "first-snow", "fjord", "harbor-dawn",
    "milky-way", "river-fog", "sea-sunset", "snow-field", "tea-bowl",
    "three-pears", "yellow-tram",
  ]

  @Test func `copies in other sizes and formats are near, other photos are far`() throws {
    let photos = try Self.names.map { try Fixture.sample($0) }
    let prints = try photos.map { try require(try print($0)) }
    for (index, one) in prints.enumerated() {
      for (other, print) in prints.enumerated() where other > index {
        expectGreater(one.distance(to: print), 12, "\(Self.names[index]) \(Self.names[other])")
      }
    }
    for (name, (bytes, original)) in zip(Self.names, zip(photos, prints)) {
      for options in ["--as png --width 400 --height 400", "--as jpeg --width 300 --height 300"] {
        let copy = try PixelAnswer(try PictureRun.run("pixels \(options)", bytes).output).bytes
        let print = try require(try print(copy), name)
        expectLess(original.distance(to: print), 7, "\(name) \(options)")
      }
    }
  }

  @Test func `a turned photo has the print of its upright copy`() throws {
    for number in 1...8 {
      let photo = try Fixture.file("turned-\(number).heic")
      let copy = try PixelAnswer(
        try PictureRun.run("pixels --as png --width 96 --height 96", photo).output)
      let prints = try [photo, copy.bytes].map { try require(try print($0)) }
      expectLess(prints[0].distance(to: prints[1]), 7, "\(number)")
    }
  }

  @Test func `a picture of one color and a damaged one have no print`() throws {
    try expectNil(print(Fixture.png(width: 40, height: 40, rows: 40)))
    let whole = try Fixture.sample("fjord")
    try expectNil(print(Array(whole.prefix(whole.count / 2))))
  }
}
