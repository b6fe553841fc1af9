import Localization

/// Understands the tokens of a phrase, seen from a day.
struct DayPhraseParser {
  typealias Fault = DayPhrase.Fault

  let today: CalendarDay

  func phrase(_ tokens: [DayToken]) throws(Fault) -> DayPhrase {
    if let phrase = try numeric(tokens) { return phrase }
    if let phrase = try digits(tokens) { return phrase }
    if let phrase = try monthAndDay(tokens) { return phrase }
    // Marks have a meaning in `2024-05` only: `March 5, 2024` is the same without.
    let tokens = tokens.filter { $0 != .mark(",") && $0 != .mark(".") }
    if let phrase = ago(tokens) ?? named(tokens) ?? weekday(tokens) ?? weekdayOfWeek(tokens) {
      return phrase
    }
    if let phrase = try korean(tokens) { return phrase }
    if let phrase = try english(tokens) { return phrase }
    if let phrase = try ofNamedYear(tokens) { return phrase }
    throw .notUnderstood
  }

  // MARK: 2024-05-03, 2024. 5. 3.

  private func numeric(_ tokens: [DayToken]) throws(Fault) -> DayPhrase? {
    var tokens = tokens
    if tokens.last == .mark(".") { tokens.removeLast() }
    var numbers: [Int] = []
    var separator: DayToken?
    for (index, token) in tokens.enumerated() {
      if index % 2 == 0 {
        guard case .number(let number, let digits) = token, index == 0 ? digits == 4 : digits <= 2
        else { return nil }
        numbers.append(number)
      } else {
        guard [.mark("-"), .mark("/"), .mark(".")].contains(token), token == separator ?? token
        else { return nil }
        separator = token
      }
    }
    guard tokens.count == 2 * numbers.count - 1, let year = numbers.first, numbers.count <= 3
    else { return nil }
    return try phrase(
      year: year, month: numbers.count > 1 ? numbers[1] : nil,
      day: numbers.count > 2 ? numbers[2] : nil)
  }

  // MARK: 20240503, 5

  private func digits(_ tokens: [DayToken]) throws(Fault) -> DayPhrase? {
    guard tokens.count == 1, case .number(let number, let digits) = tokens[0] else { return nil }
    return switch digits {
    case 8: try phrase(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    case 1, 2: try phrase(year: nil, month: nil, day: number)
    default: nil
    }
  }

  // MARK: 12/25, 25/12

  /// Where either number could be the month, it is the first one in Korean; in English it is one
  /// here and the other there.
  private func monthAndDay(_ tokens: [DayToken]) throws(Fault) -> DayPhrase? {
    guard tokens.count == 3, tokens[1] == .mark("/"),
      case .number(let first, 1...2) = tokens[0], case .number(let second, 1...2) = tokens[2]
    else { return nil }
    if second > 12 || first == second || (first <= 12 && Language.current == .korean) {
      return try phrase(year: nil, month: first, day: second)
    }
    return first > 12 ? try phrase(year: nil, month: second, day: first) : nil
  }

  // MARK: 3 days ago, 3일 전

  private func ago(_ tokens: [DayToken]) -> DayPhrase? {
    var tokens = tokens
    // `3일전`
    if tokens.count == 2, case .word(let word) = tokens[1], word.count > 1, word.hasSuffix("전") {
      tokens[1...] = [.word(String(word.dropLast())), .word("전")]
    }
    guard tokens.count == 3 || tokens.count == 2 else { return nil }
    let number: Int
    switch tokens[0] {
    case .number(let given, _) where given >= 0 && tokens.count == 3: number = given
    case .word(let word) where tokens.count == 3:
      guard let given = DayNames.numbers[word] else { return nil }
      number = given
    // `일주일 전`, as one says for a week.
    case .word("일주일") where tokens[1] == .word("전"):
      return DayPhrase(today.adding(days: -7), .day)
    default: return nil
    }
    guard tokens.count == 3, case .word(let unit) = tokens[1], case .word(let end) = tokens[2],
      end == "ago" || end == "전", let unit = DayNames.units[unit]
    else { return nil }
    return DayPhrase(moved(by: -number, unit), .day)
  }

  private func moved(by count: Int, _ unit: DayNames.Unit) -> CalendarDay {
    switch unit {
    case .day: today.adding(days: count)
    case .week: today.adding(days: 7 * count)
    case .month: today.adding(months: count)
    case .year: today.adding(years: count)
    }
  }

  // MARK: yesterday, last month, 어제, 지난달

  private func named(_ tokens: [DayToken]) -> DayPhrase? {
    var words: [String] = []
    for token in tokens {
      guard case .word(let word) = token else { return nil }
      words.append(word)
    }
    guard let (count, unit) = DayNames.moves[words.joined()] else { return nil }
    let day = moved(by: count, unit)
    return switch unit {
    case .day: DayPhrase(day, .day)
    case .week: DayPhrase(day, .week)
    case .month: DayPhrase(day.firstOfMonth, .month)
    case .year: DayPhrase(day.firstOfYear, .year)
    }
  }

  // MARK: friday, last friday, 지난 금요일

  private func weekday(_ tokens: [DayToken]) -> DayPhrase? {
    guard (1...2).contains(tokens.count), case .word(var name)? = tokens.last else { return nil }
    var which: String?
    if tokens.count == 2 {
      guard case .word(let word) = tokens[0] else { return nil }
      which = word
    } else if let start = DayNames.last.union(DayNames.next).first(where: name.hasPrefix) {
      // `지난금요일`
      which = start
      name = String(name.dropFirst(start.count))
    }
    guard let weekday = DayNames.weekday(name) else { return nil }
    // In days.
    let since = (today.weekday - weekday + 7) % 7
    guard let which else { return DayPhrase(today.adding(days: -since), .day) }
    if DayNames.last.contains(which) {
      return DayPhrase(today.adding(days: since == 0 ? -7 : -since), .day)
    }
    guard DayNames.next.contains(which) else { return nil }
    return DayPhrase(today.adding(days: 7 - since), .day)
  }

  // MARK: 지난주 금요일, friday last week

  private func weekdayOfWeek(_ tokens: [DayToken]) -> DayPhrase? {
    var words: [String] = []
    for token in tokens {
      guard case .word(let word) = token else { return nil }
      words.append(word)
    }
    func day(_ name: String, in week: String) -> DayPhrase? {
      guard let weekday = DayNames.weekday(name), let (count, unit) = DayNames.moves[week],
        unit == .week
      else { return nil }
      let days = 7 * count + (weekday + 6) % 7
      return DayPhrase(today.monday.adding(days: days), .day)
    }
    guard let first = words.first, let last = words.last else { return nil }
    if words.count == 1 {
      // `지난주금요일`
      return day(String(first.suffix(3)), in: String(first.dropLast(3)))
    }
    return day(last, in: words.dropLast().joined()) ?? day(first, in: words.dropFirst().joined())
  }

  // MARK: 작년 3월, 5 march last year

  private func ofNamedYear(_ tokens: [DayToken]) throws(Fault) -> DayPhrase? {
    for count in 1...2 where tokens.count > count {
      for (name, rest) in [
        (tokens.prefix(count), tokens.dropFirst(count)),
        (tokens.suffix(count), tokens.dropLast(count)),
      ] {
        guard let phrase = named(Array(name)), phrase.span == .year else { continue }
        let (rest, year) = (Array(rest), phrase.day.year)
        if let phrase = try korean(rest, of: year) { return phrase }
        return try english(rest, of: year)
      }
    }
    return nil
  }

  // MARK: 2024년 5월 3일, 3월 5일, 5월

  private func korean(_ tokens: [DayToken], of year: Int? = nil) throws(Fault) -> DayPhrase? {
    var (year, month, day): (Int?, Int?, Int?) = (year, nil, nil)
    guard !tokens.isEmpty, tokens.count % 2 == 0 else { return nil }
    for index in stride(from: 0, to: tokens.count, by: 2) {
      guard case .number(let number, let digits) = tokens[index],
        case .word(let unit) = tokens[index + 1]
      else { return nil }
      switch unit {
      // `24년` would be one of antiquity.
      case "년" where index == 0 && digits > 2 && year == nil: year = number
      case "월" where month == nil && day == nil: month = number
      // A day needs its month, after a year.
      case "일" where day == nil && (year == nil || month != nil): day = number
      default: return nil
      }
    }
    return try phrase(year: year, month: month, day: day)
  }

  // MARK: 5 March 2024, March 5th, May

  private func english(
    _ tokens: [DayToken], of given: Int? = nil
  ) throws(Fault) -> DayPhrase? {
    var (year, month, day): (Int?, Int?, Int?) = (nil, nil, nil)
    var mayBeOrdinal = false
    for token in tokens {
      switch token {
      case .number(let number, 4) where year == nil && given == nil && month != nil: year = number
      case .number(let number, 1...2) where day == nil && year == nil:
        day = number
        mayBeOrdinal = true
        continue
      case .word(let word):
        if mayBeOrdinal && ["st", "nd", "rd", "th"].contains(word) || word == "of" { break }
        guard month == nil, let number = DayNames.month(word) else { return nil }
        month = number
      default: return nil
      }
      mayBeOrdinal = false
    }
    return month == nil ? nil : try phrase(year: given ?? year, month: month, day: day)
  }

  // MARK: What was named

  private func phrase(year: Int?, month: Int?, day: Int?) throws(Fault) -> DayPhrase {
    if let year {
      guard let first = CalendarDay(year: year, month: month ?? 1, day: day ?? 1) else {
        throw .noSuchDay
      }
      return DayPhrase(first, day != nil ? .day : month != nil ? .month : .year)
    }
    if let month {
      // Eight years at most lie between two of 29 February.
      for year in stride(from: today.year, through: max(1, today.year - 8), by: -1) {
        if let found = CalendarDay(year: year, month: month, day: day ?? 1), found <= today {
          return DayPhrase(found, day == nil ? .month : .day)
        }
      }
      throw .noSuchDay
    }
    guard let day else { throw .notUnderstood }
    for back in 0...2 {
      let first = today.adding(months: -back).firstOfMonth
      if let found = CalendarDay(year: first.year, month: first.month, day: day), found <= today {
        return DayPhrase(found, .day)
      }
    }
    throw .noSuchDay
  }
}
