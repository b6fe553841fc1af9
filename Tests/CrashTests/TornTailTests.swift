import DiaryCore
import Foundation
import Glibc
import TestSupport
import Testing

extension CrashSafety {
  @Suite("A torn last line")
  struct TornTailTests {
    @Test func `the log may end at any byte of its last line`() async throws {
      let place = try Place()
      let service = place.service()
      let entry = try await service.add(
        Operation.fields("plain", on: "2026-11-18", "Before."))
      let old = try await DiaryState(in: place)
      let before = try place.folder.read(Self.log(of: place)).count
      let changed = try Operation.fields("바뀐 글 👩‍👧", on: "2026-11-18", "\"After\"\n")
      _ = try await service.update(entry.id, to: changed)
      let new = try await DiaryState(in: place)
      let whole = try place.folder.read(Self.log(of: place))
      expectNotEqual(old, new)

      let ends = CrashSafety.sample(
        of: Array(before...whole.count), step: 11, for: "torn",
        kind: { end in
          end >= whole.count - 2 ? "byte \(end)" : "before"
        })
      for end in ends {
        let copy = try Place(copying: place)
        truncate(try Self.log(of: copy), end)
        try expectEqual(copy.faults(), [], "cut at byte \(end - before)")
        let found = try await DiaryState(in: copy)
        expectEqual(found, (end == whole.count ? new : old), "cut at byte \(end - before)")

        let next = try await copy.service().add(
          Operation.fields("next", on: "2026-11-19", "다음"))
        let then = try await DiaryState(in: copy)
        expectContains(then.entries, next, "cut at byte \(end - before)")
        // A line that lacked nothing but its end is whole once another one begins after it.
        let isWhole = end >= whole.count - 1
        expectEqual(then.without("next"), (isWhole ? new : old), "cut at byte \(end - before)")
        try expectEqual(copy.faults(), [], "cut at byte \(end - before), after the next save")
      }
    }

    /// The one log of a diary with one device.
    private static func log(of place: Place) throws -> String {
      let device = try place.folder.text("home/state/photodiary/device").prefix { $0 != "\n" }
      let folder = place.store + "/log/" + device
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return folder + "/" + (try require(names.first))
    }
  }
}
