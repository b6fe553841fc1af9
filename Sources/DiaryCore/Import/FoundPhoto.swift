import System

/// A photo in a folder, on its way to an entry.
package struct FoundPhoto: Hashable, Sendable {
  package let path: String
  /// When it was taken by the camera's clock, a file beside it or its name, else when its file was last
  /// changed.
  package let date: EntryDate
  /// `true` if anything but its file's time dates it.
  package let isDated: Bool
  /// The name of the place, if the photo has one.
  package let place: String?
  /// Upright, in pixels.
  package let width: Int?
  package let height: Int?
  /// What a file beside it says of it.
  package let caption: String
  /// Where it was taken, as a file beside it says and its own bytes don't.
  package let position: PhotoDetails.Position?
  /// Where it was taken, whatever says so.
  package let location: PhotoDetails.Position?
  /// What a Live Photo has in common with its film.
  package let contentIdentifier: String?
  /// The album of another program that it is in.
  package var album: String?

  package init(
    path: String, date: EntryDate, isDated: Bool = true, place: String? = nil, width: Int? = nil,
    height: Int? = nil, caption: String = "", position: PhotoDetails.Position? = nil,
    location: PhotoDetails.Position? = nil, contentIdentifier: String? = nil
  ) {
    self.path = path
    self.date = date
    self.isDated = isDated
    self.place = place
    self.width = width
    self.height = height
    self.caption = caption
    self.position = position
    self.location = location ?? position
    self.contentIdentifier = contentIdentifier
  }

  package var name: String { Path.name(path) }
}

extension EntryDate {
  /// When a camera says that a photo was taken; `nil` when it doesn't say so readably. A camera
  /// that names no zone is taken to have shown the time of this place, whose offset is asked for.
  /// UTC as `Z` is no zone of a camera, so it becomes the time of this place.
  package init?(taken: String?, localOffset: (Int64) -> Int) {
    guard let taken, let date = EntryDate(taken, localOffset: localOffset) else { return nil }
    self =
      taken.hasSuffix("Z") ? EntryDate(instant: date.instant, localOffset: localOffset) : date
  }

  /// What a clock on the wall showed, in seconds: photos of one day belong together, whatever
  /// the zones that their cameras were set to.
  package var wallClock: Int64 { day.daysSinceEpoch * 86_400 + Int64(secondOfDay) }
}
