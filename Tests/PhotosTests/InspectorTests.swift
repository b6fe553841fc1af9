import DiaryCore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Photos

/// Picture programs that are killed or give false facts. The program is a script.
@Suite struct InspectorTests {
  private let folder: TemporaryFolder
  private static let sound = #"{"type":"image/jpeg","width":4,"height":3,"taken":null}"#

  init() throws { folder = try TemporaryFolder() }

  /// `$calls` is a file that commands can be noted in.
  private func program(_ script: String) throws -> PictureProgram {
    let path = try folder.write(
      Array("#!/bin/bash\ncalls=\(calls)\necho $1 >> $calls\n\(script)\n".utf8), "program")
    try makeExecutable(path)
    return PictureProgram(path: path)
  }

  private var calls: String { folder.path + "/calls" }
  private var noted: [String] {
    ((try? String(contentsOfFile: calls, encoding: .utf8)) ?? "").split(separator: "\n").map(
      String.init)
  }

  @Test(arguments: [
    ("kill -SEGV $$", PictureProblem.damaged), ("kill -XCPU $$", .tooCostly),
    ("kill -KILL $$", .tooCostly),
    ("echo too-costly >&2; exit 3", .tooCostly), ("echo damaged >&2; exit 3", .damaged),
    ("echo nonsense >&2; exit 3", .damaged),
  ])
  func `keeps a photo whose decoder dies, with the facts of its header`(
    end: String, problem: PictureProblem
  ) async throws {
    let program = try program("[ $1 = header ] && echo '\(Self.sound)' || { \(end); }")
    let photo = try folder.write([1])
    let facts = try await PictureProgramInspector(program).facts(ofPhotoAt: photo)
    expectEqual(
      facts, PhotoFacts(type: MediaType("image/jpeg"), width: 4, height: 3, problem: problem))
    expectEqual(noted, ["info", "header"])
  }

  @Test func `refuses a photo whose header is too costly, or of which nothing is told`()
    async throws
  {
    for (end, failure) in [
      ("kill -SEGV $$", .notAnImage), ("kill -XCPU $$", .timedOut),
      ("exit 1", .noPictureProgram), ("true", .noPictureProgram), ("echo no", .noPictureProgram),
    ] as [(String, PhotoError)] {
      let photo = try folder.write([1])
      let inspector = PictureProgramInspector(try program(end))
      await expectThrows(DiaryError.photo(path: photo, failure)) {
        try await inspector.facts(ofPhotoAt: photo)
      }
    }
  }

  /// The script dies at a photo that says so.
  private static let headers = """
    for ((photo = 3; photo < $3 + 3; photo++)); do
      read -r word <&$photo
      [ "$word" = die ] && kill -XCPU $$
      echo '\(sound)'
    done
    """

  @Test func `reads other headers beside one that is too costly, which isn't read again`()
    async throws
  {
    let photos = try ["a", "b", "die", "c", "die", "d"].map {
      try folder.write(Array(($0 + "\n").utf8))
    }
    let inspector = PictureProgramInspector(try program(Self.headers))
    let found = await inspector.headers(ofPhotosAt: photos + [folder.path + "/missing"])
    expectEqual(found.map { $0 != nil }, [true, true, false, true, false, true, true])
    expectEqual(noted.count, 3)
    await expectThrows(DiaryError.photo(path: photos[2], .timedOut)) {
      try await inspector.facts(ofPhotoAt: photos[2])
    }
    expectEqual(noted.count, 3)
    // Another file in its place is another matter.
    try Data([1, 2]).write(to: URL(fileURLWithPath: photos[2]))
    _ = try? await inspector.facts(ofPhotoAt: photos[2])
    expectGreater(noted.count, 3)
  }

  @Test func `runs a program that fails once for each batch`() async throws {
    let photos = try (0..<100).map { try folder.write([UInt8($0)]) }
    let found = await PictureProgramInspector(try program("exit 1")).headers(ofPhotosAt: photos)
    expectEqual(found.count, 100)
    expect(found.allSatisfy { $0 == nil })
    expectEqual(noted.count, 2)
  }

  // MARK: Remembering

  private actor Counting: PhotoInspector {
    private(set) var asked = 0

    func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
      asked += 1
      return PhotoFacts(type: MediaType("image/png"), width: asked, height: 1)
    }
  }

  @Test func `inspects a file once, and again when it has changed`() async throws {
    let counting = Counting()
    let inspector = RememberingInspector(counting)
    let photo = try folder.write([1, 2, 3])
    for _ in 0..<4 { try await expectEqual(inspector.facts(ofPhotoAt: photo).width, 1) }
    try Data([4, 5]).write(to: URL(fileURLWithPath: photo))
    for _ in 0..<3 { try await expectEqual(inspector.facts(ofPhotoAt: photo).width, 2) }
    await expectEqual(counting.asked, 2)
  }

  // MARK: Lies

  private func facts(_ members: String) throws -> PhotoFacts? {
    PhotoFacts(decoding: try JSONParser.parse(Array("{\"type\":\"image/jpeg\",\(members)}".utf8)))
  }

  @Test func `keeps only possible facts`() throws {
    let nothing = PhotoFacts(type: MediaType("image/jpeg"))
    for lie in [
      #""width":-4,"height":3"#, #""width":4,"height":0"#, #""width":4"#, #""height":5"#,
      #""width":4,"height":5000000000"#, #""taken":"yesterday""#, #""taken":"\u001b[2J""#,
      #""taken":"2026-13-01T00:00:00""#, #""taken":"2026-11-01T00:00:00.\#(Self.zeros)""#,
      #""details":{"iso":-1,"latitude":91,"longitude":1}"#,
    ] {
      try expectEqual(facts(lie), nothing, "\(lie)")
    }
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
    let sound = try require(
      try facts(
        #""width":4,"height":3,"taken":"2026-11-19T07:12:58+09:00","details":{"iso":200}"#))
    expectEqual([sound.width, sound.height, sound.details.iso], [4, 3, 200])
    expectEqual(sound.taken, "2026-11-19T07:12:58+09:00")
  }

  private static let zeros = String(repeating: "0", count: 1000)
}

@Suite struct AsyncSemaphoreTests {
  private final class Order: Sendable {
    let names = Mutex<[String]>([])
    let isAhead = Mutex<Set<String>>([])

    func began(_ name: String) { names.withLock { $0.append(name) } }
    func isAhead(_ name: String) -> Bool { isAhead.withLock { $0.contains(name) } }
  }

  @Test func `serves requests that come into view before those ahead`() async {
    let order = Order()
    order.isAhead.withLock { $0 = ["a", "b", "c"] }
    let semaphore = AsyncSemaphore(1)
    await semaphore.wait { false }
    await withTaskGroup(of: Void.self) { group in
      for (count, name) in ["a", "b", "c", "d"].enumerated() {
        group.addTask {
          await semaphore.wait { order.isAhead(name) }
          order.began(name)
          await semaphore.signal()
        }
        while await semaphore.waiting <= count { await Task.yield() }
      }
      order.isAhead.withLock { _ = $0.remove("c") }
      await semaphore.signal()
    }
    expectEqual(order.names.withLock(\.self), ["c", "d", "a", "b"])
  }
}
