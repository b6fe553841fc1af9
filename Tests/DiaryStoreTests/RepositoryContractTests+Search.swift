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
    "-is:pinned 각", "has:photo",
    "author:kim", "author:Lee", "-author:kim", "place:서울", "place:ㅅㅇ", "서울", "mood:😊", "weather:비",
    "is:starred tag:산책 date:2024 -비", "zzz", "-zzz", "caf", "café", "",
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
      fields.details.isPinned = number % 40 == 3
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
    for text in Self.queries {
      let typed = SearchQuery(text)
      #expect(typed.mistakes.isEmpty)
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
        #expect(found == named.applied(to: model), "\(text)")
        #expect(try await diary.service.orders(query).all() == found.map(\.order), "\(text)")
      }
      let count = try await diary.service.count(typed.predicate)
      #expect(try await diary.service.entries(EntryQuery(typed.predicate)).count == count)
    }
    // A place by its whole name, as the list of places leads to it.
    for (name, parts) in [("서울", 2), ("SEOUL", 1), ("서", 0)] {
      let query = EntryQuery(.atPlace(name))
      let found = try await diary.service.entries(query)
      #expect(found == query.applied(to: model))
      #expect(Set(found.compactMap { $0.details.place.map { Array($0.utf8) } }).count == parts)
    }
  }
}
