import DiaryCore

/// Performs the effects that change the diary or a draft.
struct EffectWriter: Sendable {
  let service: DiaryService
  let drafts: any DraftKeeping
  let desk: any PhotoDesk

  func perform(_ effect: Effect) async throws(DiaryError) -> Message? {
    switch effect {
    case .add(let fields, let draft):
      let entry = try await service.add(fields)
      await drafts.remove(draft)
      let step = UndoStep(
        change: .adding, action: .delete, entry: entry.id, replaced: Versions(shown: entry),
        target: .none)
      return await changed(.added, entry, step, draft: draft)
    case .rewrite(let rewrite, let draft): return try await self.rewrite(rewrite, draft)
    case .restoreAndRewrite(let rewrite, let draft):
      return try await restore(thenRewrite: rewrite, draft)
    case .delete(let id): return try await delete(id)
    case .restore(let id): return try await restore(id)
    case .undo(let step, let direction):
      do throws(DiaryError) {
        return try await carryOut(step, direction)
      } catch {
        return .undoFailed(step, direction, error)
      }
    case .changeMany(let entries, let change):
      return try await ManyWriter(service: service).make(change, of: entries)
    case .changeJournals(let edit): return try await ManyWriter(service: service).make(edit)
    case .undoMany(let step, let direction):
      return try await ManyWriter(service: service).carryOut(step, direction)
    case .emptyTrash: return try await emptyTrash()
    case .renameAuthor(let name):
      _ = try await service.rename(author: name)
      return .authorRenamed(await service.status())
    case .keepDraft(let draft, let ticket):
      do throws(DiaryError) {
        try await drafts.keep(draft)
        return .draftKept(ticket: ticket)
      } catch {
        return .draftNotKept(error)
      }
    case .removeDraft(let id):
      await drafts.remove(id)
      return nil
    case .discardDraft(let draft):
      do throws(DiaryError) {
        try await drafts.discard(draft)
        return .draftDiscarded(draft.id)
      } catch {
        return .draftNotDiscarded(draft.id, error)
      }
    default: return nil
    }
  }

  // MARK: Changes

  private func rewrite(
    _ rewrite: Rewrite, _ draft: ID<Draft>?
  ) async throws(DiaryError) -> Message {
    let entry = try await service.update(
      rewrite.entry, to: rewrite.fields, basedOn: rewrite.replaced.revisions)
    if let draft { await drafts.remove(draft) }
    let step = UndoStep(
      change: rewrite.change, action: .rewrite, entry: entry.id,
      replaced: Versions(shown: entry), target: rewrite.replaced)
    return await changed(
      .updated, entry, step, draft: draft,
      isBesideAnother: entry.heads.dropFirst().contains { !rewrite.known.contains($0) })
  }

  /// Undoing it puts the entry back into the trash; what was written stays in its history.
  private func restore(
    thenRewrite rewrite: Rewrite, _ draft: ID<Draft>?
  ) async throws(DiaryError) -> Message {
    // Someone may have restored it meanwhile.
    guard try await service.entry(rewrite.entry).isTrashed else {
      return try await self.rewrite(rewrite, draft)
    }
    let restored = try await service.restore(rewrite.entry)
    let entry = try await service.update(
      rewrite.entry, to: rewrite.fields, basedOn: Array(restored.heads.prefix(1)))
    if let draft { await drafts.remove(draft) }
    let step = UndoStep(
      change: .restoring, action: .delete, entry: entry.id, replaced: Versions(shown: entry),
      target: .none)
    return await changed(.restored, entry, step, draft: draft)
  }

  private func delete(_ id: ID<Entry>) async throws(DiaryError) -> Message {
    let before = try await versions(of: try await service.entry(id))
    let entry = try await service.delete(id)
    let step = UndoStep(
      change: .deleting, action: .restore, entry: id, replaced: Versions(shown: entry),
      target: before)
    return await changed(.deleted, entry, step)
  }

  private func restore(_ id: ID<Entry>) async throws(DiaryError) -> Message {
    let before = try await service.entry(id)
    let entry = try await service.restore(id)
    let step = UndoStep(
      change: .restoring, action: .delete, entry: id, replaced: Versions(shown: entry),
      target: Versions(shown: before))
    return await changed(.restored, entry, step)
  }

  private func emptyTrash() async throws(DiaryError) -> Message {
    let before = try await service.trash()
    _ = try await service.emptyTrash()
    // It is emptied, whatever becomes of the question what is left.
    let kept = (try? await service.trash()) ?? []
    let gone = Set(before.map(\.id)).subtracting(kept.map(\.id))
    let assets = before.filter { gone.contains($0.id) }.flatMap(\.files).map(\.asset)
    await desk.removeCopies(of: Set(assets))
    return .trashEmptied(gone: gone, kept: kept)
  }

  // MARK: Undo

  private func carryOut(
    _ step: UndoStep, _ direction: UndoStack.Direction
  ) async throws(DiaryError) -> Message {
    switch step.action {
    case .delete:
      let entry = try await service.delete(step.entry)
      return await carriedOut(step, direction, .deleted, entry, Versions(shown: entry))
    case .restore:
      let entry = try await service.restore(step.entry)
      return await carriedOut(step, direction, .restored, entry, try await versions(of: entry))
    case .rewrite where step.target.fields.count == 1:
      let entry = try await service.update(
        step.entry, to: step.target.fields[0], basedOn: step.replaced.revisions)
      return await carriedOut(step, direction, .updated, entry, Versions(shown: entry))
    case .rewrite:
      let (entry, revisions) = try await service.bringBack(
        step.target.all, of: step.entry, inPlaceOf: step.replaced.revisions)
      return await carriedOut(
        step, direction, .updated, entry, step.target.saved(as: revisions))
    }
  }

  private func carriedOut(
    _ step: UndoStep, _ direction: UndoStack.Direction, _ kind: DiaryChange.Kind,
    _ entry: Entry, _ versions: Versions
  ) async -> Message {
    let inverse = UndoStep(
      change: step.change, action: step.action.inverse, entry: step.entry, replaced: versions,
      target: step.replaced)
    let own = Set(versions.revisions)
    return await changed(
      kind, entry, inverse, cause: direction,
      isBesideAnother: entry.heads.contains { !own.contains($0) })
  }

  /// Every version of an entry that there is, but for that it was deleted.
  private func versions(of entry: Entry) async throws(DiaryError) -> Versions {
    guard entry.heads.count > 1 else { return Versions(shown: entry) }
    return Versions(
      try await service.versions(of: entry.id).filter { $0.entry.isTrashed == entry.isTrashed })
  }

  private func changed(
    _ kind: DiaryChange.Kind, _ entry: Entry, _ step: UndoStep,
    cause: UndoStack.Direction? = nil, draft: ID<Draft>? = nil, isBesideAnother: Bool = false
  ) async -> Message {
    // It is saved, whatever becomes of the question where it stands.
    let rank = try? await service.rank(of: entry.order)
    let total = try? await service.count()
    return .changed(
      OwnChange(
        change: DiaryChange(kind, entry), rank: rank, total: total, step: step, cause: cause,
        draft: draft, isBesideAnother: isBesideAnother))
  }
}

extension UndoStep.Action {
  fileprivate var inverse: Self {
    switch self {
    case .delete: .restore
    case .restore: .delete
    case .rewrite: .rewrite
    }
  }
}
