import Localization
import System

/// Makes entries of the photos in a folder.
package protocol PhotoImporting: Sendable {
  /// Looks through a folder and what is below it. `nil` when the task was cancelled.
  func proposal(
    for folder: String, grouping: PhotoGrouping,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoProposal?

  /// Adds an entry for each group. When the task is cancelled or the diary can't save, what has been
  /// added stays; when this throws, nothing was added.
  func write(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoImportOutcome
}

/// What was found in a folder of photos: the entries proposed for them, the earliest first.
package struct PhotoProposal: Hashable, Sendable {
  package var groups: [PhotoGroup]
  /// Photos that stand in an entry of the diary already, by their bytes.
  package var alreadyThere: Int
  /// Of those, the ones that only entries in the trash have.
  package var inTrash: Int
  /// Files that can't be taken.
  package var refused: [PhotoIssue]
  /// Whether there are more new photos than are proposed in one go. Once these are in the diary,
  /// doing it again proposes the next ones.
  package var isCut: Bool
  /// What else is in the folder.
  package var passedOver: PassedOverFiles
  /// What is left where it is for another reason, a line each.
  package var leftOut: [String] = []

  package init(
    groups: [PhotoGroup], alreadyThere: Int = 0, inTrash: Int = 0, refused: [PhotoIssue] = [],
    isCut: Bool = false, passedOver: PassedOverFiles = PassedOverFiles()
  ) {
    self.groups = groups
    self.alreadyThere = alreadyThere
    self.inTrash = inTrash
    self.refused = refused
    self.isCut = isCut
    self.passedOver = passedOver
  }

  package var photos: Int { groups.reduce(0) { $0 + $1.photos.count } }
}

/// A file or folder that isn't imported, and why.
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
  /// The refusal on one line, safe for a terminal.
  package var line: String {
    switch reason {
    case .photo(let error): error.line
    case .unreadableFolder: localized("No permission to open the folder \(path).").printable
    case .tooDeep:
      localized("The folder \(path) is nested too deeply. Import it separately.").printable
    }
  }
}

/// What an import of photos did.
package struct PhotoImportOutcome: Hashable, Sendable {
  /// As they were saved, in the order of their groups.
  package var entries: [Entry] = []
  /// Groups of which every photo was in the diary.
  package var entriesAlreadyThere = 0
  /// Groups of which no photo could be taken.
  package var entriesRefused = 0
  package var photos = 0
  package var photosAlreadyThere = 0
  package var refused: [PhotoIssue] = []
  /// The paths of all that stands in entries now, of the groups that were written or were there already.
  package var taken: [String] = []
  /// What is to be said of files that stay where they are, a line each.
  package var leftOut: [String] = []
  /// Photos that were added but can't be shown.
  package var problems: [String: PictureProblem] = [:]
  /// Whether it was stopped on the way: what was added until then stays.
  package var wasCancelled = false
  /// Why it ended on the way: what was added until then stays.
  package var failure: DiaryError?

  package init() {}
}

// MARK: - Groups of photos

/// What one entry is proposed for: photos in the order in which they were taken; and of an inbox notes,
/// films and recordings as well.
package struct PhotoGroup: Hashable, Sendable {
  package private(set) var photos: [FoundPhoto]
  package private(set) var notes: [FoundNote]
  package private(set) var recordings: [FoundRecording]
  /// What the place of its entry is called, once that was asked for.
  package var place: String?

  /// `nil` without anything.
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

  /// When the first of it was made, in its own zone.
  package var date: EntryDate {
    let dates = [photos.first?.date, notes.first?.date, recordings.first?.date]
    return dates.compactMap(\.self).min { $0.wallClock < $1.wallClock }
      ?? EntryDate(instant: 0, offset: 0)
  }

  /// A path of it, by which it is known.
  package var path: String {
    photos.first?.path ?? notes.first?.path ?? recordings.first?.path ?? ""
  }

  /// Whether the camera dated every photo, and names or texts the rest; else some were dated by their
  /// files.
  package var isDated: Bool {
    photos.allSatisfy(\.isDated) && notes.allSatisfy(\.isDated)
      && recordings.allSatisfy(\.isDated)
  }

  /// The places that the photos name, each once, the most frequent first.
  package var places: [String] { photos.compactMap(\.place).mostFrequentFirst }

  package mutating func merge(_ other: PhotoGroup) {
    self = PhotoGroup(
      sorted: (photos + other.photos).sorted(by: Self.precedes), notes: notes + other.notes,
      recordings: recordings + other.recordings, place: place ?? other.place)
  }

  /// Cuts it before a photo: what was made before it, and what was made from then on. Before the first
  /// photo, its notes and recordings from the photos; without photos, the first of it from the rest. `nil`
  /// when one of the two would be empty.
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
  /// The title of its entry: that of a note, else the places that its photos name, `Busan, Ulsan`. Without
  /// any there is none: the date stands beside it anyway.
  package var title: String {
    notes.map(\.fields.title).first { !$0.isBlank }
      ?? places.prefix(2).compactMap(\.tidiedPlace).joined(separator: ", ")
  }

  /// What its place tells beside the title, safe for a terminal; "" if nothing more.
  package var placeBesideTitle: String {
    place.flatMap { $0 == title ? nil : $0.printable } ?? ""
  }

  /// What its entry has before its photos and attachments are stored. Albums are tags; of several notes, later
  /// ones have their titles in the text.
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

/// Which photos go into one entry: those of a day. A night belongs to the day before it until the
/// first long pause, so that a party isn't cut at midnight.
package struct PhotoGrouping: Hashable, Sendable {
  /// The pause in seconds that ends a group within a day, too; `nil` for none.
  package var gap: Int64?

  /// Seconds; a shorter pause across midnight keeps a group together.
  static let night: Int64 = 3 * 3600

  /// `gap` in hours.
  package init(gap hours: Double? = nil) { gap = hours.map { Int64($0 * 3600) } }

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

  /// The same with notes and recordings, which go to the entry of their day.
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
      let photo = other.recordings.first.flatMap { film in
        film.livePhoto.flatMap { paths[$0] }
          ?? LivePhoto.key(ofFilm: film.path).flatMap { live[$0] }
      }
      // With pauses between them several groups are of one day: the last that had begun by then.
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
    // After midnight: the day before goes on.
    case 1: return pause >= Self.night
    // A second midnight always ends it, however many photos a machine takes.
    default: return true
    }
  }
}

extension Dictionary where Key: Comparable, Value == Int {
  /// What has the highest count, and that; of those that are as frequent, the one that sorts first.
  package var mostFrequent: Element? { self.max { ($0.value, $1.key) < ($1.value, $0.key) } }
}

extension [String] {
  /// Each once, the most frequent first; of those that are as frequent, the one that came first.
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

/// A text in an inbox, on its way to an entry.
package struct FoundNote: Hashable, Sendable {
  package let path: String
  /// What an entry of it alone would have, without photos.
  package let fields: EntryFields
  /// Whether the note or its name says the date; else its file does.
  package let isDated: Bool

  package init(path: String, fields: EntryFields, isDated: Bool) {
    self.path = path
    self.fields = fields
    self.isDated = isDated
  }

  package var date: EntryDate { fields.date }
  package var name: String { Path.name(path) }
}

/// A film or a recording in an inbox, on its way to an entry.
package struct FoundRecording: Hashable, Sendable {
  package let path: String
  package let date: EntryDate
  /// Whether its name says the date; else its file does.
  package let isDated: Bool
  /// The path of the Live Photo that it is the film of by what both say, though their names don't.
  package let livePhoto: String?
  /// The album of another program that it is in.
  package var album: String?

  package init(path: String, date: EntryDate, isDated: Bool, livePhoto: String? = nil) {
    self.path = path
    self.date = date
    self.isDated = isDated
    self.livePhoto = livePhoto
  }

  package var name: String { Path.name(path) }

  /// What it is called in an entry: by its Live Photo, so that the names tell that they belong together.
  package var nameInEntry: String {
    guard let livePhoto else { return name }
    func parts(_ name: String) -> (stem: Substring, ending: Substring) {
      let dot = name.lastIndex(of: ".") ?? name.endIndex
      return (name[..<dot], name[dot...])
    }
    return String(parts(Path.name(livePhoto)).stem + parts(name).ending)
  }
  package var type: MediaType { MediaType(ofFileNamed: name) }
}

/// Files beside photos that an import of photos leaves where they are.
package struct PassedOverFiles: Hashable, Sendable {
  /// How many of a kind are named one by one.
  private static let mostNamed = 5

  /// Those with text in them, by their paths in the folder. Sorted.
  package var texts: [String]
  /// Films, by their paths in the folder. Sorted.
  package var films: [String]
  /// How many others there are, by the endings of their names: `*.xmp`.
  package var others: [String: Int]

  package init(texts: [String] = [], films: [String] = [], others: [String: Int] = [:]) {
    self.texts = texts
    self.films = films
    self.others = others
  }

  package var isEmpty: Bool { texts.isEmpty && films.isEmpty && others.isEmpty }

  /// What they are, a line each, safe for a terminal; of many alike the first ones and their number.
  package var lines: [String] {
    named(texts) {
      localized("\($0): left out because it's text and only photos are imported here")
    }
      + named(films) {
        localized("\($0): left out because it's a film; add it with `photodiary add --attach`")
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
