import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Photos of Google's Takeout")
struct TakeoutImportTests {
  @Test(arguments: [
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
  ])
  func `a photo finds the file that tells of it`(photo: String, sidecar: String) {
    let names = SidecarNames(["/a/\(sidecar)", "/a/metadata.json", "/b/\(photo).json"])
    expectEqual(names.file(of: "/a/\(photo)"), "/a/\(sidecar)")
  }

  @Test func `and no other's`() {
    let names = SidecarNames(["/a/IMG.jpg.json", "/a/IMG(1).jpg.json", "/a/IMG_1.jpg.s.json"])
    expectNil(names.file(of: "/a/IMG(2).jpg"))
    expectNil(names.file(of: "/a/IMG_12.jpg"))
    expectEqual(names.file(of: "/a/IMG(1).jpg"), "/a/IMG(1).jpg.json")
  }

  private static func sidecar(_ seconds: String, _ members: String = "") -> String {
    #"{"title":"x.jpg","photoTakenTime":{"timestamp":"\#(seconds)"}\#(members)}"#
  }

  private func importer(_ diary: Diary) -> PhotoImporter {
    PhotoImporter(into: diary.service, localOffset: { _ in 9 * 3600 })
  }

  @Test func `it dates a photo that its camera hasn't, and tells its caption and position`()
    async throws
  {
    let diary = try Diary()
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
    let proposal = try require(try await importer(diary).proposal(for: folder))
    expectEqual(proposal.passedOver, PassedOverFiles(texts: ["notes.org"]))
    _ = try await importer(diary).write(proposal.groups)
    let entries = try await diary.service.entries(EntryQuery(isAscending: true))
    let entry = try require(entries.first)
    expectEqual(entry.date.description, "2016-05-03T09:00:00+09:00")
    expectEqual(entry.photos.map(\.name), ["a.jpg", "b.jpg"])
    expectEqual(entry.attachments.map(\.name), ["v.mp4"])
    expectEqual(entry.photos.map(\.caption), ["Fish & chips", "b"])
    expectEqual(entry.photos.map(\.taken), ["2016-05-03T09:00:00+09:00", "2016-05-03T12:00:00"])
    let carried = entry.unknownMembers.first { $0.name == "googlephotos" }?.value["photos"]?.array
    expect(carried?.count == 1 && carried?.first?["latitude"]?.double == 37.5)
    // Exports tell no positions unless asked, as of photos.
    let member = entry.withoutPositions.unknownMembers.first { $0.name == "googlephotos" }
    expectNil(member?.value["photos"]?.array?.first?["latitude"])

    let again = try require(try await importer(diary).proposal(for: folder))
    expect(again.groups.isEmpty)
    expectEqual(again.alreadyThere, 5)
    expect(entries.allSatisfy { $0.tags.isEmpty })
  }

  @Test func `an album's title is a tag of the entries with its photos`() async throws {
    let diary = try Diary()
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
    ]
    for (folder, files) in files {
      for (name, text) in files {
        try diary.folder.write(text, to: "in/Takeout/Google Photos/\(folder)/\(name)")
      }
    }
    let folder = diary.folder.path("in/Takeout")
    let proposal = try require(try await importer(diary).proposal(for: folder))
    _ = try await importer(diary).write(proposal.groups)
    let entries = try await diary.service.entries(EntryQuery(isAscending: true))
    expectEqual(entries.map { Set($0.tags) }, [["Busan 2016", "Family"], ["Family"]])
    expectEqual(entries.map(\.photos.count), [2, 1])
  }

  @Test func `a film has its album's title, and what was deleted there stays out`() async throws {
    let diary = try Diary()
    let folder = try diary.folder(
      "Takeout/Google Fotos/Urlaub",
      [
        "a.mp4": "film", "a.mp4.supplemental-metadata.json": Self.sidecar("1462233600"),
        "b.mp4": "gone", "b.mp4.json": Self.sidecar("1462233600", #","trashed":true"#),
        "c.jpg": "photo c", "c.jpg.json": Self.sidecar("1462233600", #","trashed":true"#),
        "Metadaten.json": #"{"title":"Urlaub in Lissabon"}"#,
      ])
    let proposal = try require(try await importer(diary).proposal(for: folder))
    expectEqual(
      proposal.leftOut.sorted(),
      [
        "b.mp4: left out, it was deleted there", "c.jpg: left out, it was deleted there",
      ])
    expect(proposal.passedOver.isEmpty)
    expect(proposal.refused.isEmpty)
    _ = try await importer(diary).write(proposal.groups)
    let entries = try await diary.service.entries(EntryQuery())
    expectEqual(entries.map(\.tags), [["Urlaub in Lissabon"]])
    expectEqual(entries.first?.attachments.map(\.name), ["a.mp4"])
  }
}
