import DiaryCore
import Text

/// Saves a change of one entry, or carries out a step of undo.
extension Effect {
  /// Adds an entry. In a combined view of several diaries, adds it to `diary`.
  static func add(_ fields: EntryFields, to diary: DiaryName?, draft: ID<Draft>) -> Effect {
    .write(fields, draft) { context in
      let entry = try await context.service.add(fields, to: diary)
      await context.environment.drafts.remove(draft)
      return await context.changed(.added, entry, .adding, undoneBy: .delete, draft: draft)
    }
  }

  static func rewrite(_ rewrite: Rewrite, draft: ID<Draft>?) -> Effect {
    .write(rewrite, draft) { context in
      try await context.rewritten(rewrite, draft)
    }
  }

  /// Rewrites an entry that was moved to the trash in the meantime, and restores it. Undo moves it
  /// back to the trash; the text stays in its history.
  static func restoreAndRewrite(_ rewrite: Rewrite, draft: ID<Draft>?) -> Effect {
    .write(rewrite, draft) { context in
      let service = context.service
      // The entry may have been restored in the meantime.
      guard try await service.entry(rewrite.entry).isTrashed else {
        return try await context.rewritten(rewrite, draft)
      }
      let restored = try await service.restore(rewrite.entry)
      let entry = try await service.update(
        rewrite.entry, to: rewrite.fields, basedOn: Array(restored.heads.prefix(1)))
      if let draft { await context.environment.drafts.remove(draft) }
      return await context.changed(.restored, entry, .restoring, undoneBy: .delete, draft: draft)
    }
  }

  /// Carries out a step. If it fails, the step is kept, unless its only entry makes it impossible.
  static func undo(_ step: UndoStep, _ direction: UndoStack.Direction) -> Effect {
    .write(step, direction) { context in
      if case .many(let change) = step.change {
        return try await context.apply(step, of: change, direction)
      }
      if case .commenting(let change) = step.change {
        return try await context.apply(step, of: change, direction)
      }
      return try await context.apply(step, direction)
    } failed: { error in
      if case .many = step.change { return .saveFailed(error) }
      return Message(direction, error) { state in
        state.undo.stopWaiting()
        switch error {
        case .noSuchEntry:
          state.undo.forget(Set(step.parts.map(\.entry)))
          state.toast = localized("Couldn't do that: the trash has been emptied since.")
        case .inTrash, .notInTrash, .changedComment:
          state.undo.drop(direction)
          state.toast = localized("Can't do that anymore. \(error.line)")
        default: state.showError(error)
        }
      }
    }
  }
}

extension EffectContext {
  nonisolated func deleted(_ id: ID<Entry>) async throws -> Message {
    let before = try await versions(of: try await service.entry(id))
    let entry = try await service.delete(id)
    return await changed(.deleted, entry, .deleting, undoneBy: .restore, bringingBack: before)
  }

  /// Shows a copied entry, and asks what to do with the original.
  nonisolated func added(_ copy: Entry, copyOf entry: Entry) async -> Message {
    let added = await changed(.added, copy, .adding, undoneBy: .delete)
    return .performing(copy) { state in
      let effects = added.change(&state)
      if let diary = copy.origin?.diary {
        state.screens.push(ConfirmState.trash(entry, copiedTo: diary))
      }
      return effects
    }
  }

  nonisolated func restored(_ id: ID<Entry>) async throws -> Message {
    let before = try await service.entry(id)
    let entry = try await service.restore(id)
    return await changed(
      .restored, entry, .restoring, undoneBy: .delete, bringingBack: Versions(shown: before))
  }

  nonisolated fileprivate func rewritten(
    _ rewrite: Rewrite, _ draft: ID<Draft>?
  ) async throws -> Message {
    let entry = try await service.update(
      rewrite.entry, to: rewrite.fields, basedOn: rewrite.replaced.revisions)
    if let draft { await environment.drafts.remove(draft) }
    return await changed(
      .updated, entry, rewrite.change, undoneBy: .rewrite, bringingBack: rewrite.replaced,
      draft: draft,
      hasConflict: entry.heads.dropFirst().contains { !rewrite.known.contains($0) })
  }

  nonisolated fileprivate func apply(
    _ step: UndoStep, _ direction: UndoStack.Direction
  ) async throws -> Message {
    let part = step.parts[0]
    let (kind, entry, made): (DiaryChange.Kind, Entry, Versions?)
    switch step.action {
    case .delete: (kind, entry, made) = (.deleted, try await service.delete(part.entry), nil)
    case .restore:
      let restored = try await service.restore(part.entry)
      (kind, entry, made) = (.restored, restored, try await versions(of: restored))
    case .rewrite where part.target.fields.count == 1:
      let updated = try await service.update(
        part.entry, to: part.target.fields[0], basedOn: part.replaced.revisions)
      (kind, entry, made) = (.updated, updated, nil)
    case .rewrite:
      let (updated, revisions) = try await service.restoreVersions(
        part.target.all, of: part.entry, replacing: part.replaced.revisions)
      (kind, entry, made) = (.updated, updated, part.target.saved(as: revisions))
    }
    let versions = made ?? Versions(shown: entry)
    let own = Set(versions.revisions)
    return await changed(
      kind, entry, step.change, undoneBy: step.action.inverse, replacing: versions,
      bringingBack: part.replaced, cause: direction,
      hasConflict: entry.heads.contains { !own.contains($0) })
  }

  /// Returns all concurrent versions of an entry that are in the same state, trashed or not.
  nonisolated fileprivate func versions(of entry: Entry) async throws -> Versions {
    guard entry.heads.count > 1 else { return Versions(shown: entry) }
    return Versions(
      try await service.versions(of: entry.id).filter { $0.entry.isTrashed == entry.isTrashed })
  }

  nonisolated fileprivate func changed(
    _ kind: DiaryChange.Kind, _ entry: Entry, _ change: UndoStep.Change,
    undoneBy action: UndoStep.Action, replacing replaced: Versions? = nil,
    bringingBack target: Versions = .none, cause: UndoStack.Direction? = nil,
    draft: ID<Draft>? = nil, hasConflict: Bool = false
  ) async -> Message {
    let part = UndoStep.Part(
      entry: entry.id, replaced: replaced ?? Versions(shown: entry), target: target)
    // The change is saved, even if its rank can't be read.
    let rank = try? await service.rank(of: entry.sortKey)
    let total = try? await service.count()
    return .changed(
      LocalChange(
        changes: [DiaryChange(kind, entry)], rank: rank, total: total,
        step: UndoStep(change: change, action: action, part), cause: cause, draft: draft,
        hasConflict: hasConflict))
  }
}

/// A replacement of an entry's fields.
package struct Rewrite: Hashable, Sendable {
  let change: UndoStep.Change
  let entry: ID<Entry>
  let fields: EntryFields
  /// The versions that the user saw and replaces.
  let replaced: Versions
  /// The versions known when the change was made.
  let known: [ID<Revision>]
}
