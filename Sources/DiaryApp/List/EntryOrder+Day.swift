import DiaryCore

extension EntryOrder {
  /// The order of whatever comes last on a day.
  init(endOfDayOf date: EntryDate) {
    self.init(
      date: date.instant + Int64(86_399 - date.secondOfDay),
      created: Timestamp(milliseconds: .max), id: ID(high: .max, low: .max))
  }
}
