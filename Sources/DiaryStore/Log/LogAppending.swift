import DiaryCore
import Glibc

/// Lines on their way to the end of a log. Unless they are committed, the log is as it was. Whoever
/// has one holds the store's lock.
struct LogAppending: ~Copyable {
  private let file: OpenFile
  private let oldSize: Int
  /// Where the first line begins.
  let start: Int
  /// The byte after the last line so far.
  private(set) var end: Int
  private var isCommitted = false

  init(_ log: LogFile) throws(DiaryError) {
    let path = log.layout.log(log.name)
    let opened = try OpenFile(path, O_RDWR | O_APPEND | O_CREAT)
    let size = Int(try opened.information().st_size)
    // Before its first byte, so that a log with bytes is known to have a durable name: whoever
    // made it may have been killed since.
    if size == 0 { try log.syncNames(of: path) }
    // A machine that died in mid-write leaves half a line: it stays, on a line of its own.
    let isTorn = size > 0 && Self.lastByte(opened, size: size) != 0x0A
    start = isTorn ? size + 1 : size
    end = start
    oldSize = size
    file = opened
  }

  deinit {
    if !isCommitted { ftruncate(file.descriptor, off_t(oldSize)) }
  }

  mutating func add(_ lines: [UInt8]) throws(DiaryError) {
    let isFirst = end == start && start > oldSize
    try file.write(isFirst ? [0x0A] + lines : lines)
    end += lines.count
  }

  /// Makes the lines durable.
  mutating func commit() throws(DiaryError) {
    try file.sync()
    isCommitted = true
  }

  private static func lastByte(_ file: borrowing OpenFile, size: Int) -> UInt8? {
    var byte: UInt8 = 0
    return pread(file.descriptor, &byte, 1, off_t(size - 1)) == 1 ? byte : nil
  }
}
