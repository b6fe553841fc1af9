import DiaryCore
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Interchange

/// Keeps the pages to print, and writes a fixed answer.
final class TestPrinter: Sendable {
  private let answer: @Sendable (_ page: String) -> (pdf: String, problem: String?)
  private let seen = Mutex<[String]>([])

  init(
    _ answer: @escaping @Sendable (String) -> (pdf: String, problem: String?) = { _ in
      ("%PDF-1.4\n…\n%%EOF\n", nil)
    }
  ) {
    self.answer = answer
  }

  /// The printed pages, each with its style.
  var pages: [String] { seen.withLock { $0 } }

  func print(page: String, to file: String, in folder: String, seconds: Int) async -> String? {
    guard let bytes = try? TemporaryFolder.bytes(of: page),
      let style = try? TemporaryFolder.bytes(of: folder + "/book.css")
    else { return "no page" }
    let text = String(decoding: bytes, as: UTF8.self)
    seen.withLock { $0.append(text + String(decoding: style, as: UTF8.self)) }
    let (pdf, problem) = answer(text)
    let output = open(file, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    defer { close(output) }
    let count = pdf.utf8.count
    guard write(output, pdf, count) == count else { return "not written" }
    return problem
  }
}

@Suite("Export as a book") struct BookExportTests {
  @discardableResult private func export(_ diary: Diary, _ printer: TestPrinter?)
    async throws -> ExportSummary
  {
    try await diary.export(
      .pdf, helpers: ExportHelpers(drawPhoto: drawText, findPrinter: { printer?.print }))
  }

  @Test func `prints months in order, and the same book only once`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo", name: "p.jpg", caption: "Fog & <light>")
    let later = try await diary.add("Later", on: "2026-11-19T08:00:00+09:00", content: "[[Walk]]")
    try await diary.add("Walk", on: "2025-02-01T08:00:00+09:00", tags: ["river"], photos: [photo])
    let printer = TestPrinter()
    try await expectEqual(export(diary, printer).photos, 1)
    expectEqual(files(diary.target), ["diary.pdf"])
    expectEqual(tree(diary.folder.path).filter { $0.hasPrefix(".") }, [])
    let page = try require(printer.pages.first)
    let february = try require(page.firstRange(of: "<h1 id=\"month-2025-02\">February 2025"))
    expectContains(page[february.upperBound...], "<h1 id=\"month-2026-11\">November 2026")
    for part in ["alt=\"Fog &amp; &lt;light&gt;\"", "src=\"pictures/1.jpg\"", "@page m2026-11"] {
      expectContains(page, part)
    }
    for part in ["loading=", "<script"] { expectLacks(page, part) }
    try await expectEqual(export(diary, printer).written, 0)
    expectEqual(printer.pages.count, 1)
    try await diary.change(later) { $0.content = "more" }
    try await expectEqual(export(diary, printer).written, 1)
    expectEqual(printer.pages.count, 2)
  }

  @Test func `leaves no files unless the book is complete`() async throws {
    let diary = try Diary()
    try await diary.add("one")
    await expectThrows(DiaryError.export(path: diary.target, .noPrinter)) {
      try await export(diary, nil)
    }
    expectEqual(tree(diary.folder.path), [])
    for answer in [
      ("", nil), ("%PDF-1.4\n half a book", nil), ("an error", nil),
      ("%PDF-1.4\n%%EOF\n", "it took too long"),
    ] as [(String, String?)] {
      await expectThrows(DiaryError.self, "\(answer)") {
        try await export(diary, TestPrinter { _ in answer })
      }
      expectEqual(tree(diary.folder.path), [])
    }
  }
}

@Suite("Entries as HTML") struct EntryHTMLTests {
  private static let asset = String(repeating: "a", count: 64)

  private func html(_ content: String) -> String {
    let links = EntryHTML.Links(
      photo: { asset in
        HTMLPhoto(
          asset: asset, name: "p.jpg", caption: "of the photo", picture: Link(.fixed("picture")),
          size: PictureBox(width: 4, height: 3), page: nil, fallback: "Photo")
      }, attachment: { _ in nil }, entry: { $0 == "Walk" ? Link(.fixed("walk")) : nil },
      tag: { $0 == "river" ? Link(.fixed("river")) : nil })
    var text = EntryHTML(of: ID(high: 0, low: 1), below: 3, links)
    var html = HTML()
    text.write(content, to: &html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  @Test func `writes Markdown as HTML, with photos and footnotes in place`() {
    for (markdown, written) in [
      "one\ntwo": "<p>one<br>\ntwo</p>",
      "*a* **b** ~~c~~ `d<`": "<p><em>a</em> <strong>b</strong> <s>c</s> <code>d&lt;</code></p>",
      "### a\n# b\n## c": "<h4>a</h4>\n<h4>b</h4>\n<h5>c</h5>", "---": "<hr>",
      "> # a\n> b": "<blockquote><p><strong>a</strong></p><p>b</p>\n</blockquote>",
      "3. a\n4. b": #"<ol start="3"><li>a</li><li>b</li></ol>"#,
      "- a\n\n- b": "<ul><li><p>a</p>\n</li><li><p>b</p>\n</li></ul>",
      "see [[Walk]] and [[Nothing|abcdef12]]":
        ##"<p>see <a href="#walk">Walk</a> and Nothing</p>"##,
      "by the #river, #lake": ##"<p>by the <a class="tag" href="#river">#river</a>, #lake</p>"##,
      "[x](javascript:alert(1))": "<p>x</p>",
      "![x](https://evil.example/x.gif)":
        #"<p><a href="https://evil.example/x.gif" rel="external noopener noreferrer">x</a></p>"#,
      "a <b onclick=x>b</b>":
        #"<p>a <code class="source">&lt;b onclick=x&gt;</code>b<code class="source">&lt;/b&gt;</code></p>"#,
      "<script>alert(1)</script>":
        #"<pre class="source"><code>&lt;script&gt;alert(1)&lt;/script&gt;\#n</code></pre>"#,
    ] as KeyValuePairs {
      // Every block has `dir="auto"`.
      expectEqual(html(markdown).replacing(#" dir="auto""#, with: ""), written + "\n")
    }
    expectEqual(
      html("# a\n\n> b\n\n- c"),
      #"""
      <h4 dir="auto">a</h4>
      <blockquote><p dir="auto">b</p>
      </blockquote>
      <ul><li dir="auto">c</li></ul>

      """#)
    // A photo is in its place, with the caption as typed.
    expectEqual(
      html("before ![*not* slanted](photo:\(Self.asset)) after"),
      """
      <p dir="auto">before </p><figure class="photo"><img src="#picture" \
      alt="*not* slanted" width="4" height="3"><figcaption dir="auto">*not* slanted</figcaption>\
      </figure><p dir="auto"> after</p>

      """)
    expectContains(html("![](photo:\(Self.asset))"), "<figcaption dir=\"auto\">of the photo")
    // Photos on consecutive lines are side by side.
    let photo = "![](photo:\(Self.asset))"
    expectPrefix(html("\(photo)\n\(photo)"), "<div class=\"row\"><figure")
    // A reference links to its footnote; without a footnote it is text.
    let id = "n-\(String(repeating: "0", count: 31))1-0-1"
    let referring = html("a[^x] b[^y]\n\n[^x]: said")
    for part in ["<sup><a href=\"#\(id)\">1</a></sup>", "id=\"\(id)\"", "b[^y]"] {
      expectContains(referring, part)
    }
  }

  @Test func `escapes markup in all texts of a page`() throws {
    let strings = try naughtyStrings()
    expectGreater(strings.count, 400)
    let frames = [
      "%", "# %", "> %", "- %", "`%`", "[%](%)", "![%](%)", "<%>", "| % |\n|---|\n| % |", "[[%]]",
      "#%", "```%\n%\n```", "[^%]\n\n[^%]: %", "![%](photo:\(Self.asset))",
    ]
    for string in strings {
      for frame in frames {
        let page = HTMLPage(Array(html(frame.replacing("%", with: string)).utf8))
        expectEqual(page.issues + page.dangers, [], "\(frame): \(string)")
      }
    }
  }
}
