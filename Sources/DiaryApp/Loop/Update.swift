import DiaryCore
import TerminalUI
import Words

extension AppState {
  /// Takes a message in: the new state, and what is to be done outside.
  package mutating func update(_ message: Message, now: EntryDate) -> [Effect] {
    self.now = now
    var effects = receive(message)
    if hasWrittenOne { return effects + leaving }
    effects += nextUndo() + ScreenStack.withAll(of: &self) { $0.requests(in: &$1) }
    effects += missingJournals() + missingFigures() + missingReturning()
    undo.began(saving: effects.count { $0.changesDiary })
    effects += missingLengths()
    layOut()
    effects += missingMatches() + missingComparison() + missingSpelling()
    if let rows = list.missingRows() { effects.append(.loadRows(rows)) }
    effects += missingFound() + missingTrashCount()
    let wanted = pictures.want(wantedPictures)
    if !wanted.stale.isEmpty { effects.append(.cancelPictures(wanted.stale)) }
    return effects + wanted.missing.inView.map { .makePicture($0, isAhead: false) }
      + wanted.missing.ahead.map { .makePicture($0, isAhead: true) }
  }

  /// What is to be done before the first message: nothing but what the first frame needs.
  package mutating func start() -> [Effect] {
    list.missingRows().map { [.loadRows($0)] } ?? []
  }

  private mutating func receive(_ message: Message) -> [Effect] {
    switch message {
    case .terminal(let event): return receive(event)
    case .rowsLoaded(let rows, let entries, let total, let pinned):
      let isFirst = list.total == nil
      if isFirst {
        journalsAreStale = true
        self.pinned.begin(with: pinned)
      }
      list.load(rows, entries: entries, total: total)
      // Looked for once there is something to see.
      return isFirst ? [.findDrafts, .identify] : []
    case .found(let some): changeFound { $0.take(some) }
    case .findFailed(let ticket, let error):
      changeFound { $0.fail(ticket) }
      showError(error)
    case .foundLoaded(let rows, let number, let entries):
      changeFound { if $0.number == number { $0.entries.load(rows, found: entries) } }
    case .located(let rank):
      leaveStrip()
      list.select(rank)
    case .placeFound(let index, let visit, let ticket): return placeFound(index, visit, ticket)
    case .noPlaceFound(let direction, let ticket): noPlaceFound(direction, ticket)
    case .settingsRead(.success(let settings)):
      toast = nil
      return adopt(settings)
    case .settingsRead(.failure(let error)): toast = error.brief
    case .idsRead(let ids, let ticket): return idsRead(ids, ticket)
    case .markedChecked(let ids, let edit): return markedChecked(ids, edit)
    case .trashLoaded(let entries): changeTrash { $0 = entries }
    case .trashCounted(let count): trashed = count
    case .statusLoaded(let status): statusLoaded(status)
    case .authorRenamed(let status):
      undo.ended()
      authorRenamed(status)
    case .changed(let own):
      undo.ended()
      changed(own)
      return endsAfterSave != nil ? leaving : takeHeld()
    case .changedMany(let own):
      undo.ended()
      changedMany(own)
    case .changedElsewhere(let change, let rank, let total):
      changedElsewhere(change, rank: rank, of: total)
    case .changedMuchElsewhere(let changes): changedElsewhere(changes)
    case .identified(let author): (self.author, authorName) = (author?.id, author?.name)
    case .trashEmptied(let gone, let kept):
      undo.ended()
      undo.forget(gone)
      changeTrash { $0 = kept }
      trashedIsStale = true
      toast = localized("Permanently deleted \(CountWords.entries(gone.count)).")
    case .undoFailed(let step, let direction, let error):
      undo.ended()
      undoFailed(step, direction, error)
    case .historyLoaded(let id, let revisions): historyLoaded(id, revisions)
    case .versionsLoaded(let entry, let versions): versionsLoaded(entry, versions)
    case .wordsCounted(let length, let state): lengths.put(length, for: state)
    case .foundInText(let walk, let ticket): return foundInText(walk, ticket)
    case .matchFound(let match, let state, let phrases): matches.put(match, of: state, phrases)
    case .compared(let comparison, let outcome): compared(comparison, outcome)
    case .historyFailed(let id, let error): historyFailed(id, error)
    case .versionsFailed(let id, let error): versionsFailed(id, error)
    case .failed(let error): showError(error)
    case .saveFailed(let error):
      undo.ended()
      undo.stopWaiting()
      return saveFailed(error)
    case .photosAdded(let added): return photosAdded(added)
    case .droppedText(let ticket, let missing, let count, let draft):
      return droppedText(ticket, missing: missing, of: count, to: draft)
    case .clipboardText(let text, let draft, let field):
      return clipboardText(text, to: draft, field)
    case .clipboardEmpty(let fault, let draft): return clipboardEmpty(fault, to: draft)
    case .copied(let fault): copied(fault)
    case .picturesMade(let made):
      for (request, result) in made { pictures.put(result, for: request) }
    case .entryLoaded(let entry, let use): return entryLoaded(entry, use)
    case .pageTurned(let order, let entry, let rank):
      pageTurned(from: order, to: entry, rank: rank)
    case .photosRead(let parts, let ticket, let isEnd):
      changeRoll { $0.take(parts, ticket, isEnd: isEnd) }
    case .photosNotRead(let error, let ticket): photosNotRead(error, ticket)
    case .neighborRead(let walk, let ticket, let result):
      neighborRead(walk, ticket, result)
    case .yearTallied(let tallies, let year, let ticket): yearTallied(tallies, of: year, ticket)
    case .monthPhotosFound(let entries, let ticket): monthPhotosFound(entries, ticket)
    case .dayLoaded(let entries, let day, let ticket): return dayLoaded(entries, of: day, ticket)
    case .returningFound(let entries, let ticket): returningFound(entries, ticket)
    case .detailsRead(let asset, let facts):
      detailsRead(PhotoFileDetails(asset: asset, facts: facts))
    case .placesRead(let places, let ticket): placesRead(places, ticket)
    case .templatesRead(let files, let folder, let ticket):
      templatesRead(files, folder: folder, ticket)
    case .misspellingFound(let result, let fault, let ticket):
      misspellingFound(result, ticket)
      if let fault { toast = fault.line }
    case .wordsChecked(let answer, let request): checkedWords.take(answer, to: request)
    case .tagsGathered(let tags): tagsGathered(tags)
    case .diaryCounted(let counted, let ticket, let isEnd):
      diaryCounted(counted, ticket, isEnd: isEnd)
    case .diaryNotCounted(let error, let ticket): diaryNotCounted(error, ticket)
    case .tagsTallied(let tallies): tagsTallied(tallies)
    case .journalsLoaded(let journals, let isCounted):
      journalsLoaded(journals, isCounted: isCounted)
    case .journalsChangedElsewhere: journalsAreStale = true
    case .titlesFound(let proposals, let ticket): titlesFound(proposals, ticket)
    case .openedOutside(let fault): openedOutside(fault)
    case .openedAddress(let fault): openedAddress(fault)
    case .followedLink(let name, let id, let entry): followedLink(name, from: id, to: entry)
    case .copiedOut(let result, let ticket): copiedOut(result, ticket)
    case .folderListed(let folder, let result): return folderListed(folder, result)
    case .datesRead(let folder, let dates): datesRead(folder, dates)
    case .draftDue(let ticket): return draftDue(ticket)
    case .draftKept(let ticket):
      _ = withEditor { if $0.draftTicket == ticket { $0.isDraftKept = true } }
    // Not a dialog: it would come between the person and the text with every pause.
    case .draftNotKept(let error):
      toast = localized("Couldn't keep a draft. Save soon: \(error.line)")
    case .draftsFound(let drafts, let entries, let bases):
      offer(drafts, entries: entries, bases: bases)
    case .draftDiscarded(let id): draftDiscarded(id)
    case .draftNotDiscarded(let id, let error): draftNotDiscarded(id, error)
    case .discardedFound(let drafts, let entries, let bases):
      offer(discarded: drafts, entries: entries, bases: bases)
    case .editedExternally(let entry, let text): return editedExternally(entry, text)
    case .photoImportMoved(let stage): photoImportMoved(stage)
    case .photosProposed(let proposal): photosProposed(proposal)
    case .photosWritten(let outcome, let ranks): photosWritten(outcome, ranks)
    case .photoImportFailed(let error): photoImportFailed(error)
    case .importMoved(let stage): importMoved(stage)
    case .importRead(let finding): return importRead(finding)
    case .importWritten(let result): importWritten(result)
    case .importFailed(let error): importFailed(error)
    case .exportMeasured(let size, let choice, let ticket):
      exportMeasured(size, choice: choice, ticket: ticket)
    case .exportMoved(let stage): exportMoved(stage)
    case .exportEnded(let outcome): exportEnded(outcome)
    case .exportFailed(let error): exportFailed(error)
    }
    return []
  }

  private mutating func receive(_ event: TerminalEvent) -> [Effect] {
    switch event {
    case .key(let key):
      // What can't be seen shouldn't be done.
      let command = keys[.everywhere].command(for: key)
      let isLeaving = screens.isEmpty && found == nil && command == .back
      guard isLargeEnough || isLeaving || command == .leave || command == .suspend else {
        return []
      }
      toast = nil
      return receive(key)
    // What can't be seen shouldn't be changed.
    case .paste(let text):
      return isLargeEnough ? ScreenStack.withFront(of: &self) { $0.paste(text, in: &$1) } : []
    case .mouse(let mouse): return isLargeEnough ? receive(mouse) : []
    case .resize(let size): self.size = size
    case .learned(let facts): self.facts = facts
    case .resumed: return [.redraw]
    case .terminate: return leave(evenUnsaved: true)
    }
    return []
  }

  private mutating func receive(_ key: KeyEvent) -> [Effect] {
    let depth = depth
    if leavingKey?.key != key { leavingKey = nil }
    let effects = giveFront(key)
    guard effects.contains(.leave) else {
      if self.depth < depth { leavingKey = LeavingKey(key: key, time: uptime) }
      return effects
    }
    let others = effects.filter { $0 != .leave }
    if leavingKey?.isRepeated(by: key, at: uptime) == true {
      toast = localized("Press \(key.name) again to quit.")
      return others
    }
    return others + leave(evenUnsaved: false)
  }

  /// Gives a key to the screen or dialog in front.
  mutating func giveFront(_ key: KeyEvent) -> [Effect] {
    ScreenStack.withFront(of: &self) { $0.handle(key, in: &$1) }
  }

  /// Ends the program; what is written and not saved is kept as a draft first. A save that runs is
  /// waited for; should it fail, the program ends only if it must.
  private mutating func leave(evenUnsaved: Bool) -> [Effect] {
    if withEditor({ $0.isSaving }) == true || isSavingCaption {
      endsAfterSave = evenUnsaved
      return []
    }
    DetailsState.keepAll(in: &self)
    return captionToKeep() + (draftToKeep().map { [$0] } ?? []) + leaving
  }

  private mutating func receive(_ mouse: MouseEvent) -> [Effect] {
    var mouse = mouse
    if !(front is EditorState) {
      // Where there is no text, nothing is dragged, and a third press is the first of the next two.
      switch mouse.action {
      case .drag, .release: return []
      case .triplePress: mouse.action = .press
      default: break
      }
    }
    return ScreenStack.withFront(of: &self) { $0.click(mouse, in: &$1) }
  }

  private mutating func saveFailed(_ error: DiaryError) -> [Effect] {
    // The text stays with the person.
    let wasSaving = withEditor { editor in
      defer { editor.isSaving = false }
      return editor.isSaving
    }
    captionNotSaved()
    if endsAfterSave == true { return leave(evenUnsaved: true) }
    endsAfterSave = nil
    if wasSaving != true || !offerToSaveAnyway(after: error) { showError(error) }
    return wasSaving == true ? takeHeld() + (draftToKeep().map { [$0] } ?? []) : []
  }

  private mutating func editedExternally(_ entry: Entry, _ text: EditedText?) -> [Effect] {
    guard let text else {
      toast = localized("Nothing changed.")
      return [.redraw]
    }
    // Saved from an editor of our own: should that fail, the text stands there.
    var editor = EditorState(entry, draft: .random())
    editor.change { page in
      page.title = TextField(text.title, keepsHistory: false)
      page.content = TextArea(text.content, keepsHistory: false)
    }
    screens.push(editor)
    return [.redraw] + saveFromDialog()
  }
}

/// A key that has left a screen. Pressed once too often, it would end the program.
struct LeavingKey: Sendable {
  let key: KeyEvent
  /// In the program's time.
  let time: Duration

  /// Nobody has seen by then that the list is in front.
  private static let pause = Duration.milliseconds(500)

  func isRepeated(by key: KeyEvent, at time: Duration) -> Bool {
    key == self.key && time - self.time < Self.pause
  }
}
