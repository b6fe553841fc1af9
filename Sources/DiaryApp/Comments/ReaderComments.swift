import DiaryCore
import Localization
import TerminalUI

// What is said under the entry that is read.
extension ReaderState {
  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    guard reading.begin() else { return findFirst(in: &app) }
    return [.loadComments(on: entry)] + (app.tellsNews ? [.markRead(entry.id)] : [])
      + findFirst(in: &app)
  }

  /// Brings a comment into view that was written just now.
  mutating func take(_ comments: ShownComments, in app: ScreenContext) {
    reading.end()
    document.comments = comments
    // It may be in what only now is known to be said.
    if find?.match == nil { find?.isFirstDue = true }
    defer { writtenComment = nil }
    let body = Self.body(app.size)
    guard let index = comments.items.firstIndex(where: { $0.comment.id == writtenComment }),
      let rows = document.rows(ofComment: index, entry, body, app)
    else { return }
    scroll.reveal(rows, content: document.rowCount, height: body.rows)
  }

  /// The comment that Tab has come to.
  var focusedComment: ShownComments.Item? {
    guard case .comment(let index) = target else { return nil }
    return document.comments.items.element(at: index)
  }

  func comment(in app: inout ScreenContext) {
    if !app.isInTrash(entry), app.mayWrite(beside: entry) { app.push(CommentState(on: entry)) }
  }

  /// Opens a comment, to be changed, if it is one's own.
  func change(_ item: ShownComments.Item, in app: inout ScreenContext) {
    if !app.isInTrash(entry), isOwn(item, in: &app) {
      app.push(CommentState(changing: item.comment))
    }
  }

  func askToRemove(_ item: ShownComments.Item, in app: inout ScreenContext) {
    if isOwn(item, in: &app) { app.push(ConfirmState.remove(item.comment)) }
  }

  /// Whether the person may change a comment; if not, that is said.
  private func isOwn(_ item: ShownComments.Item, in app: inout ScreenContext) -> Bool {
    guard app.mayWrite(beside: entry) else { return false }
    if !item.isOwn { app.showError(.notTheCommenter) }
    return item.isOwn
  }
}
