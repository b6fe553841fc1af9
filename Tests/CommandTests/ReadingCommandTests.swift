import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Searching on the command line") struct SearchCommandTests {
  private let home: TestHome

  init() async throws {
    home = try TestHome()
    for arguments in [
      ["김치찌개", "--content", "plum jam", "--tag", "음식", "--date", "2024-05-03"],
      ["Plum tree", "--content", "in the garden", "--date", "2024-08-31", "--star"],
      ["The sea", "--content", "각오", "--journal", "New York", "--date", "2025-01-01"],
      ["Rain", "--content", "no plum --dashes", "--place", "부산", "--date", "2025-02-01"],
    ] { try await home.output(["add"] + arguments) }
  }

  @Test(arguments: [
    (["ㄱㅊ"], ["김치찌개"]), (["plum", "-garden"], ["Rain", "김치찌개"]), (["-plum"], ["The sea"]),
    (["--", "--dashes"], ["Rain"]), (["--limit", "1", "-the", "plum"], ["Rain"]),
    (["date:2024-05..2024-08-30", "tag:음식"], ["김치찌개"]), (["has:photo"], []),
    (["garden", "OR", "각오"], ["The sea", "Plum tree"]),
    (["(garden OR jam)", "-tag:음식"], ["Plum tree"]), (["PLÜM", "photos:0", "words:2"], ["김치찌개"]),
  ]) func `finds by terms`(_ query: [String], _ found: [String]) async throws {
    try await expectEqual(home.titles("search", query), found)
    let words = query.filter { !["--", "--limit", "1"].contains($0) }
    let limit = query.contains("--limit") ? ["--limit", "1"] : []
    try await expectEqual(
      home.titles("list", ["--search", words.joined(separator: " ")] + limit), found)
  }

  @Test func `an author is found by name`() async throws {
    try await home.output("author", "Kim Minji")
    try await expectEqual(home.titles("search", ["author:kim", "ㄱㅊ"]), ["김치찌개"])
    try await expectEqual(home.titles("search", ["-author:kim"]), [])
    try await expectEqual(home.titles("list", ["--search", "작성자:minji", "--tag", "음식"]), ["김치찌개"])
  }

  @Test func `JSON contains the places of matches`() async throws {
    for command in [["search", "plum OR 음식"], ["list", "--search", "plum OR 음식"]] {
      let json = try await home.json(command + ["--limit", "2"])
      let matches = JSONValue.array(json.array?.compactMap { $0["matches"] } ?? [])
      expectEqual(
        String(decoding: JSONWriter.bytes(matches), as: UTF8.self),
        #"[[{"field":"content","start":3,"end":7}],[{"field":"title","start":0,"end":4}]]"#)
    }
    try await expectNil(home.json("list").array?.first?["matches"])
  }

  @Test func `searches are saved, listed, used, renamed and deleted`() async throws {
    try await expectContains(home.notes("searches"), "No saved searches.")
    try await expectContains(
      home.notes("searches", "add", "🌧 Rain", "plum", "OR", "음식"), "Saved “Rain”.\n")
    try await home.output("searches", "add", "Sea", "sea")
    try await expectEqual(
      home.output("searches"),
      """
      🌧 Rain  3  plum OR 음식
      ⌕ Sea   1  sea
      """)
    try await expectEqual(home.titles("list", ["--saved", "sea"]), ["The sea"])
    try await expectEqual(
      home.output("searches", "--format", "jsonl").split(separator: "\n").first,
      #"{"name":"Rain","icon":"🌧","query":"plum OR 음식","entries":3}"#)
    try await expectContains(
      home.notes("searches", "add", "sea", "각오"), "Saved “sea”, which searched for: sea\n")
    try await expectContains(
      home.failure("searches", "rename", "sea", "rain"), "already a saved search “Rain”")
    try await home.output("searches", "rename", "sea", "Plan")
    try await home.output("searches", "delete", "rain")
    try await expectEqual(
      home.json("searches").array?.compactMap { $0["name"]?.string }, ["Plan"])
    try await expectContains(
      home.failure("list", "--saved", "rain"), "There is no saved search “rain”.")
    try await expectContains(
      home.failure("searches", "add", "x", "date:soon", status: 64), "date:2024-05")
  }

  @Test func `finds entries near a place`() async throws {
    try await home.output("add", "Palace", "--place", "37.58, 126.98")
    try await home.output("add", "Office", "--place", "Busan")
    try await expectEqual(home.titles("search", ["near:37.57,126.98", "5km"]), ["Palace"])
    try await expectEqual(home.titles("search", ["near:37.57,126.98 500m"]), [])
    let found = try await home.titles("list", ["--search", "near:seoul OR near:부산"])
    expectEqual(Set(found), ["Palace", "Office", "Rain"])
    try await expectContains(
      home.failure("search", "near:Nowhere"), "No place named “Nowhere” is known.")
    try await expectContains(
      home.failure("search", "near:Seoul 0km", status: 64), "1m to 1000km")
  }

  @Test func `accents count if the settings say so`() async throws {
    _ = try home.folder.write("accents = true\n", to: "config/photodiary/config.toml")
    try await expectEqual(home.titles("search", ["plüm"]), [])
    try await expectEqual(home.titles("search", ["plum", "tag:음식"]), ["김치찌개"])
  }

  @Test(arguments: [
    ("date:soon", "date:2024-05"), ("tags:a", "tag:"), ("(plum", "parenthesis"),
    ("words:many", "words:>500"),
  ])
  func `a wrong term is one line with an example`(_ query: String, _ help: String) async throws {
    for arguments in [["search", "plum", query], ["list", "--search", query]] {
      let line = try await home.failure(arguments, status: 64)
      expectContains(line, "“\(query)”")
      expectContains(line, help)
    }
  }
}

@Suite("Statistics on the command line") struct StatsCommandTests {
  private let home: TestHome

  init() async throws {
    home = try TestHome()
    for arguments in [
      ["김치", "--content", "plum jam", "--tag", "음식", "--date", "2024-02-29T08:10:00+09:00"],
      ["Plum", "--content", "#음식 in the garden", "--date", "2024-03-01T23:59:00-05:00"],
      ["Sea", "--place", "부산", "--journal", "Travel", "--date", "2025-12-31T08:00:00+09:00"],
      [
        "Rain", "--place", "부산", "--date", "2026-01-01T00:00:00Z", "--photo",
        Checkout.photo("river-fog.jpg"),
      ],
    ] { try await home.output(["add"] + arguments) }
  }

  @Test func `a table shows the numbers with bars`() async throws {
    let lines = try await home.output("stats").split(separator: "\n").map(String.init)
    let beginning = [
      "Entries                  4", "Days                     4  2024-02-29..2026-01-01",
      "Words                    6", "Photos                   1", "Current streak           0",
      "Longest streak           2  2025-12-31..2026-01-01",
      "Years      entries       words   photos",
      "2026             1           0        1  ████████████",
      "2025             1           0        0  ████████████",
      "2024             2           6        0  ████████████████████████",
      "Months     entries       words   photos",
      "2026-01          1           0        1  ████████████████████████",
    ]
    expectEqual(Array(lines.prefix(12)), beginning)
    for line in [
      "Mo        0", "Th        2  ████████████████████████", "23        1  ████████████",
    ] { expectContains(lines, line) }
    let end = [
      "Most used tags", "#음식        2  ████████████████████████",
      "Most frequent places", "부산        2  2026-01-01  ████████████████████████",
    ]
    expectEqual(Array(lines.suffix(4)), end)
    let text = try await home.inKorean.output("stats")
    expectPrefix(text, "일기 ")
    expectContains(text, "\n쓴 날 ")
    expectLacks(text, "Entries")
    try await expectEqual(home.run(["stats", "--format", "table"]).errorText, "")
  }

  @Test func `JSON is one object in any language`() async throws {
    let json = try await home.inKorean.json("stats")
    expect(json["entries"]?.integer == 4 && json["weekdays"]?["thursday"]?.integer == 2)
    let lines = try await home.output("stats", "--format", "jsonl")
    try expect(JSONParser.parse(lines) == json && !lines.contains("\n"))
  }

  @Test(arguments: [
    (["--from", "2025"], 2), (["--to", "2024-02"], 1), (["--tag", "#음식"], 2),
    (["--journal", "travel"], 1), (["--with-photos"], 1), (["--search", "place:부산 -sea"], 1),
    (["--limit", "3"], 3), (["--from", "2030"], 0),
  ]) func `a list's filters apply`(_ filters: [String], _ count: Int) async throws {
    try await expectEqual(home.json(["stats"] + filters)["entries"]?.integer, count)
    let table = try await home.run(["stats"] + filters)
    expectEqual(table.status, 0)
    expectEqual(table.text.isEmpty, count == 0)
    expectEqual(table.errorText, count == 0 ? "No entries.\n" : "")
  }

  @Test func `a filter that nothing can match is named`() async throws {
    for command in ["list", "stats", "random", "map"] {
      try await expectContains(
        home.notes(command, "--journal", "Nowhere"), "Journal “Nowhere” not found.")
    }
  }

  @Test func `a missing diary has nothing to count`() async throws {
    let empty = try TestHome()
    try await expectEqual(empty.output("stats"), "")
    try await expectEqual(empty.json("stats")["entries"]?.integer, 0)
    try await expectContains(home.failure("stats", "--limit", "0", status: 64), "--limit")
  }
}

@Suite("Links on the command line") struct LinksCommandTests {
  private let home: TestHome

  init() async throws {
    home = try TestHome()
    for arguments in [
      ["The sea", "--content", "Waves.", "--date", "2026-11-01"],
      ["Walk", "--content", "Then to [[The sea]]. [[Lost]]", "--date", "2026-11-02"],
      ["강가", "--content", "[[2026-11-02]] and [[Gone]]", "--date", "2026-11-03"],
      ["Alone", "--date", "2026-11-04"], ["Gone", "--date", "2026-11-05"],
    ] { try await home.output(["add"] + arguments) }
    try await home.output("delete", "1")
  }

  @Test func `lists links, those of an entry and broken ones`() async throws {
    let all = [
      "2  2026-11-03  강가  →  2026-11-02", "2  2026-11-03  강가  →  Gone  (in the trash)",
      "3  2026-11-02  Walk  →  4  2026-11-01  The sea", "3  2026-11-02  Walk  →  Lost  (not found)",
    ]
    func lines(_ arguments: String...) async throws -> [String] {
      try await home.output(["links"] + arguments).split(separator: "\n").map(String.init)
    }
    try await expectEqual(lines(), all)
    try await expectEqual(lines("--broken"), [all[1], all[3]])
    try await expectEqual(lines("3"), Array(all[2...]))
    try await expectEqual(lines("4"), [all[2]])
    try await expectEqual(lines("3", "--broken"), [all[3]])
    try await expectContains(home.notes("links", "1"), "No links.")
    try await expectContains(home.notes("links", "4", "--broken"), "No broken links.")
    try await expectContains(home.inKorean.output("links"), "Lost  (찾을 수 없음)")
  }

  @Test func `JSON names both entries and the sentence`() async throws {
    let links = try await home.json("links").array ?? []
    expectEqual(links.map { $0["state"]?.string }, ["day", "trash", "entry", "missing"])
    expectEqual(links.map { $0["link"]?.string }, ["2026-11-02", "Gone", "The sea", "Lost"])
    expectEqual(links.map { $0["to"]?["title"]?.string }, [nil, "Gone", "The sea", nil])
    try expectEqual(links.at(0)["day"]?.string, "2026-11-02")
    try expectEqual(links.at(2)["sentence"]?.string, "Then to The sea.")
    try expectEqual(links.at(2)["from"]?["title"]?.string, "Walk")
    try await expectEqual(home.json("links", "4"), .array([links.at(2)]))
  }

  @Test func `statistics name the newest entries without links`() async throws {
    let text = try await home.output("stats")
    expectContains(text, "\nWithout links            1\n")
    expectSuffix(text, "\nNewest without links\n2026-11-04  Alone")
    let unlinked = try await home.json("stats")["unlinked"]
    expectEqual(unlinked?["entries"]?.integer, 1)
    expectEqual(unlinked?["newest"]?.array?.map { $0["title"]?.string }, ["Alone"])
    try await expectEqual(
      home.json("stats", "--to", "2026-11-03")["unlinked"]?["entries"]?.integer, 0)
  }

  @Test func `a new title is written into links, and reverted`() async throws {
    func content() async throws -> String? { try await home.entry("3")["content"]?.string }
    try await expectContains(
      home.notes("edit", "4", "--title", "바다"), "Renamed the links in 1 entry.")
    try await expectEqual(content(), "Then to [[바다]]. [[Lost]]")
    try await expectContains(home.notes("revert", "4", "1"), "Renamed the links in 1 entry.")
    try await expectEqual(content(), "Then to [[The sea]]. [[Lost]]")
    try await expectLacks(home.notes("edit", "1", "--title", "Still alone"), "links")
  }
}

@Suite("Looking back on the command line") struct MemoriesCommandTests {
  private let home: TestHome

  init() async throws {
    home = try TestHome()
    // Sundays at home, and three days on Jeju.
    var entries: [(day: String, title: String, place: String)] = []
    let first = try require(CalendarDay("2025-02-02"))
    for week in 0..<20 {
      entries.append(("\(first.adding(days: week * 7))", "home \(week)", "37.5500, 126.9100"))
    }
    for day in 6...8 { entries.append(("2025-05-0\(day)", "Jeju \(day)", "33.4633, 126.3098")) }
    let lines = entries.map { day, title, place in
      JSONWriter.bytes([
        "date": .string("\(day)T10:00:00+09:00"), "title": .string(title),
        "content": .string(String(repeating: "word ", count: title.utf8.count)),
        "place": .string(place), "mood": .string(place.hasPrefix("33") ? "😄" : "😐"),
        "starred": .bool(title == "Jeju 7"),
      ])
    }
    let text = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    try await expectPrefix(home.output("import", "-", input: text), "23 added")
  }

  @Test func `trips are listed with the names of their places`() async throws {
    try await expectEqual(
      home.output("trips"),
      "2025-05-06..2025-05-08  3 entries  0 photos  Aewol-eup, Jeju-si, South Korea")
    try await expectSuffix(home.inKorean.output("trips"), "일기 3개  사진 0장  제주시 애월읍")
    let json = try await home.json("trips").array ?? []
    expectEqual(json.count, 1)
    expect(json.first?["first"]?.string == "2025-05-06" && json.first?["days"]?.integer == 3)
  }

  @Test func `a year is reviewed with its trips and highlights`() async throws {
    let text = try await home.output("review", "2025")
    for line in ["Trips", "Longest entries", "Starred entries", "Moods"] {
      expectContains(text, "\n\(line)\n", "\(line)")
    }
    expectContains(text, "2025-05-07  Jeju 7")
    // It has the streak of `stats` within the year, and no current one.
    let statistics = try await home.output("stats", "--from", "2025", "--to", "2025")
    let streaks = statistics.split(separator: "\n").filter { $0.contains("streak") }
    expectEqual(streaks.count, 2)
    expectEqual(
      text.split(separator: "\n").filter { $0.contains("streak") }, Array(streaks.suffix(1)))
    let json = try await home.json("review", "2025")
    expect(json["entries"]?.integer == 23 && json["longest"]?.array?.count == 5)
    expectEqual(json["starred"]?.array?.first?["title"]?.string, "Jeju 7")
  }

  @Test func `a year without entries is empty, and an invalid year is refused`() async throws {
    let none = try await home("review", "1999")
    expect((none.status, none.text, none.errorText) == (0, "", "No entries in that year.\n"))
    try await expectContains(home.failure("review", "0", status: 64), "0 isn't a year")
    _ = try await home.failure("review", "last", status: 64)
  }

  @Test func `a random entry matches the filters`() async throws {
    var seen: Set<String> = []
    for _ in 0..<12 {
      let json = try await home.json("random", "--search", "Jeju")
      let title = try require(json["title"]?.string)
      expectPrefix(title, "Jeju")
      seen.insert(title)
    }
    // Twelve picks of three entries aren't all the same.
    expectGreater(seen.count, 1)
    try await expectEqual(home("random", "--tag", "none").errorText, "No entries.\n")
  }

  @Test func `a video's position is cached, encrypted like the diary`() async throws {
    let home = try TestHome()
    let video = try home.folder.write(
      VideoFile(location: "+33.4633+126.3098/").bytes, to: "in/a.mp4")
    let id = try await home.output("add", "one", "--attach", video)
    try await expectContains(home.output("map"), "Aewol-eup")
    let entry = try await home.entry(id)
    let file = try require(entry["attachments"]?.array?.first?["file"]?.string)
    let bytes = try home.folder.read(file)
    unlink(file)
    try await expectContains(home.output("map"), "Aewol-eup")
    let kept = home.folder.path("cache/photodiary/positions")
    func endings() throws -> [String] {
      try home.files(in: kept).map { String($0.split(separator: ".").last ?? "") }
    }
    try expectEqual(endings(), ["bin"])
    try home.folder.write(bytes, to: String(file.dropFirst(home.folder.path.count + 1)))
    let secret = try home.folder.write("seven long words\nseven long words\n", to: "secret")
    try await home.output("encrypt", "--passphrase-file", secret)
    try expectEqual(endings(), ["age"])
    try await expectContains(home.output("map", "--passphrase-file", secret), "Aewol-eup")
    try expectEqual(endings(), ["age"])
    try await home.output("decrypt", "--passphrase-file", secret)
    try expectEqual(endings(), ["bin"])
    try await expectContains(home.output("map"), "Aewol-eup")
  }
}

@Suite("The map on the command line") struct MapCommandTests {
  private let home: TestHome

  init() async throws {
    home = try TestHome()
    for (title, place) in [
      ("Palace", "37.5796, 126.9770"), ("River", "37.5180, 126.9590"),
      ("Beach", "Busan, South Korea"), ("Orchard", "제주시 애월읍"),
    ] { try await home.output("add", title, "--place", place) }
    try await home.output("add", "At home")
  }

  @Test func `the map is printed`() async throws {
    let map = try await home.output("map")
    expect(map.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    expectContains(map, "Seoul  2 entries")
    try await expectContains(home.output("map", "--search", "orchard"), "1 entry")
  }

  @Test func `the map is written as an image, but over no file`() async throws {
    let path = home.folder.path("map.svg")
    try await expectEqual(home.output("map", "--svg", path), "4 entries on the map in \(path)")
    let image = try home.folder.text("map.svg")
    expectPrefix(image, "<?xml")
    // A place without a known name keeps its own.
    for part in [
      "class=\"coast\"", "<title>Busan, South Korea · 1 entry</title>",
      "Seoul, South Korea · 1 entry</title>",
    ] { expectContains(image, part) }
    try await expectContains(home.failure("map", "--svg", path), "already exists")
    try expectEqual(home.folder.text("map.svg"), image)
    try await expectEqual(home.output("map", "--svg", "-") + "\n", image)
    let part = try await home.output("map", "--svg", "-", "--search", "orchard")
    expectContains(part, "애월읍")
    expectLacks(part, "Busan")
    let none = try await home("map", "--svg", home.folder.path("none.svg"), "--search", "zzz")
    expect(none.text.isEmpty && !none.errorText.isEmpty)
    expectNotEqual(access(home.folder.path("none.svg"), F_OK), 0)
  }
}

@Suite("A damaged index on the command line") struct IndexCommandTests {
  @Test func `all entries are shown, with one line about the rebuilt index`() async throws {
    let words = "The index was damaged and has been rebuilt from the logs. Nothing is lost.\n"
    let home = try TestHome()
    try await home.add("One", "Two", "Three", "Four", "Five", "Six")
    try home.folder.write([], to: "diary/index.json")
    try await expectEqual(home("list").errorText, words)
    for command in [["list"], ["search", "text"], ["stats"], ["journals"]] {
      let wanted = try await home.run(command)
      expectNotEqual(wanted.errorText, words)
      try home.folder.write([], to: "diary/index.json")
      let found = try await home.run(command)
      expectEqual(found.output, wanted.output, "\(command)")
      expectEqual(found.errorText, words, "\(command)")
    }
    try await expectEqual(home("verify").status, 0)
  }
}
