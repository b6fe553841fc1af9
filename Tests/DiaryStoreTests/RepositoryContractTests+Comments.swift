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
    try await expect(diary.service.comments(on: entry.id).isEmpty)
    let first = try await diary.service.comment("  first\n둘째 줄 ", on: entry.id)
    try await diary.service.comment("second", on: entry.id)
    try await diary.service.comment("elsewhere", on: other.id)
    for isSettled in [false, true] {
      if isSettled { try await diary.repository.settle() }
      for service in [diary.service, diary.reopened()] {
        let comments = try await service.comments(on: entry.id)
        expectEqual(comments.map(\.text), ["first\n둘째 줄", "second"])
        expectEqual(comments.first, first)
        expectEqual(first.created, first.modified)
        try await expectEqual(service.commentedEntries(), [entry.id, other.id])
      }
    }
    let changed = try await diary.service.change(first, to: "first, changed")
    try await diary.service.remove(
      try require(try await diary.service.comments(on: entry.id).last))
    try await diary.service.remove(
      try require(try await diary.service.comments(on: other.id).last))
    expectEqual(changed.id, first.id)
    expectGreater(changed.modified, first.modified)
    for isSettled in [false, true] {
      if isSettled { try await diary.repository.settle() }
      for service in [diary.service, diary.reopened()] {
        try await expectEqual(service.comments(on: entry.id), [changed])
        try await expectEqual(service.commentedEntries(), [entry.id])
      }
    }
    // An entry is as it was, whatever is said under it.
    try await expectEqual(diary.service.entry(entry.id), entry)
    try await expectEqual(diary.service.history(of: entry.id).count, 1)
    try await expectEqual(diary.service.count(), 2)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `what can't be a comment is refused`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let entry = try await service.add(try fields("one"))
    await expectThrows(DiaryError.emptyComment) {
      try await service.comment(" \n", on: entry.id)
    }
    await expectThrows(DiaryError.longComment) {
      try await service.comment(
        String(repeating: "x", count: EntryComment.longest + 1), on: entry.id)
    }
    await expectThrows(DiaryError.self) { try await service.comment("x", on: .random()) }
    let comment = try await service.comment("x", on: entry.id)
    try await service.remove(comment)
    await expectThrows(DiaryError.self) { try await service.change(comment, to: "y") }
    _ = try await service.delete(entry.id)
    await expectThrows(DiaryError.inTrash(title: "one")) {
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
    try await expectEqual(diary.reopened().comments(on: gone.id).count, 2)
    try await expectEqual(service.emptyTrash(), 1)
    for isSettled in [false, true] {
      if isSettled { try await diary.repository.settle() }
      for service in [service, diary.reopened()] {
        try await expect(service.comments(on: gone.id).isEmpty)
        try await expectEqual(service.comments(on: kept.id).map(\.text), ["stays"])
      }
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `subscribers are told of comments`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let entry = try await diary.service.add(try fields("one"))
    var changes = await diary.service.changes().makeAsyncIterator()
    let comment = try await diary.service.comment("x", on: entry.id)
    await expectEqual(changes.next(), DiaryChange(.commented, entry, comment))
    let changed = try await diary.service.change(comment, to: "y")
    await expectEqual(changes.next(), DiaryChange(.commentChanged, entry, changed))
    try await diary.service.remove(changed)
    await expectEqual(changes.next()?.kind, .commentChanged)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `entries are found by what is said under them`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    var entries: [Entry] = []
    for number in 0..<12 {
      entries.append(try await diary.service.add(try fields("entry \(number)")))
    }
    let (lake, snow) = (entries[3], entries[7])
    let comment = try await diary.service.comment("호숫가가 Cold", on: lake.id)
    try await diary.service.comment("cold too", on: snow.id)
    func found(_ text: String, in service: DiaryService) async throws -> Set<String> {
      let query = EntryQuery(SearchQuery(text, today: lake.date.day).predicate)
      let entries = try await service.entries(query).map(\.title)
      try await expectEqual(service.count(query.predicate), entries.count)
      return Set(entries)
    }
    for isSettled in [false, true] {
      if isSettled { try await diary.repository.settle() }
      for service in [diary.service, diary.reopened()] {
        try await expectEqual(found("cold", in: service), ["entry 3", "entry 7"])
        try await expectEqual(found("호숫가 COLD", in: service), ["entry 3"])
        // Some of it in the entry, some below it.
        try await expectEqual(found("too entry", in: service), ["entry 7"])
        try await expectEqual(found("too 호숫가", in: service), [])
        try await expectEqual(found("-cold", in: service).count, 10)
      }
    }
    try await diary.service.change(comment, to: "warm")
    _ = try await diary.service.delete(snow.id)
    for service in [diary.service, diary.reopened()] {
      try await expectEqual(found("cold", in: service), [])
      try await expectEqual(found("warm", in: service), ["entry 3"])
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `a change of a comment is taken back unless it says something else by now`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let entry = try await service.add(try fields("one"))
    let comment = try await service.comment("said", on: entry.id)
    let made = CommentChange(of: comment, from: nil, to: "said")
    try await service.carryOut(made.inverse)
    try await expectEqual(service.comments(on: entry.id), [])
    await expectThrows(DiaryError.changedComment) { try await service.carryOut(made.inverse) }
    try await service.carryOut(made)
    for service in [service, diary.reopened()] {
      try await expectEqual(service.comments(on: entry.id).map(\.text), ["said"])
    }
    try await expectEqual(service.comments(on: entry.id).first?.created, comment.created)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `comments from elsewhere come once, with their entries, and not after they were taken back`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let entry = try await service.add(try fields("one"))
    let (time, mina) = (Timestamp(milliseconds: 1_700_000_000_000), AuthorID("mina"))
    func comment(_ text: String, _ author: AuthorID, on id: ID<Entry>) -> EntryComment {
      EntryComment(
        id: .random(), entry: id, author: author, created: time, modified: time, text: text)
    }
    let comments = [
      comment("hers", mina, on: entry.id), comment("mine", .nobody, on: entry.id),
      comment("of another entry", mina, on: .random()),
    ]
    try await expectEqual(service.lacking(comments), comments)
    try await expectEqual(service.bring(comments), 2)
    let writer = try await service.knownIdentity(for: try await service.entry(entry.id))?.id
    for service in [service, diary.reopened()] {
      let here = try await service.comments(on: entry.id)
      expectEqual(Set(here.map(\.text)), ["hers", "mine"])
      expectEqual(here.first { $0.text == "hers" }, comments[0])
      expectEqual(here.first { $0.text == "mine" }?.author, writer)
    }
    try await expectEqual(service.bring(comments), 0)
    try await service.remove(
      try require(try await service.comments(on: entry.id).first { $0.text == "mine" }))
    try await expectEqual(service.lacking(comments), [comments[2]])
  }
}
