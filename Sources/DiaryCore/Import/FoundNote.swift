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

  package init(path: String, date: EntryDate, isDated: Bool) {
    self.path = path
    self.date = date
    self.isDated = isDated
  }

  package var name: String { Path.name(path) }
  package var type: MediaType { MediaType(ofFileNamed: name) }
}
