import DiaryCore
import Foundation
import Photos
import TestSupport
import Testing

@Suite struct PhotoFactsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `reads the size of a photo that is stored on its side`() async throws {
    let facts = try await inspector.facts(ofPhotoAt: Fixture.samplePath("plum-blossom"))
    expectEqual(facts.type, MediaType("image/jpeg"))
    expectEqual([facts.width, facts.height], [675, 900])
    expectEqual(facts.taken, "2026-11-10T11:14:30+09:00")
  }

  @Test(arguments: [
    ("2008:10:22 16:28:39", nil as String?, "2008-10-22T16:28:39" as String?),
    ("2026:11:19 07:12:58", "+09:00", "2026-11-19T07:12:58+09:00"),
    ("2024:02:29 00:00:00", "-03:30", "2024-02-29T00:00:00-03:30"),
    ("2026:11:19 07:12:58", "+99:00", "2026-11-19T07:12:58"), ("2023:02:29 00:00:00", nil, nil),
    ("0000:00:00 00:00:00", nil, nil), ("2026:13:01 00:00:00", nil, nil),
    ("2026:11:19 24:00:00", nil, nil), ("2026-11-19 07:12:58", nil, nil),
    ("2026:11:19 07:1\u{1B}:58", nil, nil), ("\"2026:11:19 07:12:5", nil, nil),
  ])
  func `reads strictly valid dates`(taken: String, offset: String?, expected: String?) async throws
  {
    let exif = ExifFixture(taken: taken, offset: offset).bytes
    let facts = try await inspector.facts(ofPhotoAt: folder.write(try Fixture.jpeg(exif: exif)))
    expectEqual(facts.taken, expected)
    let chunks = [("eXIf", exif)]
    let png = try folder.write(Fixture.png(width: 4, height: 2, rows: 2, chunks: chunks))
    try await expectEqual(inspector.facts(ofPhotoAt: png).taken, expected)
  }

  @Test func `reads the identifier of a Live Photo`() async throws {
    let name = Array("6F3C1D2E-0000-4000-8000-123456789ABC\0".utf8)
    func note(count: Int, offset: Int) -> [UInt8] {
      [0, 1, 0, 0x11, 0, 2] + Fixture.big(count) + Fixture.big(offset) + Fixture.big(0) + name
    }
    // Its offsets count from its own beginning.
    let cases: [([UInt8], String?)] = [
      (note(count: name.count, offset: 32), "6F3C1D2E-0000-4000-8000-123456789ABC"),
      (note(count: 0x7FFF_FFFF, offset: 32), nil), (note(count: name.count, offset: 400), nil),
      (Array(note(count: name.count, offset: 32).prefix(9)), nil), ([0xFF, 0xFF], nil), ([], nil),
    ]
    for (note, expected) in cases {
      let exif = ExifFixture(taken: "2026:11:19 07:12:58", appleNote: note).bytes
      let facts = try await inspector.facts(ofPhotoAt: folder.write(try Fixture.jpeg(exif: exif)))
      expectEqual(facts.contentIdentifier, expected)
      expectEqual(facts.taken, "2026-11-19T07:12:58")
    }
  }

  @Test func `names damaged, too large and unknown files`() async throws {
    for length in [4, 100, 1_000, 30_000, 70_000] {
      let photo = try folder.write(Array(try Fixture.sample("warm-soup").prefix(length)))
      let facts = try await inspector.facts(ofPhotoAt: photo)
      expectEqual(facts.problem, .damaged)
    }
    let photo = try folder.write(Fixture.png(width: 50_000, height: 50_000, rows: 0))
    let facts = try await inspector.facts(ofPhotoAt: photo)
    expectEqual(facts.problem, .tooLarge)
    expectEqual([facts.width, facts.height], [50_000, 50_000])
    for text in ["", "GI", "Dear diary", "\u{FFFD}\u{FFFD}"] {
      let path = try folder.write(Array(text.utf8))
      await expectThrows(DiaryError.photo(path: path, .notAnImage)) {
        try await inspector.facts(ofPhotoAt: path)
      }
    }
    for (path, error) in [
      (folder.path("missing.jpg"), .missing), (folder.path, .isFolder), ("/dev/null", .notAFile),
    ] as [(String, PhotoError)] {
      await expectThrows(DiaryError.photo(path: path, error)) {
        try await inspector.facts(ofPhotoAt: path)
      }
    }
    // Recognized types can be kept.
    let bitmap = try folder.write(try Fixture.file("corners.bmp"))
    try await expectEqual(
      inspector.facts(ofPhotoAt: bitmap),
      PhotoFacts(type: MediaType("image/bmp"), width: 12, height: 8, problem: .undecodableType))
    let heic = try folder.write(Fixture.big(24) + Array("ftypheic\0\0\0\0mif1heic".utf8))
    try await expectEqual(inspector.facts(ofPhotoAt: heic).type, MediaType("image/heic"))
    let path = Fixture.samplePath("warm-soup")
    for none in [nil, PictureProgram(path: folder.path + "/no-program")] {
      await expectThrows(DiaryError.photo(path: path, .noPictureProgram)) {
        try await PictureProgramInspector(none).facts(ofPhotoAt: path)
      }
    }
  }

  // MARK: The answers of `info`, `header` and `headers`

  @Test func `reads details from every format`() throws {
    for type in ["jpg", "png", "tiff", "heic", "avif"] {
      let photo = try Fixture.file("located.\(type)")
      for command in ["info", "header"] {
        let facts = try PictureRun.facts(photo, command)
        expectEqual(
          Set(facts.keys),
          ["type", "width", "height", "taken", "problem", "contentIdentifier", "details"])
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
    // Every key is there.
    let facts = try PictureRun.facts(try Fixture.file("corners.png"))
    let details = try require(facts["details"] as? [String: Any])
    expectEqual(
      Set(details.keys),
      [
        "camera", "lens", "exposure", "aperture", "iso", "focalLength", "latitude", "longitude",
        "altitude", "place",
      ])
    expect(details.values.allSatisfy { $0 is NSNull })
    // Press photos name their city.
    let press = try PictureRun.facts(try Fixture.file("iptc.jpg"))
    expect((press["details"] as? [String: Any])?["place"] as? String == "Busan")
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
  func `reads places as printable text`(xmp: String, place: String?) throws {
    let sample = try Fixture.file("corners.jpg")
    let packet = Array("http://ns.adobe.com/xap/1.0/\0\(xmp)".utf8)
    let segment = Fixture.segment(0xE1, packet)
    let facts = try PictureRun.facts(Fixture.jpeg(sample, with: segment), "header")
    expect((facts["details"] as? [String: Any])?["place"] as? String == place)
  }

  @Test func `reads headers without decoding, and many at once`() throws {
    let whole = try Fixture.sample("warm-soup")
    let cut = Array(whole.prefix(whole.count / 2))
    try expect(PictureRun.facts(cut, "header")["problem"] is NSNull)
    try expect(PictureRun.facts(cut)["problem"] as? String == "damaged")
    let large = Fixture.png(width: 50_000, height: 50_000, rows: 0)
    try expect(PictureRun.facts(large, "header")["problem"] as? String == "too-large")
    let other = try Fixture.file("corners.bmp")
    try expect(PictureRun.facts(other, "header")["problem"] as? String == "undecodable-type")
    try expectEqual(PictureRun.run("header", Array("Dear diary".utf8)).status, 2)
    let folder = try TemporaryFolder()
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
