/// What a person has written and not saved.
package struct Draft: Hashable, Sendable {
  /// Names the session of writing.
  package var id: ID<Draft>
  /// The entry that is being edited and the revisions it was opened at; `nil` for a new one.
  package var entry: ID<Entry>?
  package var base: [ID<Revision>]
  package var fields: EntryFields
  /// The date field as typed, which may not be a date yet.
  package var dateText: String

  package init(
    id: ID<Draft>, entry: ID<Entry>?, base: [ID<Revision>], fields: EntryFields, dateText: String
  ) {
    self.id = id
    self.entry = entry
    self.base = base
    self.fields = fields
    self.dateText = dateText
  }
}

/// Keeps drafts where a crash or a power cut can't reach them.
package protocol DraftKeeping: Sendable {
  /// Keeps a draft in the place of its earlier state. When this returns, it survives a power cut.
  func keep(_ draft: Draft) async throws(DiaryError)
  /// Removes a draft: it was saved, or thrown away.
  func remove(_ id: ID<Draft>) async
  /// Drafts that no running program is writing, the latest first.
  func left() async -> [Draft]
}
