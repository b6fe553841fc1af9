import DiaryCore
import TerminalUI
import Words

extension AppState {
  /// Opens the screen that compares an entry's versions, if there are several.
  mutating func openVersions(of entry: Entry) {
    guard !entry.isTrashed else {
      toast = localized("This entry is in the trash. Restore it first.")
      return
    }
    guard entry.heads.count > 1 else {
      toast =
        keyName(of: .history).map {
          localized("There is only one version. Press \($0) for its history.")
        } ?? localized("There is only one version.")
      return
    }
    screens.push(VersionsState(entry))
  }

  mutating func closeVersions(of id: ID<Entry>) {
    screens.removeAll(VersionsState.self) { $0.entry.id == id }
  }

  mutating func updateVersions(_ event: KeyEvent, _ versions: VersionsState) -> [Effect] {
    guard
      let command = keys[.versions].command(for: event)
        ?? keys[.everywhere].command(for: event)
    else { return [] }
    let page = max(1, VersionsLayout(size).left.rows - 1)
    if versions.merging != nil {
      // What is typed now is meant for the editor that comes, not for this screen.
      guard command != .back else {
        stopMerging(versions)
        return []
      }
      return keys[.versions].command(for: event) == nil ? updateEverywhere(command) : []
    }
    switch command {
    case .back: screens.pop()
    case .down: scroll(versions, by: 1)
    case .up: scroll(versions, by: -1)
    case .pageDown: scroll(versions, by: page)
    case .pageUp: scroll(versions, by: -page)
    case .first: scroll(versions, by: -versions.rows.count)
    case .last: scroll(versions, by: versions.rows.count)
    case .history: return act(.history, on: versions.entry)
    case .nextVersion:
      var versions = versions
      versions.turn(isWide: VersionsLayout(size).isWide)
      screens.replaceFront(with: versions)
    case .keepLeft, .keepRight:
      guard let left = versions.left, let right = versions.right, isOwn(versions.entry) else {
        return []
      }
      return keep(command == .keepLeft ? left : right, of: [left, right], versions.entry)
    case .editMerged:
      guard isOwn(versions.entry) else { return [] }
      editMerged(versions)
    default: return updateEverywhere(command)
    }
    return []
  }

  mutating func scroll(_ versions: VersionsState, by rows: Int) {
    guard versions.text.underWay == nil else { return }
    var versions = versions
    versions.scroll.move(
      by: rows, content: versions.rows.count, height: VersionsLayout(size).left.rows)
    screens.replaceFront(with: versions)
  }

  /// Makes two versions one. What isn't kept stays in the history.
  private func keep(_ kept: Revision, of versions: [Revision], _ entry: Entry) -> [Effect] {
    // The version may be that someone deleted it.
    guard !kept.entry.isTrashed else { return [.delete(entry.id)] }
    return [
      .rewrite(
        Rewrite(
          change: .merging, entry: entry.id, fields: kept.entry.fields,
          replaced: Versions(versions), known: entry.heads), draft: nil)
    ]
  }

  /// Opens the editor with both versions in one text; of long ones, as soon as that is made.
  private mutating func editMerged(_ versions: VersionsState) {
    guard let left = versions.left, let right = versions.right else { return }
    let comparison = Comparison(
      old: left, new: right,
      form: .merged(
        MergedText.Names(
          leftDate: String(RevisionRow.date(left, self).trimmed),
          rightDate: String(RevisionRow.date(right, self).trimmed))))
    if comparison.isLong {
      var versions = versions
      versions.merging = comparison
      screens.replaceFront(with: versions)
    } else if let editor = editor(merging: comparison, comparison.outcome, of: versions.entry) {
      openEditor(editor)
    }
  }

  private mutating func stopMerging(_ versions: VersionsState) {
    var versions = versions
    versions.merging = nil
    screens.replaceFront(with: versions)
  }
}
