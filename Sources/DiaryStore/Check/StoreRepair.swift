import DiaryCore
import DiaryKeys
import System

/// Puts a damaged store in order without throwing anything of a person's away: what can't be
/// read is moved to `set-aside/`, and the index is made again.
package struct StoreRepair: Sendable {
  private let layout: StoreLayout
  private let deviceFile: DeviceFile
  private let draftsFolder: String
  private let authorName: @Sendable () throws(DiaryError) -> String
  private let now: @Sendable () -> Timestamp

  /// How old a left-over file or a photo that nothing refers to must be, in seconds: a younger one
  /// may be what another program is about to name.
  private static let grace: Int64 = 86_400

  /// - Parameters:
  ///   - cipher: opens its files, if they are encrypted.
  ///   - draftsFolder: holds the folders of drafts, whose photos are still wanted.
  ///   - authorName: the name of an author of whom only the id is known.
  package init(
    root: String, cipher: StoreCipher = StoreCipher(), devicePath: String, draftsFolder: String,
    authorName: @escaping @Sendable () throws(DiaryError) -> String,
    now: @escaping @Sendable () -> Timestamp
  ) {
    layout = StoreLayout(root: root, cipher: cipher)
    deviceFile = DeviceFile(path: devicePath, layout: layout)
    self.draftsFolder = draftsFolder
    self.authorName = authorName
    self.now = now
  }

  /// Does what can be done and tells of each step. With `prunes`, photos that nothing refers to
  /// are removed as well.
  package func run(
    prunes: Bool = false, _ report: (RepairAction) -> Void
  ) throws(DiaryError) {
    // All that takes long comes before the lock, so that no other program's save waits for it;
    // under the lock, what is going to be moved is looked at once more.
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
    // A draft of today may have an old photo. If one can't be read, nothing has been done yet.
    let drafted =
      orphans.isEmpty
      ? []
      : try DraftFolder.assets(
        ofDraftsIn: draftsFolder, for: layout)
    // The index first: it may be the only place where a damaged line's text still is, and it must
    // not be there any more when lines have moved.
    let remakesIndex = findings.contains { isOfLine($0) || isOfIndex($0) }
    if remakesIndex { try quarantine(layout.relative(layout.index), report) }
    if let owner { try write(owner, report) }
    try repairLogs(findings, report)
    for finding in findings { try repair(finding, report) }
    if StoreFormat.isUnsaid(in: layout) {
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

    // Another program that looked at the diary may have been first.
    if remakesIndex, FileSystem.status(of: layout.index) == nil {
      var index = try IndexRebuild(layout: layout, horizon: ClockHorizon(at: now())).build(
        in: layout.root)
      try index.commit(as: layout.index)
      report(.indexRebuilt(layout.relative(layout.index)))
    }
  }

  /// What helps against faults.
  package func remedies(for findings: [StoreIssue]) -> Set<Remedy> {
    let keys = (try? LogEvidence(LogReader(layout: layout)))?.keys ?? [:]
    return Set(findings.map { remedy(for: $0, keys) })
  }

  private func remedy(for finding: StoreIssue, _ keys: [ID<Device>: VerifyingKey]) -> Remedy {
    switch finding.kind {
    case _ where isOfLine(finding) && !isOwn(finding.file, keys): .otherDevice
    case .missingAsset: .copy
    case .damagedPiece, .missingPiece, .missingKeys, .damagedKeys, .changedKeys: .backup
    case .foreignRecipient, .outdatedKeys: .keys
    case _ where isUnproven(finding): .comparison
    case .lostText: .person
    case _ where isRepairable(finding): .repair
    default: .system
    }
  }

  /// Whether a log is one of this machine's: of its id, or of one that it had before.
  private func isOwn(_ log: String, _ keys: [ID<Device>: VerifyingKey]) -> Bool {
    guard let device = ID<Device>(log.split(separator: "/").dropFirst().first ?? "") else {
      return false
    }
    if device == deviceFile.existingID { return true }
    guard let key = keys[device] else { return false }
    return (try? deviceFile.keys())?.verifyingKey == key
  }

  private func isRepairable(_ finding: StoreIssue) -> Bool {
    switch finding.kind {
    case .damagedAsset, .temporaryFile, .unknownFile, .missingOwner, .damagedOwner,
      .missingFormat, .damagedFormat, .damagedJournals:
      true
    default: isOfLine(finding) || isOfIndex(finding)
    }
  }

  private func isOfLine(_ finding: StoreIssue) -> Bool {
    [.damagedLine, .doubtfulLine, .missingLine, .damagedBody, .missingBody].contains(finding.kind)
  }

  private func isUnproven(_ finding: StoreIssue) -> Bool {
    [.unsignedLine, .badSignature, .foreignLine, .changedLog].contains(finding.kind)
  }

  private func isOfIndex(_ finding: StoreIssue) -> Bool {
    [.unreadableIndex, .wrongIndex, .shortLog].contains(finding.kind)
  }

  private func repair(
    _ finding: StoreIssue, _ report: (RepairAction) -> Void
  ) throws(DiaryError) {
    switch finding.kind {
    case .unknownFile: try quarantine(finding.file, report)
    case .damagedJournals:
      // Another program may have put a sound one there.
      let path = Path.join(layout.root, finding.file)
      if try JournalFolder(layout: layout).read(path) == nil {
        try quarantine(finding.file, report)
      }
    case .damagedAsset:
      // The same photo may have been added again meanwhile.
      let path = Path.join(layout.root, finding.file)
      let asset = try? AssetFolder(layout: layout).asset(ofFileAt: path)
      if asset.map({ layout.isPath(path, of: $0) }) != true {
        try quarantine(finding.file, report)
      }
    case .temporaryFile: try removeTemporary(finding.file, report)
    default: break
    }
  }

  // MARK: The author

  /// Who the logs say the author is, where `owner.json` doesn't.
  private func missingOwner(_ findings: [StoreIssue]) throws(DiaryError) -> Author? {
    guard findings.contains(where: { $0.kind == .missingOwner || $0.kind == .damagedOwner })
    else { return nil }
    let scan = try LogScan(layout: layout, horizon: ClockHorizon(at: now()))
    if let owner = scan.records.owner { return owner.author }
    guard let id = try OwnerSearch(layout: layout, device: deviceFile.existingID).author()
    else { return nil }
    if let name = OwnerFile(layout: layout).name { return Author(id: id, name: name) }
    return Author(id: id, name: try authorName())
  }

  private func write(_ owner: Author, _ report: (RepairAction) -> Void) throws(DiaryError) {
    let file = OwnerFile(layout: layout)
    do throws(DiaryError) {
      // Another repair may have been first.
      if try file.read() == owner { return }
    } catch .store(_, .damaged) {
      try quarantine(layout.relative(layout.owner), report)
    }
    try file.write(owner)
    report(.ownerRebuilt(layout.relative(layout.owner), owner))
  }

  // MARK: Logs

  /// The oldest first, so that a stop in between leaves the later states of entries.
  private func repairLogs(
    _ findings: [StoreIssue], _ report: (RepairAction) -> Void
  ) throws(DiaryError) {
    let damaged = findings.filter(isOfLine)
    guard !damaged.isEmpty else { return }
    let scan = try LogScan(layout: layout, horizon: ClockHorizon(at: now()))
    let keys = scan.records.allDevices.mapValues(\.key)
    let own = damaged.filter { isOwn($0.file, keys) }
    // Of a diary that has no founding line, nobody misses a line.
    if !own.isEmpty, StoreFormat.hasSignatures(layout) { try saveAgain(scan, own) }
    let lines = Dictionary(grouping: damaged, by: \.file)
    for (file, found) in lines.sorted(by: { $0.key < $1.key }) {
      guard own.contains(where: { $0.file == file }) else {
        report(.otherDevice(log: file))
        continue
      }
      if found.contains(where: { [.missingLine, .missingBody].contains($0.kind) }) {
        report(.lossNoted(log: file))
      }
      let name = String(file.dropFirst("log/".count))
      let isMoved: (StoreIssue) -> Bool = { ![.missingLine, .missingBody].contains($0.kind) }
      var places = Set(found.filter(isMoved).compactMap(\.byte))
      guard !places.isEmpty else { continue }
      // Where another program has rewritten the log meanwhile, other lines may begin there.
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
        report(.lineEnded(log: file))
      }
    }
  }

  /// Notes which lines are lost. What was saved after a lost line, no other machine can prove, so it is
  /// saved again under a new device id. This comes before lines are moved: a stop in between must leave
  /// nothing out.
  private func saveAgain(_ scan: LogScan, _ findings: [StoreIssue]) throws(DiaryError) {
    let keys = scan.records.allDevices.mapValues(\.key)
    var chains: [ID<Device>: [ID<Revision>: (link: ChainLink, place: LineLocation)]] = [:]
    var lost = Set([deviceFile.mark()?.tip.sum].compactMap(\.self))
    let bodies = findings.filter { [.damagedBody, .missingBody].contains($0.kind) }
    let lostBodies = Set(
      bodies.map {
        LineLocation(log: String($0.file.dropFirst("log/".count)), offset: $0.byte ?? 0)
      })
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logs() where isOwn("log/\(name)", keys) {
      guard let device = StoreLayout.device(ofLog: name) else { continue }
      try reader.forEachLine(of: name) { line in
        guard let step = ChainStep(of: line.bytes, in: device) else { return }
        chains[device, default: [:]][step.sum] = (step.link, line.place)
        if lostBodies.contains(line.place) { lost.insert(step.sum) }
      }
    }
    var brokenOff: [ID<Revision>: LineLocation] = [:]
    for chain in chains.values {
      lost.subtract(chain.keys.filter { chain[$0].map { !lostBodies.contains($0.place) } ?? false })
      var joined: Set<ID<Revision>> = []
      for (sum, line) in chain.sorted(by: { $0.value.link.number < $1.value.link.number }) {
        if let previous = line.link.previous, !joined.contains(previous) {
          brokenOff[sum] = line.place
          if chain[previous] == nil { lost.insert(previous) }
        } else {
          joined.insert(sum)
        }
      }
    }
    let log = DeviceLog(
      layout: layout, deviceFile: deviceFile, deviceName: HostName.current ?? "", now: now)
    let known = KnownLogs(
      records: scan.records, runs: scan.runs, ends: scan.logs, entries: scan.current.count)
    let signer = try log.signer(known)
    var batch = log.batch(signer, after: scan.clocks.latest)
    batch.add(try log.openingRecords(signer, scan.records))
    var lines = LineSource(layout: layout)
    for place in brokenOff.values.sorted(by: { ($0.log, $0.offset) < ($1.log, $1.offset) }) {
      guard let line = try lines.record(at: place) else { continue }
      switch line.record {
      case .founding, .device: break
      default: batch.add([line.record], decidedAt: line.clock)
      }
    }
    if !lost.isEmpty {
      batch.add([.removal(RemovalRecord(entries: [], seen: [:], lost: lost.sorted()))])
    }
    // Where the founding line is lost, the new one vouches for all that is there.
    let heads =
      signer.diary == nil ? [] : scan.current.map(\.heads) + scan.trash.map(\.heads)
    for id in heads.joined() {
      guard let place = brokenOff[id], var entry = try lines.revision(at: place)?.entry else {
        continue
      }
      entry.heads = [id]
      batch.add([entry])
    }
    guard !batch.lines.isEmpty else { return }
    _ = try log.append(batch, signer, known)
  }

  /// Copies lines to a file in `set-aside/`, then writes the log without them; of one whose body is
  /// damaged, the envelope stays. Returns where they are.
  private func move(_ places: Set<Int>, outOf name: String) throws(DiaryError) -> String {
    var bytes: [UInt8] = []
    var rest = try LogReplacement(of: layout.log(name))
    let old = try layout.log(name).map()
    let provenEnd = try LogEvidence(LogReader(layout: layout)).vouchedEnd(of: name, old.bytes) ?? 0
    try old.requireBytes()
    try LogReader(layout: layout).forEachLine(of: name) { line throws(DiaryError) in
      guard places.contains(line.place.offset) else { return try rest.add(line) }
      if RevisionLine.id(of: line.bytes) != nil, let cut = RevisionLine.cut(line.bytes) {
        try rest.write(cut + [0x0A])
      } else if line.place.offset < provenEnd {
        try rest.write(RemovedLine.text(of: VouchedLog.sum(of: line.bytes)) + [0x0A])
      }
      // Of what can't be opened there is nothing but its piece.
      if layout.isEncrypted, line.bytes.allSatisfy({ $0 == EncryptedLog.unreadable }) { return }
      bytes += line.bytes
      bytes.append(0x0A)
    }
    let target =
      layout.isEncrypted ? try keepSealed(bytes, of: name) : try keep(bytes, of: name)
    try rest.commit()
    return target
  }

  /// Adds lines to those that were set aside before.
  private func keep(_ lines: [UInt8], of log: String) throws(DiaryError) -> String {
    let target = Path.join(layout.quarantine, log)
    try FileSystem.makeFolders(Path.parent(target))
    let kept = try OpenFile(target, [.writeOnly, .create, .append])
    try kept.write(lines)
    try kept.sync()
    try FileSystem.sync(folder: Path.parent(target))
    return target
  }

  /// Keeps the pieces that can't be opened as they are: a better disk, or a later program, may open them.
  /// Lines get a file of their own, which is sealed.
  private func keepSealed(_ lines: [UInt8], of log: String) throws(DiaryError) -> String {
    let folder = Path.parent(Path.join(layout.quarantine, log))
    try FileSystem.makeFolders(folder)
    var target = folder
    if let known = EncryptedLog(layout.log(log)) {
      for piece in known.pieces where !known.isSound(piece) {
        target = Path.join(folder, piece.name)
        let path = EncryptedLog.path(of: piece, of: known.log)
        guard !FileSystem.exists(target), FileSystem.exists(path) else { continue }
        do throws(ErrorNumber) {
          try FileSystem.link(path, as: target)
        } catch {
          // Not every file system has links.
          try FileSystem.rename(path, to: target)
        }
      }
      try FileSystem.sync(folder: folder)
    }
    guard !lines.isEmpty else { return target }
    target = Quarantine.free(Path.join(layout.quarantine, log) + ".age")
    try layout.write(lines, to: target)
    return target
  }

  // MARK: Files

  private func quarantine(
    _ file: String, _ report: (RepairAction) -> Void
  ) throws(DiaryError) {
    guard let target = try Quarantine(layout: layout).move(file) else { return }
    report(.fileSetAside(file, to: target))
  }

  private func removeTemporary(
    _ file: String, _ report: (RepairAction) -> Void
  ) throws(DiaryError) {
    let path = Path.join(layout.root, file)
    // Others' may be about to get their names: a copy can be under way.
    guard Path.name(file).hasPrefix(DurableFile.temporaryPrefix),
      let found = FileSystem.status(of: path), found.isRegularFile, isOld(found)
    else { return }
    try FileSystem.remove(path)
    report(.temporaryRemoved(file))
  }

  private func reasonToKeep(
    _ file: String, _ references: AssetReferences, _ drafted: Set<AssetID>
  ) -> RepairAction.KeptBecause? {
    guard let asset = asset(of: file) else { return nil }
    if references.mayName(asset) { return .inUnreadable }
    return drafted.contains(asset) ? .inDraft : nil
  }

  private func prune(_ file: String, _ report: (RepairAction) -> Void) throws(DiaryError) {
    let path = Path.join(layout.root, file)
    guard let found = FileSystem.status(of: path) else { return }
    guard isOld(found) else { return report(.orphanKept(file, .young)) }
    try FileSystem.remove(path)
    report(.orphanRemoved(file, bytes: found.size))
  }

  private func isOld(_ status: FileStatus) -> Bool {
    // A copy keeps the time of the bytes (rsync -a), but not that of the file.
    let latest = max(status.modified.seconds, status.changed.seconds)
    return now().seconds - Int64(latest) > Self.grace
  }

  private func asset(of file: String) -> AssetID? {
    AssetFolder(layout: layout).asset(at: layout.file(file))
  }

  private func relative(_ path: String) -> String { String(path.dropFirst(layout.root.count + 1)) }
}
