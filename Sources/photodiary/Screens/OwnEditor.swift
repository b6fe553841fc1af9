import DiaryApp
import DiaryCore
import Words

/// $VISUAL or $EDITOR, for the screens.
struct OwnEditor: ExternalEditing {
  func edit(_ text: EditedText) throws(DiaryError) -> EditedText? {
    var visit: EditorVisit
    do throws(CommandError) {
      visit = try EditorVisit(text)
    } catch {
      let reason = localized("no temporary file can be made")
      throw .editor(ExternalEditor.chosen.command, .cannotStart(reason: reason))
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
