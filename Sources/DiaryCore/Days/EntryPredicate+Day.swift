extension EntryPredicate {
  /// On that day, in the writer's own time.
  package static func on(_ day: CalendarDay) -> EntryPredicate {
    .and([.from(day), .to(day)])
  }
}
