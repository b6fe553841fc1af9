import DiaryCore
import Localization

extension Effect {
  static func loadComments(on id: ID<Entry>) -> Effect {
    .read(id) { service async throws(DiaryError) in
      let comments = try await service.comments(on: id)
      return comments.isEmpty
        ? .none : ShownComments(comments, by: try await service.authors())
    } then: { (state, comments: ShownComments) in
      state.screens.update(ReaderState.self) { if $0.entry.id == id { $0.take(comments) } }
    } failed: { state, error in
      state.screens.update(ReaderState.self) { if $0.entry.id == id { $0.reading.end() } }
      state.context.showError(error)
    }
  }

  static func comment(_ text: String, on entry: Entry) -> Effect {
    .write(text, entry.id) { context async throws(DiaryError) in
      try await context.service.comment(text, on: entry.id)
      return .commentSaved(
        on: entry.id, localized("Commented on \(TitleWords.quoted(entry))."))
    } failed: {
      .commentNotSaved($0)
    }
  }

  static func change(_ comment: EntryComment, to text: String) -> Effect {
    .write(comment, text) { context async throws(DiaryError) in
      try await context.service.change(comment, to: text)
      return .commentSaved(on: comment.entry, localized("Saved your comment."))
    } failed: {
      .commentNotSaved($0)
    }
  }

  static func remove(_ comment: EntryComment) -> Effect {
    .write(comment) { context async throws(DiaryError) in
      try await context.service.remove(comment)
      return .commentSaved(on: comment.entry, localized("Removed your comment."))
    } failed: {
      .commentNotSaved($0)
    }
  }
}

extension Message {
  fileprivate static func commentSaved(on entry: ID<Entry>, _ words: String) -> Message {
    Message(entry) { state in
      state.screens.removeAll(CommentState.self)
      state.commentsChanged(on: entry)
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
  /// Has what is said under an entry read anew, where it is shown.
  mutating func commentsChanged(on entry: ID<Entry>) {
    screens.update(ReaderState.self) { if $0.entry.id == entry { $0.reading = .due } }
  }
}
