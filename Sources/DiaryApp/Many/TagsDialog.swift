import DiaryCore
import TerminalUI
import Words

/// The tags of one entry, or what is to be changed of those of many.
package struct TagsState: Sendable {
  let entries: [ID<Entry>]
  var field: TextField
  /// Those of the one entry; `nil` where several entries have different ones.
  let before: [String]?

  init(_ entries: [ID<Entry>], tags: [String]? = nil) {
    self.entries = entries
    before = tags
    field = TextField(TagsText.text(of: tags ?? []))
    if tags?.isEmpty == false { field.insert(" ") }
  }

  /// What is typed as a change; `nil` if it changes nothing.
  var edit: EntryEdit? {
    var adding: [String] = []
    var removing: [String] = []
    for word in TagsText.tags(in: field.text) {
      let isRemoved = before == nil && word.hasPrefix("-")
      let name = String(word.drop { $0 == "#" || (isRemoved && $0 == "-") })
      guard !name.isEmpty else { continue }
      if isRemoved { removing.append(name) } else { adding.append(name) }
    }
    if let before { removing = before.filter { !adding.contains($0) } }
    adding.removeAll { before?.contains($0) == true }
    return adding.isEmpty && removing.isEmpty ? nil : .tags(adding: adding, removing: removing)
  }
}

extension AppState {
  mutating func updateTags(_ event: KeyEvent, _ dialog: TagsState) -> [Effect] {
    let command = keys.line.command(for: event)
    switch command ?? keys.everywhere.command(for: event) {
    case .cancel: layers.removeLast()
    case .accept:
      layers.removeLast()
      return dialog.edit.map { [.changeMany(.ids(dialog.entries), .edit($0))] } ?? []
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help where command == .help: return updateEverywhere(.help)
    default:
      var dialog = dialog
      if type(event, into: &dialog.field) { layers[layers.count - 1] = .tags(dialog) }
    }
    return []
  }
}

enum TagsView {
  static func draw(_ dialog: TagsState, _ state: AppState, in grid: inout Grid) -> Point? {
    let box = DialogBox(
      title: localized("Tags of \(CountWords.entries(dialog.entries.count))"),
      body: [
        "", "", dialog.before == nil ? localized("#walk adds the tag, -walk takes it away.") : "",
        state.keys.line.keepingAllWords,
      ])
    let inner = box.draw(in: &grid, grid.bounds, state.theme.dialog)
    return dialog.field.draw(in: &grid, inner.line(2), state.theme.accent)
  }
}
