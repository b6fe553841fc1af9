import DiaryCore
import TerminalUI
import Text

/// The dialog that asks for the folder of the backups and then shows the progress.
struct BackupState: Sendable {
  var field = TextField("~/diary-backups")
  var phase = TaskPhase.asking
}

extension BackupState: LineDialog, TaskScreen {
  var isTyping: Bool { phase == .asking }
  var title: String { localized("Back up the diary to a folder") }
  var label: String { localized("Folder") }

  var lines: [String] {
    [localized("Each backup is a dated, complete copy in this folder. Another disk is best.")]
  }

  var taskText: String {
    phase == .stopping
      ? localized("Removing what was written so far.")
      : localized("Backing up to \(field.text.printable)")
  }

  func keyTables(_ keys: Keymap) -> [KeyTable] {
    let line = keys[.line]
    return [line.binding(line.bindings(with: line.hint(.accept, "back up")))]
  }

  mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    guard phase != .asking else { return type(key, in: &app) }
    switch command(for: key, in: app) {
    case .cancel: return stop(.cancelBackup, in: &app)
    case .leave: return [.cancelBackup, .leave]
    case .redraw: return [.redraw]
    default: return []
    }
  }

  mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    if phase == .asking { field.insert(text.trimmed.printable) }
    return []
  }

  mutating func accept(in app: inout AppState) -> [Effect] {
    guard !field.text.isBlank else { return [] }
    phase = .running(nil)
    return [.backUp(to: FolderPath.path(field.text, homeFolder: app.homeFolder))]
  }

  func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    guard phase != .asking else { return box(app).draw(field, app.theme, in: &grid) }
    drawProgress(in: &grid, app)
    return nil
  }

  func accessibleText(in app: AppState) -> AccessibleText {
    switch phase {
    case .asking: AccessibleText(title, lines, field: .init(label, field))
    case .preparing(let progress), .running(let progress):
      AccessibleText(taskText, selected: progress?.text())
    case .stopping: AccessibleText(title, selected: localized("Stopping…"))
    }
  }
}

// MARK: - Effects

extension Effect {
  fileprivate static func backUp(to folder: String) -> Effect {
    .run(folder, in: .stoppable("backup")) { context in
      try await context.environment.backUp(folder) { progress in
        context.post(.moved(BackupState.self, to: progress, function: "backupMoved(_:)"))
      }
    } then: { state, backup in
      state.screens.removeAll(BackupState.self)
      guard !backup.problems.isEmpty else {
        state.toast = backup.result
        return
      }
      state.screens.push(
        NoticeState(
          title: localized("Partly backed up"), lines: backup.problems + ["", backup.result]))
    } failed: { state, error in
      if case .backup(_, .cancelled) = error {
        state.screens.removeAll(BackupState.self)
        state.toast = error.line
      } else {
        // Reopen the dialog, so that the user can choose another folder.
        state.showError(error)
        state.screens.update(BackupState.self) { $0.phase = .asking }
      }
    }
  }

  fileprivate static var cancelBackup: Effect { .stop("backup") }
}
