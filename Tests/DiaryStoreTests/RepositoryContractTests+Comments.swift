import DiaryCore
import DiaryStore
import TestSupport
import Testing

// What every repository must do with what is said under entries.
extension RepositoryContractTests {
  @Test(arguments: RepositoryKind.allCases)
  func `comments are kept in their order, changed and taken back`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    let (entry, other) = (
      try await diary.service.add(try fields("one")), try await diary.service.add(try fields("two"))
    )
    #expect(try await diary.service.comments(on: entry.id).isEmpty)
    let first = try await diary.service.comment("  first\n둘째 줄 ", on: entry.id)
    try await diary.service.comment("second", on: entry.id)
    try await diary.service.comment("elsewhere", on: other.id)
    for isSettled in [false, true] {
      if isSettled { try await diary.repository.settle() }
      for service in [diary.service, diary.reopened()] {
        let comments = try await service.comments(on: entry.id)
        #expect(comments.map(\.text) == ["first\n둘째 줄", "second"])
        #expect(comments.first == first && first.created == first.modified)
        #expect(try await service.commentedEntries() == [entry.id, other.id])
      }
    }
    let changed = try await diary.service.change(first, to: "first, changed")
    try await diary.service.remove(
      try #require(try await diary.service.comments(on: entry.id).last))
    try await diary.service.remove(
      try #require(try await diary.service.comments(on: other.id).last))
    #expect(changed.id == first.id && changed.modified > first.modified)
    for isSettled in [false, true] {
      if isSettled { try await diary.repository.settle() }
      for service in [diary.service, diary.reopened()] {
        #expect(try await service.comments(on: entry.id) == [changed])
        #expect(try await service.commentedEntries() == [entry.id])
      }
    }
    // An entry is as it was, whatever is said under it.
    #expect(try await diary.service.entry(entry.id) == entry)
    #expect(try await diary.service.history(of: entry.id).count == 1)
    #expect(try await diary.service.count() == 2)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `what can't be a comment is refused`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let entry = try await service.add(try fields("one"))
    await #expect(throws: DiaryError.emptyComment) {
      try await service.comment(" \n", on: entry.id)
    }
    await #expect(throws: DiaryError.longComment) {
      try await service.comment(
        String(repeating: "x", count: EntryComment.longest + 1), on: entry.id)
    }
    await #expect(throws: DiaryError.self) { try await service.comment("x", on: .random()) }
    let comment = try await service.comment("x", on: entry.id)
    try await service.remove(comment)
    await #expect(throws: DiaryError.self) { try await service.change(comment, to: "y") }
    _ = try await service.delete(entry.id)
    await #expect(throws: DiaryError.inTrash(title: "one")) {
      try await service.comment("x", on: entry.id)
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `what is said goes for good with its entry, and not before`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let (gone, kept) = (
      try await service.add(try fields("gone")), try await service.add(try fields("kept"))
    )
    for text in ["one", "two"] { try await service.comment(text, on: gone.id) }
    try await service.comment("stays", on: kept.id)
    _ = try await service.delete(gone.id)
    #expect(try await diary.reopened().comments(on: gone.id).count == 2)
    #expect(try await service.emptyTrash() == 1)
    for isSettled in [false, true] {
      if isSettled { try await diary.repository.settle() }
      for service in [service, diary.reopened()] {
        #expect(try await service.comments(on: gone.id).isEmpty)
        #expect(try await service.comments(on: kept.id).map(\.text) == ["stays"])
      }
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `subscribers are told of comments`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let entry = try await diary.service.add(try fields("one"))
    var changes = await diary.service.changes().makeAsyncIterator()
    let comment = try await diary.service.comment("x", on: entry.id)
    #expect(await changes.next() == DiaryChange(.commented, entry, comment))
    let changed = try await diary.service.change(comment, to: "y")
    #expect(await changes.next() == DiaryChange(.commentChanged, entry, changed))
    try await diary.service.remove(changed)
    #expect(await changes.next()?.kind == .commentChanged)
  }
}
