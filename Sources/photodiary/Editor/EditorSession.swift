import DiaryCore
import Localization

/// An entry in the person's own editor, from the shell.
struct EditorSession {
  let entry: Entry

  /// Opens the editor and saves what it left. Whatever fails, the person's text is in the diary
  /// or in a file that the error names.
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
    if let text {
      var fields = entry.fields
      (fields.title, fields.content) = (text.title, text.content)
      do throws(DiaryError) {
        try await dependencies.save(fields, to: entry)
      } catch .emptyEntry {
        throw DiaryError.emptyEntry
      } catch {
        visit.keep()
        throw CommandError.textKept(in: visit.path, error.line)
      }
    }
    if let failure { throw failure }
  }
}
