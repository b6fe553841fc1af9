/// What stands behind `date:`, as `2024`, `yesterday`, `2024-05..2024-08`, `2024-05-03..` or `..2024`,
/// and behind `from:` and `to:`, as `last friday`.
struct SearchDates {
  private enum End {
    case open, unfinished
    case days(ClosedRange<CalendarDay>)
  }

  private let key: SearchKey
  private let text: String
  /// Whether the caret is in it.
  private let isTyped: Bool
  private let today: CalendarDay

  init(_ key: SearchKey, _ text: String, isTyped: Bool, today: CalendarDay) {
    self.key = key
    self.text = text
    self.isTyped = isTyped
    self.today = today
  }

  /// `nil` for what isn't finished yet: it asks for nothing, and is no mistake.
  var predicate: Result<EntryPredicate, SearchError>? {
    do throws(SearchError) {
      switch key {
      case .from: return try predicate(text[...], "")
      case .to: return try predicate("", text[...])
      default:
        guard let dots = text.firstRange(of: "..") else {
          return try predicate(text[...], text[...])
        }
        return try predicate(text[..<dots.lowerBound], text[dots.upperBound...])
      }
    } catch {
      return .failure(error)
    }
  }

  private func predicate(
    _ start: Substring, _ end: Substring
  ) throws(SearchError) -> Result<EntryPredicate, SearchError>? {
    switch (try self.end(start), try self.end(end)) {
    case (.unfinished, _), (_, .unfinished): return nil
    case (.open, .open):
      if isTyped { return nil }
      throw .invalidDate
    case (.days(let first), .open): return .success(.from(first.lowerBound))
    case (.open, .days(let last)): return .success(.to(last.upperBound))
    case (.days(let first), .days(let last)):
      guard first.lowerBound <= last.upperBound else { throw .endsBeforeStart }
      return .success(.within(first.lowerBound...last.upperBound))
    }
  }

  private func end(_ text: Substring) throws(SearchError) -> End {
    guard !text.isEmpty else { return .open }
    let isBegun = isTyped && DayPhrase.isBeginning(text)
    // The `20` of `2024` is no day of a month.
    if isBegun, text.allSatisfy(\.isNumber) { return .unfinished }
    do throws(DayPhrase.Fault) {
      return .days(try DayPhrase(text, today: today).days)
    } catch {
      if isBegun { return .unfinished }
      throw error == .noSuchDay ? .noSuchDay : .invalidDate
    }
  }
}
