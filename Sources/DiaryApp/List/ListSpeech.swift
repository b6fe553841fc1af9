import DiaryCore
import TerminalUI
import Words

extension ListScreen {
  func speech(in app: AppState) -> Speech {
    guard let total = app.entries.total else { return Speech(app.listTitle) }
    let title = "\(app.listTitle), \(CountWords.entries(total))"
    if let row = app.pinnedRow {
      return Speech(title, linesOfTop(in: app), selected: words(ofPinnedRow: row, in: app))
    }
    guard let entry = app.entries.selectedEntry else {
      return Speech(
        title,
        [Command.new, .help, .back].compactMap { command in
          app.keys[.list].words(for: command) ?? app.keys[.everywhere].words(for: command)
        })
    }
    return Speech(
      title, linesOfTop(in: app),
      selected: Speech.item(
        Self.words(forFound: entry, in: app), app.entries.selected, of: total))
  }

  /// What stands above the entries: earlier years' days like this one, and what is pinned.
  private func linesOfTop(in app: AppState) -> [String] {
    guard app.found == nil else { return [] }
    let pinned = app.pinned.count > 0 ? PinnedStripView.words(app.pinned.count) : nil
    return [app.returning?.spoken, pinned].compactMap(\.self)
  }

  private func words(ofPinnedRow row: Int, in app: AppState) -> String {
    let rows = app.pinnedRows
    let words =
      app.selectedEntry.map(Speech.words(for:))
      ?? localized("… \(CountWords.grouped(rows.others)) more")
    return "\(localized("Pinned")): \(Speech.item(words, row, of: rows.count))"
  }

  /// An entry with the line that says what was looked for.
  static func words(forFound entry: Entry, in app: AppState) -> String {
    // In columns: around what was looked for.
    let line = app.match(of: entry)?.line?.shown(columns: 100)
    return [Speech.words(for: entry), line.map { String($0.characters) }].compactMap(\.self)
      .joined(separator: ": ")
  }
}

extension SearchScreen {
  func speech(in app: AppState) -> Speech {
    guard let search = app.search else { return Speech(localized("Search")) }
    let found = search.found.entries
    var selected: String?
    if let entry = found.selectedEntry {
      selected = Speech.item(
        ListScreen.words(forFound: entry, in: app), found.selected, of: found.count)
    } else if search.found.isAnswered, !search.field.text.isBlank {
      selected = localized("No results.")
    }
    return Speech(
      localized("Search"),
      [proposal(in: search, app), search.words(today: app.now.day)].compactMap(\.self),
      selected: selected, field: .init(localized("Search"), search.field))
  }

  /// What the key of completion writes.
  private func proposal(in search: SearchState, _ app: AppState) -> String? {
    guard let completion = search.completion, completion.isShown,
      let selected = completion.selected
    else { return nil }
    let words = completion.proposals[selected].words
    return localized("Press \(SearchPrompt.completionKey(app)) for “\(words)”.")
  }
}
