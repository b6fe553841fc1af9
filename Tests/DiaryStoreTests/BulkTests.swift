import DiaryCore
import DiaryStore
import Glibc
import Synchronization
import System
import TestSupport
import Testing

/// Returns a source of entries in batches, which then optionally fails or is cancelled.
private func inParts(
  _ parts: [[Entry]], atEnd: @escaping @Sendable () throws -> Void = {}
) -> EntrySource {
  let parts = Mutex(parts[...])
  return {
    if let part = parts.withLock({ $0.popFirst() }) { return part }
    try atEnd()
    return nil
  }
}

@Suite("Bulk imports") struct BulkTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  /// New entries by the diary's owner.
  private func entries(
    _ numbers: Range<Int>, in service: DiaryService? = nil
  ) async throws -> [Entry] {
    let author = try await (service ?? store.service()).author().id
    return try numbers.map { number in
      let day = String(100 + (number * 7) % 28 + 1).dropFirst()
      return imported(
        try fields("entry \(number)", on: "2025-03-\(day)T07:30:00+09:00"),
        ID(high: 7, low: UInt64(number)), by: author, at: Int64(number))
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `imports entries in order and skips known ones`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    var model: [Entry] = []
    for number in 0..<3 { model.append(try await service.add(try fields("before \(number)"))) }
    let fresh = try await entries(0..<40, in: service)
    let saved = try require(
      try await service.saveImported(
        inParts([Array(fresh[..<15]), Array(fresh[15...]), Array(fresh[..<5])])))
    expectEqual(saved.count, 40)
    model += try await service.entries(ids: fresh.map(\.id))
    expectEqual(Set(saved.map(\.revision)), Set(model.dropFirst(3).compactMap(\.heads.first)))
    let found = try await service.entries()
    expectEqual(found.map(\.id), EntryQuery().applied(to: model).map(\.id))
    try await expectEqual(service.saveImported(inParts([fresh])), [])
    try await expectEqual(service.count(), 43)
    var changed = try require(found.first { $0.id == fresh[3].id })
    changed.title = "updated"
    let again = try require(try await service.saveImported(inParts([[changed]])))
    expectEqual(again.map(\.entry), [changed.id])
    try await expectEqual(service.entry(changed.id).title, "updated")
    try await expectEqual(service.history(of: changed.id).count, 2)
  }

  @Test func `updates an index that misses some entries`() async throws {
    let service = store.service()
    for number in 0..<5 { _ = try await service.add(try fields("one \(number)")) }
    try await service.flush()
    let old = try await service.entries()
    _ = try await service.delete(old[1].id)
    var changed = old[2]
    changed.title = "changed"
    _ = try await service.add(try fields("tail"))
    _ = try await service.saveImported(inParts([try await entries(0..<30), [changed]]))
    let here = try await service.entries()
    expectEqual(here.count, 35)
    expect(here.contains { $0.title == "changed" })
    for elsewhere in [store.service(), store.service(on: "other")] {
      try await expectEqual(elsewhere.entries(), here)
      try await expectEqual(elsewhere.trash().map(\.id), [old[1].id])
    }
    unlink(store.indexPath)
    try await expectEqual(store.service().entries(), here)
    try expectEqual(store.findings(), [])
    _ = try await service.add(try fields("after"))
    try await expectEqual(service.count(), 36)
    try await expectEqual(store.service().count(), 36)
  }

  @Test func `imports more than fits in the memory limit`() async throws {
    let service = store.service()
    var large = try await entries(0..<21)
    for index in large.indices {
      large[index].content = "\(index)" + String(repeating: "x", count: 810_000)
    }
    _ = try await service.saveImported(inParts(large.map { [$0] }))
    let elsewhere = store.service()
    for entry in large { try await expectEqual(elsewhere.entry(entry.id).content, entry.content) }
    try expectEqual(store.findings(), [])
  }

  @Test func `a failed or cancelled import leaves every byte unchanged`() async throws {
    let service = store.service()
    _ = try await service.add(try fields("one"))
    let log = try store.logPath()
    let before = try store.folder.read(log)
    let fresh = try await entries(0..<500)
    await expectThrows(DiaryError.emptyEntry) {
      try await service.saveImported(
        inParts([fresh], atEnd: { throw DiaryError.emptyEntry }))
    }
    try expectEqual(store.folder.read(log), before)
    let task = Task {
      try await service.saveImported(
        inParts([fresh], atEnd: { withUnsafeCurrentTask { $0?.cancel() } }))
    }
    try await expectNil(task.value)
    try expectEqual(store.folder.read(log), before)
    try await expectEqual(service.count(), 1)
    try expectEqual(store.findings(), [])
    try await expectEqual(service.saveImported(inParts([fresh]))?.count, 500)
    try await expectEqual(store.service().count(), 501)
  }

  /// The marker file of an unfinished append.
  private func notePath(of log: String) -> String { Path.parent(log) + "/.unfinished" }

  /// Leaves the state of a killed import. Returns the log and its previous size.
  private func killImport(of entries: [Entry]) async throws -> (log: String, size: Int) {
    let log = try store.logPath()
    let note = notePath(of: log)
    let before = try store.folder.read(log)
    let left = Mutex((note: [UInt8](), log: [UInt8]()))
    let source = inParts([entries]) { [store] in
      left.withLock { left in
        left.note = (try? store.folder.read(note)) ?? []
        left.log = (try? store.folder.read(log)) ?? []
      }
      withUnsafeCurrentTask { $0?.cancel() }
    }
    let service = store.service()
    try await expectNil(Task { try await service.saveImported(source) }.value)
    try expect(!store.tree().contains { $0.hasSuffix(".unfinished") })
    let (text, lines) = left.withLock { $0 }
    expectGreater(lines.count, before.count)
    expect(!text.isEmpty)
    try store.write(text, to: note)
    try store.append(Array(lines[before.count..<lines.count - 100]), to: store.relative(log))
    return (log, before.count)
  }

  enum Following: CaseIterable { case save, importing, emptyTrash }

  @Test(arguments: Following.allCases)
  func `hides a killed import, and removes it later`(_ next: Following) async throws {
    let service = store.service()
    let kept = try await service.add(try fields("kept"))
    _ = try await service.delete(service.add(try fields("in the trash")).id)
    let running = store.service()
    try await expectEqual(running.count(), 1)
    let fresh = try await entries(0..<40)
    let (log, size) = try await killImport(of: fresh)
    for program in [running, store.service(), store.service(on: "other")] {
      try await expectEqual(program.entries(), [kept])
      try await expectEqual(program.history(of: kept.id).count, 1)
    }
    let findings = try store.findings()
    expectEqual(findings.map(\.kind), [.temporaryFile])
    expectContains(
      findings[0].text, "several entries are being saved, or saving them was interrupted")
    unlink(store.indexPath)
    try await expectEqual(store.service().entries(), [kept])
    try expectGreater(store.folder.read(log).count, size)

    switch next {
    case .save:
      let added = try await running.add(try fields("next"))
      try await expectEqual(store.service().entries(), [added, kept])
    case .importing:
      try await expectEqual(running.saveImported(inParts([fresh]))?.count, 40)
      try await expectEqual(store.service().count(), 41)
    case .emptyTrash:
      try await expectEqual(running.emptyTrash(), 1)
      try await expectEqual(store.service().entries(), [kept])
    }
    try expect(!store.tree().contains { $0.hasSuffix(".unfinished") })
    try expectEqual(store.findings(), [])
    try await expectEqual(running.entries(), store.service().entries())
  }

  @Test func `a marker that can't be read isn't removed`() async throws {
    let before = try await store.service().add(try fields("before"))
    let (log, _) = try await killImport(of: try await entries(0..<40))
    let (lines, note) = (try store.folder.read(log), notePath(of: log))
    rename(note, store.folder.path("away"))
    symlink(note, note)
    let expected = SystemError(.opening, note, .tooManyLinks)
    await expectThrows(expected) { try await store.service().add(try fields("after")) }
    try expectEqual(store.folder.read(log), lines)
    rename(store.folder.path("away"), note)
    try await expectEqual(store.service().entries(), [before])
    let after = try await store.service().add(try fields("after"))
    try await expectEqual(store.service().entries(), [after, before])
  }

  @Test(arguments: [false, true])
  func `ignores a killed import that was copied or truncated`(isCut: Bool) async throws {
    let before = try await store.service().add(try fields("before"))
    let (log, size) = try await killImport(of: try await entries(0..<40))
    var bytes = try store.folder.read(log)
    try require(bytes.count > size)
    // The log as a manual copy has it, or with its first new bytes zeroed.
    if isCut {
      bytes.replaceSubrange(size..<size + 600, with: [UInt8](repeating: 0, count: 600))
    } else {
      unlink(log)
    }
    try store.write(bytes, to: log)
    try await expectEqual(store.service(on: "other").entries(), [before])
    try await expectEqual(store.service().entries(), [before])
    let after = try await store.service().add(try fields("after"))
    try await expectEqual(store.service().entries(), [after, before])
    try expect(store.folder.read(log).starts(with: bytes[..<size]))
    try expect(!store.tree().contains { $0.hasSuffix(".unfinished") })
    try expectEqual(store.findings(), [])
  }

  /// The changes to the log while a marker of an unfinished append remained or reappeared.
  enum Since: CaseIterable {
    /// The append completed, and more was saved.
    case ended, endedAndSaved
    /// The append was rolled back and more saved, or version 0.1.0 saved over its bytes.
    case saved, savedByOlder
    case damaged
    case olderLog
    case anotherKilled
  }

  @Test(arguments: Since.allCases)
  func `a stale marker hides and truncates nothing`(_ since: Since) async throws {
    let service = store.service()
    let early = try await service.add(try fields("early"))
    let older = try store.folder.read(try store.logPath())
    _ = try await service.add(try fields("before"))
    let fresh = try await entries(0..<40)
    let (log, size) = try await killImport(of: fresh)
    let path = notePath(of: log)
    var note = try store.folder.read(path)
    let lines = try store.folder.read(log)
    var expected = 0
    switch since {
    case .ended, .endedAndSaved:
      // A copy made during the append and updated later.
      let copied = Mutex<[UInt8]>([])
      let source = inParts([fresh]) { [store] in
        copied.withLock { $0 = (try? store.folder.read(path)) ?? [] }
      }
      try await expectEqual(store.service().saveImported(source)?.count, 40)
      note = copied.withLock { $0 }
      try require(!note.isEmpty)
      expected = 42
      if since == .endedAndSaved {
        _ = try await store.service().add(try fields("saved"))
        expected += 1
      }
    case .saved, .anotherKilled:
      _ = try await store.service().add(try fields("saved"))
      expected = 3
      if since == .anotherKilled {
        _ = try await killImport(of: try await entries(50..<90))
        expected = -1
      }
    case .damaged:
      _ = try await store.service().add(try fields("saved"))
      try store.flip(size + 100, of: log)
      expected = -1
    case .savedByOlder:
      let whole = try require(lines.lastIndex(of: 0x0A))
      let saved = try OldLine(
        of: try require(older.split(separator: 0x0A).last.map(Array.init)), titled: "saved")
      try store.write(lines[...whole] + saved.bytes, to: log)
      expected = -1
    case .olderLog:
      try store.write(older, to: log)
      expected = 1
    }
    let whole = try store.folder.read(log)
    try store.write(note, to: path)
    if since == .damaged { try expectContains(store.faults, .damagedLine) }
    for program in [store.service(), store.service(on: "other")] {
      let entries = try await program.entries()
      expectContains(entries, early)
      if expected >= 0 { expectEqual(entries.count, expected) }
      let titles = entries.map(\.title)
      if since != .ended, since != .olderLog, since != .damaged { expectContains(titles, "saved") }
    }
    _ = try await store.service().add(try fields("after"))
    try expect(store.folder.read(log).starts(with: whole))
    expectGreater(size, older.count)
    if since == .damaged { try expectContains(store.faults, .damagedLine) }
    try expect(!store.tree().contains { $0.hasSuffix(".unfinished") })
    unlink(store.indexPath)
    if expected >= 0 { try await expectEqual(store.service().count(), expected + 1) }
  }

  @Test func `appends after a torn line on a new line`() async throws {
    let service = store.service()
    _ = try await service.add(try fields("one"))
    let log = try store.logPath()
    try store.write(try store.folder.read(log) + Array("{\"entry\"".utf8), to: log)
    _ = try await service.saveImported(inParts([try await entries(0..<3)]))
    try await expectEqual(service.count(), 4)
    try await expectEqual(store.service().count(), 4)
    let lines = try store.folder.read(log).split(separator: 0x0A, omittingEmptySubsequences: false)
    expectEqual(lines.firstIndex { $0.isEmpty }, lines.count - 1)
    try expectEqual(store.findings().map(\.kind), [.tornLine])
  }
}
