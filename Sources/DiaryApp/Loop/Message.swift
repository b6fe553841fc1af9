import DiaryCore
import TerminalUI

/// Everything that can happen to the app: events of the terminal, and results of effects.
package enum Message: Sendable {
  case terminal(TerminalEvent)

  case rowsLoaded(EntryList.Rows, entries: [Entry], total: Int)
  case searchFound(ticket: Int, entries: [Entry])
  case located(rank: Int)
  case trashLoaded([Entry])
  /// A change that this app made, with the entry's rank after it.
  case changed(DiaryChange, rank: Int, undo: UndoStep?)
  /// A change that another program made.
  case changedElsewhere(DiaryChange, rank: Int)
  /// Another program made so many changes that the list is read anew.
  case changedMuchElsewhere(count: Int)
  /// Who this diary belongs to; nobody yet, if it is empty.
  case identified(AuthorID?)
  case trashEmptied(count: Int)
  case failed(DiaryError)

  /// Photos that are in the diary now, what is to be said of them, and what was refused.
  case photosAdded([Photo], remarks: [String], refused: [String])
  case pictureMade(PictureRequest, Result<CellPicture, PictureProblem>)
  case folderListed(String, Result<[FileItem], FolderFault>)

  case draftDue(ticket: Int)
  case draftKept(ticket: Int)
  case draftNotKept(DiaryError)
  case draftsFound([Draft], entries: [Entry])
  case editedExternally(Entry, EditedText?)

  case exportMoved(ExportStage)
  case exportEnded(ExportOutcome?)
}

/// How to take a change back.
package enum UndoStep: Hashable, Sendable {
  case delete(ID<Entry>)
  case restore(ID<Entry>)
  case revert(Entry)
}
