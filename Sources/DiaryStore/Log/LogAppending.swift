import DiaryCore
import Glibc

/// Lines on their way to the end of a log. Unless they are committed, the log is as it was. Whoever
/// has one holds the store's lock.
struct LogAppending: ~Copyable {
  private let layout: StoreLayout
  private let file: OpenFile
  private let oldSize: Int
  /// Where the log ended, if that has been noted.
  private let unfinished: UnfinishedAppend?
  /// Where the first line begins.
  let start: Int
  /// The byte after the last line so far.
  private(set) var end: Int
  private var isCommitted = false
  /// A file of which a sync has failed isn't synced again.
  private var isSyncFailed = false

  /// Of many lines it is noted where they begin, so that whoever is killed on the way has added
  /// none: no single write takes them all.
  init(_ log: LogFile, ofMany isMany: Bool = false) throws(DiaryError) {
    let layout = log.layout
    try UnfinishedAppend.takeBack(beside: log.name, in: layout)
    let path = layout.log(log.name)
    let opened = try OpenFile(path, O_RDWR | O_APPEND | O_CREAT)
    let found = try opened.information()
    let size = Int(found.st_size)
    // Before its first byte, so that a log with bytes is known to have a durable name: whoever
    // made it may have been killed since.
    if size == 0 { try log.syncNames(of: path) }
    // A machine that died in mid-write leaves half a line: it stays, on a line of its own.
    let isTorn = size > 0 && Self.lastByte(opened, size: size) != 0x0A
    let unfinished =
      isMany
      ? UnfinishedAppend(log.name, inode: UInt64(found.st_ino), size: size, in: layout) : nil
    try unfinished?.write(to: layout)
    start = isTorn ? size + 1 : size
    end = start
    oldSize = size
    file = opened
    self.layout = layout
    self.unfinished = unfinished
  }

  deinit {
    guard !isCommitted, ftruncate(file.descriptor, off_t(oldSize)) == 0 else { return }
    // What can't be synced is taken back once more by the next program.
    guard let unfinished, !isSyncFailed, (try? file.sync()) != nil else { return }
    try? unfinished.remove(from: layout)
  }

  mutating func add(_ lines: [UInt8]) throws(DiaryError) {
    let isFirst = end == start && start > oldSize
    try file.write(isFirst ? [0x0A] + lines : lines)
    end += lines.count
  }

  /// Makes the lines durable.
  mutating func commit() throws(DiaryError) {
    isSyncFailed = true
    try file.sync()
    isSyncFailed = false
    try unfinished?.remove(from: layout)
    isCommitted = true
  }

  private static func lastByte(_ file: borrowing OpenFile, size: Int) -> UInt8? {
    var byte: UInt8 = 0
    return pread(file.descriptor, &byte, 1, off_t(size - 1)) == 1 ? byte : nil
  }
}
