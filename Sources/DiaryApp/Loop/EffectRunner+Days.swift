import DiaryCore

// What the screens of days read.
extension EffectRunner {
  func readDays(_ effect: Effect) {
    let service = environment.service
    switch effect {
    case .tallyYear(let days, let ticket):
      read { () async throws(DiaryError) in
        .yearTallied(
          try await service.tallies(of: days), of: days.lowerBound.year, ticket: ticket)
      }
    case .loadDay(let day, let ticket):
      read { () async throws(DiaryError) in
        let query = EntryQuery(.on(day), limit: DayEntries.limit)
        return .dayLoaded(try await service.entries(query), of: day, ticket: ticket)
      }
    case .findMonthPhotos(let days, let ticket):
      read { () async throws(DiaryError) in
        let query = EntryQuery(
          .and([.withPhotos, .from(days.lowerBound), .to(days.upperBound)]),
          limit: MonthPhotos.limit)
        return .monthPhotosFound(try await service.entries(query), ticket: ticket)
      }
    case .findReturning(let day, let ticket):
      read { () async throws(DiaryError) in
        .returningFound(try await service.entries(returningOn: day), ticket: ticket)
      }
    default: break
    }
  }
}
