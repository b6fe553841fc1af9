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
