import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Journals in every repository") struct JournalTests {
  private func add(
    _ diary: RepositoryUnderTest, _ title: String, in journal: String
  ) async throws -> Entry {
    try await diary.service.add(try fields(title, journal: journal))
  }

  private func names(_ service: DiaryService) async throws -> [String] {
    try await service.journals().map(\.name)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `knows the default journal by any language's name`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    try await expectEqual(diary.service.journals(), [Journal(name: "Diary", count: 0)])
    _ = try await diary.service.change(.add("Travel", nil))
    for edit in [
      JournalEdit.rename("Diary", to: "x"), .merge("diary", into: "Travel"),
      .delete("Diary", .trash), .delete("Diary", .move(to: "Travel")),
    ] { await expectThrows(DiaryError.defaultJournal) { try await diary.service.change(edit) } }
    _ = try await diary.service.change(.recolor("Diary", .red))
    try await expectEqual(diary.service.journals().first?.color, .red)
    let second = try RepositoryUnderTest(kind)
    _ = try await add(second, "a", in: "기본 일기장")
    _ = try await add(second, "b", in: "기본")
    try await expectEqual(second.service.journal(named: " 기본 일기장 ").name, "Diary")
    // 기본 일기장, decomposed.
    let apart =
      "\u{1100}\u{1175}\u{1107}\u{1169}\u{11AB} "
      + "\u{110B}\u{1175}\u{11AF}\u{1100}\u{1175}\u{110C}\u{1161}\u{11BC}"
    await expectThrows(DiaryError.journalExists("Diary")) {
      try await second.service.change(.rename("기본", to: apart))
    }
    await expectThrows(DiaryError.sameJournal("기본")) {
      try await second.service.change(.merge("기본", into: "기본"))
    }
    _ = try await second.service.change(.merge("기본", into: "기본 일기장"))
    try await expectEqual(second.service.journals(), [Journal(name: "Diary", count: 2)])
    for typed in ["일기장:기", "journal:D", "일기장:\"기본 일기장\""] {
      let query = SearchQuery(typed, today: .earliest, typingAt: typed.endIndex)
      try await expectEqual(
        second.service.entries(EntryQuery(query.predicate)).count, 2, "\(typed)")
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `keeps colors and order, and each name once`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    _ = try await diary.service.change(.add("  여행 ", .blue))
    _ = try await diary.service.change(.add("Work", nil))
    _ = try await diary.service.change(.reorder(["Work", "여행", "Diary"]))
    _ = try await diary.service.change(.recolor("work", .green))
    _ = try await diary.service.change(.add("Last", nil))
    _ = try await add(diary, "a", in: "Seen")
    _ = try await add(diary, "b", in: "work")
    let journals = try await diary.reopened().journals()
    expectEqual(journals.map(\.name), ["Work", "여행", "Diary", "Last", "Seen"])
    expectEqual(journals.map(\.color), [.green, .blue, nil, nil, nil])
    expectEqual(journals.map(\.count), [1, 0, 0, 0, 1])
    let plain = try await diary.reopened().journals(counted: false)
    expectEqual(plain.map(\.name), ["Work", "여행", "Diary", "Last"])
    // Names are unique and visible.
    _ = try await diary.service.change(.add("Caf\u{E9}", nil))
    for name in ["CAFE\u{301}", "diary", " café "] {
      await expectThrows(DiaryError.self) { try await diary.service.change(.add(name, nil)) }
    }
    for name in [
      "", " \t", "a\u{1B}[31m", "two\nlines", "\u{202E}x", String(repeating: "ㄱ", count: 4000),
    ] { await expectThrows(DiaryError.self) { try await diary.service.change(.add(name, nil)) } }
    for name in ["😀", "שלום", "\"quoted\" \\ name"] {
      _ = try await diary.service.change(.add(name, nil))
      _ = try await add(diary, name, in: name)
    }
    let all = try await diary.reopened().journals()
    expectEqual(all.filter { $0.count == 1 }.count, 5)
    expectEqual(all.count, 9)
    await expectThrows(DiaryError.noSuchJournal("x")) {
      try await diary.service.change(.recolor("x", nil))
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `moves the author's entries with a journal`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let first = try await add(diary, "a", in: "Travel")
    _ = try await add(diary, "b", in: "travel")
    _ = try await service.change(.recolor("Travel", .red))
    let renamed = try await service.change(.rename("Travel", to: "Journeys"))
    expectEqual(renamed.entries.changes.count, 2)
    expectEqual(renamed.name, "Journeys")
    try await expectEqual(names(service), ["Diary", "Journeys"])
    try await expectEqual(service.journals().last, Journal(name: "Journeys", color: .red, count: 2))
    _ = try await service.change(.add("Other", nil))
    _ = try await service.change(.merge("Journeys", into: "Other"))
    try await expectEqual(service.entry(first.id).journal, "Other")
    let trashed = try await service.change(.delete("Other", .trash))
    expect(trashed.isTrashing)
    expectEqual(trashed.entries.changes.count, 2)
    try await expectEqual(diary.reopened().trash().count, 2)
    try await expectEqual(names(diary.reopened()), ["Diary"])
    // Undoing the deletion restores it.
    let ids = trashed.entries.changes.map(\.after.id)
    let back = try await service.restore(many: ids, journals: trashed.entries.journals)
    expectEqual(back.changes.count, 2)
    try await expectEqual(names(diary.reopened()), ["Diary", "Other"])
    _ = try await service.change(.rename("Other", to: "OTHER"))
    try await expectEqual(names(diary.reopened()), ["Diary", "OTHER"])
    // Entries of others keep their journal.
    let second = try RepositoryUnderTest(kind)
    _ = try await add(second, "mine", in: "Travel")
    _ = try await second.service.addImported([imported(try fields("theirs", journal: "Travel"))])
    let made = try await second.service.change(.rename("Travel", to: "Journeys"))
    expectEqual(made.entries.refused, 1)
    expectEqual(made.entries.changes.count, 1)
    try await expectEqual(names(second.service), ["Diary", "Journeys", "Travel"])
  }
}

@Suite("Saved searches in every repository") struct SavedSearchTests {
  private func searches(_ service: DiaryService) async throws -> [String] {
    try await service.savedSearches().map {
      "\($0.icon ?? "-") \($0.name): \($0.query)"
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `saves, replaces, renames and deletes`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    try await expectEqual(searches(service), [])
    try await service.save(SavedSearch(named: " 🌧  Rainy days ", query: "rain OR 비"))
    try await service.save(SavedSearch(named: "Long", query: "words:>500"))
    let all = ["- Long: words:>500", "🌧 Rainy days: rain OR 비"]
    try await expectEqual(searches(service), all)
    try await expectEqual(searches(diary.reopened()), all)
    try await expectEqual(service.savedSearch(named: "rainy DAYS").query, "rain OR 비")
    try await service.save(SavedSearch(named: "LONG", query: "words:>900"))
    try await service.save(
      SavedSearch(named: "Rain", query: "rain"), replacing: "rainy days")
    try await expectEqual(searches(diary.reopened()), ["- LONG: words:>900", "- Rain: rain"])
    try await service.deleteSearch(named: "long")
    try await expectEqual(searches(diary.reopened()), ["- Rain: rain"])
    await expectThrows(DiaryError.noSuchSearch("long")) {
      try await service.deleteSearch(named: "long")
    }
    await expectThrows(DiaryError.noSuchSearch("x")) {
      try await service.save(SavedSearch(named: "y", query: "y"), replacing: "x")
    }
    // A new search may have the name of a deleted one.
    try await service.save(SavedSearch(named: "Long", query: "photos:>3"))
    try await expectEqual(searches(diary.reopened()), ["- Long: photos:>3", "- Rain: rain"])
  }

  @Test(
    arguments: [
      ("Rain", nil, "Rain"), ("⭐ Best", "⭐", "Best"), ("👨‍👩‍👧 가족", "👨‍👩‍👧", "가족"),
      ("A plan", nil, "A plan"),
      ("3 days", nil, "3 days"), ("⭐", nil, "⭐"), ("비 오는 날", nil, "비 오는 날"), ("* x", "*", "x"),
    ] as [(String, String?, String)])
  func `a symbol before the name is the icon`(
    _ typed: String, _ icon: String?, _ name: String
  ) throws {
    let search = try SavedSearch(named: typed, query: "x")
    expectEqual(search.icon, icon)
    expectEqual(search.name, name)
    try expectEqual(SavedSearch(named: search.typedName, query: "x"), search)
  }

  @Test(arguments: ["", " ", "two\nlines", "a\u{1B}[31m", String(repeating: "ㄱ", count: 4000)])
  func `a name is visible and on one line`(_ name: String) {
    expectThrows(DiaryError.self) { try SavedSearch(named: name, query: "x") }
  }
}

@Suite("Stored journals") struct JournalLineTests {
  private func path(_ store: StoreOnDisk, _ machine: String = "laptop") throws -> String {
    let device = try store.folder.text("state-\(machine)/device").prefix { $0 != "\n" }
    return "\(store.root)/journals/\(device).json"
  }

  @Test func `writes journals as lines of each device`() async throws {
    let store = try StoreOnDisk()
    _ = try await store.service().change(.add("Travel", .red))
    let seen = try store.lines()
    try expectEqual(JSONParser.parse(seen.at(1))["record"]?.string, "journal")
    _ = try await store.service(on: "desktop").change(.recolor("travel", .blue))
    try expectEqual(store.lines(), seen)
    try await expectEqual(store.service().journals().last?.color, .blue)
    _ = try await store.service().change(.delete("Travel", .trash))
    try await expectEqual(store.service(on: "desktop").journals().map(\.name), ["Diary"])
    _ = try await store.service(on: "desktop").change(.add("TRAVEL", nil))
    try await expectEqual(store.service().journals().map(\.name), ["Diary", "TRAVEL"])
    try expectEqual(store.findings(), [])
    // From the index as well as from the logs.
    try await store.service().flush()
    try expectContains(store.folder.text("store/index.json"), "TRAVEL")
    try await expectEqual(store.service().journals().map(\.name), ["Diary", "TRAVEL"])
    unlink(store.indexPath)
    try await expectEqual(store.service().journals().map(\.name), ["Diary", "TRAVEL"])
    try expectEqual(store.findings(), [])
    // An open program sees a new journal.
    let open = store.service()
    _ = try await open.journals()
    _ = try await store.service().change(.add("Work", .red))
    _ = try await open.refresh()
    try await expectEqual(open.journals().map(\.name), ["Diary", "TRAVEL", "Work"])
    // Other files there are reported, and never crash the program.
    let folder = store.root + "/journals"
    try store.write([0x7B], to: folder + "/notes.txt")
    try store.write([0x7B], to: folder + "/.tmp-12")
    mkfifo(folder + "/0123456789abcdef0123456789abcdef.json", 0o600)
    let kinds = try store.findings().map(\.kind)
    expectEqual(Set(kinds), [.unknownFile, .temporaryFile, .damagedJournals])
    expectEqual(kinds.count, 3)
    try await expectEqual(store.service().journals().map(\.name), ["Diary", "TRAVEL", "Work"])
    // Counts entries in the index and its tail.
    let second = try StoreOnDisk()
    let service = second.service()
    let names = ["Diary", "여행", "a\"b\\c", "\",\"journal\":\"x", "\u{7}"]
    var ids: [ID<Entry>] = []
    for number in 0..<40 {
      let journal = names[number % names.count]
      let fields = try fields("\(number)", content: "text \",\"journal\":\"No\"", journal: journal)
      ids.append(try await service.add(fields).id)
    }
    try await service.flush()
    func counts(_ service: DiaryService) async throws -> [String: Int] {
      Dictionary(
        uniqueKeysWithValues: try await service.journals().map { ($0.name, $0.count ?? -1) })
    }
    try await expectEqual(
      counts(second.service()), Dictionary(uniqueKeysWithValues: names.map { ($0, 8) }))
    _ = try await service.delete(ids[1])
    _ = try await service.edit([ids[2]], .move(toJournal: "Diary"))
    let expected = [names[0]: 9, names[1]: 7, names[2]: 7, names[3]: 8, names[4]: 8]
    try await expectEqual(counts(service), expected)
    try await expectEqual(counts(second.service()), expected)
  }

  @Test func `reads the journals file of version 0_1_0, and repairs a damaged one`() async throws {
    let store = try StoreOnDisk()
    _ = try await store.service().add(try fields("a"))
    let clock = #""clock":"2026-01-01T00:00:00.000Z+0""#
    try store.becomeOld(
      journals: #"{"journals":[{"name":"A","color":"pink","icon":[1],\#(clock)},"#
        + #"{"name":"B","color":"red",\#(clock)}]}"#)
    try await expectEqual(store.service().journals().map(\.name), ["Diary", "A", "B"])
    try await expectEqual(store.service().journals().last?.color, .red)
    try expectEqual(store.findings(), [])
    _ = try await store.service().change(.reorder(["B", "A", "Diary"]))
    expectNotEqual(access(try path(store), F_OK), 0)
    try await expectEqual(store.service().journals().map(\.name), ["B", "A", "Diary"])
    let after = try store.folder.read(try store.logPath())
    let text = String(decoding: after, as: UTF8.self)
    expectContains(text, "\"pink\"")
    expectContains(text, "\"icon\":[1]")
    try expectEqual(store.findings(), [])
    // A file copied there later counts where nothing newer is known.
    try store.write(
      Array(#"{"journals":[{"name":"A","color":"green",\#(clock)},{"name":"C",\#(clock)}]}"#.utf8),
      to: try path(store))
    let names = try await store.service().journals().map(\.name)
    expectEqual(Set(names), ["A", "B", "C", "Diary"])
    _ = try await store.service().change(.recolor("B", .blue))
    expectNotEqual(access(try path(store), F_OK), 0)
    try await expectEqual(Set(store.service().journals().map(\.name)), Set(names))
    // A damaged file is one finding, can be repaired, and doesn't prevent reading.
    for text in [
      "", "{", "[]", "null", "{\"journals\":{}}", "{\"journals\":[{\"name\":\"x\"}]}",
      "{\"journals\":[{\"name\":\" \",\"clock\":\"2026-01-01T00:00:00.000Z+0\"}]}",
      "{\"journals\":[{\"name\":\"x\",\"clock\":\"never\"}]}",
      "{\"journals\":" + String(repeating: "[", count: 100_000),
    ] {
      let store = try StoreOnDisk()
      let service = store.service()
      _ = try await service.add(try fields("a"))
      _ = try await service.change(.add("Kept", nil))
      try store.write(Array(text.utf8), to: try path(store))
      try await expectEqual(store.service().journals().map(\.name), ["Diary", "Kept"])
      try expectEqual(store.findings().map(\.kind), [.damagedJournals])
      _ = try await store.service().change(.add("New", nil))
      try expectEqual(store.folder.read(try path(store)), Array(text.utf8))
      try expectEqual(store.repair().count, 1)
      try expectEqual(store.findings(), [])
      try await expectEqual(store.service().journals().map(\.name), ["Diary", "Kept", "New"])
    }
  }
}
