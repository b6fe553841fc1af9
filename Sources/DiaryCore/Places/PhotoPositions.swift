/// Where photos and films were taken, as their files tell. Each is asked once; one that isn't on this machine may
/// be here later, and is asked again.
package actor PhotoPositions {
  private let service: DiaryService
  /// `.some(nil)` for one that doesn't say.
  private var known: [AssetID: PhotoDetails.Position?] = [:]

  package init(service: DiaryService) { self.service = service }

  /// The positions of those of some pictures that tell one.
  package func positions(of photos: [Photo]) async -> [AssetID: PhotoDetails.Position] {
    var seen: Set<AssetID> = []
    let new = photos.filter { known[$0.asset] == nil && seen.insert($0.asset).inserted }
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
  }
}
