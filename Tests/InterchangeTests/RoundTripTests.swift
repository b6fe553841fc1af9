import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Out and in again")
struct RoundTripTests {
  /// A diary of random entries, and an empty one of the same author.
  private func diaries(_ seed: UInt64) async throws -> (Diary, Diary) {
    let diary = try Diary()
    var random = RandomDiary(seed: seed)
    try await random.fill(diary, 60, photos: try await diary.somePhotos())
    return (diary, try Diary())
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `json gives the same diary`(seed: UInt64) async throws {
    let (diary, other) = try await diaries(seed)
    try await diary.export(.json, keepsLocation: true)
    let summary = try await other.importFile(diary.target + "/diary.json")
    expectEqual(summary.refused, [])
    expectEqual(summary.added, 60)
    let found = difference(
      try await diary.entriesAsWritten(), try await other.entriesAsWritten())
    expectNil(found, "\(found ?? "")")
  }

  @Test(arguments: 7...12 as ClosedRange<UInt64>)
  func `jsonl gives the same diary`(seed: UInt64) async throws {
    let (diary, other) = try await diaries(seed)
    let lines = try await diary.entriesAsWritten().map { entry in
      String(decoding: JSONWriter.bytes(entry.json { diary.service.path(of: $0) }), as: UTF8.self)
    }
    let summary = try await other.importText(lines.joined(separator: "\n"))
    expectEqual(summary.refused, [])
    expectEqual(summary.added, 60)
    let found = difference(
      try await diary.entriesAsWritten(), try await other.entriesAsWritten())
    expectNil(found, "\(found ?? "")")
  }

  @Test(arguments: 13...24 as ClosedRange<UInt64>)
  func `Day One's zip gives the same diary`(seed: UInt64) async throws {
    let (diary, other) = try await diaries(seed)
    try await diary.export(.dayone, keepsLocation: true)
    let (_, outcome, lines) = try await other.bring(diary.target + "/dayone.zip")
    expectEqual(lines, [])
    expectEqual(outcome.added.count, 60)
    let found = difference(
      try await diary.entriesAsWritten(), try await other.entriesAsWritten())
    expectNil(found, "\(found ?? "")")
    // And once more: nothing is new.
    let again = try await other.bring(diary.target + "/dayone.zip")
    expectEqual(again.plan.alreadyThere, 60)
    expectEqual(again.outcome.added, [])
  }
}
