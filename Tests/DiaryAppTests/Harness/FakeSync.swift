import DiaryCore

/// Sync in memory with several devices and hosts, step by step if a test holds it.
actor FakeSync: DiarySyncing {
  struct Host {
    /// The number of lines of each device, by name.
    var lines: [String: Int] = [:]
    var files = 0
    /// The recovery words; `nil` for a remote with plain files.
    var words: String?
    var isReachable = true
  }

  static let home = "git@host:diary.git"
  static let words = "acorn bagel cedar dune ember fjord"
  static let newWords = "grape hazel igloo jelly koala lemon"
  private(set) var hosts: [String: Host] = [:]
  private(set) var calls: [String] = []
  private var known = SyncState()
  private var isStubborn = false
  /// The reason why decisions can't receive from the remotes first.
  private var offlineReason: String?
  private var lines: [String: Int]
  private var files = 0
  private var words: String?
  private var saved: @Sendable () -> Int = { 0 }
  /// The results of the publications that can't be updated.
  private(set) var unpublished: [SyncResult] = []

  private let now: Timestamp
  /// The steps of the next run, if it waits for the test.
  private var held: Steps<Progress?>?
  private var steps: Steps<Progress?>?

  init(_ device: String = "desk", others: [(name: String, lastSeen: String)] = []) {
    let start = "2026-11-21T01:00:00Z"
    now = Timestamp(start) ?? Timestamp(milliseconds: 0)
    lines = [device: 0]
    known.devices = ([(name: device, lastSeen: start)] + others).enumerated().map { index, device in
      DeviceState(
        id: ID(high: 0, low: UInt64(index + 1)), name: device.name, isCurrentDevice: index == 0,
        isRemoved: false, lastSeen: Timestamp(device.lastSeen))
    }
  }

  // MARK: Test setup

  func count(saved: @escaping @Sendable () -> Int) { self.saved = saved }

  /// Adds a remote with the time of its last sync.
  func put(
    _ name: String, _ address: String = FakeSync.home, isPlain: Bool = false,
    photos: PhotoPolicy = .all, synced: String? = "2026-11-21T00:58:00Z"
  ) {
    var remote = RemoteState(name: name, address: address, isPlain: isPlain, photos: photos)
    remote.lastSync = synced.flatMap { Timestamp($0) }
    known.remotes.append(remote)
    hosts[address] = hosts[address] ?? Host(words: isPlain ? nil : Self.words)
    if !isPlain { words = Self.words }
  }

  func change(_ address: String = FakeSync.home, _ body: @Sendable (inout Host) -> Void) {
    var host = hosts[address] ?? Host()
    body(&host)
    hosts[address] = host
  }

  func changeState(_ body: @Sendable (inout SyncState) -> Void) { body(&known) }

  func hold() {
    steps = Steps()
    held = steps
  }

  func failPublishing(_ name: String) {
    unpublished = [SyncResult(remote: name)]
    unpublished[0].error = "\(name): the disk is full."
  }

  func beStubborn() { isStubborn = true }
  func failOnline(_ reason: String) { offlineReason = reason }
  func end() { steps?.begin(nil) }

  /// Continues the run by a step, or to its end if `progress` is `nil`.
  func go(on progress: Progress?) async { await steps?.go(on: progress) }

  // MARK: The port

  func state() -> SyncState {
    var state = known
    for index in state.remotes.indices {
      let host = hosts[state.remotes[index].address] ?? Host()
      state.remotes[index].pendingUploads =
        missing(of: own, in: host.lines) + max(0, files - host.files)
      if state.remotes[index].photos != .all {
        state.remotes[index].remoteOnly = max(0, host.files - files)
      }
    }
    return state
  }

  func sync(
    _ remotes: [String]?, isDryRun: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async -> [SyncResult] {
    calls.append("sync " + (remotes?.joined(separator: ",") ?? "all"))
    var results: [SyncResult] = []
    for remote in known.remotes where remotes?.contains(remote.name) ?? true {
      results.append(await sync(remote, isDryRun: isDryRun, progress))
    }
    return results
  }

  func add(
    _ remote: NewRemote, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> AddedRemote {
    calls.append("add \(remote.name) \(remote.address) \(remote.isPlain) \(remote.photos)")
    guard remote.address.hasPrefix("/") || remote.address.hasSuffix(".git") else {
      throw MessageError("“\(remote.address)” isn't a remote's address.")
    }
    var made: String?
    if let key = hosts[remote.address]?.words, key != words {
      guard let typed = remote.recoveryWords else {
        throw MessageError(
          "\(remote.name) holds this diary. Give its six words.", needsSecret: true)
      }
      guard typed == key else {
        throw MessageError("These words don't open \(remote.name).", needsSecret: true)
      }
      words = key
    } else if !remote.isPlain, words == nil {
      made = Self.words
      words = made
      known.unseenRecoveryWords = made
    }
    if hosts[remote.address] == nil { hosts[remote.address] = Host() }
    hosts[remote.address]?.words = remote.isPlain ? nil : words
    known.remotes.removeAll { $0.name == remote.name }
    let new = RemoteState(
      name: remote.name, address: remote.address, isPlain: remote.isPlain, photos: remote.photos)
    known.remotes.append(new)
    let result = await sync(new, isDryRun: false, progress)
    return AddedRemote(recoveryWords: made, result: result)
  }

  func remove(remote name: String) throws(MessageError) {
    calls.append("remove remote \(name)")
    known.remotes.removeAll { $0.name == name }
  }

  func setPhotoPolicy(_ photos: PhotoPolicy, of remote: String) throws(MessageError) {
    calls.append("keep \(photos) of \(remote)")
    note(remote) { $0.photos = photos }
  }

  func rename(device: ID<Device>, to name: String) throws(MessageError) {
    calls.append("rename \(name)")
    guard let index = known.devices.firstIndex(where: { $0.id == device }) else {
      throw MessageError("There is no such device.")
    }
    guard name.count <= 40 else { throw MessageError("That name is too long.") }
    let old = known.devices[index].name
    known.devices[index].name = name
    lines[name] = (lines.removeValue(forKey: old) ?? 0) + 1
  }

  func remove(device: ID<Device>, isOffline: Bool) async throws(MessageError) -> String? {
    calls.append("remove device" + (isOffline ? " offline" : ""))
    try requireOnline(unless: isOffline)
    guard let index = known.devices.firstIndex(where: { $0.id == device }) else {
      throw MessageError("There is no such device.")
    }
    guard await goesOn({ _ in }) else { throw MessageError("Stopped.") }
    known.devices[index].isRemoved = true
    guard words != nil else { return nil }
    words = Self.newWords
    for address in hosts.keys where hosts[address]?.words != nil {
      hosts[address]?.words = Self.newWords
    }
    return words
  }

  func recordRecoveryWordsSeen() { known.unseenRecoveryWords = nil }

  func wait(seconds: Int) async -> Bool {
    try? await Task.sleep(for: .seconds(seconds))
    return false
  }

  // MARK: People

  func approve(_ id: AuthorID) throws(MessageError) {
    try decide("approve", id) { $0.state = .member }
  }

  func remove(_ id: AuthorID, isOffline: Bool) throws(MessageError) {
    try requireOnline(unless: isOffline)
    try decide("remove", id) { $0.state = .removed }
    if known.people.allSatisfy({ $0.state != .pending }) {
      known.unseenRecoveryWords = Self.newWords
    }
  }

  func change(_ id: AuthorID, to role: PersonRole, isOffline: Bool) throws(MessageError) {
    try requireOnline(unless: isOffline)
    try decide("role \(role)", id) { $0.role = role }
  }

  private func requireOnline(unless isOffline: Bool) throws(MessageError) {
    guard let offlineReason, !isOffline else { return }
    throw MessageError("\(offlineReason) Add --offline.", offlineReason: offlineReason)
  }

  private func decide(
    _ call: String, _ id: AuthorID, _ change: (inout Person) -> Void
  ) throws(MessageError) {
    calls.append("\(call) \(id)")
    guard known.people.first(where: \.isCurrentUser)?.role == .owner else {
      throw MessageError("Only an owner of this diary can do that.")
    }
    guard let index = known.people.firstIndex(where: { $0.id == id }) else {
      throw MessageError("No one in this diary has that id.")
    }
    change(&known.people[index])
  }

  // MARK: Lines

  private var own: [String: Int] {
    var own = lines
    own[known.devices[0].name, default: 0] += saved()
    return own
  }

  private func missing(of some: [String: Int], in others: [String: Int]) -> Int {
    some.reduce(0) { $0 + max(0, $1.value - (others[$1.key] ?? 0)) }
  }

  private func sync(
    _ remote: RemoteState, isDryRun: Bool, _ progress: @Sendable (Progress) -> Void
  ) async -> SyncResult {
    var result = SyncResult(remote: remote.name)
    result.missingTexts = remote.missingTexts
    let goes = await goesOn(progress)
    var host = hosts[remote.address] ?? Host()
    result.sentLines = missing(of: own, in: host.lines)
    result.receivedLines = missing(of: host.lines, in: own)
    result.sentFiles = max(0, files - host.files)
    if !goes {
      result.error = "\(remote.name): stopped. Finished work is kept; try again to continue."
    } else if !host.isReachable {
      result.error = "\(remote.name): no network. Your diary is safe here; sync when online."
    }
    let isOutdated = host.words != nil && host.words != words
    note(remote.name) { $0.needsRecoveryWords = isOutdated }
    if isOutdated { result.error = "\(remote.name) has a newer key: photodiary remote add" }
    guard result.error == nil, !isDryRun else {
      (result.pendingUploads, result.sentLines, result.receivedLines) = (result.sentLines, 0, 0)
      note(remote.name) { $0.error = result.error }
      return result
    }
    let saved = self.saved()
    host.lines.merge(own) { max($0, $1) }
    lines = host.lines
    lines[known.devices[0].name, default: 0] -= saved
    host.files = max(host.files, files)
    if remote.photos == .all {
      result.receivedFiles = host.files - files
      files = host.files
    }
    hosts[remote.address] = host
    note(remote.name) { state in
      state.error = nil
      state.lastSync = now
    }
    return result
  }

  private func note(_ name: String, _ body: (inout RemoteState) -> Void) {
    guard let index = known.remotes.firstIndex(where: { $0.name == name }) else { return }
    body(&known.remotes[index])
  }

  /// Returns whether the run reached its end without being stopped.
  private func goesOn(_ progress: @Sendable (Progress) -> Void) async -> Bool {
    let held = self.held
    self.held = nil
    guard isStubborn else { return await held.goesOn(progress) }
    // A detached task isn't canceled with the run.
    return await Task.detached { await held.goesOn { _ in } }.value
  }
}
