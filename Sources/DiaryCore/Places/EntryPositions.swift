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

/// An entry at a place on the map. One that was written at several stands at each.
package struct PlacedEntry: Hashable, Sendable {
  package let order: EntrySortKey
  package let day: CalendarDay
  package let point: MapPoint
  /// What the entry calls the place.
  package let name: String?

  package init(order: EntrySortKey, day: CalendarDay, point: MapPoint, name: String? = nil) {
    self.order = order
    self.day = day
    self.point = point
    self.name = name
  }
}

extension PhotoDetails.Position {
  /// `37.5665, 126.9780`; `nil` when it is no place on the earth.
  package var coordinates: String? {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return "\(Self.decimal(latitude)), \(Self.decimal(longitude))"
  }

  /// With four decimals, about ten metres.
  private static func decimal(_ value: Double) -> String {
    let parts = Int((abs(value) * 10_000).rounded())
    let rest = String(10_000 + parts % 10_000).dropFirst()
    return "\(value < 0 && parts > 0 ? "-" : "")\(parts / 10_000).\(rest)"
  }

  /// As `37.5665, 126.9780`, the way the diary itself writes a place without a name, in degrees; `nil` for
  /// anything else, and for what is no place on the earth.
  package init?(coordinates text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Self.degrees(parts[0]),
      let longitude = Self.degrees(parts[1]), abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  private static func degrees(_ text: some StringProtocol) -> Double? {
    let digits = text.trimmed
    guard digits.contains("."),
      digits.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return Double(digits)
  }
}

extension Entry {
  /// Where it was written, as it says itself: by the coordinates in its place, or by what another program
  /// wrote of that.
  var ownPositions: [PhotoDetails.Position] {
    var positions =
      details.placeName.flatMap { PhotoDetails.Position(coordinates: $0) }.map { [$0] } ?? []
    for member in unknownMembers where positions.isEmpty {
      if let position = member.value.position { positions.append(position) }
    }
    return positions
  }

  /// The name of its place; `nil` for coordinates.
  package var namedPlace: String? {
    details.placeName.flatMap { PhotoDetails.Position(coordinates: $0) == nil ? $0 : nil }
  }
}

extension JSONValue {
  /// What an object says of a place on the earth, itself or in a member of it.
  fileprivate var position: PhotoDetails.Position? {
    func number(_ names: String...) -> Double? {
      names.lazy.compactMap { self[$0]?.double }.first
    }
    if let latitude = number("latitude", "lat"), let longitude = number("longitude", "lng", "lon"),
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    {
      return PhotoDetails.Position(latitude: latitude, longitude: longitude)
    }
    return nil
  }
}

// MARK: - Positions of photos

/// Where photos and films were taken, as their files tell. Each is asked once; one that isn't on this machine may
/// be here later, and is asked again.
package actor PhotoPositions {
  private let service: DiaryService
  private let keeping: (any PositionKeeping)?
  /// What earlier runs were told.
  private lazy var earlier = keeping?.kept() ?? [:]
  /// Those that were asked for. `.some(nil)` for one that doesn't say.
  private var known: [AssetID: PhotoDetails.Position?] = [:]
  private var hasNew = false
  private var wasKept = false

  /// - Parameter keeping: Keeps them for the next run; `nil` to ask anew then.
  package init(service: DiaryService, keeping: (any PositionKeeping)? = nil) {
    (self.service, self.keeping) = (service, keeping)
  }

  /// The positions of those of some pictures that tell one.
  package func positions(of photos: [Photo]) async -> [AssetID: PhotoDetails.Position] {
    var new: [Photo] = []
    var seen: Set<AssetID> = []
    for photo in photos where known[photo.asset] == nil && seen.insert(photo.asset).inserted {
      if let position = earlier[photo.asset] {
        known[photo.asset] = .some(position)
      } else {
        new.append(photo)
      }
    }
    await ask(new.filter { !$0.type.isFilm })
    for film in new where film.type.isFilm {
      let header = service.assetOpener.reading(service.file(of: film)) { size, bytes in
        FilmHeader(size: size, bytes)
      }
      if let header { take(header?.position, of: film) }
    }
    var positions: [AssetID: PhotoDetails.Position] = [:]
    for photo in photos { positions[photo.asset] = known[photo.asset].flatMap(\.self) }
    return positions
  }

  private func ask(_ photos: [Photo]) async {
    guard !photos.isEmpty else { return }
    let headers = await service.headers(ofPhotosAt: photos.map { service.file(of: $0) })
    for (photo, header) in zip(photos, headers) {
      if let header { take(header.details.position, of: photo) }
    }
  }

  private func take(_ position: PhotoDetails.Position?, of photo: Photo) {
    known[photo.asset] = .some(position)
    hasNew = true
  }

  /// Keeps what was found. Whoever has asked for all that it needs says so.
  package func keep() {
    guard !known.isEmpty, hasNew || !wasKept else { return }
    keeping?.keep(known, hasNew: hasNew)
    (hasNew, wasKept) = (false, true)
  }
}

/// Keeps from run to run where photos and films were taken: by their assets, whose bytes never change.
package protocol PositionKeeping: Sendable {
  /// What was kept; nothing where that can't be read. `nil` stands for one that tells no position.
  func kept() -> [AssetID: PhotoDetails.Position?]

  /// Keeps what was asked for in this run beside what was kept before.
  ///
  /// - Parameter hasNew: Whether any of it wasn't kept.
  func keep(_ asked: [AssetID: PhotoDetails.Position?], hasNew: Bool)
}
