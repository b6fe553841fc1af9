import DiaryCore
import Localization
import TerminalUI

/// The tags of one entry, or what is to be changed of those of many.
struct TagsState: LineDialog {
  let entries: [ID<Entry>]
  var field: TextField
  /// Those of the one entry; `nil` where several entries have different ones.
  let before: [String]?
  let title: String
  /// How many of them aren't in what the list shows.
  let hidden: Int

  init(_ entries: [ID<Entry>], hidden: Int) {
    self.entries = entries
    self.hidden = hidden
    before = nil
    title = localized("Tags of \(CountWords.entries(entries.count))")
    field = TextField()
  }

  init(_ entry: Entry) {
    entries = [entry.id]
    hidden = 0
    before = entry.tags
    title = localized("Tags of \(TitleWords.quoted(entry))")
    field = TextField(TagsText.text(of: entry.tags))
    if !entry.tags.isEmpty { field.insert(" ") }
  }

  var label: String { localized("Tags") }

  func lines(_ keys: KeyTable) -> [String] {
    (BulkWords.hidden(hidden).map { [$0, ""] } ?? []) + [
      before == nil ? localized("#walk adds the tag, -walk removes it.") : "",
      keys.keepingWords,
    ]
  }

  func accept(in app: inout ScreenContext) -> [Effect] {
    app.pop()
    return edit.map { [.change(.ids(entries), .edit($0))] } ?? []
  }

  /// What is typed as a change; `nil` if it changes nothing.
  private var edit: EntryEdit? {
    var adding: [String]
    var removing: [String]
    if let before {
      let typed = TagsText.tags(in: field.text)
      adding = typed.filter { !before.contains($0) }
      removing = before.filter { !typed.contains($0) }
    } else {
      let changes = TagsText.changes(in: field.text).map { (TagsText.name($0.tag), $0.isRemoved) }
        .filter { !$0.0.isEmpty }
      adding = changes.filter { !$0.1 }.map(\.0)
      removing = changes.filter(\.1).map(\.0)
    }
    return adding.isEmpty && removing.isEmpty ? nil : .tags(adding: adding, removing: removing)
  }
}
