import DiaryCore
import DiaryStore
import TestSupport
import Testing

/// A search looks at bytes first. It must find what a look at every entry would find.
@Suite("Searching the index")
struct SearchTests {
  /// Words that are the same in other characters, and some that look alike and aren't.
  private static let words = [
    "강가", "\u{1100}\u{1161}\u{11BC}\u{1100}\u{1161}", "가\u{11BC}가", "각오", "café", "cafe\u{301}",
    "CAFÉ", "cafe", "Kelvin", "\u{212A}elvin", "kelvin", "straße", "STRASSE", "ẞ", "İstanbul",
    "i\u{307}stanbul", "ΣΊΣΥΦΟΣ", "σίσυφος", "Вода", "вода", "Å", "\u{212B}", "A\u{30A}", "👩‍🚀", "👩",
    "👍🏽", "👍", "🇰🇷", "\"quoted\"", "back\\slash", "tab\there", "a\u{85}b", "Ǆ", "ǆ", "ắ",
    "a\u{306}\u{301}", "한글", "ㅎㅏㄴ", "ﬁ", "fi", "①", "photo:", "title", "\u{200D}", ";", "\u{37E}",
    "e", "가", "ᄀ", "김치", "감사", "ㄳ", "ㅋㅋ크", "닭", "달고", "과자", "힣", "\u{1103}\u{1161}\u{11B0}",
  ]
  private static let phrases =
    words + [
      "\"강가 각\"", "caf", "오", "É", "k", "K", "quoted\"", "\\", "slash back", "이", "zzz", "s",
      "ㄱ", "ㄱㅊ", "ㄱㅅ", "ㄳ", "김ㅊ", "ㅋ", "ㅎ", "달", "고", "강가-", "\"ㄱ\"", "-강가", "-ㄱ -caf", "한그",
      "각오 -김치 ㅎ", "Kㄱ",
    ]

  @Test func `finds what a look at every entry finds, in the same order`() async throws {
    let diary = try RepositoryUnderTest(.disk)
    var random = SeededGenerator(seed: 20_261_121)
    var model: [ID<Entry>: Entry] = [:]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "\n")
    }
    // Three times: in the tail alone, in an index with a tail, and with entries that left it.
    for round in 0..<3 {
      for number in 0..<RandomRounds.usually(60) {
        var fields = try fields(
          text(2), on: "20\(10 + number % 16)-0\(1 + number % 9)-1\(number % 10)T10:00:00+09:00",
          content: text(round), tags: [text(1)])
        if number % 4 == 0 { fields.journal = "여행 Travel" }
        if fields.isEmpty { fields.title = "." }
        let entry = try await diary.service.add(fields)
        model[entry.id] = entry
      }
      for id in model.keys.sorted().shuffled(using: &random).prefix(8) {
        _ = try await diary.service.delete(id)
        model[id] = nil
      }
      for id in model.keys.sorted().shuffled(using: &random).prefix(8) {
        var fields = try require(model[id]).fields
        fields.title = text(3)
        model[id] = try await diary.service.update(id, to: fields)
      }
      for phrase in Self.phrases {
        let query = EntryQuery(SearchQuery(phrase, today: .earliest).predicate)
        let found = try await diary.service.entries(query)
        expectEqual(found, query.applied(to: model.values), "round \(round): \(phrase)")
      }
      if round < 2 { try await diary.repository.settle() }
    }
    let day = try require(CalendarDay("2015-03-12"))
    for predicate in [
      .tag("CAFÉ"), .journal("여행 travel"), .from(day), .to(day), .withPhotos,
      .and([.from(day), .to(day)]), .and([.text(SearchPhrase("강가")), .to(day), .tag("각오")]),
    ] as [EntryPredicate] {
      for query in [
        EntryQuery(predicate), EntryQuery(predicate, isAscending: true, offset: 2, limit: 5),
        EntryQuery(predicate, sort: .title, offset: 1, limit: 9),
      ] {
        try await expectEqual(diary.service.entries(query), query.applied(to: model.values))
      }
      try await expectEqual(
        diary.service.count(predicate), model.values.count { predicate.matches($0) })
    }
  }

  @Test func `answers with the newest first, from the time of the question`() async throws {
    let diary = try RepositoryUnderTest(.disk)
    for number in 0..<400 { _ = try await diary.service.add(try fields("\(number) 강가")) }
    try await diary.repository.settle()
    var batches: [[Entry]] = []
    for await batch in try await diary.service.batches(EntryQuery(.text(SearchPhrase("강가")))) {
      batches.append(batch)
    }
    expectGreater(batches.count, 1)
    expectEqual(batches.joined().map(\.title), (0..<400).reversed().map { "\($0) 강가" })
    var first = try await diary.service.batches(EntryQuery(limit: 3)).makeAsyncIterator()
    await expectEqual(first.next()?.map(\.title), ["399 강가", "398 강가", "397 강가"])
    await expectNil(first.next())
    // What is saved after the question is no part of the answer.
    do {
      let diary = try RepositoryUnderTest(.disk)
      for number in 0..<300 { _ = try await diary.service.add(try fields("\(number)")) }
      let batches = try await diary.service.batches(EntryQuery())
      for entry in try await diary.service.entries() {
        _ = try await diary.service.delete(entry.id)
      }
      await expectEqual(batches.all().count, 300)
    }
    // Nobody who has gone is answered.
    do {
      let diary = try RepositoryUnderTest(.disk)
      for number in 0..<300 { _ = try await diary.service.add(try fields("\(number) 강가")) }
      let batches = try await diary.service.batches(EntryQuery(.text(SearchPhrase("강가"))))
      let asking = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await batches.all()
      }
      await expect(asking.value.isEmpty)
    }
  }
}
