import DiaryCore
import TerminalUI

/// Everything that can happen to the app: events of the terminal, and results of effects.
package enum Message: Sendable {
  case terminal(TerminalEvent)

  case rowsLoaded(EntryList.Rows, entries: [Entry], total: Int)
  /// Some of what a search found.
  case searchFound(ticket: Int, entries: [Entry])
  case searchEnded(ticket: Int)
  case located(rank: Int)
  case trashLoaded([Entry])
  case statusLoaded(DiaryStatus)
  case authorRenamed(DiaryStatus)
  /// A change that this app made.
  case changed(OwnChange)
  /// A change that another program made.
  case changedElsewhere(DiaryChange, rank: Int)
  /// Other programs made so many changes that the list is read anew.
  case changedMuchElsewhere([DiaryChange])
  /// Who this diary belongs to; nobody yet, if it is empty.
  case identified(AuthorID?)
  case trashEmptied(count: Int)
  case failed(DiaryError)
  /// A change was not saved.
  case saveFailed(DiaryError)

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
  case exportFailed(DiaryError)
}

/// A change that this app made, and what goes with it.
package struct OwnChange: Sendable {
  package var change: DiaryChange
  /// The entry's rank after it; `nil` when it couldn't be told.
  package var rank: Int?
  /// How to take it back; `nil` when it took something back itself.
  package var undo: UndoStep?
  /// The session of writing that it ends.
  package var draft: ID<Draft>?
}

/// How to take a change back.
package enum UndoStep: Hashable, Sendable {
  case delete(ID<Entry>)
  case restore(ID<Entry>)
  /// Gives the entry its earlier fields, in the place of the revisions that replaced them.
  case revert(Entry, base: [ID<Revision>])
}
