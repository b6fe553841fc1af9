import DiaryCore

/// What the diary opens with.
package enum InitialScreen: Sendable {
  case newest
  /// The list at an entry.
  case list(rank: Int)
  /// An entry in the reader; its rank in the list behind.
  case entry(Entry, rank: Int)
  case calendar(DayPhrase)
  /// Where it was left.
  case last(ResolvedLocation)
  /// A new entry in the editor, which begins with these fields, and with the photos of its day if that is
  /// wanted. Once it is closed the program ends.
  case writing(EntryFields, takesPhotosOfDay: Bool = false)
  /// The same, gone on with as it was when the diary was locked.
  case writingAgain(Draft)

  /// Whether the list begins with its first rows.
  package var isAtNewest: Bool {
    switch self {
    case .newest, .calendar, .writing, .writingAgain: true
    case .list(let rank), .entry(_, let rank): rank == 0
    case .last(let visit): visit.listRank == 0
    }
  }
}
