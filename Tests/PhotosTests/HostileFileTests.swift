import DiaryCore
import Photos
import Testing

/// Files made to hurt: whatever they are, there is an answer, and it comes soon.
@Suite struct HostileFileTests {
  let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  /// The same each time.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  @Test func mutatedPhotosGetAnAnswer() async throws {
    let exif = ExifFixture(taken: "2026:11:19 07:12:58", isPrivate: true).bytes
    let seeds = [
      try Fixture.jpeg("plum-blossom", exif: exif), exif,
      Fixture.png(width: 60, height: 40, rows: 40, chunks: [("eXIf", exif)]),
    ]
    let asset = try #require(AssetID(String(repeating: "1f", count: 32)))
    let maker = PictureMaker(program, cache: nil)
    var dice = Dice(state: 2026)
    for round in 0..<30 {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...20, using: &dice) {
        // Most of what can go wrong is at the beginning.
        let end = Bool.random(using: &dice) ? min(bytes.count, 700) : bytes.count
        bytes[Int.random(in: 4..<end, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      if round % 5 == 0 { bytes.removeLast(bytes.count / 3) }
      let path = try folder.write(bytes)
      do {
        _ = try await inspector.facts(ofPhotoAt: path)
      } catch {
        #expect(error == .photo(path: path, .notAnImage), "round \(round)")
      }
      do {
        _ = try await maker.cells(of: path, asset: asset, columns: 30, rows: 12, colors: .full)
      } catch {
        #expect(error != .unavailable, "round \(round)")
      }
      do {
        try await LocationRemoval(program).copy(photoAt: path, to: path + ".clean")
      } catch {
        #expect(error == .photo(path: path, .unreadable), "round \(round)")
      }
    }
  }

  @Test func aProgramThatFailsIsNoReasonToFail() async throws {
    let path = Fixture.samplePath("warm-soup")
    for other in ["/bin/true", "/bin/false", "/bin/cat"] {
      await #expect(throws: DiaryError.self) {
        try await PictureProgramInspector(PictureProgram(path: other)).facts(ofPhotoAt: path)
      }
    }
  }
}
