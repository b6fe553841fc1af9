import DiaryCore
import DiaryStore
import TestSupport
import Testing

/// What every repository must do, seen through the service that stands on it.
@Suite("Contract of every repository")
struct RepositoryContractTests {
  @Test(arguments: RepositoryKind.allCases)
  func `an empty diary has nothing and an owner`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    #expect(try await diary.service.entries().isEmpty)
    #expect(try await diary.service.count() == 0)
    #expect(try await diary.service.trash().isEmpty)
    let owner = try await diary.service.identity()
    #expect(try await diary.service.identity() == owner)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `the author has another name and stays the same`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let entry = try await diary.service.add(try fields("before"))
    let owner = try await diary.service.identity()
    let renamed = try await diary.service.rename(author: " 홍길동\t")
    #expect(renamed == Author(id: owner.id, name: "홍길동"))
    #expect(try await diary.service.identity() == renamed)
    #expect(try await diary.reopened().identity() == renamed)
    #expect(await diary.reopened().status().author == renamed)
    _ = try await diary.reopened().update(entry.id, to: try fields("after"))
    for name in ["", " \n", "two\nlines", "\u{1B}[31m"] {
      await #expect(throws: DiaryError.invalidName(name)) {
        try await diary.service.rename(author: name)
      }
    }
    #expect(try await diary.reopened().identity() == renamed)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `the status tells what there is`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    _ = try await diary.service.identity()
    #expect(await diary.service.status().state == .empty)
    let entry = try await diary.service.add(try fields("one"))
    _ = try await diary.service.add(try fields("two"))
    let deleted = try await diary.service.delete(entry.id)
    let status = await diary.service.status()
    #expect(status.state == .available && status.problem == nil)
    #expect(status.entries == 1 && status.trashed == 1 && status.assets == 0)
    #expect(status.author == (try await diary.service.identity()))
    #expect(try #require(status.saved) >= deleted.modified)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `entries come newest first, equal dates by creation`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    for (title, date) in [
      ("b", "2026-01-02T00:00:00Z"), ("first c", "2026-01-03T00:00:00Z"),
      ("second c", "2026-01-03T09:00:00+09:00"), ("a", "2026-01-01T00:00:00Z"),
    ] { _ = try await diary.service.add(try fields(title, on: date)) }
    let titles = try await diary.service.entries().map(\.title)
    #expect(titles == ["second c", "first c", "b", "a"])
    let oldest = try await diary.service.entries(EntryQuery(isAscending: true, limit: 2))
    #expect(oldest.map(\.title) == ["a", "b"])
    let middle = try await diary.service.entries(EntryQuery(offset: 1, limit: 2))
    #expect(middle.map(\.title) == ["first c", "b"])
  }

  @Test(arguments: RepositoryKind.allCases)
  func `an update keeps id, date and author, and replaces the rest`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    let added = try await diary.service.add(try fields("before", tags: ["#산책", "산책", "Up", "up"]))
    #expect(added.tags == ["산책", "Up"])
    var changed = added.fields
    changed.title = "after"
    changed.content = "text\nof two lines"
    let updated = try await diary.service.update(added.id, to: changed)
    #expect(updated.id == added.id)
    #expect(updated.date == added.date)
    #expect(updated.created == added.created)
    #expect(updated.modified > added.modified)
    #expect(updated.heads.count == 1 && updated.heads != added.heads)
    #expect(try await diary.service.entries() == [updated])
  }

  @Test(arguments: RepositoryKind.allCases)
  func `star, mood, place and weather stay as they were noted`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    var noted = try fields("noted")
    noted.details = EntryDetails(
      isStarred: true, mood: " 🙂 ", place: "서울\n", weather: " ")
    let entry = try await diary.service.add(noted)
    let kept = EntryDetails(isStarred: true, mood: "🙂", place: "서울")
    #expect(entry.details == kept)
    #expect(try await diary.reopened().entry(entry.id).details == kept)
    _ = try await diary.service.delete(entry.id)
    #expect(try await diary.reopened().trash().map(\.details) == [kept])
    _ = try await diary.service.restore(entry.id)
    noted.details = EntryDetails(weather: "rain")
    _ = try await diary.service.update(entry.id, to: noted)
    let states = try await diary.reopened().history(of: entry.id).map(\.entry.details)
    #expect(states == [EntryDetails(weather: "rain"), kept, kept, kept])
    #expect(try await diary.reopened().entries().map(\.details) == [EntryDetails(weather: "rain")])
  }

  @Test(arguments: RepositoryKind.allCases)
  func `two edits of one revision are both kept`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let base = try await diary.service.add(try fields("base"))
    let here = try await diary.service.update(
      base.id, to: try fields("here"), basedOn: base.heads)
    let there = try await diary.service.update(
      base.id, to: try fields("there"), basedOn: base.heads)
    #expect(there.title == "there")
    #expect(Set(there.heads) == Set(here.heads + [try #require(there.heads.first)]))
    let unaware = try await diary.service.update(base.id, to: try fields("there again"))
    #expect(try unaware.heads.count == 2 && unaware.heads.contains(here.heads.at(0)))
    let merged = try await diary.service.update(
      base.id, to: try fields("merged"), basedOn: unaware.heads)
    #expect(merged.heads.count == 1)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `every saved state stays, and can be gone back to`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    _ = try await diary.service.add(try fields("another"))
    let first = try await diary.service.add(try fields("첫 판"))
    let second = try await diary.service.update(first.id, to: try fields("둘째 판"))
    _ = try await diary.service.delete(first.id)
    let restored = try await diary.service.restore(first.id)
    let history = try await diary.service.history(of: first.id)
    #expect(history.map(\.entry.title) == ["둘째 판", "둘째 판", "둘째 판", "첫 판"])
    #expect(history.map(\.entry.isTrashed) == [false, true, false, false])
    #expect(history.dropLast().map(\.parents) == history.dropFirst().map { [$0.id] })
    #expect(try history.map(\.id) == history.map { try $0.entry.heads.at(0) })
    #expect(history.first?.id == restored.heads.first)

    let digits = String(try #require(first.heads.first).description.prefix(16))
    #expect(try await diary.service.revision(withPrefix: digits, of: first.id).entry == first)
    let reverted = try await diary.service.revert(first.id, to: first.heads[0])
    #expect(reverted.title == "첫 판" && reverted.id == first.id && reverted.heads != first.heads)
    let whole = try await diary.reopened().history(of: first.id)
    #expect(try whole.count == 5 && whole.at(0).parents == restored.heads)
    #expect(try whole.at(3).entry.heads == second.heads)
    await #expect(throws: DiaryError.noSuchRevision("zz", title: "첫 판")) {
      try await diary.service.revision(withPrefix: "zz", of: first.id)
    }
    let unknown = ID<Entry>.random()
    await #expect(throws: DiaryError.noSuchEntry(unknown.description)) {
      try await diary.service.history(of: unknown)
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `going back to one of two versions ends both`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let base = try await diary.service.add(try fields("base"))
    let here = try await diary.service.update(base.id, to: try fields("here"), basedOn: base.heads)
    let there = try await diary.service.update(
      base.id, to: try fields("there"), basedOn: base.heads)
    let versions = try await diary.service.versions(of: base.id)
    #expect(versions.map(\.entry.title) == ["there", "here"])
    // Even the version that is shown already.
    let kept = try await diary.service.revert(base.id, to: there.heads[0])
    #expect(kept.title == "there" && kept.heads.count == 1)
    #expect(try await diary.service.history(of: base.id).count == 4)
    #expect(try await diary.service.versions(of: base.id).map(\.entry) == [kept])
    let other = try await diary.service.revert(base.id, to: here.heads[0])
    #expect(other.title == "here")
  }

  @Test(arguments: RepositoryKind.allCases)
  func `every version comes back from the trash`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let base = try await diary.service.add(try fields("base"))
    for title in ["one", "two", "three"] {
      _ = try await diary.service.update(base.id, to: try fields(title), basedOn: base.heads)
    }
    let deleted = try await diary.service.delete(base.id)
    #expect(deleted.heads.count == 1)
    try await diary.repository.settle()
    let restored = try await diary.reopened().restore(base.id)
    #expect(restored.title == "three" && !restored.isTrashed)
    let versions = try await diary.service.versions(of: base.id)
    #expect(versions.map(\.entry.title) == ["three", "two", "one"])
    #expect(versions.map(\.id) == restored.heads)
    // An edit that another machine made beside the deletion isn't lost with it, either.
    let again = try await diary.service.delete(base.id)
    #expect(again.isTrashed)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `deleted entries are in the trash until it is emptied`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let kept = try await diary.service.add(try fields("kept"))
    let back = try await diary.service.add(try fields("back"))
    let gone = try await diary.service.add(try fields("gone"))
    _ = try await diary.service.delete(back.id)
    _ = try await diary.service.delete(gone.id)
    #expect(try await diary.service.entries().map(\.id) == [kept.id])
    #expect(try await diary.service.trash().map(\.title) == ["gone", "back"])
    #expect(try await diary.service.entry(withPrefix: gone.id.description).isTrashed)
    let restored = try await diary.service.restore(back.id)
    #expect(!restored.isTrashed)
    #expect(try await diary.service.emptyTrash() == 1)
    #expect(try await diary.service.trash().isEmpty)
    #expect(Set(try await diary.service.entries().map(\.id)) == [kept.id, back.id])
    await #expect(throws: DiaryError.noSuchEntry(gone.id.description)) {
      try await diary.service.entry(gone.id)
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `only the author edits and deletes`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let foreign = Entry(
      id: .random(), fields: try fields("theirs"), author: AuthorID("someone"),
      created: Timestamp(milliseconds: 1), modified: Timestamp(milliseconds: 2))
    #expect(try await diary.service.addImported([foreign]).count == 1)
    await #expect(throws: DiaryError.notTheAuthor(title: "theirs")) {
      try await diary.service.update(foreign.id, to: try fields("mine"))
    }
    await #expect(throws: DiaryError.notTheAuthor(title: "theirs")) {
      try await diary.service.delete(foreign.id)
    }
    let read = try await diary.service.entry(foreign.id)
    #expect(read.created == foreign.created && read.modified == foreign.modified)
    #expect(try await diary.service.addImported([foreign]).isEmpty)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `members from elsewhere are carried along and never misread`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    var foreign = Entry(
      id: .random(), fields: try fields("with more"), author: AuthorID("someone"),
      created: Timestamp(milliseconds: 1), modified: Timestamp(milliseconds: 2))
    foreign.unknownMembers = [
      JSONMember("rating", .string("good")), JSONMember("trashed", .bool(true)),
      JSONMember("entry", .string("x")), JSONMember("heads", .array([])),
    ]
    _ = try await diary.service.addImported([foreign])
    try await diary.service.settle()
    let reopened = diary.reopened()
    let read = try await reopened.entry(foreign.id)
    #expect(!read.isTrashed && read.title == "with more" && read.heads.count == 1)
    #expect(Set(read.unknownMembers) == Set(foreign.unknownMembers))
  }

  @Test(arguments: RepositoryKind.allCases)
  func `an entry needs a title, text or a photo`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    await #expect(throws: DiaryError.emptyEntry) {
      try await diary.service.add(try fields(" \t ", content: "\n"))
    }
    let entry = try await diary.service.add(try fields("  ", content: "\n# 첫 줄 \nmore"))
    #expect(entry.title == "  ")
    #expect(entry.displayTitle == "첫 줄")
  }

  @Test(arguments: RepositoryKind.allCases)
  func `subscribers hear of every change`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    var changes = await diary.service.changes().makeAsyncIterator()
    let entry = try await diary.service.add(try fields("new"))
    #expect(await changes.next() == DiaryChange(.added, entry))
    let updated = try await diary.service.update(entry.id, to: try fields("newer"))
    #expect(await changes.next() == DiaryChange(.updated, updated))
    let deleted = try await diary.service.delete(entry.id)
    #expect(await changes.next() == DiaryChange(.deleted, deleted))
    let restored = try await diary.service.restore(entry.id)
    #expect(await changes.next() == DiaryChange(.restored, restored))
    let again = try await diary.service.delete(entry.id)
    _ = try await diary.service.emptyTrash()
    #expect(await changes.next() == DiaryChange(.deleted, again))
    #expect(await changes.next() == DiaryChange(.purged, again))
  }

  @Test(arguments: RepositoryKind.allCases)
  func `ids are found by a prefix that is theirs alone`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    for number in 0..<40 { _ = try await diary.service.add(try fields("\(number)")) }
    let entry = try #require(try await diary.service.entries().first)
    let text = entry.id.description
    #expect(try await diary.service.entry(withPrefix: String(text.prefix(12))) == entry)
    #expect(try await diary.service.entry(withPrefix: text.uppercased()) == entry)
    await #expect(throws: DiaryError.self) { try await diary.service.entry(withPrefix: "") }
    await #expect(throws: DiaryError.noSuchEntry("xyz")) {
      try await diary.service.entry(withPrefix: "xyz")
    }
    // 40 entries and 16 digits: some digit is shared.
    let digits = try await diary.service.entries().map { String($0.id.description.prefix(1)) }
    let shared = try #require(Dictionary(grouping: digits) { $0 }.first { $1.count > 1 })
    await #expect(throws: DiaryError.ambiguousID(shared.key, count: shared.value.count)) {
      try await diary.service.entry(withPrefix: shared.key)
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `every query gives what a plain scan gives`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    var random = SeededGenerator(seed: 7)
    var model: [ID<Entry>: Entry] = [:]
    for step in 0..<300 {
      let known = model.keys.sorted()
      switch known.isEmpty ? 0 : Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let day = Int.random(in: 1...28, using: &random)
        let entry = try await diary.service.add(
          try fields(
            "title \(step)", on: "2026-0\(1 + step % 9)-\(day < 10 ? "0" : "")\(day)T10:00:00Z",
            content: step % 3 == 0 ? "비 오는 날" : "a walk", tags: step % 2 == 0 ? ["tag"] : []))
        model[entry.id] = entry
      case 2:
        let id = try #require(known.randomElement(using: &random))
        var changed = try #require(model[id]).fields
        changed.title += "!"
        model[id] = try await diary.service.update(id, to: changed)
      case 3:
        let id = try #require(known.randomElement(using: &random))
        _ = try await diary.service.delete(id)
        model[id] = nil
      default:
        if let entry = try await diary.service.trash().first {
          model[entry.id] = try await diary.service.restore(entry.id)
        }
      }
    }
    let from = try #require(CalendarDay("2026-03-01"))
    for query in [
      EntryQuery(), EntryQuery(isAscending: true, offset: 3, limit: 7), EntryQuery(.tag("TAG")),
      EntryQuery(sort: .modified, limit: 5), EntryQuery(sort: .title, isAscending: true),
      EntryQuery(SearchQuery("\"오는 날\"", today: .earliest).predicate),
      EntryQuery(.from(from), offset: 2, limit: 4),
      EntryQuery(.and([.to(from), .withPhotos])),
    ] {
      #expect(try await diary.service.entries(query) == query.applied(to: model.values))
      let matching = model.values.count { query.predicate.matches($0) }
      #expect(try await diary.service.count(query.predicate) == matching)
    }
    for (rank, entry) in EntryQuery().applied(to: model.values).enumerated() {
      #expect(try await diary.service.rank(of: entry.order) == rank)
    }
  }
}
