import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("HTML by construction")
struct HTMLTests {
  @Test func `text is text, wherever it stands`() {
    var html = HTML()
    html.element("p", .title("\"><script>'&"), .dir) { html in
      html.text("a < b && c > \"d\"")
      html.void("br")
    }
    let text = String(decoding: html.bytes, as: UTF8.self)
    expectEqual(
      text,
      """
      <p title="&quot;&gt;&lt;script&gt;&#39;&amp;" dir="auto">\
      a &lt; b &amp;&amp; c &gt; &quot;d&quot;<br></p>
      """)
  }

  @Test(arguments: [
    ("\u{0}a\u{1B}[31m", "\u{FFFD}a\u{FFFD}[31m"), ("a\r\nb\rc\n\td", "a\nb\nc\n\td"),
    ("\u{7F}\u{85}\u{9F}\u{A0}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}"),
    ("한글 👨‍👩‍👧", "한글 👨‍👩‍👧"),
  ])
  func `what HTML doesn't allow is replaced`(text: String, written: String) {
    var bytes: [UInt8] = []
    HTMLEscaping.append(text, to: &bytes)
    expectEqual(bytes, Array(written.utf8))
  }

  @Test func `what is no character is replaced`() {
    for value in [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF] as [UInt32] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var bytes: [UInt8] = []
      HTMLEscaping.append("a\(Character(scalar))b", to: &bytes)
      expectEqual(bytes, Array("a\u{FFFD}b".utf8))
    }
    for text in ["\u{FDCF}", "\u{FDF0}", "\u{FFFD}", "\u{1F600}", "\u{FEFF}", "\u{10FFFD}"] {
      var bytes: [UInt8] = []
      HTMLEscaping.append(text, to: &bytes)
      expectEqual(bytes, Array(text.utf8))
    }
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)",
    "data:text/html,<script>", "vbscript:x", "file:///etc/passwd", "//evil.example/x", "https:page",
    "http://", "/etc/passwd", "page.html", "", ":", "mailto:", "blob:x", "\u{1}javascript:x",
    "https\u{301}://x", "view-source:https://x",
  ])
  func `an address that may do more than lead somewhere is none`(address: String) {
    expectNil(Link(external: address))
  }

  @Test(arguments: [
    ("https://example.org/a?b=c&d#e", "https://example.org/a?b=c&d#e"),
    ("HTTP://example.org", "HTTP://example.org"),
    ("mailto:ada@example.org", "mailto:ada@example.org"),
    (" https://example.org/a b\"<>' ", "https://example.org/a%20b%22%3C%3E'"),
    ("https://example.org/%41%zz%", "https://example.org/%41%25zz%25"),
    ("https://example.org/한", "https://example.org/%ED%95%9C"),
    ("https://x/\u{0}\n", "https://x/%00"),
  ])
  func `an address of the web is written as one`(address: String, written: String) {
    expectEqual(Link(external: address)?.text, written)
  }

  @Test func `a link leads from one page to another`() {
    let start = ExportPath(name: "index.html")
    let month = ExportPath(folder: "2026", name: "11.html")
    let photo = ExportPath(folder: "photos", name: "a b#c?.html")
    expectEqual(Link(to: month, from: start).text, "2026/11.html")
    expectEqual(Link(to: start, from: month).text, "../index.html")
    expectEqual(Link(to: photo, from: month).text, "../photos/a%20b%23c%3F.html")
    expectEqual(Link(to: photo, from: photo).text, "a%20b%23c%3F.html")
    expectEqual(Link(to: ExportPath(folder: "x", name: "a:b"), from: start).text, "x/a%3Ab")
  }

  @Test func `headings of an entry leave no gap`() {
    var levels = HeadingLevels(below: 3)
    let written = [2, 4, 6, 2, 1, 3, 3, 6, 6, 1].map { "\(levels.next($0))" }
    expectEqual(written, ["h4", "h5", "h6", "h4", "h4", "h5", "h5", "h6", "h6", "h4"])
  }
}
