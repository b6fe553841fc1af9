import System

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
