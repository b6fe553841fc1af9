import Crypto
import DiaryCore
import System

/// The position up to which a log has been read.
struct LogPosition: Hashable, Sendable {
  /// The offset after the last complete line.
  var offset: Int
  /// The checksum of the bytes before `offset`: see `TailChecksum`.
  var mark: String
}

/// A line of a log.
struct LogLine {
  let place: LineLocation
  /// The bytes without the line end; valid as long as the reader's file.
  let bytes: UnsafeRawBufferPointer
  /// `true` if the line end is missing: the machine died, or another program is writing the line.
  let isTorn: Bool

  /// `true` if the line can't be read, or its body isn't the one that its hash belongs to.
  var isDamaged: Bool {
    if RevisionLine.id(of: bytes) == nil { return RemovedLine.sum(in: bytes) == nil }
    return RevisionLine.bodyState(of: bytes) == .damaged
  }
}

/// A part of a log that was read or appended.
struct LogPart {
  var revisions: [(revision: Revision, place: LineLocation)] = []
  /// The records except for comments.
  var records: [RecordLine] = []
  var comments: [(comment: EntryComment, place: CommentPlace)] = []
  /// The positions of the lines in the chain of their device, including lines whose body was cut
  /// off.
  var steps: [ChainStep] = []
  /// `true` if a line's body is missing or damaged.
  var lacksBodies = false
  /// The number of revisions and comments that aren't accepted, by reason.
  var refusals: [LineRefusal: Int] = [:]
  /// The name of the log, and the start and end of the part.
  var log = ""
  var start = 0
  var end = LogPosition(offset: 0, mark: "")
}

extension LogPart {
  /// Adds a record or comment, if `known` records permit it.
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

  /// Returns `true` if each log still begins with the bytes that an index was made from.
  func areUnchanged(_ logs: [String: LogPosition]) -> Bool {
    guard layout.isEncrypted else {
      return logs.allSatisfy { layout.log($0).mark(at: $1.offset) == $1.mark }
    }
    let known = (try? EncryptedLog.all(in: layout)) ?? [:]
    return logs.allSatisfy { known[$0]?.mark(at: $1.offset) == $1.mark }
  }

  /// Returns `true` if a file in a device's folder has the name of a log.
  static func isLog(_ name: String) -> Bool {
    name.hasSuffix(".jsonl") && !name.hasPrefix(".") && name.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Returns the folders of the devices, sorted by name, with the names of their files.
  func folders() throws -> [(device: String, names: [String])] {
    var folders: [(String, [String])] = []
    for device in try FileSystem.names(in: layout.logs) where !device.hasPrefix(".") {
      do {
        folders.append((device, try FileSystem.names(in: Path.join(layout.logs, device))))
      } catch {
        guard error.number == .notAFolder else { throw error }
        // Another program put a file there.
        continue
      }
    }
    return folders
  }

  /// Returns the logs of each device with their sizes, the oldest first.
  func logsByDevice() throws -> [ID<Device>: [(name: String, size: Int)]] {
    var logs: [ID<Device>: [(name: String, size: Int)]] = [:]
    for (name, end) in try self.logs() {
      guard let device = StoreLayout.device(ofLog: name) else { continue }
      logs[device, default: []].append((name, end.size))
    }
    return logs.mapValues { $0.sorted { $0.name < $1.name } }
  }

  /// Returns all logs of all devices with their sizes and inodes, sorted by name. Other kinds of
  /// files, such as named pipes, are skipped, as are hidden files of programs that copy the diary.
  func logs() throws -> [(name: String, end: LogEnd)] {
    if layout.isEncrypted {
      return try EncryptedLog.all(in: layout).map { ($0, $1.end) }.sorted { $0.0 < $1.0 }
    }
    var logs: [(String, LogEnd)] = []
    for (device, files) in try folders() {
      let isUnfinished = files.contains(StoreLayout.unfinishedAppendName)
      for file in files where Self.isLog(file) {
        let name = "\(device)/\(file)"
        guard var end = try layout.log(name).end else { continue }
        // A note that appears after the names were read is found when the lines are read.
        if isUnfinished { end.size = try AppendIntent.end(of: name, end.size, in: layout) }
        logs.append((name, end))
      }
    }
    return logs
  }

  /// Returns `true` if the logs of a device contain a line.
  func contains(_ tip: RunTip, of device: ID<Device>, _ runs: DeviceRuns) throws -> Bool {
    let known = runs.tips[device] ?? []
    if known.contains(tip) { return true }
    guard known.contains(where: { $0.number > tip.number }) else { return false }
    let digits = Array(tip.sum.description.utf8)
    for (name, _) in try logs() where StoreLayout.device(ofLog: name) == device {
      let file = try map(name)
      var offset = 0
      while let found = file.offset(of: digits, from: offset) {
        guard let (line, next) = file.line(at: file.lineStart(before: found)) else { break }
        if RevisionLine.id(of: line) == tip.sum { return true }
        offset = next
      }
      try file.requireBytes()
    }
    return false
  }

  /// Syncs all logs to the disk. A program that was killed during a save may have left unsynced
  /// lines, which have been read here.
  func sync() throws {
    for (name, _) in try logs() { try layout.log(name).sync() }
  }

  /// The number of bytes of a log after which memory is released while all of it is read.
  private static let span = 4 << 20

  /// Calls `body` with each line of a log from an offset on. Returns the bytes that were read.
  @discardableResult
  func forEachLine(
    of name: String, from start: Int = 0, _ body: (LogLine) throws -> Void
  ) throws -> MappedFile {
    let file = try map(name)
    var (offset, kept) = (start, start)
    while let (bytes, next) = file.line(at: offset) {
      try file.requireBytes()
      if offset - kept > Self.span {
        file.release(kept..<offset)
        kept = offset
      }
      let isTorn = next == file.count && file.memory[file.count - 1] != 0x0A
      if !bytes.isEmpty {
        let place = LineLocation(log: name, offset: offset)
        try body(LogLine(place: place, bytes: bytes, isTorn: isTorn))
      }
      offset = next
    }
    return file
  }

  /// Maps a log without an unfinished append at its end.
  private func map(_ name: String) throws -> MappedFile {
    let log = layout.log(name)
    guard let size = try log.end?.size else { return try log.map() }
    return try log.map(count: AppendIntent.end(of: name, size, in: layout))
  }

  /// Returns the contents of a log from an offset on, up to the end of its last complete line.
  ///
  /// Damaged lines are skipped (`verify` reports them), as are revisions and comments that aren't
  /// accepted according to `records`.
  ///
  /// The bytes are copied, not mapped: a failed save truncates the file, and accessing mapped bytes
  /// beyond its end would kill the program.
  func lines(of name: String, from start: Int, _ records: DiaryRecords) throws -> LogPart {
    let folder = StoreLayout.device(ofLog: name)
    var bytes = try layout.log(name).bytes(from: start)
    let whole = try AppendIntent.end(of: name, start + bytes.count, in: layout)
    bytes.removeLast(bytes.count - max(0, whole - start))
    var part = LogPart()
    var end = 0
    bytes.withUnsafeBytes { bytes in
      while let (line, next) = bytes.line(at: end), bytes[next - 1] == 0x0A {
        let place = LineLocation(log: name, offset: start + end)
        let step = folder.flatMap { ChainStep(of: line, in: $0) }
        if let step { part.steps.append(step) }
        if let record = RecordLine(line) {
          part.add(record, at: place, in: folder, records)
        } else if let revision = RevisionLine.decode(line) {
          let refusal = records.refusal(of: revision, line, in: folder)
          if let refusal { part.refusals.count(refusal) }
          if let revision = revision.shown(refusal) { part.revisions.append((revision, place)) }
        } else {
          if step != nil, RevisionLine.lacksBody(line) { part.lacksBodies = true }
          if let refusal = LineRefusal(malformed: line, in: folder) { part.refusals.count(refusal) }
        }
        end = next
      }
    }
    // A checksum that no log has is harmless: everything is read again the next time.
    let mark = layout.log(name).mark(at: start + end) ?? ""
    part.end = LogPosition(offset: start + end, mark: mark)
    return part
  }

  /// Returns the accepted revisions of an entry, parents before their children, otherwise ordered
  /// by their clocks. Only lines that contain the entry's ID are parsed.
  func revisions(of id: ID<Entry>, _ records: DiaryRecords) throws -> [Revision] {
    let digits = Array(id.description.utf8)
    var revisions: [ID<Revision>: Revision] = [:]
    for (name, _) in try logs() {
      let file = try map(name)
      var offset = 0
      while let found = file.offset(of: digits, from: offset) {
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

  /// Returns revisions ordered by their clocks, but parents before their children, because clocks
  /// may be wrong.
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
  /// Returns a position in this log, with its checksum.
  func position(at offset: Int) -> LogPosition {
    defer { withExtendedLifetime(self) {} }
    load(max(0, offset - TailChecksum.span)..<offset)
    return LogPosition(offset: offset, mark: TailChecksum.of(memory.prefix(offset)))
  }
}

/// The location of a line: its log, and its offset in bytes.
struct LineLocation: Hashable, Sendable {
  let log: String
  let offset: Int
}

/// A log's size and inode. Emptying the trash replaces the file.
struct LogEnd: Hashable, Sendable {
  var size: Int
  var inode: UInt64
}

/// A log of the store, which is only appended to: one file, or several files in an encrypted store.
/// All reading and appending goes through this type.
struct LogFile: Sendable {
  let layout: StoreLayout
  /// The name: `<device>/<yyyy-mm>.jsonl`.
  let name: String

  /// The path of the file in an unencrypted store.
  var path: String { Path.join(layout.logs, name) }

  /// The size and inode, or `nil` if the log doesn't exist or isn't a regular file, such as a named
  /// pipe.
  var end: LogEnd? {
    get throws {
      if layout.isEncrypted { return try EncryptedLog(self)?.end }
      guard let found = try FileSystem.existingStatus(of: path), found.isRegularFile else {
        return nil
      }
      return LogEnd(size: found.size, inode: found.inode)
    }
  }

  var exists: Bool {
    get throws {
      try layout.isEncrypted
        ? EncryptedLog(self) != nil : FileSystem.existingStatus(of: path) != nil
    }
  }

  /// Maps the log or its first `count` bytes. They are read as needed.
  func map(count: Int? = nil) throws -> MappedFile {
    guard layout.isEncrypted else { return try MappedFile(OpenFile.reading(path), count: count) }
    return try encrypted().map(count: count)
  }

  /// Returns a copy of the bytes from an offset on.
  func bytes(from offset: Int, atMost limit: Int = .max) throws -> [UInt8] {
    guard layout.isEncrypted else {
      return try OpenFile.reading(path).bytes(from: offset, atMost: limit)
    }
    let log = try encrypted()
    let count = min(max(0, log.size - offset), limit)
    return try log.bytes(offset..<offset + count)
  }

  /// Returns a copy of a range of bytes, and `true` if all of them could be read.
  func copied(_ range: Range<Int>) throws -> (bytes: [UInt8], isWhole: Bool) {
    guard !layout.isEncrypted else { return try encrypted().copied(range) }
    let bytes = try bytes(from: range.lowerBound, atMost: range.count)
    return (bytes, bytes.count == range.count)
  }

  private func encrypted() throws -> EncryptedLog {
    guard let log = try EncryptedLog(self) else { throw DiaryError.store(path: path, .missing) }
    return log
  }

  /// Returns the checksum at an offset (see `TailChecksum`), or `nil` if the log is shorter or
  /// missing.
  func mark(at offset: Int) -> String? {
    if layout.isEncrypted { return (try? EncryptedLog(self))?.mark(at: offset) }
    let start = max(0, offset - TailChecksum.span)
    guard let bytes = try? bytes(from: start, atMost: offset - start),
      bytes.count == offset - start
    else { return nil }
    return TailChecksum.of(bytes)
  }

  /// Syncs the log to the disk.
  func sync() throws {
    // The file of an encrypted log is named only after it was synced.
    if layout.isEncrypted { return try FileSystem.sync(folder: Path.parent(path)) }
    try OpenFile.reading(path).sync()
  }

  /// Creates the log with these bytes. When this returns, it survives a power cut.
  func create(_ bytes: [UInt8]) throws {
    try FileSystem.makeFolders(Path.parent(path))
    if layout.isEncrypted {
      try PieceOutput.write(bytes, to: self)
    } else {
      try DurableFile.write(bytes, to: path)
    }
    try syncNames()
  }

  /// Syncs the folders that contain the log, up to the store's and the ones above it, so that their
  /// names survive a power cut.
  func syncNames() throws {
    var folder = Path.parent(path)
    while folder.utf8.count >= layout.root.utf8.count {
      try FileSystem.sync(folder: folder)
      folder = Path.parent(folder)
    }
    // Continues above the store with the folders that this program may have created.
    let device = FileSystem.status(of: layout.root)?.device
    while FileSystem.status(of: folder)?.device == device {
      do {
        try FileSystem.sync(folder: folder)
      } catch {
        guard StoreError(error) == .noPermission else { throw error }
        return
      }
      if folder == "/" { return }
      folder = Path.parent(folder)
    }
  }
}

extension StoreLayout {
  /// Returns the log with a name from the index.
  func log(_ name: String) -> LogFile { LogFile(layout: self, name: name) }
}

/// Reads lines from many logs, and maps each log once.
struct LineSource {
  let layout: StoreLayout
  private var files: [String: MappedFile] = [:]

  init(layout: StoreLayout) { self.layout = layout }

  /// Returns the revision at a location, or `nil` if no sound line begins there any more.
  mutating func revision(at place: LineLocation) throws -> Revision? {
    try line(at: place).flatMap { RevisionLine.decode($0.bytes) }
  }

  /// Returns the record at a location, or `nil` if no sound record begins there any more.
  mutating func record(at place: LineLocation) throws -> RecordLine? {
    try line(at: place).flatMap { RecordLine($0.bytes) }
  }

  /// Returns the line at a location, sound or not, or `nil` if the log ends before it.
  mutating func line(at place: LineLocation) throws -> LogLine? {
    let file = try file(place.log)
    let line = file.line(at: place.offset)
    try file.requireBytes()
    return line.map { LogLine(place: place, bytes: $0.bytes, isTorn: false) }
  }

  private mutating func file(_ log: String) throws -> MappedFile {
    let file: MappedFile
    if let known = files[log] {
      file = known
    } else {
      file = try layout.log(log).map()
      files[log] = file
    }
    return file
  }

  /// Returns the state of an entry from its line.
  mutating func state(of current: LogScan.Current) throws -> IndexedEntry? {
    guard let revision = try revision(at: current.place) else { return nil }
    var state = IndexedEntry(revision, at: current.place)
    state.entry.heads = current.heads
    state.entry.isUnshared = current.isUnshared
    state.laterCount = current.laterCount
    return state
  }
}

/// A checksum that shows that a log hasn't changed since the index was made: the beginning of the
/// SHA-256 of the last bytes before a position. Logs only grow, unless the trash is emptied, which
/// moves the bytes after the first removed line. Copies of a store have the same checksums.
enum TailChecksum {
  /// The number of hexadecimal digits.
  static let length = 16
  /// The number of bytes before the position.
  static let span = 64

  /// Returns the checksum of a position that follows these bytes.
  static func of(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    let digest = SHA256.hash(data: Array(bytes.suffix(span)))
    return String(digest.withUnsafeBytes(ID<Revision>.init(digest:)).description.prefix(length))
  }
}
