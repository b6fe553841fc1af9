import DiaryCore
import TerminalUI
import Words

extension AppState {
  func speech(of list: TagListState) -> Speech {
    guard let tags = list.tags else { return Speech(localized("Tags")) }
    let selected = list.selected.map { tag in
      Self.place(
        "#\(tag.name), \(CountWords.entries(tag.count))", list.choice.selected,
        of: list.shown.count)
    }
    let title = "\(localized("Tags")), \(CountWords.tags(tags.count))"
    guard list.isFiltering else { return Speech(title, selected: selected) }
    return Speech(
      title, selected: selected,
      field: .init(
        localized("Search"), list.filter.text, caret: list.filter.charactersBeforeCaret))
  }

  func speech(of screen: JournalsState) -> Speech {
    guard screen.isCounted else { return Speech(localized("Journals")) }
    let journal = journal(at: screen.choice.selected)
    let name = journal.map { TitleWords.journal($0.name) } ?? localized("All entries")
    let count = journal?.count ?? journals.compactMap(\.count).reduce(0, +)
    let color = journal?.color.map { ", \($0.words)" } ?? ""
    return Speech(
      "\(localized("Journals")), \(CountWords.journals(journals.count))",
      selected: Self.place(
        "\(name), \(CountWords.entries(count))\(color)", screen.choice.selected,
        of: journals.count + 1))
  }

  func speech(of palette: PaletteState) -> Speech {
    Speech(
      localized("Commands"),
      selected: palette.selected.map {
        let words = [$0.words, $0.keys].filter { !$0.isEmpty }.joined(separator: ", ")
        return Self.place(words, palette.choice.selected, of: palette.shown.count)
      },
      field: .init(
        localized("Search"), palette.field.text, caret: palette.field.charactersBeforeCaret))
  }

  func speech(of dialog: JournalChoice) -> Speech {
    Speech(
      dialog.title,
      selected: dialog.selected.map {
        Self.place(dialog.words($0), dialog.choice.selected, of: dialog.options.count)
      })
  }
}
