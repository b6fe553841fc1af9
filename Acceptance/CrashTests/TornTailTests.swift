import Foundation
import Glibc
import TestSupport
import Testing

extension CrashSafety {
  @Suite("A torn last line")
  struct TornTailTests {
    @Test func `the log may end at any byte of its last line`() throws {
      let place = try Place()
      let id = try place.add("plain", dated: "2026-11-18", "Before.")
      let old = try DiaryState(in: place)
      let before = try place.folder.read(Self.log(of: place)).count
      try place.output(["edit", id, "--title", "바뀐 글 👩‍👧", "--content", "\"After\"\n"])
      let new = try DiaryState(in: place)
      let whole = try place.folder.read(Self.log(of: place))
      expectNotEqual(old, new)

      let ends = CrashSafety.sample(
        of: Array(before...whole.count), step: 11, for: "torn",
        kind: { end in end >= whole.count - 2 ? "byte \(end)" : "before" })
      for end in ends {
        let copy = try Place(copying: place)
        truncate(try Self.log(of: copy), end)
        try expectEqual(copy.faults(), [], "cut at byte \(end - before)")
        let found = try DiaryState(in: copy)
        expectEqual(found, (end == whole.count ? new : old), "cut at byte \(end - before)")

        let next = try copy.add("next", dated: "2026-11-19", "다음")
        let then = try DiaryState(in: copy)
        expectContains(then.entries.map { $0["id"]?.string }, next, "cut at byte \(end - before)")
        // A line without its line end is complete once another line begins.
        let isWhole = end >= whole.count - 1
        expectEqual(then.without("next"), (isWhole ? new : old), "cut at byte \(end - before)")
        try expectEqual(copy.faults(), [], "cut at byte \(end - before), after the next save")
      }
    }

    private static func log(of place: Place) throws -> String {
      let device = try place.folder.text("home/state/photodiary/device").prefix { $0 != "\n" }
      let folder = place.store + "/log/" + device
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return folder + "/" + (try require(names.first))
    }
  }
}
