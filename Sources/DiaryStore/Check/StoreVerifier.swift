import DiaryCore
import System

/// Checks a store without changing anything: every line of the logs, every photo, and the index.
///
/// The memory needed is proportional to the number of lines, not to the length of texts.
package struct StoreVerifier: Sendable {
  let layout: StoreLayout

  private let elsewhere: Set<String>
  private let mark: StoreMark?

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - cipher: opens the store's files, if they are encrypted.
  ///   - devicePath: the file with this device's ID, next to which the machine's knowledge of the
  ///   store is stored, or `nil` for a copy of a store.
  ///   - elsewhere: the files that are stored on other machines.
  package init(
    root: String, cipher: StoreCipher = StoreCipher(), devicePath: String? = nil,
    elsewhere: Set<AssetFile> = []
  ) {
    let layout = StoreLayout(root: root, cipher: cipher)
    self.layout = layout
    mark = devicePath.flatMap { DeviceFile(path: $0, layout: layout).mark() }
    self.elsewhere = Set(elsewhere.map(layout.relativePath))
  }

  /// Reports findings in the order of files, and returns totals.
  ///
  /// - Parameter progress: receives the number of photos read so far.
  /// - Throws: an error if there is no store, its format is too new, or a folder can't be
  ///   read.
  package func run(
    progress: (Progress) -> Void = { _ in }, _ report: (StoreIssue) -> Void
  ) throws -> CheckSummary {
    guard let found = FileSystem.status(of: layout.root) else {
      throw DiaryError.store(path: layout.root, .missing)
    }
    guard FileSystem.isFolder(layout.root) else {
      throw DiaryError.store(path: layout.root, .notAFolder)
    }
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
    PendingEntries(of: layout).issues.forEach(note)
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
    case .missing, .version: break
    }
  }

  /// Checks the owner file, which repeats what the logs contain. It may be missing if the logs have
  /// an owner.
  private func checkOwner(
    isNeeded: Bool, _ known: OwnerRecord?, _ report: (StoreIssue) -> Void
  ) {
    let name = layout.relative(layout.owner)
    do {
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

  /// Passes each finding to `report`.
  func run(_ report: (StoreIssue) -> Void) throws {
    let folder = JournalFolder(layout: layout)
    for name in try FileSystem.names(in: layout.journals) {
      let path = layout.relative(Path.join(layout.journals, name))
      // Hidden files are leftovers of a write, or another program's.
      if name.hasPrefix(".") {
        report(StoreIssue(.temporaryFile, path))
      } else if StoreLayout.device(ofJournals: name) == nil {
        report(StoreIssue(.unknownFile, path))
      } else {
        do {
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

/// Checks that every photo and attachment named by an entry exists, and that every file's contents
/// match its name.
struct AssetCheck {
  let layout: StoreLayout
  /// The files named in the logs, by their paths within the store.
  let referenced: [String: ID<Entry>]
  /// The paths within the store of files on other machines.
  var elsewhere: Set<String> = []

  /// Checks all files and returns their number.
  func run(_ report: (StoreIssue) -> Void, progress: (Progress) -> Void) throws -> Int {
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
      do {
        if try !layout.isPath(path, of: folder.asset(ofFileAt: path)) {
          report(StoreIssue(.damagedAsset, file, entry: referenced[file]))
        } else if referenced[file] == nil {
          report(StoreIssue(.orphanAsset, file))
        }
      } catch DiaryError.store(_, .damaged)
        where FileSystem.status(of: path)?.isRegularFile == true
      {
        // An encrypted file with a damaged header can't be opened at all.
        report(StoreIssue(.damagedAsset, file, entry: referenced[file]))
      } catch {
        report(StoreIssue(.unreadable, file, entry: referenced[file]))
      }
    }
    reportMissing(excluding: found, report)
    return count
  }

  /// Reports files named in the logs that aren't among the found ones.
  func reportMissing(excluding found: Set<String>, _ report: (StoreIssue) -> Void) {
    for (file, entry) in referenced.sorted(by: { $0.key < $1.key }) where !found.contains(file) {
      report(
        StoreIssue(
          elsewhere.contains(file) ? .assetElsewhere : .missingAsset, file, entry: entry))
    }
  }
}

/// The files named by any revision, including old ones, by their paths within the store. Updating
/// reads only what was added to the logs.
struct AssetReferences {
  let layout: StoreLayout
  /// The unreferenced files whose names are searched for in unreadable data.
  let orphans: Set<AssetID>
  private var files: Set<String> = []
  private var read: [String: LogPosition] = [:]
  /// The orphans whose names occur in unreadable data.
  private var doubtful: Set<AssetID> = []
  /// The files of `set-aside/` that were read.
  private var quarantine: [String: LogEnd] = [:]

  init(layout: StoreLayout, orphans: Set<AssetID>) {
    self.layout = layout
    self.orphans = orphans
  }

  func contains(_ file: String) -> Bool { files.contains(file) }

  /// Returns `true` if unreadable data that could be repaired may name an orphan.
  func mayName(_ asset: AssetID) -> Bool { doubtful.contains(asset) }

  /// Reads what was added since the last call.
  mutating func update() throws {
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logs() {
      var start = 0
      if let known = read[name], reader.areUnchanged([name: known]) { start = known.offset }
      var end = start
      let file = try reader.forEachLine(of: name, from: start) { line in
        if !line.isTorn { end = line.place.offset + line.bytes.count + 1 }
        guard let revision = RevisionLine.decode(line.bytes) else {
          // Undecryptable data may name any of them.
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

  private mutating func readSetAside(_ folder: String) throws {
    for name in try FileSystem.names(in: folder) {
      let path = Path.join(folder, name)
      let found = try FileSystem.requiredStatusNoFollow(of: path)
      if found.isFolder {
        try readSetAside(path)
        continue
      }
      let end = LogEnd(size: found.size, inode: found.inode)
      guard found.isRegularFile, quarantine.updateValue(end, forKey: path) != end else { continue }
      let file = try layout.mapSetAside(path)
      // An undecryptable piece of a log may name any of them too.
      if layout.isEncrypted, LogPiece(name) != nil { doubtful = orphans }
      doubtful.formUnion(AssetNames.found(in: file.bytes, of: orphans))
      try file.requireBytes()
    }
  }
}

/// Searches unreadable bytes for names of assets.
enum AssetNames {
  private static let length = 64

  /// Returns the wanted assets whose names occur in the bytes. Skips bytes that can't be part of a
  /// name, since files that were set aside may be large photos.
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
      // Damage may have attached other digits to a name.
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

/// Checks that the index matches the logs, up to the offsets that it was built from.
struct IndexCheck {
  let layout: StoreLayout
  /// All revisions in the logs.
  let revisions: Set<ID<Revision>>

  /// The number of entries after which the memory of compared lines is released.
  private static let span = 4096

  private var name: String { Path.name(layout.index) }

  /// Passes each finding to `report`.
  func run(_ report: (StoreIssue) -> Void) throws {
    for name in try FileSystem.names(in: layout.quarantine) where name.hasPrefix("index.") {
      let path = Path.join(layout.quarantine, name)
      guard let file = try? layout.mapSetAside(path), let index = IndexFile(file) else { continue }
      reportLost(index) { finding in
        report(StoreIssue(.lostText, "set-aside/\(name)", entry: finding.entry))
      }
    }
    // A missing index is no fault, since it is rebuilt when needed.
    guard FileSystem.status(of: layout.index) != nil else { return }
    let file = try? layout.map(layout.index)
    // The next program that opens the diary rebuilds an outdated index.
    if let file, IndexFile.isEarlier(file) { return }
    guard let index = file.flatMap({ IndexFile($0) }) else {
      report(StoreIssue(.unreadableIndex, name))
      return
    }
    guard LogReader(layout: layout).areUnchanged(index.logs) else {
      reportLost(index, report)
      return
    }
    // After this machine's clock was corrected, the next program that opens the diary rebuilds the
    // index.
    guard index.clocks.ordersEqually(ClockHorizon()) else { return }
    guard let scan = try compared(index, report) else { return }
    if Set(scan.trash) != Set(index.trash) || scan.comments != index.comments
      || scan.clocks.latest > index.clocks.latest || !index.bytes.isSound
    {
      report(StoreIssue(.wrongIndex, name))
    }
  }

  /// Reports only entries in the index that the logs have lost.
  func reportLosses(_ report: (StoreIssue) -> Void) throws {
    guard let file = try? layout.map(layout.index), let index = IndexFile(file),
      !LogReader(layout: layout).areUnchanged(index.logs)
    else { return }
    reportLost(index, report)
  }

  /// Reports entries in the index that the logs have lost. Logs that no longer start with the
  /// indexed bytes are no fault as such: another device that emptied its trash sends new ones. But
  /// revisions that were current must still exist, either current or replaced.
  private func reportLost(_ index: IndexFile, _ report: (StoreIssue) -> Void) {
    for rank in 0..<index.count {
      guard let state = index.state(rank), let head = state.entry.heads.first,
        !revisions.contains(head)
      else { continue }
      report(StoreIssue(.shortLog, "log/\(state.place.log)", entry: state.entry.id))
    }
  }

  /// Compares the entries of the index and the logs. Returns `nil` after reporting a difference.
  private func compared(_ index: IndexFile, _ report: (StoreIssue) -> Void) throws -> LogScan? {
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
        // Otherwise all bytes of logs and index would end up in memory.
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
      scan.runs.hasSameLines(as: index.runs)
    else {
      report(StoreIssue(.wrongIndex, name))
      return nil
    }
    return scan
  }
}

/// Determines the diary's owner from the logs if `owner.json` doesn't contain it.
struct OwnerSearch {
  let layout: StoreLayout
  let device: ID<Device>?

  /// The maximum time in milliseconds between creating an entry and saving it if it was written
  /// here. Imported entries are older.
  private static let maxDelay: Int64 = 10_000

  /// Returns the author of most revisions that only the diary's owner can have written: changes,
  /// and entries saved as they were created. Logs of this device have priority, as others may be
  /// another author's, and imported entries count last.
  func author() throws -> AuthorID? {
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
        guard !revision.parents.isEmpty || (0...Self.maxDelay).contains(age) else {
          imported[author, default: 0] += 1
          return
        }
        all[author, default: 0] += 1
        if let ownPrefix, name.hasPrefix(ownPrefix) { own[author, default: 0] += 1 }
      }
    }
    for votes in [own, all, imported] {
      // Ties are resolved by ID, so that the result is always the same.
      let ranked = votes.sorted { ($1.value, $0.key.description) < ($0.value, $1.key.description) }
      if let first = ranked.first { return first.key }
    }
    return nil
  }
}
