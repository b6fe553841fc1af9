import DiaryCore
import MemoryStore
import TestSupport
import Testing

@Suite("Links in every repository") struct LinkTests {
  private func titles(_ links: [DiaryLink]) -> [String] { links.map(\.source.title) }

  private func target(_ link: DiaryLink) -> String {
    switch link.target {
    case .entry(let entry): entry.title
    case .trashed(let entry): "trash: \(entry.title)"
    case .day(let day): "\(day)"
    case .missing: "none"
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `links lead to entries, days, the trash or nowhere`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let old = try await service.add(try fields("강가", on: "2026-11-01T08:00:00+09:00"))
    let new = try await service.add(try fields("강가", on: "2026-11-02T08:00:00+09:00"))
    let gone = try await service.add(try fields("Gone"))
    _ = try await service.delete(gone.id)
    _ = try await service.add(try fields("2026-11-01", on: "2020-01-01T00:00:00Z"))
    let content = """
      [[강가]], [[x|\(old.id.description.prefix(8))]], [[강가|abcdef99]], [[Gone]], \
      [[y|\(gone.id.description.prefix(8))]], [[2026-11-01]], [[2026-11-02]], [[No]], `[[강가]]`
      """
    let source = try await service.add(
      try fields("Source", on: "2026-11-20T08:00:00+09:00", content: content))
    for reader in [service, diary.reopened()] {
      let links = try await reader.links(from: source)
      expectEqual(
        links.map(target),
        [
          "강가", "강가", "강가", "trash: Gone", "trash: Gone", "2026-11-01", "2026-11-02", "none",
        ])
      expectEqual(links.compactMap(\.target.entry?.id).prefix(3), [new.id, old.id, new.id])
      // A title is found before a day.
      expectEqual(links[5].target.entry?.title, "2026-11-01")
      try await expectEqual(reader.allLinks(), links)
      try await expectEqual(titles(reader.links(to: new)), ["Source"])
      try await expectEqual(titles(reader.links(to: old)), ["Source"])
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `links to an entry follow changes`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let sea = try await service.add(try fields("Sea"))
    try await expectEqual(service.links(to: sea), [])
    let one = try await service.add(
      try fields("One", on: "2026-11-01T00:00:00Z", content: "Fog. At [[Sea]], [[Sea]]. End."))
    let two = try await service.add(try fields("Two", content: "plain"))
    try await expectEqual(titles(service.links(to: sea)), ["One"])
    try await expectEqual(service.links(to: sea).first?.sentence, "At Sea, Sea.")
    _ = try await service.update(two.id, to: try fields("Two", content: "[[Sea]]"))
    try await expectEqual(titles(service.links(to: sea)), ["Two", "One"])
    try await expectEqual(titles(service.links(to: sea, limit: 1)), ["Two"])
    _ = try await service.update(one.id, to: try fields("One", content: "no more"))
    _ = try await service.delete(two.id)
    try await expectEqual(service.links(to: sea), [])
    _ = try await service.restore(two.id)
    try await expectEqual(titles(service.links(to: sea)), ["Two"])
    // A newer entry with the title gets its links.
    let newer = try await service.add(try fields("Sea", on: "2026-12-01T00:00:00Z"))
    try await expectEqual(service.links(to: sea), [])
    try await expectEqual(titles(service.links(to: newer)), ["Two"])
    let linked = try await service.linkedEntries()
    expectEqual(linked, [two.id, newer.id])
  }

  @Test func `links in hidden journals aren't shown, but renamed`() async throws {
    let diary = try RepositoryUnderTest(.disk)
    let service = diary.service
    let sea = try await service.add(try fields("Sea"))
    let hidden = try await service.add(try fields("Hidden", content: "[[Sea]]", journal: "Secret"))
    try await expectEqual(titles(service.links(to: sea)), ["Hidden"])
    _ = try await service.lock(journal: "Secret")
    await service.hideLockedJournals(true)
    try await expectEqual(service.links(to: sea), [])
    try await expectEqual(service.allLinks(), [])
    let source = try await service.add(try fields("A", content: "[[Hidden]]"))
    try await expectEqual(service.links(from: source).map(target), ["none"])
    let renamed = try await service.update(sea.id, to: try fields("Lake"))
    let links = try await service.renameLinks(to: renamed, from: sea.fields)
    expectEqual(links.count, 0)
    try await expectEqual(service.entry(hidden.id).content, "[[Lake]]")
  }

  @Test(arguments: RepositoryKind.allCases)
  func `a new title is written into links, and back`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    var sea = try await service.add(try fields("Sea", content: "itself: [[Sea]]"))
    let digits = sea.id.description.prefix(8)
    let content =
      "[[Sea]] `[[Sea]]` [[ Sea ]] [[Sea|\(digits)]] [[the coast|\(digits)]] [[Seaside]]"
    let source = try await service.add(try fields("Source", content: content))
    let trashed = try await service.add(try fields("Trashed", content: "[[Sea]]"))
    _ = try await service.delete(trashed.id)
    func rename(_ title: String) async throws -> RenamedLinks {
      let before = sea.fields
      var fields = before
      fields.title = title
      sea = try await service.update(sea.id, to: fields)
      return try await service.renameLinks(to: sea, from: before)
    }
    let renamed = try await rename("바다")
    expect(renamed.count == 1 && renamed.refused.isEmpty)
    expectEqual(renamed.changes.map(\.after.id), [source.id])
    try await expectEqual(
      service.entry(source.id).content,
      "[[바다]] `[[Sea]]` [[바다]] [[바다|\(digits)]] [[the coast|\(digits)]] [[Seaside]]")
    _ = try await rename("Sea")
    try await expectEqual(
      service.entry(source.id).content, content.replacing("[[ Sea ]]", with: "[[Sea]]"))
    // A title that a link can't contain, or that another entry has, needs the id.
    for (title, label) in [("a]] | [[b\n", "a       b"), ("Source", "Source"), ("Sea", "Sea")] {
      _ = try await rename(title)
      try await expectPrefix(service.entry(source.id).content, "[[\(label)|\(digits)]] `")
      try await expectEqual(titles(service.links(to: sea)), ["Source"])
    }
    try await expectEqual(service.renameLinks(to: sea, from: sea.fields).changes, [])
    try await expect(service.entries().allSatisfy { $0.heads.count == 1 })
  }

  @Test func `links to another entry with the old title stay`() async throws {
    let service = try RepositoryUnderTest(.memory).service
    let old = try await service.add(try fields("Sea", on: "2026-11-01T00:00:00Z"))
    let new = try await service.add(try fields("Sea", on: "2026-11-02T00:00:00Z"))
    let source = try await service.add(try fields("Source", content: "[[Sea]]"))
    // Links by title lead to the newest entry with it.
    let first = try await service.update(old.id, to: try fields("Old", on: "2026-11-01T00:00:00Z"))
    try await expectEqual(service.renameLinks(to: first, from: old.fields).changes, [])
    let back = try await service.update(old.id, to: old.fields)
    try await expectEqual(service.renameLinks(to: back, from: first.fields).changes, [])
    let second = try await service.update(new.id, to: try fields("New", on: "2026-11-02T00:00:00Z"))
    try await expectEqual(service.renameLinks(to: second, from: new.fields).count, 1)
    try await expectEqual(service.entry(source.id).content, "[[New]]")
  }

  @Test func `entries of other authors are named`() async throws {
    let service = try RepositoryUnderTest(.memory).service
    let sea = try await service.add(try fields("Sea"))
    let time = Timestamp(milliseconds: 0)
    let other = Entry(
      id: .random(), fields: try fields("Theirs", content: "[[Sea]]"), author: AuthorID("mina"),
      created: time, modified: time)
    _ = try await service.addImported([other])
    let renamed = try await service.update(sea.id, to: try fields("Lake"))
    let links = try await service.renameLinks(to: renamed, from: sea.fields)
    expect(links.changes.isEmpty && links.count == 0)
    expectEqual(links.refused, ["Theirs"])
    try await expectEqual(service.entry(other.id).content, "[[Sea]]")
  }

  @Test(arguments: RandomRounds.seeds(usually: 20))
  func `links from, links to and all links agree`(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let service = try RepositoryUnderTest(.memory).service
    let titles = ["Sea", "sea", "Two words", "2026-11-03", ""]
    var entries: [Entry] = []
    for _ in 0..<12 {
      let links = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        let title = titles.randomElement(using: &random) ?? ""
        let other = entries.randomElement(using: &random)
        return switch Int.random(in: 0...2, using: &random) {
        case 0: "[[\(title)]]"
        case 1: "[[\(title)|\(other?.id.description.prefix(8) ?? "abcdef99")]]"
        default: "[[\(other?.displayTitle ?? "None")]]"
        }
      }
      let day = Int.random(in: 1...4, using: &random)
      let new = try fields(
        titles.randomElement(using: &random) ?? "", on: "2026-11-0\(day)T08:00:00+09:00",
        content: "Day\(day)\n\n" + links.joined(separator: " "))
      entries.append(try await service.add(new))
    }
    for entry in entries where Int.random(in: 0...3, using: &random) == 0 {
      _ = try await service.delete(entry.id)
    }
    let all = try await service.allLinks()
    for entry in entries {
      let entry = try await service.entry(entry.id)
      guard !entry.isTrashed else { continue }
      try await expectEqual(
        service.links(from: entry), all.filter { $0.source.id == entry.id }, "seed \(seed)")
      let sources = all.filter { $0.target.entry?.id == entry.id && $0.source.id != entry.id }
      try await expectEqual(
        Set(service.links(to: entry).map(\.source.id)), Set(sources.map(\.source.id)),
        "seed \(seed)")
    }
  }
}
