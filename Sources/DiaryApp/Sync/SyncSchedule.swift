import DiaryCore
import TerminalUI

// When the diary is brought up to date with its remotes: after the first frame, when remotes may have
// something new and every few minutes, a pause after a save, and at the end.
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
    let remembering: [Effect] = writesOne ? [] : [.rememberView(leftView)]
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
}
