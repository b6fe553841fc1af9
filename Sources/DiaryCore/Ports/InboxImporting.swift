/// Makes entries of what arrives in a folder that other devices fill, and puts away what was taken.
package protocol InboxImporting: PhotoImporting {
  /// The folder as it is set now; `nil` where none is.
  func folder() async -> String?
  /// What waits there, now and whenever that changes.
  func counts() -> AsyncStream<InboxCount>
}

/// How much waits in an inbox, by the names of the files.
package struct InboxCount: Hashable, Sendable {
  package var photos = 0
  package var notes = 0
  package var films = 0
  package var recordings = 0

  package init(photos: Int = 0, notes: Int = 0, films: Int = 0, recordings: Int = 0) {
    (self.photos, self.notes, self.films, self.recordings) = (photos, notes, films, recordings)
  }

  /// - Parameter media: the names of films and recordings.
  package init(photos: Int, notes: Int, media: [String]) {
    let films = media.count { MediaType(ofFileNamed: $0).isFilm }
    self.init(photos: photos, notes: notes, films: films, recordings: media.count - films)
  }

  package var total: Int { photos + notes + films + recordings }
}
