import DiaryCore
import TerminalUI
import Words

/// Something that must be read before going on: what failed, and what to do; or what was made.
package struct NoticeState: Sendable {
  let title: String
  let lines: [String]
  /// The entry whose versions the list's key for them shows from here.
  var versions: Entry?
  /// A page that the viewer's key for another program opens from here.
  var page: String?
  var scroll = ScrollPosition()
}

extension NoticeState {
  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    if let versions, app.keys[.list].command(for: key) == .versions {
      app.screens.pop()
      VersionsState.open(of: versions, in: &app)
      return []
    }
    if let page, app.keys[.viewer].command(for: key) == .openOutside {
      app.screens.pop()
      return [.openAddress(page)]
    }
    guard let command = command(for: key, in: app) else { return [] }
    let layout = NoticeView.layout(self, app.size)
    switch command {
    case .accept, .back: app.screens.pop()
    case .pageDown where key == .character(" ") && !NoticeView.scrolls(self, app.size):
      app.screens.pop()
    default:
      guard scroll.handle(command, content: layout.rows.count, height: layout.height) else {
        return app.updateEverywhere(command)
      }
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    NoticeView.scroll(&self, by: mouse.action.wheelRows, app.size)
    let button = NoticeView.box(self, app).button(at: mouse.point, in: Rect(app.size))
    if mouse.action == .press, button != nil { app.screens.pop() }
    return []
  }
}

enum NoticeView {
  /// Of a box: its border, the title, the button and the blank rows between them.
  private static let frameRows = 6

  /// The rows of what it says, and how many of them are in view.
  static func layout(_ notice: NoticeState, _ size: Size) -> (rows: [String], height: Int) {
    let columns = DialogBox.textColumns(on: size.columns)
    let rows = notice.lines.flatMap { line in
      LineWrapping.rows(ofText: line.printable, columns: columns).map(\.trimmedEnd)
    }
    // A small screen is used to its edges.
    let room = max(2, size.rows - frameRows - (size.rows > 16 ? 2 : 0))
    // The last row is for the sign that there are more.
    return (rows, rows.count > room ? room - 1 : rows.count)
  }

  static func scrolls(_ notice: NoticeState, _ size: Size) -> Bool {
    let layout = layout(notice, size)
    return layout.rows.count > layout.height
  }

  static func scroll(_ notice: inout NoticeState, by rows: Int, _ size: Size) {
    let layout = layout(notice, size)
    notice.scroll.move(by: rows, content: layout.rows.count, height: layout.height)
  }

  static func draw(_ notice: NoticeState, _ state: AppState, in grid: inout Grid) {
    var styles = state.theme.dialog
    styles.title = state.theme.warning
    let inner = box(notice, state).draw(in: &grid, grid.bounds, styles)
    let layout = layout(notice, state.size)
    let sign = notice.scroll.sign(content: layout.rows.count, height: layout.height)
    grid.draw(trailing: sign, in: inner.line(2 + layout.height), state.theme.dim)
  }

  static func box(_ notice: NoticeState, _ state: AppState) -> DialogBox {
    let layout = layout(notice, state.size)
    let shown = layout.rows.dropFirst(notice.scroll.top).prefix(layout.height)
    return DialogBox(
      title: notice.title, body: shown + (scrolls(notice, state.size) ? [""] : []),
      buttons: [.init(localized("OK"))])
  }
}
