import DiaryCore
import DiaryStore
import TestSupport
import Testing

extension RepositoryContractTests {
  private static let queries = [
    "강가", "각", "가", "ㄱ", "ㄱㄱ", "강ㄱ", "\"강\"", "walk 가", "-강가", "-강가 -walk", "tag:산책",
    "-tag:산책 walk", "journal:travel", "journal:\"new york\" 강", "date:2024",
    "date:2024-02..2025-03 강",
    "date:2025..", "-date:2024", "date:..2024-06-15 ㄱ", "is:starred", "-is:starred 강", "is:pinned",
    "-is:pinned 각", "is:pinned date:2024", "is:pinned -date:2024 ㄱ", "has:photo",
    "author:kim", "author:Lee", "-author:kim", "place:서울", "place:ㅅㅇ", "서울", "mood:😊", "weather:비",
    "is:starred tag:산책 date:2024 -비", "zzz", "-zzz", "caf", "café", "",
  ]

  private static let typing = [
    "tag:산", "tag:ㅅ", "tag:w", "tag:ㅂ date:2024", "tag:비 tag:산", "journal:t", "journal:\"new y",
    "강 journal:d", "tag:zzz",
  ]

  @Test(arguments: RepositoryKind.allCases)
  func `a search finds what a look at every entry finds`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let owner = try await diary.service.rename(author: "Kim Minji")
    var random = SeededGenerator(seed: 61)
    var model: [Entry] = []
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    for number in 0..<200 {
      var fields = try fields(
        "\(number) " + pick(["강가", "가고", "각오", "walk", "비"]),
        on: "202\(4 + number % 3)-0\(1 + number % 9)-15T10:00:00+09:00",
        content: pick(["", "강가의 안개", "길거리", "Café", "cafe\u{301}", "\u{1100}\u{1161}\u{11A8}"]),
        tags: [pick(["산책", "비", "walk"])])
      fields.journal = pick(["Diary", "Travel", "New York"])
      fields.details.isStarred = Bool.random(using: &random)
      fields.details.isPinned = number % 20 == 3
      fields.details.place = pick(["서울", "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", "Seoul"])
      if number % 2 == 0 { fields.details.mood = pick(["😊", "좋음"]) }
      if number % 3 == 0 { fields.details.weather = pick(["비", "맑음"]) }
      if number % 5 == 0 {
        let other = Entry(
          id: .random(), fields: fields, author: AuthorID("Lee"), created: diary.service.time(),
          modified: diary.service.time())
        model += try await diary.service.addImported([other])
      } else {
        model.append(try await diary.service.add(fields))
      }
      if number == 150 { try await diary.repository.settle() }
    }
    let typing = Self.typing.map { SearchQuery($0, today: .earliest, typingAt: $0.endIndex) }
    for typed in Self.queries.map({ SearchQuery($0, today: .earliest) }) + typing {
      let text = typed.text
      expect(typed.issues.isEmpty)
      for query in [
        EntryQuery(typed.predicate),
        EntryQuery(typed.predicate, isAscending: true, offset: 2, limit: 7),
        EntryQuery(typed.predicate, sort: .title),
      ] {
        var named = query
        // What the service knows and a look at the entries doesn't.
        if case .author("kim", _) = query.predicate {
          named.predicate = .author(owner.id.description)
        }
        if case .not(.author) = query.predicate {
          named.predicate = .not(.author(owner.id.description))
        }
        let found = try await diary.service.entries(query)
        expectEqual(found, named.applied(to: model), "\(text)")
        try await expectEqual(diary.service.orders(query).all(), found.map(\.order), "\(text)")
      }
      let count = try await diary.service.count(typed.predicate)
      try await expectEqual(diary.service.entries(EntryQuery(typed.predicate)).count, count)
    }
    // A place by its whole name, as the list of places leads to it.
    for (name, parts) in [("서울", 2), ("SEOUL", 1), ("서", 0)] {
      let query = EntryQuery(.atPlace(name))
      let found = try await diary.service.entries(query)
      expectEqual(found, query.applied(to: model))
      expectEqual(Set(found.compactMap { $0.details.place.map { Array($0.utf8) } }).count, parts)
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `what is pinned is found as it is now`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    var random = SeededGenerator(seed: 17)
    var model: [ID<Entry>: Entry] = [:]
    for number in 0..<160 {
      let entry = model.values.sorted { $0.order < $1.order }.randomElement(using: &random)
      switch (Int.random(in: 0..<6, using: &random), entry) {
      case (0, let entry?):
        _ = try await service.delete(entry.id)
        model[entry.id] = nil
        if number % 3 == 0 { model[entry.id] = try await service.restore(entry.id) }
      case (1..<4, let entry?):
        var fields = entry.fields
        fields.details.isPinned.toggle()
        model[entry.id] = try await service.update(entry.id, to: fields)
      default:
        var fields = try fields(
          "\(number)", on: "2026-\(number % 3 + 10)-\(10 + number % 18)T10:00:00+09:00")
        fields.details.isPinned = number % 4 == 0
        let added = try await service.add(fields)
        model[added.id] = added
      }
      if number % 50 == 49 { try await diary.repository.settle() }
      guard number % 10 == 9 else { continue }
      let expected = EntryQuery(.pinned).applied(to: model.values).map(\.id)
      for service in [service, diary.reopened()] {
        try await expectEqual(service.ids(EntryQuery(.pinned)), expected)
        try await expectEqual(service.count(.pinned), expected.count)
        let two = EntryQuery(.pinned, offset: 1, limit: 2)
        try await expectEqual(service.ids(two), Array(expected.dropFirst().prefix(2)))
      }
    }
  }
}
