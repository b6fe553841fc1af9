import DiaryCore
import TerminalUI
import Words

extension AppState {
  /// Opens the screen that says what would come of a file or folder.
  mutating func openImport(of path: String) -> [Effect] {
    screens.push(DiaryImportState(path))
    return [.readImport(path, updates: false)]
  }

  mutating func updateDiaryImport(_ event: KeyEvent, _ diary: DiaryImportState) -> [Effect] {
    var diary = diary
    let command = keys[.diaryImport].command(for: event) ?? keys[.everywhere].command(for: event)
    guard let command else { return [] }
    let height = DiaryImportView.body(size).rows
    func scroll(_ rows: Int) {
      diary.scroll.move(
        by: rows, content: DiaryImportView.rows(of: diary, size.columns, self).count,
        height: height)
    }
    switch command {
    case .back: return leave(diary)
    case .accept:
      guard let preview = diary.preview else { return [] }
      guard preview.entries + preview.updates > 0 else {
        toast = localized("Nothing new to import.")
        return []
      }
      diary.phase = .writing(nil)
      put(diary)
      return [.writeImport]
    case .bringUpdates:
      guard diary.preview != nil else { return [] }
      diary.bringsUpdates.toggle()
      diary.phase = .reading(nil)
      put(diary)
      return [.readImport(diary.path, updates: diary.bringsUpdates)]
    case .down: scroll(1)
    case .up: scroll(-1)
    case .pageDown: scroll(height)
    case .pageUp: scroll(-height)
    case .leave: return [.cancelImport] + updateEverywhere(command)
    default: return updateEverywhere(command)
    }
    put(diary)
    return []
  }

  /// What is being written is taken back first; everything else ends at once.
  private mutating func leave(_ diary: DiaryImportState) -> [Effect] {
    switch diary.phase {
    case .reading, .asking:
      screens.pop()
      return [.cancelImport]
    case .writing:
      changeDiaryImport { $0.phase = .stopping }
      return [.cancelImport]
    case .stopping: return []
    }
  }

  mutating func scrollDiaryImport(_ mouse: MouseEvent, _ diary: DiaryImportState) {
    let rows = mouse.action.wheelRows
    var diary = diary
    diary.scroll.move(
      by: rows, content: DiaryImportView.rows(of: diary, size.columns, self).count,
      height: DiaryImportView.body(size).rows)
    put(diary)
  }

  private mutating func put(_ diary: DiaryImportState) { changeDiaryImport { $0 = diary } }

  private mutating func changeDiaryImport(_ body: (inout DiaryImportState) -> Void) {
    guard var diary = screens.topmost(DiaryImportState.self) else { return }
    body(&diary)
    screens.put(diary)
  }

  // MARK: Answers

  mutating func importMoved(_ progress: Progress) {
    changeDiaryImport { diary in
      switch diary.phase {
      case .reading: diary.phase = .reading(progress)
      case .writing: diary.phase = .writing(progress)
      case .asking, .stopping: break
      }
    }
  }

  /// What was found; `nil` when nobody waits for it any more.
  mutating func importRead(_ finding: ImportFinding?) -> [Effect] {
    guard let finding, screens.contains(DiaryImportState.self) else { return [] }
    switch finding {
    case .photos(let folder, let problems):
      screens.removeAll(DiaryImportState.self)
      return lookForPhotos(in: folder, problems: problems)
    case .diary(let preview):
      changeDiaryImport { diary in
        if case .reading = diary.phase { diary.phase = .asking(preview) }
      }
      return []
    }
  }

  /// `nil` when it was stopped: the diary is as before.
  mutating func importWritten(_ result: ImportResult?) {
    undo.ended()
    screens.removeAll(DiaryImportState.self)
    guard let result else {
      toast = localized("Stopped. Nothing was added.")
      return
    }
    if !result.saved.isEmpty {
      undo.record(.many(ManyUndoStep(importing: result.saved, over: result.earlier)))
    }
    // Too many may have changed to note each.
    tags = nil
    journalsAreStale = true
    reloadDays()
    reloadLists()
    roll?.reload()
    let added = CountWords.entries(result.saved.count - result.earlier.count)
    var words = localized("Imported \(added) with \(CountWords.photos(result.photos))")
    if !result.earlier.isEmpty { words += localized(", updated \(result.earlier.count)") }
    toast =
      keys[.list].keyName(of: .undo).map { localized("\(words). Press \($0) to undo.") }
      ?? "\(words)."
    if !result.problems.isEmpty {
      screens.push(
        NoticeState(
          title: localized("Not imported, or changed"), lines: result.problems))
    }
  }

  /// Nothing was added.
  mutating func importFailed(_ error: DiaryError) {
    var wasWriting = false
    changeDiaryImport { diary in
      switch diary.phase {
      case .writing, .stopping: wasWriting = true
      case .reading, .asking: break
      }
    }
    if wasWriting { undo.ended() }
    screens.removeAll(DiaryImportState.self)
    showError(error)
  }
}
