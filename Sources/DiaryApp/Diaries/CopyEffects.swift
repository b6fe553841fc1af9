import DiaryCore
import Localization

// An entry is moved to another diary as a new one there: what was written stays with its own history, and
// whoever shares the other diary sees none of that.
extension Effect {
  /// Copies an entry into a diary, and asks whether the old one is to go to the trash.
  static func copy(_ id: ID<Entry>, to diary: DiaryName) -> Effect {
    .write(id, diary) { context async throws(DiaryError) in
      let entry = try await context.service.entry(id)
      guard entry.origin?.diary != diary else {
        return Message(diary) { state in
          state.toast = localized("“\(entry.displayTitle)” is in \(diary.title) already.").printable
        }
      }
      // All of it has to be here to be copied.
      let missing = await context.service.fetch(Set(entry.files)).missing
      if let file = entry.namedFiles.first(where: { missing.contains($0.file) }) {
        throw .photo(path: file.name, .gone)
      }
      return await context.added(
        try await context.service.add(entry.fields, to: diary), copyOf: entry)
    }
  }
}

extension Entry {
  fileprivate var namedFiles: [NamedFile] { photos.map(\.named) + attachments.map(\.named) }
}

extension ConfirmState {
  /// Whether the entry that was copied is to go.
  static func trash(_ entry: Entry, copiedTo diary: DiaryName) -> Self {
    ConfirmState(
      title: localized("Copied to \(diary.title)"), no: localized("Keep both"),
      yes: localized("Move to trash"), effects: [.change(.one(entry.id), .delete)]
    ) { app in
      app.headline(entry.displayTitle) + [localized("Move the old entry to the trash?")]
    }
  }
}
