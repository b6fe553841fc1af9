import DiaryCore
import TerminalUI
import Words

/// A name being typed: of a journal, or of a tag.
package struct NameState: Sendable {
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
    case .addJournal, .journalToMove, .journalOfEditor: localized("A new journal")
    case .renameJournal(let journal):
      localized("Another name for “\(TitleWords.journal(journal.name))”")
    case .renameTag(let tag): localized("Another name for #\(tag.name.printable)")
    }
  }

  fileprivate var lines: [String] {
    switch purpose {
    case .renameTag(let tag):
      [localized("In \(CountWords.entries(tag.count)), in their text too."), ""]
    case .renameJournal(let journal):
      journal.count.map { [localized("\(CountWords.entries($0)) come along."), ""] } ?? []
    default: []
    }
  }
}

extension AppState {
  mutating func updateName(_ event: KeyEvent, _ dialog: NameState) -> [Effect] {
    let command = keys.line.command(for: event)
    switch command ?? keys.everywhere.command(for: event) {
    case .cancel: layers.removeLast()
    case .accept:
      do throws(DiaryError) {
        return try take(dialog)
      } catch {
        // It stays here to be mended.
        toast = error.line
      }
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help where command == .help: return updateEverywhere(.help)
    default:
      var dialog = dialog
      if type(event, into: &dialog.field) { layers[layers.count - 1] = .name(dialog) }
    }
    return []
  }

  private mutating func take(_ dialog: NameState) throws(DiaryError) -> [Effect] {
    let text = dialog.field.text
    if case .renameTag(let tag) = dialog.purpose {
      let name = try DiaryService.tagName(text)
      layers.removeLast()
      return rename(tag, to: name)
    }
    let name = try DiaryService.journalName(text)
    let known = journals.first { $0.name.isSameName(as: name) }
    switch dialog.purpose {
    case .addJournal:
      if let known { throw .journalExists(known.name) }
      layers.removeLast()
      return [.changeJournals(.add(name, nil))]
    case .renameJournal(let journal):
      if let known, known.name != journal.name { throw .journalExists(known.name) }
      layers.removeLast()
      return name.isExactly(journal.name)
        ? [] : [.changeJournals(.rename(journal.name, to: name))]
    case .journalToMove(let ids):
      layers.removeLast()
      return move(ids, to: known?.name ?? name)
    case .journalOfEditor:
      layers.removeLast()
      return takeIntoEditor(journal: known?.name ?? name)
    case .renameTag: return []
    }
  }
}

enum NameView {
  static func draw(_ dialog: NameState, _ state: AppState, in grid: inout Grid) -> Point? {
    let box = DialogBox(
      title: dialog.title,
      body: ["", ""] + dialog.lines + [state.keys.line.keepingWords])
    let inner = box.draw(in: &grid, grid.bounds, state.theme.dialog)
    return dialog.field.draw(in: &grid, inner.line(2), state.theme.accent)
  }
}
