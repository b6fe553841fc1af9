import Crypto
import DiaryCore
import System

/// How far a log has been read.
struct LogPosition: Hashable, Sendable {
  /// The byte after the last whole line.
  var offset: Int
  /// See `TailChecksum`.
  var mark: String
}

/// A line of a log.
struct LogLine {
  let place: LineLocation
  /// Without the line end; valid while the reader's file is.
  let bytes: UnsafeRawBufferPointer
  /// Whether it has no line end: the machine died, or another program is writing it.
  let isTorn: Bool
}

/// What was read of a log, or added to it.
struct LogPart {
  var revisions: [(revision: Revision, place: LineLocation)] = []
  /// Without those of comments.
  var records: [RecordLine] = []
  var comments: [(comment: EntryComment, place: CommentPlace)] = []
  /// Where the lines stand in the chain of their device, those without a body among them.
  var steps: [ChainStep] = []
  /// How many revisions and comments nobody may write.
  var refusals: [LineRefusal: Int] = [:]
  /// In which log it is, where it begins, and the end of it.
  var log = ""
  var start = 0
  var end = LogPosition(offset: 0, mark: "")
}

extension LogPart {
  /// Adds a record, or the comment that it is, if whoever wrote that may, by what `known` records say.
  mutating func add(
    _ record: RecordLine, at place: LineLocation, in folder: ID<Device>?, _ known: DiaryRecords
  ) {
    guard let comment = record.record.comment else { return records.append(record) }
    if let refusal = known.refusal(of: record, in: folder) {
      refusals.count(refusal)
      guard refusal.isShown else { return }
    }
    comments.append((comment, CommentPlace(comment, record, at: place)))
  }
}

/// Reads the logs of a store.
struct LogReader {
  let layout: StoreLayout

  /// Whether each log still begins with what an index was made from.
  func areUnchanged(_ logs: [String: LogPosition]) -> Bool {
    guard layout.isEncrypted else {
      return logs.allSatisfy { layout.log($0).mark(at: $1.offset) == $1.mark }
    }
    let known = (try? EncryptedLog.all(in: layout)) ?? [:]
    return logs.allSatisfy { known[$0]?.mark(at: $1.offset) == $1.mark }
  }

  /// Whether a file in a device's folder is a log, by its name.
  static func isLog(_ name: String) -> Bool {
    name.hasSuffix(".jsonl") && !name.hasPrefix(".") && name.utf8.allSatisfy { $0 < 0x80 }
  }

  /// The folders of the devices, in the order of their names, with the names in each.
  func folders() throws(DiaryError) -> [(device: String, names: [String])] {
    var folders: [(String, [String])] = []
    for device in try FileSystem.names(in: layout.logs) where !device.hasPrefix(".") {
      do throws(DiaryError) {
        folders.append((device, try FileSystem.names(in: Path.join(layout.logs, device))))
      } catch .store(_, .notAFolder) {
        // A file that some other program has put there.
        continue
      }
    }
    return folders
  }

  /// The logs of each device with their sizes, the oldest first.
  func logsByDevice() throws(DiaryError) -> [ID<Device>: [(name: String, size: Int)]] {
    var logs: [ID<Device>: [(name: String, size: Int)]] = [:]
    for (name, end) in try self.logs() {
      guard let device = StoreLayout.device(ofLog: name) else { continue }
      logs[device, default: []].append((name, end.size))
    }
    return logs.mapValues { $0.sorted { $0.name < $1.name } }
  }

  /// Every log of every device with its size and inode, in the order of names. What is no file,
  /// as a named pipe, is no log, and neither is what a program that copies the diary hides.
  func logs() throws(DiaryError) -> [(name: String, end: LogEnd)] {
    if layout.isEncrypted {
      return try EncryptedLog.all(in: layout).map { ($0, $1.end) }.sorted { $0.0 < $1.0 }
    }
    var logs: [(String, LogEnd)] = []
    for (device, files) in try folders() {
      let isUnfinished = files.contains(StoreLayout.unfinishedAppendName)
      for file in files where Self.isLog(file) {
        let name = "\(device)/\(file)"
        guard var end = layout.log(name).end else { continue }
        // A note that comes after the names were read is seen by whoever reads the lines.
        if isUnfinished { end.size = AppendIntent.end(of: name, end.size, in: layout) }
        logs.append((name, end))
      }
    }
    return logs
  }

  /// Whether a line is in the logs of a device.
  func contains(
    _ tip: RunTip, of device: ID<Device>, _ runs: DeviceRuns
  ) throws(DiaryError) -> Bool {
    let known = runs.tips[device] ?? []
    if known.contains(tip) { return true }
    guard known.contains(where: { $0.number > tip.number }) else { return false }
    let digits = Array(tip.sum.description.utf8)
    for (name, _) in try logs() where StoreLayout.device(ofLog: name) == device {
      let file = try map(name)
      var offset = 0
      while let found = file.place(of: digits, from: offset) {
        guard let (line, next) = file.line(at: file.lineStart(before: found)) else { break }
        if RevisionLine.id(of: line) == tip.sum { return true }
        offset = next
      }
      try file.requireBytes()
    }
    return false
  }

  /// Makes what has been read survive a power cut, for a program that was killed while it saved
  /// may have left lines which it had not synced.
  func sync() throws(DiaryError) {
    for (name, _) in try logs() { try layout.log(name).sync() }
  }

  /// In bytes, of a log that is read whole: what was read before is given back.
  private static let span = 4 << 20

  /// Calls `body` with each line of a log from an offset on. Returns the bytes that were read.
  @discardableResult
  func forEachLine(
    of name: String, from start: Int = 0, _ body: (LogLine) throws(DiaryError) -> Void
  ) throws(DiaryError) -> MappedFile {
    let file = try map(name)
    var (offset, kept) = (start, start)
    while let (bytes, next) = file.line(at: offset) {
      try file.requireBytes()
      if offset - kept > Self.span {
        file.release(kept..<offset)
        kept = offset
      }
      let isTorn = next == file.count && file.room[file.count - 1] != 0x0A
      if !bytes.isEmpty {
        let place = LineLocation(log: name, offset: offset)
        try body(LogLine(place: place, bytes: bytes, isTorn: isTorn))
      }
      offset = next
    }
    return file
  }

  /// Maps a log, without what isn't part of it.
  private func map(_ name: String) throws(DiaryError) -> MappedFile {
    let log = layout.log(name)
    guard let size = log.end?.size else { return try log.map() }
    return try log.map(count: AppendIntent.end(of: name, size, in: layout))
  }

  /// What stands in a log from an offset on, and up to where whole lines were read.
  /// Damaged lines are passed over: `verify` tells of them. So are revisions and comments that nobody may
  /// write, by what `records` say.
  ///
  /// The bytes are copied, not mapped: a save that fails takes back what it wrote, and to look at
  /// mapped bytes that are gone ends a program.
  func lines(
    of name: String, from start: Int, _ records: DiaryRecords
  ) throws(DiaryError) -> LogPart {
    let folder = StoreLayout.device(ofLog: name)
    var bytes = try layout.log(name).bytes(from: start)
    let whole = AppendIntent.end(of: name, start + bytes.count, in: layout)
    bytes.removeLast(bytes.count - max(0, whole - start))
    var part = LogPart()
    var end = 0
    bytes.withUnsafeBytes { bytes in
      while let (line, next) = bytes.line(at: end), bytes[next - 1] == 0x0A {
        let place = LineLocation(log: name, offset: start + end)
        if let folder, let step = ChainStep(of: line, in: folder) { part.steps.append(step) }
        if let record = RecordLine(line) {
          part.add(record, at: place, in: folder, records)
        } else if let revision = RevisionLine.decode(line) {
          let refusal = records.refusal(of: revision, line, in: folder)
          if let refusal { part.refusals.count(refusal) }
          if let revision = revision.shown(refusal) { part.revisions.append((revision, place)) }
        } else if let refusal = LineRefusal(malformed: line, in: folder) {
          part.refusals.count(refusal)
        }
        end = next
      }
    }
    // A mark that no log has is no harm: all is read anew the next time.
    let mark = layout.log(name).mark(at: start + end) ?? ""
    part.end = LogPosition(offset: start + end, mark: mark)
    return part
  }

  /// Every revision of an entry, parents before their children, in the order of the clocks, without those
  /// that nobody may write. The logs are searched for the entry's id, and only lines that have it are
  /// parsed.
  func revisions(of id: ID<Entry>, _ records: DiaryRecords) throws(DiaryError) -> [Revision] {
    let digits = Array(id.description.utf8)
    var revisions: [ID<Revision>: Revision] = [:]
    for (name, _) in try logs() {
      let file = try map(name)
      var offset = 0
      while let found = file.place(of: digits, from: offset) {
        guard let (line, next) = file.line(at: file.lineStart(before: found)) else { break }
        // The same line in two logs is one revision.
        if next < file.count || file.bytes.last == 0x0A, let revision = RevisionLine.decode(line),
          revision.entry.id == id,
          let revision = revision.shown(
            records.refusal(of: revision, line, in: StoreLayout.device(ofLog: name)))
        {
          revisions[revision.id] = revision
        }
        offset = next
      }
      try file.requireBytes()
    }
    return Self.inOrder(revisions)
  }

  /// Parents before their children, else by the clocks, which may be wrong.
  private static func inOrder(_ revisions: [ID<Revision>: Revision]) -> [Revision] {
    var ordered: [Revision] = []
    var done: Set<ID<Revision>> = []
    for revision in revisions.values.sorted(by: { ($0.clock, $0.id) < ($1.clock, $1.id) }) {
      var waiting = [revision]
      while let next = waiting.last {
        let parents = next.parents.filter { !done.contains($0) }.compactMap { revisions[$0] }
        if parents.isEmpty {
          waiting.removeLast()
          if done.insert(next.id).inserted { ordered.append(next) }
        } else {
          waiting += parents
        }
      }
    }
    return ordered
  }
}

extension MappedFile {
  /// A place in this log, with its mark.
  func position(at offset: Int) -> LogPosition {
    defer { withExtendedLifetime(self) {} }
    load(max(0, offset - TailChecksum.span)..<offset)
    return LogPosition(offset: offset, mark: TailChecksum.of(room.prefix(offset)))
  }
}

/// Where a revision's line begins: in which log, at which byte.
struct LineLocation: Hashable, Sendable {
  let log: String
  let offset: Int
}

/// A log's size, and which file it is: emptying the trash puts another in its place.
struct LogEnd: Hashable, Sendable {
  var size: Int
  var inode: UInt64
}

/// One log of the store, append-only: a file, or the pieces in which an encrypted store has it. What is
/// read of it or added to it goes through here.
struct LogFile: Sendable {
  let layout: StoreLayout
  /// `<device>/<yyyy-mm>.jsonl`
  let name: String

  /// Of the file, where the store isn't encrypted.
  var path: String { Path.join(layout.logs, name) }

  /// `nil` where there is none: what is no file, as a named pipe, is no log.
  var end: LogEnd? {
    if layout.isEncrypted { return EncryptedLog(self)?.end }
    guard let found = FileSystem.status(of: path), found.isRegularFile else { return nil }
    return LogEnd(size: found.size, inode: found.inode)
  }

  var exists: Bool { layout.isEncrypted ? EncryptedLog(self) != nil : FileSystem.exists(path) }

  /// All of it, or its first bytes, as they are needed.
  func map(count: Int? = nil) throws(DiaryError) -> MappedFile {
    guard layout.isEncrypted else { return try MappedFile(OpenFile.reading(path), count: count) }
    return try encrypted().map(count: count)
  }

  /// A copy of the bytes from an offset on.
  func bytes(from offset: Int, atMost limit: Int = .max) throws(DiaryError) -> [UInt8] {
    guard layout.isEncrypted else {
      return try OpenFile.reading(path).bytes(from: offset, atMost: limit)
    }
    let log = try encrypted()
    let count = min(max(0, log.size - offset), limit)
    return try log.bytes(offset..<offset + count)
  }

  /// A copy of some bytes, and whether all of them could be read.
  func copied(_ range: Range<Int>) throws(DiaryError) -> (bytes: [UInt8], isWhole: Bool) {
    guard !layout.isEncrypted else { return try encrypted().copied(range) }
    let bytes = try bytes(from: range.lowerBound, atMost: range.count)
    return (bytes, bytes.count == range.count)
  }

  private func encrypted() throws(DiaryError) -> EncryptedLog {
    guard let log = EncryptedLog(self) else { throw .store(path: path, .missing) }
    return log
  }

  /// See `TailChecksum`; `nil` when the log is shorter than that, or gone.
  func mark(at offset: Int) -> String? {
    if layout.isEncrypted { return EncryptedLog(self)?.mark(at: offset) }
    let start = max(0, offset - TailChecksum.span)
    guard let bytes = try? bytes(from: start, atMost: offset - start),
      bytes.count == offset - start
    else { return nil }
    return TailChecksum.of(bytes)
  }

  /// Makes it survive a power cut.
  func sync() throws(DiaryError) {
    // A piece has its name once it is on the disk.
    if layout.isEncrypted { return try FileSystem.sync(folder: Path.parent(path)) }
    try OpenFile.reading(path).sync()
  }

  /// Makes the log, of these bytes. When this returns, it survives a power cut.
  func create(_ bytes: [UInt8]) throws(DiaryError) {
    try FileSystem.makeFolders(Path.parent(path))
    if layout.isEncrypted {
      try PieceOutput.write(bytes, to: self)
    } else {
      try DurableFile.write(bytes, to: path)
    }
    try syncNames()
  }

  /// Makes the names of the log, of the folders that it is in and of the store survive a power cut.
  func syncNames() throws(DiaryError) {
    var folder = Path.parent(path)
    while folder.utf8.count >= layout.root.utf8.count {
      try FileSystem.sync(folder: folder)
      folder = Path.parent(folder)
    }
    // Above the store, as far as a program of ours can have made folders.
    let device = FileSystem.status(of: layout.root)?.device
    while FileSystem.status(of: folder)?.device == device {
      do throws(DiaryError) {
        try FileSystem.sync(folder: folder)
      } catch .store(_, .noPermission) {
        return
      }
      if folder == "/" { return }
      folder = Path.parent(folder)
    }
  }
}

extension StoreLayout {
  /// The log that the index knows by a name.
  func log(_ name: String) -> LogFile { LogFile(layout: self, name: name) }
}

/// Reads lines from many logs, each mapped once.
struct LineSource {
  let layout: StoreLayout
  private var files: [String: MappedFile] = [:]

  init(layout: StoreLayout) { self.layout = layout }

  /// The revision at a place; `nil` when no sound line begins there any more.
  mutating func revision(at place: LineLocation) throws(DiaryError) -> Revision? {
    try line(at: place).flatMap { RevisionLine.decode($0.bytes) }
  }

  /// The record at a place; `nil` when no sound line of one begins there any more.
  mutating func record(at place: LineLocation) throws(DiaryError) -> RecordLine? {
    try line(at: place).flatMap { RecordLine($0.bytes) }
  }

  /// Returns the line at a place, sound or not; `nil` if the log ends before it.
  mutating func line(at place: LineLocation) throws(DiaryError) -> LogLine? {
    let file = try file(place.log)
    let line = file.line(at: place.offset)
    try file.requireBytes()
    return line.map { LogLine(place: place, bytes: $0.bytes, isTorn: false) }
  }

  private mutating func file(_ log: String) throws(DiaryError) -> MappedFile {
    let file: MappedFile
    if let known = files[log] {
      file = known
    } else {
      file = try layout.log(log).map()
      files[log] = file
    }
    return file
  }

  /// The state of an entry as its line says.
  mutating func state(of current: LogScan.Current) throws(DiaryError) -> EntryState? {
    guard let revision = try revision(at: current.place) else { return nil }
    var state = EntryState(revision, at: current.place)
    state.entry.heads = current.heads
    state.entry.isUnshared = current.isUnshared
    state.laterCount = current.laterCount
    return state
  }
}

/// Tells that a log still has the bytes it had when the index was made: the beginning of the
/// SHA-256 of the last bytes before that place. A log only grows, unless the trash is emptied,
/// which moves what comes after the first line that goes. Copying a store changes nothing of it.
enum TailChecksum {
  /// In digits.
  static let length = 16
  /// In bytes.
  static let span = 64

  /// The mark of a place in a log whose bytes up to there end in these.
  static func of(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    let digest = SHA256.hash(data: Array(bytes.suffix(span)))
    return String(digest.withUnsafeBytes(ID<Revision>.init(digest:)).description.prefix(length))
  }
}
