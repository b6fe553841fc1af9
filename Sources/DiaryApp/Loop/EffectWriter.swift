import DiaryCore

/// Performs the effects that change the diary or a draft.
struct EffectWriter: Sendable {
  let service: DiaryService
  let drafts: any DraftKeeping

  func perform(_ effect: Effect) async throws(DiaryError) -> Message? {
    switch effect {
    case .add(let fields, let draft):
      let entry = try await service.add(fields)
      await drafts.remove(draft)
      return await changed(.added, entry, undo: .delete(entry.id), draft: draft)
    case .update(let before, let fields, let base, let draft):
      let entry = try await service.update(before.id, to: fields, basedOn: base)
      if let draft { await drafts.remove(draft) }
      let undo = UndoStep.revert(before, base: Array(entry.heads.prefix(1)))
      return await changed(.updated, entry, undo: undo, draft: draft)
    case .delete(let id):
      return await changed(.deleted, try await service.delete(id), undo: .restore(id))
    case .restore(let id):
      return await changed(.restored, try await service.restore(id), undo: .delete(id))
    case .undo(let step): return try await undo(step)
    case .emptyTrash: return .trashEmptied(count: try await service.emptyTrash())
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
    default: return nil
    }
  }

  private func undo(_ step: UndoStep) async throws(DiaryError) -> Message {
    switch step {
    case .delete(let id):
      return await changed(.deleted, try await service.delete(id), undo: nil)
    case .restore(let id):
      return await changed(.restored, try await service.restore(id), undo: nil)
    case .revert(let before, let base):
      let entry = try await service.update(before.id, to: before.fields, basedOn: base)
      return await changed(.updated, entry, undo: nil)
    }
  }

  private func changed(
    _ kind: DiaryChange.Kind, _ entry: Entry, undo: UndoStep?, draft: ID<Draft>? = nil
  ) async -> Message {
    // It is saved, whatever becomes of the question where it stands.
    let rank = try? await service.rank(of: entry.order)
    return .changed(
      OwnChange(change: DiaryChange(kind, entry), rank: rank, undo: undo, draft: draft))
  }
}
