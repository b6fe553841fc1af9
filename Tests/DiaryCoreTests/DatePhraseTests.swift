import DiaryCore
import TestSupport
import Testing
import Text

@Suite("Typed dates and times") struct DatePhraseTests {
  /// Sunday 22 November 2026.
  private static let now = "2026-11-22T08:15:30+09:00"

  private func read(_ text: String) throws -> String {
    let now = try require(EntryDate(Self.now))
    return try DatePhrase(text, now: now)
      .date(near: now, localOffset: { _ in now.offset }).description
  }

  @Test(arguments: [
    ("yesterday 21:00", "2026-11-21T21:00:00+09:00"), ("yesterday", "2026-11-21T08:15:30+09:00"),
    ("3 days ago", "2026-11-19T08:15:30+09:00"), ("21:00", "2026-11-22T21:00:00+09:00"),
    ("last friday at 9pm", "2026-11-20T21:00:00+09:00"), ("9:30 pm", "2026-11-22T21:30:00+09:00"),
    ("12am", "2026-11-22T00:00:00+09:00"), ("12:05pm", "2026-11-22T12:05:00+09:00"),
    ("7:05 yesterday", "2026-11-21T07:05:00+09:00"), ("5 March, 6:00", "2026-03-05T06:00:00+09:00"),
    ("2026-11-20 07:30 +01:00", "2026-11-20T07:30:00+01:00"),
    ("2026-11-20 07:30 Z", "2026-11-20T07:30:00Z"),
    ("2026-11-20T07:30:15.250-0500", "2026-11-20T07:30:15-05:00"),
    ("2026-11-20", "2026-11-20T08:15:30+09:00"),
    ("yesterday 21:00 -05", "2026-11-21T21:00:00-05:00"), ("20:00:10", "2026-11-22T20:00:10+09:00"),
    ("  Yesterday   21:00 ", "2026-11-21T21:00:00+09:00"),
    ("어제 21:00", "2026-11-21T21:00:00+09:00"), ("지난 금요일 오후 9시", "2026-11-20T21:00:00+09:00"),
    ("3일 전 오전 9시 반", "2026-11-19T09:30:00+09:00"), ("3월 5일 21시 5분", "2026-03-05T21:05:00+09:00"),
    ("9시반", "2026-11-22T09:30:00+09:00"), ("오후 12:10", "2026-11-22T12:10:00+09:00"),
    ("noon", "2026-11-22T12:00:00+09:00"), ("yesterday at noon", "2026-11-21T12:00:00+09:00"),
    ("last night", "2026-11-21T21:00:00+09:00"), ("this morning", "2026-11-22T08:00:00+09:00"),
    ("tonight", "2026-11-22T21:00:00+09:00"), ("friday evening", "2026-11-20T19:00:00+09:00"),
    ("9 in the morning", "2026-11-22T09:00:00+09:00"),
    ("8:30 at night", "2026-11-22T20:30:00+09:00"),
    ("12 midnight", "2026-11-22T00:00:00+09:00"), ("noon, 5 March", "2026-03-05T12:00:00+09:00"),
    ("11/20/2026 9pm", "2026-11-20T21:00:00+09:00"),
    ("정오", "2026-11-22T12:00:00+09:00"), ("밤 9시", "2026-11-22T21:00:00+09:00"),
    ("어제 밤", "2026-11-21T21:00:00+09:00"), ("어젯밤", "2026-11-21T21:00:00+09:00"),
    ("지난 밤", "2026-11-21T21:00:00+09:00"), ("간밤", "2026-11-21T21:00:00+09:00"),
    ("엊저녁 8시", "2026-11-21T20:00:00+09:00"), ("모레 아침", "2026-11-24T08:00:00+09:00"),
    ("in 3 days at 9pm", "2026-11-25T21:00:00+09:00"), ("사흘 전 밤 9시", "2026-11-19T21:00:00+09:00"),
    ("오늘아침 7시 반", "2026-11-22T07:30:00+09:00"), ("낮 1시", "2026-11-22T13:00:00+09:00"),
    ("밤 12시", "2026-11-22T00:00:00+09:00"), ("새벽 2시", "2026-11-22T02:00:00+09:00"),
    ("지난 금요일 저녁 7시 10분", "2026-11-20T19:10:00+09:00"),
    ("세 시", "2026-11-22T03:00:00+09:00"), ("오후 세 시", "2026-11-22T15:00:00+09:00"),
    ("오후 세시 반", "2026-11-22T15:30:00+09:00"), ("아홉시반", "2026-11-22T09:30:00+09:00"),
    ("밤 열 시", "2026-11-22T22:00:00+09:00"), ("열두 시 5분", "2026-11-22T12:05:00+09:00"),
    ("어제 밤 아홉 시", "2026-11-21T21:00:00+09:00"), ("지난달 20일 9시", "2026-10-20T09:00:00+09:00"),
    ("1시간 전", "2026-11-22T07:15:30+09:00"), ("한 시간 전", "2026-11-22T07:15:30+09:00"),
    ("30분전", "2026-11-22T07:45:30+09:00"), ("an hour ago", "2026-11-22T07:15:30+09:00"),
    ("10 hours ago", "2026-11-21T22:15:30+09:00"), ("5 minutes ago", "2026-11-22T08:10:30+09:00"),
    ("last month on the 3rd at 9pm", "2026-10-03T21:00:00+09:00"),
  ])
  func `parses dates and times`(_ text: String, _ date: String) throws {
    try expectEqual(read(text), date)
  }

  @Test(arguments: [
    ("", DateError.notUnderstood), ("soon", .notUnderstood),
    ("yesterday soon", .notUnderstood), ("yesterday 21:00 22:00", .notUnderstood),
    ("21:0", .notUnderstood), ("2026-02-30 07:00", .noSuchDay), ("31 april", .noSuchDay),
    ("yesterday 25:00", .noSuchTime), ("13pm", .noSuchTime), ("오후 21시", .noSuchTime),
    ("night 13:00", .noSuchTime),
    ("열세 시", .notUnderstood), ("99999999 hours ago", .notUnderstood),
    ("오후", .notUnderstood), ("in the morning", .notUnderstood), ("noon night", .notUnderstood),
    ("7:75", .noSuchTime), ("21:00 +25:00", .noSuchTime),
    ("last week", .moreThanOneDay), ("2026-11 21:00", .moreThanOneDay), ("작년", .moreThanOneDay),
  ])
  func `reports why a phrase is invalid`(_ text: String, _ failure: DateError) throws {
    expectThrows(failure) { _ = try read(text) }
    expectNotEqual(Language.korean.speaking { failure.line }, failure.line)
  }

  @Test func `parses or rejects random input`() throws {
    let pieces = [
      "yesterday", "어제", "21", ":", "00", "pm", "오후", "시", "반", "+", "-", "09", " ", "T", "Z", ",",
      "2026-11-20", "99999999999", "\u{0}", "\u{202E}", "at",
    ]
    var random = SeededGenerator(seed: 5)
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 0...8, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let date = try? read(text) else { continue }
      // The description parses to the same date.
      try expectEqual(read(date), date, "\(text)")
      expect(EntryDate(date) != nil)
    }
  }
}
