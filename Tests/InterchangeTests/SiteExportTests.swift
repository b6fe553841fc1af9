import DiaryCore
import Glibc
import Interchange
import TestSupport
import Testing
import Text

/// Returns a picture whose content is the photo's text and the requested size.
@Sendable func drawText(
  _ photo: Photo, at path: String, longest: Int, isKept: Bool
) throws -> [UInt8] {
  guard let text = try? TextInspector.text(path) else { throw PictureProblem.missing }
  guard !text.contains("torn") else { throw PictureProblem.damaged }
  return Array("jpeg \(longest) of \(text)".utf8)
}

@Suite("Export as a site") struct SiteExportTests {
  private static let helpers = ExportHelpers(drawPhoto: drawText)

  @discardableResult private func site(
    _ diary: Diary, entries: EntryQuery = EntryQuery()
  ) async throws -> SiteFolder {
    try await export(diary, entries: entries)
    let site = try SiteFolder(diary.target)
    expectEqual(site.faults, [])
    return site
  }

  @discardableResult private func export(_ diary: Diary, entries: EntryQuery = EntryQuery())
    async throws -> ExportSummary
  { try await diary.export(.html, entries: entries, helpers: Self.helpers) }

  @Test func `writes a site with working links, of all entries, some or none`() async throws {
    let diary = try Diary()
    let walk = try await diary.photo(
      "photo of a walk", name: "walk 1.jpg", caption: "By the <river>")
    let torn = try await diary.photo("photo, torn", name: "torn.jpg")
    try await diary.add(
      "Walk", on: "2024-02-29T08:00:00+09:00",
      content: "Fog.\n\n\(PhotoReference.markdown(walk))\n\nSee [[Bread]] #river", tags: ["산책"],
      photos: [walk, torn])
    try await diary.add(
      "Bread", on: "2025-11-19T08:00:00+09:00", content: "[[Walk]]", tags: ["food"])
    try await diary.add("", on: "2025-11-19T09:00:00+09:00", content: "# Untitled\n\nwords")
    try await diary.add(
      "Tasks", on: "2026-11-19T09:00:00+09:00",
      content: "[[Walk|abcdef12]] and [[Bread]]\n\n- [ ] one\n\n- [x] *two*\n\n  more")
    try await diary.add("Later", on: "2026-11-19T08:00:00+09:00", tags: ["Food", "index", "a/b"])
    let summary = try await export(diary)
    expect((summary.entries, summary.photos, summary.problems) == (5, 2, []))
    let site = try SiteFolder(diary.target)
    expectEqual(site.faults, [])
    let paths = [
      "2024/02.html", "2024/index.html", "2024/review.html", "2025/11.html", "2025/index.html",
      "2025/review.html", "2026/11.html", "2026/index.html", "2026/review.html", "days/02-29.html",
      "days/11-19.html", "days/index.html", "index.html", "photos/2024-02-29 torn.html",
      "photos/2024-02-29 torn.jpg", "photos/2024-02-29 walk 1.html", "photos/2024-02-29 walk 1.jpg",
      "script.js", "search.html", "search/2024.js", "search/2025.js", "search/2026.js", "style.css",
      "tags/a b.html", "tags/food.html", "tags/index 2.html", "tags/index.html", "tags/river.html",
      "tags/산책.html", "thumbnails/2024-02-29 walk 1.jpg",
    ]
    expectEqual(files(diary.target), paths)
    let month = try diary.folder.text("out/2024/02.html")
    for part in [
      "alt=\"By the &lt;river&gt;\"", "<span class=\"tile\">torn.jpg</span>",
      "href=\"../2025/11.html#e-", "href=\"../tags/river.html\">#river</a>",
    ] { expectContains(month, part) }
    try expectPrefix(diary.folder.text("out/thumbnails/2024-02-29 walk 1.jpg"), "jpeg 800")
    try expectContains(
      diary.folder.text("out/2026/11.html"),
      """
      <li dir="auto" class="task"><p dir="auto"><span class="box" role="img" aria-label="to do">☐</span> \
      one</p></li><li dir="auto" class="task"><p dir="auto"><span class="box" role="img" \
      aria-label="done">☑</span> <em>two</em></p><p dir="auto">more</p>
      """)
    try expectContains(diary.folder.text("out/index.html"), "Walk and Bread")
    // Links lead back, too.
    expectContains(month, "<p class=\"details\">Linked from</p>")
    expectContains(month, "Bread</a> · <time datetime=\"2025-11-19\">19 Nov 2025</time>")
    expectContains(month, "Tasks</a> · <time datetime=\"2026-11-19\">")
    let days = try require(site.pages["days/11-19.html"])
    expectContains(days.text, "Bread")
    expectContains(days.text, "Later")
    try expectContains(require(site.pages["tags/food.html"]).text, "2 entries")
    // An export of some entries links to no others.
    let other = try Diary()
    try await other.add("old", on: "2024-01-01T00:00:00Z")
    try await other.add("new", on: "2025-01-01T00:00:00Z", content: "[[old]]")
    try await other.add("newest", on: "2026-01-01T00:00:00Z", content: "[[new]]")
    let part = try await self.site(other, entries: EntryQuery(limit: 2))
    expectNil(part.pages["2024/01.html"])
    try expectContains(require(part.pages["index.html"]).text, "2 entries")
    let empty = try await self.site(Diary())
    try expectContains(require(empty.pages["index.html"]).text, "No entries yet.")
  }

  @Test func `a link by a date leads to the day's first entry`() async throws {
    let diary = try Diary()
    try await diary.add("Morning", on: "2026-11-01T08:00:00Z")
    try await diary.add("Evening", on: "2026-11-01T20:00:00Z")
    try await diary.add(
      "Links", on: "2026-11-02T08:00:00Z", content: "[[2026-11-01]] [[2026-11-05]]")
    let site = try await site(diary)
    let month = try require(site.pages["2026/11.html"]).text
    expectLacks(month, "Linked from")
    let html = try diary.folder.text("out/2026/11.html")
    expectContains(html, "\">2026-11-01</a> 2026-11-05")
  }

  @Test func `loads nothing from elsewhere, and escapes hostile text`() async throws {
    let diary = try Diary()
    try await diary.add("x", content: "![](https://evil.example/x.gif) https://evil.example/")
    try await export(diary)
    for path in files(diary.target) where path.hasSuffix(".html") {
      let text = try diary.folder.text("out/\(path)")
      expectContains(text, "default-src &#39;none&#39;", "\(path)")
    }
    for path in ["style.css", "script.js"] {
      let text = try diary.folder.text("out/\(path)")
      expect(!text.contains("//") || path == "script.js" && !text.contains("://"), "\(path)")
      for part in ["url(", "@import", "innerHTML"] { expectLacks(text, part) }
    }
    // A sample is enough, since all text is escaped in one place.
    let hostile = try Diary(author: Author(id: AuthorID("a"), name: "</title><script>x</script>"))
    let step = max(1, 6 / RandomRounds.usually(1))
    for (number, string) in try naughtyStrings().enumerated()
    where number % step == 0 && !string.isBlank {
      var photo = try await hostile.photo("photo \(number)", name: "p.jpg", caption: string)
      photo.name = string
      try await hostile.add(string, content: string, tags: [string], photos: [photo])
    }
    try await site(hostile)
  }

  @Test func `rewrites only changed pages, and keeps addresses`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo", name: "p.jpg")
    let entry = try await diary.add("one", on: "2025-01-01T00:00:00Z", photos: [photo])
    for month in 1...6 { try await diary.add("n\(month)", on: "2024-0\(month)-01T00:00:00Z") }
    let first = try await export(diary)
    let again = try await export(diary)
    expect((again.written, again.removed) == (0, 0))
    try await diary.change(entry) { $0.content = "more" }
    let changed = try await export(diary)
    // The month, the year's review, the search index and the first page change.
    expect((changed.written, changed.removed) == (4, 0))
    _ = try await diary.service.delete(entry.id)
    try await site(diary)
    expect(!files(diary.target).contains { $0.hasPrefix("2025") || $0.hasPrefix("photos") })
    expectGreater(first.written, 20)
    let kept = try await diary.add("one", on: "2025-01-15T00:00:00Z")
    for day in ["2025-01-01", "2025-01-31"] {
      try await export(diary)
      try expectContains(diary.folder.text("out/2025/01.html"), "id=\"e-\(kept.id)\"")
      try await diary.add("another", on: day + "T00:00:00Z")
    }
  }

  @Test func `shows years, days and months in the writer's time`() async throws {
    let diary = try Diary()
    for day in ["2024-05-01", "2025-05-01", "2025-06-01"] {
      try await diary.add(
        day, on: "\(day)T00:00:00Z", tags: ["walk"],
        details: EntryDetails(isStarred: day == "2025-06-01", place: "The <pier>"))
    }
    try await site(diary)
    let page = try diary.folder.text("out/2025/review.html")
    for part in [
      "href=\"../tags/walk.html\" dir=\"auto\">#walk</a> <small>2</small>",
      ">The &lt;pier&gt;</a> <small>2</small>", "Starred entries", "06.html#e-",
    ] { expectContains(page, part) }
    try expectContains(diary.folder.text("out/2025/index.html"), "href=\"review.html\"")
    // The second entry is the earlier day in its time zone.
    let travels = try Diary()
    try await travels.add("Seoul", on: "2025-12-01T08:00:00+09:00")
    try await travels.add("Honolulu", on: "2025-11-30T23:30:00-10:00")
    try await travels.add("Home", on: "2025-11-30T12:00:00-10:00")
    let pages = try await site(travels).pages
    let november = try require(pages["2025/11.html"]).text
    let home = try require(november.firstRange(of: "Home"))
    expectContains(november[home.upperBound...], "Honolulu")
    try expectContains(require(pages["2025/12.html"]).text, "Seoul")
  }

  @Test func `splits a month of very many entries over several pages`() async throws {
    let diary = try Diary()
    for number in 0..<450 {
      let (day, minute) = (1 + number / 50, number % 50)
      try await diary.add(
        "n\(number)", on: "2025-11-0\(day)T10:\(minute < 10 ? "0" : "")\(minute):00Z",
        content: number == 0 ? "[[n449]]" : "")
    }
    try await site(diary)
    expectEqual(
      files(diary.target).filter { $0.hasPrefix("2025/") },
      ["11-2", "11-3", "11", "index", "review"].map { "2025/\($0).html" })
    try expectContains(diary.folder.text("out/2025/11.html"), "href=\"11-3.html#e-")
  }

  @Test func `writes a site in Korean without English`() async throws {
    let diary = try Diary()
    try await diary.add("강가 산책", content: "걸었다", tags: ["산책"])
    let site = try await Language.korean.speaking { try await self.site(diary) }
    let month = try require(site.pages["2026/11.html"])
    expectEqual(month.elements.first?.attributes["lang"], "ko")
    for part in ["2026년 11월", "Ada의 일기"] { expectContains(month.text, part) }
  }

  @Test(.enabled(if: access("/usr/bin/tidy", X_OK) == 0))
  func `tidy finds no faults`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo", name: "p.jpg")
    try await diary.add(
      "한 & <b>",
      content: "# a\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [ ] x\n- [x] y\n\n> q\n\n```\nc\n```\n"
        + "\n<https://x.org>[^1]\n\n[^1]: note\n\n\(PhotoReference.markdown(photo))",
      tags: ["t"], photos: [photo])
    try await export(diary)
    for path in files(diary.target) where path.hasSuffix(".html") {
      let result = try ProgramResult.run(
        "/usr/bin/tidy",
        ["-q", "-e", "--warn-proprietary-attributes", "no", diary.target + "/" + path])
      expectEqual(result.status, 0, "\(path): \(result.errorText)")
    }
  }
}

/// Returns a piece of an earth with one very long coast.
@Sendable private func longCoast(_ request: MapRequest) -> MapPiece {
  let count = min(200_000, Int(request.box.width / request.dot) * 300)
  let points = (0..<max(2, count)).map { index in
    MapPoint(
      x: request.box.west + request.box.width * Double(index) / Double(count),
      y: index % 2 == 0 ? request.box.north : request.box.south)
  }
  return MapPiece(lines: [MapPiece.Line(kind: .coast, box: request.box, points: points)])
}

@Suite("The map of a site") struct SiteMapTests {
  private func export(_ diary: Diary, keepsLocation: Bool = false) async throws {
    let naming = KnownPlaces(known: [
      "Seoul": .init(latitude: 37.5665, longitude: 126.978),
      "<Busan>": .init(latitude: 35.1796, longitude: 129.0756),
    ])
    let helpers = ExportHelpers(
      positions: EntryPositions(
        service: diary.service, photos: PhotoPositions(service: diary.service), naming: naming),
      readMap: longCoast)
    try await diary.export(.html, keepsLocation: keepsLocation, helpers: helpers)
  }

  private func add(
    _ title: String, _ place: String, _ diary: Diary, on date: String = "2026-11-10"
  ) async throws {
    try await diary.add(
      title, on: date + "T08:00:00+09:00", content: "x", details: EntryDetails(place: place))
  }

  @Test func `links places to their pages, and hides coordinates`() async throws {
    let diary = try Diary()
    try await add("One", "Seoul", diary)
    try await add("Two", "Seoul", diary)
    try await add("Three", "<Busan>", diary)
    try await add("Four", "Nowhere that is known", diary)
    try await export(diary)
    let site = try SiteFolder(diary.target)
    expectEqual(site.faults, [])
    let page = try diary.folder.text("out/places/index.html")
    for part in [
      "<svg class=\"map\"", "<a href=\"Seoul.html\"><circle",
      "<title>Seoul · 2 entries</title>", "&lt;Busan&gt; · 1 entry",
    ] { expectContains(page, part) }
    expectLess(page.utf8.count, 300_000)
    try expectContains(diary.folder.text("out/index.html"), ">Map</a>")
    try expectContains(diary.folder.text("out/places/Seoul.html"), "2 entries")
    // Coordinates are shown only if the export keeps locations.
    let secret = try Diary()
    try await add("Secret", "35.1796, 129.0756", secret)
    try await export(secret)
    expect(!files(secret.target).contains { $0.hasPrefix("places/") })
    try expectLacks(secret.folder.text("out/index.html"), ">Map</a>")
    try await export(secret, keepsLocation: true)
    try expectContains(
      secret.folder.text("out/places/index.html"), "<title>Secret · 1 entry</title>")
    try expectEqual(SiteFolder(secret.target).faults, [])
    let unknown = try Diary()
    try await add("One", "Grandma's", unknown)
    try await export(unknown)
    let list = try unknown.folder.text("out/places/index.html")
    expectLacks(list, "<svg")
    expectContains(list, "Grandma&#39;s")
    try expectContains(unknown.folder.text("out/index.html"), ">Places</a>")
  }

  @Test(arguments: [false, true]) func `a year shows its trips`(keepsLocation: Bool) async throws {
    let diary = try Diary()
    func add(_ day: String, _ place: String) async throws {
      try await self.add(day, place, diary, on: day)
    }
    let first = try require(CalendarDay("2025-03-01"))
    for week in 0..<8 { try await add("\(first.adding(days: week * 7))", "Seoul") }
    try await add("2025-04-02", "<Busan>")
    try await add("2025-04-03", "<Busan>")
    // Lisbon, given by coordinates only.
    try await add("2025-04-23", "38.7223, -9.1393")
    try await export(diary, keepsLocation: keepsLocation)
    try expectEqual(SiteFolder(diary.target).faults, [])
    let page = try diary.folder.text("out/2025/review.html")
    expectContains(page, "<h2>Trips</h2>")
    expectContains(page, "2–3 Apr 2025")
    expectContains(page, "&lt;Busan&gt;</a>")
    expectEqual(page.contains("23 Apr 2025"), keepsLocation)
  }
}

/// Returns an earth with one coast and one border.
@Sendable private func smallEarth(_ request: MapRequest) -> MapPiece {
  let points = [MapPoint(latitude: 34, longitude: 126), MapPoint(latitude: 38, longitude: 130)]
  return MapPiece(
    lines: [MapPiece.Kind.coast, .border].map {
      MapPiece.Line(kind: $0, box: .earth, points: points)
    })
}

@Suite("A map as an image") struct MapImageTests {
  private func placed(_ number: UInt64, _ latitude: Double, _ longitude: Double, _ name: String?)
    -> PlacedEntry
  {
    PlacedEntry(
      sortKey: EntrySortKey(
        date: Int64(number), created: Timestamp(milliseconds: 0), id: ID(high: 0, low: number)),
      day: CalendarDay(daysSinceEpoch: 20_000),
      point: MapPoint(latitude: latitude, longitude: longitude), name: name)
  }

  private func text(_ points: [PlacedEntry], naming names: [String?] = []) throws -> String {
    let image = try require(try MapImage(of: points, on: smallEarth))
    return String(decoding: image.bytes(naming: names), as: UTF8.self)
  }

  @Test func `draws a self-contained map, with names as text`() throws {
    let svg = try text(
      [placed(1, 37.5, 127, "Seoul"), placed(2, 37.5, 127, "Seoul"), placed(3, 35.1, 129, nil)],
      naming: ["Busan, South Korea"])
    expectPrefix(svg, "<?xml version=\"1.0\"?>\n<svg class=\"map\"")
    expectSuffix(svg, "</svg>\n")
    for part in [
      "xmlns=\"http://www.w3.org/2000/svg\"", "<title>Seoul · 2 entries</title>",
      "<title>Busan, South Korea · 1 entry</title>", ">Seoul</text>", ">Busan</text>",
      "<path class=\"coast\" d=\"M", "class=\"border\"",
    ] { expectContains(svg, part) }
    // Colors are plain values, and nothing is loaded.
    for part in ["var(", "url(", "href"] { expectLacks(svg, part) }
    // Hostile names are escaped.
    let hostile = try text(
      [placed(1, 37.5, 127, "</text><script>alert('1')</script>"), placed(2, 35.1, 129, nil)],
      naming: ["\"&\u{1B}[31m<b>\u{0}"])
    for part in ["<script", "<b>"] { expectLacks(hostile, part) }
    expectContains(hostile, "&lt;/text&gt;&lt;script&gt;")
    expect(hostile.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
    // A map needs places, and a damaged earth is reported.
    try expectNil(MapImage(of: [], on: smallEarth))
    let damaged = MessageError("The map in map.bin is damaged.")
    expectThrows(damaged) {
      _ = try MapImage(of: [placed(1, 37.5, 127, nil)]) { _ in throw damaged }
    }
    // The image replaces no file, and isn't written into the diary.
    let folder = try TemporaryFolder()
    let path = folder.path("map.svg")
    try MapImage.write([1, 2, 3], to: path, outside: folder.path("diary"))
    try expectEqual(folder.read("map.svg"), [1, 2, 3])
    for (target, diary) in [
      (path, folder.path("diary")), (folder.path("none/map.svg"), folder.path("diary")),
      (folder.path("new.svg"), folder.path),
    ] { expectThrows(DiaryError.self) { try MapImage.write([4], to: target, outside: diary) } }
    try expectEqual(folder.read("map.svg"), [1, 2, 3])
    expectEqual(files(folder.path), ["map.svg"])
  }
}
