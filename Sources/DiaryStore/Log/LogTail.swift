import DiaryCore
import System

/// What the next line of a log is linked to.
enum LogTail {
  /// The sum of the line that comes before the next one of a log of that size: the last of the log,
  /// or the one that the device saved last, if the log is new. `nil` when there is none. Nothing of
  /// the log is read where it ends as the device has noted.
  static func sum(
    ofLineBeforeNextOf log: String, size: Int, noted: LastLine?, in layout: StoreLayout
  ) throws(DiaryError) -> ID<Revision>? {
    if let noted, noted.log == log, noted.end == size { return noted.sum }
    if let sum = try sum(ofLastLineOf: log, in: layout) { return sum }
    if let noted {
      let size = FileSystem.status(of: layout.log(noted.log)).map { $0.size }
      if size == noted.end { return noted.sum }
      if let sum = try sum(ofLastLineOf: noted.log, in: layout) { return sum }
      return noted.previous
    }
    // What version 0.1.0 has written.
    let device = Path.parent(log)
    for name in try FileSystem.names(in: Path.join(layout.logs, device)).reversed()
    where LogReader.isLog(name) {
      if let sum = try sum(ofLastLineOf: Path.join(device, name), in: layout) { return sum }
    }
    return nil
  }

  /// What was cut off while it was written was never a line.
  private static func sum(
    ofLastLineOf log: String, in layout: StoreLayout
  ) throws(DiaryError) -> ID<Revision>? {
    guard FileSystem.status(of: layout.log(log)) != nil else { return nil }
    let file = try MappedFile(layout.log(log))
    defer { withExtendedLifetime(file) {} }
    var end = file.count
    while end > 0 {
      let isCut = file.bytes[end - 1] != 0x0A
      let start = file.lineStart(before: isCut ? end : end - 1)
      let line = UnsafeRawBufferPointer(rebasing: file.bytes[start..<(isCut ? end : end - 1)])
      if let id = RevisionLine.id(of: line) { return id }
      // One that has its end was whole: the next line names it as it is now, and so says of no
      // other one that it was the last.
      if !isCut, !line.isEmpty { return RevisionLine.sum(of: line) }
      end = start
    }
    return nil
  }
}
