import DiaryCore
import Localization
import TerminalUI

// When the diary is brought up to date with its remotes: after the first frame, when remotes may have
// something new and every few minutes, a pause after a save, and at the end; and what comes of that.
extension AppState {
  /// What is to be done now with remotes, without being asked.
  mutating func pendingSync() -> [Effect] {
    guard context.sync.isOffered else { return [] }
    var effects: [Effect] = []
    let hasSaved = context.sync.hasSaved
    context.sync.hasSaved = false
    if context.sync.isStale || hasSaved {
      context.sync.isStale = false
      effects.append(.loadSync)
    }
    guard context.preferences.syncTime == .auto, let known = context.sync.state else {
      return effects
    }
    let hasRemotes = !known.remotes.isEmpty
    if hasRemotes, hasSaved { effects.append(.scheduleSync) }
    if hasRemotes, context.sync.isDue, context.sync.run == nil {
      effects += context.startSync(.sync(nil), isByHand: false)
    }
    if context.sync.run == nil, !context.sync.isWatching {
      context.sync.isWatching = true
      effects.append(.awaitRemotes(areThere: hasRemotes))
    }
    return effects + departing
  }

  /// Ends the program once what it waited for has gone.
  private var departing: [Effect] {
    guard context.sync.departure == .waiting, context.sync.run == nil, !context.sync.isDue else {
      return []
    }
    return [.leave]
  }

  /// What is done at the very end. What was saved last has a moment to go to the remotes, unless the
  /// program has to end at once.
  mutating func leaving(atOnce: Bool = false) -> [Effect] {
    if let departure = context.sync.departure {
      return atOnce || departure == .over ? [.leave] : pendingSync()
    }
    let remembering: [Effect] = writesOne && !isLocking ? [] : [.rememberView(leftView)]
    // A draft that couldn't be kept has to be told of, where it can be read.
    let isAuto = context.preferences.syncTime == .auto
    guard !atOnce, !keepsDraft, isAuto, context.sync.hasToSend else {
      return remembering + [.leave]
    }
    context.sync.departure = .waiting
    context.sync.isDue = true
    screens.push(DepartureScreen())
    return remembering + [.limitDeparture] + pendingSync()
  }

  // MARK: What came of it

  /// Notes the end of a run, which is returned unless another has taken its place.
  mutating func endSync(
    _ run: Int, received: Int, _ known: SyncState?
  ) -> SyncStanding.Run? {
    if let known { context.sync.take(known) }
    return context.sync.end(run, received: received, at: uptime)
  }

  /// Says what came of a sync: where the person asked for it, all of it; else only that something has
  /// come, to somebody who looks at the list.
  mutating func tell(of results: [SyncResult], _ run: SyncStanding.Run) {
    let isAtList = screens.isEmpty && context.search == nil
    guard run.isByHand else {
      let received = results.reduce(0) { $0 + $1.receivedLines }
      if received > 0, isAtList { context.toast = SyncWords.received(received) }
      return
    }
    guard isAtList || screens.front is SyncScreen else { return }
    context.toast = run.isStopping ? SyncWords.stopped : SyncWords.outcome(results)
  }

  /// A remote is used from now on. Its words are shown at once: nobody can tell them later.
  mutating func added(_ remote: NewRemote, _ added: AddedRemote) {
    screens.removeAll(NewRemoteState.self)
    context.toast = localized("Added “\(remote.name.printable)”.")
    if let words = added.words { screens.push(RecoveryWordsDialog.notice(words)) }
  }

  /// The dialog is given back, so that what is wrong can be mended. Where words are missing, they are
  /// asked for.
  mutating func couldNotAdd(_ remote: NewRemote, _ error: SyncError) {
    let wasStopped = screens.topmost(NewRemoteState.self)?.phase == .stopping
    screens.update(NewRemoteState.self) { $0.phase = .asking }
    guard !wasStopped, screens.contains(NewRemoteState.self) else { return }
    if error.needsWords {
      screens.push(AskedWordsState(typed: remote.words ?? "", why: error.line))
    } else {
      context.showError(error.line)
    }
  }
}

/// Says why the program hasn't ended yet: what was saved last is on its way. Any key ends it.
struct DepartureScreen: Screen {
  var coversScreen: Bool { false }
  var holdsBack: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.notice]] }

  func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    app.sync.departure = .over
    return [.leave]
  }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    box.draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  private var box: DialogBox {
    DialogBox(title: localized("Syncing…"), body: [localized("Press any key to leave at once.")])
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText { AccessibleText(box) }
}
