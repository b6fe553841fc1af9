import TestSupport
import Testing

@testable import DiaryCore

@Suite("Links in texts") struct EntryLinkTests {
  @Test(arguments: [
    ("[[a]] and [[ b|1a2b3c ]]", ["a", "b|1a2b3c"]), ("[[a [[b]] c]]", ["b"]), ("[[[a]]", ["[a"]),
    ("[[]] [[ ]] [[a\nb]] [[a", []), ("`[[a]]` ``[[b]]`` [[c]]", ["c"]),
    ("```\n[[a]]\n```\n[[b]]\n\n    [[c]]\n", ["b"]), ("\\[[a]] [[b]](https://x.org)", []),
    ("- [ ] [[강가]]\n> [[첫눈]] #a", ["강가", "첫눈"]), ("[[a]b]] [[#c]]", ["a]b", "#c"]),
    ("| [[a]] | [[b]] |", ["a", "b"]), ("![[a]]", ["a"]),
  ])
  func `finds links outside of code`(_ text: String, _ names: [String]) {
    let links = EntryLink.all(in: text)
    expectEqual(links.map(\.name), names)
    for link in links {
      let bytes = Array(text.utf8)[link.range]
      expect(bytes.starts(with: "[[".utf8) && bytes.suffix(2).elementsEqual("]]".utf8))
    }
  }

  @Test func `finds links in linear time`() {
    for piece in ["[", "[[", "[[a", "[[a]", "[[]]", "]]", "[[a\n", "[[a]](", "[ ["] {
      let text = String(repeating: piece, count: 40_000 / piece.utf8.count)
      let time = processorTime { _ = EntryLink.all(in: text + "]]") }
      expectLess(time, .seconds(20), "\(piece)")
    }
  }

  @Test func `replaces links byte for byte`() {
    let text = "[[a]] e\u{301} `[[a]]` [[b]]\r\n[[ a ]]"
    let new = EntryLink.replaced(in: text) { $0 == "a" ? "[[강]]" : nil }
    expect(new.isExactly("[[강]] e\u{301} `[[a]]` [[b]]\r\n[[강]]"))
    expect(EntryLink.replaced(in: text) { _ in nil }.isExactly(text))
  }

  @Test(arguments: [
    ("One. Two [[a]] three! Four.", "Two a three!"),
    ("- [ ] *Call* [[a|1a2b3c]] again", "Call a again"),
    ("before\nOn 2026. 11. 20. was [[a]].\nafter", "On 2026. 11. 20. was a."),
    ("안개가 걷혔다. 어제 [[a]]에서 걸었다. 끝", "어제 a에서 걸었다."), ("。[[a]]。x", "a。"),
    ("# [[a]]", "a"), ("\u{1B}[31m[[a]]\u{7}", "[31ma"),
  ])
  func `a link's sentence has no Markdown`(_ text: String, _ sentence: String) throws {
    let link = try require(EntryLink.all(in: text).first)
    expectContains(EntryLink.Context(of: link, in: text).sentence, sentence)
  }

  @Test func `long sentences and titles are cut`() throws {
    let words = String(repeating: "word ", count: 2000)
    let text = words + "[[" + String(repeating: "강", count: 100_000) + "]] " + words
    let link = try require(EntryLink.all(in: text).first)
    let sentence = EntryLink.Context(of: link, in: text).sentence
    expectAtMost(sentence.count, 600)
    expect(sentence.hasPrefix("…") && sentence.hasSuffix("…"))
    let date = try require(EntryDate("2026-11-20T07:30:00Z"))
    let entry = Entry(
      id: .random(), fields: EntryFields(date: date, title: words), author: AuthorID("a"),
      created: Timestamp(milliseconds: 0), modified: Timestamp(milliseconds: 0))
    expectAtMost(EntryLink.text(to: entry, isUnique: true).count, 220)
  }
}
