/// How much some entries are together.
package struct EntryAmount: Hashable, Sendable {
  package var entries = 0
  /// Of their texts, counted as the reader counts them.
  package var words = 0
  package var photos = 0

  package init(entries: Int = 0, words: Int = 0, photos: Int = 0) {
    self.entries = entries
    self.words = words
    self.photos = photos
  }

  package static func += (sum: inout EntryAmount, other: EntryAmount) {
    sum.entries += other.entries
    sum.words += other.words
    sum.photos += other.photos
  }
}

/// What a month or a year has.
package struct PeriodTally: Hashable, Sendable {
  /// Its first day.
  package let first: CalendarDay
  package var amount = EntryAmount()
}
