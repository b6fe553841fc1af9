import DiaryCore
import System
import TestSupport
import Testing
import Text
import photodiary

@Suite("The sample diary") struct DemoTests {
  @Test(arguments: [("2026-11-29", Language.english), ("2027-04-08", .korean)])
  func `shows every feature`(_ today: String, _ language: Language) async throws {
    let home = try await TestHome.sample(on: today, language)
    let entries = try await home.entries()
    expectEqual(entries.count, 150)
    let newest = try require(entries.first)
    expectPrefix(newest["date"]?.string ?? "", today + "T07:30:00")
    expect(newest["photos"]?.array?.count == 1 && newest["starred"]?.bool == true)
    expectAtLeast(newest["content"]?.string?.count ?? 0, 200)

    let photos = entries.flatMap { $0["photos"]?.array ?? [] }
    expectEqual(Set(photos.compactMap { $0["name"]?.string }).count, 40)
    expect(photos.allSatisfy { $0["width"]?.integer ?? 0 > 600 })
    expectEqual(
      photos.compactMap { $0["taken"]?.string },
      entries.filter { $0["photos"]?.array?.isEmpty == false }.compactMap { entry in
        (entry["photos"]?.array ?? []).compactMap { _ in entry["date"]?.string }
      }.flatMap(\.self))
    func count(_ isCounted: (JSONValue) -> Bool) -> Int { entries.count(where: isCounted) }
    expectAtLeast(count { $0["starred"]?.bool == true }, 12)
    expectEqual(count { $0["pinned"]?.bool == true }, 1)
    expectEqual(count { $0["attachments"]?.array?.isEmpty == false }, 1)
    expectAtLeast(count { $0["weather"]?.string != nil }, 30)
    expectAtLeast(count { $0["title"]?.string == "" }, 8)
    expectEqual(
      Set(["😄", "🙂", "😐", "🙁", "😢", "😊"]), Set(entries.compactMap { $0["mood"]?.string }))
    expectEqual(Set(entries.compactMap { $0["journal"]?.string }).count, 4)
    expectEqual(
      try await home.json("journals").array?.compactMap { $0["color"]?.string }.sorted(),
      ["blue", "green", "yellow"])
    try await expectEqual(home.json("trips").array?.count, 3)
    let draftsAndTemplates = try home.files(in: home.folder.path).filter {
      $0.contains("/drafts/") && $0.hasSuffix(".json") || $0.hasPrefix("templates/")
    }
    expectEqual(draftsAndTemplates.count, 2)
    try await expectEqual(home.output("verify"), "")
  }

  @Test(arguments: ["2026-11-29", "2028-02-29", "2027-01-01", "2027-06-01", "2027-12-07"])
  func `begins on this day in an earlier year`(_ today: String) async throws {
    let home = try await TestHome.sample(on: today, .english)
    let entries = try await home.entries()
    expectAtLeast(entries.count, 140)
    expectEqual(entries.first?["title"]?.string, "A walk by the river, in the fog")
    expectEqual(entries.last?["title"]?.string, "First page")
    let days = entries.compactMap { $0["date"]?.string?.prefix(10) }
    expect(days.allSatisfy { $0 <= today })
    expectAtLeast(Set(days.filter { $0.dropFirst(4) == today.dropFirst(4) }).count, 2)
  }

  @Test(arguments: [
    (
      Language.english,
      [
        "tag:walks", "has:photo is:starred", "\"first snow\"", "-rain", "plum", "\"plum tree\"",
        "journal:Travel", "place:Seoul", "mood:😊", "weather:rain", "is:pinned", "river", "soup",
        "nineteen", "\"the thermos is new\"", "tag:walks has:photo -rain", "date:\"last week\"",
      ]
    ),
    (
      .korean,
      [
        "tag:산책", "has:photo is:starred", "\"첫눈\"", "-비", "ㄱㅊ", "각오", "journal:여행", "place:서울",
        "mood:😊", "weather:비", "is:pinned", "강가", "찌개", "된장찌개", "\"보온병은 새것\"", "태그:산책 has:photo -비",
        "날짜:\"지난주\"",
      ]
    ),
  ])
  func `what the manual searches for is found`(
    _ language: Language, _ queries: [String]
  ) async throws {
    let now = SystemClock.now / 86_400_000
    let today = CalendarDay(daysSinceEpoch: now).description
    let home = try await TestHome.sample(on: today, language)
    for query in queries {
      let found = try await home.titles("list", ["--search", query])
      expect(!found.isEmpty, "\(query)")
    }
  }

  @Test(arguments: [Language.english, .korean])
  func `its texts are in one language, differ, and link to each other`(
    _ language: Language
  ) async throws {
    let home = try await TestHome.sample(on: "2026-11-29", language)
    let entries = try await home.entries()
    func texts(_ names: [String]) -> [String] {
      entries.flatMap { entry in names.compactMap { entry[$0]?.string } }
    }
    let captions = entries.flatMap { $0["photos"]?.array ?? [] }.compactMap {
      $0["caption"]?.string
    }
    let words =
      texts(["title", "content", "place", "weather", "journal"]) + captions
      + entries.flatMap { $0["tags"]?.array?.compactMap(\.string) ?? [] }
    for text in words {
      if language == .english {
        expect(!text.contains(/\p{Hangul}/), "\(text)")
      } else {
        let plain = text.replacing(/\(photo:[0-9a-f]+\)/, with: "")
        expect(!plain.contains(/[A-Za-z]{3,}/) || plain == EntryFields.defaultJournal, "\(text)")
      }
    }
    let sentences = texts(["content"]).flatMap {
      $0.split(separator: /[.!?]\s+|\n/).map(String.init)
    }.filter { $0.count > 12 }
    expectAtLeast(sentences.count, 300)
    expectEqual(sentences.count, Set(sentences).count)

    let titles = texts(["title"]).filter { !$0.isEmpty }
    expectEqual(titles.count, Set(titles).count)
    let links = texts(["content"]).flatMap { content in
      EntryLink.pieces(of: content).compactMap { piece in
        if case .link(let name) = piece { name } else { nil }
      }
    }
    expectAtLeast(links.count, 2)
    for link in links { expectContains(titles, link) }
  }
}

extension TestHome {
  /// Creates a home whose diary is the sample of a day.
  fileprivate static func sample(on day: String, _ language: Language) async throws -> TestHome {
    let home = language == .korean ? try TestHome().inKorean : try TestHome()
    let day = try require(CalendarDay(day))
    let null = try Descriptor.memory("demo")
    defer { null.close() }
    let invocation = Invocation(
      [BuiltProgram.path("photodiary")], environment: home.environment, input: null, output: null,
      errors: null)
    try await language.speaking {
      try await Invocation.$current.withValue(invocation) {
        try await DemoDiary(within: home.folder.path, today: day).fill()
      }
    }
    return home
  }
}
