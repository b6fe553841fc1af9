import DiaryCore
import System

extension PhotoImporter {
  /// More were hardly meant for one entry.
  private static let mostOfDay = 200
  /// In seconds: nowhere is a day further ahead of the one here.
  private static let furthestZone: Int64 = 26 * 3600

  /// The photos and films in a folder and below it that were taken on a day and aren't in the diary, the earliest
  /// first. None where the folder can't be looked into.
  package func photos(takenOn day: CalendarDay, in folder: String) async -> [FoundPhoto] {
    guard let walk = try? PhotoFolderWalk(folder, found: { _ in }) else { return [] }
    let start = EntryDate(on: day, secondOfDay: 0, localOffset: localOffset).instant
    // A file is at least as new as its photo, so that no other need be opened.
    let recent = walk.files.filter { $0.modified >= start - Self.furthestZone }
    let media = walk.others.filter { MediaType(ofFileNamed: $0).isFilm }
    guard !recent.isEmpty || !media.isEmpty, !Task.isCancelled,
      let known = try? await KnownPhotos(of: service)
    else { return [] }
    let names = SidecarNames(walk.others)
    let sidecars = recent.map { names.file(of: $0.path) }
    let photos = await look(at: recent[...], sidecars[...], known).compactMap { candidate in
      if case .found(let photo) = candidate, photo.date.day == day { photo } else { nil }
    }
    let live = LivePhotos(photos)
    var films: [FoundPhoto] = []
    for path in media where !Task.isCancelled {
      guard let status = FileSystem.status(of: path),
        Int64(status.modified.seconds) >= start - Self.furthestZone,
        let film = recording(path, beside: live), film.date.day == day,
        await known.attachment(at: path, size: status.size, in: service) == nil
      else { continue }
      films.append(FoundPhoto(path: path, date: film.date, isDated: film.isDated))
    }
    return (PhotoGroup(photos + films)?.photos ?? []).suffix(Self.mostOfDay)
  }
}
