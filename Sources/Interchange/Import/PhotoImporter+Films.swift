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
    let dates = Self.liveDates(of: found.photos)
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
      } else if let film = recording(path, beside: dates, sidecars) {
        films.append(film)
      }
    }
    return films
  }

  /// The dates of photos by what the films of Live Photos have in common with them.
  static func liveDates(of photos: [FoundPhoto]) -> [String: FoundPhoto] {
    photos.reduce(into: [:]) { dates, photo in
      if let key = LivePhoto.key(ofPhoto: photo.path) { dates[key] = photo }
    }
  }

  /// A film or a recording with its date: that of the Live Photo it belongs to, else its own, else what a
  /// file beside it or its name says, else its file's. `nil` when it is gone.
  func recording(
    _ path: String, beside photos: [String: FoundPhoto], _ sidecars: SidecarNames? = nil
  ) -> FoundRecording? {
    guard let status = FileSystem.status(of: path) else { return nil }
    if let photo = LivePhoto.key(ofFilm: path).flatMap({ photos[$0] }) {
      return FoundRecording(path: path, date: photo.date, isDated: photo.isDated)
    }
    let file = localDate(Int64(status.modified.seconds))
    let told = PathDate(MarkdownFiles.stem(of: Path.name(path))).date
    let sidecar = sidecars?.file(of: path).flatMap { PhotoSidecar(fileAt: $0) }
    let date =
      FilmHeader(fileAt: path)?.date(localOffset: localOffset)
      ?? sidecar?.taken?.date(localOffset: localOffset)
      ?? told.map { InboxNote.date(of: $0, near: file, localOffset) }
    return FoundRecording(path: path, date: date ?? file, isDated: date != nil)
  }
}
