import DiaryCore
import Words

extension Effect {
  static func add(_ fields: EntryFields, draft: ID<Draft>) -> Effect {
    .write(fields, draft) { context async throws(DiaryError) in
      try await context.writer.add(fields, draft)
    }
  }

  static func rewrite(_ rewrite: Rewrite, draft: ID<Draft>?) -> Effect {
    .write(rewrite, draft) { context async throws(DiaryError) in
      try await context.writer.rewrite(rewrite, draft)
    }
  }

  /// The same, of an entry that was put into the trash meanwhile.
  static func restoreAndRewrite(_ rewrite: Rewrite, draft: ID<Draft>?) -> Effect {
    .write(rewrite, draft) { context async throws(DiaryError) in
      try await context.writer.restore(thenRewrite: rewrite, draft)
    }
  }

  static func delete(_ id: ID<Entry>) -> Effect {
    .write(id) { context async throws(DiaryError) in try await context.writer.delete(id) }
  }

  static func restore(_ id: ID<Entry>) -> Effect {
    .write(id) { context async throws(DiaryError) in try await context.writer.restore(id) }
  }

  /// A step that fails stays, unless the entry has become such that it can never be carried out.
  static func undo(_ step: UndoStep, _ direction: UndoStack.Direction) -> Effect {
    .write(step, direction) { context async throws(DiaryError) in
      try await context.writer.carryOut(step, direction)
    } failed: { error in
      Message(direction, error) { state in
        state.undo.stopWaiting()
        switch error {
        case .noSuchEntry:
          state.undo.forget([step.entry])
          state.toast = localized("Couldn't do that: the trash has been emptied since.")
        case .inTrash, .notInTrash:
          state.undo.drop(direction)
          state.toast = localized("Couldn't do that any more. \(error.line)")
        default: state.showError(error)
        }
      }
    }
  }
}

extension EffectContext {
  nonisolated fileprivate var writer: EntryWriter {
    EntryWriter(service: service, drafts: environment.drafts)
  }
}

/// Gives an entry other fields.
package struct Rewrite: Hashable, Sendable {
  let change: UndoStep.Change
  let entry: ID<Entry>
  let fields: EntryFields
  /// What the person saw and replaces.
  let replaced: Versions
  /// The versions that were known of when it was made.
  let known: [ID<Revision>]
}
