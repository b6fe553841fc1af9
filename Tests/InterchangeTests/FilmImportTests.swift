import DiaryCore
import TestSupport
import Testing

@testable import Interchange

extension Entry {
  /// The summary without the time of the import.
  var shown: String { summary.replacing(#/ \| created \S+/#, with: "") }
}

/// Videos beside photos.
extension PhotoImportTests {
  private static let apple = "com.apple.quicktime."

  /// An MP4 with the time in its header and the values that a phone writes.
  private func film(
    _ name: String, made: Int = 0, phone: String = "", identifier: String? = nil
  ) throws {
    var film = FilmFile(made: made, mark: name)
    if !phone.isEmpty { film.values.append((Self.apple + "creationdate", phone)) }
    if let identifier { film.values.append((Self.apple + "content.identifier", identifier)) }
    try diary.folder.write(film.bytes, to: "pictures/\(name)")
  }

  private func importedEntries() async throws -> [Entry] {
    try await run()
    return try await entries()
  }

  @Test func `takes the dates of videos and recordings from them or their names, once`()
    async throws
  {
    try write("a.jpg taken[2024-05-03T12:00:00]", "a.jpg")
    // 2024-05-03 15:00 here.
    try film("b.mp4", made: 1_714_716_000)
    try film("c.mov", made: 1, phone: "2024-05-04T10:15:00+0200")
    try film("VID_20240506_101500.mp4")
    try diary.folder.write("sound", to: "pictures/Voice 2024-05-06 10.16.ogg")
    try await expectEqual(namesOfDay(), ["a.jpg", "b.mp4"])
    try await expectEqual(
      importedEntries().map(\.shown).joined(separator: "\n"),
      """
      = 2024-05-03T12:00:00+09:00
      photos a.jpg | files b.mp4
      = 2024-05-04T10:15:00+02:00
      files c.mov
      = 2024-05-06T10:15:00+09:00
      files VID_20240506_101500.mp4, Voice 2024-05-06 10.16.ogg
      """)
    let again = try await proposal()
    expect(again.groups.isEmpty && again.passedOver.isEmpty)
    expectEqual(again.alreadyThere, 5)
  }

  @Test func `keeps a Live Photo together, whatever its video says`() async throws {
    try write("IMG_1.HEIC taken[2024-05-03T12:00:00]", "IMG_1.HEIC")
    try write("IMG_2.JPG taken[2024-05-07T12:00:00]", "IMG_2.JPG")
    try film("IMG_1.MOV", made: 1_715_000_000)
    let entries = try await importedEntries()
    expectEqual(entries.count, 2)
    let live = try require(entries.first)
    expectEqual(live.shown, "= 2024-05-03T12:00:00+09:00\nphotos IMG_1.HEIC | files IMG_1.MOV")
    expectEqual(live.film(of: live.photos[0])?.name, "IMG_1.MOV")
    expectEqual(live.films, [])
    // The video of a photo that the diary has already is left out.
    try film("IMG_2.MOV", made: 1_715_000_000)
    let again = try await proposal()
    expect(again.groups.isEmpty)
    expectEqual(again.passedOver.films, ["IMG_2.MOV"])
  }

  @Test func `knows a Live Photo by the identifier of Apple's cameras, too`() async throws {
    try write("taken[2024-05-03T12:00:00] identifier[ABC-1]", "beach.heic")
    try write("other.jpg taken[2024-05-07T12:00:00]", "other.jpg")
    try film("clip.MOV", made: 1_715_000_000, identifier: "ABC-1")
    try film("other.mov", made: 1_714_716_000, identifier: "ABC-1")
    try film("third.mov", made: 1_714_716_000, identifier: "ABC-2")
    let entries = try await importedEntries()
    expectEqual(entries.map { $0.photos.map(\.name) }, [["beach.heic"], ["other.jpg"]])
    // The video is named after the photo, which joins them in the entry; names count first.
    expectEqual(
      entries.map { $0.attachments.map(\.name) }, [["beach.MOV", "third.mov"], ["other.mov"]])
    let live = try require(entries.first)
    expectEqual(live.film(of: live.photos[0])?.name, "beach.MOV")
    expectEqual(live.films.map(\.name), ["third.mov"])
  }
}

/// Photos that are offered for the entry of a day.
extension PhotoImportTests {
  private func namesOfDay() async throws -> [String] {
    let day = try require(CalendarDay("2024-05-03"))
    return await importer.photos(takenOn: day, in: folder).map(\.name)
  }

  @Test func `offers photos of the day that are new, in their order`() async throws {
    try write("a taken[2024-05-03T23:59:00]", "late.jpg")
    try write("b taken[2024-05-03T00:00:00+02:00]", "z/early.jpg")
    try write("c taken[2024-05-02T23:59:59]", "before.jpg")
    try write("d taken[2024-05-04T00:00:00]", "after.jpg")
    try write("e taken[2024-05-03T12:00:00]", "notes.txt")
    try await expectEqual(namesOfDay(), ["early.jpg", "late.jpg"])
    try await run()
    try await expectEqual(namesOfDay(), [])
  }

  @Test func `dates photos without a date by their files, and opens no older files for a day`()
    async throws
  {
    // 12:00 of that day here, and long before.
    try write("undated", "dated.jpg", modified: 1_714_705_200)
    try write("b taken[2024-05-03T12:00:00]", "copied.jpg", modified: 1_000_000_000)
    try await expectEqual(namesOfDay(), ["dated.jpg"])
    let undated = try require(try await proposal().groups.first { !$0.isDated })
    expectEqual(undated.date.description, "2024-05-03T12:00:00+09:00")
  }

  @Test func `offers nothing of a folder that can't be read`() async throws {
    try await expectEqual(namesOfDay(), [])
    try diary.folder.write("", to: "pictures")
    try await expectEqual(namesOfDay(), [])
  }
}

/// Photos of Google's Takeout.
extension PhotoImportTests {
  @Test func `finds the file that describes a photo`() {
    for (photo, sidecar) in [
      ("IMG.jpg", "IMG.jpg.json"), ("IMG.jpg", "IMG.jpg.supplemental-metadata.json"),
      ("IMG.jpg", "IMG.jpg.supplemental-me.json"), ("IMG.jpg", "IMG.jpg..json"),
      ("IMG.jpg", "IMG.json"), ("IMG.JPG", "IMG.JPG.s.json"),
      ("IMG(1).jpg", "IMG.jpg(1).json"), ("IMG(1).jpg", "IMG(1).jpg.supplemental-metadata.json"),
      ("IMG(1).jpg", "IMG.jpg.supplemental-metadata(1).json"),
      ("IMG-edited.jpg", "IMG.jpg.supplemental-metadata.json"),
      ("IMG-bearbeitet.jpg", "IMG.jpg.json"), ("IMG-edited(2).jpg", "IMG.jpg(2).json"),
      (
        "Screenshot_2024-01-14-14-13-33-16_948cd9899890cbd5c.jpg",
        "Screenshot_2024-01-14-14-13-33-16_948cd9899890.json"
      ),
      ("IMG_20200920_131207_0123456789.jpg", "IMG_20200920_131207_0123456789.jpg.supplementa.json"),
    ] as [(String, String)] {
      let names = SidecarNames(["/a/\(sidecar)", "/a/metadata.json", "/b/\(photo).json"])
      expectEqual(names.file(of: "/a/\(photo)"), "/a/\(sidecar)")
    }
    // And no other's.
    let names = SidecarNames(["/a/IMG.jpg.json", "/a/IMG(1).jpg.json", "/a/IMG_1.jpg.s.json"])
    expectNil(names.file(of: "/a/IMG(2).jpg"))
    expectNil(names.file(of: "/a/IMG_12.jpg"))
    expectEqual(names.file(of: "/a/IMG(1).jpg"), "/a/IMG(1).jpg.json")
  }

  private static func sidecar(_ seconds: String, _ members: String = "") -> String {
    #"{"title":"x.jpg","photoTakenTime":{"timestamp":"\#(seconds)"}\#(members)}"#
  }

  @Test func `takes dates, captions and positions from the files beside photos`() async throws {
    let folder = try diary.folder(
      "Takeout/Google Photos/Photos from 2016",
      [
        "a.jpg": "photo a undated",
        "a.jpg.supplemental-metadata.json": Self.sidecar(
          "1462233600",
          #","description":"Fish &amp;\nchips","geoData":{"latitude":37.5,"longitude":127.0}"#),
        "b.jpg": "photo b taken[2016-05-03T12:00:00]",
        "b.jpg.json": Self.sidecar(
          "1000000000", #","geoData":{"latitude":0.0,"longitude":0.0},"description":"b""#),
        "c.jpg": "photo c undated", "c.jpg.json": "{not json",
        "d.jpg": "photo d undated", "d.jpg.json": Self.sidecar("99999999999999999999"),
        "v.mp4": "film", "v.mp4.supplemental-metadata.json": Self.sidecar("1462233600"),
        "metadata.json": #"{"title":"2016","access":"protected","date":{"timestamp":"1"}}"#,
        "Метаданни.json": #"{"title":"Фокус"}"#, "메타데이터.json": "{}",
        "Metadaten.json": #"{"title":"","sharedAlbumComments":[{"text":"x"}]}"#,
        "notes.org": "* text",
      ])
    // An album's own file is no diary.
    try await expectEqual(diary.open(folder)?.format, .photos)
    let proposal = try require(try await importer.proposal(for: folder))
    expectEqual(proposal.passedOver, PassedOverFiles(texts: ["notes.org"]))
    _ = try await importer.write(proposal.groups)
    let entries = try await entries()
    let entry = try require(entries.first)
    expectEqual(
      entry.shown,
      """
      = 2016-05-03T09:00:00+09:00
      photos a.jpg “Fish & chips”, b.jpg “b” | files v.mp4
      """)
    expectEqual(entry.photos.map(\.taken), ["2016-05-03T09:00:00+09:00", "2016-05-03T12:00:00"])
    let carried = entry.unknownMembers.first { $0.name == "googlephotos" }?.value["photos"]?.array
    expect(carried?.count == 1 && carried?.first?["latitude"]?.double == 37.5)
    // Exports tell no positions unless asked, as of photos.
    let member = entry.withoutPositions.unknownMembers.first { $0.name == "googlephotos" }
    expectNil(member?.value["photos"]?.array?.first?["latitude"])

    let again = try require(try await importer.proposal(for: folder))
    expect(again.groups.isEmpty)
    expectEqual(again.alreadyThere, 5)
    expect(entries.allSatisfy { $0.tags.isEmpty })
  }

  @Test func `takes titles of albums as tags, and nothing that was deleted there`() async throws {
    let photos = [
      "a.jpg": "photo a taken[2016-05-03T12:00:00]", "b.jpg": "photo b taken[2016-05-04T12:00:00]",
    ]
    let files = [
      "Photos from 2016": photos.merging([
        "metadata.json": #"{"title":"Photos from 2016","access":"protected"}"#
      ]) { $1 },
      "Busan": [
        "a.jpg": photos["a.jpg"] ?? "", "메타데이터.json": #"{"title":" Busan 2016 ","access":""}"#,
        "other.json": #"{"title":"no album","text":"x"}"#,
      ],
      "Family": [
        "b.jpg": photos["b.jpg"] ?? "", "c.jpg": "photo c taken[2016-05-03T13:00:00]",
        "metadata.json": #"{"albumData":{"title":"Family"}}"#,
      ],
      "2016-05-04": ["b.jpg": photos["b.jpg"] ?? "", "metadata.json": #"{"title":"2016-05-04"}"#],
      "Urlaub": [
        "a.mp4": "film", "a.mp4.supplemental-metadata.json": Self.sidecar("1462406400"),
        "b.mp4": "gone", "b.mp4.json": Self.sidecar("1462233600", #","trashed":true"#),
        "c.jpg": "photo c", "c.jpg.json": Self.sidecar("1462233600", #","trashed":true"#),
        "Metadaten.json": #"{"title":"Urlaub in Lissabon"}"#,
      ],
    ]
    for (folder, files) in files {
      for (name, text) in files {
        try diary.folder.write(text, to: "in/Takeout/Google Photos/\(folder)/\(name)")
      }
    }
    let folder = diary.folder.path("in/Takeout")
    let proposal = try require(try await importer.proposal(for: folder))
    expectEqual(
      proposal.leftOut.sorted(),
      ["b.mp4: left out, it was deleted there", "c.jpg: left out, it was deleted there"])
    expectEqual(proposal.passedOver, PassedOverFiles(texts: ["Google Photos/Busan/other.json"]))
    expect(proposal.refused.isEmpty)
    _ = try await importer.write(proposal.groups)
    let entries = try await entries()
    expectEqual(
      entries.map { Set($0.tags) },
      [["Busan 2016", "Family"], ["Family"], ["Urlaub in Lissabon"]])
    expectEqual(entries.map(\.photos.count), [2, 1, 0])
    expectEqual(entries.last?.attachments.map(\.name), ["a.mp4"])
  }
}
