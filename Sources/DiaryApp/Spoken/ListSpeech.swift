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
    guard let entry = entries.selectedEntry else {
      return Speech(
        title,
        [Command.new, .help, .back].compactMap { command in
          keys.list.words(for: command) ?? keys.everywhere.words(for: command)
        })
    }
    return Speech(title, selected: Self.place(Self.words(for: entry), entries.selected, of: total))
  }

  func speech(of search: SearchState) -> Speech {
    let found = search.found.entries
    var selected: String?
    if let entry = found.selectedEntry {
      selected = Self.place(Self.words(for: entry), found.selected, of: found.count)
    } else if search.found.isAnswered, !search.field.text.isBlank {
      selected = localized("Nothing was found.")
    }
    return Speech(
      localized("Search"), selected: selected,
      field: .init(
        localized("Search"), search.field.text, caret: search.field.charactersBeforeCaret))
  }

  func speech(of trash: TrashState) -> Speech {
    guard let entries = trash.entries else { return Speech(localized("Trash")) }
    let title = localized("Trash, \(CountWords.entries(entries.count))")
    guard let entry = trash.selectedEntry else {
      return Speech(
        title, [localized("The trash is empty. What you delete waits here until you empty it.")])
    }
    return Speech(
      title, selected: Self.place(Self.words(for: entry), trash.choice.selected, of: entries.count))
  }

  /// An entry as one line: its date and title, its star, photos and tags.
  static func words(for entry: Entry) -> String {
    var parts = [DateWords.long(entry.date.day), entry.displayTitle]
    if entry.details.isStarred { parts.append(localized("Star")) }
    if !entry.photos.isEmpty { parts.append(CountWords.photos(entry.photos.count)) }
    let tags = EntryWords.tags(of: entry)
    if !tags.isEmpty { parts.append(tags.map { "#\($0)" }.joined(separator: " ")) }
    return parts.joined(separator: ", ")
  }
}
