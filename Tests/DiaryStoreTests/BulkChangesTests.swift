import DiaryCore
import DiaryStore
import TestSupport
import Testing

@Suite("Bulk changes in every repository") struct BulkChangesTests {
  private func made(
    _ kind: RepositoryKind, _ titles: [String]
  ) async throws -> (RepositoryUnderTest, [ID<Entry>]) {
    let diary = try RepositoryUnderTest(kind)
    var ids: [ID<Entry>] = []
    for title in titles {
      ids.append(try await diary.service.add(try fields(title, tags: ["산책", "both"])).id)
    }
    return (diary, ids)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `saves only real changes, and undoes them`(_ kind: RepositoryKind) async throws {
    let (diary, ids) = try await made(kind, ["a", "b", "c"])
    _ = try await diary.service.update(ids[1], to: try fields("b", tags: ["Both"]))
    _ = try await diary.service.delete(ids[2])
    let unknown = ID<Entry>.random()
    let renamed = try await diary.service.edit(
      [ids[0], unknown, ids[1], ids[2], ids[0]], .renameTag("both", to: "산책"))
    expectEqual(renamed.changes.map(\.after.id), [ids[0], ids[1]])
    expectEqual(renamed.refused, 0)
    expectEqual(renamed.changes.map(\.after.tags), [["산책"], ["산책"]])
    expectEqual(renamed.changes.map(\.before.tags), [["산책", "both"], ["Both"]])
    for _ in 0..<2 {
      _ = try await diary.service.edit(ids, .move(toJournal: "Travel"))
      _ = try await diary.service.edit(ids, .pin(true))
    }
    let entries = try await diary.reopened().entries(ids: ids)
    expectEqual(entries.map(\.journal), ["Travel", "Travel", EntryFields.defaultJournal])
    expectEqual(entries.map(\.details.isPinned), [true, true, false])
    expectEqual(entries.map(\.title), ["a", "b", "c"])
    expect(entries.allSatisfy { $0.heads.count == 1 })
    // Entries that already had the requested value weren't saved.
    try await expectEqual(diary.service.history(of: ids[0]).count, 4)
    let (second, both) = try await made(kind, ["a", "b"])
    let edits: [EntryEdit] = [
      .tags(adding: ["새"], removing: ["BOTH"]), .renameTag("산책", to: "walk"),
      .move(toJournal: "J"), .star(true), .pin(true), .star(false), .pin(false),
    ]
    let before = try await second.service.entries(ids: both).map(\.fields)
    var patches: [[ID<Entry>: EntryPatch]] = []
    for edit in edits {
      let made = try await second.service.edit(both, edit)
      expectEqual(made.changes.count, 2)
      patches.append(
        Dictionary(
          uniqueKeysWithValues: made.changes.map { change in
            (change.after.id, EntryPatch(from: change.after.fields, to: change.before.fields))
          }))
    }
    // Undo keeps later changes of other fields.
    var other = try await second.service.entry(both[0]).fields
    other.title = "another"
    _ = try await second.service.update(both[0], to: other)
    for patch in patches.reversed() {
      try await expectEqual(second.service.patch(patch).changes.count, 2)
    }
    var wanted = before
    wanted[0].title = "another"
    try await expectEqual(second.reopened().entries(ids: both).map(\.fields), wanted)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `deletes, restores and reports many entries`(_ kind: RepositoryKind) async throws {
    let (diary, ids) = try await made(kind, ["a", "b", "c"])
    try await expectEqual(diary.service.delete(many: ids).changes.count, 3)
    try await expect(diary.service.delete(many: ids).changes.isEmpty)
    try await expectEqual(diary.reopened().trash().count, 3)
    let restored = try await diary.service.restore(many: [ids[2], ids[0]])
    expectEqual(restored.changes.map(\.after.id), [ids[2], ids[0]])
    try await expectEqual(diary.reopened().entries().map(\.title), ["c", "a"])
    // An entry by someone else is skipped and counted.
    let foreign = imported(try fields("theirs"))
    _ = try await diary.service.addImported([foreign])
    let edited = try await diary.service.edit([foreign.id, ids[0]], .star(true))
    expectEqual(edited.changes.map(\.after.id), [ids[0]])
    expectEqual(edited.refused, 1)
    try await expectEqual(diary.service.delete(many: [foreign.id]).refused, 1)
    try await expectEqual(diary.service.entry(foreign.id).fields, foreign.fields)
    let changes = await diary.service.changes()
    _ = try await diary.service.edit([ids[2], ids[0]], .pin(true))
    var reported: [ID<Entry>] = []
    for await change in changes {
      expectEqual(change.kind, .updated)
      reported.append(change.entry.id)
      if reported.count == 2 { break }
    }
    expectEqual(reported, [ids[2], ids[0]])
  }
}
