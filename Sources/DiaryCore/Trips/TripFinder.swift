/// Finds the trips of a diary, what was written on them, and what those are called of which no entry names
/// a place.
package struct TripFinder: Sendable {
  private let service: DiaryService
  private let positions: EntryPositions

  package init(service: DiaryService, positions: EntryPositions) {
    self.service = service
    self.positions = positions
  }

  /// Days around some others that tell where one was at home.
  private static let season = 200

  /// All trips, the latest first; of some days alone, those that touch them. Every entry is read, and its
  /// photos are asked where they were taken. A task that is cancelled ends with what is known by then.
  package func trips(
    touching days: ClosedRange<CalendarDay>? = nil
  ) async throws(DiaryError) -> [Trip] {
    let around = days.map {
      $0.lowerBound.adding(days: -Self.season)...$0.upperBound.adding(days: Self.season)
    }
    let query = EntryQuery(around.map { .within($0) } ?? .all)
    let placed = await positions.placed(try await service.batches(query))
    var trips = await positions.trips(among: placed, touching: days)
    for index in trips.indices {
      for tally in try await service.tallies(of: trips[index].days) {
        trips[index].entries += tally.entries
        trips[index].photos += tally.photos
      }
    }
    return trips
  }
}

extension EntryPositions {
  /// The trips that entries tell of, the latest first, with the names of those of which no entry names a place;
  /// of some days alone, those that touch them. How much was written on them isn't told.
  package func trips(
    among placed: [PlacedEntry], touching days: ClosedRange<CalendarDay>? = nil
  ) -> [Trip] {
    var finding = TripFinding()
    for placed in placed { finding.add(placed) }
    var trips = finding.trips().filter { days?.overlaps($0.days) ?? true }
    let unnamed = trips.indices.filter { trips[$0].places.isEmpty }
    for (index, name) in zip(unnamed, names(at: unnamed.map { trips[$0].point })) {
      // Without names, where it was is told by numbers.
      trips[index].places = [name ?? trips[index].point.position.coordinates].compactMap(\.self)
    }
    return trips
  }
}
