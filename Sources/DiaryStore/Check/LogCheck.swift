import Crypto
import DiaryCore
import System

/// Checks every line of the logs and collects what they refer to.
///
/// Each line of a device contains the checksum of the preceding one, and the last line of each save
/// is signed. So a line is proved by a later signed line. Lines of version 0.1.0 are proved by a
/// signed line that vouches for their log.
struct LogCheck {
  let layout: StoreLayout
  /// The last line that this machine saved here, as it remembers.
  var mark: StoreMark?
  /// The files named by revisions: their paths within the store, and the first entry that names
  /// each.
  private(set) var assets: [String: ID<Entry>] = [:]
  /// The paths of those that are photos.
  private(set) var photos: Set<String> = []
  private(set) var lines = 0
  private(set) var seen: Set<ID<Revision>> = []
  /// The diary's records, read from its logs.
  var records: DiaryRecords { evidence.records }
  /// `true` if the logs contain entries.
  private(set) var hasRevisions = false

  /// Parents that have not been found yet, with the position of the first reference to each.
  private var awaited: [ID<Revision>: StoreIssue] = [:]
  private var evidence: LogEvidence
  private var devices: [ID<Device>: DeviceLines] = [:]
  /// The offset in each log up to which the index was built, which is the end of a line.
  private let indexed: [String: Int]
  // The state of the log being read.
  private var provenEnd = 0
  private var previous: ID<Revision>?
  private var unreadable: [(issue: StoreIssue, isCutOff: Bool)] = []

  /// The lines of one device. A class, so that adding a line doesn't copy a hundred thousand
  /// others.
  private final class DeviceLines {
    var numbers: [ID<Revision>: Int] = [:]
    /// The lines that another one follows.
    var followed: Set<ID<Revision>> = []
    /// The positions of lines whose predecessor has not been read yet, by the predecessor.
    var waiting: [ID<Revision>: StoreIssue] = [:]
    /// The lines that have no signature and need a later signed one.
    var unsigned: [ID<Revision>: StoreIssue] = [:]
    /// The positions of lines that follow an unreadable one.
    var afterDamage: Set<StoreIssue> = []
  }

  init(layout: StoreLayout) throws {
    self.layout = layout
    evidence = try LogEvidence(LogReader(layout: layout))
    let index = (try? layout.map(layout.index)).flatMap { IndexFile($0) }
    indexed = index?.logs.mapValues(\.offset) ?? [:]
  }

  /// Checks all logs and passes each finding to `report`.
  mutating func run(_ report: (StoreIssue) -> Void) throws {
    try checkNames(report)
    if layout.isEncrypted { try PieceCheck(layout: layout).run(report) }
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logs() {
      let file = "log/\(name)"
      var number = 0
      begin(name).forEach(report)
      do {
        try reader.forEachLine(of: name) { line in
          number += 1
          let place = StoreIssue(.damagedLine, file, line: number, byte: line.place.offset)
          check(line, place).forEach(report)
        }
        // These lines have a line break, and no other line follows them.
        unreadable.map { $0.issue.of(.damagedLine) }.forEach(report)
      } catch {
        report(StoreIssue(.unreadable, file))
      }
      lines += number
    }
    let rest = devices.values.flatMap(Self.issues) + missingEnd() + awaited.values
    for finding in rest.sorted(by: Self.isBefore) { report(finding) }
  }

  private mutating func begin(_ name: String) -> [StoreIssue] {
    (provenEnd, previous, unreadable) = (0, nil, [])
    guard let file = try? layout.log(name).map() else { return [] }
    let end = evidence.vouchedEnd(of: name, file.bytes)
    // Unreadable bytes are reported with the lines.
    guard let end else {
      return file.hasLostBytes ? [] : [StoreIssue(.changedLog, "log/\(name)")]
    }
    provenEnd = end
    return []
  }

  /// Checks a line and returns the issues that are known by then.
  private mutating func check(_ line: LogLine, _ place: StoreIssue) -> [StoreIssue] {
    if line.place.offset < provenEnd, let sum = RemovedLine.sum(in: line.bytes) {
      note(sum)
      return []
    }
    let record = RecordLine(line.bytes)
    let revision = record == nil ? RevisionLine.decode(line.bytes) : nil
    guard let sum = record?.id ?? revision?.id ?? Self.sum(of: line) else {
      return checkUnreadable(line, place)
    }
    var findings = checkPlace(line, sum, record?.record, place)
    if line.isTorn {
      let isLost = line.place.offset < indexed[line.place.log] ?? 0
      findings.append(place.of(isLost ? .damagedLine : .tornLine))
    }
    note(sum)
    if let revision { note(revision, at: place) }
    return record == nil && revision == nil ? findings + bodyIssue(line, sum, place) : findings
  }

  /// Returns the checksum of a line that is sound except for its body.
  private static func sum(of line: LogLine) -> ID<Revision>? {
    RevisionLine.isCutOff(line.bytes) ? nil : RevisionLine.id(of: line.bytes)
  }

  private func bodyIssue(
    _ line: LogLine, _ sum: ID<Revision>, _ place: StoreIssue
  ) -> [StoreIssue] {
    let entry = LineCheck.entry(of: line.bytes)
    switch RevisionLine.bodyState(of: line.bytes) {
    case .none, .sound: return []
    case .cut:
      let isExplained = entry.map(evidence.removed.contains) == true || evidence.lost.contains(sum)
      return isExplained ? [] : [place.about(entry).of(.missingBody)]
    case .damaged: return [place.about(entry).of(.damagedBody)]
    }
  }

  private mutating func note(_ sum: ID<Revision>) {
    seen.insert(sum)
    awaited[sum] = nil
    (previous, unreadable) = (sum, [])
  }

  private mutating func note(_ revision: Revision, at place: StoreIssue) {
    hasRevisions = true
    for parent in revision.parents where !seen.contains(parent) {
      awaited[parent] = place.about(revision.entry.id).of(.missingParent)
    }
    for file in revision.entry.files {
      let path = layout.relativePath(of: file)
      if assets[path] == nil { assets[path] = revision.entry.id }
    }
    for photo in revision.entry.photos { photos.insert(layout.relativePath(of: photo.file)) }
  }

  private mutating func checkUnreadable(_ line: LogLine, _ place: StoreIssue) -> [StoreIssue] {
    let place = place.about(LineCheck.entry(of: line.bytes))
    let isCutOff = LineCheck.isTorn(line.bytes)
    guard line.isTorn else {
      unreadable.append((place, isCutOff))
      // The unreadable line may have contained a signature.
      if let device = StoreLayout.device(ofLog: line.place.log) { devices[device]?.unsigned = [:] }
      return []
    }
    let isIndexed = line.place.offset < indexed[line.place.log] ?? 0
    return [place.of(isCutOff && !isIndexed ? .tornLine : .damagedLine)]
  }

  /// Checks the position of a sound line, and the line before it.
  private mutating func checkPlace(
    _ line: LogLine, _ sum: ID<Revision>, _ record: DiaryRecord?, _ place: StoreIssue
  ) -> [StoreIssue] {
    let folder = StoreLayout.device(ofLog: line.place.log)
    guard let device = ChainLink.device(of: line.bytes), folder == device else {
      return [place.of(.foreignLine)]
    }
    let known = devices[device] ?? DeviceLines()
    devices[device] = known
    guard let link = ChainLink(of: line.bytes) else {
      var findings = unreadable.map { $0.issue.of($0.isCutOff ? .doubtfulLine : .damagedLine) }
      if !evidence.diaries.isEmpty, line.place.offset >= provenEnd {
        findings.append(place.of(known.numbers.isEmpty ? .unprovenLine : .unsignedLine))
      }
      return findings
    }
    // A founding line vouches for everything before it, regardless of its signer.
    if line.place.offset < provenEnd { return unreadable.map { $0.issue.of(.damagedLine) } }
    // A line that was cut off during a write never counted: the next one follows the one before it.
    let isTorn = link.previous == previous || link.previous.map(seen.contains) ?? false
    // Lines of version 0.1.0 don't refer to their predecessors, so this can't be decided.
    let cutOff: StoreIssue.Kind =
      isTorn ? .tornLine : link.previous == nil ? .doubtfulLine : .damagedLine
    var findings = unreadable.map { $0.issue.of($0.isCutOff ? cutOff : .damagedLine) }
    if !isTorn, !unreadable.isEmpty { known.afterDamage.insert(place) }
    guard known.numbers.updateValue(link.number, forKey: sum) == nil else { return findings }
    known.waiting[sum] = nil
    if let before = link.previous {
      if !known.followed.insert(before).inserted { findings.append(place.of(.forkedLine)) }
      if let number = known.numbers[before] {
        if number != link.number - 1 { findings.append(place.of(.missingLine)) }
      } else if !evidence.lost.contains(before) {
        known.waiting[before] = place
      }
      known.unsigned[before] = nil
    }
    guard let signature = LineSignature(in: line.bytes) else {
      known.unsigned[sum] = place
      return findings
    }
    guard let key = evidence.keys[device], !evidence.diaries.isEmpty else { return findings }
    let isValid = signature.isValid(
      for: line.bytes, record, of: evidence.diaries, device: device, key: key)
    return findings + (isValid ? [] : [place.of(.badSignature)])
  }

  /// Returns the gaps in a device's runs, and the ends that no signature proves.
  private static func issues(_ lines: DeviceLines) -> [StoreIssue] {
    lines.waiting.values.filter { !lines.afterDamage.contains($0) }.map { $0.of(.missingLine) }
      + lines.unsigned.filter { !lines.followed.contains($0.key) }.map {
        $0.value.of(.unsignedLine)
      }
  }

  /// Returns an issue if the line that this machine saved last is missing.
  private func missingEnd() -> [StoreIssue] {
    guard let mark, evidence.diaries.isEmpty || evidence.diaries.contains(mark.diary),
      !seen.contains(mark.tip.sum), !evidence.lost.contains(mark.tip.sum)
    else { return [] }
    return [StoreIssue(.missingLine, "log/\(mark.device)")]
  }

  private func checkNames(_ report: (StoreIssue) -> Void) throws {
    for device in try FileSystem.names(in: layout.logs) {
      let folder = Path.join(layout.logs, device)
      guard FileSystem.isFolder(folder), !StoreIssue.isTemporary(device) else {
        StoreIssue.stray("log/\(device)").map(report)
        continue
      }
      for name in try FileSystem.names(in: folder) {
        let found = FileSystem.status(of: Path.join(folder, name))
        let isLog = layout.isEncrypted ? LogPiece(name) != nil : LogReader.isLog(name)
        let isSpare = layout.isEncrypted && SparePiece.Place(name) != nil
        if isLog || isSpare, found?.isRegularFile ?? true { continue }
        StoreIssue.stray("log/\(device)/\(name)").map(report)
      }
    }
  }

  private static func isBefore(_ left: StoreIssue, _ right: StoreIssue) -> Bool {
    (left.file, left.byte ?? 0) < (right.file, right.byte ?? 0)
  }
}

extension StoreIssue {
  /// Returns an issue of another kind at the same line.
  func of(_ kind: Kind) -> StoreIssue {
    var finding = StoreIssue(kind, file, line: line, byte: byte)
    if kind != .tornLine, kind != .doubtfulLine { finding.entry = entry }
    return finding
  }

  /// Returns the same issue with the entry concerned.
  func about(_ entry: ID<Entry>?) -> StoreIssue {
    var finding = self
    finding.entry = entry
    return finding
  }

  /// Returns the issue of a file that isn't the store's, or `nil` if a desktop created it.
  static func stray(_ file: String) -> StoreIssue? {
    if Path.isDesktopFile(file) { return nil }
    return StoreIssue(isTemporary(Path.name(file)) ? .temporaryFile : .unknownFile, file)
  }

  /// Returns `true` if a name is that of a temporary file of this program, or of a program that
  /// copies the diary. Rsync and Syncthing hide theirs; others use these endings.
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix(".tmp") || name.hasSuffix(".partial")
  }
}

/// Inspects lines of a log without parsing them completely.
enum LineCheck {
  private static let opening = Array("{\"entry\":\"".utf8)

  /// Returns the entry that a line claims to revise or comment on. A damaged line may contain
  /// anything.
  static func entry(of line: UnsafeRawBufferPointer) -> ID<Entry>? {
    if CommentRecord.matches(line) {
      let json = try? JSONParser.parse(line)
      return json?["entry"]?.string.flatMap { ID($0) }
    }
    guard line.starts(with: opening) else { return nil }
    return ID(String(decoding: line.dropFirst(opening.count).prefix(32), as: UTF8.self))
  }

  /// Returns `true` if a line was never written completely, rather than damaged later: JSON that
  /// ends too early, optionally followed by zeros, which a file system may leave where nothing was
  /// written.
  static func isTorn(_ line: UnsafeRawBufferPointer) -> Bool {
    var written = line[...]
    while written.last == 0 { written = written.dropLast() }
    if written.isEmpty { return true }
    guard !RevisionLine.hasSum(line) else { return RevisionLine.isCutOff(line) }
    do {
      _ = try JSONParser.parse(UnsafeRawBufferPointer(rebasing: written))
      return false
    } catch {
      return error.offset == written.count
    }
  }
}

/// The evidence that the lines of a store are checked against: the devices' keys, the vouched logs
/// of version 0.1.0, and the bodies that may be missing.
struct LogEvidence {
  /// The IDs of the diary. There are several if copies that had diverged were merged.
  private(set) var diaries: [ID<FoundedDiary>] = []
  private(set) var keys: [ID<Device>: VerifyingKey] = [:]
  /// The logs of version 0.1.0 that records vouch for, by their names. In a shared diary, only
  /// owners' records do.
  private var vouched: [String: [VouchedLog]] = [:]
  /// The entries that anyone has removed permanently.
  private(set) var removed: Set<ID<Entry>> = []
  /// The lines that a repair found to be lost, completely or without their bodies, according to the
  /// records that count.
  private(set) var lost: Set<ID<Revision>> = []
  /// The lost lines by the key of the machine that recorded them.
  private var lostByKey: [VerifyingKey: Set<ID<Revision>>] = [:]
  /// The diary's records, read from its logs.
  private(set) var records = DiaryRecords()

  /// Reads the records of all logs. Unreadable logs are skipped.
  init(_ reader: LogReader) throws {
    let horizon = ClockHorizon()
    var lines: [(record: RecordLine, folder: ID<Device>?)] = []
    for (name, _) in try reader.logs() {
      let folder = StoreLayout.device(ofLog: name)
      _ = try? reader.forEachLine(of: name) { line in
        guard let record = RecordLine(line.bytes), record.record.comment == nil else { return }
        add(record)
        lines.append((record, folder))
        records.apply(record, in: folder, horizon)
      }
    }
    if records.isJudging {
      // Only all records together determine which lines count.
      records = records.judging
      for (record, folder) in lines { records.apply(record, in: folder, horizon) }
    }
    for (record, folder) in lines {
      if records.people?.refusal(of: record, in: folder) == nil {
        for log in record.record.oldLogs { vouched[log.log, default: []].append(log) }
      }
      guard let found = records.removal(by: record)?.lost else { continue }
      lost.formUnion(found)
      if let key = keys[record.device] { lostByKey[key, default: []].formUnion(found) }
    }
  }

  /// Returns the lines that a device's own machine recorded as lost, under this or another ID. It
  /// saved the lines behind them again; other machines only recorded lost bodies.
  func lost(byMachineOf device: ID<Device>) -> Set<ID<Revision>> {
    keys[device].flatMap { lostByKey[$0] } ?? []
  }

  private mutating func add(_ line: RecordLine) {
    // The first key counts: no later line can change a device's key.
    if let device = line.record.device, keys[line.device] == nil { keys[line.device] = device.key }
    switch line.record {
    case .founding:
      if let diary = ID<FoundedDiary>(line.id.description) { diaries.append(diary) }
    case .removal(let removal): removed.formUnion(removal.entries)
    default: break
    }
  }

  /// The vouched logs in a fixed order.
  var vouchedLogs: [VouchedLog] {
    Set(vouched.values.joined()).sorted { ($0.log, $0.digest) < ($1.log, $1.digest) }
  }

  /// Returns the offset up to which a log is vouched for, or `nil` if the bytes have changed. The
  /// bytes are evaluated only for a log started by version 0.1.0.
  func vouchedEnd(of log: String, _ bytes: @autoclosure () -> UnsafeRawBufferPointer) -> Int? {
    let named = vouched[log]
    guard let known = named ?? OldLog.originalName(of: log).flatMap({ vouched[$0] }) else {
      return 0
    }
    let bytes = bytes()
    // A log that only has such a name may be another one.
    return known.compactMap { $0.end(in: bytes) }.max() ?? (named == nil ? 0 : nil)
  }
}

/// Checks that every piece of the logs in an encrypted store exists and can be opened.
struct PieceCheck {
  let layout: StoreLayout

  func run(_ report: (StoreIssue) -> Void) throws {
    for (name, log) in try EncryptedLog.all(in: layout).sorted(by: { $0.key < $1.key }) {
      var end = 0
      for piece in log.pieces {
        if piece.range.lowerBound > end { report(StoreIssue(.missingPiece, "log/\(name)")) }
        end = piece.range.upperBound
        let path = EncryptedLog.path(of: piece, of: log.log)
        // A piece that was packed in the meantime no longer exists.
        if !log.isSound(piece), FileSystem.exists(path) {
          report(StoreIssue(.damagedPiece, layout.relative(path)))
        }
      }
    }
  }
}

/// Checks the key files of an encrypted store: something must open it once it is locked, and no one
/// may have replaced them.
struct KeysCheck {
  let layout: StoreLayout

  func run(_ report: (StoreIssue) -> Void) {
    guard layout.isEncrypted else { return }
    let keys = StoreKeys(of: layout)
    let files: [(path: String, bytes: [UInt8])]
    do {
      if try keys.passphraseEpoch == nil, try keys.recoveryEpoch == nil {
        report(StoreIssue(.missingKeys, layout.relative(layout.keys)))
      }
      files = try keys.sealedFiles()
    } catch {
      return report(StoreIssue(.unreadable, layout.relative(layout.keys)))
    }
    if !isKnown(keys.recipient) {
      report(StoreIssue(.foreignRecipient, layout.relative(keys.recipientPath)))
    }
    for (name, bytes) in files {
      if let kind = fault(of: name, bytes) { report(StoreIssue(kind, name)) }
    }
    // Both may be missing together, which has been reported.
    let known = (try? layout.cipher.pins?.names) ?? []
    let missing = known.subtracting(files.map(\.path))
    for name in missing.sorted() where !FileSystem.exists(layout.file(name)) {
      report(StoreIssue(.changedKeys, name))
    }
    if keys.isDeviceIdentityDamaged {
      report(StoreIssue(.damagedKeys, layout.relative(keys.devicePath)))
    }
  }

  private func isKnown(_ recipient: AgeRecipient?) -> Bool {
    guard let recipient, !layout.cipher.hadForeignRecipient else { return false }
    if let keyring = layout.cipher.keyring {
      return keyring.keys.contains { $0.identity.recipient == recipient }
    }
    return (try? layout.cipher.pins?.accepts(recipient)) ?? true
  }

  /// Returns the fault of a file sealed with a passphrase, recovery words or earlier keys, as far
  /// as it shows without them, or `nil`.
  private func fault(of name: String, _ bytes: [UInt8]) -> StoreIssue.Kind? {
    let file = Path.name(name)
    guard let epoch = Int(file.prefix { $0 != "." }) else { return nil }
    if StoreKeys(of: layout).isStray(name) { return .strayKeys }
    guard name != Keyring.name(ofEpoch: epoch) else {
      guard let keyring = layout.cipher.keyring else { return nil }
      let opened = try? Keyring(opening: bytes, named: name, with: keyring)
      return opened == nil ? .damagedKeys : nil
    }
    guard bytes.starts(with: Self.passphraseHeader) else { return .damagedKeys }
    if (try? layout.cipher.pins?.matches(name, bytes)) == false { return .changedKeys }
    guard let keyring = layout.cipher.keyring else { return nil }
    let later = Set(keyring.keys.filter { $0.epoch > epoch }.map(\.identity.recipient))
    guard !later.isEmpty, let sealed = keyring.filtered({ !later.contains($0) }) else { return nil }
    // Other files lead to the newest key.
    let leadsOn = (try? StoreKeys(of: layout).followed(sealed))?.current.epoch
    return leadsOn == keyring.current.epoch ? nil : .outdatedKeys
  }

  /// The start of a file sealed with a passphrase, by the age format:
  /// https://age-encryption.org/v1.
  private static let passphraseHeader = Array("age-encryption.org/v1\n-> scrypt ".utf8)
}
