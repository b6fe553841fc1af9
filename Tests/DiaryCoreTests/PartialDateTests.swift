import DiaryCore
import TestSupport
import Testing

@Suite("Written dates") struct PartialDateTests {
  private func description(_ date: PartialDate?) -> String? {
    date.map { date in
      let time = date.second.map { " \($0 / 3600):\($0 / 60 % 60):\($0 % 60)" } ?? ""
      return "\(date.day)\(time)\(date.offset.map { " \($0 / 60)" } ?? "")"
    }
  }

  @Test(arguments: [
    ("2024-05-03", "2024-05-03"), ("2024/5/3", "2024-05-03"), ("2024.05.03", "2024-05-03"),
    ("2024_05_03", "2024-05-03"), ("2024. 5. 3.", "2024-05-03"), ("20240503", "2024-05-03"),
    ("20240503T073015", "2024-05-03 7:30:15"), ("20240503T073015Z", "2024-05-03 7:30:15 0"),
    ("2024-05-03T07:30:15.1234567+09:00", "2024-05-03 7:30:15 540"),
    ("2024-05-03 07:30:15,123 -0330", "2024-05-03 7:30:15 -210"),
    ("2024-05-03 7:30 PM", "2024-05-03 19:30:0"), ("2024-05-03 12:05am", "2024-05-03 0:5:0"),
    ("2024-05-03 8:30\u{202F}AM", "2024-05-03 8:30:0"), ("[[2024-05-03]]", "2024-05-03"),
    ("<2024-05-03 Fr 07:30>", "2024-05-03 7:30:0"), ("2024-05-04, Samstag", "2024-05-04"),
    ("2024년 5월 3일 (금)", "2024-05-03"), ("2024년5월3일 금", "2024-05-03"),
    ("2024년 5월 3일 금요일 오후 9:25", "2024-05-03 21:25:0"), ("Friday, 3 May 2024", "2024-05-03"),
    ("May 3rd, 2024", "2024-05-03"), ("3. May 2024", "2024-05-03"), ("2024 May 3", "2024-05-03"),
    ("3rd of sept 2024 at 9:00", "2024-09-03 9:0:0"),
    ("Tue Jan 21 00:21:51 +0000 2025", "2025-01-21 0:21:51 0"),
    ("Sun Feb 15 2026 15:15:14 GMT+0100", "2026-02-15 15:15:14 60"),
    ("Wed, 22 Oct 2008 16:28:39 +0900", "2008-10-22 16:28:39 540"),
    ("@January 6, 2024 9:25 AM (GMT+9)", "2024-01-06 9:25:0 540"),
    ("January 6, 2024 0:25 (UTC)", "2024-01-06 0:25:0 0"),
    ("2000-01-01 00:00 +05:45", "2000-01-01 0:0:0 345"), ("0001-01-01", "0001-01-01"),
    ("2024-02-29 23:59:59", "2024-02-29 23:59:59"),
  ])
  func `parses a day with its year, and a time and an offset if there are any`(
    _ text: String, _ expected: String
  ) {
    expectEqual(description(PartialDate(text)), expected)
    for order in PartialDate.Order.allCases {
      expectEqual(description(PartialDate(text, order: order)), expected)
    }
  }

  @Test(arguments: [
    "", " ", "2024", "2024-05", "May 2024", "3 May", "5월 3일", "24년 5월 3일", "9:25", "someday",
    "3/5/2024", "03.05.2024", "Trip of May 3, 2024", "3 May eggs 2024", "2024-05-03 late",
    "2024-05-03 at night", "2024-05-03-04", "2024-05/03", "2024 05 03", "2024-005-03",
    // Dates and times that don't exist.
    "0000-00-00 00:00:00", "0000-05-03", "99999-05-03", "2024-13-03", "2024-00-03", "2024-02-30",
    "2023-02-29", "2024-05-32", "2024-05-00", "20241301", "February 30, 2024", "32 May 2024",
    "2024년 13월 3일", "2024-05-03 24:00", "2024-05-03 23:60", "2024-05-03 23:59:60",
    "2024-05-03 13:00 PM", "2024-05-03 0:30 AM", "20240503T246060", "2024-05-03 07:30 +25:00",
    "2024-05-03 07:30 +09:60", "2024-05-03 07:3", "2024-05-03 07:30 07:30",
    "2024-05-99999999999999999999", "99999999999999999999", "1714723200000",
    "20240503T99999999999999999999", "2024-05-03 7:30 +99999999999999999999",
    "２０２４-05-03", "2024-05-03\u{301}", "2024\u{0}05\u{0}03",
  ])
  func `rejects other texts, and dates that don't exist`(_ text: String) {
    expectNil(PartialDate(text), text)
  }

  @Test func `reads numbers that end with the year in a given order`() {
    for (text, days) in [
      ("03/05/2024", ["2024-03-05", "2024-05-03", "2024-03-05"]),
      ("3.5.24 9:00", ["2024-05-03 9:0:0", "2024-05-03 9:0:0", "2024-03-05 9:0:0"]),
      ("Friday, 03-05-69", ["1969-05-03", "1969-05-03", "1969-03-05"]),
      ("13/05/2024", [nil, "2024-05-13", nil]), ("05/13/2024", ["2024-05-13", nil, "2024-05-13"]),
      ("31/02/2024", [nil, nil, nil]), ("3/5/204", [nil, nil, nil]), ("3/5", [nil, nil, nil]),
    ] as [(String, [String?])] {
      let orders: [PartialDate.Order] = [.bySeparator, .dayFirst, .monthFirst]
      expectEqual(orders.map { description(PartialDate(text, order: $0)) }, days, text)
    }
  }

  @Test func `ignores words in other languages if asked to`() {
    for (text, day) in [
      ("mardi 5 novembre 2024", "2024-11-05"), ("Sonntag · 3. November 2024", "2024-11-03"),
      ("2024. november 3., vasárnap", "2024-11-03"), ("domingo 2024-11-03", "2024-11-03"),
      ("2024년 11월 3일 일요일", "2024-11-03"), ("dimanche", nil), ("31 novembre 2024", nil),
    ] as [(String, String?)] {
      expectEqual(PartialDate(text, ignoresWords: true)?.day.description, day, text)
    }
  }

  @Test func `parses or rejects any bytes`() {
    let samples = [
      "2024-05-03 07:30:15.123 +09:00", "20240503T073015Z", "Fri, May 3rd, 2024 7:30 PM (GMT-3)",
      "<2024년 5월 3일 (금) 오후 9:25>", "[03/05/24, 9:00]", "9999-12-31 23:59:59 -15:59",
      "0001-01-01 00:00 +15:59",
    ].map { Array($0.utf8) }
    var mutator = Mutator(
      "dates", rounds: 3000,
      pieces: [
        "-", "/", ":", ".", "+", "99999999999", "00", "T", "년", "일", "may", "pm", "utc", "(", "th",
      ])
    for _ in 0..<mutator.rounds {
      let text = String(decoding: mutator.mutation(of: samples), as: UTF8.self)
      let dates =
        [PartialDate(text), PartialDate(text, ignoresWords: true)]
        + PartialDate.Order.allCases.map { PartialDate(text, order: $0) }
      for case let date? in dates {
        // Far zones lead out of the calendar at its ends.
        for local in [-15 * 3600, 3600, 15 * 3600] {
          let written = date.date { _ in local }
          expect(EntryDate(written.description) == written, "seed \(mutator.seed): \(text)")
        }
      }
    }
  }
}
