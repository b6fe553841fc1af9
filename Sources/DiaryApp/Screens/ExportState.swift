import DiaryCore
import TerminalUI
import Text

/// The export dialog, which asks for the folder and options and then shows the progress.
package struct ExportState: Sendable {
  enum Field: Int, Sendable, CaseIterable {
    case folder, entries, format, location, encryption
  }

  var folder: TextField
  /// The selections of entries to choose from.
  let choices: [ExportChoice]
  var choice: Int
  var format = ExportFormat.markdown
  var keepsLocation = false
  /// True if the result is one file encrypted with a passphrase.
  var isEncrypted = false
  var focus = Field.folder
  var phase = TaskPhase.asking
  /// The sizes counted so far, by index into `choices`.
  var sizes: [Int: ExportSize] = [:]
  let homeFolder: String
  /// The ID of this dialog's counts.
  let requestID: Int

  /// Creates a dialog in which the last choice is selected.
  init(homeFolder: String, choices: [ExportChoice], requestID: Int) {
    folder = TextField("~/diary-export")
    self.homeFolder = homeFolder
    self.choices = choices
    choice = choices.count - 1
    self.requestID = requestID
  }

  var entries: [ID<Entry>]? { choices[choice].ids }

  /// The effect that counts the selected choice, unless its size is known.
  var measuring: [Effect] {
    sizes[choice] == nil ? [.measureExport(entries, choice: choice, requestID: requestID)] : []
  }

  func request(_ passphrase: Passphrase? = nil) -> ExportRequest {
    ExportRequest(
      folder: FolderPath.path(folder.text, homeFolder: homeFolder), format: format,
      keepsLocation: keepsLocation, entries: entries, passphrase: passphrase)
  }
}

/// A selection of entries to export.
enum ExportChoice: Hashable, Sendable {
  case all
  /// All entries except those in locked journals, which are hidden.
  case unlocked
  /// The entries in the list, which shows a part of the diary.
  case shown([ID<Entry>])
  /// The marked entries, some of which may not be in the list.
  case marked([ID<Entry>], hidden: Int)

  /// The entries' IDs, or `nil` for the complete diary.
  var ids: [ID<Entry>]? {
    switch self {
    case .all, .unlocked: nil
    case .shown(let ids), .marked(let ids, _): ids
    }
  }

  var words: String {
    switch self {
    case .all: localized("whole diary")
    case .unlocked: localized("all but locked journals")
    case .shown: localized("entries in the list")
    case .marked(_, hidden: 0): localized("marked entries")
    case .marked(_, let hidden):
      localized("marked entries, \(CountText.grouped(hidden)) not shown here")
    }
  }
}

extension ExportFormat {
  /// A description of the format's output.
  var words: String {
    switch self {
    case .markdown: localized("Markdown files and photos")
    case .json: localized("JSON and photos")
    case .dayone: localized("a zip for Day One")
    case .jrnl: localized("a text file for jrnl, and photos")
    case .html: localized("a website")
    case .pdf: localized("a book as PDF")
    }
  }
}

/// The path of a folder typed by the user.
enum FolderPath {
  /// Returns the path with a leading `~` replaced by the home folder.
  static func path(_ text: String, homeFolder: String) -> String {
    let path = text.trimmed
    if path == "~" || path.hasPrefix("~/") { return homeFolder + path.dropFirst() }
    return String(path)
  }
}

// MARK: - Commands

extension ExportState: TaskScreen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { phase == .asking && focus == .folder }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.export]] }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    if focus == .folder { folder.insert(text.trimmed.printable) }
    return []
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    let command = formCommand(for: event, in: app)
    let count = Field.allCases.count
    switch command {
    case .leave: return [.cancelExport, .leave]
    case .redraw: return [.redraw]
    case .help: return app.updateEverywhere(.help)
    case .cancel where phase != .asking: return stop(.cancelExport, in: &app)
    case _ where phase != .asking: break
    case .cancel, .back:
      app.pop()
      return [.stopMeasuring]
    case .accept:
      guard !folder.text.isBlank else { return [] }
      guard !isEncrypted else {
        app.push(PassphraseState(for: .export))
        return []
      }
      phase = .running(nil)
      return [.stopMeasuring, .export(request())]
    case .nextField: focus = .init(rawValue: (focus.rawValue + 1) % count) ?? .folder
    case .previousField: focus = .init(rawValue: (focus.rawValue + count - 1) % count) ?? .folder
    case _ where focus == .folder: _ = app.type(event, into: &folder)
    case .right: return change(by: 1)
    case .left: return change(by: -1)
    default: break
    }
    return []
  }

  /// Selects another choice of the focused field.
  private mutating func change(by step: Int) -> [Effect] {
    switch focus {
    case .folder: break
    case .entries:
      choice = (choice + step + choices.count) % choices.count
      return measuring
    case .format:
      let formats = ExportFormat.allCases
      let index = formats.firstIndex(of: format) ?? 0
      format = formats[(index + step + formats.count) % formats.count]
    case .location: keepsLocation.toggle()
    case .encryption: isEncrypted.toggle()
    }
    return []
  }

  /// Focuses the clicked field. A click on the value of a field with choices selects the next
  /// choice.
  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    let form = form(app)
    guard mouse.action.isPress, phase == .asking,
      let field = form.field(at: mouse.point).flatMap(Field.init)
    else { return [] }
    focus = field
    let value = form.value(of: field.rawValue)
    if field != .folder, value.contains(mouse.point) {
      return change(by: 1)
    }
    _ = folder.handle(mouse, in: value)
    return []
  }

  /// Opens the dialog with the last choice selected.
  static func open(_ choices: [ExportChoice], in app: inout AppState) -> [Effect] {
    let export = ExportState(
      homeFolder: app.homeFolder, choices: choices, requestID: app.nextRequestID())
    app.push(export)
    return export.measuring
  }
}

// MARK: - Drawing

extension ExportState {
  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    if phase == .asking { return drawQuestion(app, in: &grid) }
    drawProgress(in: &grid, app)
    return nil
  }

  var taskText: String {
    phase == .stopping
      ? localized("Removing what was written so far.")
      : localized("Exporting to \(folder.text.printable)")
  }

  private func drawQuestion(_ app: AppState, in grid: inout Grid) -> Point? {
    let theme = app.theme
    box(app).draw(in: &grid, grid.bounds, theme.dialog)
    let form = form(app)
    form.drawLabels(focus: focus.rawValue, in: &grid, theme)
    var caret: Point?
    for field in Field.allCases {
      let style = focus == field ? theme.accent : theme.text
      let value = form.value(of: field.rawValue)
      switch field {
      case .folder: caret = folder.draw(in: &grid, value, style)
      case .entries: grid.draw(choices[choice].words, in: value, style)
      case .format: grid.draw(format.words, in: value, style)
      case .location:
        let words =
          keepsLocation
          ? localized("keep in photos") : localized("remove from copies")
        grid.draw(words, in: value, style)
      case .encryption:
        grid.draw(encryptionText, in: value, style)
      }
    }
    let (below, size) = (Field.allCases.count, size)
    let fits = TextWidth.columns(size) <= form.value(of: below).columns
    grid.draw(
      size, in: fits ? form.value(of: below) : form.line(below).inset(left: 1), theme.dim)
    return focus == .folder ? caret : nil
  }

  func form(_ app: AppState) -> FormRows {
    let labels = Field.allCases.map { field in
      switch field {
      case .folder: localized("Folder")
      case .entries: localized("Entries")
      case .format: localized("Format")
      case .location: localized("Location")
      case .encryption: localized("Encrypt")
      }
    }
    return FormRows(labels, in: box(app).text(in: Rect(app.size)))
  }

  private func box(_ app: AppState) -> DialogBox {
    // The fields and the size.
    box(
      title: entries.map { localized("Export \(CountText.entries($0.count)) to a folder") }
        ?? localized("Export the diary"),
      body: Array(repeating: "", count: Field.allCases.count + 1), in: app)
  }

  var encryptionText: String {
    isEncrypted ? localized("one file, with a passphrase") : localized("not encrypted")
  }

  /// The size of the export.
  var size: String {
    guard let size = sizes[choice] else { return localized("Counting…") }
    return [
      CountText.entries(size.entries), CountText.photos(size.photos),
      CountText.bytes(size.bytes),
    ].joined(separator: " · ")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let title = localized("Export the diary")
    switch phase {
    case .stopping: return AccessibleText(title, selected: localized("Stopping…"))
    case .preparing(let progress), .running(let progress):
      let entries = progress.map { CountText.entries($0.total ?? 0) }
      return AccessibleText(title, selected: entries.map { localized("Exporting \($0)") })
    case .asking:
      switch focus {
      case .folder: return AccessibleText(title, field: .init(localized("Folder"), folder))
      case .entries:
        let words = choices[choice].words
        return AccessibleText(
          title, selected: localized("Entries: \(words)") + ", " + size)
      case .format: return AccessibleText(title, selected: localized("Format: \(format.words)"))
      case .location:
        return AccessibleText(
          title,
          selected: keepsLocation
            ? localized("Location: keep in photos")
            : localized("Location: remove from copies"))
      case .encryption:
        return AccessibleText(
          title, selected: localized("Encrypt") + ": " + encryptionText)
      }
    }
  }
}

// MARK: - Effects

extension Effect {
  /// Counts the size of an export of these entries, or of all for `nil`.
  static func measureExport(_ entries: [ID<Entry>]?, choice: Int, requestID: Int) -> Effect {
    .run(entries, choice, requestID, in: .latest("measure")) { context in
      // An unreadable diary is reported by the export itself.
      (try? await context.environment.exportSize(entries)) ?? nil
    } then: { (state, size: ExportSize?) in
      state.screens.update(ExportState.self) { export in
        if let size, export.requestID == requestID { export.sizes[choice] = size }
      }
    }
  }

  static var stopMeasuring: Effect { .stop("measure") }

  static func export(_ request: ExportRequest) -> Effect {
    .run(request, in: .stoppable("export")) { context in
      try await context.environment.export(request) { progress in
        context.post(.moved(ExportState.self, to: progress, function: "exportMoved(_:)"))
      }
    } then: { state, outcome in
      ExportState.end(with: outcome, in: &state)
    } failed: { state, error in
      // Reopen the dialog, so that the user can choose another folder.
      state.showError(error)
      state.screens.update(ExportState.self) { $0.phase = .asking }
    }
  }

  /// Starts the dialog's export with encryption.
  static func beginExport(with passphrase: Passphrase) -> Effect {
    .update { state in
      guard var export = state.screens.topmost(ExportState.self) else { return [] }
      export.phase = .running(nil)
      state.screens.put(export)
      return [.stopMeasuring, .export(export.request(passphrase))]
    }
  }

  static var cancelExport: Effect { .stop("export") }
}

extension ExportState {
  /// Reports the result of an export, which is `nil` if it was stopped.
  fileprivate static func end(with outcome: ExportOutcome?, in app: inout AppState) {
    app.screens.removeAll(ExportState.self)
    guard let outcome else {
      app.toast = localized("Export stopped. No files were left behind.")
      return
    }
    let (entries, photos) = (
      CountText.entries(outcome.entries), CountText.photos(outcome.photos)
    )
    var lines = outcome.problems + outcome.notes
    if let page = outcome.page {
      let exported = localized("Exported \(entries) and \(photos).")
      let way = app.keys[.viewer].keyName(of: .openOutside).map {
        localized("Press \($0) to open it in the browser.")
      }
      lines += (lines.isEmpty ? [] : [""]) + [exported, page, way].compactMap(\.self)
    } else {
      app.toast = localized("Exported \(entries) and \(photos) to \(outcome.folder.printable).")
    }
    guard !lines.isEmpty else { return }
    let title =
      !outcome.problems.isEmpty
      ? localized("Partly exported")
      : outcome.notes.isEmpty
        ? localized("Site exported") : localized("Notes on the export")
    app.screens.push(NoticeState(title: title, lines: lines, page: outcome.page))
  }
}
