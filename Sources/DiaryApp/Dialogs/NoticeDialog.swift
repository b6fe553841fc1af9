import DiaryCore
import TerminalUI
import Words

/// Something that must be read before going on: what failed, and what to do.
package struct NoticeState: Sendable {
  let title: String
  let lines: [String]
  /// The entry whose versions the list's key for them shows from here.
  var versions: Entry?
}

extension AppState {
  mutating func showError(_ error: DiaryError) {
    layers.append(.notice(NoticeState(title: localized("That did not work"), lines: [error.line])))
  }

  mutating func updateNotice(_ event: KeyEvent, _ notice: NoticeState) -> [Effect] {
    if let entry = notice.versions, keys.list.command(for: event) == .versions {
      layers.removeLast()
      openVersions(of: entry)
      return []
    }
    switch keys.dialogCommand(for: event) {
    case .accept, .no: layers.removeLast()
    case nil where event == .character(" "): layers.removeLast()
    case .some(let command): return updateEverywhere(command)
    case nil: break
    }
    return []
  }
}

extension AppState {
  mutating func clickNotice(_ mouse: MouseEvent, _ notice: NoticeState) -> [Effect] {
    let button = NoticeView.box(notice, self).button(at: mouse.point, in: Rect(size))
    if mouse.action == .press, button != nil { layers.removeLast() }
    return []
  }
}

enum NoticeView {
  static func draw(_ notice: NoticeState, _ state: AppState, in grid: inout Grid) {
    var styles = state.theme.dialog
    styles.title = state.theme.warning
    box(notice, state).draw(in: &grid, grid.bounds, styles)
  }

  static func box(_ notice: NoticeState, _ state: AppState) -> DialogBox {
    // A list of problems may be longer than the screen; the first ones say most.
    let most = max(1, state.size.rows - 8)
    var lines = Array(notice.lines.prefix(most))
    if notice.lines.count > most {
      lines.append(localized("and \(notice.lines.count - most) more"))
    }
    return DialogBox(title: notice.title, body: lines, buttons: [.init(localized("OK"))])
  }
}
