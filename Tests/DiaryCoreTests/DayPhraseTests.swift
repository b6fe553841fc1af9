import DiaryCore
import Foundation
import TestSupport
import Testing
import Text

@Suite struct DayPhraseTests {
  /// A Saturday.
  private let today: CalendarDay

  init() throws { today = try require(CalendarDay("2026-11-21")) }

  @Test(arguments: [
    ("2024-05-03", "2024-05-03", DayPhrase.Span.day), ("2024-05", "2024-05-01", .month),
    ("2024", "2024-01-01", .year), ("2024/5/3", "2024-05-03", .day),
    ("2024. 5. 3.", "2024-05-03", .day), ("2024.05", "2024-05-01", .month),
    ("today", "2026-11-21", .day), ("  Yesterday ", "2026-11-20", .day),
    ("tomorrow", "2026-11-22", .day), ("the day before yesterday", "2026-11-19", .day),
    ("3 days ago", "2026-11-18", .day), ("a week ago", "2026-11-14", .day),
    ("two weeks ago", "2026-11-07", .day), ("1 month ago", "2026-10-21", .day),
    ("10 years ago", "2016-11-21", .day), ("0 days ago", "2026-11-21", .day),
    ("last week", "2026-11-14", .week), ("last month", "2026-10-01", .month),
    ("last year", "2025-01-01", .year), ("this year", "2026-01-01", .year),
    ("friday", "2026-11-20", .day), ("Fri", "2026-11-20", .day), ("saturday", "2026-11-21", .day),
    ("last friday", "2026-11-20", .day), ("last saturday", "2026-11-14", .day),
    ("next saturday", "2026-11-28", .day), ("next thurs", "2026-11-26", .day),
    ("5 March", "2026-03-05", .day), ("March 5", "2026-03-05", .day),
    ("March 5 2024", "2024-03-05", .day), ("Mar. 5th, 2024", "2024-03-05", .day),
    ("5th of march 2024", "2024-03-05", .day), ("may", "2026-05-01", .month),
    ("May 2024", "2024-05-01", .month), ("sept 2", "2026-09-02", .day),
    ("December", "2025-12-01", .month), ("25 december", "2025-12-25", .day),
    ("21 november", "2026-11-21", .day), ("22 november", "2025-11-22", .day),
    ("29 February", "2024-02-29", .day), ("오늘", "2026-11-21", .day), ("어제", "2026-11-20", .day),
    ("그저께", "2026-11-19", .day), ("그제", "2026-11-19", .day), ("내일", "2026-11-22", .day),
    ("3일 전", "2026-11-18", .day), ("3일전", "2026-11-18", .day), ("2주 전", "2026-11-07", .day),
    ("일주일 전", "2026-11-14", .day), ("한 달 전", "2026-10-21", .day), ("3개월 전", "2026-08-21", .day),
    ("5년 전", "2021-11-21", .day), ("금요일", "2026-11-20", .day), ("지난 금요일", "2026-11-20", .day),
    ("지난금요일", "2026-11-20", .day), ("다음 월요일", "2026-11-23", .day), ("지난주", "2026-11-14", .week),
    ("지난 달", "2026-10-01", .month), ("작년", "2025-01-01", .year), ("3월 5일", "2026-03-05", .day),
    ("3월5일", "2026-03-05", .day), ("5월", "2026-05-01", .month), ("12월", "2025-12-01", .month),
    ("2024년", "2024-01-01", .year), ("2024년 5월", "2024-05-01", .month),
    ("2024년 5월 3일", "2024-05-03", .day), ("20240503", "2024-05-03", .day),
    ("12/25", "2025-12-25", .day), ("11/20/2026", "2026-11-20", .day),
    ("20/11/2026", "2026-11-20", .day), ("25/12", "2025-12-25", .day), ("5/5", "2026-05-05", .day),
    ("5", "2026-11-05", .day), ("25", "2026-10-25", .day), ("엊그제", "2026-11-19", .day),
    ("지난주 금요일", "2026-11-13", .day), ("지난 주 일요일", "2026-11-15", .day),
    ("지난주금요일", "2026-11-13", .day), ("이번주 월요일", "2026-11-16", .day),
    ("다음 주 금요일", "2026-11-27", .day), ("friday last week", "2026-11-13", .day),
    ("last week friday", "2026-11-13", .day), ("작년 3월", "2025-03-01", .month),
    ("작년 3월 5일", "2025-03-05", .day), ("작년3월5일", "2025-03-05", .day),
    ("재작년 12월", "2024-12-01", .month), ("5 march last year", "2025-03-05", .day),
    ("last year march", "2025-03-01", .month), ("3일", "2026-11-03", .day),
    ("25일", "2026-10-25", .day), ("31일", "2026-10-31", .day),
    ("the day after tomorrow", "2026-11-23", .day), ("day before yesterday", "2026-11-19", .day),
    ("in 3 days", "2026-11-24", .day), ("in a week", "2026-11-28", .day),
    ("two weeks from now", "2026-12-05", .day), ("2 days later", "2026-11-23", .day),
    ("the week before last", "2026-11-07", .week), ("month after next", "2027-01-01", .month),
    ("the year before last", "2024-01-01", .year), ("this friday", "2026-11-20", .day),
    ("이번 일요일", "2026-11-22", .day), ("모레", "2026-11-23", .day), ("내일모레", "2026-11-23", .day),
    ("내일 모레", "2026-11-23", .day), ("글피", "2026-11-24", .day), ("그글피", "2026-11-25", .day),
    ("어저께", "2026-11-20", .day), ("그끄제", "2026-11-18", .day), ("그끄저께", "2026-11-18", .day),
    ("하루 전", "2026-11-20", .day), ("사흘 전", "2026-11-18", .day), ("열흘전", "2026-11-11", .day),
    ("이틀 뒤", "2026-11-23", .day), ("3일 후", "2026-11-24", .day), ("3일뒤", "2026-11-24", .day),
    ("보름 후", "2026-12-06", .day), ("한달 전", "2026-10-21", .day), ("석 달 전", "2026-08-21", .day),
    ("일주일 뒤", "2026-11-28", .day), ("지지난주", "2026-11-07", .week),
    ("저번주 금요일", "2026-11-13", .day), ("다다음 주 월요일", "2026-11-30", .day),
    ("이달", "2026-11-01", .month), ("지지난달", "2026-09-01", .month),
    ("내후년", "2028-01-01", .year), ("지난달 20일", "2026-10-20", .day),
    ("지난 달 3일", "2026-10-03", .day), ("다음달 5일", "2026-12-05", .day),
    ("the 20th of last month", "2026-10-20", .day), ("last month the 3rd", "2026-10-03", .day),
    ("작년 오늘", "2025-11-21", .day), ("1년 전 오늘", "2025-11-21", .day),
    ("지난달 오늘", "2026-10-21", .day), ("a year ago today", "2025-11-21", .day),
    ("today last week", "2026-11-14", .day),
  ])
  func `parses days and spans`(_ text: String, _ day: String, _ span: DayPhrase.Span) throws {
    let phrase = try DayPhrase(text, today: today)
    expectEqual(phrase.day.description, day)
    expectEqual(phrase.span, span)
    // Canonically equivalent text gives the same result.
    let decomposed = text.decomposedStringWithCanonicalMapping
    try expectEqual(DayPhrase(decomposed, today: today), phrase)
  }

  @Test(arguments: [
    "", " ", "soon", "last", "last soup", "ago", "3 ago", "three", "5 5", "5 march 2024 7",
    "24년 5월", "2024년 3일", "3일 5월", "2024-05-03-01", "2024-5-3-", "20245", "2024 05 03",
    "202-05", "2024-05/03", "-3 days ago", "march april", "일", "전", "마지막", "123456789012345678901",
    "\u{1B}[31m", "🇰🇷", "next", "지난", "3/5", "3/5/2026", "12/25/24", "12/25/", "26.11.20.",
    "지난달 3월 20일", "오늘 어제", "123", "202405",
    "작년 3일",
    "in", "in 3", "in soup", "from now", "3 from now", "days later", "사흘", "후", "사흘 3일 전", "the",
    "작년 2024년 3월", "march 2024 last year", "지난주 3월", "last year friday", "123456789",
  ])
  func `rejects other phrases`(_ text: String) {
    expectThrows(DateError.notUnderstood) { try DayPhrase(text, today: today) }
  }

  @Test(arguments: [
    "2024-13", "2023-02-29", "2024-00-01", "0000", "31 april", "2월 30일", "지난달 32일", "32일",
    "0 march",
    "20230229", "30/2", "13/13", "작년 2월 29일", "0", "32", "13월", "2023년 2월 29일", "March 32 2024",
  ])
  func `rejects days that don't exist`(_ text: String) {
    expectThrows(DateError.noSuchDay) { try DayPhrase(text, today: today) }
  }

  @Test func `covers all days of a week, month or year`() throws {
    func days(_ text: String) throws -> String {
      let days = try DayPhrase(text, today: today).days
      return "\(days.lowerBound)..\(days.upperBound)"
    }
    try expectEqual(days("yesterday"), "2026-11-20..2026-11-20")
    try expectEqual(days("last week"), "2026-11-09..2026-11-15")
    try expectEqual(days("2024-02"), "2024-02-01..2024-02-29")
    try expectEqual(days("작년"), "2025-01-01..2025-12-31")
    for (text, day) in [
      ("3/5", "2026-03-05"), ("3. 5.", "2026-03-05"), ("26.11.20.", "2026-11-20"),
      ("99. 1. 5", "1999-01-05"),
    ] {
      let phrase = try Language.korean.speaking { try DayPhrase(text, today: today) }
      expectEqual(phrase.day.description, day)
    }
  }

  @Test(arguments: [
    ("2", true), ("202", true), ("2024", false), ("20240", true), ("2024-", true), ("2024-0", true),
    ("2024-05-", true), ("2024-05-0", true), ("2024-13", false), ("y", true), ("yester", true),
    ("어", true), ("지난", true), ("3월 5", true), ("last fr", true), ("in 3 da", true), ("사", true),
    ("글", true), ("soon", false), ("x", false),
    ("2024-05-03-", false), ("", false), (".", false),
  ])
  func `recognizes the beginning of a phrase`(_ text: String, _ isBeginning: Bool) {
    expectEqual(DayPhrase.isBeginning(text), isBeginning)
  }

  @Test func `stays within the calendar`() throws {
    let first = try DayPhrase("999999 years ago", today: today)
    expectEqual(first.day, CalendarDay.earliest)
    try expectEqual(DayPhrase("999999 days ago", today: today).day, CalendarDay.earliest)
    try expectEqual(DayPhrase("yesterday", today: .earliest).day, CalendarDay.earliest)
    try expectEqual(DayPhrase("next friday", today: .latest).day, CalendarDay.latest)
    expectThrows(DateError.noSuchDay) { try DayPhrase("25일", today: .earliest) }
    expectThrows(DateError.noSuchDay) { try DayPhrase("5 march", today: .earliest) }
  }

  @Test func `parses or rejects random input`() {
    var random = SeededGenerator(seed: 22)
    let pieces = [
      "2024", "5", "31", "-", "/", ".", ",", " ", "last", "next", "friday", "march", "ago", "days",
      "년", "월", "일", "전", "지난", "금요일", "어제", "th", "of", "a", "99999999999", "\u{0}", "é", "①",
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...6, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let phrase = try? DayPhrase(text, today: today) else { continue }
      expect((CalendarDay.earliest...CalendarDay.latest).contains(phrase.day), "\(text)")
      if phrase.span == .month { expectEqual(phrase.day.day, 1, "\(text)") }
      if phrase.span == .year { expectEqual(phrase.day, phrase.day.firstOfYear, "\(text)") }
    }
  }

  @Test func `accepts only ISO 8601 on the command line`() throws {
    try expectEqual(DayPhrase(iso8601: "2024-05-03")?.day.description, "2024-05-03")
    try expectEqual(DayPhrase(iso8601: "2024-05")?.span, .month)
    try expectEqual(DayPhrase(iso8601: "0001")?.span, .year)
    for text in ["", "2024-5", "2024-05-03-", "24", "20240503", "abcd", "２０２４", "2024-05-3x"] {
      try expectNil(DayPhrase(iso8601: text), "\(text)")
    }
    for text in ["0000", "2024-13", "2023-02-29"] {
      expectThrows(DateError.noSuchDay) { try DayPhrase(iso8601: text) }
    }
  }
}
