import DiaryCore
import Localization

/// The person's own editor, for the screens.
struct SystemEditor: ExternalEditing {
  let settings: SettingsFile

  func edit(_ text: EditedText) throws(ExternalEditingError) -> EditedText? {
    let editor = ExternalEditor.chosen(by: settings)
    var visit: EditorVisit
    do throws(CommandError) {
      visit = try EditorVisit(text, in: editor)
    } catch {
      let reason = localized("couldn't create a temporary file")
      throw ExternalEditingError(line: editor.cannotStart(reason).line)
    }
    let edited: EditedText?
    let failed: CommandError?
    do throws(InputError) {
      (edited, failed) = try visit.run()
    } catch {
      throw ExternalEditingError(line: DiaryError.input(name: visit.path, error).line)
    }
    if let failed { throw ExternalEditingError(line: failed.line, saved: edited) }
    return edited
  }
}
