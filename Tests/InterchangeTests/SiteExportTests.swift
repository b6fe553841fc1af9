import DiaryCore
import Glibc
import Interchange
import Localization
import TestSupport
import Testing

/// Pictures of test photos: the text of the photo, and the requested size.
struct TextPictures: SitePictures {
  func jpeg(
    of photo: AssetFile, at path: String, longest: Int, width: Int?, height: Int?, isKept: Bool
  ) async throws(PictureProblem) -> [UInt8] {
    guard let text = try? TextInspector.text(path) else { throw .missing }
    guard !text.contains("torn") else { throw .damaged }
    return Array("jpeg \(longest) of \(text)".utf8)
  }
}

@Suite("Export as a site")
struct SiteExportTests {
  private static let helpers = ExportHelpers(pictures: TextPictures())

  /// Exports a diary and checks the site.
  @discardableResult private func site(
    _ diary: Diary, entries: EntryQuery = EntryQuery()
  ) async throws -> SiteFolder {
    try await export(diary, entries: entries)
    let site = try SiteFolder(diary.target)
    expectEqual(site.faults, [])
    return site
  }

  @discardableResult private func export(
    _ diary: Diary, entries: EntryQuery = EntryQuery()
  ) async throws -> ExportSummary {
    try await diary.export(.html, entries: entries, helpers: Self.helpers)
  }

  @Test func `writes a site whose links work, of all entries, some or none`() async throws {
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
    try await diary.add("Later", on: "2026-11-19T08:00:00+09:00", tags: ["Food", "index", "a/b"])
    let summary = try await export(diary)
    expect((summary.entries, summary.photos, summary.problems) == (4, 2, []))
    let site = try SiteFolder(diary.target)
    expectEqual(site.faults, [])
    expectEqual(
      files(diary.target),
      [
        "2024/02.html", "2024/index.html", "2024/review.html", "2025/11.html", "2025/index.html",
        "2025/review.html", "2026/11.html", "2026/index.html", "2026/review.html",
        "days/02-29.html", "days/11-19.html", "days/index.html", "index.html",
        "photos/2024-02-29 torn.html", "photos/2024-02-29 torn.jpg",
        "photos/2024-02-29 walk 1.html", "photos/2024-02-29 walk 1.jpg", "script.js",
        "search.html", "search/2024.js", "search/2025.js", "search/2026.js", "style.css",
        "tags/a b.html", "tags/food.html", "tags/index 2.html", "tags/index.html",
        "tags/river.html", "tags/산책.html", "thumbnails/2024-02-29 walk 1.jpg",
      ])
    let month = try diary.folder.text("out/2024/02.html")
    expectContains(month, "alt=\"By the &lt;river&gt;\"")
    expectContains(month, "<span class=\"tile\">torn.jpg</span>")
    expectContains(month, "href=\"../2025/11.html#e-")
    expectContains(month, "href=\"../tags/river.html\">#river</a>")
    try expectPrefix(diary.folder.text("out/thumbnails/2024-02-29 walk 1.jpg"), "jpeg 800")
    let days = try require(site.pages["days/11-19.html"])
    expectContains(days.text, "Bread")
    expectContains(days.text, "Later")
    try expectContains(require(site.pages["tags/food.html"]).text, "2 entries")
    // A part of a diary leads to nothing that isn't in it.
    do {
      let diary = try Diary()
      try await diary.add("old", on: "2024-01-01T00:00:00Z")
      try await diary.add("new", on: "2025-01-01T00:00:00Z", content: "[[old]]")
      try await diary.add("newest", on: "2026-01-01T00:00:00Z", content: "[[new]]")
      let site = try await self.site(diary, entries: EntryQuery(limit: 2))
      expectNil(site.pages["2024/01.html"])
      try expectContains(require(site.pages["index.html"]).text, "2 entries")
    }
    // An empty diary has its pages, too.
    let empty = try await self.site(Diary())
    try expectContains(require(empty.pages["index.html"]).text, "No entries yet.")
  }

  @Test func `loads nothing from other places, and keeps hostile names and texts as text`()
    async throws
  {
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
      expectLacks(text, "url(")
      expectLacks(text, "@import")
      expectLacks(text, "innerHTML")
    }
    // Hostile names and texts stay texts.
    do {
      let diary = try Diary(author: Author(id: AuthorID("a"), name: "</title><script>x</script>"))
      let bytes = try Checkout.text("Tests/Fixtures/naughty-strings.json")
      let strings = try require(try JSONParser.parse(bytes).array?.compactMap(\.string))
      // Texts are escaped by construction, so a sample is enough.
      let step = max(1, 6 / RandomRounds.usually(1))
      for (number, string) in strings.enumerated() where number % step == 0 && !string.isBlank {
        var photo = try await diary.photo("photo \(number)", name: "p.jpg", caption: string)
        photo.name = string
        try await diary.add(string, content: string, tags: [string], photos: [photo])
      }
      try await site(diary)
    }
  }

  @Test func `rewrites only what changed, and keeps addresses`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo", name: "p.jpg")
    let entry = try await diary.add("one", on: "2025-01-01T00:00:00Z", photos: [photo])
    for month in 1...6 { try await diary.add("n\(month)", on: "2024-0\(month)-01T00:00:00Z") }
    let first = try await export(diary)
    let again = try await export(diary)
    expect((again.written, again.removed) == (0, 0))
    try await diary.change(entry) { $0.content = "more" }
    let changed = try await export(diary)
    // Its month, its year's review and part of the search, and the first page, which tells how it begins.
    expect((changed.written, changed.removed) == (4, 0))
    _ = try await diary.service.delete(entry.id)
    try await site(diary)
    expect(!files(diary.target).contains { $0.hasPrefix("2025") || $0.hasPrefix("photos") })
    expectGreater(first.written, 20)
    // An entry keeps its address.
    let kept = try await diary.add("one", on: "2025-01-15T00:00:00Z")
    for day in ["2025-01-01", "2025-01-31"] {
      try await export(diary)
      try expectContains(diary.folder.text("out/2025/01.html"), "id=\"e-\(kept.id)\"")
      try await diary.add("another", on: day + "T00:00:00Z")
    }
  }

  @Test func `shows years, days and months as they were`() async throws {
    let diary = try Diary()
    for day in ["2024-05-01", "2025-05-01", "2025-06-01"] {
      try await diary.add(
        day, on: "\(day)T00:00:00Z", tags: ["walk"],
        details: EntryDetails(isStarred: day == "2025-06-01", place: "The <pier>"))
    }
    try await site(diary)
    let page = try diary.folder.text("out/2025/review.html")
    expectContains(page, "href=\"../tags/walk.html\" dir=\"auto\">#walk</a> <small>2</small>")
    expectContains(page, ">The &lt;pier&gt;</a> <small>2</small>")
    expectContains(page, "Starred entries")
    expectContains(page, "06.html#e-")
    try expectContains(diary.folder.text("out/2025/index.html"), "href=\"review.html\"")
    // Days are in the writer's time zone.
    do {
      let diary = try Diary()
      // The second instant is the earlier day.
      try await diary.add("Seoul", on: "2025-12-01T08:00:00+09:00")
      try await diary.add("Honolulu", on: "2025-11-30T23:30:00-10:00")
      try await diary.add("Home", on: "2025-11-30T12:00:00-10:00")
      let site = try await self.site(diary)
      let november = try require(site.pages["2025/11.html"]).text
      let home = try require(november.firstRange(of: "Home"))
      expectContains(november[home.upperBound...], "Honolulu")
      try expectContains(require(site.pages["2025/12.html"]).text, "Seoul")
    }
    // A month of very many entries has several pages.
    do {
      let diary = try Diary()
      for number in 0..<450 {
        let (day, minute) = (1 + number / 50, number % 50)
        try await diary.add(
          "n\(number)", on: "2025-11-0\(day)T10:\(minute < 10 ? "0" : "")\(minute):00Z",
          content: number == 0 ? "[[n449]]" : "")
      }
      _ = try await self.site(diary)
      expectEqual(
        files(diary.target).filter { $0.hasPrefix("2025/") },
        ["2025/11-2.html", "2025/11-3.html", "2025/11.html", "2025/index.html", "2025/review.html"])
      try expectContains(diary.folder.text("out/2025/11.html"), "href=\"11-3.html#e-")
    }
    // A site in Korean is all in Korean.
    do {
      let diary = try Diary()
      try await diary.add("강가 산책", content: "걸었다", tags: ["산책"])
      try await Language.korean.speaking { _ = try await export(diary) }
      let site = try SiteFolder(diary.target)
      expectEqual(site.faults, [])
      let month = try require(site.pages["2026/11.html"])
      expectEqual(month.elements.first?.attributes["lang"], "ko")
      expectContains(month.text, "2026년 11월")
      expectContains(month.text, "Ada의 일기")
    }
  }

  @Test(.enabled(if: access("/usr/bin/tidy", X_OK) == 0))
  func `tidy finds no fault`() async throws {
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
