import DiaryCore
import DiaryStore
import TestSupport
import Testing

// What every repository must leave out while locked journals are hidden.
extension RepositoryContractTests {
  private static let journals = ["Diary", "Private", "Work", "Étude \"x\"", "비밀"]

  @Test(arguments: RepositoryKind.allCases)
  func `what is hidden is what a plain filter leaves out, wherever the entries stand`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind, spreads: false)
    var random = SeededGenerator(seed: 77)
    var model: [ID<Entry>: Entry] = [:]
    func randomFields() throws -> EntryFields {
      var fields = try fields(
        ["fog", "snow", "river"].randomElement(using: &random) ?? "",
        on:
          "20\(Int.random(in: 10...25, using: &random))-06-1\(Int.random(in: 0...9, using: &random))"
          + "T12:00:00Z", content: "text")
      fields.journal = Self.journals.randomElement(using: &random) ?? "Diary"
      fields.details.isPinned = Int.random(in: 0..<5, using: &random) == 0
      return fields
    }
    // Each journal has an entry that stays in it.
    for name in Self.journals {
      var fields = try randomFields()
      fields.journal = name
      let entry = try await diary.service.add(fields)
      model[entry.id] = entry
    }
    let staying = Set(model.keys)
    var locked: Set<String> = []
    // In the tail alone, in an index with a tail, with entries that left the index, and with others
    // locked than those that the index was made with.
    for round in 0..<5 {
      for _ in 0..<40 {
        let entry = try await diary.service.add(try randomFields())
        model[entry.id] = entry
      }
      let known = model.keys.filter { !staying.contains($0) }.sorted().shuffled(using: &random)
      for id in known.prefix(6) {
        _ = try await diary.service.delete(id)
        model[id] = nil
      }
      for id in known.dropFirst(6).prefix(15) {
        model[id] = try await diary.service.update(id, to: try randomFields())
      }
      await diary.service.hideLockedJournals(false)
      for name in Self.journals {
        let isLocked = Bool.random(using: &random)
        _ = try await diary.service.lock(journal: name.uppercased(), isLocked)
        if isLocked { locked.insert(name) } else { locked.remove(name) }
      }
      for service in [diary.service, diary.reopened()] {
        await service.hideLockedJournals(true)
        let shown = model.values.filter { !locked.contains($0.journal) }
        try await expectShown(service, shown, all: Array(model.values), "round \(round), \(locked)")
        await service.hideLockedJournals(false)
        try await expectShown(
          service, Array(model.values), all: Array(model.values), "round \(round)")
      }
      if round.isMultiple(of: 2) { try await diary.repository.settle() }
    }
  }

  private func expectShown(
    _ service: DiaryService, _ shown: [Entry], all: [Entry], _ place: String
  ) async throws {
    let predicates: [EntryPredicate] = [
      .all, .text(SearchPhrase("fog")), .journal("Private"), .pinned, .not(.journal("비밀")),
      .from(try require(CalendarDay("2018-06-14"))), .ids(Set(all.map(\.id))),
    ]
    for predicate in predicates {
      for sort in EntryQuery.Sort.allCases {
        let query = EntryQuery(predicate, sort: sort)
        try await expectEqual(
          service.entries(query), query.applied(to: shown), "\(place) \(predicate)")
      }
      try await expectEqual(
        service.count(predicate), shown.count(where: predicate.matches), "\(place)")
      var whole = EntryQuery(predicate)
      whole.includesHidden = true
      try await expectEqual(service.entries(whole), whole.applied(to: all), "\(place) \(predicate)")
    }
    let sorted = EntryQuery().applied(to: shown)
    for offset in [0, 1, sorted.count / 2, sorted.count - 2, sorted.count] {
      let query = EntryQuery(offset: max(0, offset), limit: 7)
      try await expectEqual(service.entries(query), query.applied(to: shown), "\(place) \(offset)")
    }
    for entry in all {
      try await expectEqual(
        service.rank(of: entry.order), shown.count { entry.order < $0.order }, "\(place)")
    }
    let years = try require(CalendarDay("2010-01-01"))...(try require(CalendarDay("2025-12-31")))
    let tallies = DayTally.counted(shown.map { ($0.date.day, $0.photos.count) }, in: years)
    try await expectEqual(service.tallies(of: years), tallies, "\(place)")
    let day = try require(CalendarDay("2026-06-15"))
    let returning = shown.filter { $0.date.day.returns(on: day) }
    try await expectEqual(
      service.entries(returningOn: day), EntryQuery().applied(to: returning), "\(place)")
  }

  @Test(arguments: RepositoryKind.allCases)
  func `whoever doesn't see a journal changes nothing of it but adds to it`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind, spreads: false)
    let service = diary.service
    var fields = try fields("Secret", on: "2026-11-19T12:00:00Z", content: "")
    fields.journal = "Private"
    let entry = try await service.add(fields)
    let deleted = try await service.delete(try await service.add(fields).id)
    try await expectEqual(service.lock(journal: "PRIVATE"), "Private")
    try await expectEqual(service.journals().first { $0.name == "Private" }?.count, 1)
    await service.hideLockedJournals(true)

    let journal = try require(try await service.journals().first { $0.name == "Private" })
    expect(journal.isLocked)
    expectNil(journal.count)
    try await expect(service.hiddenJournals().contains("private"))
    await expectThrows(DiaryError.hiddenJournal("Private")) {
      try await service.lock(journal: "private", false)
    }
    for edit in [
      JournalEdit.rename("Private", to: "Open"), .merge("Private", into: "Diary"),
      .delete("Private", .trash),
    ] {
      await expectThrows(DiaryError.hiddenJournal("Private")) { try await service.change(edit) }
    }
    await expectThrows(DiaryError.hiddenEntry) {
      try await service.entry(withPrefix: entry.id.description)
    }
    try await expectEqual(service.trash(), [])
    await expectThrows(DiaryError.hiddenInTrash) { try await service.emptyTrash() }
    try await expectEqual(service.shownEntries(ids: [entry.id]), [])
    try await expectEqual(service.entries(ids: [entry.id]), [entry])
    // It is a letter box still.
    _ = try await service.add(fields)
    try await expectEqual(service.count(), 0)

    let reopened = diary.reopened()
    try await expectEqual(reopened.journals().first { $0.name == "Private" }?.isLocked, true)
    await service.hideLockedJournals(false)
    try await expectEqual(service.count(), 2)
    try await expectEqual(service.trash().map(\.id), [deleted.id])
    _ = try await service.change(.recolor("Private", .red))
    let renamed = try await service.change(.rename("Private", to: "Mine"))
    expectEqual(renamed.entries.changes.count, 2)
    try await expectEqual(service.journals().first { $0.name == "Mine" }?.isLocked, true)
    try await expectEqual(service.lock(journal: "Mine", false), "Mine")
    try await expectEqual(service.journals().first { $0.name == "Mine" }?.isLocked, false)
  }
}
