import DiaryCore
import TerminalUI

extension AppState {
  /// Opens the screen that compares an entry's versions, if there are several.
  mutating func openVersions(of entry: Entry) {
    guard !entry.isTrashed else {
      toast = "This entry is in the trash. Restore it there first."
      return
    }
    guard entry.heads.count > 1 else {
      toast = "It has one version only; H shows how it came to be."
      return
    }
    layers.append(.versions(VersionsState(entry)))
  }

  mutating func closeVersions(of id: ID<Entry>) {
    layers.removeAll { layer in
      if case .versions(let versions) = layer { versions.entry.id == id } else { false }
    }
  }

  mutating func updateVersions(_ event: KeyEvent, _ versions: VersionsState) -> [Effect] {
    guard
      let command = KeyTable.versions.command(for: event)
        ?? KeyTable.everywhere.command(for: event)
    else { return [] }
    let page = max(1, VersionsLayout(size).left.rows - 1)
    switch command {
    case .back: layers.removeLast()
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
      layers[layers.count - 1] = .versions(versions)
    case .keepLeft, .keepRight, .editMerged:
      guard let left = versions.left, let right = versions.right, isOwn(versions.entry) else {
        return []
      }
      return merge(left, right, of: versions.entry, command)
    default: return updateEverywhere(command)
    }
    return []
  }

  mutating func scroll(_ versions: VersionsState, by rows: Int) {
    var versions = versions
    versions.scroll.move(
      by: rows, content: versions.rows.count, height: VersionsLayout(size).left.rows)
    layers[layers.count - 1] = .versions(versions)
  }

  /// Makes two versions one. What isn't kept stays in the history.
  private mutating func merge(
    _ left: Revision, _ right: Revision, of entry: Entry, _ command: Command
  ) -> [Effect] {
    if command == .editMerged {
      let names = MergedText.Names(
        leftDate: String(RevisionRow.date(left, self).trimmed),
        rightDate: String(RevisionRow.date(right, self).trimmed))
      openEditor(
        EditorState(
          merging: left, right, of: entry, fields: MergedText.fields(left, right, names)))
      return []
    }
    let kept = command == .keepLeft ? left : right
    // The version may be that someone deleted it.
    guard !kept.entry.isTrashed else { return [.delete(entry.id)] }
    return [
      .rewrite(
        Rewrite(
          change: .merging, entry: entry.id, fields: kept.entry.fields,
          replaced: Versions([left, right]), known: entry.heads), draft: nil)
    ]
  }

  mutating func versionsLoaded(_ entry: Entry, _ loaded: [Revision]) {
    for place in layers.indices {
      guard case .versions(var versions) = layers[place], versions.entry.id == entry.id else {
        continue
      }
      versions.take(entry, loaded)
      layers[place] = .versions(versions)
    }
    // Made one elsewhere, or put into the trash, while they were being looked at.
    if entry.isTrashed || loaded.count < 2 { closeVersions(of: entry.id) }
  }

  /// Shows why versions weren't read, as with a history.
  mutating func versionsFailed(_ id: ID<Entry>, _ error: DiaryError) {
    layers = layers.compactMap { layer in
      guard case .versions(var versions) = layer, versions.entry.id == id else { return layer }
      versions.reading.end()
      return versions.versions == nil ? nil : .versions(versions)
    }
    showError(error)
  }
}
