/// Where photos were taken, as their files tell. Each is asked once; one that isn't on this machine may be
/// here later, and is asked again.
package actor PhotoPositions {
  private let service: DiaryService
  /// `.some(nil)` for one that doesn't say.
  private var known: [AssetID: PhotoDetails.Position?] = [:]

  package init(service: DiaryService) { self.service = service }

  /// The positions of those of some photos that tell one.
  package func positions(of photos: [Photo]) async -> [AssetID: PhotoDetails.Position] {
    var seen: Set<AssetID> = []
    let new = photos.filter { known[$0.asset] == nil && seen.insert($0.asset).inserted }
    if !new.isEmpty {
      let headers = await service.headers(ofPhotosAt: new.map { service.file(of: $0) })
      for (photo, header) in zip(new, headers) {
        if let header { known[photo.asset] = .some(header.details.position) }
      }
    }
    var positions: [AssetID: PhotoDetails.Position] = [:]
    for photo in photos { positions[photo.asset] = known[photo.asset].flatMap(\.self) }
    return positions
  }
}
