import DiaryCore
import TerminalUI
import Words

/// What an update wants done outside the screens, as a value.
package enum Effect: Hashable, Sendable {
  case loadRows(EntryList.Rows)
  case identify
  /// In place of what is being looked for, for the same list.
  case find(FindRequest)
  case stopFinding(list: Int)
  /// Reads entries of a list of found ones.
  case loadFound(EntryList.Rows, list: Int)
  case locate(EntryDate)
  /// Which entries stand in a part of the list.
  case readIDs(offset: Int, limit: Int, ticket: Int)
  /// Whether all of the marked entries have what a command gives.
  case checkMarked([ID<Entry>], Command)
  case loadTrash
  case countTrash
  case loadHistory(ID<Entry>)
  case loadVersions(ID<Entry>)
  case loadStatus
  /// Finds where one was: so many places of these that are still there, the nearest first, and that
  /// aren't where one is.
  case findPlace([Place], steps: Int, JumpList.Direction, from: Place?, ticket: Int)
  /// Finds the entry's rank and selects it in the list.
  case locateEntry(EntryOrder)
  case loadEntry(ID<Entry>, EntryUse)
  /// Reads the entry that stands that many places further.
  case turnPage(from: EntryOrder, by: Int)
  /// For the gallery.
  case readPhotos(PhotoWalk, ticket: Int)
  /// For the viewer: the nearest entry with photos.
  case findNeighbor(PhotoWalk, ticket: Int)
  /// What the days of a year have.
  case tallyYear(ClosedRange<CalendarDay>, ticket: Int)
  case loadDay(CalendarDay, ticket: Int)
  /// The entries of a month that have photos.
  case findMonthPhotos(ClosedRange<CalendarDay>, ticket: Int)
  /// The entries of that day in earlier years.
  case findReturning(CalendarDay, ticket: Int)
  case readDetails(Photo)
  case readTemplates(ticket: Int)
  /// Those of the whole diary, to be proposed.
  case gatherTags
  /// Counts the tags of all entries.
  case tallyTags
  /// Counts all entries for the statistics.
  case countDiary(today: CalendarDay, ticket: Int)
  case stopCounting
  /// With the numbers of their entries, for which all are looked at, or without.
  case loadJournals(counted: Bool)
  case findMisspelling(SpellingRequest)
  case checkWords(WordsRequest)
  /// Entries to link to, in place of the search that is under way.
  case findTitles(String, ticket: Int)
  /// Where photos were taken.
  case readPlaces([Photo], ticket: Int)

  case findInText(MatchSearch)
  case findMatch(Entry, [SearchPhrase])
  case countWords(String, of: EntryState)
  /// In the place of the comparison that is under way, if one is.
  case compare(Comparison)
  case cancelComparison

  case add(EntryFields, draft: ID<Draft>)
  case rewrite(Rewrite, draft: ID<Draft>?)
  /// The same, of an entry that was put into the trash meanwhile.
  case restoreAndRewrite(Rewrite, draft: ID<Draft>?)
  case delete(ID<Entry>)
  case restore(ID<Entry>)
  case changeMany(ManyEntries, ManyChange)
  case changeJournals(JournalEdit)
  case undo(UndoStep, UndoStack.Direction)
  case undoMany(ManyUndoStep, UndoStack.Direction)
  case emptyTrash
  case renameAuthor(String)

  /// Photos for the entry that is being written in that session.
  case addPhotos([String], to: ID<Draft>)
  /// A paste that may be the paths of photos.
  case takeDropped(DroppedPaths, ticket: Int, to: ID<Draft>)
  /// The desktop's clipboard; its text goes into that field.
  case takeClipboard(to: ID<Draft>, EditorState.Field)
  /// Into the terminal's and the desktop's clipboard.
  case copy(String)
  case makePicture(PictureRequest, isAhead: Bool)
  case cancelPictures([PictureRequest])
  /// The folders and photos in it, or all its files.
  case listFolder(String, allFiles: Bool)
  /// Reads when photos in a folder were taken, in place of those that are being read.
  case readDates(folder: String, [FileItem])
  case cancelDates
  case rememberFolder(String, FolderUse)
  case rememberView(RememberedView)
  case openOutside(NamedFile)
  /// In the desktop's browser.
  case openAddress(String)
  /// Finds the entry that `[[name]]` leads to.
  case followLink(String, from: ID<Entry>)
  case copyOut(PhotoCopyRequest, ticket: Int)

  case scheduleDraft(ticket: Int)
  case keepDraft(Draft, ticket: Int)
  case removeDraft(ID<Draft>)
  case discardDraft(Draft)
  case findDrafts
  /// Finds one that was thrown away, or all for `nil`.
  case findDiscarded(ID<Draft>?)
  case editExternally(Entry)

  case findPhotos(folder: String)
  case writePhotos([PhotoGroup])
  case cancelPhotoImport
  /// Reads what an import of a file or folder would bring.
  case readImport(String, updates: Bool)
  case writeImport
  case cancelImport
  /// Counts what an export of these entries, of all for `nil`, would write.
  case measureExport([ID<Entry>]?, choice: Int, ticket: Int)
  case stopMeasuring
  case export(ExportRequest)
  case cancelExport

  case redraw
  /// Shows photos in this way and speaks this language from now on.
  case adopt(PhotoDisplay, Language?)
  case suspend
  case leave
}

/// Gives an entry other fields.
package struct Rewrite: Hashable, Sendable {
  let change: UndoStep.Change
  let entry: ID<Entry>
  let fields: EntryFields
  /// What the person saw and replaces.
  let replaced: Versions
  /// The versions that were known of when it was made.
  let known: [ID<Revision>]
}
