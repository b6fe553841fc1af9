import DiaryCore
import DiaryStore
import TestSupport
import Testing
import Text

extension RepositoryContractTests {
  private static let queries = [
    "강가", "각", "가", "ㄱ", "ㄱㄱ", "강ㄱ", "\"강\"", "walk 가", "-강가", "-강가 -walk", "tag:산책",
    "tag:CAFÉ", "-tag:산책 walk", "journal:travel", "journal:\"new york\" 강", "date:2024",
    "date:2024-02..2025-03 강", "date:2025..", "-date:2024", "date:..2024-06-15 ㄱ", "is:starred",
    "-is:starred 강", "is:pinned", "-is:pinned 각", "is:pinned date:2024", "is:pinned -date:2024 ㄱ",
    "has:photo", "author:kim", "author:Lee", "-author:kim", "place:서울", "place:ㅅㅇ", "서울", "mood:😊",
    "weather:비", "is:starred tag:산책 date:2024 -비", "zzz", "-zzz", "caf", "café", "",
    "각오 OR walk", "(강가 OR \"cafe\") -tag:비", "-(강가 OR walk)", "tag:비 OR date:2024-03",
    "is:pinned OR 각오", "(ㄱ OR tag:walk) (서울 OR is:starred)", "zzz OR 강가", "photos:0", "photos:>0",
    "words:>3", "characters:<12 OR zzz", "mood:>2", "changed:2024", "mood:>9 OR walk",
  ]

  private static let typing = [
    "tag:산", "tag:ㅅ", "tag:w", "tag:ㅂ date:2024", "tag:비 tag:산", "journal:t", "journal:\"new y",
    "강 journal:d", "tag:zzz",
  ]

  /// Equivalent texts in other characters, and texts that only look alike.
  private static let words = [
    "강가", "\u{1100}\u{1161}\u{11BC}\u{1100}\u{1161}", "가\u{11BC}가", "각오", "café", "cafe\u{301}",
    "CAFÉ", "cafe", "Kelvin", "\u{212A}elvin", "kelvin", "straße", "STRASSE", "ẞ", "İstanbul",
    "i\u{307}stanbul", "ΣΊΣΥΦΟΣ", "σίσυφος", "Вода", "вода", "Å", "\u{212B}", "A\u{30A}", "👩‍🚀", "👩",
    "👍🏽", "👍", "🇰🇷", "\"quoted\"", "back\\slash", "tab\there", "a\u{85}b", "Ǆ", "ǆ", "ắ",
    "a\u{306}\u{301}", "한글", "ㅎㅏㄴ", "ﬁ", "fi", "①", "photo:", "title", "\u{200D}", ";", "\u{37E}",
    "e", "가", "ᄀ", "김치", "감사", "ㄳ", "ㅋㅋ크", "닭", "달고", "과자", "힣", "\u{1103}\u{1161}\u{11B0}",
    "don’t", "wait…", "ＦＵＬＬ", "①", "½", "so\u{AD}ft", "❤\u{FE0F}x", "❤x", "Ёлка", "Đặng", "naïve",
    "smørrebrød", "a\u{A0}b", "well–known", "ガス", "か",
  ]
  private static let phrases =
    words + [
      "\"강가 각\"", "caf", "오", "É", "k", "K", "quoted\"", "\\", "slash back", "이", "zzz", "s",
      "ㄱ", "ㄱㅊ", "ㄱㅅ", "ㄳ", "김ㅊ", "ㅋ", "ㅎ", "달", "고", "강가-", "\"ㄱ\"", "-강가", "-ㄱ -caf", "한그",
      "각오 -김치 ㅎ", "Kㄱ", "don't", "...", "full", "1", "1⁄2", "soft", "❤", "❤x", "елка", "dang",
      "naive", "\"naïve\"", "\"naive\"", "smørrebrod", "\"a b\"", "well-known", "ss", "st",
      "strasse",
      "istanbul", "\"İstanbul\"", "fi", "tag:cafe", "tag:\"cafe\"", "tag:dang", "tag:strasse",
      "tag:❤x", "が", "カ", "x", "q", "'", "-tag:fi",
    ]

  @Test(arguments: RepositoryKind.allCases)
  func `search agrees with a scan of all entries`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let owner = try await diary.service.rename(author: "Kim Minji")
    var random = SeededGenerator(seed: 61)
    var model: [Entry] = []
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    func text(_ count: Int) -> String {
      (0..<count).map { _ in pick(Self.words) }.joined(separator: pick([" ", "\n"]))
    }
    func expectPhrases(_ place: String) async throws {
      for phrase in Self.phrases {
        let query = EntryQuery(SearchQuery(phrase, today: .earliest).predicate)
        let found = try await diary.service.entries(query)
        expectEqual(found, query.applied(to: model), "\(place): \(phrase)")
      }
    }
    for number in 0..<80 {
      var fields = try fields(
        "\(number) " + pick(["강가", "가고", "각오", "walk", "비"]) + text(2),
        on: "202\(4 + number % 3)-0\(1 + number % 9)-15T10:00:00+09:00",
        content: pick(["", "강가의 안개", "길거리", "Café", "cafe\u{301}", "\u{1100}\u{1161}\u{11A8}"])
          + text(number % 3), tags: [pick(["산책", "비", "walk"]), text(1)])
      fields.journal = pick(["Diary", "Travel", "New York"])
      fields.details.isStarred = Bool.random(using: &random)
      fields.details.isPinned = number % 20 == 3
      fields.details.place = pick(["서울", "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", "Seoul"])
      if number % 2 == 0 { fields.details.mood = pick(["😊", "좋음"]) }
      if number % 3 == 0 { fields.details.weather = pick(["비", "맑음"]) }
      if number % 5 == 0 {
        let other = imported(fields, by: AuthorID("Lee"), at: diary.service.time().milliseconds)
        model += try await diary.service.addImported([other])
      } else {
        model.append(try await diary.service.add(fields))
      }
      guard number == 60 else { continue }
      try await expectPhrases("in the tail alone")
      try await diary.repository.flush()
    }
    // An index with a tail, and with entries removed from it.
    for index in stride(from: 1, to: 60, by: 5) {
      var fields = model[index].fields
      fields.title = text(3)
      model[index] = try await diary.service.update(model[index].id, to: fields)
    }
    for index in stride(from: 57, to: 0, by: -5) {
      _ = try await diary.service.delete(model.remove(at: index).id)
    }
    try await expectPhrases("elsewhere")
    let typing = Self.typing.map { SearchQuery($0, today: .earliest, typingAt: $0.endIndex) }
    for typed in Self.queries.map({ SearchQuery($0, today: .earliest) }) + typing {
      let text = typed.text
      expect(typed.issues.isEmpty)
      for query in [
        EntryQuery(typed.predicate),
        EntryQuery(typed.predicate, isAscending: true, offset: 2, limit: 7),
        EntryQuery(typed.predicate, sort: .title),
        EntryQuery(typed.predicate, sort: .modified, limit: 5),
      ] {
        var named = query
        // A scan doesn't know author names.
        if case .author("kim", _) = query.predicate {
          named.predicate = .author(owner.id.description)
        }
        if case .not(.author) = query.predicate {
          named.predicate = .not(.author(owner.id.description))
        }
        let found = try await diary.service.entries(query)
        expectEqual(found, named.applied(to: model), "\(text)")
        try await expectEqual(diary.service.sortKeys(query).all(), found.map(\.sortKey), "\(text)")
      }
      let count = try await diary.service.count(typed.predicate)
      try await expectEqual(diary.service.entries(EntryQuery(typed.predicate)).count, count)
    }
    for (rank, entry) in EntryQuery().applied(to: model).enumerated() {
      try await expectEqual(diary.service.rank(of: entry.sortKey), rank)
    }
    // Places match by their complete name.
    for (name, parts) in [("서울", 2), ("SEOUL", 1), ("서", 0)] {
      let query = EntryQuery(.atPlace(name))
      let found = try await diary.service.entries(query)
      expectEqual(found, query.applied(to: model))
      expectEqual(Set(found.compactMap { $0.details.place.map { Array($0.utf8) } }).count, parts)
    }
  }
}

extension RepositoryContractTests {
  /// Texts that resemble parts of an index line.
  private static let hostile = [
    #","photos":[{"asset":""#, #"],"created":""#, #"{"asset":""#, "\\", "\"", "],", "{", "첫눈",
  ]

  /// The widest offsets, and some that change the day in UTC.
  private static let zones = [
    "+15:59:59", "-15:59:59", "+14:00", "-12:00", "+09:00", "Z", "-00:30",
  ]

  @Test(arguments: RepositoryKind.allCases)
  func `days agree with a plain count`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    var random = SeededGenerator(seed: 1582)
    var photos: [Photo] = []
    for number in 0..<3 {
      let path = try diary.folder.write("\(number)", to: "\(number).jpg")
      photos.append(try await diary.service.addPhoto(at: path).photo)
    }
    try await expectEqual(diary.service.tallies(of: .earliest ... .latest), [])
    try await expectEqual(diary.service.entries(onThisDay: .latest), [])
    // The ends of the calendar, and members of a newer program.
    let layers = try JSONParser.parse(#"{"x":null,"photos":[{"asset":"1"}]}"#)
    let ends = try [
      "0001-01-01T00:00:00Z", "0001-12-31T23:00:00-15:00", "9999-12-31T23:59:59Z",
      "1582-10-15T12:00:00Z",
    ].map { date in
      var entry = imported(try fields("at an end", on: date))
      entry.unknownMembers = [JSONMember("layers", layers)]
      return entry
    }
    var model: [ID<Entry>: Entry] = [:]
    for entry in try await diary.service.addImported(ends) { model[entry.id] = entry }
    let staying = Set(model.keys)
    func randomFields() throws -> EntryFields {
      let year = [1999, 2000, 2001, 2023, 2024].randomElement(using: &random) ?? 2000
      let date = ["02-28", "02-29", "03-01", "12-31", "01-01", "06-15"].randomElement(
        using: &random)
      let hour = ["00:00:00", "12:30:00", "23:59:59"].randomElement(using: &random) ?? ""
      let zone = Self.zones.randomElement(using: &random) ?? "Z"
      let leap = CalendarDay("\(year)-\(date ?? "")") == nil ? "02-27" : date ?? ""
      let text = (0..<3).map { _ in Self.hostile.randomElement(using: &random) ?? "" }.joined()
      var chosen = photos.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
      for place in chosen.indices { chosen[place].caption = text + "," }
      return try fields(
        text + ".", on: "\(year)-\(leap)T\(hour)\(zone)", content: text + "[",
        photos: Array(chosen), tags: [text + ","])
    }
    // In the tail alone, in an index with a tail, and with entries removed from the index.
    for round in 0..<3 {
      for _ in 0..<RandomRounds.usually(24) {
        let entry = try await diary.service.add(try randomFields())
        model[entry.id] = entry
      }
      let known = model.keys.filter { !staying.contains($0) }.sorted().shuffled(using: &random)
      for id in known.prefix(5) {
        _ = try await diary.service.delete(id)
        model[id] = nil
      }
      for id in known.dropFirst(5).prefix(5) {
        model[id] = try await diary.service.update(id, to: try randomFields())
      }
      for service in [diary.service, diary.reopened()] {
        try await expectDays(of: service, Array(model.values), "round \(round)")
      }
      if round < 2 { try await diary.repository.flush() }
    }
  }

  private func expectDays(
    of service: DiaryService, _ entries: [Entry], _ place: String
  ) async throws {
    for (first, last) in [
      ("1999-01-01", "1999-12-31"), ("2000-02-01", "2000-02-29"), ("2000-02-28", "2000-02-28"),
      ("0001-01-01", "9999-12-31"), ("2023-12-31", "2024-01-01"), ("1800-01-01", "1800-12-31"),
    ] {
      let days = try require(CalendarDay(first))...(try require(CalendarDay(last)))
      // Counted independently of the repositories.
      var counted: [DayTally] = []
      for day in Set(entries.map(\.date.day)).sorted() where days.contains(day) {
        let those = entries.filter { $0.date.day == day }
        counted.append(
          DayTally(
            day: day, entries: those.count, photos: those.map(\.photos.count).reduce(0, +),
            length: those.reduce(into: TextLength()) { $0 += TextLength(of: $1.content) }))
      }
      try await expectEqual(service.tallies(of: days), counted, "\(place), \(days)")
    }
    for day in [
      "2024-02-28", "2023-02-28", "2024-02-29", "2001-01-01", "2024-12-31", "1999-06-15",
      "9999-12-31",
    ] {
      let day = try require(CalendarDay(day))
      let isLastOfShortFebruary = day.month == 2 && day.day == 28 && day.year != 2024
      let wanted = entries.filter { entry in
        let other = entry.date.day
        guard other.year < day.year, other.month == day.month else { return false }
        return other.day == day.day || (isLastOfShortFebruary && other.day == 29)
      }
      let newestFirst = EntryQuery().applied(to: wanted)
      try await expectEqual(service.entries(onThisDay: day), newestFirst, "\(place), \(day)")
      for years in 1...3 {
        let latest = Set(wanted.map(\.date.day.year)).sorted().suffix(years)
        try await expectEqual(
          service.entries(onThisDay: day, years: years),
          newestFirst.filter { latest.contains($0.date.day.year) }, "\(place), \(day), \(years)")
      }
      try await expectEqual(
        service.entries(EntryQuery(.on(day))),
        EntryQuery().applied(to: entries.filter { $0.date.day == day }))
    }
  }
}

extension RepositoryContractTests {
  private static let journals = ["Diary", "Private", "Work", "Étude \"x\"", "비밀"]

  @Test(arguments: RepositoryKind.allCases)
  func `hidden journals agree with a plain filter`(_ kind: RepositoryKind) async throws {
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
    for name in Self.journals {
      var fields = try randomFields()
      fields.journal = name
      let entry = try await diary.service.add(fields)
      model[entry.id] = entry
    }
    let staying = Set(model.keys)
    var locked: Set<String> = []
    // In the tail, in an index with a tail, with removed entries, and with other locks than the
    // index.
    for round in 0..<5 {
      for _ in 0..<RandomRounds.usually(14) {
        let entry = try await diary.service.add(try randomFields())
        model[entry.id] = entry
      }
      let known = model.keys.filter { !staying.contains($0) }.sorted().shuffled(using: &random)
      for id in known.prefix(3) {
        _ = try await diary.service.delete(id)
        model[id] = nil
      }
      for id in known.dropFirst(3).prefix(6) {
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
      if round.isMultiple(of: 2) { try await diary.repository.flush() }
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
        service.rank(of: entry.sortKey), shown.count { entry.sortKey < $0.sortKey }, "\(place)")
    }
    let years = try require(CalendarDay("2010-01-01"))...(try require(CalendarDay("2025-12-31")))
    let tallies = DayTally.counted(shown.map(DayTally.init(of:)), in: years)
    try await expectEqual(service.tallies(of: years), tallies, "\(place)")
    let day = try require(CalendarDay("2026-06-15"))
    let returning = shown.filter { $0.date.day.hasAnniversary(on: day) }
    try await expectEqual(
      service.entries(onThisDay: day), EntryQuery().applied(to: returning), "\(place)")
  }

  @Test(arguments: RepositoryKind.allCases)
  func `a hidden journal accepts only new entries`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind, spreads: false)
    let service = diary.service
    let fields = try fields("Secret", on: "2026-11-19T12:00:00Z", journal: "Private")
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
    try await expectEqual(service.visibleEntries(ids: [entry.id]), [])
    try await expectEqual(service.entries(ids: [entry.id]), [entry])
    // It still accepts entries.
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
