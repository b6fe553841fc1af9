import Foundation
import TestSupport
import Testing

/// What `info`, `header` and `headers` tell of a photo.
@Suite struct PhotoDetailsTests {
  @Test(arguments: ["jpg", "png", "tiff", "heic", "avif"]) func allOfThem(type: String) throws {
    let photo = try Fixture.file("located.\(type)")
    for command in ["info", "header"] {
      let facts = try PictureRun.facts(photo, command)
      expectEqual(
        Set(facts.keys),
        [
          "type", "width", "height", "taken", "problem", "contentIdentifier", "details",
        ])
      expect(facts["taken"] as? String == "2026-11-19T07:12:58+09:00")
      let details = try require(facts["details"] as? [String: Any])
      let texts = [
        "camera": "Nikon D1", "lens": "Lens 50 mm", "exposure": "1/250 s", "aperture": "f/2.8",
        "focalLength": "35 mm", "place": #"Han River, Seoul & "more""#,
      ]
      for (name, text) in texts { expect(details[name] as? String == text, "\(name)") }
      let numbers = ["iso": 200, "latitude": 37.5326, "longitude": -127.0246, "altitude": -12.5]
      for (name, number) in numbers { expect(details[name] as? Double == number, "\(name)") }
      expectEqual(details.count, texts.count + numbers.count)
    }
  }

  @Test func everyKeyIsThere() throws {
    let facts = try PictureRun.facts(try Fixture.file("corners.png"))
    let details = try require(facts["details"] as? [String: Any])
    expectEqual(
      Set(details.keys),
      [
        "camera", "lens", "exposure", "aperture", "iso", "focalLength", "latitude", "longitude",
        "altitude", "place",
      ])
    expect(details.values.allSatisfy { $0 is NSNull })
  }

  @Test func pressPhotosNameTheirCity() throws {
    let facts = try PictureRun.facts(try Fixture.file("iptc.jpg"))
    expect((facts["details"] as? [String: Any])?["place"] as? String == "Busan")
  }

  @Test(
    arguments: [
      ("<x photoshop:City='Busan'/>", "Busan"),
      ("<photoshop:City> Busan\n</photoshop:City>", "Busan"),
      ("<x photoshop:City = \"A &lt;&#49436;&#xC6B8;&gt;\"/>", "A <서울>"),
      ("<x photoshop:City='a\u{1B}[2J\u{202E}b\\\"'/>", #"a[2Jb\""#),
      ("<x photoshop:City='&#27;[31m&#0;&#xD800;'/>", "[31m&#xD800;"),
      ("<x Iptc4xmpCore:Location='Pier' photoshop:City='Busan'/>", "Pier, Busan"),
      ("<x Iptc4xmpCore:Location='Pier'/>", "Pier"), ("<x photoshop:City=''/>", nil),
      ("<x photoshop:City", nil), ("<photoshop:City>", nil),
      (
        "<x photoshop:City='\(String(repeating: "é", count: 300))'/>",
        String(repeating: "é", count: 100)
      ),
    ] as [(String, String?)])
  func placesAreMadePrintable(xmp: String, place: String?) throws {
    let sample = try Fixture.file("corners.jpg")
    let packet = Array("http://ns.adobe.com/xap/1.0/\0\(xmp)".utf8)
    let facts = try PictureRun.facts(
      Array(sample[..<2]) + Fixture.segment(packet) + sample[2...], "header")
    expect((facts["details"] as? [String: Any])?["place"] as? String == place)
  }

  @Test func headersDecodeNothing() throws {
    let whole = try Fixture.sample("warm-soup")
    let cut = Array(whole.prefix(whole.count / 2))
    try expect(PictureRun.facts(cut, "header")["problem"] is NSNull)
    try expect(PictureRun.facts(cut)["problem"] as? String == "damaged")
    let large = Fixture.png(width: 50_000, height: 50_000, rows: 0)
    try expect(PictureRun.facts(large, "header")["problem"] as? String == "too-large")
    let other = try Fixture.file("corners.bmp")
    try expect(PictureRun.facts(other, "header")["problem"] as? String == "undecodable-type")
    try expectEqual(PictureRun.run("header", Array("Dear diary".utf8)).status, 2)
  }

  @Test func manyHeadersAtOnce() throws {
    let folder = try PhotoFolder()
    let photos = try ["corners.jpg", "turned-6.heic"].map { try folder.write(Fixture.file($0)) }
    let text = try folder.write(Array("Dear diary".utf8))
    // Then a folder, one that is closed, one that can't be read, and a pipe.
    let script = """
      exec 3<'\(photos[0])' 4<'\(text)' 5<'\(photos[1])' 6<'\(folder.path)' 7<&- 8>>'\(photos[0])'
      echo pipe | exec "$0" headers --count 7 9<&0
      """
    let result = try ProgramResult.run("/bin/sh", ["-c", script, PictureRun.path])
    expectEqual(result.status, 0, "\(result.errorText)")
    let lines = result.output.split(separator: 0x0A, omittingEmptySubsequences: false)
    try require(lines.count == 8 && lines[7].isEmpty)
    try expectEqual(PictureRun.size(PictureRun.object(Array(lines.at(0)))), [96, 64])
    try expectEqual(PictureRun.size(PictureRun.object(Array(lines.at(2)))), [64, 96])
    for index in [1, 3, 4, 5, 6] { expectEqual(Array(lines[index]), Array("null".utf8)) }
  }
}
