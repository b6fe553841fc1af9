import TestSupport
import Testing

@testable import Interchange

@Suite("HTML as Markdown")
struct HTMLMarkdownTests {
  @Test(arguments: [
    (#"<p dir="auto">Test Entry</p>\#n<p dir="auto"></p>\#n<p>Next</p>"#, "Test Entry\n\nNext"),
    (
      "<p><strong>bold </strong><em>italic </em><strong><em>both</em></strong>.</p>",
      "**bold** *italic* ***both***."
    ),
    ("<h2>Walk &amp; talk</h2><p>By the<br>river<br/></p>", "## Walk & talk\n\nBy the\nriver"),
    ("plain &lt;text&gt; &nbsp; and   more", "plain \\<text> and more"),
    ("<ul><li>a</li><li><p>b</p><ul><li>c</li></ul></li></ul><p>d</p>", "- a\n- b\n  - c\n\nd"),
    (
      "<ul><li>a</li><ul><li>b</li><ul><li>c</li></ul></ul><li>d</li></ul>e",
      "- a\n  - b\n    - c\n- d\n\ne"
    ),
    ("<ol><li>a</li><li><ul><li>b</li></ul></li></ol>", "1. a\n   - b"),
    ("<ul><li><ul><li>b</li></ul></li></ul><ul><ul><li>c</li></ul></ul>", "- - b\n\n- c"),
    ("<ol start=3><li>x<li>y</ol>", "3. x\n4. y"),
    ("<blockquote><p>q</p><p>r</p></blockquote>after", "> q\n>\n> r\n\nafter"),
    ("<p>a</p><blockquote>q</blockquote>", "a\n\n> q"),
    ("<pre><code>if a &lt; b {\n  *x*\n}\n</code></pre>", "```\nif a < b {\n  *x*\n}\n```"),
    ("<p>1. no list</p><p># none</p><p>- nor this</p>", "1\\. no list\n\n\\# none\n\n\\- nor this"),
    ("<p>5 * 3, snake_case, *star*</p>", "5 * 3, snake_case, \\*star\\*"),
    (
      #"<a href="https://e.org/a b(1)">a <b>link</b></a> <a href="javascript:x()">no</a>"#,
      "[a **link**](https://e.org/a%20b%281%29) no"
    ),
    (#"<a href="https://e.org/x_y_">https://e.org/x_y_</a>"#, "https://e.org/x_y_"),
    (
      "<table><caption>c</caption><tr><th>a<th>b</tr><tr><td>1|2</td></tr></table>z",
      "c\n\n| a | b |\n| --- | --- |\n| 1\\|2 |  |\n\nz"
    ),
    ("<style>p {}</style><script>alert('x')</script><p>x</p><hr>", "x\n\n---"),
    (
      #"<ul><li data-checked="true">done</li><li data-checked="false">open</li></ul>"#,
      "- [x] done\n- [ ] open"
    ),
    ("<b><p>over</p><p>blocks</p></b>", "over\n\nblocks"),
    ("<p>unclosed <i>marks<p>and </nothing> more", "unclosed *marks*\n\nand more"),
    ("한글 <b>굵게</b>", "한글 **굵게**"), ("", ""),
  ])
  func `says the same`(html: String, markdown: String) throws {
    try expectEqual(HTMLMarkdown.markdown(of: html), markdown)
  }

  @Test func `images become what is given for them`() throws {
    let html = #"<p>a <img src="p.jpg" alt="sea"> <img src="other"></p>"#
    let text = try HTMLMarkdown.markdown(of: html) { address, words in
      address == "p.jpg" ? "![\(words)](photo:1)" : nil
    }
    expectEqual(text, "a ![sea](photo:1)")
  }

  @Test func `a zero byte doesn't end it`() throws {
    try expectEqual(HTMLMarkdown.markdown(of: "<p>a\u{0}b</p><p>c</p>"), "a b\n\nc")
  }

  @Test func `what is made to be hard to read is refused`() {
    let many = 50_000
    let deep = String(repeating: "<div>", count: many)
    let attributes = "<p " + (0..<many).map { "a\($0)=1" }.joined(separator: " ") + ">x</p>"
    for html in [deep, attributes, String(repeating: "<b><i>", count: many)] {
      expectThrows(EntryFieldError.tangledMarkup) { try HTMLMarkdown.markdown(of: html) }
    }
    let long = String(repeating: "x", count: MarkupPieces.longest + 1)
    expectThrows(EntryFieldError.tooLong) { try HTMLMarkdown.markdown(of: long) }
  }

  @Test func `many ends without beginnings are no work`() throws {
    let html = String(repeating: "</u></i>", count: 200_000) + "<p>x</p>"
    try expectEqual(HTMLMarkdown.markdown(of: html), "x")
  }
}
