import Foundation
import TerminalUI
import TestSupport
import Testing

@Suite struct LineWrappingTests {
  @Test(arguments: [
    ("", 5, [""]), ("one two", 10, ["one two"]), ("one two", 5, ["one ", "two"]),
    ("one  two", 4, ["one  ", "two"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("a bcdefgh", 4, ["a ", "bcde", "fgh"]), ("well-known", 6, ["well-", "known"]),
    ("-5 and -6", 5, ["-5 ", "and ", "-6"]), ("강가 산책", 5, ["강가 ", "산책"]),
    ("강가를걸었다", 5, ["강가", "를걸", "었다"]), ("mixed한글", 7, ["mixed한", "글"]),
    ("今日は、雨。", 6, ["今日", "は、", "雨。"]), ("これは「雨」", 8, ["これは", "「雨」"]), ("カー", 2, ["カ", "ー"]),
    ("a\tb", 2, ["a\t", "b"]), ("      ", 3, ["      "]), ("한", 1, ["한"]),
    ("नदी के", 3, ["नदी ", "के"]), ("हिन्दी", 4, ["हि", "न्दी"]),
    ("그는 “강가로 가자”라고 말했다.", 10, ["그는 ", "“강가로 ", "가자”라고 ", "말했다."]),
    ("값은 12,500원(약 9달러)이다.", 12, ["값은 ", "12,500원(약 ", "9달러)이다."]),
    ("오늘 #김장 함", 7, ["오늘 ", "#김장 ", "함"]), ("1#2 3#가나다", 6, ["1#2 ", "3#가나", "다"]),
    ("첫눈이 왔다!", 11, ["첫눈이 ", "왔다!"]), ("『책』을 읽고", 6, ["『책』", "을 ", "읽고"]),
    ("여전히 ㅋㅋㅋㅋ", 11, ["여전히 ", "ㅋㅋㅋㅋ"]),
    ("그러나…… 끝", 8, ["그러나…… ", "끝"]), ("我说：“今天下雨。”他走了。", 10, ["我说：“今", "天下", "雨。”他走", "了。"]),
    ("《红楼梦》第一回（上）", 10, ["《红楼梦》", "第一回", "（上）"]), ("ちょっとまって", 6, ["ちょっ", "とまっ", "て"]),
    ("「はい」と言った。", 6, ["「は", "い」と", "言っ", "た。"]), ("人々が、", 4, ["人々", "が、"]),
    ("👨‍👩‍👧👍🏽🇰🇷🇺🇸", 4, ["👨‍👩‍👧👍🏽", "🇰🇷🇺🇸"]),
    ("1,234.56 and $(12.50)", 8, ["1,234.56 ", "and ", "$(12.50)"]),
    ("see https://example.org/a/long/way", 14, ["see https://", "example.org/a/", "long/way"]),
  ])
  func `wraps lines of all scripts where they may break`(
    _ line: String, _ columns: Int, _ rows: [String]
  ) { expectEqual(wrapped(line, columns), rows) }

  @Test(arguments: [
    ("a\tb", 5, ["a\tb"]), ("a\tbc", 5, ["a\t", "bc"]), ("abcd\te", 8, ["abcd\t", "e"]),
    ("\t\ta", 6, ["\t\t", "a"]), ("\ta", 6, ["\ta"]),
  ])
  func `a tab extends to the next tab stop`(_ line: String, _ columns: Int, _ rows: [String]) {
    let characters = Array(line)
    let found = LineWrapping.rows(of: characters, columns: columns, tabColumns: 4)
    expectEqual(found.map { String(characters[$0]) }, rows)
  }

  @Test func `a copy of the rows continues, and a text returns its rows`() {
    let line = String(repeating: "강가를 well-known 12.5% ", count: 20)
    var rows = WrappedRows(line, columns: 9)
    for _ in 0..<7 { _ = rows.next() }
    let rest = Array(rows).map { String(line[$0]) }
    expectEqual(rest, Array(wrapped(line, 9).dropFirst(7)))
  }

  @Test func `wraps each line of a text by itself`() {
    expectEqual(
      LineWrapping.rows(ofText: "one two\n\nthree", columns: 4), ["one", "two", "", "thre", "e"])
    expectEqual(
      LineWrapping.rows(ofText: "임시 저장 글이 3개 있습니다(어제).", columns: 12),
      ["임시 저장", "글이 3개", "있습니다(어", "제)."])
  }

  @Test(arguments: 0..<40)
  func `joined rows equal the line, and only white space exceeds the width`(_ seed: UInt64) {
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

@Suite struct LineBreakerTests {
  /// The tests with Hangul, which counts as letters here, are left out of the file.
  @Test func `breaks lines like the Unicode Character Database`() throws {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/LineBreakTest.txt")
    let lines = try String(contentsOf: fixture, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    expectGreater(lines.count, 6_000)
    for line in lines {
      let scalars = line.split { $0 == " " || $0 == "|" }
        .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      let breaks = line.filter { $0 == " " || $0 == "|" }.map { $0 == "|" }
      expectEqual(opportunities(scalars), breaks, "\(line)")
    }
  }

  @Test func `a copy continues where it was made`() {
    let scalars = Array("값은 $(12.50)이고, 「책」 🇰🇷🇺🇸 a-b".unicodeScalars)
    let all = opportunities(scalars)
    for middle in 1..<scalars.count {
      var breaker = LineBreaker()
      for (index, scalar) in scalars.prefix(middle).enumerated() {
        _ = breaker.mayBreak(before: scalar) { scalars[index + 1] }
      }
      var copy = breaker
      let following = middle + 1 < scalars.count ? scalars[middle + 1] : nil
      expectEqual(copy.mayBreak(before: scalars[middle]) { following }, all[middle - 1])
    }
  }

  /// Returns for each scalar but the first if the text may break before it.
  private func opportunities(_ scalars: [Unicode.Scalar]) -> [Bool] {
    var breaker = LineBreaker()
    return scalars.indices.map { index in
      breaker.mayBreak(before: scalars[index]) {
        scalars[(index + 1)...].first { !["\u{308}", "\u{200D}"].contains($0) }
      }
    }.dropFirst().map(\.self)
  }
}
