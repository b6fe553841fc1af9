import DiaryCore
import Text

// Sync requests. One run follows another, and the user can stop the current one.
extension Effect {
  static let syncSlot = "sync"

  static var loadSync: Effect {
    .run(in: .latest("syncState")) { context in
      await context.environment.sync?.state()
    } then: { state, known in
      guard let known else { return }
      state.sync.receive(known)
      if !known.people.isEmpty { state.isShared = true }
      // Recovery words that an interrupted run created haven't been shown yet.
      if let words = known.unseenRecoveryWords, state.sync.run == nil,
        state.screens.front is SyncScreen
      {
        state.screens.push(RecoveryWordsDialog.notice(words))
      }
    }
  }

  static var recordRecoveryWordsSeen: Effect {
    .posting(in: .queue("wordsSeen")) { context in
      await context.environment.sync?.recordRecoveryWordsSeen()
    }
  }

  /// Syncs with the named remotes, or with all for `nil`, and then updates the publications.
  static func sync(_ remotes: [String]?, run: Int) -> Effect {
    .run(remotes, run, in: .interruptible(syncSlot)) { context -> ([SyncResult], SyncState?) in
      guard let sync = context.environment.sync else { return ([], nil) }
      let progress = context.progress(ofRun: run)
      var results = await sync.sync(remotes, isDryRun: false, progress: progress)
      if remotes == nil { results += await context.environment.publish(progress) }
      return (results, await sync.state())
    } then: { state, answer in
      let received = answer.0.reduce(0) { $0 + $1.receivedLines }
      guard let run = state.endSync(run, received: received, answer.1) else { return }
      state.report(answer.0, run)
    } thenPerform: { _, answer in
      // An owner may have changed this user's role.
      answer.0.contains { $0.receivedLines > 0 } ? [.identify] : []
    }
  }

  static func addRemote(_ remote: NewRemote, run: Int) -> Effect {
    .run(remote, run, in: .interruptible(syncSlot)) { context -> (AddingResult?, SyncState?) in
      guard let sync = context.environment.sync else { return (nil, nil) }
      let result = await Result.of { () async throws(MessageError) in
        try await sync.add(remote, progress: context.progress(ofRun: run))
      }
      return (result, await sync.state())
    } then: { state, answer in
      let added = answer.0.flatMap { try? $0.get() }
      let ended = state.endSync(run, received: added?.result.receivedLines ?? 0, answer.1)
      switch answer.0 {
      case .success(let added): state.added(remote, added)
      case .failure(let error) where ended != nil: state.couldNotAdd(remote, error)
      case .failure, nil: break
      }
    }
  }

  private typealias AddingResult = Result<AddedRemote, MessageError>

  static func removeRemote(_ name: String, run: Int) -> Effect {
    .run(name, run, in: .interruptible(syncSlot)) { context -> (MessageError?, SyncState?) in
      guard let sync = context.environment.sync else { return (nil, nil) }
      do throws(MessageError) {
        try await sync.remove(remote: name)
        return (nil, await sync.state())
      } catch {
        return (error, await sync.state())
      }
    } then: { state, answer in
      _ = state.endSync(run, received: 0, answer.1)
      guard let error = answer.0 else {
        state.toast = localized("Removed “\(name.printable)”. Files there are kept.")
        return
      }
      state.showError(error.line)
    }
  }

  /// Changes which photos this device receives from a remote.
  static func keepPhotos(_ photos: PhotoPolicy, of remote: String) -> Effect {
    .run(remote, in: .queue("keepPhotos")) { context -> (MessageError?, SyncState?) in
      guard let sync = context.environment.sync else { return (nil, nil) }
      do throws(MessageError) {
        try await sync.setPhotoPolicy(photos, of: remote)
        return (nil, await sync.state())
      } catch {
        return (error, await sync.state())
      }
    } then: { state, answer in
      if let known = answer.1 { state.sync.receive(known) }
      guard let error = answer.0 else {
        state.toast = photos.confirmation(for: remote.printable)
        return
      }
      state.showError(error.line)
    }
  }

  /// Removes a device. If a remote can't be reached, asks whether to continue without it.
  static func removeDevice(_ device: DeviceState, isOffline: Bool, run: Int) -> Effect {
    .run(device, isOffline, run, in: .interruptible(syncSlot)) {
      context -> (RemovingResult?, SyncState?) in
      guard let sync = context.environment.sync else { return (nil, nil) }
      let result = await Result.of { () async throws(MessageError) in
        try await sync.remove(device: device.id, isOffline: isOffline)
      }
      return (result, await sync.state())
    } thenPerform: { state, answer in
      let ended = state.endSync(run, received: 0, answer.1)
      let dialog = state.screens.topmost(DeviceRemovalState.self)
      state.screens.removeAll(DeviceRemovalState.self)
      switch answer.0 {
      case .success(let words):
        if let words { state.screens.push(RecoveryWordsDialog.notice(words, areNew: true)) }
        state.toast = localized("Removed the device.")
        // Until the others receive the new key, they write with the one that the device has.
        return state.startSync(.sync(nil), isManual: false)
      case .failure(let error) where ended?.isStopping != true && dialog != nil:
        if let reason = error.offlineReason {
          state.screens.push(ConfirmState.removeOffline(device, because: reason))
        } else {
          state.showError(error.line)
        }
      case .failure, nil: break
      }
      return []
    }
  }

  private typealias RemovingResult = Result<String?, MessageError>

  static func renameDevice(_ device: ID<Device>, to name: String) -> Effect {
    .run(device, name, in: .writes) { context -> (MessageError?, SyncState?) in
      guard let sync = context.environment.sync else { return (nil, nil) }
      do throws(MessageError) {
        try await sync.rename(device: device, to: name)
        return (nil, await sync.state())
      } catch {
        return (error, nil)
      }
    } then: { state, answer in
      if let known = answer.1 { state.sync.receive(known) }
      // The dialog stays open if the name was refused.
      if let error = answer.0 { return state.showError(error.line) }
      state.screens.removeAll(DeviceNameState.self)
      state.sync.recordSave()
      state.toast = localized("Renamed the device to “\(name.printable)”.")
    }
  }

  static var stopSync: Effect { .stop(syncSlot) }

  // MARK: Time

  /// Waits a few seconds after a save, so that several saves share one sync.
  static var scheduleSync: Effect {
    .posting(.syncDue, after: .seconds(5), in: .latest("syncTimer"))
  }

  /// Waits up to five minutes for news from the remotes. Remotes that can't notify are checked
  /// after that time; if there are none, the wait ends in time to notice remotes that another
  /// program adds.
  static func awaitRemotes(areThere: Bool) -> Effect {
    .posting(areThere, in: .latest("syncWatch")) { context in
      let end = ContinuousClock.now + .seconds(300)
      var hasNew = false
      if areThere, let sync = context.environment.sync {
        hasNew = await sync.wait(seconds: 300)
      }
      // The other device may still be writing there.
      let pause = hasNew ? ContinuousClock.now + .milliseconds(500) : end
      try? await Task.sleep(until: pause, clock: .continuous)
      if !Task.isCancelled { context.post(.remotesChanged) }
    }
  }

  /// Limits how long quitting waits for the last sync.
  static var limitQuitting: Effect {
    .posting(.quitTimedOut, after: .seconds(3), in: .latest("departure"))
  }
}

extension Message {
  /// Marks a sync as due, some seconds after the last save.
  static var syncDue: Message { Message { $0.sync.isDue = true } }

  /// Marks a sync as due, because remotes may have news or the waiting time has passed.
  static var remotesChanged: Message {
    Message { state in
      state.sync.isWatching = false
      state.sync.isStale = true
      // A timer's sync may have received news for other diaries as well.
      state.newsIsStale = true
      state.sync.isDue = true
    }
  }

  /// Quits, because the time for the last sync is over.
  static var quitTimedOut: Message {
    .performing { state in
      state.sync.quitting = .over
      return [.leave]
    }
  }

  fileprivate static func syncMoved(_ progress: Progress, run: Int) -> Message {
    Message(progress, run) { state in
      state.sync.update(run) { $0.progress = progress }
      state.screens.update(NewRemoteState.self) { $0.phase.move(to: progress) }
    }
  }
}

extension EffectContext {
  /// Returns a throttled callback that posts a run's progress.
  nonisolated fileprivate func progress(ofRun run: Int) -> @Sendable (Progress) -> Void {
    ProgressThrottle { [post] in post(.syncMoved($0, run: run)) }.report
  }
}
