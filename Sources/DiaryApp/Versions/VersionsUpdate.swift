import DiaryCore
import Localization
import TerminalUI

extension VersionsState: ScrolledScreen {
  package var wantedComparison: Comparison? { merging ?? text.underWay }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.versions]] }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard let command = command(for: key, in: app) else { return [] }
    if merging != nil {
      // What is typed now is meant for the editor that comes, not for this screen.
      guard command != .back else {
        merging = nil
        return []
      }
      return ownCommand(for: key, in: app) == nil ? app.updateEverywhere(command) : []
    }
    return carryOut(command, in: &app)
  }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    switch command {
    case .history: return app.act(.history, on: entry)
    case .nextVersion: turn(isWide: VersionsLayout(app.size).isWide)
    case .keepLeft, .keepRight:
      guard let left, let right, app.isOwn(entry) else { return [] }
      return keep(command == .keepLeft ? left : right, of: [left, right])
    case .editMerged: if app.isOwn(entry) { editMerged(in: &app) }
    default: return nil
    }
    return []
  }

  func extent(in app: ScreenContext) -> (rows: Int, height: Int)? {
    text.underWay == nil ? (rows.count, VersionsLayout(app.size).left.rows) : nil
  }

  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    reading.begin() ? [.loadVersions(entry.id)] : []
  }

  /// Makes two versions one. What isn't kept stays in the history.
  private func keep(_ kept: Revision, of versions: [Revision]) -> [Effect] {
    // The version may be that someone deleted it.
    guard !kept.entry.isTrashed else { return [.change(.one(entry.id), .delete)] }
    return [
      .rewrite(
        Rewrite(
          change: .merging, entry: entry.id, fields: kept.entry.fields,
          replaced: Versions(versions), known: entry.heads), draft: nil)
    ]
  }

  /// Opens the editor with both versions in one text; of long ones, as soon as that is made.
  private mutating func editMerged(in app: inout ScreenContext) {
    guard let left, let right else { return }
    let comparison = Comparison(
      old: left, new: right,
      form: .merged(
        MergedText.Names(
          leftDate: String(RevisionRow.date(left, app).trimmed),
          rightDate: String(RevisionRow.date(right, app).trimmed))))
    if comparison.isLong {
      merging = comparison
    } else if let editor = EditorState(merging: comparison, comparison.outcome, of: entry) {
      app.push(editor)
    }
  }
}
