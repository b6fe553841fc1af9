import DiaryCore
import DiaryStore
import Glibc
import System
import TestSupport
import Testing

@Suite("Indexes and logs") struct IndexTests {
  @Test func `rebuilds an index without searched texts or pinned entries`() async throws {
    let store = try StoreOnDisk()
    var entry = try fields("one")
    // 서울, decomposed.
    entry.details.place = "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}"
    entry.details.isPinned = true
    _ = try await store.service().add(entry)
    _ = try await store.service().add(try fields("two"))
    unlink(store.indexPath)
    try await expectEqual(store.service().count(.pinned), 1)
    let index = try store.folder.text("store/index.json")
    expectContains(index, "\"pinnedCount\":1")
    let older = index.replacing("\"searchedTexts\":3", with: "\"searchedTexts\":2")
      .replacing("\"variantsCount\":1", with: "\"variantsCount\":0")
    expectEqual(older.utf8.count, index.utf8.count)
    expectNotEqual(older, index)
    try store.write(older.utf8, to: store.indexPath)
    let query = EntryQuery(SearchQuery("서울", today: .earliest).predicate)
    try await expectEqual(store.service().entries(query).count, 1)
    let none = index.replacing("\"pinnedCount\":1", with: "\"pinnedCount\":0")
    try store.write(none.utf8, to: store.indexPath)
    try expectNotEqual(store.faults, [])
    let unpinned = index.replacing("\"pinned", with: "\"former")
    try store.write(unpinned.utf8, to: store.indexPath)
    try await expectEqual(store.service().count(.pinned), 1)
    try expectEqual(store.faults, [])
  }

  @Test func `writes the index after the saves, which continue`() async throws {
    let store = try StoreOnDisk()
    let service = store.service()
    let other = store.service(on: "desktop")
    let long = String(repeating: "긴 글 ", count: 3000)
    var model: [ID<Entry>: String] = [:]
    var gone: Set<ID<Entry>> = []
    for number in 0..<120 {
      let writer = number % 5 == 4 ? other : service
      let entry = try await writer.add(try fields("\(number)", content: long))
      model[entry.id] = "\(number)"
      // An entry before the new index, and one after.
      for id in Set([model.keys.min(), entry.id].compactMap(\.self)) where number % 7 == 0 {
        var changed = try await service.entry(id).fields
        changed.title += "!"
        model[id] = try await service.update(id, to: changed).title
      }
      if number % 11 == 10 {
        _ = try await service.delete(entry.id)
        gone.insert(entry.id)
        model[entry.id] = nil
      }
    }
    func check(_ diary: DiaryService) async throws {
      let titles = try await diary.entries().map { ($0.id, $0.title) }
      expectEqual(Dictionary(uniqueKeysWithValues: titles), model)
      expectEqual(Set(try await diary.trash().map(\.id)), gone)
      await diary.finish()
    }
    for diary in [service, other, store.service()] { try await check(diary) }
    // The index has nearly all entries, so a new program replays little.
    let index = try store.folder.read("store/index.json")
    expectGreater(index.count, 80 * long.utf8.count)
    try expect(store.findings().isEmpty)
    unlink(store.indexPath)
    try await check(store.service())
    try expect(store.findings().isEmpty)
  }

  @Test func `keeps entries lost from the logs, but no undone save`() async throws {
    let store = try StoreOnDisk()
    let (here, there) = (store.service(), store.service())
    _ = try await here.add(try fields("first"))
    let log = try store.logPath()
    let size = off_t(try store.folder.read(log).count)
    _ = try await here.add(try fields("taken back"))
    try await expectEqual(there.entries().count, 2)
    expectEqual(truncate(log, size), 0)
    _ = try await store.service().add(
      try fields("in its place", content: String(repeating: "글", count: 300)))
    expectEqual(Set(try await there.entries().map(\.title)), ["first", "in its place"])
    // A save doesn't recreate a missing diary.
    expectEqual(rename(store.root, store.root + "-elsewhere"), 0)
    await expectThrows(DiaryError.store(path: store.root, .disappeared(entries: 2))) {
      try await there.add(try fields("second"))
    }
    expectNotEqual(access(store.root, F_OK), 0)
    expectEqual(rename(store.root + "-elsewhere", store.root), 0)
    _ = try await there.add(try fields("third"))
    try await expectEqual(store.service().count(), 3)
    // Entries lost from the logs remain in the index that is set aside.
    let second = try StoreOnDisk()
    let service = second.service()
    let kept = try await service.add(try fields("kept"))
    let end = off_t(try second.folder.read(second.logPath()).count)
    let lost = try await service.add(
      try fields("lost", content: "words that nobody has elsewhere"))
    _ = try await service.update(kept.id, to: try fields("kept, and lost"))
    try await service.flush()
    expectEqual(truncate(try second.logPath(), end), 0)
    try await expectEqual(second.service().entries().map(\.title), ["kept"])
    try expectContains(
      second.folder.text("store/set-aside/index.json"), "words that nobody has elsewhere")
    let findings = try second.findings()
    expectEqual(findings.map(\.kind), [.missingLine, .lostText, .lostText])
    expectEqual(Set(findings.compactMap(\.entry)), [kept.id, lost.id])
    _ = try await second.service().add(try fields("new"))
    try expectEqual(second.files(in: second.root + "/set-aside").count, 1)
  }

  @Test func `sets aside an index that can't be read`() async throws {
    let store = try StoreOnDisk()
    let service = store.service()
    _ = try await service.add(try fields("one"))
    try await service.flush()
    try FileSystem.remove(store.indexPath)
    try FileSystem.symbolicLink(to: store.indexPath, at: store.indexPath)
    try await expectEqual(store.service().entries().map(\.title), ["one"])
    try expectEqual(store.files(in: store.root + "/set-aside"), ["index.json"])
    expect(FileSystem.statusNoFollow(of: store.indexPath)?.isRegularFile == true)
  }

  @Test func `a log truncated anywhere in its last line keeps the previous state`() async throws {
    let store = try StoreOnDisk()
    let first = try await store.service().add(try fields("before", content: "한 줄"))
    let whole = try store.folder.read(try store.logPath())
    let before = whole.count
    _ = try await store.service().update(first.id, to: try fields("after"))
    let log = try store.logPath()
    let both = try store.folder.read(log)
    let index = try store.folder.read(store.indexPath)
    // Every place near both ends, and some between.
    let step = max(1, 16 / RandomRounds.usually(1))
    let lengths = (before..<both.count).filter { length in
      (length - before) % step == 0 || length < before + 8 || length > both.count - 24
    }
    for length in lengths {
      try store.write(both.prefix(length), to: log)
      try store.write(index, to: store.indexPath)
      store.forgetMark()
      try await expectEqual(store.service().entries().map(\.title), ["before"], "\(length)")
      try expectEqual(store.findings().map(\.kind), (length == before ? [] : [.tornLine]))

      let next = try await store.service().add(try fields("next"))
      let titles = try await store.service().entries().map(\.title)
      // With only the line break missing, the line counts once it has one.
      expectEqual(
        Set(titles), [length == both.count - 1 ? "after" : "before", "next"], "\(length)")
      try await expectEqual(store.service().entry(next.id), next)
      // It forks with the next line, as both follow the same one.
      let expected: [StoreIssue.Kind] =
        length == before ? [] : length == both.count - 1 ? [.forkedLine] : [.tornLine]
      try expectEqual(store.findings().map(\.kind), expected, "\(length)")
      unlink(store.indexPath)
      expectEqual(Set(try await store.service().entries().map(\.title)), Set(titles))
    }
  }

  @Test func `sees the saves of other programs`() async throws {
    let store = try StoreOnDisk()
    _ = try await store.service().add(try fields("kept"))
    let log = try store.logPath()
    let whole = try store.folder.read(log)
    try store.write(whole + Array(repeating: 0, count: 300), to: log)
    try await expectEqual(store.service().entries().map(\.title), ["kept"])
    _ = try await store.service().add(try fields("next"))
    try await expectEqual(store.service().entries().count, 2)
    try expectEqual(store.faults, [])
    // Eight concurrent programs lose nothing.
    do {
      let store = try StoreOnDisk()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for program in 0..<8 {
          let service = store.service()
          group.addTask {
            for number in 0..<25 { _ = try await service.add(try fields("\(program)-\(number)")) }
          }
        }
        try await group.waitForAll()
      }
      let titles = Set(try await store.service().entries().map(\.title))
      expectEqual(titles.count, 200)
      try expectEqual(store.files(in: store.root + "/log").count, 1)
      unlink(store.indexPath)
      try await expectEqual(store.service().entries().count, 200)
      try expectEqual(store.faults, [])
    }
  }

  @Test func `returns the newest first, as of the query`() async throws {
    let diary = try RepositoryUnderTest(.disk)
    for number in 0..<400 { _ = try await diary.service.add(try fields("\(number) 강가")) }
    try await diary.repository.flush()
    var batches: [[Entry]] = []
    for await batch in try await diary.service.batches(EntryQuery(.text(SearchPhrase("강가")))) {
      batches.append(batch)
    }
    expectGreater(batches.count, 1)
    expectEqual(batches.joined().map(\.title), (0..<400).reversed().map { "\($0) 강가" })
    var first = try await diary.service.batches(EntryQuery(limit: 3)).makeAsyncIterator()
    await expectEqual(first.next()?.map(\.title), ["399 강가", "398 강가", "397 강가"])
    await expectNil(first.next())
    // A cancelled task receives nothing.
    let asked = try await diary.service.batches(EntryQuery(.text(SearchPhrase("강가"))))
    let asking = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await asked.all()
    }
    await expect(asking.value.isEmpty)
    // Saves after the query don't affect its results.
    let whole = try await diary.service.batches(EntryQuery())
    for entry in try await diary.service.entries() {
      _ = try await diary.service.delete(entry.id)
    }
    await expectEqual(whole.all().count, 400)
  }
}
