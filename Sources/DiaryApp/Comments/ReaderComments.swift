import DiaryCore
import Localization
import TerminalUI

// What is said under the entry that is read.
extension ReaderState {
  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    guard reading.begin() else { return findFirst(in: &app) }
    return [.loadComments(on: entry.id)] + (app.news.isEmpty ? [] : [.markRead(entry.id)])
      + findFirst(in: &app)
  }

  mutating func take(_ comments: ShownComments) {
    reading.end()
    document.comments = comments
  }

  /// The comment that Tab has come to.
  var focusedComment: EntryComment? {
    guard case .comment(let index) = target else { return nil }
    return document.comments.items.element(at: index)?.comment
  }

  func comment(in app: inout ScreenContext) {
    if !app.isInTrash(entry), app.mayWrite() { app.push(CommentState(on: entry)) }
  }

  /// Opens a comment, to be changed, if it is one's own.
  func change(_ comment: EntryComment, in app: inout ScreenContext) {
    if !app.isInTrash(entry), app.isOwn(comment, on: entry) {
      app.push(CommentState(changing: comment))
    }
  }

  func askToRemove(_ comment: EntryComment, in app: inout ScreenContext) {
    if app.isOwn(comment, on: entry) { app.push(ConfirmState.remove(comment)) }
  }
}

extension ScreenContext {
  /// Whether the person may change a comment; if not, that is said.
  fileprivate mutating func isOwn(_ comment: EntryComment, on entry: Entry) -> Bool {
    guard mayWrite() else { return false }
    // Of several diaries, the one of the entry knows who writes there.
    guard let author, entry.origin == nil, comment.author != author else { return true }
    showError(.notTheCommenter)
    return false
  }
}
