import DiaryCore
import TerminalUI
import Words

/// The author's display name being edited.
package struct AuthorNameState: Sendable {
  var field: TextField

  init(_ author: Author) { field = TextField(author.name) }
}

extension AppState {
  mutating func updateAuthorName(_ event: KeyEvent, _ dialog: AuthorNameState) -> [Effect] {
    let command = keys.line.command(for: event)
    switch command ?? keys.everywhere.command(for: event) {
    case .cancel: layers.removeLast()
    case .accept:
      // A name that can't be taken is said, and stays here to be mended.
      return [.renameAuthor(dialog.field.text)]
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help where command == .help: return updateEverywhere(.help)
    default:
      var dialog = dialog
      if type(event, into: &dialog.field) { layers[layers.count - 1] = .authorName(dialog) }
    }
    return []
  }

  mutating func authorRenamed(_ status: DiaryStatus) {
    layers.removeAll { if case .authorName = $0 { true } else { false } }
    statusLoaded(status)
    if let author = status.author {
      toast = localized("The author's name is now “\(author.name)”.")
    }
  }
}

enum AuthorNameView {
  static func draw(_ dialog: AuthorNameState, _ state: AppState, in grid: inout Grid) -> Point? {
    let box = DialogBox(
      title: localized("The author's name"),
      body: ["", "", state.keys.line.keepingWords])
    let inner = box.draw(in: &grid, grid.bounds, state.theme.dialog)
    return dialog.field.draw(in: &grid, inner.line(2), state.theme.accent)
  }
}
