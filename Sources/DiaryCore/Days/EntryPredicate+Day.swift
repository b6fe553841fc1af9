extension EntryPredicate {
  /// On that day, in the writer's own time.
  package static func on(_ day: CalendarDay) -> EntryPredicate { .within(day...day) }

  /// On one of these days, in the writers' own time.
  package static func within(_ days: ClosedRange<CalendarDay>) -> EntryPredicate {
    .and([.from(days.lowerBound), .to(days.upperBound)])
  }
}
