import Crypto
import DiaryCore
import DiaryStore
import System
import Text

/// One synchronization of this machine's diary with one remote.
///
/// A pass only lists, adds and removes files on the remote; it never changes one. It works in this
/// order (`run()`):
///
/// - list the remote, and check that it holds this diary's format
/// - open the diary's keys, receive lines, then confirm the keys against those lines
/// - announce this device, then send keys and lines
/// - read join requests, pack this machine's segments, and remove purged lines
/// - exchange photos, attachments and previews
///
/// The order makes an interruption harmless: a line never arrives before the key that opens it, nor
/// a photo before the line that names it. `memory` keeps what is already done, so the next pass
/// continues there.
///
/// Everything that the remote returns is untrusted. A failed step throws; `result` then describes
/// the steps before it. A pass is a value that one task uses, with `SyncLock` held by `SyncEngine`.
struct SyncPass {
  /// The remote's settings. A clone corrects `isPlain` by the remote's `FORMAT.txt`.
  private(set) var configuration: RemoteConfiguration
  let remote: any Remote
  let repository: DiskRepository
  let folder: SyncFolder
  /// The folder for files in transit, which only this pass uses.
  let workFolder: String
  /// The cache of previews of photos that aren't on this machine.
  let previewFolder: PreviewFolder
  /// Makes previews of this machine's photos; `nil` if it can't.
  let makePreview: PreviewMaker?
  /// True if the pass only counts what it would send and receive.
  let isDryRun: Bool
  let now: @Sendable () -> Timestamp
  let progress: @Sendable (Progress) -> Void
  /// The recovery words to open the remote with, if the user typed them.
  var words: RecoveryWords?
  /// True if a remote is added: its folder and the diary's key may be created.
  var mayMakeKey = false
  /// True if the diary on the remote is to be downloaded into an empty folder.
  var isClone = false

  /// This machine's record of the remote. Saved after lines were received, before segments are
  /// sent, before photos are fetched, and at the end.
  var memory: RemoteMemory
  /// The counts and problems to report.
  var result: SyncResult
  /// The remote's files, including the changes by this pass.
  var listing = RemoteListing()
  /// The listed files that are too large. Only segments among them are in `listing`, since their
  /// names show which lines are missing.
  var oversized: [RemoteName: Int] = [:]
  /// The segments in `listing`.
  var segments = SegmentListing(RemoteListing())
  /// The form of files on the remote; `.plain` until the keys are open.
  var sealing = Sealing.plain
  /// The recovery words of a key created in this pass, which the user hasn't seen yet.
  private(set) var newWords: RecoveryWords?
  /// The public keys that certainly belong to the diary.
  private(set) var confirmed: Set<AgeRecipient> = []
  /// True if this device wasn't given the newest key of a shared diary.
  private(set) var isMissingNewestKey = false
  /// Segments on the remote whose content isn't the one that their names describe.
  var damaged: Set<RemoteName> = []
  /// The damaged segments on the remote whose lines are here.
  var replaceable: [SegmentName] = []
  /// The notes about segments that aren't damaged any more or will be replaced.
  var uselessNotes: Set<RemoteName> = []
  /// The numbers of the last lines in intact segments that don't have all lines of their names.
  var reach: [RemoteName: Int] = [:]
  /// The lines whose bodies were received and couldn't be put back (`ReceivedLines.unrestored`).
  var unrestored: Set<ID<Revision>> = []
  /// The files that lines received in this pass name and that weren't here.
  var newlyMissing: Set<AssetFile> = []
  /// The positions up to which the logs were searched for these.
  var receivedPositions: LogPositions?
  /// The files on the remote that couldn't be read, with the system's reasons.
  private(set) var unreadable: [RemoteName: String] = [:]
  /// Problems with single files on the remote, one line of text each.
  var fileIssues: [String] = []
  /// The number of lines that the remote lists and that couldn't be received.
  var missingLines = 0
  /// True if no failure kept lines from being received; `missingLines` weren't there.
  private(set) var hasReceivedLines = false
  /// True if the remote had keys that this machine didn't have.
  private(set) var hasNewKeys = false
  /// Segments that only an unconfirmed key opened, with that key. Empty once keys are confirmed.
  private(set) var unconfirmedKeys: [RemoteName: AgeRecipient] = [:]
  /// The `FORMAT.txt` that is still to be sent; `nil` if the remote's is intact.
  private(set) var missingFormat: OutgoingFile?

  /// Runs the complete pass.
  ///
  /// - Throws: the first failure. `result` contains the steps done before it.
  mutating func run() async throws {
    if configuration.isFollowed { return try await follow() }
    // Create only a new remote: the folder of another may be misspelled, or on a detached disk.
    if mayMakeKey, words == nil, !memory.isChecked { try await remote.prepare() }
    try await list()
    try await checkFormat()
    if !isDryRun { try await removePending() }
    guard !isClone || !segments.segments.isEmpty else {
      throw SyncFailure.nothingThere(configuration.name)
    }
    if !isDryRun {
      try await repository.vouchForOldLogs()
    }
    try await openKeys()
    let unshared = try await repository.unsharedLines()
    do {
      try await receiveLines()
      hasReceivedLines = true
    } catch {
      // Keep the keys: a plain sync, without recovery words, continues an interrupted clone.
      let isBegun = (try? FileSystem.names(in: repository.root))?.isEmpty == false
      if isClone, isBegun { try await confirmKeys() }
      throw error
    }
    result.issues += fileIssues
    do { try await confirmMembership() } catch {
      try? await reportUnsharedLines(since: unshared)
      throw error
    }
    try await reportUnsharedLines(since: unshared)
    if !isDryRun {
      let missing = try await repository.newlyMissingLines()
      if missing > 0 { result.issues.append(SyncPass.oldCopy(missing: missing)) }
      // In a diary of one person, the file of each key also opens the other keys of its epoch: a
      // key that a removed device has is replaced before anything is sent.
      let isShared = try await repository.people() != nil
      if !isShared { _ = try await renewKey() }
      try await putKeys()
    }
    try await sendLines()
    if !isDryRun {
      // In a shared diary the lines that announce a removal go first, so that the removed person
      // can still read them.
      if try await renewKey() {
        try await putKeys()
        try await sendLines()
      }
      try await receiveRequests()
      try await tidySegments()
    }
    try await exchangeAssets()
    try requireAllLines()
  }

  /// Receives the files on a remote that refuses changes.
  mutating func receiveRest() async throws {
    try await receiveAssets()
    result.isOnlySendingRefused =
      hasReceivedLines && missingLines == 0 && result.missingTexts == 0
      && result.pendingDownloads == 0
  }

  /// Confirms the keys and the membership by the received lines, then announces this device.
  private mutating func confirmMembership() async throws {
    try await confirmKeys()
    // A sync that was stopped may have received the lines.
    if !isDryRun, result.receivedLines > 0 || memory.needsTidying {
      try await repository.restoreInvalidlyPurged()
    }
    try await requireMembership(isMissingKey: isMissingNewestKey)
    if !isDryRun { try await announceDevice() }
  }

  /// Reports lines of this device that received lines exclude, as when it was removed. A device
  /// that proves a newer key shares its lines again, so they are counted after it is announced.
  private mutating func reportUnsharedLines(since earlier: Int) async throws {
    let count = try await repository.unsharedLines() - earlier
    if count > 0 { result.issues.append(SyncPass.unshared(count)) }
  }

  /// - Throws: `SyncFailure.incomplete` if the remote lists lines that couldn't be received.
  func requireAllLines() throws {
    if missingLines > 0 { throw SyncFailure.incomplete(configuration.name, lines: missingLines) }
  }

  /// Receives a public diary of another person. Sends nothing.
  private mutating func follow() async throws {
    try await list()
    guard !segments.segments.isEmpty else { throw SyncFailure.notPublic(configuration.name) }
    if !memory.isChecked { try await checkPublicFormat() }
    try await receiveLines()
    try await exchangeAssets()
    try requireAllLines()
  }

  /// - Throws: `SyncFailure.notPublic` unless `FORMAT.txt` describes a diary in clear.
  private mutating func checkPublicFormat() async throws {
    guard let name = Self.formatName,
      let format = try await fetch([name])[name].flatMap(RemoteFormat.read), format.isPlain
    else { throw SyncFailure.notPublic(configuration.name) }
    guard RemoteFormat.isKnown(format.version) else {
      throw SyncFailure.newerFormat(configuration.name)
    }
    memory.isChecked = !isDryRun
  }

  /// Lists the remote and opens its keys: the least that reading needs.
  mutating func open() async throws {
    try await list()
    try await checkFormat()
    try await openKeys()
  }

  // MARK: Listing and format

  /// Lists the remote again, and finds the segments among its files.
  mutating func list() async throws {
    listing = try await remote.list()
    oversized = RemoteLimits().exceeding(listing.files)
    for name in oversized.keys where SegmentName(name) == nil { listing.files[name] = nil }
    segments = SegmentListing(listing)
  }

  private static let formatName = RemoteName(RemoteFormat.name)

  /// Checks `FORMAT.txt`, and prepares one if it is missing or damaged.
  ///
  /// Without a readable one, the names of the other files decide.
  ///
  /// - Throws: a `SyncFailure` if the remote has another diary's form, other files, or was emptied
  ///   since.
  private mutating func checkFormat() async throws {
    guard let name = Self.formatName else { return }
    let size = listing.files[name]
    if memory.isChecked, size != nil, size == memory.formatSize { return }
    let bytes = size == nil ? nil : try await fetch([name])[name]
    if size != nil, bytes == nil {
      // It is being replaced.
      guard memory.isChecked else { throw SyncFailure.notYet(configuration.name) }
      return
    }
    var format = bytes.flatMap(RemoteFormat.read)
    if let format, !RemoteFormat.isKnown(format.version) {
      throw SyncFailure.newerFormat(configuration.name)
    }
    // The names of segments show the form of a remote in use.
    if memory.isChecked, segments.isPlain == configuration.isPlain,
      format?.isPlain != configuration.isPlain
    {
      format = nil
    }
    if let isPlain = format?.isPlain ?? segments.isPlain { try require(isPlain: isPlain) }
    let text = Array(RemoteFormat.text(isPlain: configuration.isPlain).utf8)
    let isCut = bytes.map { $0.count < text.count && text.starts(with: $0) } ?? true
    if format == nil { try requireDiary(hasForeignFormat: !isCut && !memory.isChecked) }
    if format == nil || isCut {
      missingFormat = OutgoingFile(name, .bytes(text))
    } else if !isDryRun {
      (memory.isChecked, memory.formatSize) = (true, size)
    }
  }

  /// Uses the remote's form in a clone.
  ///
  /// - Throws: a `SyncFailure` if the remote was added in the other form.
  private mutating func require(isPlain: Bool) throws {
    if isClone, words == nil, isPlain != configuration.isPlain {
      configuration.isPlain = isPlain
      // Save it: an interrupted clone has to continue in the same form.
      let remotes = try folder.readRemotes()
        .map { $0.name == configuration.name ? configuration : $0 }
      try SyncFailure.locally(configuration.name, folder.write(remotes))
    }
    guard isPlain == configuration.isPlain else {
      if isClone, isPlain { throw SyncFailure.needsNoRecoveryWords }
      throw isPlain ? SyncFailure.isPlain(configuration.name) : .isEncrypted(configuration.name)
    }
  }

  /// Requires a remote of a diary, or an empty one that is new.
  ///
  /// - Throws: a `SyncFailure` if the remote was emptied, or has other files and no lines or keys.
  private func requireDiary(hasForeignFormat: Bool) throws {
    guard !memory.isChecked || !listing.files.isEmpty else {
      throw SyncFailure.emptied(configuration.name)
    }
    let isDiary = !segments.sizes.isEmpty || !KeyFileName.all(in: listing).isEmpty
    let isForeign =
      hasForeignFormat || listing.ignored > 0 || !oversized.isEmpty
      || listing.files.keys.contains { !Self.mayBelongToDiary($0) }
    guard isDiary || !isForeign else { throw SyncFailure.notADiary(configuration.name) }
  }

  /// Returns true if a file may belong to a diary.
  private static func mayBelongToDiary(_ name: RemoteName) -> Bool {
    [
      "log/", "keys/", "assets/", "small/", "damaged/", JoinFiles.folder, RemoteFormat.name,
    ].contains { name.path.hasPrefix($0) }
  }

  // MARK: Keys

  var keys: RemoteKeys { RemoteKeys(folder: folder, repository: repository) }

  /// Opens the keys with this device's key or the recovery words, or creates the first key.
  ///
  /// - Throws: `SyncFailure.needsRecoveryWords` if nothing here opens it.
  private mutating func openKeys() async throws {
    guard !configuration.isPlain else { return }
    let known = try await localKeys()
    let pass = self
    var keyring: Keyring?
    do {
      keyring = try await keys.joined(
        known, listing, words: words, remote: configuration.name
      ) { name in
        var pass = pass
        return try await pass.fetch([name])[name]
      }
    } catch SyncFailure.needsRecoveryWords {
      let large = oversized.filter { $0.key.path.hasPrefix("keys/") }
      if let (name, size) = large.min(by: { $0.key < $1.key }) {
        throw RemoteError(configuration.name, .tooLarge(name: name.path, size: size))
      }
      if let joining = try await repository.joining() {
        throw DiaryError.account(.notApproved(verificationWords: joining.verificationWords))
      }
      // A removed member has no newer key, and needs the received lines to learn of the removal.
      guard known != nil, try await repository.people() != nil else {
        throw SyncFailure.needsRecoveryWords(configuration.name)
      }
      (keyring, isMissingNewestKey) = (known, true)
    }
    confirmed = Set((words == nil ? known : keyring)?.keys.map(\.identity.recipient) ?? [])
    if known != nil, mayMakeKey { newWords = await keys.unseenRecoveryWords() }
    if keyring == nil {
      guard mayMakeKey, !isDryRun else { throw SyncFailure.needsRecoveryWords(configuration.name) }
      let created = Keyring()
      let words = RecoveryWords()
      try await keys.save(created, under: words)
      keyring = created
      confirmed = [created.current.identity.recipient]
      try await keys.save(created)
      // Set only now: the user mustn't see words of a key that wasn't saved.
      newWords = words
    }
    guard let keyring else { return }
    sealing = .sealed(keyring)
    hasNewKeys = known == nil || keyring.keys.count != known?.keys.count
  }

  /// Returns the keys on this machine, or `nil` if there are none. Keys that this device's key
  /// doesn't open, because it was replaced, count as none if the diary's keys will be given again.
  ///
  /// - Throws: `SyncFailure.needsRecoveryWords` if they won't be: without its keys, this machine
  ///   can't know that those on the remote are the newest.
  private mutating func localKeys() async throws -> Keyring? {
    do { return try await keys.local() } catch KeyError.age(_, .noMatchingIdentity) {
      // The diary has a key: another would be foreign to its devices.
      mayMakeKey = false
      let isJoining = try await repository.joining() != nil
      guard words != nil || isJoining else {
        throw SyncFailure.needsRecoveryWords(configuration.name)
      }
      return nil
    }
  }

  /// Restricts the keyring to keys that certainly belong to the diary: those that a line of its
  /// devices announces and those that the recovery words opened.
  ///
  /// A device sends its key before the line that announces it, so that line may only arrive in a
  /// later pass.
  ///
  /// - Throws: `KeyError.foreignKey` if no key is confirmed.
  mutating func confirmKeys() async throws {
    guard case .sealed(let keyring) = sealing, hasNewKeys || words != nil else { return }
    let announced = try await repository.knownKeys()
    let known = confirmed.union(announced.map(\.recipient))
    let epoch = keyring.current.epoch
    let name = KeyFileName(of: keyring).path
    guard let kept = keyring.filtered(known.contains) else {
      throw KeyError.foreignKey(name: name)
    }
    if kept.current.epoch < epoch {
      if announced.contains(where: { $0.epoch == epoch }) {
        isMissingNewestKey = true
      } else if !isDryRun {
        // A dry run doesn't receive the line that announces it.
        result.issues.append(SyncPass.unconfirmedKey(name))
      }
    }
    sealing = .sealed(kept)
    // New devices won't get the unconfirmed keys and couldn't open these segments. Lines that are
    // here are sent again. The other segments are fetched again: earlier lines that confirm the key
    // may be listed later.
    let counts = try await repository.lineCounts()
    for (name, key) in unconfirmedKeys where !known.contains(key) {
      memory.segments[name.path] = nil
      guard let segment = SegmentName(name),
        counts[segment.device] ?? 0 >= segment.numbers.upperBound
      else { continue }
      memory.unopened.insert(name.path)
    }
    unconfirmedKeys = [:]
    if !isDryRun { try await keys.save(kept) }
  }

  /// Records which key opened a segment if that key isn't confirmed yet.
  mutating func recordKey(of name: RemoteName, _ bytes: [UInt8]) {
    guard hasNewKeys, case .sealed(let keyring) = sealing else { return }
    let keys = keyring.keys.map(\.identity.recipient).filter { !confirmed.contains($0) }
    unconfirmedKeys[name] = keys.first { key in
      keyring.filtered { $0 == key }.map { Sealing.sealed($0).opened(bytes) != nil } == true
    }
  }

  /// Announces this device and the current key. Announces the key again for devices that clones
  /// wouldn't accept, because they have none of the keys to prove that they may write.
  private func announceDevice() async throws {
    let wantsPreviews = configuration.photos == .small
    guard case .sealed(let keyring) = sealing else {
      return try await repository.registerDevice(nil, wantsPreviews: wantsPreviews)
    }
    let key = keyring.current
    try await repository.registerDevice(key, wantsPreviews: wantsPreviews)
    guard
      try await repository.knownKeys().contains(where: {
        $0.recipient == key.identity.recipient
      })
    else {
      let devices = try await repository.knownDevices().filter(\.receivesKeys)
      return try await repository.beginEpoch(key, for: devices.map(\.id))
    }
    let devices = try await repository.unintroducedDevices(by: keyring.keys)
    if !devices.isEmpty { try await repository.beginEpoch(key, for: devices) }
  }

  /// Sends `FORMAT.txt` and the keys, if the remote doesn't have them.
  mutating func putKeys() async throws {
    var files = missingFormat.map { [$0] } ?? []
    if case .sealed(let keyring) = sealing {
      files += try await keys.missing(keyring, in: listing)
    }
    if !files.isEmpty { try await put(files) }
    if let format = missingFormat { memory.formatSize = listing.files[format.name] }
    missingFormat = nil
    memory.isChecked = true
  }

  // MARK: Files

  /// Downloads files into the work folder. The caller removes them. Files that disappeared, are
  /// incomplete or too large are omitted, and so are those that can't be read.
  mutating func download(_ names: [RemoteName]) async throws -> [(name: RemoteName, path: String)] {
    let folder = Path.join(workFolder, "in")
    var sizes: [RemoteName: Int] = [:]
    for name in names where oversized[name] == nil { sizes[name] = listing.files[name] }
    let fetched = try await remote.get(sizes, into: folder)
    unreadable.merge(fetched.unreadable) { $1 }
    return fetched.arrived.sorted().map { ($0, Path.join(folder, $0.path)) }
  }

  /// Reports the files on the remote that couldn't be read.
  mutating func reportUnreadable() {
    for (name, reason) in unreadable.sorted(by: { $0.key < $1.key }).prefix(Self.mostNamed) {
      result.issues.append(Self.unreadable(name, reason))
    }
    if unreadable.count > Self.mostNamed {
      result.issues.append(Self.moreUnusable(unreadable.count - Self.mostNamed))
    }
    result.failedFiles += unreadable.count
    unreadable = [:]
  }

  /// Downloads small files and returns their bytes.
  mutating func fetch(_ names: [RemoteName]) async throws -> [RemoteName: [UInt8]] {
    var files: [RemoteName: [UInt8]] = [:]
    for (name, path) in try await download(names) {
      files[name] = SyncFolder.bytes(path)
      FileSystem.unlink(path)
    }
    return files
  }

  /// Returns the listed name of a photo or an attachment in a folder of the remote, or `nil`.
  func name(of file: AssetFile, in folder: String) -> RemoteName? {
    sealing.names(of: file, in: folder).first { listing.files[$0] != nil }
  }

  /// Sends segments. Records them as pending first: an interrupted call may leave any of them on
  /// the remote.
  ///
  /// - Parameter lackedBodies: the numbers of bodies that are missing in segments.
  mutating func put(
    segments files: [OutgoingFile], lackedBodies: [RemoteName: Int] = [:]
  ) async throws {
    for file in files {
      memory.segments[file.name.path] = RemoteMemory.Segment(
        put: now(), removals: memory.removals, isPending: true,
        lackedBodies: lackedBodies[file.name] ?? 0)
    }
    try await keepMemory()
    try await put(files)
    if let last = files.last { memory.lastPut = last.name.path }
    for file in files {
      memory.segments[file.name.path]?.isPending = false
      memory.segments[file.name.path]?.size = listing.files[file.name]
    }
  }

  /// Saves `memory`, so that a program stopped later doesn't repeat the work so far.
  mutating func keepMemory() async throws {
    memory.tips = try await repository.tips()
    var kept = memory
    // Until their key is confirmed, the next sync has to open these segments again.
    for name in unconfirmedKeys.keys { kept.segments[name.path] = nil }
    try folder.keep(kept, of: configuration.name)
  }

  /// Removes segments of an interrupted call, which are sent again. A listing may lag and omit some
  /// of them.
  private mutating func removePending() async throws {
    let pending = memory.segments.filter(\.value.isPending).keys
    guard !pending.isEmpty else { return }
    let names = listing.files.keys.filter { pending.contains(($0.original ?? $0).path) }
    let needed = try await completeSegments(withLinesMissingHereAmong: names)
    // A remote that became read-only can still be read.
    _ = try await SyncFailure.unlessRefused {
      try await remove(names.filter { !needed.contains($0) })
    }
  }

  /// Returns the complete segments with lines that were lost here since they were sent, or whose
  /// bodies were.
  private mutating func completeSegments(
    withLinesMissingHereAmong names: [RemoteName]
  ) async throws -> Set<RemoteName> {
    var suspects: [RemoteName] = []
    for segment in names.compactMap({ SegmentName($0) }) {
      let parts = try await current(segment)
      let isMissing = parts.isEmpty && !segment.isOldLog
      if isMissing || parts.contains(where: { !$0.missingBodies.isEmpty }) {
        suspects.append(segment.name)
      }
    }
    guard !suspects.isEmpty else { return [] }
    return Set(
      try await fetch(suspects).filter { SegmentName($0)?.matches($1) == true }.keys)
  }

  /// Sends files and adds them to `listing`.
  mutating func put(_ files: [OutgoingFile]) async throws {
    try await remote.put(files)
    for file in files {
      let size =
        switch file.source {
        case .bytes(let bytes): bytes.count
        case .file(let path): FileSystem.status(of: path)?.size ?? 0
        }
      listing.files[file.name] = size
      oversized[file.name] = nil
      result.sentBytes += size
    }
    updateSegments(of: files.map(\.name))
  }

  /// Removes files from the remote, from `listing` and from `memory`.
  mutating func remove(_ names: [RemoteName]) async throws {
    guard !names.isEmpty else { return }
    try await remote.remove(names)
    for name in names {
      listing.files[name] = nil
      oversized[name] = nil
      memory.segments[name.path] = nil
    }
    updateSegments(of: names)
  }

  /// Updates `segments` unless only photos changed: there may be many.
  private mutating func updateSegments(of names: [RemoteName]) {
    if names.contains(where: { SegmentName($0) != nil }) { segments = SegmentListing(listing) }
  }
}
