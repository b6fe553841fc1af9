import DiaryCore
import TerminalUI
import Text

// The comments below the entry.
extension ReaderState {
  package mutating func requests(in app: inout AppState) -> [Effect] {
    let entry = entry
    let reading = comments.need(entry.id, in: &app) { .loadComments(on: entry, requestID: $1) }
    return reading + (!reading.isEmpty && app.supportsNews ? [.markRead(entry.id)] : [])
      + backlinks.need(entry.id, in: &app) { .loadBacklinks(to: entry, requestID: $1) }
      + findFirst(in: &app)
  }

  /// Shows the comments that were read, and scrolls to the one that was just written.
  mutating func receive(_ comments: ShownComments, _ requestID: Int, in app: AppState) {
    guard self.comments.receive(comments, requestID) else { return }
    document.comments = comments
    // A match may be in the comments that have just arrived.
    if find?.match == nil { find?.isFirstDue = true }
    defer { writtenComment = nil }
    let body = Self.body(app.size)
    guard let index = comments.items.firstIndex(where: { $0.comment.id == writtenComment }),
      let rows = document.rows(ofComment: index, entry, body, app)
    else { return }
    scroll.reveal(rows, content: document.rowCount, height: body.rows)
  }

  /// The comment that Tab has focused.
  var focusedComment: ShownComments.Item? {
    guard case .comment(let index) = target else { return nil }
    return document.comments.items.element(at: index)
  }

  func comment(in app: inout AppState) {
    if !app.isInTrash(entry), app.mayWrite(beside: entry) { app.push(CommentState(on: entry)) }
  }

  /// Opens a comment for editing if the user wrote it.
  func change(_ item: ShownComments.Item, in app: inout AppState) {
    if !app.isInTrash(entry), checkEditable(item, in: &app) {
      app.push(CommentState(changing: item.comment))
    }
  }

  func askToRemove(_ item: ShownComments.Item, in app: inout AppState) {
    if checkEditable(item, in: &app) { app.push(ConfirmState.remove(item.comment)) }
  }

  /// Returns `true` if the user may change a comment, or else shows the reason.
  private func checkEditable(_ item: ShownComments.Item, in app: inout AppState) -> Bool {
    guard app.mayWrite(beside: entry) else { return false }
    if !item.isByUser { app.showError(.notTheCommenter) }
    return item.isByUser
  }
}

// MARK: - ShownComments

/// The comments shown below an entry.
struct ShownComments: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    let comment: EntryComment
    /// The author's name.
    let name: String
    /// `true` if the user wrote it.
    let isByUser: Bool
  }

  static let none = ShownComments([], by: [], own: nil)

  /// The comments, oldest first.
  let items: [Item]
  /// The number of earlier comments that aren't shown.
  let earlier: Int

  /// The most comments and bytes to show, so that laying them out doesn't delay keys.
  private static let (mostItems, maxBytes) = (100, 64 << 10)

  /// Creates the comments to show. `own` is the user's ID in the entry's diary.
  init(_ comments: [EntryComment], by authors: [Author], own: AuthorID?) {
    var rest = Self.maxBytes
    let shown = comments.reversed().prefix(Self.mostItems).prefix { comment in
      defer { rest -= comment.text.utf8.count }
      return rest > 0
    }
    earlier = comments.count - shown.count
    items = shown.reversed().map { comment in
      let name = authors.first { $0.id == comment.author }?.name
      return Item(
        comment: comment, name: (name ?? String(comment.author.description.prefix(8))).printable,
        isByUser: comment.author == own)
    }
  }
}

extension ShownComments.Item {
  /// Returns a line such as `Mina · 20 Nov 2026, 10:04 · edited`.
  func heading(_ local: (Timestamp) -> EntryDate) -> String {
    let date = local(comment.created)
    let words = "\(name) · \(DateText.short(date.day)), \(DateText.clock(date))"
    return comment.modified == comment.created
      ? words : words + " · " + localized(id: "comment.edited", "edited")
  }
}

// MARK: - CommentDialog

/// The dialog for writing a comment or changing one. It stays open until the comment is saved.
struct CommentState: LineDialog {
  enum Purpose: Sendable {
    case adding(Entry)
    case changing(EntryComment)
  }

  let purpose: Purpose
  var field: TextField
  var isSaving = false

  init(on entry: Entry) {
    (purpose, field) = (.adding(entry), TextField())
  }

  init(changing comment: EntryComment) {
    (purpose, field) = (.changing(comment), TextField(comment.text))
  }

  var title: String {
    switch purpose {
    case .adding(let entry): localized("Comment on \(TitleText.quoted(entry))")
    case .changing: localized("Change your comment")
    }
  }

  var label: String { localized("Comment") }

  func dialogHints(in app: AppState) -> [Binding] {
    app.keys[.line].savingHints(isSaving: isSaving)
  }

  mutating func accept(in app: inout AppState) throws -> [Effect] {
    guard !isSaving else { return [] }
    if field.text.isBlank { throw DiaryError.emptyComment }
    isSaving = true
    switch purpose {
    case .adding(let entry): return [.comment(field.text, on: entry)]
    case .changing(let comment): return [.change(comment, to: field.text)]
    }
  }
}

extension ConfirmState {
  /// Asks before removing a comment.
  static func remove(_ comment: EntryComment) -> Self {
    ConfirmState(title: localized("Remove your comment?")) { app in
      app.headline(comment.text.printable)
        + [localized("Others may have read it."), app.undoText]
    } act: { app in
      [.remove(comment, undoKey: app.undoKey)]
    }
  }
}

// MARK: - CommentEffects

extension Effect {
  static func loadComments(on entry: Entry, requestID: Int) -> Effect {
    .read(entry.id, requestID) { service in
      let comments = try await service.comments(on: entry.id)
      return comments.isEmpty
        ? .none
        : ShownComments(
          comments, by: try await service.authors(),
          own: try await service.existingAuthor(for: entry)?.id)
    } then: { (state, comments: ShownComments) in
      state.screens.update(ReaderState.self) { [context = state] in
        $0.receive(comments, requestID, in: context)
      }
    }
  }

  static func comment(_ text: String, on entry: Entry) -> Effect {
    .write(text, entry.id) { context in
      let comment = try await context.service.addComment(text, on: entry.id)
      return .commentSaved(
        CommentChange(of: comment, from: nil, to: comment.text),
        localized("Commented on \(TitleText.quoted(entry))."))
    } failed: {
      .commentNotSaved($0)
    }
  }

  static func change(_ comment: EntryComment, to text: String) -> Effect {
    .write(comment, text) { context in
      let changed = try await context.service.change(comment, to: text)
      return .commentSaved(
        CommentChange(of: changed, from: comment.text, to: changed.text),
        localized("Saved your comment."))
    } failed: {
      .commentNotSaved($0)
    }
  }

  /// Removes a comment. `undoKey` is the key that restores it.
  static func remove(_ comment: EntryComment, undoKey: String? = nil) -> Effect {
    .write(comment) { context in
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
  /// Undoes or redoes a change of a comment.
  ///
  /// - Throws: an error if the comment or the entry can't be read or written.
  nonisolated func apply(
    _ step: UndoStep, of change: CommentChange, _ direction: UndoStack.Direction
  ) async throws -> Message {
    let next = direction == .undo ? change.inverse : change
    try await service.apply(next)
    let title = TitleText.quoted(try await service.entry(change.comment.entry))
    return Message(change, direction) { state in
      state.undo.completed(direction, inverse: step)
      state.commentsChanged(on: change.comment.entry, showing: change.comment.id)
      state.toast = AppState.text(of: direction, AppState.text(of: change, title))
    }
  }
}

extension AppState {
  fileprivate static func text(of change: CommentChange, _ title: String) -> String {
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

  /// The dialog keeps the typed text.
  fileprivate static func commentNotSaved(_ error: DiaryError) -> Message {
    Message(error) { state in
      state.screens.update(CommentState.self) { $0.isSaving = false }
      state.showError(error)
    }
  }
}

extension AppState {
  /// Reads the comments of an entry again where they are shown, and scrolls to `comment`.
  mutating func commentsChanged(on entry: ID<Entry>, showing comment: ID<EntryComment>? = nil) {
    isShared = true
    screens.update(ReaderState.self) {
      guard $0.entry.id == entry else { return }
      $0.comments.reload()
      $0.writtenComment = comment
    }
    // Searches also find entries by their comments.
    changeFound { if $0.predicate?.phrases.isEmpty == false { $0.refresh() } }
  }
}
