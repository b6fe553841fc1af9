import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Entries as HTML")
struct EntryTextTests {
  private static let asset = String(repeating: "a", count: 64)

  private func html(_ content: String) -> String {
    let links = EntryText.Links(
      photo: { asset in
        ShownPhoto(
          asset: asset, name: "p.jpg", caption: "of the photo",
          picture: Link(.fixed("picture")), size: PictureBox(width: 4, height: 3),
          page: nil, fallback: "Photo")
      },
      attachment: { _ in nil }, entry: { $0 == "Walk" ? Link(.fixed("walk")) : nil },
      tag: { $0 == "river" ? Link(.fixed("river")) : nil })
    var text = EntryText(of: ID(high: 0, low: 1), below: 3, links)
    var html = HTML()
    text.write(content, to: &html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("one\ntwo", "<p dir=\"auto\">one<br>\ntwo</p>\n"),
    (
      "*a* **b** ~~c~~ `d<`",
      "<p dir=\"auto\"><em>a</em> <strong>b</strong> <s>c</s> <code>d&lt;</code></p>\n"
    ),
    (
      "### a\n# b\n## c",
      "<h4 dir=\"auto\">a</h4>\n<h4 dir=\"auto\">b</h4>\n<h5 dir=\"auto\">c</h5>\n"
    ),
    ("---", "<hr>\n"),
    (
      "> # a\n> b",
      "<blockquote><p dir=\"auto\"><strong>a</strong></p><p dir=\"auto\">b</p>\n</blockquote>\n"
    ),
    ("3. a\n4. b", "<ol start=\"3\"><li dir=\"auto\">a</li><li dir=\"auto\">b</li></ol>\n"),
    (
      "- a\n\n- b",
      "<ul><li dir=\"auto\"><p dir=\"auto\">a</p>\n</li><li dir=\"auto\"><p dir=\"auto\">b</p>\n</li></ul>\n"
    ),
    (
      "see [[Walk]] and [[Nothing|abcdef12]]",
      "<p dir=\"auto\">see <a href=\"#walk\">Walk</a> and Nothing</p>\n"
    ),
    (
      "by the #river, #lake",
      "<p dir=\"auto\">by the <a class=\"tag\" href=\"#river\">#river</a>, #lake</p>\n"
    ),
    ("[x](javascript:alert(1))", "<p dir=\"auto\">x</p>\n"),
    (
      "![x](https://evil.example/x.gif)",
      "<p dir=\"auto\"><a href=\"https://evil.example/x.gif\" rel=\"external noopener noreferrer\">x</a></p>\n"
    ),
    (
      "a <b onclick=x>b</b>",
      "<p dir=\"auto\">a <code class=\"source\">&lt;b onclick=x&gt;</code>b<code class=\"source\">&lt;/b&gt;</code></p>\n"
    ),
    (
      "<script>alert(1)</script>",
      "<pre class=\"source\"><code>&lt;script&gt;alert(1)&lt;/script&gt;\n</code></pre>\n"
    ),
  ])
  func `Markdown becomes HTML`(markdown: String, written: String) {
    expectEqual(html(markdown), written)
  }

  @Test func `a photo stands at its place, with its caption as it was typed`() {
    let written = html("before ![*not* slanted](photo:\(Self.asset)) after")
    expectEqual(
      written,
      """
      <p dir="auto">before </p><figure class="photo"><img src="#picture" \
      alt="*not* slanted" width="4" height="3"><figcaption dir="auto">*not* slanted</figcaption>\
      </figure><p dir="auto"> after</p>

      """)
    expectContains(html("![](photo:\(Self.asset))"), "<figcaption dir=\"auto\">of the photo")
  }

  @Test func `photos in one line stand side by side`() {
    let photo = "![](photo:\(Self.asset))"
    expectPrefix(html("\(photo)\n\(photo)"), "<div class=\"row\"><figure")
  }

  @Test func `a footnote is led to, and a reference to none leads nowhere`() {
    let id = "n-\(String(repeating: "0", count: 31))1-0-1"
    let written = html("a[^x] b[^y]\n\n[^x]: said")
    expectContains(written, "<sup><a href=\"#\(id)\">1</a></sup>")
    expectContains(written, "id=\"\(id)\"")
    expectContains(written, "b[^y]")
  }

  @Test func `no text gets a command into a page`() throws {
    let path = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let bytes = try TemporaryFolder.bytes(
      of: path + "/Fixtures/naughty-strings.json")
    let strings = try require(try JSONParser.parse(bytes).array?.compactMap(\.string))
    expectGreater(strings.count, 400)
    let frames = [
      "%", "# %", "> %", "- %", "`%`", "[%](%)", "![%](%)", "<%>", "| % |\n|---|\n| % |", "[[%]]",
      "#%", "```%\n%\n```", "[^%]\n\n[^%]: %", "![%](photo:\(Self.asset))",
    ]
    for string in strings {
      for frame in frames {
        let page = HTMLPage(Array(html(frame.replacing("%", with: string)).utf8))
        expect(page.issues.isEmpty, "\(frame): \(string)")
        expect(page.dangers.isEmpty, "\(frame): \(string)")
      }
    }
  }
}
