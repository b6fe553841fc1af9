import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("HTML output") struct HTMLTests {
  @Test func `escapes text, and writes only characters that HTML allows`() {
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
    var cases = [
      ("\u{0}a\u{1B}[31m", "\u{FFFD}a\u{FFFD}[31m"), ("a\r\nb\rc\n\td", "a\nb\nc\n\td"),
      ("\u{7F}\u{85}\u{9F}\u{A0}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}"), ("한글 👨‍👩‍👧", "한글 👨‍👩‍👧"),
    ]
    for value in [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF] as [UInt32] {
      cases.append(("a\(Unicode.Scalar(value).map(Character.init) ?? "?")b", "a\u{FFFD}b"))
    }
    for text in ["\u{FDCF}", "\u{FDF0}", "\u{FFFD}", "\u{1F600}", "\u{FEFF}", "\u{10FFFD}"] {
      cases.append((text, text))
    }
    for (text, written) in cases {
      var bytes: [UInt8] = []
      HTMLEscaping.append(text, to: &bytes)
      expectEqual(bytes, Array(written.utf8), text)
    }
    // Headings of an entry skip no level.
    var levels = HeadingLevels(below: 3)
    let written = [2, 4, 6, 2, 1, 3, 3, 6, 6, 1].map { "\(levels.next($0))" }
    expectEqual(written, ["h4", "h5", "h6", "h4", "h4", "h5", "h5", "h6", "h6", "h4"])
  }

  @Test func `links only to the web and between pages`() {
    for address in [
      "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)",
      "data:text/html,<script>", "vbscript:x", "file:///etc/passwd", "//evil.example/x",
      "https:page", "http://", "/etc/passwd", "page.html", "", ":", "mailto:", "blob:x",
      "\u{1}javascript:x", "https\u{301}://x", "view-source:https://x",
    ] { expectNil(Link(external: address)) }
    // Web addresses are percent-encoded.
    for address in [
      "https://example.org/a?b=c&d#e", "HTTP://example.org", "mailto:ada@example.org",
    ] { expectEqual(Link(external: address)?.text, address) }
    for (address, written) in [
      (" https://example.org/a b\"<>' ", "https://example.org/a%20b%22%3C%3E'"),
      ("https://example.org/%41%zz%", "https://example.org/%41%25zz%25"),
      ("https://example.org/한", "https://example.org/%ED%95%9C"),
      ("https://x/\u{0}\n", "https://x/%00"),
    ] { expectEqual(Link(external: address)?.text, written) }
    let start = ExportPath(name: "index.html")
    let month = ExportPath(folder: "2026", name: "11.html")
    let photo = ExportPath(folder: "photos", name: "a b#c?.html")
    for (target, page, written) in [
      (month, start, "2026/11.html"), (start, month, "../index.html"),
      (photo, month, "../photos/a%20b%23c%3F.html"), (photo, photo, "a%20b%23c%3F.html"),
      (ExportPath(folder: "x", name: "a:b"), start, "x/a%3Ab"),
    ] { expectEqual(Link(to: target, from: page).text, written) }
  }
}

@Suite("HTML as Markdown") struct HTMLMarkdownTests {
  @Test func `writes HTML as Markdown`() throws {
    for (html, markdown) in [
      #"<p dir="auto">Test Entry</p>\#n<p dir="auto"></p>\#n<p>Next</p>"#: "Test Entry\n\nNext",
      "<p><strong>bold </strong><em>italic </em><strong><em>both</em></strong>.</p>":
        "**bold** *italic* ***both***.",
      "<h2>Walk &amp; talk</h2><p>By the<br>river<br/></p>": "## Walk & talk\n\nBy the\nriver",
      "plain &lt;text&gt; &nbsp; and   more": "plain \\<text> and more",
      "<ul><li>a</li><li><p>b</p><ul><li>c</li></ul></li></ul><p>d</p>": "- a\n- b\n  - c\n\nd",
      "<ul><li>a</li><ul><li>b</li><ul><li>c</li></ul></ul><li>d</li></ul>e":
        "- a\n  - b\n    - c\n- d\n\ne",
      "<ol><li>a</li><li><ul><li>b</li></ul></li></ol>": "1. a\n   - b",
      "<ul><li><ul><li>b</li></ul></li></ul><ul><ul><li>c</li></ul></ul>": "- - b\n\n- c",
      "<ol start=3><li>x<li>y</ol>": "3. x\n4. y",
      "<blockquote><p>q</p><p>r</p></blockquote>after": "> q\n>\n> r\n\nafter",
      "<p>a</p><blockquote>q</blockquote>": "a\n\n> q",
      "<pre><code>if a &lt; b {\n  *x*\n}\n</code></pre>": "```\nif a < b {\n  *x*\n}\n```",
      "<p>1. no list</p><p># none</p><p>- nor this</p>": "1\\. no list\n\n\\# none\n\n\\- nor this",
      "<p>5 * 3, snake_case, *star*</p>": "5 * 3, snake_case, \\*star\\*",
      #"<a href="https://e.org/a b(1)">a <b>link</b></a> <a href="javascript:x()">no</a>"#:
        "[a **link**](https://e.org/a%20b%281%29) no",
      #"<a href="https://e.org/x_y_">https://e.org/x_y_</a>"#: "https://e.org/x_y_",
      "<table><caption>c</caption><tr><th>a<th>b</tr><tr><td>1|2</td></tr></table>z":
        "c\n\n| a | b |\n| --- | --- |\n| 1\\|2 |  |\n\nz",
      "<style>p {}</style><script>alert('x')</script><p>x</p><hr>": "x\n\n---",
      #"<ul><li data-checked="true">done</li><li data-checked="false">open</li></ul>"#:
        "- [x] done\n- [ ] open", "<b><p>over</p><p>blocks</p></b>": "over\n\nblocks",
      "<p>unclosed <i>marks<p>and </nothing> more": "unclosed *marks*\n\nand more",
      "한글 <b>굵게</b>": "한글 **굵게**", "": "",
    ] as KeyValuePairs { try expectEqual(HTMLMarkdown.markdown(of: html), markdown) }
    // The caller replaces images.
    let html = #"<p>a <img src="p.jpg" alt="sea"> <img src="other"></p>"#
    let text = try HTMLMarkdown.markdown(of: html) { address, words in
      address == "p.jpg" ? "![\(words)](photo:1)" : nil
    }
    expectEqual(text, "a ![sea](photo:1)")
    // A zero byte doesn't end the text.
    try expectEqual(HTMLMarkdown.markdown(of: "<p>a\u{0}b</p><p>c</p>"), "a b\n\nc")
  }

  @Test func `hostile HTML takes little time`() throws {
    let many = 50_000
    let deep = String(repeating: "<div>", count: many)
    let attributes = "<p " + (0..<many).map { "a\($0)=1" }.joined(separator: " ") + ">x</p>"
    for html in [deep, attributes, String(repeating: "<b><i>", count: many)] {
      expectThrows(EntryFieldError.overlyComplexMarkup) { try HTMLMarkdown.markdown(of: html) }
    }
    let long = String(repeating: "x", count: MarkupPieces.longest + 1)
    expectThrows(EntryFieldError.tooLong) { try HTMLMarkdown.markdown(of: long) }
    let html = String(repeating: "</u></i>", count: 200_000) + "<p>x</p>"
    try expectEqual(HTMLMarkdown.markdown(of: html), "x")
  }
}
