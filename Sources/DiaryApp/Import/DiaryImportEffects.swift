import DiaryCore
import Localization

extension Effect {
  /// Reads what an import of a file or folder would bring.
  static func readImport(_ path: String, updates: Bool) -> Effect {
    .run(path, updates, in: .stoppable("import", after: .queue("import"))) {
      context async throws(DiaryError) in
      try await context.environment.diaryImporter.read(path, updates: updates) {
        context.post(.importMoved($0))
      }
    } thenPerform: { state, finding in
      // Nobody may wait for it any more.
      guard let finding, state.screens.contains(DiaryImportState.self) else { return [] }
      switch finding {
      case .photos(let folder, let problems):
        state.screens.removeAll(DiaryImportState.self)
        return PhotoImportState.open(folder: folder, problems: problems, in: &state.context)
      case .diary(let preview):
        state.screens.update(DiaryImportState.self) { $0.take(preview) }
        return []
      }
    } failed: {
      DiaryImportState.fail($1, in: &$0)
    }
  }

  static var writeImport: Effect {
    .write(in: .stoppable("import", after: .writes)) { context async throws(DiaryError) in
      let importer = context.environment.diaryImporter
      let result = await Result.of { () async throws(DiaryError) in
        try await importer.write { context.post(.importMoved($0)) }
      }
      await importer.forget()
      return .importWritten(try result.get())
    } failed: { error in
      Message(error) { DiaryImportState.fail(error, in: &$0) }
    }
  }

  static var cancelImport: Effect { .stop("import") { await $0.diaryImporter.forget() } }
}

extension Message {
  fileprivate static func importMoved(_ progress: Progress) -> Message {
    .moved(DiaryImportState.self, to: progress, function: #function)
  }

  /// `nil` when it was stopped: the diary is as before.
  fileprivate static func importWritten(_ result: ImportResult?) -> Message {
    Message(result) { state in
      state.screens.removeAll(DiaryImportState.self)
      guard let result else {
        state.toast = localized("Stopped. Nothing was added.")
        return
      }
      if !result.saved.isEmpty {
        state.undo.record(UndoStep(importing: result.saved, over: result.earlier))
      }
      // Too many may have changed to note each.
      state.tags = nil
      state.journalsAreStale = true
      state.reloadDays()
      state.context.reloadLists()
      state.feed?.reload()
      let added = CountWords.entries(result.saved.count - result.earlier.count)
      var words = localized("Imported \(added) with \(CountWords.photos(result.photos))")
      if !result.earlier.isEmpty { words += localized(", updated \(result.earlier.count)") }
      let undo = state.keys[.list].keyName(of: .undo)
      state.toast = undo.map { localized("\(words). Press \($0) to undo.") } ?? "\(words)."
      if !result.problems.isEmpty {
        state.screens.push(
          NoticeState(
            title: localized("Not imported, or changed"),
            lines: DiaryImportState.told(result.problems)))
      }
    }
  }
}

extension DiaryImportState {
  /// Nothing was added.
  fileprivate static func fail(_ error: DiaryError, in app: inout AppState) {
    app.screens.removeAll(DiaryImportState.self)
    app.context.showError(error)
  }
}
