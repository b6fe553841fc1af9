import DiaryCore
import Localization

extension Effect {
  static var loadTrash: Effect {
    .read { service async throws(DiaryError) in .trashLoaded(try await service.trash()) }
  }

  static var countTrash: Effect {
    .read { service async throws(DiaryError) in
      try await service.trash().count
    } then: {
      $0.trashed = $1
    }
  }

  /// Empties it, except for entries that another device has written of.
  static var emptyTrash: Effect {
    .write { context async throws(DiaryError) in
      let service = context.service
      let before = try await service.trash()
      _ = try await service.emptyTrash()
      // It is emptied, whatever becomes of the question what is left.
      let kept = (try? await service.trash()) ?? []
      let gone = Set(before.map(\.id)).subtracting(kept.map(\.id))
      let assets = before.filter { gone.contains($0.id) }.flatMap(\.files).map(\.asset)
      await context.environment.photoActions.removeCopies(of: Set(assets))
      return Message(gone, kept) { state in
        state.undo.forget(gone)
        state.changeTrash { $0 = kept }
        state.trashedIsStale = true
        state.toast = localized("Permanently deleted \(CountWords.entries(gone.count)).")
      }
    }
  }
}

extension Message {
  static func trashLoaded(_ entries: [Entry]) -> Message {
    Message(entries) { state in state.changeTrash { $0 = entries } }
  }
}
