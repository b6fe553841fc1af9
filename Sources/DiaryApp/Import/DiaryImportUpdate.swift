import DiaryCore
import TerminalUI
import Words

extension DiaryImportState: ScrolledScreen {
  var pageOverlap: Int { 0 }
  package var holdsBack: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.diaryImport]] }

  /// Opens the screen that says what would come of a file or folder.
  static func open(of path: String, in app: inout AppState) -> [Effect] {
    app.screens.push(DiaryImportState(path))
    return [.readImport(path, updates: false)]
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .back: return leave(in: &app)
    case .accept:
      guard let preview else { return [] }
      guard preview.entries + preview.updates > 0 else {
        app.toast = localized("Nothing new to import.")
        return []
      }
      phase = .writing(nil)
      return [.writeImport]
    case .bringUpdates:
      guard preview != nil else { return [] }
      bringsUpdates.toggle()
      phase = .reading(nil)
      return [.readImport(path, updates: bringsUpdates)]
    case .leave: return [.cancelImport] + app.updateEverywhere(command)
    default: return nil
    }
  }

  /// What is being written is taken back first; everything else ends at once.
  private mutating func leave(in app: inout AppState) -> [Effect] {
    switch phase {
    case .reading, .asking: app.screens.pop()
    case .writing: phase = .stopping
    case .stopping: return []
    }
    return [.cancelImport]
  }

  func extent(in app: AppState) -> (rows: Int, height: Int)? {
    (rows(app.size.columns, app).count, Self.body(app.size).rows)
  }
}

extension AppState {
  private mutating func changeDiaryImport(_ body: (inout DiaryImportState) -> Void) {
    guard var diary = screens.topmost(DiaryImportState.self) else { return }
    body(&diary)
    screens.put(diary)
  }

  // MARK: Answers

  mutating func importMoved(_ stage: ImportStage) {
    changeDiaryImport { diary in
      switch diary.phase {
      case .reading: diary.phase = .reading(stage)
      case .writing: diary.phase = .writing(stage)
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
      return PhotoImportState.open(folder: folder, problems: problems, in: &self)
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
