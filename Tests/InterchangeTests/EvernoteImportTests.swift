import Crypto
import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Evernote import")
struct EvernoteImportTests {
  private static func digest(_ text: String) -> String {
    Insecure.MD5.hash(data: Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

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
      <div><en-media hash="\(digest("photo sea"))" type="image/jpeg"/></div>
      <div><en-todo checked="true"/>done</div><div><en-todo/>open</div>
      <ul style="--en-todo:true"><li style="--en-checked:true;"><div>boat</div></li></ul>
      <div style="--en-codeblock:true;box-sizing: border-box"><div>let a = 1</div><div>b</div></div>
      <div><en-media hash="\(digest("a pdf"))" type="application/pdf"/></div>
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

  @Test func `imports lines, boxes, code, photos at their places, files, tags and times`()
    async throws
  {
    let clip = Self.digest("photo clip")
    let entries = try await Diary().expectImport(
      Array(Self.export(Self.notes).utf8), named: "Diary 2024.enex", .evernote,
      """
      = 2024-05-03T08:00:00+01:00 Sea & 바다
      journal Diary 2024 | tags sea, 여행 | photos Meer.JPG, \(clip).png, two.png | \
      files \(Self.digest("a pdf")).pdf | modified 2024-05-04T08:00:00.000Z
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

      ![](photo:2)

      - [x] Buy \\*salt\\*
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
    // The entry without a date has that of its file.
    expectEqual(
      lines.map { $0.replacing(#/ of \d{4}-\d\d-\d\d/#, with: "") }.joined(separator: "\n"),
      """
      N.enex, entry 1: its file x.jpg is damaged and was left out
      N.enex, entry 1: a part of it is encrypted and was left out
      N.enex, entry 2: its photo 0000 isn't there
      N.enex, entry 3: “soon” isn't a date and was ignored
      N.enex, entry 3: it has no date; used the file's date
      N.enex, entry 4: refused, the entry is empty
      N.enex, entry 5: refused, its HTML or XML is too tangled to read
      more.txt: left out, no entry uses it
      """)
    try await diary.expectKnown(path, 3)
    // Of a file that is cut off or hostile, the entries before the damage are imported.
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
    let tangled = "its HTML or XML is too tangled to read"
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
