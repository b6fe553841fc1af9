import DiaryCore
import DiaryStore
import Synchronization
import TestSupport
import Testing

@Suite("Drafts on the disk")
struct DraftFolderTests {
  /// A clock that is set by hand.
  private final class Clock: Sendable {
    let days = Atomic<Int64>(0)
    var now: @Sendable () -> Timestamp {
      { Timestamp(milliseconds: self.days.load(ordering: .relaxed) * 86_400_000) }
    }
  }

  private func draft(_ title: String) -> Draft {
    Draft(
      id: .random(), entry: nil, base: [],
      fields: EntryFields(date: EntryDate(instant: 0, offset: 0), title: title, content: "한글"),
      dateText: "1970-01-01 00:00 +00:00")
  }

  @Test("One that was thrown away isn't offered, and can be brought back by the next run")
  func discarded() async throws {
    let folder = try TemporaryFolder()
    let clock = Clock()
    let writer = DraftFolder(folder: folder.path + "/drafts", now: clock.now)
    let draft = draft("An evening")
    try await writer.keep(draft)
    clock.days.store(2, ordering: .relaxed)
    try await writer.discard(draft)
    for drafts in [writer, DraftFolder(folder: folder.path + "/drafts", now: clock.now)] {
      await expect(drafts.left().isEmpty)
      let kept = DiscardedDraft(draft, at: Timestamp(milliseconds: 2 * 86_400_000))
      await expectEqual(drafts.discarded(), [kept])
    }
    // Written on, it is a draft like others.
    let next = DraftFolder(folder: folder.path + "/drafts", now: clock.now)
    try await next.keep(draft)
    await next.remove(draft.id)
    await expect(writer.discarded().isEmpty)
  }

  @Test("It is kept for thirty days, and then it goes for good")
  func tidied() async throws {
    let folder = try TemporaryFolder()
    let clock = Clock()
    let drafts = DraftFolder(folder: folder.path + "/drafts", now: clock.now)
    let (thrownAway, left) = (draft("Thrown away"), draft("Left"))
    // By a program that has ended since.
    try await DraftFolder(folder: folder.path + "/drafts", now: clock.now).keep(left)
    try await drafts.discard(thrownAway)
    for (day, isKept) in [(Int64(30), true), (31, false), (29, false)] {
      clock.days.store(day, ordering: .relaxed)
      let next = DraftFolder(folder: folder.path + "/drafts", now: clock.now)
      _ = await next.left()
      await expectEqual(next.discarded().count, (isKept ? 1 : 0), "day \(day)")
    }
    // What was left stays, however long.
    clock.days.store(4000, ordering: .relaxed)
    await expectEqual(drafts.left(), [left])
  }
}
