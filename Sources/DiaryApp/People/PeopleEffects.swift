import DiaryCore
import Localization

/// What is decided about somebody in a diary that several people share.
enum PersonDecision: Hashable, Sendable {
  case approve, remove
  case role(PersonRole)
}

extension Effect {
  /// Decides it here, and tells the others at once, as far as they can be reached. All but an approval waits
  /// for what the remotes have, which no save waits for.
  static func decide(_ decision: PersonDecision, about person: Person) -> Effect {
    .run(decision, person, in: decision == .approve ? .writes : .interruptible(syncSlot)) {
      context -> (SyncError?, SyncState?) in
      guard let sharing = context.environment.sharing else { return (nil, nil) }
      do throws(SyncError) {
        switch decision {
        case .approve: try await sharing.approve(person.id)
        case .remove: try await sharing.remove(person.id, isOffline: false)
        case .role(let role): try await sharing.change(person.id, to: role, isOffline: false)
        }
      } catch {
        return (error, nil)
      }
      return (nil, await context.environment.sync?.state())
    } thenPerform: { state, answer in
      if let known = answer.1 { state.context.sync.take(known) }
      if let error = answer.0 {
        state.context.showError(error.line)
        return []
      }
      state.toast = decision.outcome(for: person)
      // What the person may do here may be something else now.
      return [.identify] + state.context.startSync(.sync(nil), isByHand: false)
    }
  }
}

extension PersonDecision {
  /// What was done, on one line. Safe for a terminal.
  fileprivate func outcome(for person: Person) -> String {
    switch self {
    case .approve: localized("Let \(person.name) in.").printable
    case .remove: PersonWords.outcome(ofRemoving: person)
    case .role(let role): PersonWords.outcome(ofChanging: person, to: role)
    }
  }
}
