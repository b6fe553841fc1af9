import DiaryCore
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import Interchange

@Suite struct PhotoImportTests {
  let diary: Diary
  let importer: PhotoImporter
  private let inspector = HookedInspector()

  init() throws {
    diary = try Diary(inspector: inspector)
    importer = PhotoImporter(into: diary.service, localOffset: { _ in 9 * 3600 })
  }

  var folder: String { diary.folder.path("pictures") }

  /// Writes a photo, optionally with a modification time.
  func write(_ text: String, _ name: String, modified: Int? = nil) throws {
    let path = try diary.folder.write("photo " + text, to: "pictures/\(name)")
    guard let modified else { return }
    let time = timeval(tv_sec: modified, tv_usec: 0)
    try require(utimes(path, [time, time]) == 0)
  }

  private func writeThreeDays() throws {
    try write("b taken[2024-05-03T12:00:00] place[Busan]", "b.jpg")
    try write("a taken[2024-05-03T10:15:00+02:00] place[Busan]", "z/a.jpg")
    try write("c taken[2024-05-04T09:00:00]", "c.JPEG")
    try write("d taken[2024-05-06T09:00:00]", "z/deep/d.png")
  }

  func proposal() async throws -> PhotoProposal {
    try require(try await importer.proposal(for: folder))
  }

  @discardableResult func run() async throws -> PhotoImportOutcome {
    try await importer.write(try await proposal().groups)
  }

  func entries() async throws -> [Entry] {
    try await diary.service.entries(EntryQuery(isAscending: true))
  }

  @Test func `adds an entry for each day, once`() async throws {
    try writeThreeDays()
    let first = try await proposal()
    expect((first.groups.count, first.photos) == (3, 4))
    try await expectEqual(diary.service.count(), 0, "looking adds nothing")
    let outcome = try await importer.write(first.groups)
    expect((outcome.entries.count, outcome.photos) == (3, 4))
    let entries = try await entries()
    expectEqual(
      entries.map(\.shown).joined(separator: "\n"),
      """
      = 2024-05-03T10:15:00+02:00 Busan
      photos a.jpg, b.jpg
      = 2024-05-04T09:00:00+09:00
      photos c.JPEG
      = 2024-05-06T09:00:00+09:00
      photos d.png
      """)
    expectEqual(entries[0].photos[0].taken, "2024-05-03T10:15:00+02:00")
    expect(entries.allSatisfy { $0.author == diary.author.id })

    let again = try await proposal()
    expect(again.groups.isEmpty)
    expectEqual(again.existing, 4)
    try write("e taken[2024-05-03T11:00:00]", "e.jpg")
    // The same photo under another name.
    try write("b taken[2024-05-03T12:00:00] place[Busan]", "copy of b.jpg")
    try await expectEqual(run().entries.map { $0.photos.map(\.name) }, [["e.jpg"]])
    try await expectEqual(diary.service.count(), 4)
  }

  @Test func `dates photos by name if nothing else dates them`() async throws {
    try write("a taken[2024-05-03T10:00:00]", "IMG_20240504_070809.jpg")
    try write("b undated", "IMG_20240505_070809.jpg")
    try write("c undated", "IMG-20240506-WA0001.jpg", modified: 1_714_716_000)
    try write("d undated", "PXL_20240506_200809123.jpg")
    try write("e undated", "FB_IMG_1528839391254.jpg", modified: 1_714_716_000)
    try write("f undated", "IMG_20240508_070809.jpg")
    try diary.folder.write(
      #"{"photoTakenTime": {"timestamp": "1715212800"}}"#,
      to: "pictures/IMG_20240508_070809.jpg.json")
    try await run()
    try await expectEqual(
      entries().flatMap { entry in entry.photos.map { "\($0.name) \($0.taken ?? "\(entry.date)")" }
      },
      [
        "IMG_20240504_070809.jpg 2024-05-03T10:00:00",
        "FB_IMG_1528839391254.jpg 2024-05-03T10:00:00+09:00",
        "IMG_20240505_070809.jpg 2024-05-05T07:08:09+09:00",
        "IMG-20240506-WA0001.jpg 2024-05-06T15:00:00+09:00",
        "PXL_20240506_200809123.jpg 2024-05-07T05:08:09+09:00",
        "IMG_20240508_070809.jpg 2024-05-09T09:00:00+09:00",
      ])
    try await expectEqual(proposal().existing, 6)
    // A photo added by hand is recognized too.
    try write("g undated", "signal-2021-03-04-101112.jpg")
    let photo = try await diary.service.addPhoto(at: folder + "/signal-2021-03-04-101112.jpg").photo
    expectEqual(photo.taken, "2021-03-04T10:11:12")
    try await diary.add("By hand", photos: [photo])
    try await expect(proposal().groups.isEmpty)
  }

  @Test func `recognizes photos by content, whatever their names`() throws {
    let photos: [(String, [UInt8])] = [
      ("a", [0xFF, 0xD8, 0xFF, 0xE0]), ("b.jpg_large", []), ("c.jfif", []), ("d.mpo", []),
      ("e.dng", Array("II*\0".utf8)), ("f.txt", [0x89, 0x50, 0x4E, 0x47]),
      ("g.download", VideoFile.big(24) + Array("ftypmif1\0\0\0\0heic".utf8)),
      ("h.bin", Array("RIFF\0\0\0\0WEBP".utf8)),
    ]
    let others: [(String, [UInt8])] = [
      ("p.txt", Array("Dear diary".utf8)), ("q.mp4", [0xFF, 0xD8, 0xFF]),
      ("q.THM", [0xFF, 0xD8, 0xFF]), ("r", []),
      ("s.m4x", VideoFile.big(24) + Array("ftypisom".utf8)),
      ("t.csv", Array("BMI,20.5,21.0,20.8".utf8)),
    ]
    for (name, bytes) in photos + others { try diary.folder.write(bytes, to: "pictures/\(name)") }
    let walk = try PhotoFolderWalk(folder) { _ in }
    expectEqual(
      walk.files.map { $0.path.dropFirst(folder.count + 1) }.joined(separator: " "),
      photos.map(\.0).joined(separator: " "))
    expectEqual(walk.others.count, others.count)
  }

  @Test func `imports many photos in several runs, and reports its progress`() async throws {
    for photo in 0..<300 { try write("\(photo) taken[2024-05-03T09:00:00]", "\(photo).jpg") }
    let looking = Mutex<[Progress]>([])
    let proposal = try require(
      try await importer.proposal(for: folder) { stage in looking.withLock { $0.append(stage) } })
    expectEqual(proposal.photos, 300)
    let first = try require(looking.withLock { $0.first })
    expect(first.total == nil && first.done > 0)
    // Slow inspections let the progress be reported within a day.
    inspector.first { _ in try? await Task.sleep(for: .milliseconds(2)) }
    let writing = Mutex<[Progress]>([])
    _ = try await importer.write(proposal.groups) { stage in writing.withLock { $0.append(stage) } }
    let stages = writing.withLock { $0 }
    expect(stages.contains { (1..<300).contains($0.done) })
    expectEqual(stages.map(\.done), stages.map(\.done).sorted())
    expect(stages.allSatisfy { $0.total == 300 })
    // Three runs import at most a hundred photos each.
    let turns = PhotoImporter(into: try Diary().service, most: 100, localOffset: { _ in 0 })
    for turn in 1...4 {
      let proposal = try require(try await turns.proposal(for: folder))
      expectEqual(proposal.isTruncated, turn < 3)
      expectEqual(proposal.photos > 0, turn < 4)
      expectEqual(proposal.existing == 300, turn == 4)
      _ = try await turns.write(proposal.groups)
    }
  }

  @Test func `recognizes photos of entries, also in the trash until it's emptied`() async throws {
    try writeThreeDays()
    try await run()
    let all = try await entries()
    let first = try require(all.first)
    _ = try await diary.service.delete(first.id)
    let again = try await proposal()
    expect(again.groups.isEmpty)
    expect((again.existing, again.inTrash) == (4, first.photos.count))
    _ = try await diary.service.emptyTrash()
    try await expectEqual(proposal().groups.count, 1)
    try await run()
    try write("new", "new.jpg")
    let photo = try await diary.service.addPhoto(at: folder + "/new.jpg").photo
    try await expectEqual(proposal().existing, 4)
    try await diary.add("By hand", photos: [photo])
    try await expect(proposal().groups.isEmpty)
  }

  @Test func `imports a duplicate photo once`() async throws {
    try write("a", "a.jpg")
    try write("a", "other name.jpg")
    let outcome = try await run()
    expect((outcome.photos, outcome.existingPhotos) == (1, 1))
    // Two imports that don't know of each other add it once.
    let date = try require(EntryDate("2026-11-19"))
    let found = FoundPhoto(path: folder + "/a.jpg", date: date)
    let second = try await importer.write([try require(PhotoGroup([found]))])
    expect(second.entries.isEmpty)
    expectEqual(second.existingEntries, 1)
  }

  @Test func `skips hostile files, or names them`() async throws {
    try writeThreeDays()
    try diary.folder.write("not one", to: "pictures/text.jpg")
    try diary.folder.write("photo secret", to: "outside/secret.jpg")
    try write("hidden", ".hidden.jpg")
    try write("hidden", ".folder/h.jpg")
    try write("odd taken[2024-05-04T10:00:00]", "odd.heic")
    try write("taken[2024-05-04T11:00:00]", "a\u{1B}[31m\nb.jpg")
    for (target, name) in [
      ("..", "loop"), (".", "self"), (diary.folder.path("outside"), "out"),
      (diary.folder.path("outside/secret.jpg"), "link.jpg"), ("nowhere", "broken.jpg"),
    ] { expectEqual(symlink(target, folder + "/" + name), 0) }
    expectEqual(mkfifo(folder + "/pipe.jpg", 0o644), 0)
    expectEqual(mkdir(folder + "/folder.jpg", 0o755), 0)
    let proposal = try await proposal()
    expectEqual(
      Set(proposal.groups.flatMap(\.photos).map(\.name)),
      ["a.jpg", "b.jpg", "c.JPEG", "d.png", "odd.heic", "a\u{1B}[31m\nb.jpg"])
    expectEqual(proposal.refused.map(\.path), [folder + "/text.jpg"])
    expect(proposal.refused.allSatisfy { $0.line == $0.line.printable })
    let outcome = try await importer.write(proposal.groups)
    expectEqual(outcome.photos, 6)
    expect(outcome.refused.isEmpty)
    expectEqual(Array(outcome.problems.keys), [folder + "/odd.heic"])
  }

  @Test func `refuses missing photos, and imports the others`() async throws {
    try writeThreeDays()
    let groups = try await proposal().groups
    unlink(folder + "/b.jpg")
    unlink(folder + "/c.JPEG")
    let outcome = try await importer.write(groups)
    expectEqual(outcome.refused.map(\.path), [folder + "/b.jpg", folder + "/c.JPEG"])
    expect((outcome.entriesRefused, outcome.existingEntries) == (1, 0))
    try await expectEqual(entries().map(\.title), ["Busan", ""])
  }

  @Test func `names folders that are too deep or can't be read`() async throws {
    try writeThreeDays()
    chmod(folder + "/z", 0)
    defer { chmod(folder + "/z", 0o755) }
    // Permissions don't stop root.
    let isRoot = getuid() == 0
    var path = folder
    for _ in 0..<70 {
      path += "/x"
      mkdir(path, 0o755)
    }
    let proposal = try await proposal()
    expectEqual(proposal.photos, isRoot ? 4 : 2)
    expectEqual(
      Set(proposal.refused.map(\.reason)), isRoot ? [.tooDeep] : [.tooDeep, .unreadableFolder])
  }

  @Test func `imports nothing without a folder`() async throws {
    await expectThrows(DiaryError.input(name: folder, .missing)) {
      try await importer.proposal(for: folder)
    }
    let file = try diary.folder.write("photo", to: "a.jpg")
    await expectThrows(DiaryError.self) { try await importer.proposal(for: file) }
  }

  @Test(arguments: [true, false])
  func `leaves only complete entries when stopped or the disk is full`(isFull: Bool) async throws {
    for day in 1...9 {
      for photo in 0..<30 {
        try write("\(photo) taken[2024-05-0\(day)T09:00:00]", "\(day)-\(photo).jpg")
      }
    }
    let groups = try await proposal().groups
    let outcome: PhotoImportOutcome
    if isFull {
      inspector.first { path in
        if path.hasSuffix("/6-15.jpg") { throw DiaryError.store(path: "d", .diskFull) }
      }
      outcome = try await importer.write(groups)
      expectEqual(outcome.failure, .store(path: "d", .diskFull))
    } else {
      // The last photo of the sixth day stops the import, after the others were started.
      let (halts, halted) = AsyncStream<Void>.makeStream()
      inspector.first { path in
        guard path.hasSuffix("/6-9.jpg") else { return }
        halted.yield()
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
      }
      let importer = importer
      let task = Task { try await importer.write(groups) }
      for await _ in halts { break }
      task.cancel()
      outcome = try await task.value
    }
    expectEqual(outcome.wasCancelled, !isFull)
    expect(outcome.refused.isEmpty)
    let brought = try await entries()
    expectEqual(brought.count, outcome.entries.count)
    expect((5..<9).contains(brought.count))
    inspector.first { _ in }
    // The next import adds the rest, with one entry per day.
    try await run()
    let all = try await entries()
    expectEqual(all.count, 9)
    expectEqual(Set(all.map(\.date)).count, 9)
    expect((brought + all).allSatisfy { $0.photos.count == 30 })
  }

  // MARK: Videos beside photos

  private static let apple = "com.apple.quicktime."

  /// Writes an MP4 with the time in its header and a phone's metadata.
  private func video(
    _ name: String, made: Int = 0, phone: String = "", identifier: String? = nil
  ) throws {
    var video = VideoFile(made: made, mark: name)
    if !phone.isEmpty { video.values.append((Self.apple + "creationdate", phone)) }
    if let identifier { video.values.append((Self.apple + "content.identifier", identifier)) }
    try diary.folder.write(video.bytes, to: "pictures/\(name)")
  }

  @Test func `dates videos and recordings by metadata or name, once`() async throws {
    try write("a.jpg taken[2024-05-03T12:00:00]", "a.jpg")
    // 15:00 on 3 May 2024, local time.
    try video("b.mp4", made: 1_714_716_000)
    try video("c.mov", made: 1, phone: "2024-05-04T10:15:00+0200")
    try video("VID_20240506_101500.mp4")
    try diary.folder.write("sound", to: "pictures/Voice 2024-05-06 10.16.ogg")
    try await expectEqual(namesOfDay(), ["a.jpg", "b.mp4"])
    try await run()
    try await expectEqual(
      entries().map(\.shown).joined(separator: "\n"),
      """
      = 2024-05-03T12:00:00+09:00
      photos a.jpg | files b.mp4
      = 2024-05-04T10:15:00+02:00
      files c.mov
      = 2024-05-06T10:15:00+09:00
      files VID_20240506_101500.mp4, Voice 2024-05-06 10.16.ogg
      """)
    let again = try await proposal()
    expect(again.groups.isEmpty && again.skipped.isEmpty)
    expectEqual(again.existing, 5)
  }

  @Test func `keeps a Live Photo together, whatever its video's date`() async throws {
    try write("IMG_1.HEIC taken[2024-05-03T12:00:00]", "IMG_1.HEIC")
    try write("IMG_2.JPG taken[2024-05-07T12:00:00]", "IMG_2.JPG")
    try video("IMG_1.MOV", made: 1_715_000_000)
    try await run()
    let entries = try await entries()
    expectEqual(entries.count, 2)
    let live = try require(entries.first)
    expectEqual(live.shown, "= 2024-05-03T12:00:00+09:00\nphotos IMG_1.HEIC | files IMG_1.MOV")
    expectEqual(live.video(of: live.photos[0])?.name, "IMG_1.MOV")
    expectEqual(live.videos, [])
    try video("IMG_2.MOV", made: 1_715_000_000)
    let again = try await proposal()
    expect(again.groups.isEmpty)
    expectEqual(again.skipped.videos, ["IMG_2.MOV"])
  }

  @Test func `also recognizes a Live Photo by Apple's identifier`() async throws {
    try write("taken[2024-05-03T12:00:00] identifier[ABC-1]", "beach.heic")
    try write("other.jpg taken[2024-05-07T12:00:00]", "other.jpg")
    try video("clip.MOV", made: 1_715_000_000, identifier: "ABC-1")
    try video("other.mov", made: 1_714_716_000, identifier: "ABC-1")
    try video("third.mov", made: 1_714_716_000, identifier: "ABC-2")
    try await run()
    let entries = try await entries()
    expectEqual(entries.map { $0.photos.map(\.name) }, [["beach.heic"], ["other.jpg"]])
    // The video is renamed like its photo, and names precede identifiers.
    expectEqual(
      entries.map { $0.attachments.map(\.name) }, [["beach.MOV", "third.mov"], ["other.mov"]])
    let live = try require(entries.first)
    expectEqual(live.video(of: live.photos[0])?.name, "beach.MOV")
    expectEqual(live.videos.map(\.name), ["third.mov"])
  }

  // MARK: Photos of the day

  private func namesOfDay() async throws -> [String] {
    let day = try require(CalendarDay("2024-05-03"))
    return await importer.photos(takenOn: day, in: folder).map(\.name)
  }

  @Test func `offers new photos of the day, in order`() async throws {
    try write("a taken[2024-05-03T23:59:00]", "late.jpg")
    try write("b taken[2024-05-03T00:00:00+02:00]", "z/early.jpg")
    try write("c taken[2024-05-02T23:59:59]", "before.jpg")
    try write("d taken[2024-05-04T00:00:00]", "after.jpg")
    try write("e taken[2024-05-03T12:00:00]", "notes.txt")
    try await expectEqual(namesOfDay(), ["early.jpg", "late.jpg"])
    try await run()
    try await expectEqual(namesOfDay(), [])
  }

  @Test func `dates photos by their files, without reading older files`() async throws {
    // 12:00 on that day, local time, and long before.
    try write("undated", "dated.jpg", modified: 1_714_705_200)
    try write("b taken[2024-05-03T12:00:00]", "copied.jpg", modified: 1_000_000_000)
    try await expectEqual(namesOfDay(), ["dated.jpg"])
    let undated = try require(try await proposal().groups.first { !$0.isDated })
    expectEqual(undated.date.description, "2024-05-03T12:00:00+09:00")
  }

  @Test func `offers nothing if the folder can't be read`() async throws {
    try await expectEqual(namesOfDay(), [])
    try diary.folder.write("", to: "pictures")
    try await expectEqual(namesOfDay(), [])
  }

  // MARK: Photos of Google's Takeout

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
      (String(repeating: "🌊", count: 24) + ".jpg", String(repeating: "🌊", count: 23) + ".json"),
      (
        "x" + String(repeating: "🌊", count: 24) + ".jpg",
        "x" + String(repeating: "🌊", count: 22) + ".json"
      ),
    ] as [(String, String)] {
      let names = SidecarNames(["/a/\(sidecar)", "/a/metadata.json", "/b/\(photo).json"])
      expectEqual(names.file(of: "/a/\(photo)"), "/a/\(sidecar)")
    }
    // A file of another photo isn't used.
    let names = SidecarNames(["/a/IMG.jpg.json", "/a/IMG(1).jpg.json", "/a/IMG_1.jpg.s.json"])
    expectNil(names.file(of: "/a/IMG(2).jpg"))
    expectNil(names.file(of: "/a/IMG_12.jpg"))
    expectEqual(names.file(of: "/a/IMG(1).jpg"), "/a/IMG(1).jpg.json")
  }

  private static func sidecar(_ seconds: String, _ members: String = "") -> String {
    #"{"title":"x.jpg","photoTakenTime":{"timestamp":"\#(seconds)"}\#(members)}"#
  }

  @Test func `uses dates, captions and positions of files beside photos`() async throws {
    let sources = [
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
    ]
    let folder = try diary.folder("Takeout/Google Photos/Photos from 2016", sources)
    // An album's metadata isn't a diary.
    try await expectEqual(diary.open(folder)?.format, .photos)
    let proposal = try require(try await importer.proposal(for: folder))
    expectEqual(proposal.skipped, SkippedFiles(texts: ["notes.org"]))
    _ = try await importer.write(proposal.groups)
    let entries = try await entries()
    let entry = try require(entries.first)
    let files = "photos a.jpg “Fish & chips”, b.jpg “b” | files v.mp4"
    expectEqual(entry.shown, "= 2016-05-03T09:00:00+09:00\n" + files)
    expectEqual(entry.photos.map(\.taken), ["2016-05-03T09:00:00+09:00", "2016-05-03T12:00:00"])
    let carried = entry.unknownMembers.first { $0.name == "googlephotos" }?.value["photos"]?.array
    expect(carried?.count == 1 && carried?.first?["latitude"]?.double == 37.5)
    // Exports leave out positions, like those in photos.
    let member = entry.withoutPositions.unknownMembers.first { $0.name == "googlephotos" }
    expectNil(member?.value["photos"]?.array?.first?["latitude"])

    let again = try require(try await importer.proposal(for: folder))
    expect(again.groups.isEmpty)
    expectEqual(again.existing, 5)
    expect(entries.allSatisfy { $0.tags.isEmpty })
  }

  @Test func `a video has the time zone of surrounding photos`() async throws {
    let folder = try diary.folder(
      "Takeout/Trip",
      [
        "a.jpg": "photo a taken[2016-05-03T12:00:00]", "a.jpg.json": Self.sidecar("1462269600"),
        "v.mp4": "film", "v.mp4.json": Self.sidecar("1462271400"),
        "later.mp4": "film 2", "later.mp4.json": Self.sidecar("1462471400"),
      ])
    let proposal = try require(try await importer.proposal(for: folder))
    expectEqual(
      proposal.groups.flatMap(\.recordings).map { "\(Path.name($0.path)) \($0.date)" }.sorted(),
      ["later.mp4 2016-05-06T03:03:20+09:00", "v.mp4 2016-05-03T12:30:00+02:00"])
    expectEqual(proposal.groups.flatMap(\.photos).map(\.date.offset), [7200])
  }

  @Test func `uses album titles as tags, and skips deleted photos`() async throws {
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
      proposal.omitted.sorted(),
      ["b.mp4: left out, it was in the trash there", "c.jpg: left out, it was in the trash there"])
    expectEqual(proposal.skipped, SkippedFiles(texts: ["Google Photos/Busan/other.json"]))
    expect(proposal.refused.isEmpty)
    _ = try await importer.write(proposal.groups)
    let entries = try await entries()
    expectEqual(
      entries.map { Set($0.tags) }, [["Busan 2016", "Family"], ["Family"], ["Urlaub in Lissabon"]])
    expectEqual(entries.map(\.photos.count), [2, 1, 0])
    expectEqual(entries.last?.attachments.map(\.name), ["a.mp4"])
  }
}

extension Entry {
  /// The summary without the time of the import.
  var shown: String { summary.replacing(#/ \| created \S+/#, with: "") }
}
