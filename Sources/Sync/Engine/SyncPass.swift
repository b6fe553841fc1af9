import Age
import DiaryCore
import DiaryKeys
import DiaryStore
import Localization
import System

/// One sync with one remote. Keys go before lines, lines before photos; whatever is broken off goes on
/// where it was the next time.
struct SyncPass {
  private(set) var configuration: RemoteConfiguration
  let remote: any Remote
  let repository: DiskRepository
  let folder: SyncFolder
  /// For files on their way, which this pass alone uses.
  let workFolder: String
  /// Where previews of photos that aren't here are kept.
  let previewFolder: PreviewFolder
  let previews: (any PreviewMaking)?
  let isDryRun: Bool
  let now: @Sendable () -> Timestamp
  let progress: @Sendable (Progress) -> Void
  /// The words to open the remote with, if it holds the diary already.
  var words: RecoveryWords?
  /// Whether the diary's key may be made.
  var mayMakeKey = false
  /// Whether it is the diary there that is wanted.
  var isClone = false

  // What is known so far.
  var memory: RemoteMemory
  var result: SyncResult
  var listing = RemoteListing()
  var segments = SegmentListing(RemoteListing())
  var sealing = Sealing.plain
  /// The words of a key that was made, which nobody has seen yet.
  private(set) var newWords: RecoveryWords?
  /// The keys that are surely the diary's.
  private(set) var confirmed: Set<AgeRecipient> = []
  /// Whether the newest key of a shared diary wasn't given to this machine.
  private(set) var lacksNewestKey = false
  /// What is wrong with files there, a line each.
  var fileIssues: [String] = []
  /// How many lines are there that couldn't be received.
  var missingLines = 0
  /// Whether keys came that this machine hadn't.
  private(set) var isNewRing = false
  /// The segments that only a key opened which isn't confirmed yet, and that key.
  private(set) var doubtfulKeys: [RemoteName: AgeRecipient] = [:]
  /// The text that tells how to read what is there, which is still to be put there.
  private(set) var lackingFormat: OutgoingFile?

  /// Does all of it. What was done by then stands in `result` when it throws.
  mutating func run() async throws(SyncFailure) {
    if configuration.isFollowed { return try await follow() }
    // A place that was there isn't made again: its disk may not be attached.
    if !memory.isChecked, !isDryRun {
      try await SyncFailure.there(await remote.prepare())
    }
    try await list()
    try await checkFormat()
    if !isDryRun { try await removePending() }
    guard !isClone || !segments.segments.isEmpty else { throw .nothingThere(configuration.name) }
    if !isDryRun {
      try await SyncFailure.diary(await repository.vouchForOldLogs())
    }
    try await openKeys()
    let unshared = try await SyncFailure.diary(await repository.unsharedLines())
    do throws(SyncFailure) {
      try await receiveLines()
    } catch {
      // A sync goes on with a clone that was broken off, and has no words to open it with.
      let isBegun = (try? FileSystem.names(in: repository.root))?.isEmpty == false
      if isClone, isBegun { try await confirmKeys() }
      throw error
    }
    result.issues += fileIssues
    let newlyUnshared = try await SyncFailure.diary(await repository.unsharedLines()) - unshared
    if newlyUnshared > 0 { result.issues.append(SyncPass.unshared(newlyUnshared)) }
    try await confirmKeys()
    if !isDryRun, result.receivedLines > 0 {
      try await SyncFailure.diary(await repository.saveVoidlyPurged())
    }
    try await requireMembership(lacksKey: lacksNewestKey)
    if !isDryRun {
      try await SyncFailure.diary(await introduce())
      // In one's own diary each key leads to the others of its epoch, so none goes that somebody has who
      // was removed.
      let isShared = try await SyncFailure.diary(await repository.people()) != nil
      if !isShared { _ = try await renewKey() }
      try await putKeys()
    }
    try await sendLines()
    if !isDryRun {
      // Who was removed from a shared diary is told of that by lines that they can read.
      if try await renewKey() {
        try await putKeys()
        try await sendLines()
      }
      try await receiveRequests()
      try await tidySegments()
    }
    try await exchangeAssets()
    try requireAll()
  }

  /// - Throws: `SyncFailure.incomplete` when lines are there that couldn't be received.
  func requireAll() throws(SyncFailure) {
    if missingLines > 0 { throw .incomplete(configuration.name, lines: missingLines) }
  }

  /// Takes in a public diary of somebody else, and puts nothing there.
  private mutating func follow() async throws(SyncFailure) {
    try await list()
    guard !segments.segments.isEmpty else { throw .notPublic(configuration.name) }
    if !memory.isChecked { try await checkPublicFormat() }
    try await receiveLines()
    try await exchangeAssets()
    try requireAll()
  }

  private mutating func checkPublicFormat() async throws(SyncFailure) {
    guard let name = Self.formatName,
      let format = try await fetch([name])[name].flatMap(RemoteFormat.read), format.isPlain
    else { throw .notPublic(configuration.name) }
    guard RemoteFormat.isKnown(format.version) else { throw .newerFormat(configuration.name) }
    memory.isChecked = !isDryRun
  }

  /// Does no more than is needed to read what is there.
  mutating func open() async throws(SyncFailure) {
    try await list()
    try await checkFormat()
    try await openKeys()
  }

  // MARK: What is there

  mutating func list() async throws(SyncFailure) {
    listing = try await SyncFailure.there(await remote.list())
    segments = SegmentListing(listing)
  }

  private static let formatName = RemoteName(RemoteFormat.name)

  private mutating func checkFormat() async throws(SyncFailure) {
    guard let name = Self.formatName, !memory.isChecked || listing.files[name] == nil else {
      return
    }
    if listing.files[name] != nil {
      guard let bytes = try await fetch([name])[name],
        let format = RemoteFormat.read(bytes)
      else { throw .notADiary(configuration.name) }
      guard RemoteFormat.isKnown(format.version) else { throw .newerFormat(configuration.name) }
      if isClone, words == nil, format.isPlain != configuration.isPlain {
        configuration.isPlain = format.isPlain
        // What comes is read as that, and so has to be gone on with as that.
        let remotes = folder.remotes.map { $0.name == configuration.name ? configuration : $0 }
        try SyncFailure.here(configuration.name, folder.write(remotes))
      }
      guard format.isPlain == configuration.isPlain else {
        throw format.isPlain
          ? .isPlain(configuration.name) : .isEncrypted(configuration.name)
      }
    } else {
      guard !memory.isChecked || !listing.files.isEmpty else { throw .emptied(configuration.name) }
      guard !listing.files.keys.contains(where: { !Self.isDiarys($0) }), listing.ignored == 0 else {
        throw .notADiary(configuration.name)
      }
      let text = RemoteFormat.text(isPlain: configuration.isPlain)
      lackingFormat = OutgoingFile(name, .bytes(Array(text.utf8)))
      return
    }
    memory.isChecked = !isDryRun
  }

  /// Whether a file can be one of a diary.
  private static func isDiarys(_ name: RemoteName) -> Bool {
    ["log/", "keys/", "assets/", "small/", JoinFiles.folder, RemoteFormat.name].contains {
      name.path.hasPrefix($0)
    }
  }

  // MARK: Keys

  /// In bytes: more than a file of keys has.
  private static let largestKeys = 1 << 20

  var keys: RemoteKeys { RemoteKeys(folder: folder, repository: repository) }

  private mutating func openKeys() async throws(SyncFailure) {
    guard !configuration.isPlain else { return }
    let known = try await keys.local()
    var listing = listing
    // Where the other files will do, they may lie there.
    let large = listing.files.filter { name, size in
      name.path.hasPrefix("keys/") && size > Self.largestKeys
    }
    for name in large.keys { listing.files[name] = nil }
    fileIssues = large.sorted { $0.key < $1.key }.map { SyncPass.tooLarge($0, size: $1) }
    let pass = self
    var keyring: Keyring?
    do throws(SyncFailure) {
      keyring = try await keys.joined(
        known, listing, words: words, remote: configuration.name
      ) { name async throws(SyncFailure) in try await pass.fetch([name])[name] }
    } catch .needsWords {
      if let (name, size) = large.min(by: { $0.key < $1.key }) {
        throw .remote(RemoteError(configuration.name, .tooLarge(name: name.path, size: size)))
      }
      if let joining = try await SyncFailure.diary(await repository.joining()) {
        throw .diary(.account(.notApproved(check: joining.check)))
      }
      // Whoever shares a diary may have been removed from it, which lines tell that came before.
      guard known != nil, try await SyncFailure.diary(await repository.people()) != nil else {
        throw .needsWords(configuration.name)
      }
      (keyring, lacksNewestKey) = (known, true)
    }
    confirmed = Set((words == nil ? known : keyring)?.keys.map(\.identity.recipient) ?? [])
    if known != nil, mayMakeKey { newWords = await keys.unseenWords() }
    if keyring == nil {
      guard mayMakeKey, !isDryRun else { throw .needsWords(configuration.name) }
      let made = Keyring()
      let words = RecoveryWords()
      try await keys.keep(made, under: words)
      keyring = made
      confirmed = [made.current.identity.recipient]
      try await keys.keep(made)
      // Nobody is shown the words of a key that wasn't kept.
      newWords = words
    }
    guard let keyring else { return }
    sealing = .sealed(keyring)
    isNewRing = known == nil || keyring.keys.count != known?.keys.count
  }

  /// Goes on with those keys that are surely the diary's: a line of one of its devices tells of them, or
  /// the recovery words opened them. A machine puts its key there before the line that tells of it, so
  /// that may only come later.
  mutating func confirmKeys() async throws(SyncFailure) {
    guard case .sealed(let keyring) = sealing, isNewRing || words != nil else { return }
    let told = try await SyncFailure.diary(await repository.knownKeys())
    let known = confirmed.union(told.map(\.recipient))
    let epoch = keyring.current.epoch
    let name = KeyFileName(of: keyring).path
    guard let own = keyring.keeping(known.contains) else { throw .key(.foreignKey(name: name)) }
    if own.current.epoch < epoch {
      if told.contains(where: { $0.epoch == epoch }) {
        lacksNewestKey = true
      } else {
        result.issues.append(SyncPass.untoldKey(name))
      }
    }
    sealing = .sealed(own)
    // No new machine could open what the other keys sealed: lines that are here are sent again. The others
    // are fetched again, since the lines before them, which would confirm the key, may be listed later.
    let counts = try await lineCounts()
    for (name, key) in doubtfulKeys where !known.contains(key) {
      memory.segments[name.path] = nil
      guard let segment = SegmentName(name),
        counts[segment.device] ?? 0 >= segment.numbers.upperBound
      else { continue }
      memory.unopened.insert(name.path)
    }
    if !isDryRun { try await keys.keep(own) }
  }

  /// Notes which key opened a segment, if that key isn't confirmed yet.
  mutating func noteKey(of name: RemoteName, _ bytes: [UInt8]) {
    guard isNewRing, case .sealed(let keyring) = sealing else { return }
    let keys = keyring.keys.map(\.identity.recipient).filter { !confirmed.contains($0) }
    doubtfulKeys[name] = keys.first { key in
      keyring.keeping { $0 == key }.map { Sealing.sealed($0).opened(bytes) != nil } == true
    }
  }

  /// Tells other machines of this one, and of a key that nobody knows yet.
  private func introduce() async throws(DiaryError) {
    let wantsPreviews = configuration.photos == .small
    guard case .sealed(let keyring) = sealing else {
      return try await repository.introduceDevice(nil, wantsPreviews: wantsPreviews)
    }
    let key = keyring.current
    try await repository.introduceDevice(key, wantsPreviews: wantsPreviews)
    let known = try await repository.knownKeys()
    if !known.contains(where: { $0.recipient == key.identity.recipient }) {
      let devices = try await repository.knownDevices().filter(\.isGivenKeys)
      try await repository.beginEpoch(key, for: devices.map(\.id))
    }
  }

  /// Puts there what tells how to read it, where nothing does so yet, and the keys.
  mutating func putKeys() async throws(SyncFailure) {
    var files = lackingFormat.map { [$0] } ?? []
    if case .sealed(let keyring) = sealing {
      files += try await keys.missing(keyring, in: listing)
    }
    if !files.isEmpty { try await put(files) }
    lackingFormat = nil
    memory.isChecked = true
  }

  // MARK: Files

  /// Fetches files to where they can be read; whoever has done so removes them. What has gone meanwhile,
  /// or isn't whole, is left out.
  func download(
    _ names: [RemoteName]
  ) async throws(SyncFailure) -> [(name: RemoteName, path: String)] {
    let folder = Path.join(workFolder, "in")
    var sizes: [RemoteName: Int] = [:]
    for name in names { sizes[name] = listing.files[name] }
    let fetched = try await SyncFailure.there(await remote.get(sizes, into: folder))
    return fetched.arrived.sorted().map { ($0, Path.join(folder, $0.path)) }
  }

  /// Fetches texts.
  func fetch(_ names: [RemoteName]) async throws(SyncFailure) -> [RemoteName: [UInt8]] {
    var files: [RemoteName: [UInt8]] = [:]
    for (name, path) in try await download(names) {
      files[name] = SyncFolder.bytes(path)
      FileSystem.unlink(path)
    }
    return files
  }

  /// The name by which a photo or an attachment stands in a folder there; `nil` where it doesn't.
  func name(of file: AssetFile, in folder: String) -> RemoteName? {
    sealing.names(of: file, in: folder).first { listing.files[$0] != nil }
  }

  /// Puts segments there. Before, it is noted which: nobody knows what a put that is broken off leaves.
  mutating func put(segments files: [OutgoingFile]) async throws(SyncFailure) {
    for file in files {
      memory.segments[file.name.path] = RemoteMemory.Segment(
        put: now(), removals: memory.removals, isPending: true)
    }
    try await keepMemory()
    try await put(files)
    if let last = files.last { memory.lastPut = last.name.path }
    for file in files {
      memory.segments[file.name.path]?.isPending = false
      memory.segments[file.name.path]?.size = listing.files[file.name]
    }
  }

  /// Keeps what is known by now, for a program that is stopped later on.
  mutating func keepMemory() async throws(SyncFailure) {
    memory.tips = try await SyncFailure.diary(await repository.tips())
    try folder.keep(memory, of: configuration.name)
  }

  /// Removes what may be there in part. It is put there once more. What isn't listed may be there all the
  /// same, for a listing may lag.
  private mutating func removePending() async throws(SyncFailure) {
    let pending = memory.segments.filter(\.value.isPending).keys
    guard !pending.isEmpty else { return }
    do throws(SyncFailure) {
      try await remove(listing.files.keys.filter { pending.contains(($0.original ?? $0).path) })
    } catch {
      // Where nothing can be removed, what is there can still be read.
      guard error.isOfWriting else { throw error }
    }
  }

  mutating func put(_ files: [OutgoingFile]) async throws(SyncFailure) {
    try await SyncFailure.there(await remote.put(files))
    for file in files {
      let size =
        switch file.source {
        case .bytes(let bytes): bytes.count
        case .file(let path): FileSystem.status(of: path)?.size ?? 0
        }
      listing.files[file.name] = size
      result.sentBytes += size
    }
    noteChange(of: files.map(\.name))
  }

  mutating func remove(_ names: [RemoteName]) async throws(SyncFailure) {
    guard !names.isEmpty else { return }
    try await SyncFailure.there(await remote.remove(names))
    for name in names {
      listing.files[name] = nil
      memory.segments[name.path] = nil
    }
    noteChange(of: names)
  }

  /// Photos, of which there may be many, change nothing of the segments.
  private mutating func noteChange(of names: [RemoteName]) {
    if names.contains(where: { SegmentName($0) != nil }) { segments = SegmentListing(listing) }
  }
}
