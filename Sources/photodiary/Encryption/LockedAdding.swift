import DiaryCore
import DiaryStore
import Localization

extension Dependencies {
  /// Adds an entry to a diary that is locked: it waits there, sealed, until the diary is opened.
  func addLocked(
    _ fields: EntryFields, _ photos: [String], _ attachments: [String]
  ) async throws(DiaryError) -> ID<Entry> {
    let waiting = WaitingEntries(of: layout)
    let batch = try waiting.batch()
    var fields = fields
    for path in photos {
      let added = try await diary.addPhoto(at: path, header: nil, to: batch)
      fields.photos.append(added.photo.datedByName)
      if let problem = added.problem { ErrorLine.report(problem, ofAdded: path) }
    }
    for path in attachments {
      let type = MediaType(ofFileNamed: path)
      fields.attachments.append(try await diary.addAttachment(at: path, type: type, to: batch))
    }
    let id = try waiting.add(fields, batch, at: LocalTime.now())
    ErrorLine.report(
      localized("The diary is locked; the entry waits there, sealed, until you open it."))
    return id
  }
}
