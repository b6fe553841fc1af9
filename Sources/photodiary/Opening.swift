import DiaryApp
import DiaryCore
import Words

/// What the diary is to open with: `photodiary`, `photodiary 3f2a91c0`, `photodiary 2024-05-03`.
enum Opening: Hashable {
  case newest
  /// The entry whose id begins so.
  case entry(String)
  case days(DayPhrase)

  private static let shortestID = 4
  /// As many digits as a listing shows.
  private static let usualID = 8

  /// `nil` when the argument is a sub-command, rightly written or not: so a short id needs a digit
  /// that isn't a letter, and four digits are a year. Throws when it can only be a date and is none.
  init?(argument: String) throws {
    do throws(DayPhrase.Fault) {
      if let phrase = try DayPhrase(iso8601: argument) {
        self = .days(phrase)
        return
      }
    } catch {
      throw OpeningMistake(localized("The calendar has no day \(argument)."))
    }
    guard argument.first?.isHexDigit == true, argument.utf8.allSatisfy(Self.isOfID) else {
      return nil
    }
    let digits = argument.filter { $0 != "-" }
    let isDate = argument.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Self.isDecimal($0) }
    if digits.count >= (argument.contains("-") ? Self.usualID + 1 : Self.shortestID),
      digits.count >= Self.usualID || digits.utf8.contains(where: Self.isDecimal)
    {
      self = .entry(digits)
    } else if isDate {
      throw OpeningMistake(
        localized(
          "\(argument) is neither an entry's id nor a date, as 2024-05-03, 2024-05 or 2024."))
    } else {
      return nil
    }
  }

  private static func isDecimal(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isOfID(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || hexadecimalValue(of: byte) != nil
  }

  /// What the screens begin with. Throws when there is no such entry, or several.
  ///
  /// A day with entries is shown in the list, at the newest of them; one without, a month or a year
  /// in the calendar.
  ///
  /// `left` is the place to go back to where nothing else is asked for.
  func start(
    of diary: DiaryService, leftAt left: Place? = nil
  ) async throws(DiaryError) -> StartPlace {
    switch self {
    case .newest:
      guard let left, let visit = try await PlaceVisit(left, in: diary) else { return .newest }
      return .last(visit)
    case .entry(let prefix):
      let entry = try await diary.entry(withPrefix: prefix)
      let rank = entry.isTrashed ? 0 : try await diary.rank(of: entry.order)
      return .entry(entry, rank: rank)
    case .days(let phrase):
      guard phrase.span == .day,
        let entry = try await diary.entries(EntryQuery(.on(phrase.day), limit: 1)).first
      else { return .calendar(phrase) }
      return .list(rank: try await diary.rank(of: entry.order))
    }
  }
}

/// Wrong usage that is no mistyped sub-command's.
struct OpeningMistake: Error, Hashable {
  let words: String

  init(_ words: String) { self.words = words }
}
