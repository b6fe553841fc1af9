import DiaryCore
import Glibc
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Unreadable and missing lines") struct LogChainTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  /// The lines of entries.
  private func lines() throws -> [[UInt8]] {
    try store.lines().filter { !$0.starts(with: Array("{\"record\"".utf8)) }
  }

  private func write(_ lines: [[UInt8]], last: [UInt8] = []) throws {
    let founding = try store.folder.read(store.folder.path("founding"))
    try store.write(
      founding + Array(lines.map { $0 + [0x0A] }.joined()) + last, to: try store.logPath())
  }

  /// Saves each entry by a new program. Returns their lines.
  @discardableResult private func save(_ titles: String...) async throws -> [[UInt8]] {
    for title in titles { _ = try await store.service().add(try fields(title, content: "글")) }
    if access(store.folder.path("founding"), F_OK) != 0 {
      try store.folder.write(try store.lines().at(0) + [0x0A], to: "founding")
    }
    return try lines()
  }

  @Test func `each line names the previous one, even in an import`() async throws {
    try await save("one", "two")
    _ = try await store.service().addImported(try (0..<5).map { _ in imported(try fields("old")) })
    let entry = try require(try await store.service().entries().first { $0.title == "two" })
    _ = try await store.service().update(entry.id, to: try fields("changed"))
    let json = try store.lines().map { try JSONParser.parse($0) }
    expectEqual(json.count, 9)
    try expectEqual(json.at(0)["prev"], .null)
    expectEqual(json.dropFirst().map { $0["prev"] }, json.dropLast().map { $0["sum"] })
    // The link isn't part of the entry.
    try await expect(store.service().entries().allSatisfy { $0.unknownMembers.isEmpty })
    try expectEqual(store.findings(), [])
  }

  @Test(arguments: [40, 200])
  func `a damaged line stays a fault after later saves`(_ length: Int) async throws {
    // It looks like a torn line, but isn't the last one.
    for number in 0..<3 {
      let store = try LogChainTests()
      var saved = try await store.save("one", "two", "three")
      saved[number] = Array(saved[number].prefix(length))
      try store.write(saved)
      try expectContains(store.store.faults, .damagedLine, "\(number)")
      try await store.save("four")
      try expectContains(store.store.faults, .damagedLine, "\(number)")
    }
    // A line with an overwritten end isn't torn either.
    let saved = try await save("one", "two", "three")
    let bytes: [UInt8] = Array(saved.map { $0 + [0x0A] }.joined())
    try store.write(bytes.dropLast() + Array("x".utf8), to: try store.logPath())
    try expectContains(store.faults, .damagedLine)
  }

  @Test func `finds missing lines in the middle, at the end and in other months`() async throws {
    let saved = try await save("one", "two", "three", "four")
    for gone in [[1], [1, 2], [2, 3], [1, 2, 3]] as [[Int]] {
      try write(saved.indices.filter { !gone.contains($0) }.map { saved[$0] })
      unlink(store.indexPath)
      try expectEqual(store.faults, [.missingLine], "\(gone)")
    }
    try write(saved)
    try expectEqual(store.faults, [])
    // Half of the last line is missing as well.
    try write(Array(saved[..<2]), last: Array(saved[2].prefix(99)))
    unlink(store.indexPath)
    try expectEqual(store.faults, [.missingLine])
    unlink(try store.logPath())
    try expectEqual(store.faults, [.missingLine])
  }

  @Test func `the first line of a month names the last one of the previous`() async throws {
    let october = try require(Timestamp("2026-10-31T20:00:00.000Z"))
    let service = store.service(now: { october })
    for title in ["one", "two"] { _ = try await service.add(try fields(title)) }
    let log = try store.logPath()
    let early = try store.lines().map { $0 + [0x0A] }
    try await save("three")
    try expectEqual(store.files(in: String(log.dropLast("2026-10.jsonl".count))).count, 2)
    try expectEqual(store.findings(), [])
    let first = early[0] + early[1]
    for lost in [first, first + early[2].prefix(90)] {
      try store.write(lost, to: log)
      unlink(store.indexPath)
      try expectEqual(store.faults, [.missingLine])
    }
    try store.write(first + early[2].prefix(90) + [0x0A], to: log)
    try expectContains(store.faults, .damagedLine)
    unlink(log)
    try expectEqual(store.faults, [.missingLine])
  }

  @Test func `a repair records a loss, so it isn't reported again`() async throws {
    let saved = try await save("one", "two", "three")
    try write([saved[0], saved[2]])
    let name = store.relative(try store.logPath())
    try expectEqual(store.storeRepair().remedies(for: [store.findings().at(0)]), [.repair])
    try expectContains(store.repair(), .lossRecorded(log: name))
    try expectEqual(store.findings().filter { $0.kind != .lostText }, [])
    try await save("four")
    try expectEqual(store.faults.filter { $0 != .lostText }, [])
  }

  @Test func `lines removed with the trash aren't missing`() async throws {
    try await save("one", "two", "three", "four")
    let service = store.service()
    for entry in try await service.entries() where entry.title != "two" {
      _ = try await service.delete(entry.id)
    }
    try await expectEqual(service.emptyTrash(), 3)
    let left = try lines().map { try JSONParser.parse($0) }
    expectEqual(left.map { $0["body"] != nil }, [false, true] + [Bool](repeating: false, count: 5))
    try expectEqual(store.findings(), [])
    try await save("five")
    try expectEqual(store.findings(), [])
    let whole = try store.folder.read(try store.logPath())
    try write([try lines().at(1)])
    unlink(store.indexPath)
    try expectContains(store.faults, .missingLine)
    // A backup and its restored copy know this as well.
    try store.write(whole, to: try store.logPath())
    let backup = try StoreBackup(root: store.root).run(
      to: store.folder.path("backups"), at: try require(EntryDate("2026-11-22T08:00:00Z")))
    expectEqual(backup.findings, [])
    let restored = store.folder.path("restored")
    _ = try BackupRestore(backup: backup.path, to: restored).run(
      at: try require(EntryDate("2026-11-22T09:00:00Z"))
    ) { _ in }
    for root in [backup.path, restored] {
      try expectEqual(StoreVerifier(root: root).run { _ in }.faults, 0)
    }
  }

  /// Saves two entries, trashes one, and damages the other's line after the index was written.
  private func damageLine(of title: String, trashing other: String) async throws {
    let service = store.service()
    for title in [title, other] { _ = try await service.add(try fields(title)) }
    let trashed = try require(try await service.entries().first { $0.title == other })
    _ = try await service.delete(trashed.id)
    try await store.service().flush()
    var log = try store.folder.read(try store.logPath())
    let place = try require(log.firstRange(of: Array("\"title\":\"\(title)".utf8)))
    log[place.upperBound - 1] ^= 1
    try store.write(log, to: try store.logPath())
  }

  @Test func `emptying the trash keeps the index that has a damaged line's text`() async throws {
    try await damageLine(of: "kept", trashing: "trashed")
    // Nothing is removed while the index can't be kept.
    try store.folder.write("", to: "store/set-aside")
    let lines = try store.lines()
    await expectThrows(SystemError.self) { try await store.service().emptyTrash() }
    try expectEqual(store.lines(), lines)
    try expectContains(store.folder.text("store/index.json"), "\"title\":\"kept\"")
    unlink(store.root + "/set-aside")
    try await expectEqual(store.service().emptyTrash(), 1)
    try expectContains(store.folder.text("store/set-aside/index.json"), "\"title\":\"kept\"")
    try expectEqual(store.findings().map(\.kind), [.damagedBody])
  }

  @Test func `an index of another version is kept if a line is damaged`() async throws {
    try await damageLine(of: "kept", trashing: "trashed")
    let index = try store.folder.text("store/index.json")
    let earlier = index.replacing(#/"searchedTexts":\d+/#, with: "\"searchedTexts\":1")
    try store.folder.write(earlier, to: "store/index.json")
    try await expectEqual(store.service().entries().count, 0)
    try expectEqual(store.folder.text("store/set-aside/index.json"), earlier)
    try await expectEqual(store.service().entries().count, 0)
    try expectEqual(store.files(in: store.root + "/set-aside").count, 1)
  }

  @Test func `reads lines of version 0_1_0 without proving them`() async throws {
    try await save("one", "two", "three")
    try store.becomeOld()
    let (log, bytes) = (try store.logPath(), try store.lines())
    try await expectEqual(store.service().count(), 3)
    try expectEqual(store.findings(), [])
    // The first new line vouches for them. It is in the log of a new device ID.
    try await save("four")
    let founding = try JSONParser.parse(store.lines().at(0))
    expectEqual(founding["record"]?.string, "founding")
    expectEqual(founding["prev"], .null)
    try expectEqual(store.findings(), [])
    func write(_ lines: [[UInt8]]) throws {
      try store.write(Array(lines.map { $0 + [0x0A] }.joined()), to: log)
    }
    try write([bytes[0], Array(bytes[1].prefix(99)), bytes[2]])
    try expect(Set(store.faults).isSuperset(of: [.doubtfulLine, .changedLog]))
    try write([bytes[0], bytes[1], Array(bytes[2].prefix(99))])
    try expectContains(store.faults, .changedLog)
    try write([bytes[1], bytes[0], bytes[2]])
    try expectContains(store.faults, .changedLog)
  }

  @Test(arguments: RandomRounds.seeds(usually: 2))
  func `detects every changed byte and truncation`(_ seed: UInt64) async throws {
    try await save("one", "two")
    _ = try await store.service().addImported(
      try (0..<4).map { imported(try fields("old \($0)"), at: Int64($0)) })
    try await save("three", "four", "five")
    let log = try store.logPath()
    let whole = try store.folder.read(log)
    let index = try store.folder.read(store.indexPath)
    let titles = try await store.service().entries().map(\.title)
    let lastLine = try require(whole.dropLast().lastIndex(of: 0x0A)) + 1
    var numbers = SeededGenerator(seed: seed)

    func check(_ bytes: [UInt8], _ what: String) async throws {
      for hasIndex in [true, false] {
        try store.write(bytes, to: log)
        if hasIndex { try store.write(index, to: store.indexPath) } else { unlink(store.indexPath) }
        guard try store.faults.isEmpty else { continue }
        try await expectEqual(store.service().entries().map(\.title), titles, "\(what)")
      }
    }
    for _ in 0..<60 {
      let position = Int.random(in: whole.indices, using: &numbers)
      var bytes = whole
      // Line breaks, quotes and zeros are the most deceptive.
      let values: [UInt8] = [0x0A, 0x22, 0, 0x7D, UInt8.random(in: .min ... .max, using: &numbers)]
      bytes[position] = values.randomElement(using: &numbers) ?? 0
      try await check(bytes, "byte \(position) is \(bytes[position])")
    }
    try await check(Array(whole.prefix(lastLine - 1)), "cut before the end of the last but one")
    for _ in 0..<20 {
      // The last line may be lost unnoticed.
      let end = Int.random(in: 0..<lastLine, using: &numbers)
      try await check(Array(whole.prefix(end)), "cut at \(end)")
      guard end < lastLine - 1 else { continue }
      try await check(whole.prefix(end) + [0x0A], "cut at \(end), with a line end")
    }
  }

  @Test func `an unreadable log is reported, rather than treated as empty`() async throws {
    let entry = try await store.service().add(try fields("one"))
    let layout = StoreLayout(root: store.root)
    let log = try require(LogReader(layout: layout).logs().first).name
    let device = try require(StoreLayout.device(ofLog: log))
    let path = Path.parent(layout.log(log).path)
    var isFound = false
    try LogReader(layout: layout).forEachLine(of: log) { line in
      guard LineCheck.entry(of: line.bytes) == entry.id, let link = ChainLink(of: line.bytes),
        let sum = RevisionLine.id(of: line.bytes)
      else { return }
      isFound = true
      let tip = RunTip(link.number, sum)
      let removal = RemovalRecord(entries: [entry.id], seen: [device: [tip]])
      try expect(StoreRemovals([removal], in: layout).isGone(line))
      try FileSystem.rename(path, to: store.root + "/moved")
      try FileSystem.symbolicLink(to: path, at: path)
      expectThrows(SystemError(.reading, path, .tooManyLinks)) {
        try StoreRemovals([removal], in: layout).isGone(line)
      }
    }
    expect(isFound)
  }

  @Test func `emptying the trash keeps a photo that an unreachable log may name`() async throws {
    let named = try await store.addPhotoEntry("named", [1], in: store.service(on: "desktop"))
    let trashed = try await store.addPhotoEntry("trashed", [1])
    let diary = store.service()
    _ = try await diary.delete(trashed.id)
    let path = try store.logPath(of: "desktop")
    try FileSystem.rename(path, to: store.root + "/moved")
    try FileSystem.symbolicLink(to: path, at: path)
    await expectThrows(SystemError(.reading, path, .tooManyLinks)) { try await diary.emptyTrash() }
    try FileSystem.rename(store.root + "/moved", to: path)
    try await expectEqual(diary.emptyTrash(), 1)
    try expectEqual(store.folder.read(diary.file(of: named.photos.at(0))), [1])
  }
}
