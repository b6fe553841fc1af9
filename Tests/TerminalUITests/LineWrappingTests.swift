import TerminalUI
import TestSupport
import Testing

@Suite("Soft wrapping")
struct LineWrappingTests {
  @Test(
    "A line goes on where it may",
    arguments: [
      ("", 5, [""]),
      ("one two", 10, ["one two"]),
      ("one two", 5, ["one ", "two"]),
      ("one  two", 4, ["one  ", "two"]),
      ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("a bcdefgh", 4, ["a ", "bcde", "fgh"]),
      ("well-known", 6, ["well-", "known"]),
      ("-5 and -6", 5, ["-5 ", "and ", "-6"]),
      ("강가 산책", 5, ["강가 ", "산책"]),
      ("강가를걸었다", 5, ["강가", "를걸", "었다"]),
      ("mixed한글", 7, ["mixed한", "글"]),
      ("今日は、雨。", 6, ["今日", "は、", "雨。"]),
      ("これは「雨」", 8, ["これは", "「雨」"]),
      ("カー", 2, ["カ", "ー"]),
      ("a\tb", 2, ["a\t", "b"]),
      ("      ", 3, ["      "]),
      ("한", 1, ["한"]),
      ("नदी के", 3, ["नदी ", "के"]),
      ("हिन्दी", 4, ["हि", "न्दी"]),
    ])
  func table(_ line: String, _ columns: Int, _ rows: [String]) {
    expectEqual(wrapped(line, columns), rows)
  }

  @Test(
    "Korean, Chinese and Japanese go on where they may",
    arguments: [
      ("그는 “강가로 가자”라고 말했다.", 10, ["그는 “강가", "로 가자”라", "고 말했다."]),
      ("값은 12,500원(약 9달러)이다.", 12, ["값은 12,500", "원(약 9달러)", "이다."]),
      ("오늘 #김장 함", 7, ["오늘 ", "#김장 ", "함"]), ("1#2 3#가나다", 6, ["1#2 ", "3#가나", "다"]),
      ("첫눈이 왔다!", 11, ["첫눈이 왔", "다!"]),
      ("『책』을 읽고", 6, ["『책』", "을 읽", "고"]),
      ("그러나…… 끝", 8, ["그러나…… ", "끝"]),
      ("我说：“今天下雨。”他走了。", 10, ["我说：“今", "天下", "雨。”他走", "了。"]),
      ("《红楼梦》第一回（上）", 10, ["《红楼梦》", "第一回", "（上）"]),
      ("ちょっとまって", 6, ["ちょっ", "とまっ", "て"]),
      ("「はい」と言った。", 6, ["「は", "い」と", "言っ", "た。"]),
      ("人々が、", 4, ["人々", "が、"]),
      ("👨‍👩‍👧👍🏽🇰🇷🇺🇸", 4, ["👨‍👩‍👧👍🏽", "🇰🇷🇺🇸"]),
      ("1,234.56 and $(12.50)", 8, ["1,234.56 ", "and ", "$(12.50)"]),
      ("see https://example.org/a/long/way", 14, ["see https://", "example.org/a/", "long/way"]),
    ])
  func eastAsian(_ line: String, _ columns: Int, _ rows: [String]) {
    expectEqual(wrapped(line, columns), rows)
  }

  @Test(
    "A tab goes to the next tab stop",
    arguments: [
      ("a\tb", 5, ["a\tb"]), ("a\tbc", 5, ["a\t", "bc"]), ("abcd\te", 8, ["abcd\t", "e"]),
      ("\t\ta", 6, ["\t\t", "a"]), ("\ta", 6, ["\ta"]),
    ])
  func tabs(_ line: String, _ columns: Int, _ rows: [String]) {
    let characters = Array(line)
    let found = LineWrapping.rows(of: characters, columns: columns, tabColumns: 4)
    expectEqual(found.map { String(characters[$0]) }, rows)
  }

  @Test("A copy of the rows goes on from the same row, and a text gives the rows of its characters")
  func lazily() {
    let line = String(repeating: "강가를 well-known 12.5% ", count: 20)
    var rows = WrappedRows(line, columns: 9)
    for _ in 0..<7 { _ = rows.next() }
    let rest = Array(rows).map { String(line[$0]) }
    expectEqual(rest, Array(wrapped(line, 9).dropFirst(7)))
  }

  @Test("Each line of a text is wrapped by itself")
  func lines() {
    expectEqual(
      LineWrapping.rows(ofText: "one two\n\nthree", columns: 4), ["one", "two", "", "thre", "e"])
  }

  @Test("Rows joined give the line, and none is too wide but for white space", arguments: 0..<40)
  func property(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      let line = Array(RandomText.text(&random, length: Int.random(in: 0..<60, using: &random)))
      let columns = Int.random(in: 1..<30, using: &random)
      let rows = LineWrapping.rows(of: line, columns: columns)
      expectEqual(rows.first?.lowerBound, 0)
      expectEqual(rows.last?.upperBound, line.count)
      for (row, next) in zip(rows, rows.dropFirst()) {
        expectEqual(row.upperBound, next.lowerBound)
      }
      for row in rows {
        var characters = line[row]
        while characters.last?.isWhitespace == true { characters.removeLast() }
        let width = characters.reduce(0) { $0 + TextWidth.columns(of: $1) }
        expect(width <= columns || characters.count == 1, "\(String(characters)) in \(columns)")
        expect(!row.isEmpty || line.isEmpty)
      }
    }
  }

  private func wrapped(_ line: String, _ columns: Int) -> [String] {
    let characters = Array(line)
    return LineWrapping.rows(of: characters, columns: columns).map { String(characters[$0]) }
  }
}
