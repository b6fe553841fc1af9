import DiaryCore
import Localization
import TerminalUI

extension ListScreen {
  func accessibleText(in app: ScreenContext) -> AccessibleText {
    guard let total = app.entries.total else { return AccessibleText(app.listTitle) }
    let title = "\(app.listTitle), \(CountWords.entries(total))"
    if let row = app.pinnedRow {
      return AccessibleText(title, linesOfTop(in: app), selected: words(ofPinnedRow: row, in: app))
    }
    guard let entry = app.entries.selectedEntry else {
      return AccessibleText(
        title,
        [Command.new, .help, .back].compactMap { command in
          app.keys[.list].words(for: command) ?? app.keys[.everywhere].words(for: command)
        })
    }
    return AccessibleText(
      title, linesOfTop(in: app),
      selected: AccessibleText.item(
        Self.words(forFound: entry, in: app), app.entries.selected, of: total))
  }

  /// What stands above the entries: that sync failed, what is new of others, earlier years' days like this
  /// one, and what is pinned.
  private func linesOfTop(in app: ScreenContext) -> [String] {
    let sync = SyncSign.spoken(app)
    let news = NewsSign.spoken(app)
    let inbox = InboxSign.spoken(app)
    guard app.found == nil else { return [sync, inbox, news].compactMap(\.self) }
    let pinned = app.pinned.count > 0 ? PinnedStripView.words(app.pinned.count) : nil
    return [sync, inbox, news, app.returning?.spoken, pinned].compactMap(\.self)
  }

  private func words(ofPinnedRow row: Int, in app: ScreenContext) -> String {
    let rows = app.pinnedRows
    let words =
      app.selectedEntry.map { AccessibleText.words(for: $0, in: app) }
      ?? localized("… \(CountWords.grouped(rows.others)) more")
    return "\(localized("Pinned")): \(AccessibleText.item(words, row, of: rows.count))"
  }

  /// An entry with the line that says what was looked for.
  static func words(forFound entry: Entry, in app: ScreenContext) -> String {
    // In columns: around what was looked for.
    let line = app.match(of: entry)?.line?.shown(columns: 100)
    return [AccessibleText.words(for: entry, in: app), line.map { String($0.characters) }]
      .compactMap(\.self).joined(separator: ": ")
  }
}

extension SearchScreen {
  func accessibleText(in app: ScreenContext) -> AccessibleText {
    guard let search = app.search else { return AccessibleText(localized("Search")) }
    let found = search.found.entries
    var selected: String?
    if let entry = found.selectedEntry {
      selected = AccessibleText.item(
        ListScreen.words(forFound: entry, in: app), found.selected, of: found.count)
    } else if search.found.isAnswered, !search.field.text.isBlank {
      selected = localized("No results.")
    }
    return AccessibleText(
      localized("Search"),
      [proposal(in: search, app), search.words(today: app.now.day)].compactMap(\.self),
      selected: selected, field: .init(localized("Search"), search.field))
  }

  /// What the key of completion writes.
  private func proposal(in search: SearchState, _ app: ScreenContext) -> String? {
    guard let completion = search.completion, completion.isShown,
      let selected = completion.selected
    else { return nil }
    let words = completion.proposals[selected].words
    return localized("Press \(SearchPrompt.completionKey(app)) for “\(words)”.")
  }
}
