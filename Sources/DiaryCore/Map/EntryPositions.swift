import Synchronization

/// Where entries were written: as they say themselves, as their photos and films tell, and by the name of a place, as
/// other entries or the names that come with the program know it. Nothing of it is stored in the diary.
package actor EntryPositions {
  private let service: DiaryService
  private let photos: PhotoPositions
  private let naming: any PlaceNaming
  /// What the installed names know, by names as they were asked.
  private var places: [String: PhotoDetails.Position?] = [:]

  /// Photos of an entry that are asked, spread over all of them.
  private static let photosOfEntry = 6
  /// Photos that are asked before what they tell is told.
  private static let photosAtOnce = 256
  /// Positions of one entry that are nearer to each other are one, in metres.
  private static let apart = 300.0

  package init(service: DiaryService, photos: PhotoPositions, naming: any PlaceNaming) {
    self.service = service
    self.photos = photos
    self.naming = naming
  }

  /// Tells the entries of a predicate that have a place, the newest first and a few at a time. A task that
  /// is cancelled ends early.
  package func read(
    _ predicate: EntryPredicate, _ tell: @Sendable ([PlacedEntry]) -> Void
  ) async throws(DiaryError) {
    await read(try await service.batches(EntryQuery(predicate)), byNameAlone: false, tell)
  }

  /// Tells the entries of some batches that have a place. By its name alone, nothing is told of where they
  /// were written but what they say in words.
  package func read(
    _ batches: EntryBatches, byNameAlone: Bool, _ tell: @Sendable ([PlacedEntry]) -> Void
  ) async {
    var named = NamedPlaces()
    for await batch in batches {
      var rest = batch[...]
      while !rest.isEmpty, !Task.isCancelled {
        var part: [Entry] = []
        var asked = 0
        while let entry = rest.first, asked < Self.photosAtOnce {
          part.append(entry)
          asked += min(entry.pictures.count, Self.photosOfEntry)
          rest.removeFirst()
        }
        let placed = byNameAlone ? placeByName(part) : await place(part, &named)
        if !placed.isEmpty { tell(placed) }
      }
    }
    let placed = named.late
    if !placed.isEmpty, !Task.isCancelled { tell(placed) }
    if !byNameAlone { await photos.keep() }
  }

  /// What entries call places, as far as they have been read.
  private struct NamedPlaces {
    var points: [String: MapPoint] = [:]
    /// Those of names that an earlier entry may know.
    var waiting: [(order: EntrySortKey, day: CalendarDay, name: String)] = []

    /// Those of names that one does.
    var late: [PlacedEntry] {
      waiting.compactMap { order, day, name in
        points[name.lowercased()].map {
          PlacedEntry(order: order, day: day, point: $0, name: name)
        }
      }
    }
  }

  /// All of them, once they have been read.
  package func placed(
    _ batches: EntryBatches, byNameAlone: Bool = false
  ) async -> [PlacedEntry] {
    let found = Mutex<[PlacedEntry]>([])
    await read(batches, byNameAlone: byNameAlone) { placed in found.withLock { $0 += placed } }
    return found.withLock { $0 }
  }

  /// What places are called; `nil` where nothing is.
  package func names(at points: [MapPoint]) -> [String?] {
    points.map { (try? naming.names(at: $0.position))?.first }
  }

  private func place(_ entries: [Entry], _ named: inout NamedPlaces) async -> [PlacedEntry] {
    let asked = entries.map { $0.ownPositions.isEmpty ? Self.someOf($0.pictures) : [] }
    let known = await photos.positions(of: asked.flatMap(\.self))
    var placed: [PlacedEntry] = []
    var unplaced: [(entry: Entry, name: String)] = []
    for (entry, asked) in zip(entries, asked) {
      let taken = asked.compactMap { known[$0.asset] }
      let points = Self.distinct(entry.ownPositions + taken).compactMap { MapPoint($0) }
      let name = entry.namedPlace
      placed += points.map {
        PlacedEntry(order: entry.order, day: entry.date.day, point: $0, name: name)
      }
      guard let name else { continue }
      if let first = points.first {
        let key = name.lowercased()
        if named.points[key] == nil { named.points[key] = first }
      } else {
        unplaced.append((entry, name))
      }
    }
    learn(unplaced.map(\.name).filter { named.points[$0.lowercased()] == nil })
    for (entry, name) in unplaced {
      let point =
        named.points[name.lowercased()] ?? places[name].flatMap(\.self).flatMap { MapPoint($0) }
      if let point {
        placed.append(
          PlacedEntry(order: entry.order, day: entry.date.day, point: point, name: name))
      } else {
        named.waiting.append((entry.order, entry.date.day, name))
      }
    }
    return placed.sorted { $0.order > $1.order }
  }

  private func placeByName(_ entries: [Entry]) -> [PlacedEntry] {
    let named = entries.compactMap { entry in entry.namedPlace.map { (entry: entry, name: $0) } }
    learn(named.map(\.name))
    return named.compactMap { entry, name in
      places[name].flatMap(\.self).flatMap { MapPoint($0) }.map {
        PlacedEntry(order: entry.order, day: entry.date.day, point: $0, name: name)
      }
    }
  }

  private static func someOf(_ photos: [Photo]) -> [Photo] {
    let step = max(1, (photos.count + photosOfEntry - 1) / photosOfEntry)
    return stride(from: 0, to: photos.count, by: step).map { photos[$0] }
  }

  private static func distinct(_ positions: [PhotoDetails.Position]) -> [PhotoDetails.Position] {
    var distinct: [PhotoDetails.Position] = []
    for position in positions
    where !distinct.contains(where: { $0.distance(to: position) < apart }) {
      distinct.append(position)
    }
    return distinct
  }

  private func learn(_ names: [String]) {
    let new = Set(names.filter { places[$0] == nil })
    guard !new.isEmpty else { return }
    let found = (try? naming.positions(ofPlaces: new)) ?? [:]
    for name in new { places[name] = .some(found[name]) }
  }
}
