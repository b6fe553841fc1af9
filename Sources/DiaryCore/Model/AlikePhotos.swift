import System
import Text

/// A summary of a picture, computed by the picture program. It is nearly equal for pictures that
/// look alike.
package struct PhotoPrint: Hashable, Sendable {
  /// 63 bits.
  package let bits: UInt64

  package init(bits: UInt64) { self.bits = bits & .max >> 1 }

  /// Returns the number of bits that differ: 0 for the same picture, about 30 for different ones.
  package func distance(to other: PhotoPrint) -> Int { (bits ^ other.bits).nonzeroBitCount }
}

/// A photo of the diary to compare with others.
package struct ComparedPhoto: Hashable, Sendable {
  package let photo: Photo
  package let print: PhotoPrint
  /// The entries with the photo, the newest first.
  package let entries: [EntrySortKey]
  /// The day of the newest entry, in the writer's local time.
  fileprivate let day: CalendarDay
  /// The size of the file in bytes.
  package fileprivate(set) var size: Int
  /// The time on the camera's clock in seconds; `nil` if it isn't known.
  fileprivate let taken: Int64?

  package init(
    _ photo: Photo, _ print: PhotoPrint, in entries: [EntrySortKey], on day: CalendarDay,
    size: Int = 0
  ) {
    (self.photo, self.print, self.entries, self.size) = (photo, print, entries, size)
    self.day = day
    taken = Self.taken(photo)
  }

  /// Returns when a photo was taken, on the camera's clock, in seconds.
  fileprivate static func taken(_ photo: Photo) -> Int64? {
    photo.taken.flatMap { EntryDate($0, localOffset: { _ in 0 }) }.map(\.localSeconds)
  }

  /// Returns whether this photo is the better one of two that look alike: it has more pixels, or as
  /// many and a larger file, which has more detail.
  fileprivate func isBetter(than other: ComparedPhoto) -> Bool {
    (pixels, size, other.photo.asset) > (other.pixels, other.size, photo.asset)
  }

  private var pixels: Int {
    let (pixels, isHuge) = (photo.width ?? 0).multipliedReportingOverflow(by: photo.height ?? 0)
    return isHuge ? .max : pixels
  }

  /// The width divided by the height; `nil` if they aren't known.
  private var ratio: Double? {
    guard let width = photo.width, let height = photo.height, width > 0, height > 0
    else { return nil }
    return Double(width) / Double(height)
  }

  fileprivate func hasRatio(of other: ComparedPhoto) -> Bool {
    guard let ratio, let otherRatio = other.ratio else { return true }
    return abs(ratio / otherRatio - 1) < 0.04
  }
}

/// Photos that look alike: copies in other sizes or qualities, or a burst.
package struct AlikePhotos: Hashable, Sendable {
  /// The best one first, then as they were taken.
  package let photos: [ComparedPhoto]

  package var best: ComparedPhoto { photos[0] }
  package var others: ArraySlice<ComparedPhoto> { photos.dropFirst() }

  /// The largest distance of copies of one picture.
  private static let copyDistance = 6
  /// The largest distance of photos of a burst, and the largest time between two in seconds.
  private static let burstDistance = 16
  private static let burstSeconds: Int64 = 5
  /// The number of photos with similar prints, or taken at the same time, that each is compared
  /// with, so that many equal ones don't take quadratic time.
  private static let mostCompared = 500

  fileprivate static func areCopies(_ one: PhotoPrint, _ other: PhotoPrint) -> Bool {
    one.distance(to: other) <= copyDistance
  }

  /// Groups the photos that look alike, those with the newest entries first.
  package static func groups(of photos: [ComparedPhoto]) -> [AlikePhotos] {
    var sets = DisjointSets(count: photos.count)
    joinCopies(photos, &sets)
    joinBursts(photos, &sets)
    var groups: [Int: [ComparedPhoto]] = [:]
    for index in photos.indices { groups[sets.root(of: index), default: []].append(photos[index]) }
    return groups.values.filter { $0.count > 1 }.map { AlikePhotos(of: $0) }
      .sorted { ($1.newest, $1.best.photo.asset) < ($0.newest, $0.best.photo.asset) }
  }

  private init(of group: [ComparedPhoto]) {
    let best = group.indices.reduce(group.startIndex) { best, index in
      group[index].isBetter(than: group[best]) ? index : best
    }
    let others = group.indices.filter { $0 != best }.map { group[$0] }
    photos =
      [group[best]]
      + others.sorted { ($0.taken ?? 0, $0.photo.asset) < ($1.taken ?? 0, $1.photo.asset) }
  }

  /// The newest entry of all.
  fileprivate var newest: EntrySortKey {
    photos.compactMap(\.entries.first).max() ?? best.entries[0]
  }

  /// The day of the newest entry.
  package var day: CalendarDay {
    let newest = newest
    return photos.first { $0.entries.first == newest }?.day ?? best.day
  }

  /// Returns the group with the sizes of its files, which decide which photo is the best.
  fileprivate func measured(_ size: (Photo) -> Int) -> AlikePhotos {
    AlikePhotos(
      of: photos.map { photo in
        var photo = photo
        photo.size = size(photo.photo)
        return photo
      })
  }

  /// Joins copies. Prints that differ in fewer bits than there are bands have one band in common.
  private static func joinCopies(_ photos: [ComparedPhoto], _ sets: inout DisjointSets) {
    let bands = copyDistance + 1
    let width = UInt64(63 / bands)
    for band in 0..<UInt64(bands) {
      var equal: [UInt64: [Int]] = [:]
      for index in photos.indices {
        let part = photos[index].print.bits >> (band * width) & (1 << width - 1)
        let known = equal[part, default: []]
        for other in known.suffix(mostCompared)
        where areCopies(photos[index].print, photos[other].print)
          && photos[index].hasRatio(of: photos[other])
        {
          sets.join(index, other)
        }
        equal[part, default: []].append(index)
      }
    }
  }

  private static func joinBursts(_ photos: [ComparedPhoto], _ sets: inout DisjointSets) {
    let timed = photos.indices.compactMap { index in
      photos[index].taken.map { (index: index, taken: $0) }
    }.sorted { ($0.taken, $0.index) < ($1.taken, $1.index) }
    for (place, photo) in timed.enumerated() {
      for next in timed[(place + 1)...].prefix(mostCompared) {
        if next.taken - photo.taken > burstSeconds { break }
        let (one, other) = (photos[photo.index], photos[next.index])
        if one.print.distance(to: other.print) <= burstDistance, one.hasRatio(of: other) {
          sets.join(photo.index, next.index)
        }
      }
    }
  }
}

/// Sets of numbers that are joined step by step.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func root(of number: Int) -> Int {
    var root = number
    while parents[root] != root { root = parents[root] }
    var rest = number
    while parents[rest] != root { (rest, parents[rest]) = (parents[rest], root) }
    return root
  }

  mutating func join(_ one: Int, _ other: Int) {
    let roots = (root(of: one), root(of: other))
    parents[max(roots.0, roots.1)] = min(roots.0, roots.1)
  }
}

extension EntryDate {
  /// The local time in seconds.
  fileprivate var localSeconds: Int64 { instant + Int64(offset) }
}

// MARK: - AlikeFinder

/// Finds photos of the diary that look alike. Each photo is decoded once; its print is kept for the
/// next run.
package actor AlikeFinder {
  private let service: DiaryService
  private var prints: AssetFacts<PhotoPrint>

  /// The number of photos to decode before progress is reported.
  private static let photosAtOnce = 16

  package init(service: DiaryService, cache: AssetCache<PhotoPrint> = AssetCache()) {
    (self.service, prints) = (service, AssetFacts(cache))
  }

  /// Returns the groups of photos that look alike. If the task is canceled, only those among the
  /// photos that have been decoded.
  ///
  /// - Parameter decoding: `false` to compare only photos that have been decoded before.
  /// - Throws: an error if the diary can't be read.
  package func groups(
    decoding: Bool = true, progress: @Sendable (Progress) -> Void = { _ in }
  ) async throws -> [AlikePhotos] {
    if !decoding, !prints.hasAny { return [] }
    let found = try await photos()
    if decoding { await decode(found.map(\.photo), progress) }
    let known = prints.values(of: found.map(\.photo))
    let compared = found.compactMap { found in
      known[found.photo.asset].map {
        ComparedPhoto(found.photo, $0, in: found.entries, on: found.day)
      }
    }
    return AlikePhotos.groups(of: compared).map { group in
      group.measured { (try? FileStatus(at: service.file(of: $0)))?.size ?? 0 }
    }
  }

  /// Returns the number of files that look like photos of the diary. Compares a file with the
  /// photos taken in the same second, and an undated one with those that have been decoded before.
  ///
  /// - Throws: an error if the diary can't be read.
  package func count(similarTo files: [FoundPhoto]) async throws -> Int {
    let photos = try await photos().map(\.photo)
    let timed = Dictionary(grouping: photos) { ComparedPhoto.taken($0) }
    let candidates = files.map { $0.isDated ? timed[$0.date.localSeconds] ?? [] : [] }
    await decode(candidates.flatMap(\.self)) { _ in }
    let known = prints.values(of: photos)
    let compared = zip(files, candidates).compactMap { file, candidates in
      let others = file.isDated ? candidates.compactMap { known[$0.asset] } : Array(known.values)
      return others.isEmpty ? nil : (path: file.path, others: others)
    }
    let service = service
    let found = await concurrentMap(compared) { file -> Bool in
      guard let print = try? await service.facts(ofPhotoAt: file.path).print else { return false }
      return file.others.contains { AlikePhotos.areCopies($0, print) }
    }
    return found.count { $0 == true }
  }

  /// A photo, the entries that have it, the newest first, and the day of that one.
  private typealias Place = (photo: Photo, entries: [EntrySortKey], day: CalendarDay)

  /// Returns each photo once. Photos in locked journals are left out even while these are shown, so
  /// that none gets into another journal.
  private func photos() async throws -> [Place] {
    let locked = HiddenJournals(lockedBy: try await service.journalRecords())
    var places: [AssetID: Int] = [:]
    var found: [Place] = []
    for await batch in try await service.batches(EntryQuery(.withPhotos)) {
      for entry in batch where !locked.contains(entry.journal) {
        for photo in entry.photos where photo.knownProblem == nil && !photo.type.isVideo {
          if let place = places[photo.asset] {
            if found[place].entries.last != entry.sortKey {
              found[place].entries.append(entry.sortKey)
            }
          } else {
            places[photo.asset] = found.count
            found.append((photo, [entry.sortKey], entry.date.day))
          }
        }
      }
    }
    return found
  }

  private func decode(_ photos: [Photo], _ progress: @Sendable (Progress) -> Void) async {
    let new = prints.missing(of: photos)
    for start in stride(from: 0, to: new.count, by: Self.photosAtOnce) {
      if Task.isCancelled { break }
      progress(Progress(.searching, start, of: new.count))
      let some = Array(new[start..<min(start + Self.photosAtOnce, new.count)])
      let service = service
      let facts = await concurrentMap(some, width: some.count) { photo -> PhotoFacts? in
        try? await service.facts(ofPhotoAt: service.file(of: photo))
      }
      // A file that isn't on this machine is decoded when it is.
      for (photo, facts) in zip(some, facts) {
        if let facts, facts.problem != .unavailable {
          prints.record(facts.print, of: photo.asset)
        }
      }
    }
    prints.save()
  }
}
