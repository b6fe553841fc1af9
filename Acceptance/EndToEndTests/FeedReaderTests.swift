import AcceptanceSupport
import TestSupport
import Testing

/// A published journal, read by `feedparser` from PyPI.
@Suite("A public journal in a feed reader") struct FeedReaderTests {
  private let mina: TestHome
  private var site: String { mina.folder.path("site") }

  init() throws {
    mina = try TestHome()
    try mina.folder.write("author = \"미나\"\n", to: "config/photodiary/config.toml")
    try mina.output("journals", "add", "Travel")
    try mina.output(
      "add", "첫 여행", "--journal", "Travel", "--date", "2026-11-18T08:00:00+09:00", "--content",
      "Hello **world** & <b>", "--photo", Checkout.photo("river-fog.jpg"))
    try mina.output(
      "add", "Second", "--journal", "Travel", "--date", "2026-11-19T08:00:00Z", "--content", "two")
    try mina.output("publish", "Travel", site, "--yes")
  }

  /// A Python with `feedparser`, if any.
  private static let python: String? = [
    Checkout.path(".build/test-packages/bin/python"), "/usr/bin/python3",
  ].first { (try? ProgramResult.run($0, ["-c", "import feedparser"]).status) == 0 }

  private static let script = """
    import feedparser, json, sys
    feed = feedparser.parse(sys.argv[1])
    print(json.dumps({
      "bozo": bool(feed.bozo), "version": feed.version, "title": feed.feed.title,
      "id": feed.feed.id, "updated": feed.feed.updated,
      "entries": [{
        "id": e.id, "title": e.title, "author": e.get("author"),
        "published": e.published_parsed[:6], "content": e.content[0].value,
        "type": e.content[0].type, "link": e.link,
        "enclosures": [[x.type, x.href, x.get("length")] for x in e.enclosures],
      } for e in feed.entries]}))
    """

  @Test(.enabled(if: python != nil, "feedparser isn't installed: see packaging/test-packages.txt"))
  func `a feed reader reads the complete feed`() throws {
    let python = try require(Self.python)
    let result = try ProgramResult.run(python, ["-c", Self.script, site + "/feed.xml"])
    expectEqual(result.status, 0, "\(result.errorText)")
    let feed = try JSON.parse(result.output)
    expect(feed["bozo"]?.bool == false && feed["version"]?.string == "atom10")
    expectEqual(feed["title"]?.string, "Travel")
    expectEqual(feed["id"]?.string?.hasPrefix("urn:sha256:"), true)
    let entries = try require(feed["entries"]?.array)
    expectEqual(entries.compactMap { $0["title"]?.string }, ["Second", "첫 여행"])
    expectEqual(Set(entries.compactMap { $0["id"]?.string }).count, 2)
    let first = entries[1]
    expectEqual(first["published"]?.array?.compactMap(\.integer), [2026, 11, 17, 23, 0, 0])
    expectContains(["text/html", "application/xhtml+xml"], first["type"]?.string)
    let content = try require(first["content"]?.string)
    expectContains(content, "<strong>world</strong> &amp;")
    expectContains(content, "&lt;b&gt;")
    let enclosure = try require(first["enclosures"]?.array?.first?.array)
    expectEqual(enclosure[0].string, "image/jpeg")
    expectEqual(entries[0]["enclosures"]?.array, [])
  }
}
