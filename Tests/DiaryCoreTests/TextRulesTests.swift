import DiaryCore
import TestSupport
import Testing

@Suite("Rules about text")
struct TextRulesTests {
  private func entry(_ title: String, _ content: String = "", tags: [String] = []) throws -> Entry {
    let date = try require(EntryDate("2026-11-19T07:30:00+09:00"))
    return Entry(
      id: .random(), fields: EntryFields(date: date, title: title, content: content, tags: tags),
      author: .random(), created: Timestamp(milliseconds: 0), modified: Timestamp(milliseconds: 0))
  }

  @Test(arguments: [
    ("walk", true), ("WALK fog", true), ("\"walk in fog\"", true), ("\"fog walk\"", false),
    ("안개", true), ("안개", true), ("강", true), ("rain", false), ("", false), ("\"\"", false),
    ("\"walk in", true), ("산책", true), ("É", true),
    ("\u{110B}\u{1161}\u{11AB}\u{1100}\u{1162}", true), ("e\u{301}", true), ("기차", false),
  ])
  func `search finds every word, whatever case or normal form`(
    _ query: String, _ isFound: Bool
  ) throws {
    let entry = try entry("A Walk in Fog", "강가의 안개, e\u{301}", tags: ["산책"])
    let query = SearchQuery(query, today: .earliest)
    expectEqual((!query.isEmpty && query.predicate.matches(entry)), isFound)
  }

  @Test func `nothing printable commands a terminal`() {
    let hostile = "a\u{1b}[31mb\u{9b}c\u{7f}\u{202e}d\re\nf\tg\u{0}"
    expectEqual(hostile.printable, "a␛[31mb\u{FFFD}c␡d e f g␀")
    expectEqual("안개 👩🏽‍💻".printable, "안개 👩🏽‍💻")
  }

  @Test func `a title is derived from the first line that has words`() throws {
    let asset = String(repeating: "a", count: 64)
    try expectEqual(entry("", "\n  \n## 첫 줄 ##\nx").displayTitle, "첫 줄")
    try expectEqual(entry("", "![the bridge](photo:\(asset))\nx").displayTitle, "the bridge")
    try expectEqual(entry("\u{1b}]0;x\u{7}").displayTitle, "␛]0;x␇")
    try expectEqual(entry(" ", "###").displayTitle, "Untitled")
    try expectEqual(
      entry("", "---\n> - **Soup** at [Kim's](http://x.kr/a_b_c)\n").displayTitle, "Soup at Kim's")
    try expectEqual(
      entry("", "2026. 11. 20. `맑음` snake_case 3 * 4").displayTitle,
      "2026. 11. 20. 맑음 snake_case 3 * 4")
    try expectEqual(entry("", "```swift\n*a* \\* b ~~c~~").displayTitle, "a * b c")
    try expectEqual(entry("**as written**", "x").displayTitle, "**as written**")
    let unseen = "\u{200B}\u{2060} \u{3164}\u{2800}\u{AD}"
    try expectEqual(entry(unseen, unseen + "\nwords").displayTitle, "words")
    try expectEqual(entry(unseen).displayTitle, "Untitled")
    try expectEqual(entry("👩\u{200D}🚒").displayTitle, "👩\u{200D}🚒")
  }
}
