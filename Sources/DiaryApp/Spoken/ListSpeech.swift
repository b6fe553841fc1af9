import DiaryCore
import TerminalUI
import Words

extension KeyTable {
  /// A command as it is said: its first key, and what it does.
  func words(for command: Command) -> String? {
    bindings.first { $0.command == command }.map { "\($0.keys[0].name): \($0.help)" }
  }
}

extension AppState {
  var speechOfList: Speech {
    guard let total = entries.total else { return Speech(listTitle) }
    let title = "\(listTitle), \(CountWords.entries(total))"
    if let row = pinnedRow { return Speech(title, linesOfTop, selected: words(ofPinnedRow: row)) }
    guard let entry = entries.selectedEntry else {
      return Speech(
        title,
        [Command.new, .help, .back].compactMap { command in
          keys[.list].words(for: command) ?? keys[.everywhere].words(for: command)
        })
    }
    return Speech(
      title, linesOfTop, selected: Self.place(words(forFound: entry), entries.selected, of: total))
  }

  /// What stands above the entries: earlier years' days like this one, and what is pinned.
  private var linesOfTop: [String] {
    guard found == nil else { return [] }
    let pinned = pinned.count > 0 ? PinnedStripView.words(pinned.count) : nil
    return [returning?.spoken, pinned].compactMap(\.self)
  }

  private func words(ofPinnedRow row: Int) -> String {
    let rows = pinnedRows
    let words =
      selectedEntry.map(Self.words) ?? localized("… \(CountWords.grouped(rows.others)) more")
    return "\(localized("Pinned")): \(Self.place(words, row, of: rows.count))"
  }

  /// An entry with the line that says what was looked for.
  private func words(forFound entry: Entry) -> String {
    let line = match(of: entry)?.line?.shown(columns: Self.longestLine)
    return [Self.words(for: entry), line.map { String($0.characters) }].compactMap(\.self)
      .joined(separator: ": ")
  }

  /// In columns: around what was looked for.
  private static var longestLine: Int { 100 }

  func speech(of search: SearchState) -> Speech {
    let found = search.found.entries
    var selected: String?
    if let entry = found.selectedEntry {
      selected = Self.place(words(forFound: entry), found.selected, of: found.count)
    } else if search.found.isAnswered, !search.field.text.isBlank {
      selected = localized("No results.")
    }
    return Speech(
      localized("Search"), [proposal(in: search), search.words(today: now.day)].compactMap(\.self),
      selected: selected,
      field: .init(
        localized("Search"), search.field.text, caret: search.field.charactersBeforeCaret))
  }

  /// What the key of completion writes.
  private func proposal(in search: SearchState) -> String? {
    guard let completion = search.completion, completion.isShown,
      let selected = completion.selected
    else { return nil }
    let words = completion.proposals[selected].words
    return localized("Press \(SearchPrompt.completionKey(self)) for “\(words)”.")
  }

  func speech(of trash: TrashState) -> Speech {
    guard let entries = trash.entries else { return Speech(localized("Trash")) }
    let title = localized("Trash, \(CountWords.entries(entries.count))")
    guard let entry = trash.selectedEntry else {
      return Speech(
        title, [localized("The trash is empty. Deleted entries stay here until you empty it.")])
    }
    return Speech(
      title, selected: Self.place(Self.words(for: entry), trash.choice.selected, of: entries.count))
  }

  /// An entry as one line: its date and title, its pin, star, photos and tags.
  static func words(for entry: Entry) -> String {
    var parts = [DateWords.long(entry.date.day), entry.displayTitle]
    if entry.details.isPinned { parts.append(localized("Pinned")) }
    if entry.details.isStarred { parts.append(localized("Star")) }
    if !entry.photos.isEmpty { parts.append(CountWords.photos(entry.photos.count)) }
    let tags = EntryWords.tags(of: entry)
    if !tags.isEmpty { parts.append(tags.map { "#\($0)" }.joined(separator: " ")) }
    return parts.joined(separator: ", ")
  }
}
