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
