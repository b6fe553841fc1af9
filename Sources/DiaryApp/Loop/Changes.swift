import DiaryCore
import Text

extension Message {
  /// Shows a change made by this app. A single entry with a known rank is changed in place, without
  /// reading anything again. For bulk changes, the lists are reloaded: too many positions may have
  /// shifted.
  static func changed(_ own: LocalChange) -> Message {
    .performing(own) { state in
      let own = own.hiding(state.hiddenJournals ?? .none)
      for change in own.changes {
        state.apply(change, rank: own.rank, of: own.total)
        state.captionsChanged(by: change, savedFrom: own.draft)
        state.historyChanged(of: change.entry.id)
      }
      if own.rank == nil {
        // Read again when the next tag is typed: updating them one by one is slower.
        state.tags = nil
        state.trashChanged(by: own.changes)
        state.reloadLists()
        state.feed?.reload()
      }
      state.journalsChanged(by: own)
      switch own.cause {
      case let cause? where own.isEmpty: state.undo.drop(cause)
      case let cause?: state.undo.completed(cause, inverse: own.step)
      case nil where own.isEmpty: break
      case nil: state.undo.record(own.step, savedFrom: own.draft)
      }
      guard case .many = own.step.change else { return own.linkRenaming + state.shown(own) }
      state.toast = state.text(of: own)
      return []
    }
  }

  /// Handles a failed save. The text stays in the editor.
  static func saveFailed(_ error: DiaryError) -> Message {
    .performing(error) { state in
      state.undo.stopWaiting()
      let wasSaving = state.withEditor { editor in
        defer { editor.isSaving = false }
        return editor.isSaving
      }
      state.captionNotSaved()
      if state.endsAfterSave == true { return state.leave(evenUnsaved: true) }
      state.endsAfterSave = nil
      if wasSaving != true || !state.offerToSaveAnyway(after: error) {
        state.showError(error, title: wasSaving == true ? localized("Couldn't save") : nil)
      }
      guard wasSaving == true else { return [] }
      return state.applyHeldEvents() + state.draftToKeep()
    }
  }

  /// Shows a change made by another program. Selection and scroll position are kept.
  static func externalChange(_ change: DiaryChange, rank: Int, of total: Int) -> Message {
    Message(change, rank, total) { state in
      let title = TitleText.quoted(change.entry)
      state.newsIsStale = true
      if change.comment != nil {
        state.commentsChanged(on: change.entry.id)
        if change.kind == .commented, !state.sync.isReceivingChanges(at: state.uptime) {
          state.toast = localized("\(title) has a new comment.")
        }
        return
      }
      state.apply(change, rank: rank, of: total)
      state.recordExternalChange(change)
      // Changes from other devices are reported by sync.
      if state.sync.isReceivingChanges(at: state.uptime) { return }
      state.toast =
        switch change.kind {
        case .added: localized("\(title) was added in another window.")
        case .updated: localized("\(title) was updated in another window.")
        case .deleted: localized("\(title) was deleted in another window.")
        case .restored: localized("\(title) was restored in another window.")
        case .purged: localized("\(title) was permanently deleted in another window.")
        // Hidden entries are not mentioned.
        case .hidden, .commented, .commentChanged: state.toast
        }
    }
  }

  /// Shows several changes made by other programs. The list is reloaded, because ranks are valid
  /// only after all of them.
  static func externalChanges(_ changes: [DiaryChange]) -> Message {
    Message(changes) { state in
      state.newsIsStale = true
      for change in changes where change.comment != nil {
        state.commentsChanged(on: change.entry.id)
      }
      let changes = changes.filter { $0.comment == nil }
      guard !changes.isEmpty else { return }
      for change in changes {
        state.apply(change, rank: nil)
        state.recordExternalChange(change)
      }
      state.trashChanged(by: changes)
      state.reloadLists()
      state.feed?.reload()
      if state.sync.isReceivingChanges(at: state.uptime) { return }
      let count = CountText.entries(Set(changes.map(\.entry.id)).count)
      state.toast = localized("\(count) changed in another window.")
    }
  }
}

extension AppState {
  /// Continues after a change of one entry.
  fileprivate mutating func shown(_ own: LocalChange) -> [Effect] {
    let change = own.changes[0]
    if own.step.change == .adding, own.cause == nil { added = change.entry.id }
    if change.kind == .added || change.kind == .restored, let rank = own.rank {
      select(change.entry, at: rank)
    }
    let editor = own.draft.flatMap { closeEditor(of: $0, savedAs: change.entry) }
    if change.entry.heads.count < 2 { closeVersions(of: change.entry.id) }
    if editor?.saveMode == .stayUntilEscape {
      let key = keys[.editor].keyName(of: .cancel) ?? ""
      toast =
        own.hasConflict
        ? localized("Saved as a second version: another window changed the entry too.")
        : localized("Saved · \(key) again closes")
    } else {
      toast = text(of: own)
      if own.hasConflict, own.cause == nil { showVersionsNotice(of: change.entry) }
    }
    if let endsAfterSave { return quitting(immediately: endsAfterSave) }
    return applyHeldEvents()
  }

  fileprivate func text(of own: LocalChange) -> String {
    if case .many(let change) = own.step.change {
      if own.isEmpty, own.cause != nil {
        return BulkChangeText.kept(own.keptTexts)
          ?? localized("Couldn't do that: the entries no longer exist.")
      }
      return BulkChangeText.line(own, change, undoKey: self.undoKey)
    }
    let change = own.changes[0]
    if let cause = own.cause { return Self.text(of: cause, own, change) }
    let title = TitleText.quoted(change.entry)
    let undo = keyName(of: .undo)
    switch change.kind {
    case .added: return localized("Added \(title).")
    case .updated where own.step.change == .reverting:
      return undo.map { localized("Reverted \(title). Press \($0) to undo.") }
        ?? localized("Reverted \(title).")
    case .updated where own.step.change == .merging:
      guard let undo, let history = keyName(of: .history) else {
        return localized("Merged \(title).")
      }
      return localized("Merged \(title). Press \(undo) to undo, \(history) for its history.")
    case .updated:
      return own.draft == nil ? text(of: own.singleChange, title) : localized("Saved \(title).")
    case .deleted:
      return undo.map { localized("Deleted \(title). Press \($0) to undo.") }
        ?? localized("Deleted \(title).")
    case .restored: return localized("Restored \(title).")
    case .purged: return localized("Permanently deleted \(title).")
    case .hidden: return localized("Saved \(title) in a locked journal, which is hidden.")
    case .commented, .commentChanged: return localized("Saved \(title).")
    }
  }

  private func text(of change: SingleChange?, _ title: String) -> String {
    switch change {
    case .starred: localized("Starred \(title).")
    case .unstarred: localized("Unstarred \(title).")
    case .pinned: localized("Pinned \(title).")
    case .unpinned: localized("Unpinned \(title).")
    case .tagged, .untagged, .moved, .dated, nil: localized("Saved \(title).")
    }
  }

  /// Opens a notice rather than a toast, because it must be read.
  fileprivate mutating func showVersionsNotice(of entry: Entry) {
    toast = nil
    let words = localized(
      """
      “\(entry.displayTitle)” was changed in another window while you were writing. Your text is \
      saved as a second version.
      """)
    let way = keys[.list].keyName(of: .versions).map {
      localized("Press \($0) to see both.")
    }
    screens.push(
      NoticeState(
        title: localized("Both versions were kept"),
        lines: [[words, way].compactMap(\.self).joined(separator: " ")], versions: entry))
  }

  /// Adjusts undo, history and the editor to another program's change.
  fileprivate mutating func recordExternalChange(_ change: DiaryChange) {
    let entry = change.entry
    historyChanged(of: entry.id)
    if change.kind == .purged { undo.forget([entry.id]) }
    _ = withEditor { editor in
      guard editor.original?.id == entry.id else { return }
      editor.externalChange = change.kind
    }
  }

  /// Applies a change to every screen that shows the entry. Lists are only changed if `rank` is
  /// given; `total` is the number of entries after the change.
  mutating func apply(_ change: DiaryChange, rank: Int?, of total: Int? = nil) {
    let entry = change.entry
    reloadDays()
    photoTexts.changed(entry)
    if change.kind != .purged, change.kind != .hidden, rank != nil { tags?.record(entry) }
    switch change.kind {
    case .added, .restored:
      if let rank { list.insert(entry, at: rank, of: total) }
    case .commented, .commentChanged: break
    case .updated:
      if let rank { list.replace(entry, rank: rank) }
    case .deleted, .purged:
      // A purged entry was in the trash, unless this program missed its deletion.
      if let rank {
        list.remove(entry.id, rank: change.kind == .deleted ? rank : nil, of: total)
      }
    case .hidden:
      // The entry may have been visible until now, or never.
      if rank != nil { list.remove(entry.id, of: total) }
      if let total, list.total != total { list.reload() }
      screens.removeAll(HistoryState.self) { $0.entry.id == entry.id }
      closeVersions(of: entry.id)
    }
    draftsLeft = draftsLeft.map { $0.after(change) }
    let isRemoved = change.isRemoved
    if isRemoved { marks.remove(entry.id) }
    // For bulk changes, which have no ranks, these are reloaded.
    if rank != nil {
      trashChanged(by: [change])
      changeFound { $0.record(entry, isRemoved: isRemoved) }
      GalleryState.changeFeed(in: &self) { $0.replace(entry, isRemoved: isRemoved) }
    }
    let app = self
    screens.transformAll { $0.applying(change, in: app) }
  }

  /// Reloads data that depends on many entries. The former data is drawn until then.
  mutating func reloadDays() {
    screens.diaryChanged()
    if needsJournalCounts { journalsAreStale = true }
    returning?.isStale = true
    figures?.reload()
  }

  /// Makes open screens read an entry's history again.
  mutating func historyChanged(of id: ID<Entry>) {
    screens.update(HistoryState.self) { if $0.entry.id == id { $0.reading.reload() } }
    screens.update(VersionsState.self) { if $0.entry.id == id { $0.reading.reload() } }
  }

  /// Updates the trash screen after entries were deleted, restored or purged.
  mutating func trashChanged(by changes: [DiaryChange]) {
    let changed = Set(changes.map(\.entry.id))
    let new = changes.filter { $0.kind == .deleted }.map(\.entry)
    trashedIsStale = true
    changeTrash { entries in
      entries.removeAll { changed.contains($0.id) }
      entries.insert(contentsOf: new.reversed(), at: 0)
    }
  }

  /// Changes the entries on the trash screen, keeping its selection.
  mutating func changeTrash(_ body: (inout [Entry]) -> Void) {
    screens.update(TrashState.self) { trash in
      var entries = trash.entries ?? []
      body(&entries)
      trash.entries = entries
      let wanted = entries.firstIndex { $0.id == trash.wanted }
      trash.wanted = nil
      trash.choice.select(wanted ?? trash.choice.selected, count: entries.count)
    }
  }

  /// Reloads the journals. A journal that was added or renamed becomes selected.
  fileprivate mutating func journalsChanged(by own: LocalChange) {
    guard case .many(.journal(let edit)) = own.step.change else { return }
    journalsAreStale = true
    let name: String? =
      switch edit {
      case .add(let name, _), .rename(_, let name), .merge(_, let name): name
      case .recolor, .reorder, .delete: nil
      }
    if let name, own.cause == nil { screens.update(JournalsState.self) { $0.wanted = name } }
  }

  mutating func closeVersions(of id: ID<Entry>) {
    screens.removeAll(VersionsState.self) { $0.entry.id == id }
  }
}

extension DiaryChange {
  /// Indicates that the entry is no longer visible: trashed, purged or hidden.
  var isRemoved: Bool { [.deleted, .purged, .hidden].contains(kind) }
}
