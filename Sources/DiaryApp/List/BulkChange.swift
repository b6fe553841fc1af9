import DiaryCore
import TerminalUI
import Text

/// A change to many entries in one step.
package enum BulkChange: Hashable, Sendable {
  case add
  case importing
  case delete
  case restore
  case edit(EntryEdit)
  case journal(JournalEdit)

  var action: UndoStep.Action {
    switch self {
    case .delete: .delete
    case .add, .importing, .restore: .restore
    case .journal(.delete(_, .trash)): .delete
    case .edit, .journal: .rewrite
    }
  }
}

/// The entries that a change is made to.
package enum EntrySelection: Hashable, Sendable {
  /// A single entry by ID. The change fails if it isn't possible; with several entries, those are
  /// skipped.
  case one(ID<Entry>)
  case ids([ID<Entry>])
  /// All entries that match at the time of the change.
  case matching(EntryPredicate)
}

// MARK: - Marks

/// The entries that the user marked in the list to change all of them.
package struct Marks: Sendable {
  private(set) var ids: Set<ID<Entry>> = []
  /// The rank where an open range starts; `nil` if no range is open.
  var rangeStart: Int?
  /// The command to run on the marked entries once those of the range have been read.
  var waiting: Command?
  /// The request that reads a range.
  var requestID: Int?

  /// An open range includes the selected entry, so it is never empty.
  var isEmpty: Bool { ids.isEmpty && rangeStart == nil }

  func contains(_ id: ID<Entry>) -> Bool { ids.contains(id) }

  mutating func toggle(_ id: ID<Entry>) {
    if ids.remove(id) == nil { ids.insert(id) }
  }

  mutating func insert(_ more: some Sequence<ID<Entry>>) { ids.formUnion(more) }
  mutating func remove(_ id: ID<Entry>) { ids.remove(id) }

  /// Returns the ranks of the open range, up to the selection.
  func range(to selected: Int) -> ClosedRange<Int>? {
    rangeStart.map { min($0, selected)...max($0, selected) }
  }
}

// MARK: - EntryToggle

/// A property that one key adds to entries, or removes if all of them have it.
enum EntryToggle: Sendable {
  case star, pin

  init(_ command: Command) { self = command == .togglePin ? .pin : .star }

  /// The number of entries to read at a time. Reading ends at the first batch with an entry that
  /// doesn't have the property.
  private static let batch = 200

  func isSet(on entries: [Entry]) -> Bool {
    entries.allSatisfy { self == .pin ? $0.details.isPinned : $0.details.isStarred }
  }

  func edit(of entries: [Entry]) -> EntryEdit { edit(setting: !isSet(on: entries)) }

  /// Returns the edit for entries that have to be read first.
  ///
  /// - Throws: an error if the entries can't be read.
  func edit(of ids: [ID<Entry>], in diary: DiaryService) async throws -> EntryEdit {
    for start in stride(from: 0, to: ids.count, by: Self.batch) {
      let some = Array(ids[start..<min(ids.count, start + Self.batch)])
      guard isSet(on: try await diary.entries(ids: some)) else { return edit(setting: true) }
    }
    return edit(setting: false)
  }

  private func edit(setting: Bool) -> EntryEdit { self == .pin ? .pin(setting) : .star(setting) }
}

// MARK: - MarkEffects

extension Effect {
  /// Reads the IDs of the entries in a range of the list, to mark them.
  static func readIDs(offset: Int, limit: Int, requestID: Int) -> Effect {
    .read(offset, limit, requestID) { service in
      try await service.ids(EntryQuery(offset: offset, limit: limit))
    } thenPerform: { state, ids in
      guard state.marks.requestID == requestID else { return [] }
      state.marks.requestID = nil
      state.marks.insert(ids)
      defer { state.marks.waiting = nil }
      return state.marks.waiting.map { state.ask($0) } ?? []
    }
  }

  /// Reads if all of the marked entries have the property, then adds or removes it, unless other
  /// entries are marked by then.
  static func checkMarked(_ ids: [ID<Entry>], _ command: Command) -> Effect {
    .read(ids, command) { service in
      try await EntryToggle(command).edit(of: ids, in: service)
    } thenPerform: { state, edit in
      guard state.screens.isEmpty, state.marks.ids.sorted() == ids else { return [] }
      return state.ask(.edit(edit), ids)
    }
  }
}

// MARK: - BulkUpdate

extension Effect {
  static func change(_ entries: EntrySelection, _ change: BulkChange) -> Effect {
    .write(entries, change) { context in
      let service = context.service
      let ids: [ID<Entry>]
      switch entries {
      case .one(let id) where change == .delete: return try await context.deleted(id)
      case .one(let id) where change == .restore: return try await context.restored(id)
      case .one(let id): ids = [id]
      case .ids(let some): ids = some
      case .matching(let predicate): ids = try await service.ids(EntryQuery(predicate))
      }
      let made =
        switch change {
        case .delete: try await service.delete(many: ids)
        case .add, .importing, .restore: try await service.restore(many: ids)
        case .edit(let edit): try await service.edit(ids, edit)
        case .journal(let edit): try await service.change(edit).entries
        }
      return .changed(LocalChange(made, change, change.action))
    }
  }

  /// Changes journals and their entries.
  static func changeJournals(_ edit: JournalEdit) -> Effect {
    change(.ids([]), .journal(edit))
  }
}

extension EffectContext {
  /// Undoes or redoes a step of a bulk change. Changes made elsewhere in the meantime are kept,
  /// except in the fields that the step is about.
  ///
  /// - Throws: an error if the entries can't be read or written.
  nonisolated func apply(
    _ step: UndoStep, of change: BulkChange, _ direction: UndoStack.Direction
  ) async throws -> Message {
    let ids = step.parts.map(\.entry)
    let isImport = change == .importing
    let journals = step.journals
    let made =
      switch step.action {
      case .delete where isImport:
        try await service.rollBack(imported: ids, rewriting: step.rewritten, journals: journals)
      case .delete:
        try await service.delete(many: ids, rewriting: step.rewritten, journals: journals)
      case .restore:
        try await service.restore(
          many: ids, rewriting: step.rewritten, includingOtherAuthors: isImport, journals: journals)
      case .rewrite:
        try await service.patch(
          Dictionary(
            step.parts.compactMap { part in part.patch.map { (part.entry, $0) } },
            uniquingKeysWith: { $1 }), journals: journals)
      }
    return .changed(LocalChange(made, change, step.action, cause: direction))
  }
}

// MARK: - BulkQuestions

extension ConfirmState {
  static func delete(_ entry: Entry) -> Self {
    ConfirmState(
      title: localized("Delete this entry?"), repeated: .delete,
      effects: [.change(.one(entry.id), .delete)]
    ) { app in
      var details = DateText.long(entry.date.day)
      if !entry.photos.isEmpty { details += " · " + CountText.photos(entry.photos.count) }
      return [app.headline(entry.displayTitle)[0], details, "", trash(app)]
    }
  }

  /// Asks before changing entries. `hidden` is the number of them that the list doesn't show.
  static func change(_ ids: [ID<Entry>], _ change: BulkChange, hidden: Int) -> Self {
    ConfirmState(
      title: BulkChangeText.question(change, CountText.entries(ids.count)),
      repeated: change == .delete ? .delete : nil,
      effects: [.change(.ids(ids), change)]
    ) { app in
      (BulkChangeText.hidden(hidden).map { [$0, ""] } ?? [])
        + [change == .delete ? trashMany(app) : app.undoText]
    }
  }

  private static func trash(_ app: AppState) -> String {
    app.undoKey.map { localized("It will be moved to the trash. Press \($0) to undo.") }
      ?? localized("It will be moved to the trash.")
  }

  private static func trashMany(_ app: AppState) -> String {
    app.undoKey.map { localized("They will be moved to the trash. Press \($0) to undo.") }
      ?? localized("They will be moved to the trash.")
  }
}

// MARK: - TagsDialog

/// The dialog for the tags of one entry, or for adding and removing tags of several.
struct TagsState: LineDialog {
  let entries: [ID<Entry>]
  var field: TextField
  /// The tags of a single entry; `nil` for several entries.
  let before: [String]?
  let title: String
  /// The number of entries that the list doesn't show.
  let hidden: Int

  init(_ entries: [ID<Entry>], hidden: Int) {
    self.entries = entries
    self.hidden = hidden
    before = nil
    title = localized("Tags of \(CountText.entries(entries.count))")
    field = TextField()
  }

  init(_ entry: Entry) {
    entries = [entry.id]
    hidden = 0
    before = entry.tags
    title = localized("Tags of \(TitleText.quoted(entry))")
    field = TextField(TagsText.text(of: entry.tags) + (entry.tags.isEmpty ? "" : " "))
  }

  var label: String { localized("Tags") }

  var lines: [String] {
    [
      BulkChangeText.hidden(hidden),
      before == nil ? localized("#walk adds the tag, -walk removes it.") : nil,
    ].compactMap(\.self)
  }

  func accept(in app: inout AppState) -> [Effect] {
    app.pop()
    return edit.map { [.change(.ids(entries), .edit($0))] } ?? []
  }

  /// The change that the typed text makes; `nil` if there is none.
  private var edit: EntryEdit? {
    var adding: [String]
    var removing: [String]
    if let before {
      let typed = TagsText.tags(in: field.text)
      adding = typed.filter { !before.contains($0) }
      removing = before.filter { !typed.contains($0) }
    } else {
      let changes = TagsText.changes(in: field.text).map { (TagsText.name($0.tag), $0.isRemoved) }
        .filter { !$0.0.isEmpty }
      adding = changes.filter { !$0.1 }.map(\.0)
      removing = changes.filter(\.1).map(\.0)
    }
    return adding.isEmpty && removing.isEmpty ? nil : .tags(adding: adding, removing: removing)
  }
}

// MARK: - BulkWords

/// Texts about bulk changes.
package enum BulkChangeText {
  /// Returns the title of the question before a change.
  static func question(_ change: BulkChange, _ count: String) -> String {
    switch change {
    case .delete: localized("Delete \(count)?")
    case .edit(.star(true)): localized("Star \(count)?")
    case .edit(.star(false)): localized("Unstar \(count)?")
    case .edit(.pin(true)): localized("Pin \(count)?")
    case .edit(.pin(false)): localized("Unpin \(count)?")
    case .edit(.move(let journal)):
      localized("Move \(count) to \(TitleText.shortJournal(journal))?")
    case .add, .importing, .restore, .edit, .journal: localized("Change them all?")
    }
  }

  /// Returns a text about entries that the list doesn't show; `nil` if there are none.
  static func hidden(_ entries: Int) -> String? {
    guard entries > 0 else { return nil }
    return localized(
      counting: entries, one: "1 of them isn't shown here.",
      other: "\(CountText.grouped(entries)) of them aren't shown here.")
  }

  /// Returns the message for the bottom line after a change.
  static func line(_ own: LocalChange, _ change: BulkChange, undoKey: String?) -> String {
    [
      own.cause.map { undone(own, change, $0) } ?? done(own, change, undoKey), refused(own.refused),
      kept(own.keptTexts),
    ]
    .compactMap(\.self).joined(separator: " ")
  }

  private static func done(_ own: LocalChange, _ change: BulkChange, _ undoKey: String?) -> String {
    guard !own.isEmpty else {
      return localized("Nothing changed.")
    }
    let done = done(change, own.changes.count)
    return undoKey.map { localized("\(done). Press \($0) to undo.") } ?? "\(done)."
  }

  /// Returns a description of a change to a number of entries, without a period at the end.
  package static func done(_ change: BulkChange, _ entries: Int) -> String {
    let count = CountText.entries(entries)
    return switch change {
    case .add: localized("Added \(count)")
    case .importing: localized("Imported \(count)")
    case .delete: localized("Deleted \(count)")
    case .restore: localized("Restored \(count)")
    case .edit(.tags(let adding, [])): localized("Tagged \(count) \(tags(adding))")
    case .edit(.tags([], let removing)): localized("Removed \(tags(removing)) from \(count)")
    case .edit(.tags): localized("Changed the tags of \(count)")
    case .edit(.renameTag(let old, let new)):
      localized("Renamed #\(old.printable) to #\(new.printable) in \(count)")
    case .edit(.move(let journal)):
      localized("Moved \(count) to \(TitleText.shortJournal(journal))")
    case .edit(.star(true)): localized("Starred \(count)")
    case .edit(.star(false)): localized("Unstarred \(count)")
    case .edit(.pin(true)): localized("Pinned \(count)")
    case .edit(.pin(false)): localized("Unpinned \(count)")
    case .edit(.keepPhoto(_, let others)):
      localized("Kept the best of \(CountText.photos(others.count + 1))")
    case .journal(let edit): JournalText.done(edit, entries)
    }
  }

  /// Returns a text about entries that were skipped because someone else wrote them; `nil` if there
  /// are none.
  package static func refused(_ entries: Int) -> String? {
    entries > 0
      ? localized("Skipped \(CountText.entries(entries)) by others.") : nil
  }

  /// Returns a text about changes that couldn't be undone; `nil` if there are none.
  static func kept(_ texts: Int) -> String? {
    texts > 0
      ? localized("Skipped the text of \(CountText.entries(texts)), edited since.") : nil
  }

  private static func tags(_ names: [String]) -> String {
    names.map { "#" + $0.printable }.joined(separator: " ")
  }

  private static func undone(
    _ own: LocalChange, _ change: BulkChange, _ direction: UndoStack.Direction
  ) -> String {
    let start = direction == .undo ? localized("Undone") : localized("Redone")
    let count = CountText.entries(own.changes.count)
    let change =
      switch change {
      case .add: localized("adding \(count)")
      case .importing: localized("importing \(count)")
      case .delete: localized("deleting \(count)")
      case .restore: localized("restoring \(count)")
      case .edit(let edit): undone(edit, count)
      case .journal(let edit): JournalText.undone(edit)
      }
    return "\(start): \(change)."
  }

  private static func undone(_ edit: EntryEdit, _ count: String) -> String {
    switch edit {
    case .tags: localized("changing the tags of \(count)")
    case .renameTag(let old, _): localized("renaming #\(old.printable) in \(count)")
    case .move(let journal): localized("moving \(count) to \(TitleText.shortJournal(journal))")
    case .star(true): localized("starring \(count)")
    case .star(false): localized("unstarring \(count)")
    case .pin(true): localized("pinning \(count)")
    case .pin(false): localized("unpinning \(count)")
    case .keepPhoto(_, let others):
      localized("keeping the best of \(CountText.photos(others.count + 1))")
    }
  }
}
