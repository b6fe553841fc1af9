import DiaryCore
import Glibc
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Damaged indexes") struct IndexIssueTests {
  private struct Shown: Equatable {
    var entries: [Entry] = []
    var found: [Entry] = []
    var pinned: [Entry] = []
    var trash: [Entry] = []
    var byPrefix: [ID<Entry>] = []
    var tags: [String: Int] = [:]
    var days: [DayTally] = []
    var returning: [Entry] = []
    var journals: [Journal] = []
    var count = 0

    /// Starts with command `first`, before the index is repaired.
    init(_ service: DiaryService, first: Int, _ ids: [ID<Entry>]) async throws {
      for number in 0..<9 {
        switch (first + number) % 9 {
        case 0: entries = try await service.entries()
        case 1:
          let query = SearchQuery("강", today: .earliest).predicate
          found = try await service.entries(EntryQuery(query))
        case 2: pinned = try await service.entries(EntryQuery(.pinned))
        case 3: trash = try await service.trash()
        case 4:
          for id in ids {
            byPrefix.append(
              try await service.entry(withPrefix: String(id.description.prefix(12))).id)
          }
        case 5:
          tags = Dictionary(
            uniqueKeysWithValues: try await service.tags().map { ($0.name, $0.count) })
        case 6:
          let day = try require(CalendarDay("2026-11-05"))
          days = try await service.tallies(of: .earliest...day)
          returning = try await service.entries(onThisDay: day)
        case 7: journals = try await service.journals()
        default: count = try await service.count()
        }
      }
    }
  }

  private let store: StoreOnDisk
  private let ids: [ID<Entry>]
  private let whole: [UInt8]
  private let shown: Shown

  /// Creates a diary with a few index blocks and one unindexed entry.
  init() async throws {
    store = try StoreOnDisk()
    let service = store.service()
    var ids: [ID<Entry>] = []
    for number in 0..<18 {
      var fields = try fields(
        "\(number)", on: "20\(10 + number % 12)-11-05T08:00:00+09:00",
        content: String(repeating: number % 2 == 0 ? "강가에서. " : "By the river. ", count: 60),
        tags: ["tag \(number % 3)"])
      fields.details.isPinned = number % 5 == 0
      fields.journal = number % 4 == 0 ? "Travel" : EntryFields.defaultJournal
      // Text with several normal forms.
      if number == 7 { fields.details.place = "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}" }
      let entry = try await service.add(fields)
      ids.append(entry.id)
      if number % 6 == 5 { _ = try await service.delete(entry.id) }
    }
    try await service.flush()
    whole = try store.folder.read(store.indexPath)
    _ = try await service.add(try fields("강, later"))
    unlink(store.indexPath)
    shown = try await Shown(store.service(), first: 0, ids)
    self.ids = ids
    expectEqual(shown.entries.count, 16)
    expectEqual(shown.trash.count, 3)
    expectEqual(shown.found.count, 10)
    expectGreater(whole.count, 4 * 4096)
  }

  /// Compares the results with a damaged index. Returns true if it was rebuilt.
  @discardableResult
  private func check(_ bytes: [UInt8], first: Int, _ comment: String) async throws -> Bool {
    try store.write(bytes, to: store.indexPath)
    _ = try store.findings()
    let service = store.service()
    let found = try await Shown(service, first: first, ids)
    expectEqual(found, shown, "\(comment)")
    await service.finish()
    let isRemade = try await service.wasIndexRebuilt()
    // The next program finds a valid index.
    let next = store.service()
    _ = try await next.entries()
    try await expect(!next.wasIndexRebuilt(), "\(comment)")
    return isRemade
  }

  private var footerStart: Int {
    get throws { try require(whole.dropLast().lastIndex(of: 0x0A)) + 1 }
  }

  @Test func `no changed byte hides part of the diary`() async throws {
    var random = SeededGenerator(seed: 41)
    var places = (0..<RandomRounds.usually(24)).map { _ in
      Int.random(in: whole.indices, using: &random)
    }
    let footer = try footerStart
    places += (0..<RandomRounds.usually(12)).map { _ in
      Int.random(in: footer..<whole.count, using: &random)
    }
    let tables = try require(whole.firstRange(of: Array("],\"ids\"".utf8))).lowerBound
    places += (0..<RandomRounds.usually(16)).map { _ in
      Int.random(in: tables..<footer, using: &random)
    }
    var remade = 0
    for (number, place) in places.enumerated() {
      var bytes = whole
      // Some changes stay well formed, like another digit.
      let isDigit = (0x30...0x39).contains(bytes[place]) && number % 2 == 0
      bytes[place] = isDigit ? 0x30 + (bytes[place] - 0x30 + 1) % 10 : bytes[place] ^ 0x01
      if try await check(bytes, first: number, "byte \(place)") { remade += 1 }
    }
    // Bytes that are never read needn't be checked.
    expectGreater(remade, places.count * 3 / 4)
    // Several changed offsets don't either, and never crash the program.
    let signs = Array("0123456789-,\"[]{}: \n".utf8)
    for round in 0..<RandomRounds.usually(40) {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: tables..<bytes.count, using: &random)
        bytes[place] = signs.randomElement(using: &random) ?? 0
      }
      try await check(bytes, first: round, "round \(round)")
    }
  }

  @Test func `truncated, zeroed or swapped parts hide nothing`() async throws {
    let blocks = whole.count / 4096
    for block in 0..<blocks {
      let range = block * 4096..<(block + 1) * 4096
      var zeroed = whole
      zeroed.replaceSubrange(range, with: [UInt8](repeating: 0, count: 4096))
      try await expect(check(zeroed, first: block, "zeros in block \(block)"))
      var swapped = whole
      let next = (block + 1) % blocks * 4096
      swapped.replaceSubrange(range, with: whole[next..<next + 4096])
      swapped.replaceSubrange(next..<next + 4096, with: whole[range])
      try await expect(check(swapped, first: block + 1, "block \(block) swapped"))
      try await expect(check(Array(whole[..<range.upperBound]), first: 0, "cut off"))
      let footer = try footerStart
      try await expect(
        check(Array(whole[..<range.lowerBound] + whole[footer...]), first: 0, "a hole"))
    }
    // Two swapped lines of entries.
    let lines = whole.split(separator: 0x0A, omittingEmptySubsequences: false)
    var order = lines
    order.swapAt(2, 3)
    try await expect(check(Array(order.joined(separator: [0x0A])), first: 0, "lines swapped"))
    var random = SeededGenerator(seed: 11)
    let many = String(decoding: whole, as: UTF8.self)
      .replacing("\"count\":15", with: "\"count\":9223372036854775807")
    expectNotEqual(Array(many.utf8), whole)
    for bytes in [
      [], [0], Array("{}\n".utf8), Array("[1,2]".utf8), Array(whole.dropLast(10)),
      Array(repeating: 0, count: whole.count), Array(many.utf8),
      (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) },
    ] as [[UInt8]] {
      try await check(bytes, first: 0, "\(bytes.prefix(9))")
      try expectEqual(store.faults, [])
    }
  }

  @Test func `rebuilds an older index, and a save loses nothing`() async throws {
    var text = String(decoding: whole, as: UTF8.self)
    let start = try require(text.firstRange(of: "],\"sums\":[")).lowerBound
    let end = try require(text.firstRange(of: "],\"count\":")).lowerBound
    text.removeSubrange(start..<end)
    text = text.replacing(/"sumsAt":[0-9]+,"sumCount":[0-9]+,/, with: "")
    text = text.replacing(/,"sum":"[0-9a-f]{16}"}\n/, with: "}\n")
    _ = try JSONParser.parse(Array(text.utf8))
    try store.write(Array(text.utf8), to: store.indexPath)
    try expectEqual(store.faults, [])
    try await expect(!check(Array(text.utf8), first: 0, "an earlier one"))
    expectContains(String(decoding: try store.folder.read(store.indexPath), as: UTF8.self), "sums")
    // The index is one JSON document with an entry per line.
    let json = try JSONParser.parse(whole)
    expectEqual(json["entries"]?.array?.count, 15)
    let dates = json["entries"]?.array?.compactMap { $0["date"]?.string } ?? []
    expectEqual(dates, dates.sorted())
    let lines = whole.split(separator: 0x0A).dropFirst()
    for (line, entry) in zip(lines, json["entries"]?.array ?? []) {
      let object = Array(line.last == UInt8(ascii: ",") ? line.dropLast() : line)
      try expectEqual(JSONParser.parse(object), entry)
    }
    for place in stride(from: 0, to: whole.count, by: 501) {
      var bytes = whole
      bytes[place] ^= 0x02
      try store.write(bytes, to: store.indexPath)
      try expectEqual(store.faults.count, 1, "byte \(place)")
    }
    try store.write(whole, to: store.indexPath)
    try expectEqual(store.faults, [])
    // A save after damage was found loses nothing.
    try store.flip(whole.count / 3, of: store.indexPath, 0x04)
    let service = store.service()
    _ = try await service.entries()
    let added = try await service.add(try fields("after"))
    await service.finish()
    let entries = try await store.service().entries()
    expectEqual(Set(entries.map(\.id)), Set(shown.entries.map(\.id) + [added.id]))
    try expectEqual(store.faults, [])
  }

  @Test func `shows the same when another program truncates the open index`() async throws {
    for first in 0..<9 {
      for size in [0, whole.count / 2] {
        try store.write(whole, to: store.indexPath)
        let service = store.service()
        _ = try await service.entries()
        expectEqual(truncate(store.indexPath, size), 0)
        let found = try await Shown(service, first: first, ids)
        expectEqual(found, shown, "\(first), \(size)")
        await service.finish()
      }
    }
  }

  @Test func `sets aside a damaged index if a log can't be read`() async throws {
    try store.write(whole, to: store.indexPath)
    try store.flip(whole.count / 3, of: store.indexPath, 0x04)
    let service = store.service()
    try await expectEqual(service.entries(), shown.entries)
    let log = try store.logPath()
    try FileSystem.rename(log, to: store.folder.path("moved"))
    try FileSystem.symbolicLink(to: log, at: log)
    await service.finish()
    try expectEqual(store.files(in: store.root + "/set-aside"), ["index.json"])
  }

  @Test func `stops at a log that another program truncates`() throws {
    let path = try store.logPath()
    let reader = LogReader(layout: StoreLayout(root: store.root))
    let name = try require(reader.logs().first?.name)
    var count = 0
    expectThrows(SystemError(.reading, path, .inputOutput)) {
      try reader.forEachLine(of: name) { _ in
        count += 1
        truncate(path, 0)
      }
    }
    expectEqual(count, 1)
  }

  @Test func `reports data that can't be rebuilt`() async throws {
    try store.write(whole, to: store.indexPath)
    try store.flip(whole.count / 3, of: store.indexPath, 0x04)
    let service = store.service()
    _ = try await service.count()
    // The logs change while the program is open.
    var log = try store.folder.read(try store.logPath())
    let place = try require(log.firstRange(of: Array("By the river".utf8))).lowerBound
    log[place] ^= 0x04
    let file = try require(fopen(try store.logPath(), "r+"))
    expectEqual(fwrite(log, 1, log.count, file), log.count)
    fclose(file)
    let found = try await service.entries()
    expectLess(found.count, shown.entries.count)
    await expectThrows(DiaryError.self) { try await service.wasIndexRebuilt() }
  }
}

@Suite("Index hashes") struct IndexHashTests {
  @Test func `finds every entry, with few false lookups`() async throws {
    let store = try StoreOnDisk()
    let diary = store.service()
    // Some ids are consecutive, as imports may choose any.
    let entries = try await diary.addImported(
      try (0..<600).map { number in
        imported(
          try fields("\(number)"), number < 100 ? ID(high: 0, low: UInt64(number)) : .random())
      })
    try await diary.flush()
    let layout = StoreLayout(root: store.folder.path("store"))
    let index = try require(IndexFile(try layout.map(layout.index)))
    let filter = try require(index.filter)
    expect(entries.allSatisfy { filter.mayHold($0.id, of: index.bytes) })
    expect(entries.allSatisfy { index.rank(of: $0.id) != nil })
    let others = (0..<2000).map { _ in ID<Entry>.random() }
    expectLess(others.count { filter.mayHold($0, of: index.bytes) }, 100)
    expect(others.allSatisfy { index.rank(of: $0) == nil })
  }

  /// Values from `xxh64sum`.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)])
  func `computes the same hash as other implementations`(_ text: String, _ sum: UInt64) {
    expectEqual(Array(text.utf8).withUnsafeBytes { XXH64.sum(of: $0, seed: 0) }, sum)
    expectNotEqual(Array(text.utf8).withUnsafeBytes { XXH64.sum(of: $0, seed: 1) }, sum)
  }
}
