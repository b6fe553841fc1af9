import System
import Text

/// Creates entries from the photos in a folder.
package protocol PhotoImporting: Sendable {
  /// Reads a folder and its subfolders and proposes entries. Returns `nil` if the task was
  /// canceled.
  ///
  /// - Throws: an error if the folder or the diary can't be read.
  func proposal(
    for folder: String, grouping: PhotoGrouping,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> PhotoProposal?

  /// Adds an entry for each group. If the task is canceled or the diary can't save, entries added
  /// by then are kept.
  ///
  /// - Throws: `DiaryError` if the import can't start; then nothing was added.
  func write(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> PhotoImportOutcome
}

/// The entries proposed for the photos in a folder, the earliest first.
package struct PhotoProposal: Hashable, Sendable {
  package var groups: [PhotoGroup]
  /// The number of photos that an entry already contains, compared by their bytes.
  package var existing: Int
  /// The number of these that are only in entries in the trash.
  package var inTrash: Int
  /// The number of new photos that look like photos of the diary, such as smaller copies.
  package var similar = 0
  /// Files that can't be imported.
  package var refused: [PhotoIssue]
  /// `true` if there are more new photos than one proposal may contain. Importing again proposes
  /// the next ones.
  package var isTruncated: Bool
  /// Other files in the folder.
  package var skipped: SkippedFiles
  /// Files skipped for other reasons, a line each.
  package var omitted: [String] = []

  package init(
    groups: [PhotoGroup], existing: Int = 0, inTrash: Int = 0, refused: [PhotoIssue] = [],
    isTruncated: Bool = false, skipped: SkippedFiles = SkippedFiles()
  ) {
    self.groups = groups
    self.existing = existing
    self.inTrash = inTrash
    self.refused = refused
    self.isTruncated = isTruncated
    self.skipped = skipped
  }

  package var photos: Int { groups.reduce(0) { $0 + $1.photos.count } }
}

/// A file or folder that can't be imported, and the reason.
package struct PhotoIssue: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case photo(DiaryError)
    case unreadableFolder
    case tooDeep
  }

  package let path: String
  package let reason: Reason

  package init(path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension PhotoIssue {
  /// The problem on one line. Safe for a terminal.
  package var line: String {
    switch reason {
    case .photo(let error): error.line
    case .unreadableFolder: localized("No permission to open the folder \(path).").printable
    case .tooDeep:
      localized("The folder \(path) is nested too deeply. Import it separately.").printable
    }
  }
}

/// The result of an import of photos.
package struct PhotoImportOutcome: Hashable, Sendable {
  /// The saved entries, in the order of their groups.
  package var entries: [Entry] = []
  /// The number of groups whose photos were all in the diary.
  package var existingEntries = 0
  /// The number of groups none of whose photos could be imported.
  package var entriesRefused = 0
  package var photos = 0
  package var existingPhotos = 0
  package var refused: [PhotoIssue] = []
  /// The paths of all files that entries now contain, including those that were already there.
  package var importedPaths: [String] = []
  /// Notes on files that were skipped, a line each.
  package var omitted: [String] = []
  /// Imported photos that can't be shown, by their paths.
  package var problems: [String: PictureProblem] = [:]
  /// `true` if the import was canceled. What was imported by then is kept.
  package var wasCancelled = false
  /// The error that ended the import early. What was imported by then is kept.
  package var failure: DiaryError?

  package init() {}
}

// MARK: - Groups of photos

/// The files of one proposed entry: photos by date and, from an inbox, notes, videos and
/// recordings.
package struct PhotoGroup: Hashable, Sendable {
  package private(set) var photos: [FoundPhoto]
  package private(set) var notes: [FoundNote]
  package private(set) var recordings: [FoundRecording]
  /// The entry's place, once it has been looked up.
  package var place: String?

  /// Creates a group; `nil` if there are no files.
  package init?(
    _ photos: [FoundPhoto], notes: [FoundNote] = [], recordings: [FoundRecording] = []
  ) {
    guard !photos.isEmpty || !notes.isEmpty || !recordings.isEmpty else { return nil }
    self.init(
      sorted: photos.sorted(by: Self.precedes), notes: notes, recordings: recordings, place: nil)
  }

  private init(
    sorted photos: [FoundPhoto], notes: [FoundNote], recordings: [FoundRecording], place: String?
  ) {
    self.photos = photos
    self.notes = notes.sorted { Self.precedes(($0.date, $0.path), ($1.date, $1.path)) }
    self.recordings = recordings.sorted { Self.precedes(($0.date, $0.path), ($1.date, $1.path)) }
    self.place = place
  }

  /// The earliest date of its files, in that file's time zone.
  package var date: EntryDate {
    let dates = [photos.first?.date, notes.first?.date, recordings.first?.date]
    return dates.compactMap(\.self).min { $0.wallClock < $1.wallClock }
      ?? EntryDate(instant: 0, offset: 0)
  }

  /// The path of one of its files, which identifies it.
  package var path: String {
    photos.first?.path ?? notes.first?.path ?? recordings.first?.path ?? ""
  }

  /// `true` if every photo is dated by its camera and other files by their names or texts, `false`
  /// if some are dated by their file's time.
  package var isDated: Bool {
    photos.allSatisfy(\.isDated) && notes.allSatisfy(\.isDated)
      && recordings.allSatisfy(\.isDated)
  }

  /// The places in the photos, without duplicates, the most frequent first.
  package var places: [String] { photos.compactMap(\.place).mostFrequentFirst }

  /// Adds the files of another group.
  package mutating func merge(_ other: PhotoGroup) {
    self = PhotoGroup(
      sorted: (photos + other.photos).sorted(by: Self.precedes), notes: notes + other.notes,
      recordings: recordings + other.recordings, place: place ?? other.place)
  }

  /// Splits the group before a photo: files made before it, and files made from then on. At the
  /// first photo, separates notes and recordings from the photos; without photos, separates the
  /// first file from the others. Returns `nil` if one part would be empty.
  package func split(before index: Int) -> (PhotoGroup, PhotoGroup)? {
    let parts: (PhotoGroup, PhotoGroup)
    if index > 0, index < photos.count {
      let start = photos[index].date.wallClock
      func isEarly(_ date: EntryDate) -> Bool { date.wallClock < start }
      parts = (
        PhotoGroup(
          sorted: Array(photos[..<index]), notes: notes.filter { isEarly($0.date) },
          recordings: recordings.filter { isEarly($0.date) }, place: place),
        PhotoGroup(
          sorted: Array(photos[index...]), notes: notes.filter { !isEarly($0.date) },
          recordings: recordings.filter { !isEarly($0.date) }, place: place)
      )
    } else if index == 0, !photos.isEmpty {
      parts = (
        PhotoGroup(sorted: [], notes: notes, recordings: recordings, place: place),
        PhotoGroup(sorted: photos, notes: [], recordings: [], place: place)
      )
    } else if photos.isEmpty {
      parts = (
        PhotoGroup(
          sorted: [], notes: Array(notes.prefix(1)),
          recordings: notes.isEmpty ? Array(recordings.prefix(1)) : [], place: place),
        PhotoGroup(
          sorted: [], notes: Array(notes.dropFirst()),
          recordings: notes.isEmpty ? Array(recordings.dropFirst()) : recordings, place: place)
      )
    } else {
      return nil
    }
    return parts.0.isEmpty || parts.1.isEmpty ? nil : parts
  }

  private var isEmpty: Bool { photos.isEmpty && notes.isEmpty && recordings.isEmpty }

  static func precedes(_ left: FoundPhoto, _ right: FoundPhoto) -> Bool {
    precedes((left.date, left.path), (right.date, right.path))
  }

  private static func precedes(_ left: (EntryDate, String), _ right: (EntryDate, String)) -> Bool {
    let (first, second) = (left.0.wallClock, right.0.wallClock)
    return first == second ? left.1 < right.1 : first < second
  }
}

extension PhotoGroup {
  /// The entry's title: that of a note, or the photos' places (`Busan, Ulsan`), or empty.
  package var title: String {
    notes.map(\.fields.title).first { !$0.isBlank }
      ?? places.prefix(2).compactMap(\.normalizedPlace).joined(separator: ", ")
  }

  /// The place to show next to the title. Empty if the title already contains it. Safe for a
  /// terminal.
  package var placeSubtitle: String {
    place.flatMap { $0 == title ? nil : $0.printable } ?? ""
  }

  /// The entry's fields before photos and attachments are stored. Albums become tags. The titles of
  /// all notes but the first are put into the text.
  package var fields: EntryFields {
    var fields = EntryFields(date: date, title: title, content: "")
    var isTitled = false
    var texts: [String] = []
    for note in notes {
      let heading = note.fields.title
      if heading.isBlank || !isTitled {
        isTitled = isTitled || !heading.isBlank
      } else {
        texts.append("## " + heading)
      }
      if !note.fields.content.isBlank { texts.append(note.fields.content) }
      fields.tags += note.fields.tags.filter { !fields.tags.contains($0) }
      if fields.journal == EntryFields.defaultJournal, !note.fields.journal.isBlank {
        fields.journal = note.fields.journal
      }
      if fields.details == EntryDetails() { fields.details = note.fields.details }
    }
    let albums = photos.compactMap(\.album) + recordings.compactMap(\.album)
    for album in albums where !fields.tags.contains(album) {
      fields.tags.append(album)
    }
    fields.content = texts.joined(separator: "\n\n")
    if let place { fields.details.place = place }
    return fields
  }
}

/// Groups photos by day. A night belongs to the day before it until the first long pause, so that a
/// party isn't split at midnight.
package struct PhotoGrouping: Hashable, Sendable {
  /// The pause in seconds that also ends a group within a day; `nil` for none.
  package var gap: Int64?

  /// The pause in seconds that ends a group at midnight.
  static let night: Int64 = 3 * 3600

  /// Creates a grouping with a `gap` in hours.
  package init(gap hours: Double? = nil) { gap = hours.map { Int64($0 * 3600) } }

  /// Returns the groups of some photos, the earliest first.
  package func groups(of photos: [FoundPhoto]) -> [PhotoGroup] {
    var groups: [[FoundPhoto]] = []
    for photo in photos.sorted(by: PhotoGroup.precedes) {
      if let group = groups.last, !begins(photo, after: group) {
        groups[groups.count - 1].append(photo)
      } else {
        groups.append([photo])
      }
    }
    return groups.compactMap { PhotoGroup($0) }
  }

  /// Returns the groups of some photos, notes and recordings, the earliest first. Notes and
  /// recordings are added to the entry of their day.
  package func groups(
    of photos: [FoundPhoto], notes: [FoundNote], recordings: [FoundRecording]
  ) -> [PhotoGroup] {
    var groups = groups(of: photos)
    let others =
      notes.compactMap { PhotoGroup([], notes: [$0]) }
      + recordings.compactMap { PhotoGroup([], recordings: [$0]) }
    var (live, paths): ([String: Int], [String: Int]) = ([:], [:])
    var days: [CalendarDay: [Int]] = [:]
    for (index, group) in groups.enumerated() {
      days[group.date.day, default: []].append(index)
      for photo in group.photos {
        paths[photo.path] = index
        if let key = LivePhoto.key(ofPhoto: photo.path) { live[key] = index }
      }
    }
    for other in others {
      let photo = other.recordings.first.flatMap { video in
        video.livePhoto.flatMap { paths[$0] }
          ?? LivePhoto.key(ofVideo: video.path).flatMap { live[$0] }
      }
      // Pauses may split a day into several groups. Use the last one that began before the file.
      let sameDay = days[other.date.day] ?? []
      let earlier = sameDay.last { groups[$0].date.wallClock <= other.date.wallClock }
      if let index = photo ?? earlier ?? sameDay.first {
        groups[index].merge(other)
      } else {
        days[other.date.day, default: []].append(groups.count)
        groups.append(other)
      }
    }
    return groups.sorted { $0.date.wallClock < $1.date.wallClock }
  }

  private func begins(_ photo: FoundPhoto, after group: [FoundPhoto]) -> Bool {
    guard let first = group.first, let last = group.last else { return true }
    let pause = photo.date.wallClock - last.date.wallClock
    if let gap, pause > gap { return true }
    switch photo.date.day.daysSinceEpoch - first.date.day.daysSinceEpoch {
    case 0: return false
    // The day before continues after midnight.
    case 1: return pause >= Self.night
    // A second midnight always ends a group, even if a camera takes photos continuously.
    default: return true
    }
  }
}

extension Dictionary where Key: Comparable, Value == Int {
  /// The key with the highest count, and the count. Of equally frequent keys, the one that sorts
  /// first.
  package var mostFrequent: Element? { self.max { ($0.value, $1.key) < ($1.value, $0.key) } }
}

extension [String] {
  /// The distinct strings, the most frequent first. Of equally frequent ones, the one that came
  /// first.
  var mostFrequentFirst: [String] {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for text in self {
      if counts[text] == nil { order.append(text) }
      counts[text, default: 0] += 1
    }
    return order.enumerated().sorted { left, right in
      let (first, second) = (counts[left.element] ?? 0, counts[right.element] ?? 0)
      return first == second ? left.offset < right.offset : first > second
    }.map(\.element)
  }
}

// MARK: - Files found in a folder

/// A photo in a folder, to be imported.
package struct FoundPhoto: Hashable, Sendable {
  package let path: String
  /// The time it was taken according to the camera, a sidecar file or its name; otherwise the time
  /// its file was last changed.
  package let date: EntryDate
  /// `true` if the date comes from anything but the file's time.
  package let isDated: Bool
  /// The name of the place in the photo or its sidecar file.
  package let place: String?
  /// The width in pixels, when the photo is upright.
  package let width: Int?
  package let height: Int?
  /// The caption in a sidecar file.
  package let caption: String
  /// The position in a sidecar file, if the photo itself has none.
  package let position: PhotoDetails.Position?
  /// The position from any source.
  package let location: PhotoDetails.Position?
  /// The identifier that a Live Photo shares with its video.
  package let contentIdentifier: String?
  /// The album in another program.
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
  /// Creates a date from a camera's date; `nil` if there is none or it isn't valid. A time without
  /// a zone is in the zone of this device, and so is a time in UTC (`Z`), which cameras don't use
  /// as their zone.
  ///
  /// - Parameter localOffset: returns this device's offset from UTC in seconds at a local time.
  package init?(taken: String?, localOffset: (Int64) -> Int) {
    guard let taken, let date = EntryDate(taken, localOffset: localOffset) else { return nil }
    self =
      taken.hasSuffix("Z") ? EntryDate(instant: date.instant, localOffset: localOffset) : date
  }

  /// The local time in seconds since 1970 as if it were UTC. Groups photos of one day even if their
  /// cameras were set to different time zones.
  package var wallClock: Int64 { day.daysSinceEpoch * 86_400 + Int64(secondOfDay) }
}

/// A text in an inbox, to be imported.
package struct FoundNote: Hashable, Sendable {
  package let path: String
  /// The fields of an entry with only this note, without photos.
  package let fields: EntryFields
  /// `true` if the date comes from the note or its name, `false` if from the file's time.
  package let isDated: Bool

  package init(path: String, fields: EntryFields, isDated: Bool) {
    self.path = path
    self.fields = fields
    self.isDated = isDated
  }

  package var date: EntryDate { fields.date }
  package var name: String { Path.name(path) }
}

/// A video or recording in an inbox, to be imported.
package struct FoundRecording: Hashable, Sendable {
  package let path: String
  package let date: EntryDate
  /// `true` if the date comes from its name, `false` if from the file's time.
  package let isDated: Bool
  /// The path of the Live Photo that it belongs to according to their identifiers, although their
  /// names differ.
  package let livePhoto: String?
  /// The album in another program.
  package var album: String?

  package init(path: String, date: EntryDate, isDated: Bool, livePhoto: String? = nil) {
    self.path = path
    self.date = date
    self.isDated = isDated
    self.livePhoto = livePhoto
  }

  package var name: String { Path.name(path) }

  /// The name of the attachment. A Live Photo's video gets the photo's name, which shows that they
  /// belong together.
  package var attachmentName: String {
    guard let livePhoto else { return name }
    func parts(_ name: String) -> (stem: Substring, ending: Substring) {
      let dot = name.lastIndex(of: ".") ?? name.endIndex
      return (name[..<dot], name[dot...])
    }
    return String(parts(Path.name(livePhoto)).stem + parts(name).ending)
  }
  package var type: MediaType { MediaType(ofFileNamed: name) }
}

/// Files that an import of photos skips.
package struct SkippedFiles: Hashable, Sendable {
  /// The number of files of a kind to list by name.
  private static let mostNamed = 5

  /// Paths of text files relative to the folder, sorted.
  package var texts: [String]
  /// Paths of videos relative to the folder, sorted.
  package var videos: [String]
  /// The number of other files by the endings of their names, such as `*.xmp`.
  package var others: [String: Int]

  package init(texts: [String] = [], videos: [String] = [], others: [String: Int] = [:]) {
    self.texts = texts
    self.videos = videos
    self.others = others
  }

  package var isEmpty: Bool { texts.isEmpty && videos.isEmpty && others.isEmpty }

  /// Lines about the skipped files. Many similar files are summarized. Safe for a terminal.
  package var lines: [String] {
    named(texts) {
      localized("\($0): left out because it's text and only photos are imported here")
    }
      + named(videos) {
        localized("\($0): left out because it's a video; add it with `photodiary add --attach`")
      }
      + others.sorted { $0.key < $1.key }.map { name, count in
        localized(
          counting: count, one: "\(name): 1 file left out because it isn't a photo",
          other: "\(name): \(count) files left out because they aren't photos"
        ).printable
      }
  }

  private func named(_ paths: [String], _ words: (String) -> String) -> [String] {
    let lines = paths.prefix(Self.mostNamed).map { words($0).printable }
    let rest = paths.count - lines.count
    return rest > 0 ? lines + [localized("\(rest) more like this.")] : lines
  }
}
