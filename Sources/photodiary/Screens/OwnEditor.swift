import DiaryApp
import DiaryCore
import Words

/// The person's own editor, for the screens.
struct OwnEditor: ExternalEditing {
  let settings: SettingsFile

  func edit(_ text: EditedText) throws(DiaryError) -> EditedText? {
    let editor = ExternalEditor.chosen(by: settings)
    var visit: EditorVisit
    do throws(CommandError) {
      visit = try EditorVisit(text, in: editor)
    } catch {
      let reason = localized("couldn't create a temporary file")
      throw .editor(editor.command, .cannotStart(reason: reason))
    }
    let edited: EditedText?
    let failure: DiaryError?
    do throws(InputFault) {
      (edited, failure) = try visit.run()
    } catch {
      throw .input(name: visit.path, error)
    }
    if edited == nil, let failure { throw failure }
    return edited
  }
}
