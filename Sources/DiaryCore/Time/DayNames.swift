/// The words of time that a phrase may have, in English and Korean, in small letters.
enum DayNames {
  enum Unit {
    case day, week, month, year
  }

  /// How far words lead from today, by what they are without the blanks between them.
  static let moves: [String: (Int, Unit)] = [
    "today": (0, .day), "yesterday": (-1, .day), "thedaybeforeyesterday": (-2, .day),
    "daybeforeyesterday": (-2, .day), "tomorrow": (1, .day),
    "lastweek": (-1, .week), "thisweek": (0, .week), "nextweek": (1, .week),
    "lastmonth": (-1, .month), "thismonth": (0, .month), "nextmonth": (1, .month),
    "lastyear": (-1, .year), "thisyear": (0, .year), "nextyear": (1, .year),
    "오늘": (0, .day), "어제": (-1, .day), "그제": (-2, .day), "그저께": (-2, .day), "엊그제": (-2, .day),
    "엊그저께": (-2, .day),
    "그끄저께": (-3, .day), "내일": (1, .day), "모레": (2, .day),
    "지난주": (-1, .week), "이번주": (0, .week), "다음주": (1, .week),
    "지난달": (-1, .month), "이번달": (0, .month), "다음달": (1, .month),
    "작년": (-1, .year), "지난해": (-1, .year), "재작년": (-2, .year), "올해": (0, .year),
    "내년": (1, .year),
  ]

  static let units: [String: Unit] = [
    "day": .day, "days": .day, "week": .week, "weeks": .week, "month": .month, "months": .month,
    "year": .year, "years": .year, "일": .day, "주": .week, "주일": .week, "개월": .month,
    "달": .month, "년": .year,
  ]

  static let numbers: [String: Int] = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "한": 1, "두": 2, "세": 3, "네": 4,
  ]

  static let last: Set = ["last", "지난", "저번"]
  static let next: Set = ["next", "다음"]

  private static let weekdays = [
    ["sunday", "일요일"], ["monday", "월요일"], ["tuesday", "화요일"], ["wednesday", "수요일"],
    ["thursday", "목요일"], ["friday", "금요일"], ["saturday", "토요일"],
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// 0 for Sunday, by its name or how that begins: `fri`, `thurs`, `금요일`.
  static func weekday(_ name: String) -> Int? {
    weekdays.firstIndex { $0[1] == name || (name.utf8.count >= 3 && $0[0].hasPrefix(name)) }
  }

  /// 1 for January.
  static func month(_ name: String) -> Int? {
    guard name.utf8.count >= 3 else { return nil }
    return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }

  /// Whether a word that is being typed may become one of these.
  static func isBeginning(_ start: String) -> Bool {
    let others = ["ago", "전", "년", "월", "the", "of", "day", "before"]
    let words = [
      Array(moves.keys), Array(units.keys), Array(numbers.keys), Array(last), Array(next),
      weekdays.flatMap(\.self), months, others,
    ]
    return words.joined().contains { $0.hasPrefix(start) }
  }
}
