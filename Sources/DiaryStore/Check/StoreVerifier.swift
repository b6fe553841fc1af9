import DiaryCore
import System

/// Checks a store without changing anything: every line of the logs, every photo, the index.
///
/// The memory needed is that of the ids, not of the texts.
package struct StoreVerifier: Sendable {
  let layout: StoreLayout

  private let elsewhere: Set<String>
  private let mark: StoreMark?

  /// - Parameters:
  ///   - cipher: opens its files, if they are encrypted.
  ///   - devicePath: the file that holds this device's id: what this machine remembers of the store is
  ///     next to it. `nil` for a copy.
  ///   - elsewhere: the files that are on other machines.
  package init(
    root: String, cipher: StoreCipher = StoreCipher(), devicePath: String? = nil,
    elsewhere: Set<AssetFile> = []
  ) {
    let layout = StoreLayout(root: root, cipher: cipher)
    self.layout = layout
    mark = devicePath.flatMap { DeviceFile(path: $0, layout: layout).mark() }
    self.elsewhere = Set(elsewhere.map(layout.relativePath))
  }

  /// Reports what it comes upon, in the order of files. `progress` is told how many photos have
  /// been read. Throws when there is no store to check, or one of a newer format.
  package func run(
    progress: (Progress) -> Void = { _ in }, _ report: (StoreIssue) -> Void
  ) throws(DiaryError) -> CheckSummary {
    guard let found = FileSystem.status(of: layout.root) else {
      throw .store(path: layout.root, .missing)
    }
    guard FileSystem.isFolder(layout.root) else { throw .store(path: layout.root, .notAFolder) }
    try StoreFormat.check(layout)

    var summary = CheckSummary()
    func note(_ finding: StoreIssue) {
      summary.count(finding)
      report(finding)
    }
    if found.permissions & 0o077 != 0 { note(StoreIssue(.openToOthers, ".")) }
    for name in try FileSystem.names(in: layout.root)
    where name.hasPrefix(DurableFile.temporaryPrefix) { note(StoreIssue(.temporaryFile, name)) }

    KeysCheck(layout: layout).run(note)
    var logs = try LogCheck(layout: layout)
    logs.mark = mark
    try logs.run(note)
    let assets = try AssetCheck(layout: layout, referenced: logs.assets, elsewhere: elsewhere)
      .run(note, progress: progress)
    try IndexCheck(layout: layout, revisions: logs.seen).run(note)
    try JournalCheck(layout: layout).run(note)
    checkOwner(isNeeded: logs.hasRevisions, logs.records.owner, note)
    checkFormat(isNeeded: logs.hasRevisions, note)
    summary.lines = logs.lines
    summary.assets = assets
    return summary
  }

  private func checkFormat(isNeeded: Bool, _ report: (StoreIssue) -> Void) {
    switch StoreFormat.state(of: layout) {
    case .missing where isNeeded: report(StoreIssue(.missingFormat, "FORMAT.txt"))
    case .damaged: report(StoreIssue(.damagedFormat, "FORMAT.txt"))
    case .missing, .said: break
    }
  }

  /// The file says what the logs do, and isn't missed where these say it.
  private func checkOwner(
    isNeeded: Bool, _ known: OwnerRecord?, _ report: (StoreIssue) -> Void
  ) {
    let name = layout.relative(layout.owner)
    do throws(DiaryError) {
      let owner = try OwnerFile(layout: layout).read()
      if owner == nil, isNeeded, known == nil {
        report(StoreIssue(.missingOwner, name))
      } else if let owner, let known, owner != known.author {
        report(StoreIssue(.damagedOwner, name))
      }
    } catch {
      report(StoreIssue(.damagedOwner, name))
    }
  }
}

/// Checks that every file in `journals/` is a device's list of journals.
struct JournalCheck {
  let layout: StoreLayout

  func run(_ report: (StoreIssue) -> Void) throws(DiaryError) {
    let folder = JournalFolder(layout: layout)
    for name in try FileSystem.names(in: layout.journals) {
      let path = layout.relative(Path.join(layout.journals, name))
      // Hidden ones are what a write left, or another program's.
      if name.hasPrefix(".") {
        report(StoreIssue(.temporaryFile, path))
      } else if StoreLayout.device(ofJournals: name) == nil {
        report(StoreIssue(.unknownFile, path))
      } else {
        do throws(DiaryError) {
          if try folder.read(Path.join(layout.journals, name)) == nil {
            report(StoreIssue(.damagedJournals, path))
          }
        } catch {
          report(StoreIssue(.unreadable, path))
        }
      }
    }
  }
}

/// Checks that every photo and attachment that an entry names is there, and that every file is what its name
/// says.
struct AssetCheck {
  let layout: StoreLayout
  /// The files that the logs name, by their paths within the store.
  let referenced: [String: ID<Entry>]
  /// The files that are on other machines, by their paths within the store.
  var elsewhere: Set<String> = []

  /// Returns how many files there are.
  func run(
    _ report: (StoreIssue) -> Void, progress: (Progress) -> Void
  ) throws(DiaryError) -> Int {
    var found: Set<String> = []
    var count = 0
    let folder = AssetFolder(layout: layout)
    for (path, asset) in try folder.files() {
      let file = String(path.dropFirst(layout.root.count + 1))
      guard let asset, AssetFolder.isPlace(file, of: asset), !StoreIssue.isTemporary(file) else {
        StoreIssue.stray(file).map(report)
        continue
      }
      found.insert(file)
      count += 1
      progress(Progress(.checking, count))
      do throws(DiaryError) {
        if try !layout.isPath(path, of: folder.asset(ofFileAt: path)) {
          report(StoreIssue(.damagedAsset, file, entry: referenced[file]))
        } else if referenced[file] == nil {
          report(StoreIssue(.orphanAsset, file))
        }
      } catch .store(_, .damaged) where FileSystem.status(of: path)?.isRegularFile == true {
        // Of an encrypted one nothing can be opened then.
        report(StoreIssue(.damagedAsset, file, entry: referenced[file]))
      } catch {
        report(StoreIssue(.unreadable, file, entry: referenced[file]))
      }
    }
    reportMissing(besides: found, report)
    return count
  }

  /// Reports those that the logs name and that aren't among these.
  func reportMissing(besides found: Set<String>, _ report: (StoreIssue) -> Void) {
    for (file, entry) in referenced.sorted(by: { $0.key < $1.key }) where !found.contains(file) {
      report(
        StoreIssue(
          elsewhere.contains(file) ? .assetElsewhere : .missingAsset, file, entry: entry))
    }
  }
}

/// Every file that a revision names, old ones too, by its path within the store; brought up to
/// date by reading only what logs have gained.
struct AssetReferences {
  let layout: StoreLayout
  /// Those of which it is to be known whether anything unreadable names them.
  let orphans: Set<AssetID>
  private var files: Set<String> = []
  private var read: [String: LogPosition] = [:]
  /// The orphans whose names stand where no revision can be read.
  private var doubtful: Set<AssetID> = []
  /// What was read of `set-aside/`.
  private var quarantine: [String: LogEnd] = [:]

  init(layout: StoreLayout, orphans: Set<AssetID>) {
    self.layout = layout
    self.orphans = orphans
  }

  func contains(_ file: String) -> Bool { files.contains(file) }

  /// Whether something names an orphan that can't be read now but may be mended.
  func mayName(_ asset: AssetID) -> Bool { doubtful.contains(asset) }

  mutating func update() throws(DiaryError) {
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logs() {
      var start = 0
      if let known = read[name], reader.areUnchanged([name: known]) { start = known.offset }
      var end = start
      let file = try reader.forEachLine(of: name, from: start) { line in
        if !line.isTorn { end = line.place.offset + line.bytes.count + 1 }
        guard let revision = RevisionLine.decode(line.bytes) else {
          // What can't be opened may name any of them.
          let isOpen = !layout.isEncrypted || RevisionLine.id(of: line.bytes) != nil
          doubtful.formUnion(
            isOpen ? AssetNames.found(in: line.bytes, of: orphans) : orphans)
          return
        }
        files.formUnion(revision.entry.files.map(layout.relativePath))
      }
      read[name] = file.position(at: end)
    }
    try readSetAside(layout.quarantine)
  }

  private mutating func readSetAside(_ folder: String) throws(DiaryError) {
    for name in try FileSystem.names(in: folder) {
      let path = Path.join(folder, name)
      let found = try FileSystem.requiredOwnStatus(of: path)
      if found.isFolder {
        try readSetAside(path)
        continue
      }
      let end = LogEnd(size: found.size, inode: found.inode)
      guard found.isRegularFile, quarantine.updateValue(end, forKey: path) != end else { continue }
      let file = try layout.mapSetAside(path)
      // So may a piece of a log that can't be opened.
      if layout.isEncrypted, LogPiece(name) != nil { doubtful = orphans }
      doubtful.formUnion(AssetNames.found(in: file.bytes, of: orphans))
      try file.requireBytes()
    }
  }
}

/// The names of assets in bytes that can't be read as what they were.
enum AssetNames {
  private static let length = 64

  /// Those of the wanted assets whose digits stand anywhere. Bytes that can't belong to a name are
  /// leapt over, for what was set aside may be a large photo.
  static func found(
    in bytes: UnsafeRawBufferPointer, of wanted: Set<AssetID>
  ) -> Set<AssetID> {
    var found: Set<AssetID> = []
    guard !wanted.isEmpty else { return found }
    var place = length - 1
    while place < bytes.count {
      guard isDigit(bytes[place]) else {
        place += length
        continue
      }
      var start = place
      while start > 0, isDigit(bytes[start - 1]) { start -= 1 }
      var end = place + 1
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      // Damage may have joined other digits to a name.
      for first in start..<max(start, end - length + 1) {
        let text = String(decoding: bytes[first..<first + length], as: UTF8.self)
        if let asset = AssetID(text), wanted.contains(asset) { found.insert(asset) }
      }
      place = end + length
    }
    return found
  }

  private static func isDigit(_ byte: UInt8) -> Bool { hexadecimalValue(of: byte) != nil }
}

/// Checks that the index says what the logs say, up to the bytes that it was made from.
struct IndexCheck {
  let layout: StoreLayout
  /// Every revision that the logs have.
  let revisions: Set<ID<Revision>>

  /// In entries, after which the memory of lines that were compared is given back.
  private static let span = 4096

  private var name: String { Path.name(layout.index) }

  func run(_ report: (StoreIssue) -> Void) throws(DiaryError) {
    for name in try FileSystem.names(in: layout.quarantine) where name.hasPrefix("index.") {
      let path = Path.join(layout.quarantine, name)
      guard let file = try? layout.mapSetAside(path), let index = IndexFile(file) else { continue }
      reportLost(index) { finding in
        report(StoreIssue(.lostText, "set-aside/\(name)", entry: finding.entry))
      }
    }
    // It can be made again at any time, so a missing one is no fault.
    guard FileSystem.status(of: layout.index) != nil else { return }
    let file = try? layout.map(layout.index)
    // The next program that opens the diary makes another of it.
    if let file, IndexFile.isEarlier(file) { return }
    guard let index = file.flatMap({ IndexFile($0) }) else {
      report(StoreIssue(.unreadableIndex, name))
      return
    }
    guard LogReader(layout: layout).areUnchanged(index.logs) else {
      reportLost(index, report)
      return
    }
    // This machine's clock was put right: the next program that opens the diary makes another of it.
    guard index.clocks.areBelievedAlike(ClockHorizon()) else { return }
    guard let scan = try compared(index, report) else { return }
    if Set(scan.trash) != Set(index.trash) || scan.comments != index.comments
      || scan.clocks.latest > index.clocks.latest || !index.bytes.isSound
    {
      report(StoreIssue(.wrongIndex, name))
    }
  }

  /// Reports what the index knows and the logs have lost, and nothing else.
  func reportLosses(_ report: (StoreIssue) -> Void) throws(DiaryError) {
    guard let file = try? layout.map(layout.index), let index = IndexFile(file),
      !LogReader(layout: layout).areUnchanged(index.logs)
    else { return }
    reportLost(index, report)
  }

  /// Logs that no longer begin with what the index was made from are no fault in themselves:
  /// another device that emptied its trash has sent its new ones. But what was current then must
  /// still be there, as it was or replaced.
  private func reportLost(_ index: IndexFile, _ report: (StoreIssue) -> Void) {
    for rank in 0..<index.count {
      guard let state = index.state(rank), let head = state.entry.heads.first,
        !revisions.contains(head)
      else { continue }
      report(StoreIssue(.shortLog, "log/\(state.place.log)", entry: state.entry.id))
    }
  }

  /// Goes through the entries of both. `nil` when they differ, which has been reported.
  private func compared(
    _ index: IndexFile, _ report: (StoreIssue) -> Void
  ) throws(DiaryError) -> LogScan? {
    let scan = try LogScan(
      layout: layout, horizon: ClockHorizon(), upTo: index.logs.mapValues(\.offset),
      own: index.records.own)
    guard scan.current.count == index.count else {
      report(StoreIssue(.wrongIndex, name))
      return nil
    }
    var lines = LineSource(layout: layout)
    var pinned: [Int] = []
    for (rank, current) in scan.current.enumerated() {
      if rank % Self.span == 0 {
        // All bytes of logs and index would be in memory in the end.
        lines = LineSource(layout: layout)
        index.bytes.release()
      }
      guard let state = try lines.state(of: current), let line = index.line(rank),
        line.elementsEqual(state.indexLine), index.rank(of: state.entry.id) == rank
      else {
        report(StoreIssue(.wrongIndex, name, line: rank + 2, entry: current.entry))
        return nil
      }
      if state.entry.details.isPinned { pinned.append(rank) }
    }
    guard pinned == index.ranks(of: .pinned), scan.records == index.records,
      scan.runs == index.runs
    else {
      report(StoreIssue(.wrongIndex, name))
      return nil
    }
    return scan
  }
}

/// Finds out from the logs whose diary it is, when `owner.json` doesn't tell.
struct OwnerSearch {
  let layout: StoreLayout
  let device: ID<Device>?

  /// Milliseconds within which an entry that was written here is saved after it was made; an
  /// imported one is older.
  private static let promptly: Int64 = 10_000

  /// The author who has written most of what only the diary's own author can have written:
  /// changes, and entries that were saved as they were made. This device's logs go before others,
  /// which may be another author's, and entries that were imported come last.
  func author() throws(DiaryError) -> AuthorID? {
    var own: [AuthorID: Int] = [:]
    var all: [AuthorID: Int] = [:]
    var imported: [AuthorID: Int] = [:]
    let reader = LogReader(layout: layout)
    let ownPrefix = device.map { "\($0)/" }
    for (name, _) in try reader.logs() {
      try reader.forEachLine(of: name) { line in
        guard let revision = RevisionLine.decode(line.bytes) else { return }
        let author = revision.entry.author
        let age = revision.clock.time.milliseconds - revision.entry.created.milliseconds
        guard !revision.parents.isEmpty || (0...Self.promptly).contains(age) else {
          imported[author, default: 0] += 1
          return
        }
        all[author, default: 0] += 1
        if let ownPrefix, name.hasPrefix(ownPrefix) { own[author, default: 0] += 1 }
      }
    }
    for votes in [own, all, imported] {
      // Of equals always the same one.
      let ranked = votes.sorted { ($1.value, $0.key.description) < ($0.value, $1.key.description) }
      if let first = ranked.first { return first.key }
    }
    return nil
  }
}
