import DiaryCore
import TerminalUI
import Text

// Locked journals: their contents are hidden everywhere until the user enters the passphrase in
// this session.
extension AppState {
  /// Returns true if a journal's entries are hidden now.
  func hides(_ journal: Journal) -> Bool { hiddenJournals?.contains(journal.name) ?? false }

  /// Locks or unlocks a journal. Locking is immediate; unlocking hidden entries requires the
  /// passphrase.
  mutating func lockOrUnlock(_ journal: Journal) -> [Effect] {
    if hides(journal) {
      push(LockedJournalsDialog(for: .unlocking(journal.name)))
      return []
    }
    guard journal.isLocked || lockState == .open else {
      toast = localized("You can lock journals only in an encrypted diary. Encrypt it first.")
      return []
    }
    return [.lockJournal(journal.name, !journal.isLocked)]
  }

  /// Asks for the passphrase to show locked journals, or hides them if they are shown.
  mutating func showOrHideLockedJournals() -> [Effect] {
    if let hiddenJournals, !hiddenJournals.isEmpty {
      push(LockedJournalsDialog(for: .showing))
    } else if lockState == .open, journals.contains(where: \.isLocked) {
      return [.hideLockedJournals]
    } else {
      toast = localized("No journal is locked.")
    }
    return []
  }
}

extension Effect {
  private static let slot = "lockedJournals"

  /// Locks or unlocks a journal. Locking also hides all locked journals.
  static func lockJournal(_ name: String, _ isLocked: Bool) -> Effect {
    .write(name, isLocked) { context in
      let name = try await context.service.lock(journal: name, isLocked)
      if isLocked { await context.service.hideLockedJournals(true) }
      return Message(name, isLocked) { state in
        // Undoing earlier changes of journals must not change the lock.
        state.undo.forgetJournals()
        state.journalsAreStale = true
        let (journal, key) = (
          TitleText.shortJournal(name), state.keys[.list].keyName(of: .lockedJournals)
        )
        state.toast =
          if !isLocked {
            localized("Unlocked “\(journal)”.")
          } else if let key {
            localized(
              "Locked “\(journal)”. Press \(key) in the list to show it.")
          } else {
            localized("Locked “\(journal)”.")
          }
      }
    }
  }

  static var hideLockedJournals: Effect {
    .run { context in
      await context.service.hideLockedJournals(true)
    } then: { state, _ in
      state.journalsAreStale = true
      state.toast = localized("Locked journals are hidden.")
    }
  }

  /// Shows locked journals if the passphrase is correct.
  static func showLockedJournals(with passphrase: Passphrase) -> Effect {
    .run(passphrase, in: .latest(slot)) { context in
      await context.environment.refusal(of: passphrase)
    } thenPerform: { state, refusal in
      // Show nothing if the user has closed the dialog in the meantime.
      guard let dialog = state.screens.topmost(LockedJournalsDialog.self) else { return [] }
      guard let refusal else {
        state.screens.removeAll(LockedJournalsDialog.self)
        return [.revealLockedJournals(for: dialog.purpose)]
      }
      state.screens.put(LockedJournalsDialog(for: dialog.purpose, failure: refusal))
      return []
    }
  }

  static var stopShowingLockedJournals: Effect { .stop(slot) }

  private static func revealLockedJournals(for purpose: LockedJournalsDialog.Purpose) -> Effect {
    .run(purpose) { context in
      await context.service.hideLockedJournals(false)
    } thenPerform: { state, _ in
      state.journalsAreStale = true
      switch purpose {
      case .showing:
        let key = state.keyName(of: .lockedJournals)
        state.toast =
          key.map { localized("Showing locked journals. Press \($0) to hide them.") }
          ?? localized("Showing locked journals.")
        return []
      case .entries(let name):
        return [.show(ListScope(.journal(name), today: state.now.day))]
      case .unlocking(let name): return [.lockJournal(name, false)]
      }
    }
  }
}

extension AppEnvironment {
  /// Returns the error for an incorrect passphrase on one line, or `nil` if it is correct.
  fileprivate func refusal(of passphrase: Passphrase) async -> String? {
    guard let unlocking else { return localized("The diary isn't encrypted.") }
    do { try await unlocking.check(passphrase) } catch { return error.line }
    return nil
  }
}

extension AppState {
  /// Hides these journals from now on, and shows all others.
  mutating func hide(_ journals: HiddenJournals) -> [Effect] {
    let before = hiddenJournals
    hiddenJournals = journals
    // Nothing to reload: the first rows were read without hidden journals.
    guard let before, before != journals else { return [] }
    if !journals.names.isSubset(of: before.names) { closeHidden(journals) }
    reloadLists()
    feed?.reload()
    reloadDays()
    (tags, trashedIsStale) = (nil, true)
    return [.findDrafts] + (screens.contains(TrashState.self) ? [.loadTrash] : [])
  }

  /// Closes everything that shows entries of hidden journals, and clears the undo history, which
  /// could show them. A text being edited stays open.
  private mutating func closeHidden(_ hidden: HiddenJournals) {
    screens.removeAll(ReaderState.self) { hidden.contains($0.entry) }
    screens.removeAll(ViewerState.self) { hidden.contains($0.entry) }
    screens.removeAll(HistoryState.self) { hidden.contains($0.entry) }
    screens.removeAll(VersionsState.self) { hidden.contains($0.entry) }
    screens.removeAll(DraftOfferState.self) { $0.isIn(hidden) }
    screens.update(DraftListState.self) { $0.hide(hidden) }
    draftsLeft.removeAll { $0.isIn(hidden) }
    let journals = self.journals
    let isOfHidden: (ScopedList) -> Bool = {
      $0.scope.journal(among: journals).map(hidden.contains) ?? false
    }
    if let first = scopes.firstIndex(where: isOfHidden) {
      scopes.removeSubrange(first...)
      search = nil
    }
    marks = Marks()
    undo.forgetAll()
  }
}

/// A dialog that asks for the diary's passphrase before it shows locked journals.
struct LockedJournalsDialog: PassphraseTrial {
  /// The action after the passphrase is accepted.
  enum Purpose: Hashable, Sendable {
    case showing
    /// List the journal's entries.
    case entries(of: String)
    /// Unlock the journal.
    case unlocking(String)
  }

  let purpose: Purpose
  var field = TextField(keepsHistory: false)
  private(set) var isTrying = false
  /// The error of the previous attempt.
  private let failure: String?

  init(for purpose: Purpose, failure: String? = nil) {
    (self.purpose, self.failure) = (purpose, failure)
  }

  var title: String {
    switch purpose {
    case .showing: localized("Show locked journals")
    case .entries(let name): localized("Show “\(TitleText.shortJournal(name))”")
    case .unlocking(let name): localized("Unlock “\(TitleText.shortJournal(name))”")
    }
  }

  func dialogHints(in app: AppState) -> [Binding] {
    let keys = app.keys[.line]
    return keys.bindings(with: keys.hint(.accept, "show"))
  }

  var lines: [String] {
    let state =
      isTrying ? localized("Opening…") : failure ?? localized("Type the diary's passphrase.")
    let rest =
      if case .unlocking = purpose {
        localized("Its entries will be shown again.")
      } else {
        localized("They're shown until you hide them or quit.")
      }
    return [state.printable, rest]
  }

  /// Checks the passphrase. The field is cleared immediately, to keep the secret in memory no
  /// longer than needed.
  mutating func accept(in app: inout AppState) -> [Effect] {
    let typed = Passphrase(field.text.utf8)
    self = LockedJournalsDialog(for: purpose)
    guard let typed else { return [] }
    isTrying = true
    return [.showLockedJournals(with: typed)]
  }

  mutating func cancelTrial(in app: inout AppState) -> [Effect] {
    app.pop()
    return [.stopShowingLockedJournals]
  }
}
