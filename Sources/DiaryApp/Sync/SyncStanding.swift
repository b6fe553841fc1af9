import DiaryCore
import Localization

/// How it stands with sync: what is known of remotes and devices, and what is under way. The list's
/// title bar and the sync screen show it.
struct SyncStanding: Sendable {
  /// What is done with remotes, one at a time.
  struct Run: Hashable, Sendable {
    enum Work: Hashable, Sendable {
      /// With some remotes; with all of them for `nil`.
      case sync([String]?)
      case add(NewRemote)
      case removeRemote(String)
      case removeDevice(DeviceState)
    }

    let number: Int
    let work: Work
    /// Whether the person asked for it, and is told what came of it.
    var isByHand: Bool
    /// How far it is, as far as it has told.
    var progress: Progress?
    var isStopping = false
  }

  /// What the end of the program waits for.
  enum Departure: Hashable, Sendable {
    /// What was saved last is on its way.
    case waiting
    /// Nothing more is waited for.
    case over
  }

  /// Whether this diary can be kept alike on several machines at all.
  var isOffered = false
  /// What is known of remotes and devices; `nil` until it has been read.
  private(set) var state: SyncState?
  /// What is under way.
  private(set) var run: Run?
  var departure: Departure?

  // What is to be done.

  /// Whether what is known has to be read again.
  var isStale = true
  /// Whether to sync with all remotes as soon as nothing else is under way.
  var isDue = true
  /// Whether something was saved that no sync is planned for.
  var hasSaved = false
  /// Whether something was saved since the last sync with all remotes began.
  private(set) var hasUnsent = false
  /// Whether it is waited for remotes to have something new.
  var isWatching = false

  /// The photo that is being fetched for the viewer.
  private(set) var fetching: AssetID?
  /// Those that couldn't be.
  private var notFetched: Set<AssetID> = []

  private var runs = 0
  /// When a sync that brought something came to its end, in the program's time.
  private var received: Duration?

  /// Takes in what is known now.
  mutating func take(_ state: SyncState) { self.state = state }

  // MARK: Photos elsewhere

  /// Whether a photo or an attachment is on another machine, as far as is known.
  func isElsewhere(_ asset: AssetID) -> Bool { state?.elsewhere.contains(asset) == true }

  /// Whether what is shown of a photo is the preview that a remote has of it.
  func showsPreview(of asset: AssetID) -> Bool {
    isElsewhere(asset) && state?.remotes.contains { $0.photos == .small } == true
  }

  /// Whether a photo that comes into view is to be fetched: once, until a sync has brought something to
  /// hope for. Notes that it is.
  mutating func startsFetching(_ asset: AssetID) -> Bool {
    guard isElsewhere(asset), fetching != asset, !notFetched.contains(asset) else { return false }
    fetching = asset
    return true
  }

  /// Notes what came of it. A fetch that was cut off for another one is made up for.
  mutating func endFetching(_ asset: AssetID, isCutOff: Bool, isMissing: Bool) {
    if fetching == asset { fetching = nil }
    if isMissing, !isCutOff { notFetched.insert(asset) }
  }

  /// Notes that something was saved, which is to go to the remotes.
  mutating func recordSave() {
    hasSaved = true
    hasUnsent = true
  }

  /// Notes a new run in the place of the one that is under way.
  mutating func begin(_ work: Run.Work, isByHand: Bool) -> Run {
    // What is cut off is made up for.
    if run?.work == .sync(nil) { isDue = true }
    if work == .sync(nil) { (isDue, hasUnsent) = (false, false) }
    // The first remote is synced by being added.
    if case .add = work, state?.remotes.isEmpty == true { isDue = false }
    runs += 1
    let run = Run(number: runs, work: work, isByHand: isByHand)
    self.run = run
    return run
  }

  /// Changes the run of that number, if it is the one under way.
  mutating func update(_ number: Int, _ body: (inout Run) -> Void) {
    guard var run, run.number == number else { return }
    body(&run)
    self.run = run
  }

  /// Notes that a run has ended, with so many changes received. Returns it if it was under way still.
  mutating func end(_ number: Int, received count: Int, at uptime: Duration) -> Run? {
    if count > 0 { received = uptime }
    // What was asked for before may be answered after it.
    isStale = true
    notFetched = []
    guard let run, run.number == number else { return nil }
    self.run = nil
    // Remotes are waited for anew: their next change is what counts.
    isWatching = false
    return run
  }

  /// So long does it take at most until what was received is noticed in the store.
  private static let noticing = Duration.seconds(3)

  /// Whether changes that turn up in the store now are likely to come from other devices, by sync.
  func bringsChanges(at uptime: Duration) -> Bool {
    switch run?.work {
    case .sync, .add: return true
    case .removeRemote, .removeDevice, nil: break
    }
    return received.map { uptime - $0 < Self.noticing } ?? false
  }

  /// What still has to go somewhere: of all remotes the most.
  var waiting: Int { state?.remotes.map(\.waitingOut).max() ?? 0 }

  /// Whether a remote holds what only the diary's key opens.
  var usesKey: Bool { state?.remotes.contains { !$0.isPlain } == true }

  /// Whether a remote lacks something that was saved here.
  var hasToSend: Bool { state?.remotes.isEmpty == false && (hasUnsent || waiting > 0) }
}

extension ScreenContext {
  /// Begins something with remotes. What is under way is stopped first, for the person's wish goes
  /// before what happens by itself.
  mutating func startSync(_ work: SyncStanding.Run.Work, isByHand: Bool) -> [Effect] {
    let stopping: [Effect] = sync.run == nil ? [] : [.stopSync]
    let run = sync.begin(work, isByHand: isByHand)
    switch work {
    case .sync(let remotes): return stopping + [.sync(remotes, run: run.number)]
    case .add(let remote): return stopping + [.addRemote(remote, run: run.number)]
    case .removeRemote(let name): return stopping + [.removeRemote(name, run: run.number)]
    case .removeDevice(let device):
      return stopping + [.removeDevice(device.id, run: run.number)]
    }
  }

  /// Stops what is under way. What was done by then stays done.
  mutating func stopSync() -> [Effect] {
    guard let run = sync.run, !run.isStopping else { return [] }
    sync.update(run.number) { $0.isStopping = true }
    return [.stopSync]
  }
}

/// Sync in words: how long ago, what is kept where, what came of it.
enum SyncWords {
  private static let minute: Int64 = 60
  private static let hour: Int64 = 3600
  private static let day: Int64 = 86_400
  /// After so many days, a date says more.
  private static let mostDays: Int64 = 30

  /// `just now`, `2 min ago`, `3 hours ago`, `9 days ago`, and a date of what is longer ago. A time that
  /// another machine's clock has put into the future is just now.
  static func ago(_ time: Timestamp, _ app: ScreenContext) -> String {
    let seconds = app.now.instant - time.seconds
    switch seconds {
    case ..<minute: return localized("just now")
    case ..<hour: return localized("\(seconds / minute) min ago")
    case ..<day:
      let hours = Int(seconds / hour)
      return localized(counting: hours, one: "1 hour ago", other: "\(hours) hours ago")
    case ..<(mostDays * day):
      let days = Int(seconds / day)
      return localized(counting: days, one: "1 day ago", other: "\(days) days ago")
    default: return DateWords.short(app.localDate(time).day)
    }
  }

  /// The same where there is little room: `now`, `2 min`, `3 h`, `9 d`.
  static func briefly(_ time: Timestamp, _ app: ScreenContext) -> String {
    let seconds = app.now.instant - time.seconds
    return switch seconds {
    case ..<minute: localized("now")
    case ..<hour: localized("\(seconds / minute) min")
    case ..<day: localized("\(seconds / hour) h")
    default: localized("\(seconds / day) d")
    }
  }

  static func remotes(_ number: Int) -> String {
    let count = CountWords.grouped(number)
    return localized(counting: number, one: "\(count) remote", other: "\(count) remotes")
  }

  static func devices(_ number: Int) -> String {
    let count = CountWords.grouped(number)
    return localized(counting: number, one: "\(count) device", other: "\(count) devices")
  }

  static func photos(_ policy: PhotoPolicy) -> String {
    switch policy {
    case .all: localized("all photos")
    case .small: localized("small photos")
    case .none: localized("photos on request")
    }
  }

  static func encryption(isPlain: Bool) -> String {
    isPlain ? localized("plain files") : localized("encrypted")
  }

  // MARK: What came of it

  /// Of a sync that nobody asked for.
  static func received(_ number: Int) -> String {
    let count = CountWords.grouped(number)
    return localized(
      counting: number, one: "Received \(count) change.", other: "Received \(count) changes.")
  }

  static var stopped: String { localized("Stopped. What was done is kept.") }

  /// Of a sync by hand. What went wrong stands with each remote.
  static func outcome(_ results: [SyncResult]) -> String {
    let failed = results.filter { $0.error != nil }.map { "“\($0.remote.printable)”" }
    guard failed.isEmpty else {
      return localized("Couldn't finish syncing with \(failed.joined(separator: ", ")).")
    }
    let sent = results.reduce(0) { $0 + $1.sentLines + $1.sentFiles }
    let received = results.reduce(0) { $0 + $1.receivedLines + $1.receivedFiles }
    guard sent + received > 0 else { return localized("Everything is in sync.") }
    return localized(
      "Synced: \(CountWords.grouped(sent)) sent, \(CountWords.grouped(received)) received.")
  }
}

/// What the list's title bar tells of sync.
enum SyncSign {
  /// `⇅ 2 min` since the last success, `↑3` for what waits to go, `⚠ sync` after a failure: the longest
  /// form first. None where the diary is on this machine alone.
  static func forms(_ app: ScreenContext) -> [String] {
    guard let remotes = app.sync.state?.remotes, !remotes.isEmpty else { return [] }
    if remotes.contains(where: { $0.error != nil }) { return [localized("⚠ sync"), "⚠"] }
    if app.sync.waiting > 0 { return ["↑" + CountWords.grouped(app.sync.waiting)] }
    // With several, what is true of all of them.
    let times = remotes.compactMap(\.lastSync)
    guard times.count == remotes.count, let oldest = times.min() else { return ["⇅"] }
    return ["⇅ " + SyncWords.briefly(oldest, app), "⇅"]
  }

  /// For those who have it read to them: only what has to be done something about.
  static func spoken(_ app: ScreenContext) -> String? {
    guard let remotes = app.sync.state?.remotes, remotes.contains(where: { $0.error != nil })
    else { return nil }
    return app.keys[.list].keyName(of: .sync).map {
      localized("Couldn't sync. Press \($0) to see why.")
    } ?? localized("Couldn't sync.")
  }
}
