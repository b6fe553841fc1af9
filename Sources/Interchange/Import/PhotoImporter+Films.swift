import DiaryCore
import System

extension PhotoImporter {
  /// The films and recordings among files beside photos that the diary hasn't got. One that belongs to a photo
  /// that the diary has is left: it would be an entry of its own.
  func films(
    among files: [String], beside found: inout Found
  ) async throws(DiaryError) -> [FoundRecording] {
    let paths = files.filter { MediaType(ofFileNamed: $0).isMedia }.sorted()
    guard !paths.isEmpty else { return [] }
    let known = try await KnownPhotos(of: service)
    let there = Set(found.known.compactMap { LivePhoto.key(ofPhoto: $0) })
    let live = LivePhotos(found.photos)
    let zones = NeighborZones(found.photos)
    let sidecars = SidecarNames(files)
    var films: [FoundRecording] = []
    for path in paths where !Task.isCancelled {
      guard let status = FileSystem.status(of: path) else { continue }
      if let asset = await known.attachment(at: path, size: status.size, in: service) {
        found.proposal.alreadyThere += 1
        if known.isInTrash(asset) { found.proposal.inTrash += 1 }
        found.known.append(path)
      } else if LivePhoto.key(ofFilm: path).map(there.contains) == true {
        continue
      } else {
        let sidecar = sidecars.file(of: path).flatMap { PhotoSidecar(fileAt: $0) }
        if sidecar?.isTrashed == true {
          found.trashed.append(path)
        } else if let film = recording(path, beside: live, sidecar, zones) {
          films.append(film)
        }
      }
    }
    return films
  }

  /// A film or a recording with its date: that of the Live Photo it belongs to, else its own, else what a
  /// file beside it or its name says, else its file's. A film knows no zone, and has that of the photos taken
  /// around it. `nil` when it is gone.
  func recording(
    _ path: String, beside photos: LivePhotos, _ sidecar: PhotoSidecar? = nil,
    _ zones: NeighborZones = NeighborZones([])
  ) -> FoundRecording? {
    guard let status = FileSystem.status(of: path) else { return nil }
    if let photo = photos.photo(ofFilm: path) {
      return FoundRecording(path: path, date: photo.date, isDated: photo.isDated)
    }
    let header = FilmHeader(fileAt: path)
    if let photo = photos.photo(of: header, at: path) {
      return FoundRecording(
        path: path, date: photo.date, isDated: photo.isDated, livePhoto: photo.path)
    }
    let file = localDate(Int64(status.modified.seconds))
    let date =
      header?.date { zones.offset(near: $0) ?? localOffset($0) }
      ?? sidecar?.taken?.date { zones.offset(near: $0) ?? localOffset($0) }
      ?? dateInName(of: path, near: file)
    return FoundRecording(path: path, date: date ?? file, isDated: date != nil)
  }
}

/// The zones of photos by the instants at which they were taken.
struct NeighborZones {
  /// In seconds; a photo that was taken earlier or later may be from elsewhere.
  private static let furthest: Int64 = 12 * 3600

  private let dates: [EntryDate]

  init(_ photos: [FoundPhoto]) {
    dates = photos.filter(\.isDated).map(\.date).sorted { $0.instant < $1.instant }
  }

  func offset(near instant: Int64) -> Int? {
    let next = partitionPoint(dates.count) { dates[$0].instant < instant }
    return dates[max(0, next - 1)..<min(next + 1, dates.count)]
      .min { abs($0.instant - instant) < abs($1.instant - instant) }
      .flatMap { abs($0.instant - instant) <= Self.furthest ? $0.offset : nil }
  }
}

/// Photos by what the films of Live Photos have in common with them: the name, and where that says nothing, what
/// Apple's cameras write into both.
struct LivePhotos {
  private var names: [String: FoundPhoto] = [:]
  private var identifiers: [String: FoundPhoto] = [:]

  init(_ photos: [FoundPhoto]) {
    for photo in photos {
      guard let key = LivePhoto.key(ofPhoto: photo.path) else { continue }
      names[key] = photo
      if let identifier = photo.contentIdentifier { identifiers[identifier] = photo }
    }
  }

  func photo(ofFilm path: String) -> FoundPhoto? {
    LivePhoto.key(ofFilm: path).flatMap { names[$0] }
  }

  func photo(of header: FilmHeader?, at path: String) -> FoundPhoto? {
    guard LivePhoto.key(ofFilm: path) != nil else { return nil }
    return header?.contentIdentifier.flatMap { identifiers[$0] }
  }
}
