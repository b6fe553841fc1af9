import DiaryApp
import DiaryCore
import DiaryStore
import Localization

/// An entry in the person's own editor, from the shell.
struct EditorSession {
  let entry: Entry

  /// Opens the editor and saves what it left, as a draft if the editor failed. Whatever fails, the person's
  /// text is in the diary, in a draft or in a file that the error names.
  func run(in dependencies: Dependencies) async throws {
    var visit = try EditorVisit(
      EditedText(title: entry.title, content: entry.content),
      in: ExternalEditor.chosen(by: dependencies.folders.settings))
    let text: EditedText?
    let failure: CommandError?
    do throws(InputError) {
      (text, failure) = try visit.run()
    } catch {
      let reason = DiaryError.input(name: localized("The edited text"), error).line
      throw CommandError.textKept(in: visit.path, reason)
    }
    guard let text else {
      if let failure { throw failure }
      return
    }
    var fields = entry.fields
    (fields.title, fields.content) = (text.title, text.content)
    do throws(DiaryError) {
      if failure == nil {
        try await dependencies.save(fields, to: entry)
      } else {
        try await keepDraft(of: fields, in: dependencies)
      }
    } catch .emptyEntry {
      throw DiaryError.emptyEntry
    } catch {
      visit.keep()
      throw CommandError.textKept(in: visit.path, error.line)
    }
    guard let failure else { return }
    throw CommandError(
      localized(
        """
        \(failure.line) The entry is unchanged. What the editor saved is a draft, which the diary offers \
        when you open it.
        """))
  }

  /// Keeps what an editor saved before it failed, as with `:cq` in vi.
  private func keepDraft(
    of fields: EntryFields, in dependencies: Dependencies
  ) async throws(DiaryError) {
    let outside = dependencies.outside
    let drafts = DraftFolder(folder: outside.drafts, of: outside.layout, now: LocalTime.now)
    try await drafts.keep(
      Draft(
        id: .random(), entry: entry.id, base: entry.heads, fields: fields,
        dateText: EditorDate.text(entry.date)))
  }
}
