import DiaryCore
import Text

/// The state of sync: the known remotes and devices, and the run in progress. The list's title bar
/// and the sync screen show it.
struct SyncActivity: Sendable {
  /// A task that uses remotes. Only one runs at a time.
  struct Run: Hashable, Sendable {
    enum Work: Hashable, Sendable {
      /// Syncs with the named remotes, or with all for `nil`.
      case sync([String]?)
      case add(NewRemote)
      case removeRemote(String)
      case removeDevice(DeviceState, isOffline: Bool)
    }

    let number: Int
    let work: Work
    /// True if the user requested it and wants to see the result.
    var isManual: Bool
    /// The latest reported progress.
    var progress: Progress?
    var isStopping = false
  }

  /// The state of quitting, which waits for a last sync.
  enum Quitting: Hashable, Sendable {
    /// The last save is on its way to the remotes.
    case waiting
    /// The wait is over.
    case over
  }

  /// True if this diary supports sync.
  var isOffered = false
  /// The known remotes and devices, or `nil` until they have been read.
  private(set) var state: SyncState?
  /// The run in progress.
  private(set) var run: Run?
  var quitting: Quitting?

  // Pending work.

  /// True if `state` must be read again.
  var isStale = true
  /// True if a sync with all remotes should start as soon as no run is in progress.
  var isDue = true
  /// True if something was saved for which no sync is scheduled yet.
  var hasSaved = false
  /// True if something was saved since the last sync with all remotes began.
  private(set) var hasUnsent = false
  /// True while an effect waits for news from the remotes.
  var isWatching = false

  /// The photo being fetched for the viewer.
  private(set) var fetching: AssetID?
  /// Photos that couldn't be fetched since the last sync.
  private var notFetched: Set<AssetID> = []

  private var runs = 0
  /// The end of the last sync that received changes, in the program's uptime.
  private var received: Duration?

  /// Replaces the known remotes and devices.
  mutating func receive(_ state: SyncState) { self.state = state }

  // MARK: Missing photos

  /// Returns true if a photo or attachment is known to be on another machine only.
  func isElsewhere(_ asset: AssetID) -> Bool { state?.remoteOnly.contains(asset) == true }

  /// Returns true if a photo is shown as the preview from a remote.
  func showsPreview(of asset: AssetID) -> Bool {
    isElsewhere(asset) && state?.remotes.contains { $0.photos == .small } == true
  }

  /// Records that a photo is being fetched. Returns false if that isn't needed, or if it failed and
  /// no sync has run since.
  mutating func startsFetching(_ asset: AssetID) -> Bool {
    guard isElsewhere(asset), fetching != asset, !notFetched.contains(asset) else { return false }
    fetching = asset
    return true
  }

  /// Records the end of a fetch. A fetch that was cut off can be tried again.
  mutating func endFetching(_ asset: AssetID, isCutOff: Bool, isMissing: Bool) {
    if fetching == asset { fetching = nil }
    if isMissing, !isCutOff { notFetched.insert(asset) }
  }

  /// Records that something was saved that the remotes must receive.
  mutating func recordSave() {
    hasSaved = true
    hasUnsent = true
  }

  /// Starts a new run, which replaces the current one.
  mutating func begin(_ work: Run.Work, isManual: Bool) -> Run {
    // An interrupted sync must run again.
    if run?.work == .sync(nil) { isDue = true }
    if work == .sync(nil) { (isDue, hasUnsent) = (false, false) }
    // Adding the first remote includes a sync with it.
    if case .add = work, state?.remotes.isEmpty == true { isDue = false }
    runs += 1
    let run = Run(number: runs, work: work, isManual: isManual)
    self.run = run
    return run
  }

  /// Changes a run if it is still the current one.
  mutating func update(_ number: Int, _ body: (inout Run) -> Void) {
    guard var run, run.number == number else { return }
    body(&run)
    self.run = run
  }

  /// Records the end of a run and the number of changes it received. Returns the run if it was
  /// still current.
  mutating func end(_ number: Int, received count: Int, at uptime: Duration) -> Run? {
    if count > 0 { received = uptime }
    // An earlier request for the state may be answered after this.
    isStale = true
    notFetched = []
    guard let run, run.number == number else { return nil }
    self.run = nil
    // Restart the wait, so that it reports the next change after this run.
    isWatching = false
    return run
  }

  /// The maximum delay until received changes are noticed in the store.
  private static let noticeDelay = Duration.seconds(3)

  /// Returns true if changes noticed in the store now probably arrived by sync.
  func isReceivingChanges(at uptime: Duration) -> Bool {
    switch run?.work {
    case .sync, .add: return true
    case .removeRemote, .removeDevice, nil: break
    }
    return received.map { uptime - $0 < Self.noticeDelay } ?? false
  }

  /// The number of changes to send to the remote that misses the most.
  var waiting: Int { state?.remotes.map(\.pendingUploads).max() ?? 0 }

  /// True if a remote holds files encrypted with the diary's key.
  var usesKey: Bool { state?.remotes.contains { !$0.isPlain } == true }

  /// True if a remote is missing something saved here.
  var hasToSend: Bool { state?.remotes.isEmpty == false && (hasUnsent || waiting > 0) }
}

extension AppState {
  /// Starts a task with the remotes. Any current run is stopped first, because the user's request
  /// has priority over automatic syncs.
  mutating func startSync(_ work: SyncActivity.Run.Work, isManual: Bool) -> [Effect] {
    let stopping: [Effect] = sync.run == nil ? [] : [.stopSync]
    let run = sync.begin(work, isManual: isManual)
    switch work {
    case .sync(let remotes): return stopping + [.sync(remotes, run: run.number)]
    case .add(let remote): return stopping + [.addRemote(remote, run: run.number)]
    case .removeRemote(let name): return stopping + [.removeRemote(name, run: run.number)]
    case .removeDevice(let device, let isOffline):
      return stopping + [.removeDevice(device, isOffline: isOffline, run: run.number)]
    }
  }

  /// Stops the current run. Its completed work is kept.
  mutating func stopSync() -> [Effect] {
    guard let run = sync.run, !run.isStopping else { return [] }
    sync.update(run.number) { $0.isStopping = true }
    return [.stopSync]
  }
}

/// Texts about sync: times, settings and results.
enum SyncText {
  private static let minute: Int64 = 60
  private static let hour: Int64 = 3600
  private static let day: Int64 = 86_400
  /// The number of days after which a date is shown instead.
  private static let maxDays: Int64 = 30

  /// Returns `just now`, `2 min ago`, `3 hours ago`, `9 days ago` or, for older times, a date. A
  /// time in the future, set by another machine's clock, is shown as just now.
  static func ago(_ time: Timestamp, _ app: AppState) -> String {
    let seconds = app.now.instant - time.seconds
    switch seconds {
    case ..<minute: return localized("just now")
    case ..<hour: return localized("\(seconds / minute) min ago")
    case ..<day:
      let hours = Int(seconds / hour)
      return localized(counting: hours, one: "1 hour ago", other: "\(hours) hours ago")
    case ..<(maxDays * day):
      let days = Int(seconds / day)
      return localized(counting: days, one: "1 day ago", other: "\(days) days ago")
    default: return DateText.short(app.localDate(time).day)
    }
  }

  /// Returns a short form for narrow places: `now`, `2 min`, `3 h`, `9 d`.
  static func briefly(_ time: Timestamp, _ app: AppState) -> String {
    let seconds = app.now.instant - time.seconds
    return switch seconds {
    case ..<minute: localized("now")
    case ..<hour: localized("\(seconds / minute) min")
    case ..<day: localized("\(seconds / hour) h")
    default: localized("\(seconds / day) d")
    }
  }

  static func remotes(_ number: Int) -> String {
    let count = CountText.grouped(number)
    return localized(counting: number, one: "\(count) remote", other: "\(count) remotes")
  }

  static func devices(_ number: Int) -> String {
    let count = CountText.grouped(number)
    return localized(counting: number, one: "\(count) device", other: "\(count) devices")
  }

  static func photos(_ policy: PhotoPolicy) -> String {
    switch policy {
    case .all: localized("all photos")
    case .small: localized("previews")
    case .none: localized("photos on request")
    }
  }

  static func encryption(isPlain: Bool) -> String {
    isPlain ? localized("plain files") : localized("encrypted")
  }

  // MARK: Results

  /// Returns the result of an automatic sync.
  static func received(_ number: Int) -> String {
    let count = CountText.grouped(number)
    return localized(
      counting: number, one: "Received \(count) change.", other: "Received \(count) changes.")
  }

  static var stopped: String { localized("Stopped. Changes synced so far are kept.") }

  /// Returns the result of a requested sync. Details of failures are shown with each remote.
  ///
  /// - Parameter remotes: all remotes, with their problems.
  static func outcome(_ results: [SyncResult], _ remotes: [RemoteState]) -> String {
    let failed = results.filter { $0.error != nil }.map { "“\($0.remote.printable)”" }
    guard failed.isEmpty else {
      return localized("Couldn't finish syncing with \(failed.joined(separator: ", ")).")
    }
    let sent = results.reduce(0) { $0 + $1.sentLines + $1.sentFiles }
    let received = results.reduce(0) { $0 + $1.receivedLines + $1.receivedFiles }
    let hasProblems = remotes.contains { $0.error != nil || !$0.issues.isEmpty }
    guard sent + received > 0 || hasProblems else { return localized("Everything is in sync.") }
    let texts = results.map(\.missingTexts).max() ?? 0
    let counts = localized(
      "Synced: \(CountText.grouped(sent)) sent, \(CountText.grouped(received)) received.")
    return texts == 0 ? counts : counts + " " + missing(texts: texts)
  }

  private static func missing(texts number: Int) -> String {
    let count = CountText.grouped(number)
    return localized(
      counting: number, one: "⚠ The text of 1 change is missing.",
      other: "⚠ The texts of \(count) changes are missing.")
  }
}

/// The sync status in the list's title bar.
enum SyncBadge {
  /// Returns the status, longest form first: `⇅ 2 min` since the last success, `↑3` for unsent
  /// changes, `⚠ sync` after a failure or if texts are missing. Empty if there are no remotes.
  static func forms(_ app: AppState) -> [String] {
    guard let remotes = app.sync.state?.remotes, !remotes.isEmpty else { return [] }
    if remotes.contains(where: { $0.error != nil || $0.missingTexts > 0 }) {
      return [localized("⚠ sync"), "⚠"]
    }
    if app.sync.waiting > 0 { return ["↑" + CountText.grouped(app.sync.waiting)] }
    // With several remotes, show the time since which all are in sync.
    let times = remotes.compactMap(\.lastSync)
    guard times.count == remotes.count, let oldest = times.min() else { return ["⇅"] }
    return ["⇅ " + SyncText.briefly(oldest, app), "⇅"]
  }

  /// Returns the status for screen readers, only if the user must act.
  static func spoken(_ app: AppState) -> String? {
    guard let remotes = app.sync.state?.remotes, remotes.contains(where: { $0.error != nil })
    else { return nil }
    return app.keys[.list].keyName(of: .sync).map {
      localized("Couldn't sync. Press \($0) to see why.")
    } ?? localized("Couldn't sync.")
  }
}
