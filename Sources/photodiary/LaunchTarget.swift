import DiaryApp
import DiaryCore
import DiarySettings
import Localization
import System

/// What the diary is to open with: `photodiary`, `photodiary 3f2a91c0`, `photodiary 2024-05-03`.
enum LaunchTarget: Hashable {
  case newest
  /// The entry whose id begins so.
  case entry(String)
  case days(DayPhrase)
  /// A new entry, after which the program ends; it begins with the photos of its day if that is wanted.
  case new(EntryFields, takesPhotosOfDay: Bool = false)

  /// As many digits as a listing shows.
  private static let usualID = 8

  /// `nil` when the argument is a sub-command, rightly written or not, which a short id of letters
  /// alone may be; and four digits are a year. Throws when it is of a day that the calendar
  /// doesn't have.
  init?(argument: String, today: CalendarDay) throws {
    let id = Self.id(argument)
    // The day of a month could be an id, too, and `dec5` is one.
    if let id, id.count < 4 || !argument.allSatisfy({ $0.isWholeNumber || $0 == "-" }) {
      self = .entry(id)
      return
    }
    do throws(DayPhrase.Fault) {
      self = .days(try DayPhrase(argument, today: today))
    } catch .noSuchDay where id == nil || id?.count == 4 {
      throw LaunchTargetError(words: localized("There's no date \(argument.printable)."))
    } catch {
      guard let id else { return nil }
      self = .entry(id)
    }
  }

  /// The hexadecimal digits of an id, or of its beginning.
  private static func id(_ argument: String) -> String? {
    guard argument.first?.isHexDigit == true, argument.utf8.allSatisfy(isOfID) else { return nil }
    let digits = argument.filter { $0 != "-" }
    // With a dash in it, it is a date unless it goes on like an id.
    if argument.contains("-") { return digits.count > usualID ? digits : nil }
    if digits.count >= usualID || digits.contains(where: \.isWholeNumber) { return digits }
    let isCommand = NearestName.meant(by: digits, among: PhotoDiary.commandNames) != nil
    return digits.count >= shortestWord && !isCommand ? digits : nil
  }

  /// In letters. Of fewer, nearly every one is near to some sub-command.
  private static let shortestWord = 3

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
    of diary: DiaryService, leftAt left: Location? = nil
  ) async throws(DiaryError) -> InitialScreen {
    switch self {
    case .newest:
      guard let left, let visit = try await ResolvedLocation(left, in: diary) else {
        return .newest
      }
      return .last(visit)
    case .new(let fields, let takesPhotosOfDay):
      if let obstacle = try await diary.writingObstacle() { throw .account(obstacle) }
      return .writing(fields, takesPhotosOfDay: takesPhotosOfDay)
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

  // MARK: After locking

  /// Whether what was going on when the diary was locked goes on: in the same run of the program, or
  /// where nothing else is asked for.
  func goesOn(with work: RememberedView.LockedWork) -> Bool {
    self == .newest || work.process == ThisProgram.number
  }

  /// What the screens go on with: the place where the diary was locked, or the one entry that was being
  /// written.
  func start(
    of diary: DiaryService, goingOnAt place: Location?, with draft: Draft?
  ) async throws(DiaryError) -> InitialScreen {
    guard case .new = self else {
      return try await LaunchTarget.newest.start(of: diary, leftAt: place)
    }
    guard let draft else { return try await start(of: diary) }
    return .writingAgain(draft)
  }
}

/// Wrong usage that is no mistyped sub-command's.
struct LaunchTargetError: Error {
  let words: String
}
