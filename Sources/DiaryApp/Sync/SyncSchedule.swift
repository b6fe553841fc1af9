import DiaryCore
import TerminalUI
import Text

// Automatic syncs: after the first frame, when remotes may have news, every few minutes, shortly
// after a save, and on quitting; and the handling of their results.
extension AppState {
  /// Returns the effects of automatic sync that are due now.
  mutating func pendingSync() -> [Effect] {
    guard sync.isOffered else { return [] }
    var effects: [Effect] = []
    let hasSaved = sync.hasSaved
    sync.hasSaved = false
    if sync.isStale || hasSaved {
      sync.isStale = false
      effects.append(.loadSync)
    }
    guard preferences.syncTime == .auto, let known = sync.state else {
      return effects
    }
    let hasRemotes = !known.remotes.isEmpty
    if hasRemotes, hasSaved { effects.append(.scheduleSync) }
    if hasRemotes, sync.isDue, sync.run == nil {
      effects += startSync(.sync(nil), isManual: false)
    }
    if sync.run == nil, !sync.isWatching {
      sync.isWatching = true
      effects.append(.awaitRemotes(areThere: hasRemotes))
    }
    return effects + quittingEffects
  }

  /// Quits as soon as nothing is left to wait for.
  private var quittingEffects: [Effect] {
    guard sync.quitting == .waiting, sync.run == nil, !sync.isDue else {
      return []
    }
    return [.leave]
  }

  /// Returns the effects that end the program. The last save gets a moment to reach the remotes,
  /// unless `immediately` is true.
  mutating func quitting(immediately: Bool = false) -> [Effect] {
    if let quitting = sync.quitting {
      return immediately || quitting == .over ? [.leave] : pendingSync()
    }
    let remembering: [Effect] = writesOne && !isLocking ? [] : [.rememberView(leftView)]
    // A draft that couldn't be saved must be reported first, so don't delay quitting for a sync.
    let isAuto = preferences.syncTime == .auto
    guard !immediately, !keepsDraft, isAuto, sync.hasToSend else {
      return remembering + [.leave]
    }
    sync.quitting = .waiting
    sync.isDue = true
    screens.push(QuitScreen())
    return remembering + [.limitQuitting] + pendingSync()
  }

  // MARK: Results

  /// Records the end of a run. Returns the run, or `nil` if another has replaced it.
  mutating func endSync(
    _ run: Int, received: Int, _ known: SyncState?
  ) -> SyncActivity.Run? {
    if let known { sync.receive(known) }
    return sync.end(run, received: received, at: uptime)
  }

  /// Reports the results of a sync: all of them if the user requested it, otherwise only that
  /// changes arrived, and only on the list.
  mutating func report(_ results: [SyncResult], _ run: SyncActivity.Run) {
    let isAtList = screens.isEmpty && search == nil
    guard run.isManual else {
      let received = results.reduce(0) { $0 + $1.receivedLines }
      if received > 0, isAtList { toast = SyncText.received(received) }
      return
    }
    guard isAtList || screens.front is SyncScreen else { return }
    toast = run.isStopping ? SyncText.stopped : SyncText.outcome(results, sync.state?.remotes ?? [])
  }

  /// Shows that a remote was added. Its recovery words are shown immediately, because they can't be
  /// shown later.
  mutating func added(_ remote: NewRemote, _ added: AddedRemote) {
    screens.removeAll(NewRemoteState.self)
    toast = localized("Added “\(remote.name.printable)”.")
    if let words = added.recoveryWords { screens.push(RecoveryWordsDialog.notice(words)) }
  }

  /// Reopens the dialog so that the user can fix the input. Asks for recovery words if they are
  /// missing.
  mutating func couldNotAdd(_ remote: NewRemote, _ error: MessageError) {
    let wasStopped = screens.topmost(NewRemoteState.self)?.phase == .stopping
    screens.update(NewRemoteState.self) { $0.phase = .asking }
    guard !wasStopped, screens.contains(NewRemoteState.self) else { return }
    if error.needsSecret {
      let typed = remote.recoveryWords.map { RemoteWordsState(typed: $0, why: error.line) }
      screens.push(typed ?? .newest)
    } else {
      showError(error.line)
    }
  }
}

/// A dialog shown while quitting waits for the last sync. Any key quits immediately.
struct QuitScreen: Screen {
  var coversScreen: Bool { false }
  var blocksSwitching: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.notice]] }

  func dialogHints(in app: AppState) -> [Binding] { [] }

  func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.sync.quitting = .over
    return [.leave]
  }

  func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    box.draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  private var box: DialogBox {
    DialogBox(title: localized("Syncing…"), body: [localized("Press any key to quit now.")])
  }

  func accessibleText(in app: AppState) -> AccessibleText { AccessibleText(box) }
}
