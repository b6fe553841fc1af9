import DiaryCore
import Photos
import TestSupport
import Testing

@Suite struct PhotoFactsTests {
  let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  @Test(arguments: 1...8) func sizesAreUpright(orientation: Int) async throws {
    let photo = try folder.write(
      try Fixture.jpeg(exif: ExifFixture(orientation: orientation).bytes))
    let facts = try await inspector.facts(ofPhotoAt: photo)
    expectEqual(facts.type, MediaType("image/jpeg"))
    expectNil(facts.problem)
    expectEqual([facts.width, facts.height], (orientation < 5 ? [1200, 900] : [900, 1200]))
  }

  @Test(
    arguments: [
      ("2008:10:22 16:28:39", nil, "2008-10-22T16:28:39"),
      ("2026:11:19 07:12:58", "+09:00", "2026-11-19T07:12:58+09:00"),
      ("2024:02:29 00:00:00", "-03:30", "2024-02-29T00:00:00-03:30"),
      ("2026:11:19 07:12:58", "+99:00", "2026-11-19T07:12:58"),
      ("2023:02:29 00:00:00", nil, nil), ("0000:00:00 00:00:00", nil, nil),
      ("2026:13:01 00:00:00", nil, nil), ("2026:11:19 24:00:00", nil, nil),
      ("2026-11-19 07:12:58", nil, nil), ("2026:11:19 07:1\u{1B}:58", nil, nil),
      ("\"2026:11:19 07:12:5", nil, nil),
    ] as [(String, String?, String?)])
  func datesAreCheckedStrictly(taken: String, offset: String?, expected: String?) async throws {
    let exif = ExifFixture(taken: taken, offset: offset).bytes
    let facts = try await inspector.facts(ofPhotoAt: folder.write(try Fixture.jpeg(exif: exif)))
    expectEqual(facts.taken, expected)
    let chunks = [("eXIf", exif)]
    let png = try folder.write(Fixture.png(width: 4, height: 2, rows: 2, chunks: chunks))
    try await expectEqual(inspector.facts(ofPhotoAt: png).taken, expected)
  }

  @Test func aLivePhotoSaysWhatItsFilmSays() async throws {
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
      let facts = try await inspector.facts(
        ofPhotoAt: folder.write(try Fixture.jpeg(exif: exif)))
      expectEqual(facts.contentIdentifier, expected)
      expectEqual(facts.taken, "2026-11-19T07:12:58")
    }
  }

  @Test func sampleIsStoredOnItsSide() async throws {
    let facts = try await inspector.facts(ofPhotoAt: Fixture.samplePath("plum-blossom"))
    expectEqual([facts.width, facts.height], [675, 900])
    expectEqual(facts.taken, "2026-11-10T11:14:30+09:00")
  }

  @Test(arguments: [4, 100, 1_000, 30_000, 70_000]) func cutOffIsDamaged(length: Int) async throws {
    let photo = try folder.write(Array(try Fixture.sample("warm-soup").prefix(length)))
    let facts = try await inspector.facts(ofPhotoAt: photo)
    expectEqual(facts.problem, .damaged)
  }

  @Test func tooLargeIsKnownFromTheHeader() async throws {
    let photo = try folder.write(Fixture.png(width: 50_000, height: 50_000, rows: 0))
    let facts = try await inspector.facts(ofPhotoAt: photo)
    expectEqual(facts.problem, .tooLarge)
    expectEqual([facts.width, facts.height], [50_000, 50_000])
  }

  @Test(arguments: ["", "GI", "Dear diary", "\u{FFFD}\u{FFFD}"])
  func whatIsNoImageIsRefused(text: String) async throws {
    let path = try folder.write(Array(text.utf8))
    await expectThrows(DiaryError.photo(path: path, .notAnImage)) {
      try await inspector.facts(ofPhotoAt: path)
    }
  }

  @Test func whatIsNoFileIsRefused() async throws {
    let missing = folder.path + "/missing.jpg"
    await expectThrows(DiaryError.photo(path: missing, .missing)) {
      try await inspector.facts(ofPhotoAt: missing)
    }
    await expectThrows(DiaryError.photo(path: folder.path, .isFolder)) {
      try await inspector.facts(ofPhotoAt: folder.path)
    }
    await expectThrows(DiaryError.photo(path: "/dev/null", .notAFile)) {
      try await inspector.facts(ofPhotoAt: "/dev/null")
    }
  }

  @Test func recognizedTypesCanBeKept() async throws {
    let bitmap = try folder.write(try Fixture.file("corners.bmp"))
    let facts = try await inspector.facts(ofPhotoAt: bitmap)
    expectEqual(
      facts,
      PhotoFacts(
        type: MediaType("image/bmp"), width: 12, height: 8, problem: .undecodableType))
    let heic = try folder.write(Fixture.big(24) + Array("ftypheic\0\0\0\0mif1heic".utf8))
    try await expectEqual(inspector.facts(ofPhotoAt: heic).type, MediaType("image/heic"))
  }

  @Test func withoutTheProgramItIsSaid() async throws {
    let path = Fixture.samplePath("warm-soup")
    for none in [nil, PictureProgram(path: folder.path + "/no-program")] {
      await expectThrows(DiaryError.photo(path: path, .noPictureProgram)) {
        try await PictureProgramInspector(none).facts(ofPhotoAt: path)
      }
    }
  }
}
