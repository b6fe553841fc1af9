import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Import of notes") struct NotesImportTests {
  @Test func `imports notes of Google Keep`() async throws {
    let zip = ZipWriter([
      "Takeout/Keep/Shopping.json": #"""
      {"color":"RED","isTrashed":false,"isPinned":true,"isArchived":true,"title":"Shopping",
      "listContent":[{"text":"Milk","isChecked":true},{"text":"Bread","isChecked":false}],
      "annotations":[{"url":"https://e.org/a","title":"A [page]","source":"WEBLINK"}],
      "attachments":[{"filePath":"1.jpeg","mimetype":"image/jpeg"},
      {"filePath":"gone.png","mimetype":"image/png"}],"labels":[{"name":"home"}],
      "userEditedTimestampUsec":1714726800000000,"createdTimestampUsec":1714723200000000}
      """#,
      "Takeout/Keep/2019-01-01T00_00_00.000Z.json": #"""
      {"color":"DEFAULT","isTrashed":false,"title":"","textContent":"첫 줄\nsecond",
      "userEditedTimestampUsec":1546300800000000}
      """#,
      "Takeout/Keep/Gone.json":
        #"{"isTrashed":true,"title":"Gone","textContent":"x","userEditedTimestampUsec":1}"#,
      "Takeout/Keep/Shopping.html": "<html></html>", "Takeout/Keep/1.jpg": "photo 1",
      "Takeout/Keep/Labels.txt": "home", "Takeout/archive_browser.html": "<html></html>",
    ])
    try await Diary().expectImport(
      zip.bytes, named: "takeout.zip", .keep,
      """
      = 2019-01-01T01:00:00+01:00
      첫 줄
      second
      = 2024-05-03T09:00:00+01:00 Shopping
      tags home | pinned | photos 1.jpg | modified 2024-05-03T09:00:00.000Z
      - [x] Milk
      - [ ] Bread

      - [A \\[page\\]](https://e.org/a)
      ! Keep/Gone.json: left out, it was in the trash there
      ! Keep/Shopping.json: its photo gone.png is missing
      ! archive_browser.html: left out, no entry uses it
      """)
  }

  @Test func `keeps bold, italic and headings of Google Keep`() async throws {
    let html = """
      <p dir=\\"ltr\\"><span style=\\"font-weight:700\\">bold word</span> and <i>*it*</i></p>\
      <p></p><h1><span style=\\"font-weight:700\\">Heading</span></h1><p>- x<br></p><p>y</p>
      """
    func note(_ plain: String, _ html: String) -> String {
      #"{"userEditedTimestampUsec":1546300800000000,"textContent":"\#(plain)","#
        + #""textContentHtml":"\#(html)","isTrashed":false}"#
    }
    try await Diary().expectImport(
      of: [
        "a.json": note("bold word and *it*", html), "b.json": note("a  *b*\\n\\nc", "<p>a *b*</p>"),
      ], .keep, show: \.content,
      """
      **bold word** and *\\*it\\**

      # Heading
      \\- x
      y
      a  *b*

      c
      """)
  }

  private static let note = String(repeating: "a", count: 32)
  private static let photo = String(repeating: "b", count: 32)
  private static let tag = String(repeating: "c", count: 32)
  private static let book = String(repeating: "d", count: 32)
  private static let video = String(repeating: "e", count: 32)

  private static let joplin: [String: String] = [
    "\(note).md": """
    Ein Tag: *am* Meer

    Text ![Meer.jpg](:/\(photo)) und [Film](:/\(video))

    type_: kein Ende

    id: \(note)
    parent_id: \(book)
    created_time: 2024-05-04T08:00:00.000Z
    updated_time: 2024-05-04T09:00:00.000Z
    is_conflict: 0
    latitude: 54.10000000
    longitude: 12.00000000
    altitude: 0.0000
    user_created_time: 2024-05-03T08:00:00.000Z
    user_updated_time: 2024-05-04T09:00:00.000Z
    encryption_applied: 0
    markup_language: 1
    deleted_time: 0
    type_: 1
    """, "\(photo).md": "Meer.jpg\n\nid: \(photo)\nmime: image/jpeg\nfile_extension: jpg\ntype_: 4",
    "\(video).md": "Film.mp4\n\nid: \(video)\nmime: video/mp4\nfile_extension: mp4\ntype_: 4",
    "\(tag).md": "reise\n\nid: \(tag)\nparent_id: \ntype_: 5",
    "\(book).md": "Urlaub\n\nid: \(book)\nparent_id: \ntype_: 2",
    "ffffffffffffffffffffffffffffffff.md":
      "id: ffffffffffffffffffffffffffffffff\nnote_id: \(note)\ntag_id: \(tag)\ntype_: 6",
    "resources/\(photo).jpg": "photo sea", "resources/\(video).mp4": "film",
  ]

  @Test func `imports notes of Joplin, and names unsupported ones`() async throws {
    let diary = try Diary()
    for path in [
      try diary.folder.write(TarWriter(Self.joplin).whole, to: "in/notes.jex"),
      try diary.folder("raw", Self.joplin),
    ] {
      try await Diary().expectImport(
        path, .joplin,
        """
        = 2024-05-03T09:00:00+01:00 Ein Tag: *am* Meer
        journal Urlaub | tags reise | photos Meer.jpg | files Film.mp4 | \
        modified 2024-05-04T09:00:00.000Z
        Text ![](photo:1) und [Film](:/\(Self.video))

        type_: kein Ende
        """)
    }
    func note(_ mark: Character, _ lines: String) -> (String, String) {
      let id = String(repeating: mark, count: 32)
      return ("\(id).md", "T\n\nB ![x](:/\(Self.photo))\n\nid: \(id)\n\(lines)\ntype_: 1")
    }
    let time = "created_time: 2024-05-04T08:00:00.000Z"
    func name(_ mark: Character) -> String { String(repeating: mark, count: 32) + ".md" }
    try await Diary().expectImport(
      of: Dictionary(uniqueKeysWithValues: [
        note("1", time), note("2", "encryption_applied: 1"), note("3", "\(time)\nis_conflict: 1"),
        note("4", "created_time: "), (name("5"), "no item"), ("more.pdf", "x"),
      ]), .joplin, show: \.content,
      """
      B ![x](:/\(Self.photo))
      ! \(name("1")): its photo x is missing
      ! \(name("2")): refused, it's encrypted; export it decrypted
      ! \(name("3")): left out, it was in the trash there
      ! \(name("4")): refused, it has no date
      ! \(name("5")): left out, no entry uses it
      ! more.pdf: left out, no entry uses it
      """)
  }
}

@Suite("Logseq import") struct LogseqImportTests {
  static let page = """
    mood:: good
    tags:: [[walk]], #sea
    title:: 3 May

    - # Morning
    - By the *river*
      id:: 65a0
      collapsed:: true
      second line
    \t- TODO buy [[salt]]
    \t- DONE go
    \t  :LOGBOOK:
    \t  CLOCK: [2024-05-03 Fri 10:00]
    \t  :END:
    \t\t- deeper
    \t\t  more:: kept
    -
    - ![Sea.jpg](../assets/Sea.jpg){:height 300, :width 400} and [doc](../assets/a.pdf)
    - ```
      - no block
      ```
    - ![gone](../assets/gone.jpg) ![](../../outside.jpg) [lost](../assets/lost.pdf)
    """

  @Test func `reads blocks as paragraphs, lists and tasks`() async throws {
    let file = "journals/2024_05_03.md"
    try await Diary().expectImport(
      of: [
        "journals/2024_05_03.md": Self.page, "journals/2024_05_04.md": "-",
        "journals/2024-05-05.md": "- x",
        "journals/notes.md": "- no day", "pages/salt.md": "- a page", "assets/Sea.jpg": "photo sea",
        "assets/a.pdf": "pdf", "logseq/config.edn": "{}",
      ], .logseq,
      """
      = 2024-05-05T00:00:00+01:00
      x
      = 2024-05-03T00:00:00+01:00
      tags walk, sea | mood good | photos Sea.jpg | files a.pdf
      # Morning

      By the *river*
      second line
      - [ ] buy [[salt]]
      - [x] go
        - deeper
          more:: kept

      ![](photo:1) and [doc](../assets/a.pdf)

      ```
      - no block
      ```

      ![gone](../assets/gone.jpg) ![](../../outside.jpg) [lost](../assets/lost.pdf)
      ! \(file): its photo ../assets/gone.jpg is missing
      ! \(file): its photo ../../outside.jpg is outside the imported folder and wasn't read; kept \
      the link. Copy it into the folder to import it
      ! \(file): its attachment ../assets/lost.pdf is missing
      ! journals/notes.md: left out, no entry uses it
      ! pages/salt.md: left out, no entry uses it
      """)
    // Top-level tasks become a list, with their children.
    expectEqual(
      LogseqPage("- Morning\n- TODO milk\n\t- fat\n- DONE bread\n- Evening\n\t- late").text,
      """
      Morning

      - [ ] milk
        - fat
      - [x] bread

      Evening
      - late
      """)
  }
}

extension LogseqImportTests {
  @Test func `imports days in Org`() async throws {
    try await Diary().expectImport(
      of: [
        "logseq/config.edn": """
        {:preferred-format :org
         ;; :journal/file-name-format "yyyy"
         :journal/file-name-format "dd-MM-yyyy"
         :journal/page-title-format "MMMM do, yyyy"}
        """,
        "journals/2022_02_25.org": """
        #+TITLE: February 25th, 2022
        #+mood: good
        * I met 3 friends in 2022
        :PROPERTIES:
        :id: 60a77d61-fc7d-46e7-b34f-c8eb4f54dce2
        :more: kept
        :END:
        ** # of *eggs* and [[https://e.org/a][the [page] here]], [[Anna]], [[Anna][her]]
        *** TODO buy
           - milk
        *
        * #+BEGIN_SRC lisp
        * no block
        #+END_SRC
        * [[../assets/Sea.jpg]] and [[../assets/a.pdf][doc]]
        * DONE soup
        ** deeper
        """,
        "journals/2022_02_26.org": "* Saturday, 02/26/2022\n** only 12 eggs\n** 2 more",
        "journals/2022_02_26.md": "- both",
        "journals/27-02-2022.md": "- by the settings", "journals/February 28th, 2022.md": "- old",
        "journals/first.org": "#+TITLE: 2022-03-01\n* titled", "assets/Sea.jpg": "photo sea",
        "journals/2022_03_02.md": "title:: A walk\n\n- x", "assets/a.pdf": "pdf",
        "journals/2022_03_03.org": "#+TITLE: March 3rd, 2022\n\n** ",
        "journals/notes.org": "* no day",
      ], .logseq,
      """
      = 2022-02-25T00:00:00+01:00
      mood good | photos Sea.jpg | files a.pdf
      I met 3 friends in 2022
      more:: kept
      - \\# of **eggs** and [the \\[page\\] here](https://e.org/a), [[Anna]], her ([[Anna]])
        - [ ] buy
             - milk

      ```lisp
      * no block
      ```

      ![](photo:1) and [doc](../assets/a.pdf)

      - [x] soup
        - deeper
      = 2022-02-26T00:00:00+01:00
      both
      = 2022-02-26T00:00:00+01:00
      only 12 eggs

      2 more
      = 2022-03-02T00:00:00+01:00 A walk
      x
      = 2022-02-27T00:00:00+01:00
      by the settings
      = 2022-02-28T00:00:00+01:00
      old
      = 2022-03-01T00:00:00+01:00
      titled
      ! journals/notes.org: left out, no entry uses it
      """)
  }
}

@Suite("Evernote import") struct EvernoteImportTests {
  private static func resource(_ bytes: String, _ type: String, _ name: String?) -> String {
    let attributes = name.map {
      "<resource-attributes><file-name>\($0)</file-name></resource-attributes>"
    }
    return """
      <resource><data encoding="base64">\(base64(bytes))</data><mime>\(type)</mime>
      <width>4</width><recognition><![CDATA[<recoIndex>words</recoIndex>]]></recognition>
      \(attributes ?? "")</resource>
      """
  }

  private static func export(_ notes: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
    <en-export export-date="20240601T000000Z" application="Evernote" version="10.80.3">
    \(notes)
    </en-export>
    """
  }

  private static func content(_ words: String) -> String {
    """
    <content><![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?>
    <!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>\(words)</en-note>]]></content>
    """
  }

  static let sample = export(notes)

  private static let notes = """
    <note><title>Sea &amp; 바다</title>
    \(content(
      """
      <div>First line &lt;*&gt;&nbsp;</div><div>second</div><div><br/></div><div><b>Bold</b></div>
      <div><en-media hash="\(md5("photo sea"))" type="image/jpeg"/></div>
      <div><en-todo checked="true"/>done</div><div><en-todo/>open</div>
      <ul style="--en-todo:true"><li style="--en-checked:true;"><div>boat</div></li></ul>
      <div style="--en-codeblock:true;box-sizing: border-box"><div>let a = 1</div><div>b</div></div>
      <div><en-media hash="\(md5("a pdf"))" type="application/pdf"/></div>
      <a href="evernote:///view/1/s1/a-b/a-b/">Sea &amp; 바다</a> <a href="evernote:///view/1/s1/c/c/">No</a>
      <img src="data:image/png;base64,\(base64("photo clip"))"/><img src="data:image/svg+xml,%3csvg"/>
      """))
    <created>20240503T070000Z</created><updated>20240504T080000Z</updated>
    <tag>sea</tag><tag>여행</tag>
    <note-attributes><latitude>54.1</latitude><longitude>12.0</longitude><author>Ada</author>
    <source>mobile.android</source></note-attributes>
    <task><title>Buy *salt*</title><created>20240503T070000Z</created>
    <taskStatus>completed</taskStatus></task>
    \(resource("photo sea", "image/jpg", "Meer.JPG"))\(resource("a pdf", "application/pdf", nil))
    \(resource("photo two", "image/png", "two"))
    </note>
    """

  @Test func `imports notes with their photos and files`() async throws {
    let clip = md5("photo clip")
    let entries = try await Diary().expectImport(
      Array(Self.export(Self.notes).utf8), named: "Diary 2024.enex", .evernote,
      """
      = 2024-05-03T08:00:00+01:00 Sea & 바다
      journal Diary 2024 | tags sea, 여행 | photos Meer.JPG, \(clip).png, two.png | \
      files \(md5("a pdf")).pdf | modified 2024-05-04T08:00:00.000Z
      First line <\\*>
      second

      **Bold**
      ![](photo:1)
      - [x] done
      - [ ] open

      - [x] boat

      ```
      let a = 1
      b
      ```

      [[Sea & 바다]] [[No]] ![](photo:2)

      - [x] Buy \\*salt\\*
      ! Diary 2024.enex: 1 link points to an entry that isn't in the diary
      """)
    let carried = try require(entries.first?.carried(.evernote))
    expect(carried["latitude"]?.string == "54.1" && carried["author"]?.string == "Ada")
  }

  @Test func `names parts that it can't import, and imports entries before damage`() async throws {
    let broken = Self.resource("photo x", "image/jpeg", "x.jpg").replacing("=", with: "!")
    let notes = """
      <note><title>a</title>\(Self.content("<div>x<en-crypt hint='h'>c2VjcmV0</en-crypt></div>"))
      <created>20240503T070000Z</created>\(broken)</note>
      <note><title>a</title>\(Self.content(#"y<en-media hash="0000" type="image/png"/>"#))
      <created>20240503T070000Z</created></note>
      <note><title>b</title>\(Self.content("<div>no date</div>"))<created>soon</created></note>
      <note><title></title>\(Self.content("<div></div>"))<created>20240503T070000Z</created></note>
      <note><title>deep</title>\(Self.content(String(repeating: "<div><b>", count: 5000)))
      <created>20240503T070000Z</created></note>
      """
    let diary = try Diary()
    let path = try diary.folder("e", ["N.enex": Self.export(notes), "more.txt": "x"])
    let (_, imported, lines) = try await diary.imported(path)
    expectEqual(imported.added.map(\.content), ["x", "y", "no date"])
    expectEqual(
      lines.map { $0.replacing(#/ of \d{4}-\d\d-\d\d/#, with: "") }.joined(separator: "\n"),
      """
      N.enex, entry 1: its file x.jpg is damaged and was left out
      N.enex, entry 1: part of it is encrypted and was left out
      N.enex, entry 2: its photo 0000 is missing
      N.enex, entry 3: “soon” isn't a date and was ignored
      N.enex, entry 3: it has no date; used the file's date
      N.enex, entry 4: refused, the entry is empty
      N.enex, entry 5: refused, its HTML or XML is too complex to read
      more.txt: left out, no entry uses it
      """)
    try await diary.expectKnown(path, 3)
    let whole = Self.export(
      "<note><title>one</title>\(Self.content("1"))<created>20240503T070000Z</created></note>"
        + "<note><title>two</title>\(Self.content("2"))<created>20240504T070000Z</created>"
        + Self.resource("photo", "image/png", "p.png") + "</note>")
    let end = try require(whole.firstRange(of: "<width>4"))
    let attributes = (0..<1000).map { "a\($0)='1'" }.joined(separator: " ")
    let middle = try require(whole.firstRange(of: "<note><title>two"))
    let laughs = whole.replacing(
      "<!DOCTYPE en-export SYSTEM \"http://xml.evernote.com/pub/evernote-export4.dtd\">",
      with: "<!DOCTYPE en-export [<!ENTITY a \"haha\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]>"
    ).replacing("<title>one", with: "<title>one&a;&f;")
    let start = whole[..<middle.lowerBound]
    let tangled = "its HTML or XML is too complex to read"
    for (text, titles, problem) in [
      (whole[..<end.lowerBound], ["one"], "the file ends in the middle of an entry"),
      (start + String(repeating: "<a>", count: 10_000), ["one"], tangled),
      (start + "<note \(attributes)>", [], tangled), (laughs[...], ["one", "two"], nil),
    ] as [(Substring, [String], String?)] {
      try await Diary().expectImport(
        Array(text.utf8), named: "N.enex", .evernote, show: \.title,
        (titles + (problem.map { ["! N.enex: refused, \($0)"] } ?? [])).joined(separator: "\n"))
    }
    // Base64 is read in pieces of any size.
    for text in ["", "a", "ab", "abc", "파일 of several lines, and more than one of them in all"] {
      let digits = Array(base64(text).utf8)
      for size in 1...5 {
        var decoder = Base64Decoder()
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: size) {
          bytes += decoder.decode(digits[start..<min(start + size, digits.count)])
        }
        bytes += decoder.finish()
        expect(decoder.isValid)
        expectEqual(String(decoding: bytes, as: UTF8.self), text)
      }
    }
    for text in ["YQ=a", "a", "YWI?", "YW-_"] { expectNil(Base64Decoder.bytes(of: text.utf8)) }
  }
}

@Suite("Links between entries") struct LinkImportTests {
  private func link(_ words: String, _ format: ImportFormat, _ key: String) -> String {
    "[[\(words)|\(ID<Entry>(of: format, [.string(key)]).description.prefix(8))]]"
  }

  @Test func `converts links between entries, and counts lost ones`() async throws {
    let unresolved = { (count: Int) in "\(count) links point to entries that aren't in the diary" }
    let b = { link($0, .markdown, "sub/B c.md") }
    try await Diary().expectImport(
      of: [
        "2024-05-03 A.md": """
        [the *b*](sub/B%20c.md) [[B c|b]] [[B c#part]] [[sub/B c]] [[nobody]] `[b](sub/B%20c.md)`
        [gone](x.md) [](y.md#z) [web](https://e.org/a.md) - [ ] ![](sub/B%20c.md) [x](a.pdf)
        """, "sub/B c.md": "---\ndate: 2024-05-04\n---\nback to [[2024-05-03 A]]",
      ], .markdown, show: \.content,
      """
      \(b("the b")) \(b("b")) \(b("B c")) \(b("sub/B c")) [[nobody]] `[b](sub/B%20c.md)`
      [gone](x.md) [](y.md#z) [web](https://e.org/a.md) - [ ] ![](sub/B%20c.md) [x](a.pdf)
      back to \(link("2024-05-03 A", .markdown, "2024-05-03 A.md"))
      ! diary: \(unresolved(2))
      """)
    let ids = ["a", "b", "c", "d"].map { String(repeating: $0, count: 32) }
    func note(_ id: String, _ body: String) -> (String, String) {
      ("\(id).md", "T\n\n\(body)\n\nid: \(id)\ncreated_time: 2024-05-04T08:00:00.000Z\ntype_: 1")
    }
    try await Diary().expectImport(
      of: Dictionary(uniqueKeysWithValues: [
        note(
          ids[0],
          "[b](:/\(ids[1])) [same](joplin://x-callback-url/openNote?id=\(ids[1])) [c](:/\(ids[2])) "
            + "[d](:/\(ids[3]))"), note(ids[1], "x"),
      ]), .joplin, show: \.content,
      """
      \(link("b", .joplin, ids[1])) \(link("same", .joplin, ids[1])) [c](:/\(ids[2])) [d](:/\(ids[3]))
      x
      ! diary: \(unresolved(2))
      """)
    let uuids = ["5D2A4B1C0E9F48D7A6B3C2D1E0F98765", "6D2A4B1C0E9F48D7A6B3C2D1E0F98765"]
    let date = #""creationDate":"2024-07-03T10:00:00Z""#
    let dayOne = "dayone://view?entryId="
    try await Diary().expectImport(
      of: [
        "J.json": #"""
        {"entries":[{"uuid":"\#(uuids[0])",\#(date),"text":"[it](\#(dayOne)\#(uuids[1]))
        [other](dayone2://view?entryId=7D2A4B1C0E9F48D7A6B3C2D1E0F98765)
        [bad](\#(dayOne)x)"},{"uuid":"\#(uuids[1])",\#(date),"text":"x"}]}
        """#.replacing("\n[", with: "\\n[")
      ], .dayone, show: \.content,
      """
      [[it|6d2a4b1c]]
      [[other|7d2a4b1c]]
      [bad](\(dayOne)x)
      x
      ! diary: \(unresolved(2))
      """)
  }

  @Test func `resolves Logseq's references to blocks and days`() async throws {
    let id = { (digit: Character) in "00000000-0000-0000-0000-00000000000\(digit)" }
    let day = link("the *sea*", .logseq, "2024-05-03").replacing("*", with: "")
    try await Diary().expectImport(
      of: [
        "journals/2024_05_03.md": "- TODO the *sea*\n  id:: \(id("1"))\n- x",
        "journals/2024_05_04.md": """
        - ((\(id("1")))) and {{embed ((\(id("2"))))}} [so](((\(id("1"))))) ((\(id("3"))))
        - [[May 3rd, 2024]] [[May 9th, 2024]]
        - ```
          ((\(id("1"))))
          ```
        """, "pages/p.org": "* on a page\n:PROPERTIES:\n:id: \(id("2"))\n:END:",
      ], .logseq, show: \.content,
      """
      - [ ] the *sea*

      x
      \(day) and on a page \(link("so", .logseq, "2024-05-03")) ((\(id("3"))))

      \(link("May 3rd, 2024", .logseq, "2024-05-03")) [[May 9th, 2024]]

      ```
      ((\(id("1"))))
      ```
      ! pages/p.org: left out, no entry uses it
      ! diary: 1 link points to an entry that isn't in the diary
      """)
  }
}
