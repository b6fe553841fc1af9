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

extension AppState {
  mutating func showError(_ error: DiaryError) { showError(error.line) }

  mutating func showError(_ line: String) {
    screens.push(NoticeState(title: localized("Couldn't do that"), lines: [line]))
  }

  mutating func updateNotice(_ event: KeyEvent, _ notice: NoticeState) -> [Effect] {
    if let entry = notice.versions, keys[.list].command(for: event) == .versions {
      screens.pop()
      openVersions(of: entry)
      return []
    }
    if let page = notice.page, keys[.viewer].command(for: event) == .openOutside {
      screens.pop()
      return [.openAddress(page)]
    }
    let page = max(1, NoticeView.layout(notice, size).height - 1)
    switch keys[.notice].command(for: event) ?? keys[.everywhere].command(for: event) {
    case .accept, .back: screens.pop()
    case .down: scroll(notice, by: 1)
    case .up: scroll(notice, by: -1)
    case .pageDown where event == .character(" ") && !NoticeView.scrolls(notice, size):
      screens.pop()
    case .pageDown: scroll(notice, by: page)
    case .pageUp: scroll(notice, by: -page)
    case .some(let command): return updateEverywhere(command)
    case nil: break
    }
    return []
  }

  private mutating func scroll(_ notice: NoticeState, by rows: Int) {
    var notice = notice
    NoticeView.scroll(&notice, by: rows, size)
    screens.replaceFront(with: notice)
  }
}

extension AppState {
  mutating func clickNotice(_ mouse: MouseEvent, _ notice: NoticeState) -> [Effect] {
    switch mouse.action {
    case .scrollUp: scroll(notice, by: -3)
    case .scrollDown: scroll(notice, by: 3)
    case .press:
      let button = NoticeView.box(notice, self).button(at: mouse.point, in: Rect(size))
      if button != nil { screens.pop() }
    case .doublePress, .triplePress, .drag, .release: break
    }
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
