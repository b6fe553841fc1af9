import DiaryCore
import Localization

extension Effect {
  static func loadComments(on entry: Entry) -> Effect {
    .read(entry.id) { service async throws(DiaryError) in
      let comments = try await service.comments(on: entry.id)
      return comments.isEmpty
        ? .none
        : ShownComments(
          comments, by: try await service.authors(),
          own: try await service.knownIdentity(for: entry)?.id)
    } then: { (state, comments: ShownComments) in
      state.screens.update(ReaderState.self) { [context = state.context] in
        if $0.entry.id == entry.id { $0.take(comments, in: context) }
      }
    } failed: { state, error in
      state.screens.update(ReaderState.self) { if $0.entry.id == entry.id { $0.reading.end() } }
      state.context.showError(error)
    }
  }

  static func comment(_ text: String, on entry: Entry) -> Effect {
    .write(text, entry.id) { context async throws(DiaryError) in
      let comment = try await context.service.comment(text, on: entry.id)
      return .commentSaved(
        CommentChange(of: comment, from: nil, to: comment.text),
        localized("Commented on \(TitleWords.quoted(entry))."))
    } failed: {
      .commentNotSaved($0)
    }
  }

  static func change(_ comment: EntryComment, to text: String) -> Effect {
    .write(comment, text) { context async throws(DiaryError) in
      let changed = try await context.service.change(comment, to: text)
      return .commentSaved(
        CommentChange(of: changed, from: comment.text, to: changed.text),
        localized("Saved your comment."))
    } failed: {
      .commentNotSaved($0)
    }
  }

  /// `undoKey` brings it back.
  static func remove(_ comment: EntryComment, undoKey: String? = nil) -> Effect {
    .write(comment) { context async throws(DiaryError) in
      try await context.service.remove(comment)
      return .commentSaved(
        CommentChange(of: comment, from: comment.text, to: nil),
        undoKey.map { localized("Removed your comment. Press \($0) to undo.") }
          ?? localized("Removed your comment."))
    } failed: {
      .commentNotSaved($0)
    }
  }
}

extension EffectContext {
  /// Takes what was done to a comment back, or does it again.
  nonisolated func carryOut(
    _ step: UndoStep, of change: CommentChange, _ direction: UndoStack.Direction
  ) async throws(DiaryError) -> Message {
    let next = direction == .undo ? change.inverse : change
    try await service.carryOut(next)
    let title = TitleWords.quoted(try await service.entry(change.comment.entry))
    return Message(change, direction) { state in
      state.undo.carriedOut(direction, inverse: step)
      state.commentsChanged(on: change.comment.entry, showing: change.comment.id)
      state.toast = AppState.words(of: direction, AppState.words(of: change, title))
    }
  }
}

extension AppState {
  fileprivate static func words(of change: CommentChange, _ title: String) -> String {
    if change.before == nil { return localized("commenting on \(title)") }
    return change.after == nil
      ? localized("removing the comment on \(title)")
      : localized("changing the comment on \(title)")
  }
}

extension Message {
  fileprivate static func commentSaved(_ change: CommentChange, _ words: String) -> Message {
    Message(change) { state in
      state.screens.removeAll(CommentState.self)
      if change.before != change.after { state.undo.record(UndoStep(change)) }
      state.commentsChanged(on: change.comment.entry, showing: change.comment.id)
      state.toast = words
    }
  }

  /// What was typed stays in its dialog.
  fileprivate static func commentNotSaved(_ error: DiaryError) -> Message {
    Message(error) { state in
      state.screens.update(CommentState.self) { $0.isSaving = false }
      state.context.showError(error)
    }
  }
}

extension AppState {
  /// Has what is said under an entry read anew, where it is shown; a comment of it then comes into view.
  mutating func commentsChanged(on entry: ID<Entry>, showing comment: ID<EntryComment>? = nil) {
    screens.update(ReaderState.self) {
      guard $0.entry.id == entry else { return }
      ($0.reading, $0.writtenComment) = (.due, comment)
    }
    // Entries are found by what is said under them, too.
    context.changeFound { if $0.predicate?.phrases.isEmpty == false { $0.refresh() } }
  }
}
