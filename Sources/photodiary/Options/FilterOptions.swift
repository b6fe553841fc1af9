import ArgumentParser
import DiaryCore
import Localization

/// Which entries a listing or an export takes.
struct FilterOptions: ParsableArguments {
  @Option(localized("Show at most this many entries."), valueName: "n")
  var limit: Int?

  @Option(
    localized("From this day, month or year on (2026-11-19, 2026-11, 2026, yesterday)."),
    valueName: "day")
  var from: DayArgument?

  @Option(localized("Up to this day, month or year."), valueName: "day")
  var to: DayArgument?

  @Option(
    repeated: "tag", localized("With this tag. Repeat it to require several."),
    valueName: "tag", completion: DiaryCompletion.tags)
  var tags: [String] = []

  @Option(localized("In this journal."), valueName: "journal", completion: DiaryCompletion.journals)
  var journal: String?

  @Flag(help: .localized("With photos."))
  var withPhotos = false

  @Option(
    parsing: .unconditional,
    help: .localized("Matching this search (see photodiary search).", valueName: "query"),
    transform: { SearchQuery(argument: $0) })
  var search: SearchQuery?

  func validate() throws {
    try Limit.check(limit)
    try search?.check()
    _ = try from?.days()
    _ = try to?.days()
  }

  /// Why nothing can be found, where that can be told.
  func reasonForNone(in diary: DiaryService) async throws -> String? {
    if let from, let to, try to.days().upperBound < from.days().lowerBound {
      return localized("No entries: --to is before --from.")
    }
    guard let journal else { return nil }
    do throws(DiaryError) {
      let name = try await diary.journal(named: journal).name
      guard try await diary.hiddenJournals().contains(name) else { return nil }
      return DiaryError.hiddenJournal(name).line
    } catch {
      guard case .noSuchJournal = error else { throw error }
      return error.line
    }
  }

  func predicate() throws -> EntryPredicate {
    var parts: [EntryPredicate] = []
    if let search { parts.append(search.predicate) }
    if let from { parts.append(.from(try from.days().lowerBound)) }
    if let to { parts.append(.to(try to.days().upperBound)) }
    parts += tags.map { .tag(String($0.drop { $0 == "#" })) }
    if let journal { parts.append(.journal(JournalName.meant(by: journal))) }
    if withPhotos { parts.append(.withPhotos) }
    return .all(of: parts)
  }
}

extension SearchQuery {
  /// Throws the first mistake, and when nothing is asked for.
  func check() throws {
    if let issue = issues.first { throw ValidationError(issue.line) }
    if isEmpty {
      throw ValidationError(localized("Nothing to search for. Give at least one word."))
    }
  }
}

/// A number of entries on the command line.
enum Limit {
  static func check(_ limit: Int?) throws {
    if let limit, limit < 1 {
      throw ValidationError(localized("--limit needs a number of 1 or more."))
    }
  }
}
