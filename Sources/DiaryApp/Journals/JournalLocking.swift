import DiaryCore
import Localization
import TerminalUI

// Locked journals: what is in them is left out of all that is shown, until somebody who knows the
// passphrase has it shown in this run.
extension ScreenContext {
  /// Whether what is in a journal is left out now.
  func hides(_ journal: Journal) -> Bool { hiddenJournals?.contains(journal.name) ?? false }

  /// Locks a journal at once. To unlock it, whoever doesn't see what is in it has to know the passphrase.
  mutating func lockOrUnlock(_ journal: Journal) -> [Effect] {
    if hides(journal) {
      push(LockedJournalsDialog(for: .unlocking(journal.name)))
      return []
    }
    guard journal.isLocked || lockState == .open else {
      toast = localized("Only an encrypted diary has locked journals. Encrypt it first.")
      return []
    }
    return [.lockJournal(journal.name, !journal.isLocked)]
  }

  /// Shows what is in locked journals, which takes the passphrase, or leaves it out again.
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

  /// Locks a journal, or unlocks it, and leaves locked ones out from then on.
  static func lockJournal(_ name: String, _ isLocked: Bool) -> Effect {
    .write(name, isLocked) { context async throws(DiaryError) in
      let name = try await context.service.lock(journal: name, isLocked)
      if isLocked { await context.service.hideLockedJournals(true) }
      return Message(name, isLocked) { state in
        // What journals were before says nothing of the lock.
        state.undo.forgetJournals()
        state.context.journalsAreStale = true
        let (journal, key) = (
          TitleWords.shortJournal(name), state.keys[.list].keyName(of: .lockedJournals)
        )
        state.context.toast =
          if !isLocked {
            localized("Unlocked “\(journal)”.")
          } else if let key {
            localized("Locked “\(journal)”. \(key) in the list shows it, with the passphrase.")
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
      state.context.journalsAreStale = true
      state.context.toast = localized("Locked journals are hidden.")
    }
  }

  /// Shows what is in locked journals, if the passphrase is right.
  static func showLockedJournals(with passphrase: Passphrase) -> Effect {
    .run(passphrase, in: .latest(slot)) { context in
      await context.environment.refusal(of: passphrase)
    } thenPerform: { state, refusal in
      // Nothing is shown to somebody who has left meanwhile.
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
      state.context.journalsAreStale = true
      switch purpose {
      case .showing:
        let key = state.context.keyName(of: .lockedJournals)
        state.context.toast =
          key.map { localized("Locked journals are shown. \($0) hides them.") }
          ?? localized("Locked journals are shown.")
        return []
      case .entries(let name):
        return [.show(ListScope(.journal(name), today: state.context.now.day))]
      case .unlocking(let name): return [.lockJournal(name, false)]
      }
    }
  }
}

extension AppEnvironment {
  /// Why a passphrase doesn't show what is locked, on one line; `nil` if it does.
  fileprivate func refusal(of passphrase: Passphrase) async -> String? {
    guard let unlocking else { return localized("The diary isn't encrypted.") }
    do throws(UnlockingError) { try await unlocking.check(passphrase) } catch { return error.line }
    return nil
  }
}

extension AppState {
  /// Leaves out what is in these journals from now on, and shows what is in others.
  mutating func hide(_ journals: HiddenJournals) -> [Effect] {
    let before = context.hiddenJournals
    context.hiddenJournals = journals
    // The first rows were read without them.
    guard let before, before != journals else { return [] }
    if !journals.names.isSubset(of: before.names) { forget(what: journals) }
    context.reloadLists()
    context.feed?.reload()
    reloadDays()
    tagsMayDiffer()
    (context.tags, trashedIsStale) = (nil, true)
    return [.findDrafts] + (screens.contains(TrashState.self) ? [.loadTrash] : [])
  }

  /// Closes what shows something of hidden journals, and takes back no change that would. A text that is
  /// being written stays.
  private mutating func forget(what hidden: HiddenJournals) {
    screens.removeAll(ReaderState.self) { hidden.contains($0.entry) }
    screens.removeAll(ViewerState.self) { hidden.contains($0.entry) }
    screens.removeAll(HistoryState.self) { hidden.contains($0.entry) }
    screens.removeAll(VersionsState.self) { hidden.contains($0.entry) }
    screens.removeAll(DraftOfferState.self) { $0.isIn(hidden) }
    context.draftsLeft.removeAll { $0.isIn(hidden) }
    let isOfHidden: (ScopedList) -> Bool = { $0.scope.journal.map(hidden.contains) ?? false }
    if let first = context.scopes.firstIndex(where: isOfHidden) {
      context.scopes.removeSubrange(first...)
      context.search = nil
    }
    context.marks = Marks()
    undo.forgetAll()
  }
}

/// Asks for the diary's passphrase before what is in locked journals is shown.
struct LockedJournalsDialog: PassphraseTrial {
  /// What is done once it is shown.
  enum Purpose: Hashable, Sendable {
    case showing
    /// The journal's entries are listed.
    case entries(of: String)
    /// The journal isn't locked any more.
    case unlocking(String)
  }

  let purpose: Purpose
  var field = TextField(keepsHistory: false)
  private(set) var isTrying = false
  /// Why it was refused, the last time.
  private let failure: String?

  init(for purpose: Purpose, failure: String? = nil) {
    (self.purpose, self.failure) = (purpose, failure)
  }

  var title: String {
    switch purpose {
    case .showing: localized("Show locked journals")
    case .entries(let name): localized("Show “\(TitleWords.shortJournal(name))”")
    case .unlocking(let name): localized("Unlock “\(TitleWords.shortJournal(name))”")
    }
  }

  func lines(_ keys: KeyTable) -> [String] {
    let state =
      isTrying ? localized("Opening…") : failure ?? localized("Type the diary's passphrase.")
    let rest =
      if case .unlocking = purpose {
        localized("Its entries will be listed again.")
      } else {
        localized("They are shown until you hide them, or leave.")
      }
    return [state.printable, rest]
  }

  /// The field is emptied at once: what opens the diary stands nowhere longer than it is needed.
  mutating func accept(in app: inout ScreenContext) -> [Effect] {
    let typed = Passphrase(field.text.utf8)
    self = LockedJournalsDialog(for: purpose)
    guard let typed else { return [] }
    isTrying = true
    return [.showLockedJournals(with: typed)]
  }

  mutating func cancelTrial(in app: inout ScreenContext) -> [Effect] {
    app.pop()
    return [.stopShowingLockedJournals]
  }
}
