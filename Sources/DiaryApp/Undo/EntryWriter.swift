import DiaryCore

/// Makes the changes of one entry.
struct EntryWriter: Sendable {
  let service: DiaryService
  let drafts: any DraftKeeping

  func add(_ fields: EntryFields, _ draft: ID<Draft>) async throws(DiaryError) -> Message {
    let entry = try await service.add(fields)
    await drafts.remove(draft)
    let step = UndoStep(
      change: .adding, action: .delete, entry: entry.id, replaced: Versions(shown: entry),
      target: .none)
    return await changed(.added, entry, step, draft: draft)
  }

  func rewrite(
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
  func restore(
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

  func delete(_ id: ID<Entry>) async throws(DiaryError) -> Message {
    let before = try await versions(of: try await service.entry(id))
    let entry = try await service.delete(id)
    let step = UndoStep(
      change: .deleting, action: .restore, entry: id, replaced: Versions(shown: entry),
      target: before)
    return await changed(.deleted, entry, step)
  }

  func restore(_ id: ID<Entry>) async throws(DiaryError) -> Message {
    let before = try await service.entry(id)
    let entry = try await service.restore(id)
    let step = UndoStep(
      change: .restoring, action: .delete, entry: id, replaced: Versions(shown: entry),
      target: Versions(shown: before))
    return await changed(.restored, entry, step)
  }

  // MARK: Undo

  func carryOut(
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
