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
    #expect(wrapped(line, columns) == rows)
  }

  @Test("Each line of a text is wrapped by itself")
  func lines() {
    #expect(
      LineWrapping.rows(ofText: "one two\n\nthree", columns: 4) == ["one", "two", "", "thre", "e"])
  }

  @Test("Rows joined give the line, and none is too wide but for white space", arguments: 0..<40)
  func property(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      let line = Array(RandomText.text(&random, length: Int.random(in: 0..<60, using: &random)))
      let columns = Int.random(in: 1..<30, using: &random)
      let rows = LineWrapping.rows(of: line, columns: columns)
      #expect(rows.first?.lowerBound == 0 && rows.last?.upperBound == line.count)
      for (row, next) in zip(rows, rows.dropFirst()) { #expect(row.upperBound == next.lowerBound) }
      for row in rows {
        var characters = line[row]
        while characters.last?.isWhitespace == true { characters.removeLast() }
        let width = characters.reduce(0) { $0 + TextWidth.columns(of: $1) }
        #expect(width <= columns || characters.count == 1, "\(String(characters)) in \(columns)")
        #expect(!row.isEmpty || line.isEmpty)
      }
    }
  }

  private func wrapped(_ line: String, _ columns: Int) -> [String] {
    let characters = Array(line)
    return LineWrapping.rows(of: characters, columns: columns).map { String(characters[$0]) }
  }
}
