import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// An exported site in a real browser, opened as files.
@Suite("A site in a browser", .enabled(if: Browser.path != nil, "no chromium"), .serialized)
struct SiteBrowserTests {
  private let photodiary: TestHome
  private let browser: Browser
  private var site: String { photodiary.folder.path("site") }

  init() throws {
    photodiary = try TestHome()
    browser = try Browser()
    let photo = try require(
      realpath(Checkout.photo("river-fog.jpg"), nil).map { String(cString: $0) })
    try photodiary.output(
      "add", "강가 산책", "--content", "아침 안개 사이로 걸었다 #fog", "--tag", "산책", "--date",
      "2026-11-19T07:30:00+09:00", "--photo", photo)
    try photodiary.output(
      "add", "A Walk", "--content", "Bread & <script>document.title='x'</script> \"quoted words\"",
      "--date", "2025-03-01T07:30:00Z")
    try photodiary.output("export", site, "--format", "html")
  }

  private func found(_ query: String) throws -> String {
    let visit = try browser.visit("\(site)/search.html?q=\(query)")
    expectEqual(visit.complaints, [], "\(query)")
    let list = try require(visit.document.firstRange(of: "id=\"results\""))
    let end = try require(visit.document.firstRange(of: "</main>"))
    return String(visit.document[list.upperBound..<end.lowerBound])
  }

  @Test func `a search finds words, phrases, tags and initials without a server`() throws {
    try expectContains(found("WALK"), "2025/03.html#e-")
    try expectLacks(found("WALK"), "2026/11.html#e-")
    for query in ["%EC%95%88%EA%B0%9C", "%23fog", "%23%EC%82%B0%EC%B1%85", "%E3%85%85%E3%85%8A"] {
      let results = try found(query)
      expectContains(results, "2026/11.html#e-", "\(query)")
      expectContains(results, "thumbnails/", "\(query)")
      expectLacks(results, "2025/03", "\(query)")
    }
    try expectContains(found("%22quoted+words%22"), "<mark>quoted words</mark>")
    try expectLacks(found("%22words+quoted%22"), "<li>")
    // Results are escaped.
    let results = try found("bread")
    expectEqual(results.contains("&lt;<script>"), false)
    expectContains(results, "&lt;script&gt;")
    let asked = try browser.visit("\(site)/search.html#q=%3Cimg%20src=x%20onerror=alert(1)%3E")
    expectLacks(asked.document, "<img src=\"x\"")
    expectContains(asked.document, "No results.")
    expectEqual(asked.complaints, [])
  }

  @Test func `no page has errors in the console`() throws {
    let pages = ["index.html", "2026/11.html", "2026/index.html", "days/index.html"]
    for page in pages + ["photos/2026-11-19%20river-fog.html"] {
      let visit = try browser.visit("\(site)/\(page)")
      expectEqual(visit.complaints, [], "\(page)")
      expectContains(visit.document, "</main>", "\(page)")
    }
    try expectContains(browser.visit(site + "/2025/03.html").document, "<title>March 2025 · ")
  }

  @Test func `the site follows the system's dark mode`() throws {
    // A page of the test reports the computed color.
    let probe = """
      <!DOCTYPE html><html lang="en"><head><title>x</title>
      <link rel="stylesheet" href="style.css"></head><body><script>
      addEventListener('load', () => {
        document.title = getComputedStyle(document.documentElement).backgroundColor;
      });
      </script></body></html>
      """
    try photodiary.folder.write(probe, to: "site/probe.html")
    func background(dark: Bool) throws -> String {
      let document = try browser.visit(site + "/probe.html", dark: dark).document
      let start = try require(document.firstRange(of: "<title>"))
      return String(document[start.upperBound...].prefix { $0 != "<" })
    }
    try expectEqual(background(dark: false), "rgb(251, 250, 247)")
    try expectEqual(background(dark: true), "rgb(23, 22, 20)")
  }

  @Test func `a book is printed by the browser`() throws {
    let place = photodiary.folder.path("book")
    try photodiary.output("export", place, "--format", "pdf")
    let book = try photodiary.folder.read(place + "/diary.pdf")
    expect(book.starts(with: "%PDF-".utf8))
    expectGreater(book.count, 30_000)
    try photodiary.output("export", place, "--format", "pdf")
    try expectEqual(photodiary.folder.read(place + "/diary.pdf"), book)

    // A missing browser is reported in one line.
    var bare = photodiary
    bare.environment["PATH"] = photodiary.folder.path
    let words = try bare.failure("export", place + "-2", "--format", "pdf")
    expectContains(words, "chromium")
  }
}
