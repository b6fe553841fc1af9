import DiaryCore
import TestSupport
import Testing
import Text

@Suite struct TextRulesTests {
  private func entry(_ title: String, _ content: String = "", tags: [String] = []) throws -> Entry {
    let date = try require(EntryDate("2026-11-19T07:30:00+09:00"))
    return .made(EntryFields(date: date, title: title, content: content, tags: tags))
  }

  @Test(arguments: [
    ("walk", true), ("WALK fog", true), ("\"walk in fog\"", true), ("\"fog walk\"", false),
    ("안개", true), ("안개", true), ("강", true), ("rain", false), ("", false), ("\"\"", false),
    ("\"walk in", true), ("산책", true), ("É", true),
    ("\u{110B}\u{1161}\u{11AB}\u{1100}\u{1162}", true), ("e\u{301}", true), ("기차", false),
  ])
  func `finds every word in any case and normal form`(_ query: String, _ isFound: Bool) throws {
    let entry = try entry("A Walk in Fog", "강가의 안개, e\u{301}", tags: ["산책"])
    let query = SearchQuery(query, today: .earliest)
    expectEqual((!query.isEmpty && query.predicate.matches(entry)), isFound)
  }

  @Test func `printable text can't control a terminal`() {
    let hostile = "a\u{1b}[31mb\u{9b}c\u{7f}\u{202e}d\re\nf\tg\u{0}"
    expectEqual(hostile.printable, "a␛[31mb\u{FFFD}c␡d e f g␀")
    expectEqual("안개 👩🏽‍💻".printable, "안개 👩🏽‍💻")
  }

  @Test func `derives a title from the first line with words`() throws {
    let asset = String(repeating: "a", count: 64)
    let unseen = "\u{200B}\u{2060} \u{3164}\u{2800}\u{AD}"
    for (title, content, shown) in [
      ("", "\n  \n## 첫 줄 ##\nx", "첫 줄"), ("", "![the bridge](photo:\(asset))\nx", "the bridge"),
      ("\u{1b}]0;x\u{7}", "", "␛]0;x␇"), (" ", "###", "Untitled"),
      ("", "---\n> - **Soup** at [Kim's](http://x.kr/a_b_c)\n", "Soup at Kim's"),
      ("", "2026. 11. 20. `맑음` snake_case 3 * 4", "2026. 11. 20. 맑음 snake_case 3 * 4"),
      ("", "```swift\n*a* \\* b ~~c~~", "a * b c"), ("**as written**", "x", "**as written**"),
      (unseen, unseen + "\nwords", "words"), (unseen, "", "Untitled"),
      ("👩\u{200D}🚒", "", "👩\u{200D}🚒"),
    ] {
      try expectEqual(entry(title, content).displayTitle, shown)
      try expectEqual(entry(title, content).rowTitle, shown)
    }
    // A row has the day already.
    let photo = Photo(
      asset: AssetID(digest: [UInt8](repeating: 1, count: 32)), name: "IMG_1.jpg",
      type: MediaType("image/jpeg"))
    let date = try require(EntryDate("2026-11-19T07:30:00+09:00"))
    let undescribed = Entry.made(EntryFields(date: date, title: "", content: "", photos: [photo]))
    expectEqual(undescribed.displayTitle, "Thursday 19 November 2026")
    expectEqual(undescribed.rowTitle, "1 photo")
  }
}

@Suite struct WordingTests {
  private let date = EntryDate("2026-03-05T07:30:00+09:00") ?? EntryDate(instant: 0, offset: 0)

  @Test func `formats dates and numbers in both languages`() {
    expectEqual(DateText.long(date.day), "Thursday 5 March 2026")
    expectEqual(DateText.short(date.day), "5 Mar 2026")
    Language.korean.speaking {
      expectEqual(DateText.long(date.day), "2026년 3월 5일 목요일")
      expectEqual(DateText.full(date), "2026년 3월 5일 목요일 07:30")
      expectEqual(DateText.short(date.day), "2026.03.05")
      expectEqual(DateText.days(date.day...date.day.adding(days: 2)), "2026.03.05–03.07")
      expectEqual(DateText.month(date.day), "2026년 3월")
      expectEqual(DateText.shortWeekday(date.day), "목")
    }
    DateStyle(isMonthFirst: true, hasTwelveHours: true).showing {
      expectEqual(DateText.full(date), "Thursday, March 5, 2026, 7:30 AM")
      expectEqual(DateText.short(date.day), "Mar 5, 2026")
      expectEqual(DateText.brief(date.day), "Mar  5")
      expectEqual(DateText.dayOfYear(date.day), "March 5")
      for (last, text) in [
        (2, "Mar 5–7, 2026"), (30, "Mar 5 – Apr 4, 2026"), (365, "Mar 5, 2026 – Mar 5, 2027"),
      ] { expectEqual(DateText.days(date.day...date.day.adding(days: last)), text) }
      for (time, text) in [("00:05", "12:05 AM"), ("12:00", "12:00 PM"), ("23:59", "11:59 PM")] {
        expectEqual(EntryDate("2026-03-05T\(time):00Z").map(DateText.clock), text)
      }
      Language.korean.speaking { expectEqual(DateText.clock(date), "오전 7:30") }
    }
    expectEqual(DateText.days(date.day...date.day.adding(days: 30)), "5 Mar – 4 Apr 2026")
    expectEqual(CountText.entries(1, of: 1), "1 of 1 entry")
    expectEqual(CountText.length(TextLength(words: 2, characters: 1204)), "2 words")
    expectEqual(CountText.photos(1, of: 1204), "1 of 1,204 photos")
    Language.korean.speaking {
      expectEqual(CountText.entries(1204), "일기 1,204개")
      expectEqual(CountText.photos(3), "사진 3장")
      expectEqual(CountText.length(TextLength(words: 2, characters: 1204)), "1,204자")
      expectEqual(CountText.photos(3, of: 1204), "사진 1,204장 중 3장")
      expectEqual(CountText.bytes(640), "640바이트")
    }
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (9_949, "9.9 kB"),
    (9_950, "10 kB"), (999_499, "999 kB"), (1_000_000, "1.0 MB"), (1_250_000_000, "1.3 GB"),
    (12_345_678_901_234, "12 TB"),
  ])
  func `formats sizes with up to three digits and a unit`(_ bytes: Int, _ words: String) {
    expectEqual(CountText.bytes(bytes), words)
  }
}

@Suite struct JSONTests {
  @Test(arguments: [
    #"{"b":1,"a":[true,false,null],"c":{"d":"e"}}"#, "[]", "{}", #""""#, "-0.5e+10", "1E400",
    #"["한글","👨‍👩‍👧","\u0000\u001b\u007f\u009b\"\\\n\r\t"]"#,
  ])
  func `parses and writes JSON byte for byte`(_ text: String) throws {
    let value = try JSONParser.parse(text)
    expectEqual(String(decoding: JSONWriter.bytes(value), as: UTF8.self), text)
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "1.", ".5", "+1", "nul", "\"\u{1}\"",
    "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "[1] 2", "'a'", "\"abc",
    "\"a\\nb", "\"a\\", "\"a\\u12\"",
    String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
  ])
  func `rejects invalid JSON`(_ text: String) {
    expectThrows(JSONParser.Failure.self) { try JSONParser.parse(text) }
  }

  @Test func `parses escapes and rejects invalid UTF-8`() throws {
    try expectEqual(JSONParser.parse(#""\ud83d\ude00\/\b\f""#).string, "😀/\u{8}\u{c}")
    try expectEqual(
      JSONParser.parse(Array(#""a\n한\"글\ud800\"\ud83d\u0041\udc00""#.utf8), repairsSurrogates: true)
        .string,
      "a\n한\"글\u{FFFD}\"\u{FFFD}A\u{FFFD}")
    for text in [[0x22, 0xC3, 0x28, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x28, 0x22]] as [[UInt8]] {
      expectThrows(JSONParser.Failure.self) { try JSONParser.parse(text) }
    }
  }

  @Test func `writes a line for each member if indented`() throws {
    var writer = JSONWriter(isIndented: true)
    writer.write(try JSONParser.parse(#"{"a":[1,2],"b":{}}"#))
    expectEqual(
      String(decoding: writer.bytes, as: UTF8.self),
      """
      {
        "a": [
          1,
          2
        ],
        "b": {}
      }
      """)
  }
}
