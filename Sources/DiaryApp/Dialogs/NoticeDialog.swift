import DiaryCore
import Localization
import TerminalUI

/// Something that must be read before going on: what failed, and what to do; or what was made.
package struct NoticeState: Sendable {
  let title: String
  let lines: [String]
  /// The entry whose versions the list's key for them shows from here.
  var versions: Entry?
  /// A page that the viewer's key for another program opens from here.
  var page: String?
  /// The dialog that follows once it is read.
  var next: (any Screen)?
  var scroll = ScrollPosition()
}

extension NoticeState: ScrolledScreen {
  package var coversScreen: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.notice]] }

  package func dialogHints(in app: ScreenContext) -> [Binding] {
    scrolls(app.size)
      ? app.keys[.notice].bindings : app.keys[.notice].without([.down]).bindings
  }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    if let versions, app.keys[.list].command(for: key) == .versions {
      app.pop()
      return [.openVersions(of: versions)]
    }
    if let page, app.keys[.viewer].command(for: key) == .openOutside {
      app.pop()
      return [.openAddress(page)]
    }
    let command = command(for: key, in: app)
    if command == .accept || key == .character(" ") && command == .pageDown && !scrolls(app.size) {
      close(in: &app)
      return []
    }
    return command.map { carryOut($0, in: &app) } ?? []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    scroll(by: mouse.action.wheelRows, in: app)
    let button = box(app).button(at: mouse.point, in: Rect(app.size))
    if mouse.action == .press, button != nil { close(in: &app) }
    return []
  }

  private func close(in app: inout ScreenContext) {
    app.pop()
    if let next { app.push(next) }
  }

  func extent(in app: ScreenContext) -> (rows: Int, height: Int)? {
    let layout = layout(app.size)
    return (layout.rows.count, layout.height)
  }

  /// Of a box: its border, the title, the button and the blank rows between them.
  private static let frameRows = 6

  /// The rows of what it says, and how many of them are in view.
  func layout(_ size: Size) -> (rows: [String], height: Int) {
    let columns = DialogBox.textColumns(on: size.columns)
    let rows = lines.flatMap { line in
      LineWrapping.rows(ofText: line.printable, columns: columns).map(\.trimmedEnd)
    }
    // A small screen is used to its edges.
    let room = max(2, size.rows - Self.frameRows - (size.rows > 16 ? 2 : 0))
    // The last row is for the sign that there are more.
    return (rows, rows.count > room ? room - 1 : rows.count)
  }

  func scrolls(_ size: Size) -> Bool {
    let layout = layout(size)
    return layout.rows.count > layout.height
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    var styles = app.theme.dialog
    styles.title = app.theme.warning
    let inner = box(app).draw(in: &grid, grid.bounds, styles)
    let layout = layout(app.size)
    let sign = scroll.sign(content: layout.rows.count, height: layout.height)
    grid.draw(trailing: sign, in: inner.line(2 + layout.height), app.theme.dim)
    return nil
  }

  func box(_ app: ScreenContext) -> DialogBox {
    let layout = layout(app.size)
    let shown = layout.rows.dropFirst(scroll.top).prefix(layout.height)
    return DialogBox(
      title: title, body: shown + (scrolls(app.size) ? [""] : []),
      buttons: [.init(localized("OK"))])
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText { AccessibleText(box(app)) }
}
