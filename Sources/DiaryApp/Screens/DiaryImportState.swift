import DiaryCore
import TerminalUI
import Text

/// The import screen, which previews a file or folder and then shows the progress.
package struct DiaryImportState: Sendable {
  let path: String
  var phase = TaskPhase.preparing(nil)
  /// The preview, once it has been read.
  private var found: ImportPreview?
  /// True if entries changed in the source since an earlier import are updated.
  var includesUpdates = false
  /// The user's choice to make others' entries theirs; `nil` for the default.
  private var isMine: Bool?
  var scroll = ScrollPosition()

  init(_ path: String) { self.path = path }

  /// The last component of the path.
  var name: String { String(path.split(separator: "/").last ?? "/") }

  var preview: ImportPreview? { phase == .asking ? found : nil }

  mutating func receive(_ preview: ImportPreview) {
    guard case .preparing = phase else { return }
    (phase, found) = (.asking, preview)
  }
}

// MARK: - Commands

extension DiaryImportState: ScrolledScreen, TaskScreen {
  var pageOverlap: Int { 0 }
  var stopCommand: Command { .back }
  package var blocksSwitching: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.diaryImport]] }

  /// Opens the screen and reads the preview of a file or folder.
  static func open(of path: String, in app: inout AppState) -> [Effect] {
    app.push(DiaryImportState(path))
    return [.readImport(path, updates: false, mine: nil)]
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .back: return stop(.cancelImport, in: &app)
    case .accept:
      guard let preview else { return [] }
      guard preview.entries + preview.updates > 0 else {
        app.toast = localized("Nothing new to import.")
        return []
      }
      phase = .running(nil)
      return [.writeImport]
    case .importUpdates:
      guard preview != nil else { return [] }
      includesUpdates.toggle()
      return readAgain()
    case .importAsMine:
      guard let preview else { return [] }
      guard preview.isMine || preview.writtenByOthers > 0 else {
        app.toast = localized("No one else wrote these entries.")
        return []
      }
      isMine = !preview.isMine
      return readAgain()
    case .leave: return [.cancelImport] + app.updateEverywhere(command)
    default: return nil
    }
  }

  private mutating func readAgain() -> [Effect] {
    phase = .preparing(nil)
    return [.readImport(path, updates: includesUpdates, mine: isMine)]
  }

  func extent(in app: AppState) -> (rows: Int, height: Int)? {
    (rows(app.size.columns, app).count, Self.body(app.size).rows)
  }
}

// MARK: - Drawing

extension DiaryImportState {
  static func body(_ size: Size) -> Rect {
    ScreenFrame.body(size).inset(left: 2, top: 1, right: 2)
  }

  /// A row of the preview: a name with its value, or a problem.
  struct Row {
    var name = ""
    var text: String
    var isFaint = false
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let isAsking = preview != nil
    let (body, rows) = (Self.body(grid.size), rows(grid.size.columns, app))
    _ = ScreenFrame(
      title: localized("Import · \(name)"),
      trailing: scroll.indicator(content: rows.count, height: body.rows),
      hints: isAsking ? app.keys[.diaryImport].bindings : [], in: &grid, app)
    guard isAsking else {
      drawProgress(in: &grid, app)
      return nil
    }
    for (row, line) in scroll.inView(rows, in: body) {
      grid.draw(row.name, in: line, app.theme.dim)
      grid.draw(
        row.text, in: line.inset(left: row.name.isEmpty && row.isFaint ? 0 : Self.nameColumns),
        row.isFaint ? app.theme.dim : app.theme.text)
    }
    return nil
  }

  var taskText: String {
    switch phase {
    case .preparing, .asking: localized("Reading")
    case .running: localized("Importing")
    case .stopping: localized("Undoing what was imported so far.")
    }
  }

  /// The width of the names, in columns.
  private static let nameColumns = 12

  func rows(_ columns: Int, _ app: AppState) -> [Row] {
    guard let preview else { return [] }
    let space = max(1, columns - 4 - Self.nameColumns)
    func wrapped(_ name: String, _ text: String) -> [Row] {
      let lines = LineWrapping.rows(ofText: text.printable, columns: space)
      return lines.enumerated().map { Row(name: $0 == 0 ? name : "", text: $1) }
    }
    var rows = wrapped(localized("Format"), preview.format)
    rows += wrapped(localized("Entries"), Self.entryText(preview))
    rows += wrapped(localized("Photos"), Self.fileText(preview))
    if let days = preview.days {
      let (first, last) = (DateText.short(days.lowerBound), DateText.short(days.upperBound))
      rows += wrapped(localized("Dates"), first == last ? first : "\(first) – \(last)")
    }
    if !preview.journals.isEmpty {
      let journals = preview.journals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\(TitleText.journal($0.key)) \(CountText.grouped($0.value))" }
      rows += wrapped(localized("Journals"), journals.joined(separator: ", "))
    }
    rows += wrapped(localized("Changed"), updateText(preview, app.keys[.diaryImport]))
    if let text = authorText(preview, app.keys[.diaryImport]) {
      rows += wrapped(localized("Author"), text)
    }
    guard !preview.problems.isEmpty else { return rows }
    rows.append(Row(text: ""))
    rows.append(
      Row(name: "", text: localized("Not imported, or imported with changes:"), isFaint: true))
    for problem in Self.limited(preview.problems) {
      rows += LineWrapping.rows(ofText: problem.printable, columns: max(1, columns - 4))
        .map { Row(text: $0, isFaint: true) }
    }
    return rows
  }

  /// The maximum number of problems, as rows are laid out again for each key.
  private static let maxProblems = 500

  /// Returns the first problems, and the number of the remaining ones.
  static func limited(_ problems: [String]) -> [String] {
    let rest = problems.count - maxProblems
    guard rest > 0 else { return problems }
    return problems.prefix(maxProblems) + [localized("\(rest) more like this.")]
  }

  private static func entryText(_ preview: ImportPreview) -> String {
    var parts = [localized("\(CountText.grouped(preview.entries)) new")]
    if preview.existing > 0 {
      parts.append(localized("\(CountText.grouped(preview.existing)) already there"))
    }
    return parts.joined(separator: " · ")
  }

  private static func fileText(_ preview: ImportPreview) -> String {
    var parts = [CountText.photos(preview.photos)]
    if preview.attachments > 0 { parts.append(CountText.attachments(preview.attachments)) }
    if preview.comments > 0 { parts.append(CountText.comments(preview.comments)) }
    return parts.joined(separator: " · ")
  }

  /// Returns a description of what happens to entries changed in the source.
  private func updateText(_ preview: ImportPreview, _ keys: KeyTable) -> String {
    let words =
      includesUpdates
      ? localized("\(CountText.grouped(preview.updates)) to update")
      : localized("entries already here stay unchanged")
    guard let key = keys.keyName(of: .importUpdates) else { return words }
    return includesUpdates
      ? localized("\(words). Press \(key) to skip them")
      : localized("\(words). Press \(key) to update")
  }

  /// Returns a description of what happens to entries that someone else wrote, if there are any.
  private func authorText(_ preview: ImportPreview, _ keys: KeyTable) -> String? {
    guard preview.isMine || preview.writtenByOthers > 0 else { return nil }
    let words =
      preview.isMine
      ? localized("all entries become yours")
      : localized(
        counting: preview.writtenByOthers, one: "1 entry by someone else, which you can't change",
        other: "\(preview.writtenByOthers) entries by someone else, which you can't change")
    guard let key = keys.keyName(of: .importAsMine) else { return words }
    return preview.isMine
      ? localized("\(words). Press \(key) to keep their author")
      : localized("\(words). Press \(key) to make them yours")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let title = localized("Import · \(name)")
    switch phase {
    case .preparing: return AccessibleText(title, selected: taskText)
    case .running(let progress):
      return AccessibleText(title, selected: progress?.text() ?? taskText)
    case .stopping: return AccessibleText(title, selected: localized("Stopping…"))
    case .asking:
      let height = Self.body(app.size).rows
      let rows = rows(app.size.columns, app)
      return AccessibleText(
        title,
        rows.dropFirst(scroll.top).prefix(height).map { row in
          row.name.isEmpty ? row.text : "\(row.name): \(row.text)"
        })
    }
  }
}

// MARK: - Effects

extension Effect {
  /// Reads the preview of an import.
  static func readImport(_ path: String, updates: Bool, mine: Bool?) -> Effect {
    .run(path, updates, mine, in: .stoppable("import", after: .queue("import"))) {
      context in
      try await context.environment.diaryImporter.read(path, updates: updates, mine: mine) {
        context.post(.importMoved($0))
      }
    } thenPerform: { state, finding in
      // The user may have closed the screen.
      guard let finding, state.screens.contains(DiaryImportState.self) else { return [] }
      switch finding {
      case .photos(let folder, let problems):
        state.screens.removeAll(DiaryImportState.self)
        return PhotoImportState.open(folder: folder, problems: problems, in: &state)
      case .diary(let preview):
        state.screens.update(DiaryImportState.self) { $0.receive(preview) }
        return []
      }
    } failed: {
      DiaryImportState.fail($1, in: &$0)
    }
  }

  static var writeImport: Effect {
    .write(in: .stoppable("import", after: .writes)) { context in
      let importer = context.environment.diaryImporter
      let result = await Result.converting {
        try await importer.write { context.post(.importMoved($0)) }
      }
      await importer.discard()
      return .importWritten(try result.get())
    } failed: { error in
      Message(error) { DiaryImportState.fail(error, in: &$0) }
    }
  }

  static var cancelImport: Effect { .stop("import") { await $0.diaryImporter.discard() } }
}

extension Message {
  fileprivate static func importMoved(_ progress: Progress) -> Message {
    .moved(DiaryImportState.self, to: progress, function: #function)
  }

  /// Reports the result, which is `nil` if the import was stopped and left the diary unchanged.
  fileprivate static func importWritten(_ result: ImportResult?) -> Message {
    .performing(result) { state in
      state.screens.removeAll(DiaryImportState.self)
      guard let result else {
        state.toast = localized("Stopped. Nothing was added.")
        return []
      }
      if !result.saved.isEmpty {
        state.undo.record(UndoStep(importing: result.saved, over: result.earlier))
      }
      // Reload everything instead of merging possibly many changes.
      state.tags = nil
      state.journalsAreStale = true
      state.reloadDays()
      state.reloadLists()
      state.feed?.reload()
      let added = CountText.entries(result.saved.count - result.earlier.count)
      var words = localized("Imported \(added) with \(CountText.photos(result.photos))")
      if !result.earlier.isEmpty { words += localized(", updated \(result.earlier.count)") }
      let undo = state.keys[.list].keyName(of: .undo)
      state.toast = undo.map { localized("\(words). Press \($0) to undo.") } ?? "\(words)."
      if !result.problems.isEmpty {
        state.screens.push(
          NoticeState(
            title: localized("Not imported, or imported with changes"),
            lines: DiaryImportState.limited(result.problems)))
      }
      // The import may have created the diary.
      return [.identify]
    }
  }
}

extension DiaryImportState {
  /// Closes the screen and shows the error of an import that added nothing.
  fileprivate static func fail(_ error: DiaryError, in app: inout AppState) {
    app.screens.removeAll(DiaryImportState.self)
    app.showError(error)
  }
}
