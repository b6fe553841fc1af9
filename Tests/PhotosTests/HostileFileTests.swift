import DiaryCore
import Photos
import TestSupport
import Testing

/// Files made to hurt: whatever they are, there is an answer, and it comes soon.
@Suite struct HostileFileTests {
  let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  @Test func mutatedPhotosGetAnAnswer() async throws {
    let asset = try require(AssetID(String(repeating: "1f", count: 32)))
    let maker = PictureMaker(program, cache: nil)
    var mutator = Mutator(
      "photos", rounds: 40,
      pieces: ["Exif\0\0", "II*\0", "MM\0*", "ftyp", "meta", "iloc", "8BIM", "<rdf", "ANMF"])
    let samples = try Self.samples()
    for round in 0..<mutator.rounds {
      let comment = "seed \(mutator.seed), round \(round)"
      let path = try folder.write(mutator.mutation(of: samples, keeping: 12))
      do {
        _ = try await inspector.facts(ofPhotoAt: path)
      } catch {
        expectEqual(error, .photo(path: path, .notAnImage), comment)
      }
      do {
        _ = try await maker.cells(of: path, asset: asset, columns: 30, rows: 12, colors: .full)
      } catch {
        expectNotEqual(error, .unavailable, comment)
      }
      do {
        try await LocationRemoval(program).copy(photoAt: path, to: path + ".clean")
      } catch {
        let known: [DiaryError] = [
          .photo(path: path, .unreadable), .photo(path: path, .notAnImage),
        ]
        expectContains(known, error, comment)
      }
      _ = await inspector.headers(ofPhotosAt: [path])
    }
  }

  /// One of every format, with what stands beside its pixels.
  private static func samples() throws -> [[UInt8]] {
    let exif = ExifFixture(taken: "2026:11:19 07:12:58", isPrivate: true).bytes
    let files = [
      "corners.jpg", "ycck-adobe.jpg", "iptc.jpg", "interlaced.png", "deep.png", "moving.gif",
      "interlaced.gif", "alpha.webp", "moving.webp", "tiled.tiff", "in-jpeg.tiff", "palette.tiff",
      "located.heic", "located.avif", "thumbnail.heic", "corners.bmp",
    ]
    return try files.map(Fixture.file) + [
      Fixture.jpeg("plum-blossom", exif: exif), exif,
      Fixture.png(width: 60, height: 40, rows: 40, chunks: [("eXIf", exif)]),
    ] + HostilePhoto.all().map(\.bytes)
  }

  @Test func aProgramThatFailsIsNoReasonToFail() async throws {
    let path = Fixture.samplePath("warm-soup")
    for other in ["/bin/true", "/bin/false", "/bin/cat"] {
      await expectThrows(DiaryError.self) {
        try await PictureProgramInspector(PictureProgram(path: other)).facts(ofPhotoAt: path)
      }
    }
  }
}
