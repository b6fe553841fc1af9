import DiaryCore
import DiarySettings
import TerminalUI

/// Everything that can happen to the app: events of the terminal, and results of effects.
package enum Message: Sendable {
  case terminal(TerminalEvent)

  /// With the list's first rows, some of the pinned entries.
  case rowsLoaded(
    EntryList.Rows, entries: [Entry], total: Int, pinned: FoundEntries? = nil)
  case found(FoundEntries)
  case findFailed(ticket: Int, DiaryError)
  case foundLoaded(EntryList.Rows, list: Int, entries: [Entry])
  case located(rank: Int)
  /// A place to go to, by its number among those that were asked for.
  case placeFound(Int, PlaceVisit, ticket: Int)
  case noPlaceFound(JumpList.Direction, ticket: Int)
  /// The entries of a part of the list, for their marks.
  case idsRead([ID<Entry>], ticket: Int)
  /// What a command is to do to the marked entries.
  case markedChecked([ID<Entry>], EntryEdit)
  /// The settings have become other ones.
  case settingsRead(Result<Settings, SettingsError>)
  case trashLoaded([Entry])
  case trashCounted(Int)
  case statusLoaded(DiaryStatus)
  case authorRenamed(DiaryStatus)
  /// A change that this app made.
  case changed(OwnChange)
  /// Many entries that this app changed at once.
  case changedMany(OwnChanges)
  /// A change that another program made.
  case changedElsewhere(DiaryChange, rank: Int, of: Int)
  /// Other programs made so many changes that the list is read anew.
  case changedMuchElsewhere([DiaryChange])
  /// Who this diary belongs to; nobody yet, if it is empty.
  case identified(Author?)
  /// The trash was emptied, except for entries that another device has written of.
  case trashEmptied(gone: Set<ID<Entry>>, kept: [Entry])
  case undoFailed(UndoStep, UndoStack.Direction, DiaryError)
  /// Every saved state of an entry, the latest first.
  case historyLoaded(ID<Entry>, [Revision])
  /// The states of an entry that nothing has replaced, the one shown first.
  case versionsLoaded(Entry, [Revision])
  case foundInText(MatchWalk, ticket: Int)
  case matchFound(EntryMatch, of: EntryState, [SearchPhrase])
  case wordsCounted(ReadingTime, of: EntryState)
  case compared(Comparison, Comparison.Outcome)
  /// An entry's states were not read.
  case historyFailed(ID<Entry>, DiaryError)
  case versionsFailed(ID<Entry>, DiaryError)
  case failed(DiaryError)
  /// A change was not saved.
  case saveFailed(DiaryError)

  /// Photos that are in the diary now, what is to be said of them, and what was refused.
  case photosAdded(AddedPhotos)
  /// A paste was no photos after all.
  case droppedText(ticket: Int, missing: String, of: Int, to: ID<Draft>)
  /// What the desktop's clipboard holds, unless it is a photo.
  case clipboardText(String, to: ID<Draft>, EditorState.Field)
  case clipboardEmpty(ClipboardFault, to: ID<Draft>)
  /// `nil` when it was copied, as far as anyone can tell.
  case copied(CopyFault?)
  case picturesMade([(PictureRequest, Result<Picture, PictureProblem>)])
  /// An entry that was read for one of its photos.
  case entryLoaded(Entry, EntryUse)
  case pageTurned(from: EntryOrder, to: Entry?, rank: Int)
  /// Some photos of the gallery, and whether they are the last.
  case photosRead([PhotoRoll.Part], ticket: Int, isEnd: Bool)
  case photosNotRead(DiaryError, ticket: Int)
  case neighborRead(PhotoWalk, ticket: Int, Result<Entry?, DiaryError>)
  case monthPhotosFound([Entry], ticket: Int)
  case yearTallied([DayTally], of: Int, ticket: Int)
  /// The entries of a day, newest first.
  case dayLoaded([Entry], of: CalendarDay, ticket: Int)
  /// The entries of a day in earlier years, newest first.
  case returningFound([Entry], ticket: Int)
  case detailsRead(AssetID, PhotoFileFacts?)
  /// Where an entry's photos were taken, as may be proposed.
  case placesRead([String], ticket: Int)
  /// A person's templates, and the folder that they are looked for in.
  case templatesRead([TemplateFile], folder: String, ticket: Int)
  case tagsGathered(TagCounts)
  case tagsTallied([TagTally])
  /// What has been counted so far, and whether that is all.
  case diaryCounted(DiaryStatistics, ticket: Int, isEnd: Bool)
  case diaryNotCounted(DiaryError, ticket: Int)
  case journalsLoaded([Journal], isCounted: Bool)
  /// Another program has changed what is known of the journals.
  case journalsChangedElsewhere
  /// And what came of keeping the word before it.
  case misspellingFound(Result<Misspelling?, SpellingFault>, WordFault?, ticket: Int)
  /// Those of the words that aren't known.
  case wordsChecked(Result<Set<String>, SpellingFault>, WordsRequest)
  case titlesFound([Completion.Proposal], ticket: Int)
  /// `nil` when the desktop's viewer was started.
  case openedOutside(PhotoDeskFault?)
  /// `nil` when the desktop's browser was started.
  case openedAddress(PhotoDeskFault?)
  /// The entry that a link of another one leads to; `nil` if there is none.
  case followedLink(String, from: ID<Entry>, to: Entry?)
  case copiedOut(Result<String, PhotoDeskFault>, ticket: Int)
  case folderListed(String, Result<[FileItem], FolderFault>)
  /// When some of a folder's photos were taken: ISO 8601.
  case datesRead(folder: String, [(item: FileItem, taken: String?)])

  case draftDue(ticket: Int)
  case draftKept(ticket: Int)
  case draftNotKept(DiaryError)
  /// Drafts that were left, the entries that they change, and the states that they were made from.
  case draftsFound([Draft], entries: [Entry], bases: [Revision])
  case draftDiscarded(ID<Draft>)
  case draftNotDiscarded(ID<Draft>, DiaryError)
  /// The same of drafts that were thrown away.
  case discardedFound([DiscardedDraft], entries: [Entry], bases: [Revision])
  case editedExternally(Entry, Result<EditedText?, ExternalEditingError>)

  case photoImportMoved(Progress)
  /// `nil` when it was stopped.
  case photosProposed(PhotoProposal?)
  /// The entries newest first, with their ranks after all of them; none where they couldn't be told.
  case photosWritten(PhotoImportOutcome, ranks: [Int])
  case photoImportFailed(DiaryError)
  case importMoved(Progress)
  /// `nil` when it was stopped.
  case importRead(ImportFinding?)
  case importWritten(ImportResult?)
  case importFailed(DiaryError)
  case exportMeasured(ExportSize, choice: Int, ticket: Int)
  case exportMoved(Progress)
  case exportEnded(ExportOutcome?)
  case exportFailed(DiaryError)
}

/// A change that this app made, and what goes with it.
package struct OwnChange: Sendable {
  package var change: DiaryChange
  /// The entry's rank after it; `nil` when it couldn't be told.
  package var rank: Int?
  /// How many entries there are after it.
  package var total: Int?
  /// How to take it back.
  package var step: UndoStep
  /// Whether it came of undo or redo; `nil` for a new change.
  package var cause: UndoStack.Direction?
  /// The session of writing that it ends.
  package var draft: ID<Draft>?
  /// Whether another program had changed the entry meanwhile, so that it has several versions.
  package var isBesideAnother = false

  /// What the person changed, where that is one thing beside the text: of a step of undo, what it
  /// took back.
  var singleChange: SingleChange? {
    guard let other = step.target.fields.first else { return nil }
    let fields = change.entry.fields
    return cause == .undo
      ? SingleChange(from: fields, to: other) : SingleChange(from: other, to: fields)
  }
}
