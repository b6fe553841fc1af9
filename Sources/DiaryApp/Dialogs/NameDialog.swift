import DiaryCore
import Localization
import TerminalUI

/// A name being typed: of a journal, or of a tag.
struct NameState: LineDialog {
  enum Purpose: Sendable {
    case addJournal
    case renameJournal(Journal)
    /// That entries are moved to; it need not be there yet.
    case journalToMove([ID<Entry>])
    case journalOfEditor
    case renameTag(TagTally)
  }

  let purpose: Purpose
  var field: TextField

  init(_ purpose: Purpose) {
    self.purpose = purpose
    field =
      switch purpose {
      case .addJournal, .journalToMove, .journalOfEditor: TextField()
      case .renameJournal(let journal): TextField(journal.name)
      case .renameTag(let tag): TextField(tag.name)
      }
  }

  var title: String {
    switch purpose {
    case .addJournal, .journalToMove, .journalOfEditor: localized("New journal")
    case .renameJournal(let journal):
      localized("New name for “\(TitleWords.journal(journal.name))”")
    case .renameTag(let tag): localized("New name for #\(tag.name.printable)")
    }
  }

  var label: String { localized("Name") }

  func lines(_ keys: KeyTable) -> [String] {
    let consequence: String? =
      switch purpose {
      case .renameTag(let tag):
        localized("In \(CountWords.entries(tag.count)), including their text.")
      case .renameJournal(let journal):
        journal.count.map { count in
          guard count > 0 else { return localized("It has no entries.") }
          return localized("\(CountWords.entries(count)) will move along.")
        }
      case .addJournal, .journalToMove, .journalOfEditor: nil
      }
    return (consequence.map { [$0, ""] } ?? []) + [keys.keepingWords]
  }
}

extension NameState {
  func accept(in app: inout ScreenContext) throws(DiaryError) -> [Effect] {
    let text = field.text
    if case .renameTag(let tag) = purpose {
      let name = try DiaryService.tagName(text)
      app.pop()
      return TagListState.rename(tag, to: name, in: &app)
    }
    let name = try DiaryService.journalName(text)
    let known = app.journals.first { $0.name.isSameName(as: name) }
    switch purpose {
    case .addJournal:
      if let known { throw .journalExists(known.name) }
      app.pop()
      return [.changeJournals(.add(name, nil))]
    case .renameJournal(let journal):
      if let known, known.name != journal.name { throw .journalExists(known.name) }
      app.pop()
      return name.isExactly(journal.name)
        ? [] : [.changeJournals(.rename(journal.name, to: name))]
    case .journalToMove(let ids):
      app.pop()
      return app.move(ids, to: known?.name ?? name)
    case .journalOfEditor:
      app.pop()
      let journal = known?.name ?? name
      return [.changeEditor { editor in editor.change { $0.journal = journal } }]
    case .renameTag: return []
    }
  }
}
