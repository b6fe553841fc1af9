import Crypto
import DiaryCore
import System

/// Repairs a damaged store without discarding any user data: unreadable files and lines are moved
/// to `set-aside/`, and the index is rebuilt.
package struct StoreRepair: Sendable {
  private let layout: StoreLayout
  private let deviceFile: DeviceFile
  private let draftsFolder: String
  private let authorName: @Sendable () throws -> String
  private let now: @Sendable () -> Timestamp

  /// The minimum age in seconds of leftover files and unreferenced photos to remove. A younger one
  /// may be about to be named by another program.
  private static let minimumAge: Int64 = 86_400

  /// Creates a repair.
  ///
  /// - Parameters:
  ///   - cipher: opens the store's files, if they are encrypted.
  ///   - draftsFolder: contains the folders of drafts, whose photos are kept.
  ///   - authorName: returns the name for an author whose ID alone is known.
  package init(
    root: String, cipher: StoreCipher = StoreCipher(), devicePath: String, draftsFolder: String,
    authorName: @escaping @Sendable () throws -> String,
    now: @escaping @Sendable () -> Timestamp
  ) {
    layout = StoreLayout(root: root, cipher: cipher)
    deviceFile = DeviceFile(path: devicePath, layout: layout)
    self.draftsFolder = draftsFolder
    self.authorName = authorName
    self.now = now
  }

  /// Repairs what it can and reports each step.
  ///
  /// - Parameter prunes: `true` to remove unreferenced photos too.
  /// - Throws: an error if the store can't be checked or locked, drafts can't be read, or
  ///   writing fails.
  package func run(prunes: Bool = false, _ report: (RepairAction) -> Void) throws {
    // The slow part precedes the lock, so that no other program's save has to wait. With the lock
    // held, the files to move are checked again.
    var findings: [StoreIssue] = []
    let verifier = StoreVerifier(
      root: layout.root, cipher: layout.cipher, devicePath: deviceFile.path)
    _ = try verifier.run { findings.append($0) }
    let orphans = prunes ? findings.filter { $0.kind == .orphanAsset } : []
    guard !orphans.isEmpty || findings.contains(where: isRepairable) else { return }
    var references = AssetReferences(
      layout: layout, orphans: Set(orphans.compactMap { asset(of: $0.file) }))
    if !orphans.isEmpty { try references.update() }
    let owner = try missingOwner(findings)

    let lock = try FileLock(layout.lock)
    try layout.requireSameForm()
    // Today's draft may contain an old photo. If one can't be read, nothing has been changed yet.
    let drafted =
      orphans.isEmpty
      ? []
      : try DraftFolder.assets(
        ofDraftsIn: draftsFolder, for: layout)
    var rebuildsIndex = findings.contains(where: isOfIndex)
    if rebuildsIndex { try quarantine(layout.relative(layout.index), report) }
    if let owner { try write(owner, report) }
    if try repairLogs(findings, report) { rebuildsIndex = true }
    for finding in findings { try repair(finding, report) }
    try repairKeys(findings, report)
    if StoreFormat.lacksVersion(in: layout) {
      try quarantine("FORMAT.txt", report)
      try StoreFormat.write(to: layout)
      report(.formatWritten)
    }
    if !orphans.isEmpty { try references.update() }
    for orphan in orphans where !references.contains(orphan.file) {
      if let reason = reasonToKeep(orphan.file, references, drafted) {
        report(.orphanKept(orphan.file, reason))
      } else {
        try prune(orphan.file, report)
      }
    }
    _ = consume lock

    // Another program that opened the diary may already have rebuilt it.
    if rebuildsIndex, FileSystem.status(of: layout.index) == nil {
      var index = try IndexRebuild(layout: layout, horizon: ClockHorizon(at: now())).build(
        in: layout.root)
      try index.commit(as: layout.index)
      report(.indexRebuilt(layout.relative(layout.index)))
    }
  }

  /// Returns the remedies for the findings.
  package func remedies(for findings: [StoreIssue]) -> Set<Remedy> {
    let keys = (try? LogEvidence(LogReader(layout: layout)))?.keys ?? [:]
    return Set(findings.compactMap { remedy(for: $0, keys) })
  }

  private func remedy(for finding: StoreIssue, _ keys: [ID<Device>: VerifyingKey]) -> Remedy? {
    switch finding.kind {
    case _ where isOfLine(finding) && !isOwn(finding.file, keys):
      isOfBody(finding) ? .sync : .otherDevice
    case .missingAsset: .copy
    case .damagedKeys where finding.isDeviceKey: .repair
    case .damagedPiece, .missingPiece, .missingKeys, .damagedKeys, .changedKeys: .backup
    case .outdatedKeys: .keys
    // Their texts contain the instruction.
    case .foreignRecipient, .unopenedEntry: nil
    case _ where isUnproven(finding): .comparison
    case .lostText: .person
    case _ where isRepairable(finding): .repair
    default: .system
    }
  }

  /// Returns `true` if a log belongs to this machine, by its current device ID or a previous one.
  private func isOwn(_ log: String, _ keys: [ID<Device>: VerifyingKey]) -> Bool {
    guard let device = ID<Device>(log.split(separator: "/").dropFirst().first ?? "") else {
      return false
    }
    if device == deviceFile.existingID || (try? deviceFile.read())?.contains(device) == true {
      return true
    }
    guard let key = keys[device] else { return false }
    return (try? deviceFile.keys())?.verifyingKey == key
  }

  private func isRepairable(_ finding: StoreIssue) -> Bool {
    switch finding.kind {
    case .damagedAsset, .temporaryFile, .unknownFile, .missingOwner, .damagedOwner,
      .missingFormat, .damagedFormat, .damagedJournals, .strayKeys:
      true
    case .damagedKeys: finding.isDeviceKey
    default: isOfLine(finding) || isOfIndex(finding)
    }
  }

  private func isOfLine(_ finding: StoreIssue) -> Bool {
    [.damagedLine, .doubtfulLine, .missingLine, .damagedBody, .missingBody].contains(finding.kind)
  }

  private func isOfBody(_ finding: StoreIssue) -> Bool {
    [.damagedBody, .missingBody].contains(finding.kind)
  }

  private func isUnproven(_ finding: StoreIssue) -> Bool {
    [.unsignedLine, .badSignature, .foreignLine, .changedLog].contains(finding.kind)
  }

  private func isOfIndex(_ finding: StoreIssue) -> Bool {
    [.unreadableIndex, .wrongIndex, .shortLog].contains(finding.kind)
  }

  private func repair(_ finding: StoreIssue, _ report: (RepairAction) -> Void) throws {
    switch finding.kind {
    case .unknownFile: try quarantine(finding.file, report)
    case .damagedJournals:
      // Another program may have replaced it by a sound one.
      let path = Path.join(layout.root, finding.file)
      if try JournalFolder(layout: layout).read(path) == nil {
        try quarantine(finding.file, report)
      }
    case .damagedAsset:
      // The same photo may have been added again in the meantime.
      let path = Path.join(layout.root, finding.file)
      let asset = try? AssetFolder(layout: layout).asset(ofFileAt: path)
      if asset.map({ layout.isPath(path, of: $0) }) != true {
        try quarantine(finding.file, report)
      }
    case .temporaryFile: try removeTemporary(finding.file, report)
    default: break
    }
  }

  /// Sets aside key files that prevent opening the diary or writing to it. Other files have opened
  /// it here.
  private func repairKeys(
    _ findings: [StoreIssue], _ report: (RepairAction) -> Void
  ) throws {
    let keys = StoreKeys(of: layout)
    // A file that the known keys don't open may need one that a stray file has.
    let isAllOpened = !findings.contains {
      [.damagedPiece, .damagedAsset, .damagedOwner, .unreadableIndex, .unopenedEntry, .unreadable]
        .contains($0.kind)
    }
    for finding in findings {
      let isUnusable =
        switch finding.kind {
        case .strayKeys: isAllOpened && keys.isStray(finding.file)
        case .damagedKeys: finding.isDeviceKey && keys.isDeviceIdentityDamaged
        default: false
        }
      guard isUnusable else { continue }
      try quarantine(finding.file, report)
      try layout.cipher.pins?.remove(finding.file)
    }
  }

  // MARK: The author

  /// Returns the author according to the logs, if `owner.json` is missing or damaged.
  private func missingOwner(_ findings: [StoreIssue]) throws -> Author? {
    guard findings.contains(where: { $0.kind == .missingOwner || $0.kind == .damagedOwner })
    else { return nil }
    let scan = try LogScan(layout: layout, horizon: ClockHorizon(at: now()))
    if let owner = scan.records.owner { return owner.author }
    guard let id = try OwnerSearch(layout: layout, device: deviceFile.existingID).author()
    else { return nil }
    if let name = OwnerFile(layout: layout).name { return Author(id: id, name: name) }
    return Author(id: id, name: try authorName())
  }

  private func write(_ owner: Author, _ report: (RepairAction) -> Void) throws {
    let file = OwnerFile(layout: layout)
    do {
      // Another repair may already have done it.
      if try file.read() == owner { return }
    } catch {
      guard case .store(_, .damaged) = DiaryError(error) else { throw error }
      try quarantine(layout.relative(layout.owner), report)
    }
    try file.write(owner)
    report(.ownerRebuilt(layout.relative(layout.owner), owner))
  }

  // MARK: Logs

  /// Repairs logs from the oldest to the newest, so that later states of entries survive an
  /// interruption. Returns `true` if the index has to be rebuilt.
  private func repairLogs(
    _ findings: [StoreIssue], _ report: (RepairAction) -> Void
  ) throws -> Bool {
    let damaged = findings.filter(isOfLine)
    guard !damaged.isEmpty else { return false }
    let scan = try LogScan(layout: layout, horizon: ClockHorizon(at: now()))
    let keys = scan.records.allDevices.mapValues(\.key)
    let own = Set(damaged.map(\.file).filter { isOwn($0, keys) })
    let bodies = damaged.filter(isOfBody)
    let lines = Dictionary(grouping: damaged, by: \.file)
    var mendable: [String: [StoreIssue]] = [:]
    for (file, found) in lines {
      let isOwn = own.contains(file)
      // Of another device, only lines that a sync has restored are moved.
      let isDamaged = found.contains { [.damagedLine, .doubtfulLine].contains($0.kind) }
      let restored = isOwn || !isDamaged ? [] : try restoredLines(of: logName(file))
      mendable[file] = found.filter { finding in
        isOwn || isOfBody(finding) || finding.byte.map(restored.contains) ?? false
      }
    }
    // The index is moved before any line: it may be the only place that still contains a damaged
    // line's text, and it must not be used once lines have moved.
    let rebuildsIndex =
      mendable.values.joined().contains { $0.kind != .missingBody } || lacksMissingBodies(of: scan)
    if rebuildsIndex { try quarantine(layout.relative(layout.index), report) }
    // Without a founding line, no line can be proved missing.
    if !own.isEmpty || !bodies.isEmpty && isWriter(scan.records), StoreFormat.hasSignatures(layout)
    {
      try saveAgain(scan, bodies)
    }
    for (file, found) in lines.sorted(by: { $0.key < $1.key }) {
      // The index lists these lines, so that the next sync searches the remotes for them.
      if found.contains(where: isOfBody) { report(.bodiesMissing(log: file)) }
      let name = logName(file)
      let isOwn = own.contains(file)
      let mendable = mendable[file] ?? []
      if mendable.count < found.count { report(.otherDevice(log: file)) }
      let isMissing: (StoreIssue) -> Bool = { [.missingLine, .missingBody].contains($0.kind) }
      if isOwn, found.contains(where: isMissing) { report(.lossRecorded(log: file)) }
      var places = Set(mendable.filter { !isMissing($0) }.compactMap(\.byte))
      guard !places.isEmpty else { continue }
      // If another program has rewritten the log in the meantime, other lines may start at these
      // offsets.
      var isEndMissing = false
      try LogReader(layout: layout).forEachLine(of: name) { line in
        guard RevisionLine.id(of: line.bytes) != nil,
          RevisionLine.bodyState(of: line.bytes) != .damaged
        else { return }
        if places.remove(line.place.offset) != nil, line.isTorn { isEndMissing = true }
      }
      if !places.isEmpty {
        let target = try move(places, outOf: name)
        report(.linesSetAside(log: file, count: places.count, to: relative(target)))
      }
      if isEndMissing {
        var log = try LogOutput(layout.log(name))
        try log.write([])
        try log.commit()
        report(.lineTerminated(log: file))
      }
    }
    return rebuildsIndex
  }

  /// Returns `true` if the index doesn't list the lines whose bodies are missing.
  private func lacksMissingBodies(of scan: LogScan) -> Bool {
    let index = (try? layout.map(layout.index)).flatMap { IndexFile($0) }
    return scan.runs.missingBodies != index?.runs.missingBodies ?? [:]
  }

  private func logName(_ file: String) -> String { String(file.dropFirst("log/".count)) }

  /// Returns the offsets of a log's damaged lines of which the device's logs have a sound copy.
  private func restoredLines(of name: String) throws -> Set<Int> {
    guard let device = StoreLayout.device(ofLog: name) else { return [] }
    let reader = LogReader(layout: layout)
    var sound: Set<ID<Revision>> = []
    var damaged: [Int: ID<Revision>] = [:]
    for (log, _) in try reader.logsByDevice()[device] ?? [] {
      try reader.forEachLine(of: log) { line in
        if let step = ChainStep(of: line.bytes, in: device) {
          sound.insert(step.sum)
        } else if log == name {
          damaged[line.place.offset] = RevisionLine.claimedID(of: line.bytes)
        }
      }
    }
    return Set(damaged.filter { sound.contains($0.value) }.keys)
  }

  /// Returns `true` if this machine has written to the diary and still may.
  private func isWriter(_ records: DiaryRecords) -> Bool {
    guard let id = deviceFile.existingID, records.device(id) != nil else { return false }
    return records.people?.obstacle(for: id) == nil
  }

  /// Records the lost lines of this machine and the lost bodies of any, which other machines then
  /// send again. Other machines can't verify lines saved after a lost one, so these are saved again
  /// under a new device ID. This precedes moving lines, so that an interruption loses nothing.
  private func saveAgain(_ scan: LogScan, _ bodies: [StoreIssue]) throws {
    let keys = scan.records.allDevices.mapValues(\.key)
    var chains: [ID<Device>: [ID<Revision>: (link: ChainLink, place: LineLocation)]] = [:]
    var lost = Set([deviceFile.mark()?.tip.sum].compactMap(\.self))
    let lostBodies = Set(
      bodies.map { LineLocation(log: logName($0.file), offset: $0.byte ?? 0) })
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logs() {
      guard let device = StoreLayout.device(ofLog: name) else { continue }
      let isOwn = isOwn("log/\(name)", keys)
      guard isOwn || lostBodies.contains(where: { $0.log == name }) else { continue }
      try reader.forEachLine(of: name) { line in
        guard let step = ChainStep(of: line.bytes, in: device) else { return }
        if isOwn { chains[device, default: [:]][step.sum] = (step.link, line.place) }
        if lostBodies.contains(line.place) { lost.insert(step.sum) }
      }
    }
    var detached: [ID<Revision>: LineLocation] = [:]
    for chain in chains.values {
      lost.subtract(chain.keys.filter { chain[$0].map { !lostBodies.contains($0.place) } ?? false })
      var joined: Set<ID<Revision>> = []
      for (sum, line) in chain.sorted(by: { $0.value.link.number < $1.value.link.number }) {
        if let previous = line.link.previous, !joined.contains(previous) {
          detached[sum] = line.place
          if chain[previous] == nil { lost.insert(previous) }
        } else {
          joined.insert(sum)
        }
      }
    }
    let known = KnownLogs(
      records: scan.records, runs: scan.runs, ends: scan.logs, entries: scan.current.count,
      clock: scan.clocks.latest)
    let log = DeviceLog(
      layout: layout, deviceFile: deviceFile, deviceName: HostName.current ?? "", known: known,
      now: now)
    var batch = try log.batch()
    var lines = LineSource(layout: layout)
    for place in detached.values.sorted(by: { ($0.log, $0.offset) < ($1.log, $1.offset) }) {
      guard let line = try lines.record(at: place) else { continue }
      switch line.record {
      case .founding, .device: break
      default: batch.add([line.record], decidedAt: line.clock)
      }
    }
    lost.subtract(try LogEvidence(reader).lost)
    if !lost.isEmpty {
      batch.add([.removal(RemovalRecord(entries: [], seen: [:], lost: lost.sorted()))])
    }
    // If the founding line is lost, the new one vouches for all existing lines.
    let heads =
      batch.signer.diary == nil ? [] : scan.current.map(\.heads) + scan.trash.map(\.heads)
    for id in heads.joined() {
      guard let place = detached[id], var entry = try lines.revision(at: place)?.entry else {
        continue
      }
      entry.heads = [id]
      batch.add([entry])
    }
    guard !batch.lines.isEmpty else { return }
    _ = try log.append(batch)
  }

  /// Copies lines to a file in `set-aside/` and rewrites the log without them. If only a body is
  /// damaged, the envelope stays. Returns the path of the file.
  private func move(_ places: Set<Int>, outOf name: String) throws -> String {
    var bytes: [UInt8] = []
    var rest = try LogReplacement(of: layout.log(name))
    let old = try layout.log(name).map()
    let provenEnd = try LogEvidence(LogReader(layout: layout)).vouchedEnd(of: name, old.bytes) ?? 0
    try old.requireBytes()
    try LogReader(layout: layout).forEachLine(of: name) { line in
      guard places.contains(line.place.offset) else { return try rest.add(line) }
      if RevisionLine.id(of: line.bytes) != nil, let cut = RevisionLine.cut(line.bytes) {
        try rest.write(cut + [0x0A])
      } else if line.place.offset < provenEnd {
        try rest.write(RemovedLine.text(of: VouchedLog.sum(of: line.bytes)) + [0x0A])
      }
      // Bytes that can't be decrypted exist only in their piece.
      if layout.isEncrypted, line.bytes.allSatisfy({ $0 == EncryptedLog.unreadable }) { return }
      bytes += line.bytes
      bytes.append(0x0A)
    }
    let target =
      layout.isEncrypted ? try keepSealed(bytes, of: name) : try keep(bytes, of: name)
    try rest.commit()
    return target
  }

  /// Appends lines to those that were set aside before.
  private func keep(_ lines: [UInt8], of log: String) throws -> String {
    let target = Path.join(layout.quarantine, log)
    try FileSystem.makeFolders(Path.parent(target))
    let kept = try OpenFile(target, [.writeOnly, .create, .append])
    try kept.write(lines)
    try kept.sync()
    try FileSystem.sync(folder: Path.parent(target))
    return target
  }

  /// Keeps unreadable pieces unchanged, since another disk or a later program may be able to open
  /// them. Lines are written to a separate sealed file.
  private func keepSealed(_ lines: [UInt8], of log: String) throws -> String {
    let folder = Path.parent(Path.join(layout.quarantine, log))
    try FileSystem.makeFolders(folder)
    var target = folder
    if let known = try EncryptedLog(layout.log(log)) {
      for piece in known.pieces where !known.isSound(piece) {
        target = Path.join(folder, piece.name)
        let path = EncryptedLog.path(of: piece, of: known.log)
        guard try !FileSystem.isPresent(target), try FileSystem.isPresent(path) else { continue }
        do {
          try FileSystem.link(path, as: target)
        } catch {
          // Some file systems have no hard links.
          try FileSystem.rename(path, to: target)
        }
      }
      try FileSystem.sync(folder: folder)
    }
    guard !lines.isEmpty else { return target }
    target = try Quarantine.free(Path.join(layout.quarantine, log) + ".age")
    try layout.write(lines, to: target)
    return target
  }

  // MARK: Files

  private func quarantine(_ file: String, _ report: (RepairAction) -> Void) throws {
    guard let target = try Quarantine(layout: layout).move(file) else { return }
    report(.fileSetAside(file, to: target))
  }

  private func removeTemporary(_ file: String, _ report: (RepairAction) -> Void) throws {
    let path = Path.join(layout.root, file)
    // Temporary files of other programs may be about to be named by a copy in progress.
    guard Path.name(file).hasPrefix(DurableFile.temporaryPrefix),
      let found = FileSystem.status(of: path), found.isRegularFile, isOld(found)
    else { return }
    try FileSystem.remove(path)
    report(.temporaryRemoved(file))
  }

  private func reasonToKeep(
    _ file: String, _ references: AssetReferences, _ drafted: Set<AssetID>
  ) -> RepairAction.KeepReason? {
    guard let asset = asset(of: file) else { return nil }
    if references.mayName(asset) { return .inUnreadableFile }
    return drafted.contains(asset) ? .inDraft : nil
  }

  private func prune(_ file: String, _ report: (RepairAction) -> Void) throws {
    let path = Path.join(layout.root, file)
    guard let found = FileSystem.status(of: path) else { return }
    guard isOld(found) else { return report(.orphanKept(file, .recent)) }
    try FileSystem.remove(path)
    report(.orphanRemoved(file, bytes: found.size))
  }

  private func isOld(_ status: FileStatus) -> Bool {
    // A copy may preserve the modification time (`rsync -a`), but not the change time.
    let latest = max(status.modified.seconds, status.changed.seconds)
    return now().seconds - Int64(latest) > Self.minimumAge
  }

  private func asset(of file: String) -> AssetID? {
    AssetFolder(layout: layout).asset(at: layout.file(file))
  }

  private func relative(_ path: String) -> String { String(path.dropFirst(layout.root.count + 1)) }
}
