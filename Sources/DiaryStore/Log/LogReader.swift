import DiaryCore
import Glibc

/// How far a log has been read.
struct LogPosition: Hashable, Sendable {
  /// The byte after the last whole line.
  var offset: Int
  /// Tells a log that was rewritten from one that has grown.
  var inode: UInt64
}

/// A line of a log.
struct LogLine {
  let place: LogPlace
  /// Without the line end; valid while the reader's file is.
  let bytes: UnsafeRawBufferPointer
  /// Whether it has no line end: the machine died, or another program is writing it.
  let isTorn: Bool
}

/// Reads the logs of a store.
struct LogReader {
  let layout: StoreLayout

  /// Every log of every device with its size and inode, in the order of names.
  func logs() throws(DiaryError) -> [(name: String, end: LogPosition)] {
    var logs: [(String, LogPosition)] = []
    for device in try SystemCalls.names(in: layout.logs) {
      for file in try SystemCalls.names(in: Path.join(layout.logs, device))
      where file.hasSuffix(".jsonl") && !file.hasPrefix(".") {
        let name = "\(device)/\(file)"
        guard let found = SystemCalls.information(layout.log(name)) else { continue }
        logs.append((name, LogPosition(offset: Int(found.st_size), inode: UInt64(found.st_ino))))
      }
    }
    return logs
  }

  /// Calls `body` with each line of a log from an offset on.
  func forEachLine(
    of name: String, from start: Int = 0, _ body: (LogLine) throws(DiaryError) -> Void
  ) throws(DiaryError) {
    let file = try MappedFile(layout.log(name))
    var offset = start
    while let (bytes, next) = file.line(at: offset) {
      let isTorn = next == file.count && file.bytes[file.count - 1] != 0x0A
      if !bytes.isEmpty {
        let place = LogPlace(log: name, offset: offset)
        try body(LogLine(place: place, bytes: bytes, isTorn: isTorn))
      }
      offset = next
    }
    withExtendedLifetime(file) {}
  }

  /// The revisions of a log from an offset on, and the byte up to which whole lines were read.
  /// Damaged lines are passed over: `verify` tells of them.
  func revisions(
    of name: String, from start: Int
  ) throws(DiaryError) -> (revisions: [(Revision, LogPlace)], end: Int) {
    var revisions: [(Revision, LogPlace)] = []
    var end = start
    try forEachLine(of: name, from: start) { line in
      guard !line.isTorn else { return }
      end = line.place.offset + line.bytes.count + 1
      if let revision = RevisionLine.decode(line.bytes) { revisions.append((revision, line.place)) }
    }
    return (revisions, end)
  }

  /// The revision at a place.
  func revision(at place: LogPlace) throws(DiaryError) -> Revision? {
    let file = try MappedFile(layout.log(place.log))
    defer { withExtendedLifetime(file) {} }
    return file.line(at: place.offset).flatMap { RevisionLine.decode($0.bytes) }
  }
}
