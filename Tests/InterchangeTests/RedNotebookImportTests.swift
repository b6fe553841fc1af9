import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("RedNotebook import") struct RedNotebookImportTests {
  static let month = #"""
    3:
      Ideen:
        'nach //Busan//: bald': null
        fahren: null
      text: "= Am Fluss =\n\nErst **fett** und //schräg//, dann --weg-- und __unter__.\n\n[\"\"../images/Br\xFCcke 1\"\".jpg?300]\n\
        - eins\n  - zwei\n\nSiehe [hier \"\"http://e.org/a b\"\"] #Ausflug"
      산책: null
    4:
      text: 'Ein ruhiger Tag.


        Mit zwei Absätzen.'
    31:
      Tags:
        alt: null
      text: ''
    """#

  private static let files = [
    "rn/data/2024-05.txt": month, "rn/data/2024-06.txt": "{}\n", "rn/data/notes.txt": "mine",
    "rn/configuration.cfg": "x=1", "rn/images/Brücke 1.jpg": "photo 1",
  ]

  @Test func `imports days with text, tags and pictures once`() async throws {
    let diary = try Diary()
    let path = try diary.folder("a", Self.files)
    try await diary.expectImport(
      path, .rednotebook,
      """
      = 2024-05-03T00:00:00+01:00 Am Fluss
      tags Ideen, 산책 | photos Brücke 1.jpg
      Erst **fett** und *schräg*, dann ~~weg~~ und <u>unter</u>.

      ![](photo:1)
      - eins
        - zwei

      Siehe [hier](<http://e.org/a b>) #Ausflug

      **Ideen**

      - nach *Busan*: bald
      - fahren
      = 2024-05-04T00:00:00+01:00
      Ein ruhiger Tag.

      Mit zwei Absätzen.
      = 2024-05-31T00:00:00+01:00 alt
      tags alt
      ! data/notes.txt: left out, no entry uses it
      """)
    let others = [
      path + "/rn/data", try diary.folder.write(ZipWriter(Self.files).bytes, to: "in/rn.zip"),
      path + "/rn/data/2024-05.txt",
    ]
    for other in others { try await expectEqual(diary.imported(other).plan.existing, 3, other) }
  }

  @Test(arguments: [
    ("**a** //b// __c__ --d--", "**a** *b* <u>c</u> ~~d~~"),
    ("****a****", "**\\*\\*a\\*\\***"), ("** a ** // b //", "\\*\\* a \\*\\* // b //"),
    ("a **b //c// d**", "a **b *c* d**"), ("http://a//b//c", "http://a//b//c"),
    ("``a *b*`` ``a`b``", "`a *b*` ``a`b``"), ("\"\"**a** [b]\"\"", "\\*\\*a\\*\\* \\[b\\]"),
    ("2 * 3 *x* snake_case _y_", "2 * 3 \\*x\\* snake_case \\_y\\_"),
    ("= a =\n== b ==[c]", "## b"), ("+ a +\nb", "b"), ("a\n= b =\nc", "a\n\n# b\n\nc"),
    ("- a\n - b\n- c\n+ d\n", "- a\n  - b\n- c\n1. d"), ("+ a\n  - b", "1. a\n   - b"),
    ("- a\n-\nb", "- a\n\nb"), ("-----a", "~~-~~a"),
    ("a\n--------------------\nb", "a\n\n---\n\nb"),
    ("\tquote", "> quote"), ("# a", "\\# a"), ("> a", "\\> a"), ("#tag", "#tag"),
    ("|| a | b |\n| 1 | 2 |", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
    ("```\n**a**\n```", "```\n**a**\n```"), ("```\nopen", "```\nopen\n```"),
    ("\"\"\"\n**a**\n\"\"\"", "\\*\\*a\\*\\*"), ("a\\\\", "a\\"),
    ("{x **y**|color:red} z", "x **y** z"),
    ("% hidden --", "<!-- hidden - - -->"), ("[a b@c.de]", "[a](mailto:b@c.de)"),
    ("[x \"\"file:///a (b).pdf\"\"]", "[x](<file:///a (b).pdf>)"),
    ("[ ] [2024-05-03]", "[ ] [2024-05-03]"),
    ("a < b <c>", "a < b \\<c>"), ("안개 **굵게**요", "안개 **굵게**요"), ("a\r\nb", "a\nb"),
    ("[\"\"/x/gone\"\".png?20]", "![](/x/gone.png)"), ("[gone.jpg]", "![](gone.jpg)"),
  ]) func `writes markup as Markdown`(markup: String, markdown: String) {
    var text = RedNotebookText { _, _ in nil }
    expectEqual(text.read(markup).content, markdown)
  }

  @Test func `reads only pictures inside the folder, and names unreadable months`() async throws {
    let diary = try Diary()
    let outside = try diary.folder.write("photo out", to: "elsewhere/o.jpg")
    let inside = diary.folder.path + "/in/r/images/i%201.jpg"
    let text = #"""
      [""\#(outside.dropLast(4))"".jpg] [""file://\#(inside.dropLast(4))"".jpg] \#
      [""/home/old/.rednotebook/images/moved"".jpg] [""http://e.org/x"".png] [""../../elsewhere/o"".jpg]
      """#
    let files = [
      "data/2024-05.txt": "1: {text: '\(text)'}\n", "images/i 1.jpg": "photo 1",
      "images/moved.jpg": "photo 2",
    ]
    let (_, outcome, lines) = try await diary.imported(diary.folder("r", files))
    let entry = try require(outcome.added.first)
    expectEqual(entry.photos.map(\.name), ["i 1.jpg", "moved.jpg"])
    expectContains(entry.content, "![](\(outside))")
    expectEqual(lines.count, 3)
    expectEqual(lines.count { $0.contains("is outside the imported folder") }, 2)
    expect(lines.contains { $0.contains("http://e.org/x.png isn't on this computer") })
    try diary.folder.write([0x31, 0x3A, 0x20, 0xFF], to: "in/diary/2024-07.txt")
    try await diary.expectImport(
      of: [
        "2024-01.txt": "1: {text: one}\n1: {text: two}\n",
        "2024-02.txt": "1: &a {text: x}\n2: *a\n", "2024-03.txt": "1: {text: \"x\n",
        "2024-04.txt": "31: {text: x}\n3: [x]\nx: {text: x}\n", "2024-05.txt": "- a\n",
        "2024-06.txt": "\u{FEFF}1:\r\n  text: windows\r\n", "2024-13.txt": "1: {text: x}\n",
      ], .rednotebook, show: \.content,
      """
      one
      two
      windows
      ! 2024-02.txt: refused, line 2 refers to another value with *, which isn't supported: write \
      the value there
      ! 2024-03.txt: refused, not valid YAML in line 2
      ! 2024-04.txt, entry 1: refused, “31” isn't a date
      ! 2024-04.txt, entry 2 of 2024-04-03: refused, not a JSON object
      ! 2024-04.txt, entry 3: refused, “x” isn't a date
      ! 2024-05.txt: refused, not a JSON object
      ! 2024-07.txt: refused, not UTF-8 text at byte 3
      ! 2024-13.txt: left out, no entry uses it
      """)
  }
}
