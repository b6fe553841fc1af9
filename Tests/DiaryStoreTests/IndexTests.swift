import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("The index, and logs that are cut off or written by several")
struct IndexTests {
  @Test func `makes an index again that is missing, damaged or older`() async throws {
    let store = try StoreOnDisk()
    let service = store.service()
    var random = SeededGenerator(seed: 3)
    for number in 0..<120 {
      let entry = try await service.add(try fields("\(number)", content: "text \(number)"))
      if number % 3 == 0 {
        let all = try await service.entries()
        let one = try require(all.randomElement(using: &random))
        _ = try await service.update(one.id, to: try fields(one.title + "!"))
      }
      if number % 7 == 0 { _ = try await service.delete(entry.id) }
    }
    let entries = try await service.entries()
    let trash = try await service.trash()
    try expectEqual(store.faults, [])
    unlink(store.indexPath)
    try await expectEqual(store.service().entries(), entries)
    try await expectEqual(store.service().trash(), trash)
    try expectEqual(store.faults, [])
    // An index of garbage is made again.
    do {
      let store = try StoreOnDisk()
      for number in 0..<20 { _ = try await store.service().add(try fields("\(number)")) }
      unlink(store.indexPath)
      let entries = try await store.service().entries()
      let whole = try store.folder.read(store.indexPath)
      var random = SeededGenerator(seed: 11)
      var footer = String(decoding: whole, as: UTF8.self)
      footer = footer.replacing("\"count\":20", with: "\"count\":9223372036854775807")
      let garbage: [[UInt8]] = [
        [], [0], Array("{}\n".utf8), Array("[1,2]".utf8), Array(whole.dropLast(10)),
        Array(whole.prefix(100)), Array(repeating: 0, count: whole.count), Array(footer.utf8),
        (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) },
      ]
      for bytes in garbage {
        try store.write(bytes, to: store.indexPath)
        try await expectEqual(store.service().entries(), entries)
        try expectEqual(store.faults, [])
      }
    }
    // An index that knows fewer searched texts is made again.
    do {
      let store = try StoreOnDisk()
      var entry = try fields("one")
      // 서울, decomposed.
      entry.details.place = "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}"
      _ = try await store.service().add(entry)
      let index = String(decoding: try store.folder.read(store.indexPath), as: UTF8.self)
      let older = index.replacing("\"searchedTexts\":2", with: "\"searchedTexts\":1")
        .replacing("\"variantsCount\":1", with: "\"variantsCount\":0")
      expectEqual(older.utf8.count, index.utf8.count)
      expectNotEqual(older, index)
      try store.write(Array(older.utf8), to: store.indexPath)
      let query = EntryQuery(SearchQuery("서울", today: .earliest).predicate)
      try await expectEqual(store.service().entries(query).count, 1)
    }
    // An index that doesn't list the pinned entries is made again.
    do {
      let store = try StoreOnDisk()
      var entry = try fields("one")
      entry.details.isPinned = true
      _ = try await store.service().add(entry)
      _ = try await store.service().add(try fields("two"))
      unlink(store.indexPath)
      try await expectEqual(store.service().count(.pinned), 1)
      let index = String(decoding: try store.folder.read(store.indexPath), as: UTF8.self)
      expectContains(index, "\"pinnedCount\":1")
      let none = index.replacing("\"pinnedCount\":1", with: "\"pinnedCount\":0")
      try store.write(Array(none.utf8), to: store.indexPath)
      try expectNotEqual(store.faults, [])
      let older = index.replacing("\"pinned", with: "\"former")
      try store.write(Array(older.utf8), to: store.indexPath)
      try await expectEqual(store.service().count(.pinned), 1)
      try expectEqual(store.faults, [])
    }
  }

  @Test func `no damage to an index ends the program`() async throws {
    let store = try StoreOnDisk()
    for number in 0..<12 {
      var fields = try fields("\(number)")
      fields.details.isPinned = number % 2 == 1
      let entry = try await store.service().add(fields)
      if number % 4 == 0 { _ = try await store.service().delete(entry.id) }
    }
    unlink(store.indexPath)
    let id = try require(try await store.service().entries().first?.id)
    let whole = try store.folder.read(store.indexPath)
    // The tables and the footer, which say where to read.
    let start = try require(whole.firstRange(of: Array("],\"ids\"".utf8))).lowerBound
    var random = SeededGenerator(seed: 5)
    for _ in 0..<RandomRounds.usually(80) {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: start..<bytes.count, using: &random)
        bytes[place] = Array("0123456789-,\"[]{}: \n".utf8).randomElement(using: &random) ?? 0
      }
      try store.write(bytes, to: store.indexPath)
      _ = try store.findings()
      let service = store.service()
      _ = try? await service.entries()
      _ = try? await service.entries(EntryQuery(.pinned))
      _ = try? await service.trash()
      _ = try? await service.entry(id)
      _ = try? await service.entry(withPrefix: "0")
    }
    unlink(store.indexPath)
    try await expectEqual(store.service().entries().count, 9)
  }

  @Test func `has all entries of an import, and all versions in the trash`() async throws {
    let store = try StoreOnDisk()
    let author = try await store.service().identity().id
    let imported = try (0..<600).map { number in
      Entry(
        id: .random(), fields: try fields("\(number)", content: String(repeating: "글", count: 200)),
        author: author, created: Timestamp(milliseconds: Int64(number)),
        modified: Timestamp(milliseconds: Int64(number)))
    }
    let service = store.service()
    for start in stride(from: 0, to: imported.count, by: 200) {
      _ = try await service.addImported(Array(imported[start..<start + 200]))
    }
    try await service.settle()
    let json = try JSONParser.parse(try store.folder.text("store/index.json"))
    expectEqual(json["entries"]?.array?.count, 600)
    try expectEqual(store.faults, [])
    // The trash of an index knows all versions.
    do {
      let store = try StoreOnDisk()
      let (laptop, desktop) = (store.service(), store.service(on: "desktop"))
      var ids: [ID<Entry>] = []
      for number in 0..<30 {
        let entry = try await laptop.add(try fields("number \(number)"))
        _ = try await desktop.update(entry.id, to: try fields("there"), basedOn: entry.heads)
        _ = try await laptop.delete(entry.id)
        // Beside the deletion, as a sync would bring it.
        if number % 3 == 0 {
          _ = try await desktop.restore(entry.id)
          _ = try await laptop.delete(entry.id)
        }
        ids.append(entry.id)
      }
      try await laptop.settle()
      let opened = store.service()
      try await expectEqual(opened.trash().count, 30)
      for id in ids {
        let prefix = String(id.description.prefix(14))
        let entry = try await opened.entry(withPrefix: prefix)
        expectEqual(entry.id, id)
        expect(entry.isTrashed)
      }
      try expect(store.findings().isEmpty)
      unlink(store.indexPath)
      expectEqual(
        Set(try await store.service().trash().map(\.heads)),
        Set(try await opened.trash().map(\.heads)))
    }
  }

  @Test func `the index is written behind the saves, which go on meanwhile`() async throws {
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
      // Of one from before the new index, and of one from after.
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
    for diary in [service, other, store.service()] {
      let titles = try await diary.entries().map { ($0.id, $0.title) }
      expectEqual(Dictionary(uniqueKeysWithValues: titles), model)
      expectEqual(Set(try await diary.trash().map(\.id)), gone)
      await diary.finish()
    }
    // The index has nearly all of it: what a new program replays is short.
    let index = try store.folder.read("store/index.json")
    expectGreater(index.count, 80 * long.utf8.count)
    try expect(store.findings().isEmpty)
  }

  @Test func `finds in the logs what an index lacks, and keeps what they have lost`() async throws {
    let store = try StoreOnDisk()
    let service = store.service()
    for number in 0..<5 { _ = try await service.add(try fields("number \(number)")) }
    try await service.settle()
    var index = try store.folder.read("store/index.json")
    let title = Array(#""title":"number 2""#.utf8)
    let place = try require(index.firstRange(of: title)?.lowerBound)
    index[place] = UInt8(ascii: "'")
    try store.write(index, to: store.indexPath)
    let open = store.service()
    _ = try await open.entries()
    try await expectEqual(open.entries().count, 5)
    // What looks once and ends leaves nothing that the next would miss.
    try store.write(index, to: store.indexPath)
    let brief = store.service()
    _ = try await brief.entries()
    await brief.finish()
    try await expectContains(store.service().entries().map(\.title), "number 2")
    try expect(store.findings().isEmpty)
    // What a save took back isn't kept by those who have read it.
    do {
      let store = try StoreOnDisk()
      let (here, there) = (store.service(), store.service())
      _ = try await here.add(try fields("first"))
      let log = try store.logPath()
      let size = try store.folder.read(String(log.dropFirst(store.folder.path.count + 1))).count
      _ = try await here.add(try fields("taken back"))
      try await expectEqual(there.entries().count, 2)
      expectEqual(truncate(log, off_t(size)), 0)
      _ = try await store.service().add(
        try fields("in its place", content: String(repeating: "글", count: 300)))
      expectEqual(Set(try await there.entries().map(\.title)), ["first", "in its place"])
    }
    // What the logs have lost stays in the index that is set aside.
    do {
      let store = try StoreOnDisk()
      let service = store.service()
      let kept = try await service.add(try fields("kept"))
      let size = try store.folder.read(
        String(try store.logPath().dropFirst(store.folder.path.count + 1))
      ).count
      let lost = try await service.add(
        try fields("lost", content: "words that nobody has elsewhere"))
      _ = try await service.update(kept.id, to: try fields("kept, and lost"))
      try await service.settle()
      expectEqual(truncate(try store.logPath(), off_t(size)), 0)
      // Whatever is done first.
      try await expectEqual(store.service().entries().map(\.title), ["kept"])
      let text = String(
        decoding: try store.folder.read("store/set-aside/index.json"), as: UTF8.self)
      expectContains(text, "words that nobody has elsewhere")
      let findings = try store.findings()
      expectEqual(findings.map(\.kind), [.missingLine, .lostText, .lostText])
      expectEqual(Set(findings.compactMap(\.entry)), [kept.id, lost.id])
      _ = try await store.service().add(try fields("new"))
      try expectEqual(store.files(in: store.root + "/set-aside").count, 1)
    }
    // A diary that is gone is not begun anew by a save.
    do {
      let store = try StoreOnDisk()
      let service = store.service()
      _ = try await service.add(try fields("first"))
      expectEqual(rename(store.root, store.root + "-elsewhere"), 0)
      await expectThrows(DiaryError.store(path: store.root, .gone(entries: 1))) {
        try await service.add(try fields("second"))
      }
      expectNotEqual(access(store.root, F_OK), 0)
      expectEqual(rename(store.root + "-elsewhere", store.root), 0)
      _ = try await service.add(try fields("third"))
      try await expectEqual(store.service().entries().map(\.title).sorted(), ["first", "third"])
    }
  }

  @Test func `a log cut off anywhere in its last line keeps the state before it`() async throws {
    let store = try StoreOnDisk()
    let first = try await store.service().add(try fields("before", content: "한 줄"))
    let whole = try store.folder.read(try store.logPath())
    let before = whole.count
    _ = try await store.service().update(first.id, to: try fields("after"))
    let log = try store.logPath()
    let both = try store.folder.read(log)
    let index = try store.folder.read(store.indexPath)
    // Every place at both ends, and some between.
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
      // All but the line end is there: the line counts once it has one.
      expectEqual(
        Set(titles), [length == both.count - 1 ? "after" : "before", "next"], "\(length)")
      try await expectEqual(store.service().entry(next.id), next)
      try expectEqual(store.faults, [], "\(length)")
      unlink(store.indexPath)
      expectEqual(Set(try await store.service().entries().map(\.title)), Set(titles))
    }
  }

  @Test func `sees what other programs save and remove`() async throws {
    let store = try StoreOnDisk()
    _ = try await store.service().add(try fields("kept"))
    let log = try store.logPath()
    let whole = try store.folder.read(log)
    try store.write(whole + Array(repeating: 0, count: 300), to: log)
    try await expectEqual(store.service().entries().map(\.title), ["kept"])
    _ = try await store.service().add(try fields("next"))
    try await expectEqual(store.service().entries().count, 2)
    try expectEqual(store.faults, [])
    // Two programs see each other's saves and keep both heads.
    do {
      let store = try StoreOnDisk()
      let one = store.service()
      let two = store.service()
      let entry = try await one.add(try fields("base"))
      try await expectEqual(two.entry(entry.id), entry)
      let here = try await one.update(entry.id, to: try fields("here"), basedOn: entry.heads)
      let there = try await two.update(entry.id, to: try fields("there"), basedOn: entry.heads)
      expectEqual(there.heads.count, 2)
      expect(Set(there.heads).isSuperset(of: here.heads))
      try await expectEqual(one.entry(entry.id), there)
      try await expectEqual(store.service().entry(entry.id), there)
      unlink(store.indexPath)
      try await expectEqual(store.service().entry(entry.id), there)
      try expectEqual(store.faults, [])
    }
    // Eight programs at once lose nothing.
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
    // A program that is open sees that the trash was emptied.
    do {
      let store = try StoreOnDisk()
      let one = store.service()
      let kept = try await one.add(try fields("kept"))
      let gone = try await one.add(try fields("gone"))
      _ = try await one.delete(gone.id)
      let two = store.service()
      try await expectEqual(two.trash().map(\.id), [gone.id])
      try await expectEqual(one.emptyTrash(), 1)
      try await expect(two.trash().isEmpty)
      try await expectEqual(two.entries().map(\.id), [kept.id])
      let next = try await two.add(try fields("next"))
      expectEqual(Set(try await one.entries().map(\.id)), [kept.id, next.id])
      expect(!(try store.folder.text(try store.logPath())).contains("gone"))
      try expectEqual(store.faults, [])
    }
  }
}
