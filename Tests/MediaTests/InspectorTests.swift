import DiaryCore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Media

/// Picture programs that are killed or return invalid facts, replaced by scripts.
@Suite struct InspectorTests {
  private let folder: TemporaryFolder
  private static let sound = #"{"type":"image/jpeg","width":4,"height":3,"taken":null}"#

  init() throws { folder = try TemporaryFolder() }

  private func program(_ script: String) throws -> PictureProgram {
    let path = try folder.write(
      Array("#!/bin/bash\necho $1 >> \(folder.path)/calls\n\(script)\n".utf8), "program")
    try makeExecutable(path)
    return PictureProgram(path: path)
  }

  private var calls: [String] {
    ((try? folder.text("calls")) ?? "").split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("kill -SEGV $$", PictureProblem.damaged), ("kill -XCPU $$", .tooCostly),
    ("kill -KILL $$", .tooCostly), ("echo too-costly >&2; exit 3", .tooCostly),
    ("echo damaged >&2; exit 3", .damaged), ("echo nonsense >&2; exit 3", .damaged),
  ]) func `keeps a photo whose decoder crashes, with the facts of its header`(
    end: String, problem: PictureProblem
  ) async throws {
    let program = try program("[ $1 = header ] && echo '\(Self.sound)' || { \(end); }")
    let photo = try folder.write([1])
    let facts = try await ProgramInspector(program).facts(ofPhotoAt: photo)
    expectEqual(
      facts, PhotoFacts(type: MediaType("image/jpeg"), width: 4, height: 3, problem: problem))
    expectEqual(calls, ["info", "header"])
  }

  @Test func `rejects a photo whose header is too costly or empty`() async throws {
    for (end, failure) in [
      ("kill -SEGV $$", .notAnImage), ("kill -XCPU $$", .timedOut),
      ("exit 1", .noPictureProgram), ("true", .noPictureProgram), ("echo no", .noPictureProgram),
    ] as [(String, PhotoError)] {
      let photo = try folder.write([1])
      let inspector = ProgramInspector(try program(end))
      await expectThrows(DiaryError.photo(path: photo, failure)) {
        try await inspector.facts(ofPhotoAt: photo)
      }
    }
  }

  /// A script that dies at a photo with the text "die".
  private static let headers = """
    for ((photo = 3; photo < $3 + 3; photo++)); do
      read -r word <&$photo
      [ "$word" = die ] && kill -XCPU $$
      echo '\(sound)'
    done
    """

  @Test func `reads a header that is too costly once, and all others`() async throws {
    let photos = try ["a", "b", "die", "c", "die", "d"].map {
      try folder.write(Array(($0 + "\n").utf8))
    }
    let inspector = ProgramInspector(try program(Self.headers))
    let found = await inspector.headers(ofPhotosAt: photos + [folder.path + "/missing"])
    expectEqual(found.map { $0 != nil }, [true, true, false, true, false, true, true])
    expectEqual(calls.count, 3)
    await expectThrows(DiaryError.photo(path: photos[2], .timedOut)) {
      try await inspector.facts(ofPhotoAt: photos[2])
    }
    expectEqual(calls.count, 3)
    // A changed file is inspected again.
    try Data([1, 2]).write(to: URL(fileURLWithPath: photos[2]))
    _ = try? await inspector.facts(ofPhotoAt: photos[2])
    expectGreater(calls.count, 3)
  }

  @Test func `runs a program that fails once for each batch`() async throws {
    let photos = try (0..<100).map { try folder.write([UInt8($0)]) }
    let found = await ProgramInspector(try program("exit 1")).headers(ofPhotosAt: photos)
    expectEqual(found, Array(repeating: nil, count: 100))
    expectEqual(calls.count, 2)
  }

  private actor Counting: PhotoInspector {
    private(set) var requests = 0

    func facts(ofPhotoAt path: String) async throws -> PhotoFacts {
      requests += 1
      return PhotoFacts(type: MediaType("image/png"), width: requests, height: 1)
    }
  }

  @Test func `inspects a file once, and again when it has changed`() async throws {
    let counting = Counting()
    let inspector = CachingInspector(counting)
    let photo = try folder.write([1, 2, 3])
    for _ in 0..<4 { try await expectEqual(inspector.facts(ofPhotoAt: photo).width, 1) }
    try Data([4, 5]).write(to: URL(fileURLWithPath: photo))
    for _ in 0..<3 { try await expectEqual(inspector.facts(ofPhotoAt: photo).width, 2) }
    await expectEqual(counting.requests, 2)
  }

  private func facts(_ members: String) throws -> PhotoFacts? {
    PhotoFacts(decoding: try JSONParser.parse(Array("{\"type\":\"image/jpeg\",\(members)}".utf8)))
  }

  @Test func `keeps only possible facts`() throws {
    let nothing = PhotoFacts(type: MediaType("image/jpeg"))
    for members in [
      #""width":-4,"height":3"#, #""width":4,"height":0"#, #""width":4"#, #""height":5"#,
      #""width":4,"height":5000000000"#, #""taken":"yesterday""#, #""taken":"\u001b[2J""#,
      #""taken":"2026-13-01T00:00:00""#, #""taken":"2026-11-01T00:00:00.\#(Self.zeros)""#,
      #""details":{"iso":-1,"latitude":91,"longitude":1}"#,
    ] { try expectEqual(facts(members), nothing, members) }
    for type in ["text/html", "image/svg+xml", "image/jpeg\n", ""] {
      let value = JSONValue.object([JSONMember("type", .string(type))])
      expectNil(PhotoFacts(decoding: value))
    }
    // Texts are short and printable.
    let lens = #""lens":"\u001b]0;x\u0007\#(Self.zeros)""#
    let place = #""latitude":1,"longitude":2,"altitude":1e300"#
    let details = try require(try facts(#""details":{\#(lens),\#(place)}"#)).details
    let shown = try require(details.lens)
    expectEqual(shown.unicodeScalars.count, 100)
    expectEqual(details.position, PhotoDetails.Position(latitude: 1, longitude: 2))
    expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    let members = #""width":4,"height":3,"taken":"2026-11-19T07:12:58+09:00","details":{"iso":200}"#
    let sound = try require(try facts(members))
    expectEqual([sound.width, sound.height, sound.details.iso], [4, 3, 200])
    expectEqual(sound.taken, "2026-11-19T07:12:58+09:00")
  }

  private static let zeros = String(repeating: "0", count: 1000)
}

@Suite struct AsyncSemaphoreTests {
  private final class Order: Sendable {
    let names = Mutex<[String]>([])
    let isPrefetch = Mutex<Set<String>>([])

    func began(_ name: String) { names.withLock { $0.append(name) } }
    func isPrefetch(_ name: String) -> Bool { isPrefetch.withLock { $0.contains(name) } }
  }

  @Test func `serves visible requests before prefetched ones`() async {
    let order = Order()
    order.isPrefetch.withLock { $0 = ["a", "b", "c"] }
    let semaphore = AsyncSemaphore(1)
    await semaphore.wait { false }
    await withTaskGroup(of: Void.self) { group in
      for (count, name) in ["a", "b", "c", "d"].enumerated() {
        group.addTask {
          await semaphore.wait { order.isPrefetch(name) }
          order.began(name)
          await semaphore.signal()
        }
        while await semaphore.waiting <= count { await Task.yield() }
      }
      order.isPrefetch.withLock { _ = $0.remove("c") }
      await semaphore.signal()
    }
    expectEqual(order.names.withLock(\.self), ["c", "d", "a", "b"])
  }
}

@Suite struct PhotoFactsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `reads the upright size of a rotated photo`() async throws {
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
    ("2026:11:19 24:00:00", nil, nil), ("2026:11:19 07:12:60", nil, nil),
    ("2026:11:19 07:1\u{1B}:58", nil, nil), ("\"2026:11:19 07:12:5", nil, nil),
    ("    :  :     :  :  ", nil, nil), ("202:11:19 07:12:58", nil, nil),
    // Formats of other programs.
    ("2026-11-19 07:12:58", nil, "2026-11-19T07:12:58"),
    ("2026/11/19 7:12", nil, "2026-11-19T07:12:00"),
    ("2026:11:19T07:12:58.25Z", nil, "2026-11-19T07:12:58Z"), ("2026.11.19", nil, "2026-11-19"),
    ("2026:11:19 07:12:58+0530", "+09:00", "2026-11-19T07:12:58+05:30"),
    ("2026:11:19 07:12:58 PM", "GMT-3", "2026-11-19T19:12:58-03:00"),
    ("20261119 071258-0800", nil, "2026-11-19T07:12:58-08:00"),
    ("Thu, 19 Nov 2026 07:12:58 +0900", nil, "2026-11-19T07:12:58+09:00"),
    ("Thu Nov 19 07:12:58 2026", nil, "2026-11-19T07:12:58"),
  ])
  func `reads dates in any format, and rejects impossible ones`(
    taken: String, offset: String?, expected: String?
  ) async throws {
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
    // Its offsets count from its start.
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

  @Test func `reports damaged, too large and unknown files`() async throws {
    for length in [4, 100, 1_000, 30_000, 70_000] {
      let photo = try folder.write(Array(try Fixture.sample("warm-soup").prefix(length)))
      let problem = try await inspector.facts(ofPhotoAt: photo).problem
      expectEqual(problem, length < 1_000 ? .damaged : .incomplete)
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
    for (kind, bytes) in [
      (.icon, [0, 0, 1, 0, 1, 0] + [UInt8](repeating: 0, count: 12) + [22, 0, 0, 0, 0]),
      (.photoshop, Array("8BPS".utf8)), (.jpeg2000, [0xFF, 0x4F, 0xFF, 0x51]),
      (.jpeg2000, [0, 0, 0, 0x0C] + Array("jP  \r\n".utf8)),
    ] as [(OtherImageKind, [UInt8])] {
      let path = try folder.write(bytes)
      await expectThrows(DiaryError.photo(path: path, .otherKind(kind))) {
        try await inspector.facts(ofPhotoAt: path)
      }
    }
    // Recognized types can be kept.
    let bitmap = try folder.write(try Fixture.file("corners.bmp"))
    var small = try await inspector.facts(ofPhotoAt: bitmap)
    small.print = nil
    expectEqual(small, PhotoFacts(type: MediaType("image/bmp"), width: 12, height: 8))
    let heic = try folder.write(Fixture.big(24) + Array("ftypheic\0\0\0\0mif1heic".utf8))
    try await expectEqual(inspector.facts(ofPhotoAt: heic).type, MediaType("image/heic"))
    let path = Fixture.samplePath("warm-soup")
    for none in [nil, PictureProgram(path: folder.path + "/no-program")] {
      await expectThrows(DiaryError.photo(path: path, .noPictureProgram)) {
        try await ProgramInspector(none).facts(ofPhotoAt: path)
      }
    }
  }

  @Test func `reads details from every format`() throws {
    for type in ["jpg", "png", "tiff", "heic", "avif"] {
      let photo = try Fixture.file("located.\(type)")
      for command in ["info", "header"] {
        let facts = try PictureRun.facts(photo, command)
        expectEqual(
          Set(facts.keys),
          ["type", "width", "height", "taken", "problem", "contentIdentifier", "print", "details"])
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
    // All keys are present.
    let facts = try PictureRun.facts(try Fixture.file("corners.png"))
    let details = try require(facts["details"] as? [String: Any])
    expectEqual(
      Set(details.keys),
      [
        "camera", "lens", "exposure", "aperture", "iso", "focalLength", "latitude", "longitude",
        "altitude", "place",
      ])
    expect(details.values.allSatisfy { $0 is NSNull })
    // Press photos contain their city.
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
    let segment = Fixture.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(xmp)".utf8))
    let photo = try Fixture.jpeg(Fixture.file("corners.jpg"), with: segment)
    let facts = try PictureRun.facts(photo, "header")
    expect((facts["details"] as? [String: Any])?["place"] as? String == place)
  }

  @Test func `reads headers without decoding, and many at once`() throws {
    let whole = try Fixture.sample("warm-soup")
    let cut = Array(whole.prefix(whole.count / 2))
    try expect(PictureRun.facts(cut, "header")["problem"] is NSNull)
    try expect(PictureRun.facts(cut)["problem"] as? String == "incomplete")
    let large = Fixture.png(width: 50_000, height: 50_000, rows: 0)
    try expect(PictureRun.facts(large, "header")["problem"] as? String == "too-large")
    try expectEqual(PictureRun.run("header", Array("Dear diary".utf8)).status, 2)
    let folder = try TemporaryFolder()
    let photos = try ["corners.jpg", "turned-6.heic"].map { try folder.write(Fixture.file($0)) }
    let text = try folder.write(Array("Dear diary".utf8))
    // Then a folder, a closed file, an unreadable file, and a pipe.
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
