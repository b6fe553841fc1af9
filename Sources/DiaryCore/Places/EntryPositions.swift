import Synchronization

/// Finds where entries were written: from their details, their photos and videos, and names of
/// places that other entries or the installed place names locate. Nothing of this is stored in the
/// diary.
package actor EntryPositions {
  private let service: DiaryService
  private let photos: PhotoPositions
  private let naming: any PlaceNaming
  /// Positions of place names that were looked up; `nil` for unknown ones.
  private var places: [String: PhotoDetails.Position?] = [:]

  /// The number of an entry's photos to read, spread over all of them.
  private static let photosOfEntry = 6
  /// The number of photos to read before results are reported.
  private static let photosAtOnce = 256
  /// The distance in meters below which two positions of an entry are the same.
  private static let minimumDistance = 300.0

  package init(service: DiaryService, photos: PhotoPositions, naming: any PlaceNaming) {
    self.service = service
    self.photos = photos
    self.naming = naming
  }

  /// Reports the matching entries that have a position, the newest first, a few at a time. Ends
  /// early if the task is canceled.
  ///
  /// - Throws: an error if the diary can't be read.
  package func read(
    _ predicate: EntryPredicate, _ report: @Sendable ([PlacedEntry]) -> Void
  ) async throws {
    await read(try await service.batches(EntryQuery(predicate)), byNameOnly: false, report)
  }

  /// Reports the entries that have a position.
  ///
  /// - Parameter byNameOnly: `true` to use only the names of places, and no coordinates or photos.
  package func read(
    _ batches: EntryBatches, byNameOnly: Bool, _ report: @Sendable ([PlacedEntry]) -> Void
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
        let placed = byNameOnly ? placeByName(part) : await place(part, &named)
        if !placed.isEmpty { report(placed) }
      }
    }
    let placed = named.resolved
    if !placed.isEmpty, !Task.isCancelled { report(placed) }
    if !byNameOnly { await photos.saveCache() }
  }

  /// Positions of place names in the entries read so far.
  private struct NamedPlaces {
    var points: [String: MapPoint] = [:]
    /// Entries whose place may be located by an earlier entry.
    var waiting: [(sortKey: EntrySortKey, day: CalendarDay, name: String)] = []

    /// The waiting entries whose place has been located.
    var resolved: [PlacedEntry] {
      waiting.compactMap { sortKey, day, name in
        points[name.lowercased()].map {
          PlacedEntry(sortKey: sortKey, day: day, point: $0, name: name)
        }
      }
    }
  }

  /// Returns all entries that have a position.
  package func placed(
    _ batches: EntryBatches, byNameOnly: Bool = false
  ) async -> [PlacedEntry] {
    let found = Mutex<[PlacedEntry]>([])
    await read(batches, byNameOnly: byNameOnly) { placed in found.withLock { $0 += placed } }
    return found.withLock { $0 }
  }

  /// Returns the entries with a position in an area. The names that entries give to places precede
  /// the installed ones.
  ///
  /// - Throws: `DiaryError.noSuchPlace` or `.noPlaceNames` if the area's place isn't known; an
  ///   error if the diary can't be read.
  package func ids(near vicinity: Vicinity) async throws -> Set<ID<Entry>> {
    let placed = await placed(try await service.batches(EntryQuery()))
    let centers = centers(of: vicinity, among: placed)
    if centers.isEmpty, !vicinity.isTyped, !Task.isCancelled {
      throw naming.isInstalled
        ? DiaryError.noSuchPlace(vicinity.place) : .noPlaceNames(vicinity.place)
    }
    var near: Set<ID<Entry>> = []
    for entry in placed where !near.contains(entry.sortKey.id) {
      if Task.isCancelled { break }
      let position = entry.point.position
      if centers.contains(where: { $0.distance(to: position) <= vicinity.radius }) {
        near.insert(entry.sortKey.id)
      }
    }
    return near
  }

  /// The fraction of the radius within which two centers count as one.
  private static let centerDistance = 0.05

  private func centers(
    of vicinity: Vicinity, among placed: [PlacedEntry]
  ) -> [PhotoDetails.Position] {
    let place = vicinity.place
    if let position = PhotoDetails.Position(coordinates: place) { return [position] }
    let named = placed.filter { $0.name?.isSameName(as: place) == true }.map(\.point.position)
    if !named.isEmpty {
      // In degrees of latitude.
      let side = vicinity.radius * Self.centerDistance / 111_195
      let cells = named.map { [$0.latitude, $0.longitude].map { ($0 / side).rounded() } }
      return Array(Dictionary(zip(cells, named), uniquingKeysWith: { first, _ in first }).values)
    }
    let capitalized = place.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
    // 제주도 and 서울시 are near 제주 and 서울.
    let ending = ["특별자치도", "도", "시"].first(where: place.hasSuffix)
    let names = [place, capitalized, String(place.dropLast(ending?.count ?? 0))]
    lookUp(names)
    return Array(names.compactMap { places[$0].flatMap(\.self) }.prefix(1))
  }

  /// Returns the names of places; `nil` where there is none.
  package func names(at points: [MapPoint]) -> [String?] {
    points.map { (try? naming.names(at: $0.position))?.first }
  }

  private func place(_ entries: [Entry], _ named: inout NamedPlaces) async -> [PlacedEntry] {
    let asked = entries.map { $0.recordedPositions.isEmpty ? Self.sample($0.pictures) : [] }
    let known = await photos.positions(of: asked.flatMap(\.self))
    var placed: [PlacedEntry] = []
    var unplaced: [(entry: Entry, name: String)] = []
    for (entry, asked) in zip(entries, asked) {
      let taken = asked.compactMap { known[$0.asset] }
      let points = Self.distinct(entry.recordedPositions + taken).compactMap { MapPoint($0) }
      let name = entry.namedPlace
      placed += points.map {
        PlacedEntry(sortKey: entry.sortKey, day: entry.date.day, point: $0, name: name)
      }
      guard let name else { continue }
      if let first = points.first {
        let key = name.lowercased()
        if named.points[key] == nil { named.points[key] = first }
      } else {
        unplaced.append((entry, name))
      }
    }
    lookUp(unplaced.map(\.name).filter { named.points[$0.lowercased()] == nil })
    for (entry, name) in unplaced {
      let point =
        named.points[name.lowercased()] ?? places[name].flatMap(\.self).flatMap { MapPoint($0) }
      if let point {
        placed.append(
          PlacedEntry(sortKey: entry.sortKey, day: entry.date.day, point: point, name: name))
      } else {
        named.waiting.append((entry.sortKey, entry.date.day, name))
      }
    }
    return placed.sorted { $0.sortKey > $1.sortKey }
  }

  private func placeByName(_ entries: [Entry]) -> [PlacedEntry] {
    let named = entries.compactMap { entry in entry.namedPlace.map { (entry: entry, name: $0) } }
    lookUp(named.map(\.name))
    return named.compactMap { entry, name in
      places[name].flatMap(\.self).flatMap { MapPoint($0) }.map {
        PlacedEntry(sortKey: entry.sortKey, day: entry.date.day, point: $0, name: name)
      }
    }
  }

  private static func sample(_ photos: [Photo]) -> [Photo] {
    let step = max(1, (photos.count + photosOfEntry - 1) / photosOfEntry)
    return stride(from: 0, to: photos.count, by: step).map { photos[$0] }
  }

  private static func distinct(_ positions: [PhotoDetails.Position]) -> [PhotoDetails.Position] {
    var distinct: [PhotoDetails.Position] = []
    for position in positions
    where !distinct.contains(where: { $0.distance(to: position) < minimumDistance }) {
      distinct.append(position)
    }
    return distinct
  }

  private func lookUp(_ names: [String]) {
    let new = Set(names.filter { places[$0] == nil })
    guard !new.isEmpty else { return }
    let found = (try? naming.positions(ofPlaces: new)) ?? [:]
    for name in new { places[name] = .some(found[name]) }
  }
}

/// An entry at a position on the map. An entry with several positions appears at each.
package struct PlacedEntry: Hashable, Sendable {
  package let sortKey: EntrySortKey
  package let day: CalendarDay
  package let point: MapPoint
  /// The place's name in the entry.
  package let name: String?

  package init(sortKey: EntrySortKey, day: CalendarDay, point: MapPoint, name: String? = nil) {
    self.sortKey = sortKey
    self.day = day
    self.point = point
    self.name = name
  }
}

extension PhotoDetails.Position {
  /// Coordinates such as `37.5665, 126.9780`; `nil` if they aren't valid.
  package var coordinates: String? {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return "\(Self.decimal(latitude)), \(Self.decimal(longitude))"
  }

  /// Formats degrees with four decimals, about ten meters.
  private static func decimal(_ value: Double) -> String {
    let parts = Int((abs(value) * 10_000).rounded())
    let rest = String(10_000 + parts % 10_000).dropFirst()
    return "\(value < 0 && parts > 0 ? "-" : "")\(parts / 10_000).\(rest)"
  }

  /// Parses coordinates in degrees, such as `37.5665, 126.9780`, the format of a place without a
  /// name. `nil` for any other text and invalid coordinates.
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
  /// The positions in the entry itself: coordinates as its place, or details that another program
  /// stored.
  var recordedPositions: [PhotoDetails.Position] {
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
  /// The position in a JSON object, from its latitude and longitude.
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

/// Finds where photos and videos were taken, from their files. Each file is read once; a file that
/// isn't on this device is tried again.
package actor PhotoPositions {
  private let service: DiaryService
  private var facts: AssetFacts<PhotoDetails.Position>

  /// - Parameter cache: the cache for the next run; by default, all files are read again then.
  package init(service: DiaryService, cache: PositionCache = PositionCache()) {
    (self.service, facts) = (service, AssetFacts(cache))
  }

  /// Returns the positions of the pictures that have one.
  package func positions(of photos: [Photo]) async -> [AssetID: PhotoDetails.Position] {
    let new = facts.missing(of: photos)
    await readPhotos(new.filter { !$0.type.isVideo })
    for video in new where video.type.isVideo {
      let header = service.assetOpener.withFile(service.file(of: video)) { size, bytes in
        VideoHeader(size: size, bytes)
      }
      if let header { facts.record(header?.position, of: video.asset) }
    }
    return facts.values(of: photos)
  }

  private func readPhotos(_ photos: [Photo]) async {
    guard !photos.isEmpty else { return }
    let headers = await service.headers(ofPhotosAt: photos.map { service.file(of: $0) })
    for (photo, header) in zip(photos, headers) {
      if let header { facts.record(header.details.position, of: photo.asset) }
    }
  }

  /// Writes new results to the cache. Call this after the last request.
  package func saveCache() { facts.save() }
}

package typealias PositionCache = AssetCache<PhotoDetails.Position>

// MARK: - AssetFacts

/// Caches a fact about photos and videos between runs, by their assets, whose bytes never change.
package struct AssetCache<Fact: Sendable>: Sendable {
  /// The facts by assets; `nil` for a file without one.
  package typealias Facts = [AssetID: Fact?]

  /// Returns the cached facts, or nothing if they can't be read.
  package var load: @Sendable () -> Facts = { [:] }
  /// Adds the results of this run to the cache. `hasNew` is `true` if some aren't cached yet.
  package var save: @Sendable (_ asked: Facts, _ hasNew: Bool) -> Void = { _, _ in }

  /// Creates a cache that keeps nothing.
  package init() {}
}

/// Facts about photos and videos that were read in this run or an earlier one.
struct AssetFacts<Fact: Sendable> {
  private let cache: AssetCache<Fact>
  /// The cache of earlier runs.
  private lazy var earlier = cache.load()
  /// The results of this run; `.some(nil)` for files without the fact.
  private var known: AssetCache<Fact>.Facts = [:]
  private var hasNew = false
  private var wasKept = false

  init(_ cache: AssetCache<Fact>) { self.cache = cache }

  /// `true` if any file was read.
  var hasAny: Bool {
    mutating get { !known.isEmpty || !earlier.isEmpty }
  }

  /// Returns the photos whose files haven't been read, each once.
  mutating func missing(of photos: [Photo]) -> [Photo] {
    var seen: Set<AssetID> = []
    return photos.filter { photo in
      guard known[photo.asset] == nil, seen.insert(photo.asset).inserted else { return false }
      guard let fact = earlier[photo.asset] else { return true }
      known[photo.asset] = .some(fact)
      return false
    }
  }

  /// Returns the facts of the photos that have them.
  mutating func values(of photos: [Photo]) -> [AssetID: Fact] {
    _ = missing(of: photos)
    var values: [AssetID: Fact] = [:]
    for photo in photos { values[photo.asset] = known[photo.asset].flatMap(\.self) }
    return values
  }

  mutating func record(_ fact: Fact?, of asset: AssetID) {
    known[asset] = .some(fact)
    hasNew = true
  }

  /// Writes new results to the cache.
  mutating func save() {
    guard !known.isEmpty, hasNew || !wasKept else { return }
    cache.save(known, hasNew)
    (hasNew, wasKept) = (false, true)
  }
}
