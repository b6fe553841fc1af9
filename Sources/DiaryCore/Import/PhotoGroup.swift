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
