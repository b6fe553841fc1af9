import DiaryCore
import TerminalUI

/// What an update wants done outside the screens, as a value.
package enum Effect: Hashable, Sendable {
  case loadRows(EntryList.Rows)
  case identify
  case search(String, ticket: Int)
  case locate(EntryDate)
  case loadTrash
  case loadStatus

  case add(EntryFields, draft: ID<Draft>)
  case update(Entry, EntryFields, base: [ID<Revision>], draft: ID<Draft>?)
  case delete(ID<Entry>)
  case restore(ID<Entry>)
  case undo(UndoStep)
  case emptyTrash
  case renameAuthor(String)

  case addPhotos([String])
  case makePicture(PictureRequest)
  case cancelPictures([PictureRequest])
  case listFolder(String)
  case rememberFolder(String)

  case scheduleDraft(ticket: Int)
  case keepDraft(Draft, ticket: Int)
  case removeDraft(ID<Draft>)
  case findDrafts
  case editExternally(Entry)

  case export(ExportRequest)
  case cancelExport

  case redraw
  case suspend
  case leave
}
