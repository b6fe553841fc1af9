import DiaryCore
import Glibc

/// A note beside a device's logs, of where one of them ended when many lines began to be added to
/// it. While it stands, what follows that place is no part of the diary: whoever adds it hasn't
/// come to the end, or was killed, and then whoever adds to a log of that device next takes it back.
///
/// It counts for one file only: beside a copy of the log, which has another inode, or beside one that
/// was written anew, it says nothing.
struct UnfinishedAppend: Hashable {
  /// `<device>/<yyyy-mm>.jsonl`
  let log: String
  let inode: UInt64
  /// In bytes.
  let size: Int
  /// See `LogMark`.
  let mark: String

  /// About a log as it is.
  init(_ log: String, inode: UInt64, size: Int, in layout: StoreLayout) {
    self.log = log
    self.inode = inode
    self.size = size
    mark = LogMark.of(layout.log(log), at: size) ?? ""
  }

  /// The one beside a log, whichever of the device's logs it is about.
  private init?(beside log: String, in layout: StoreLayout) {
    guard let file = try? OpenFile.reading(layout.unfinishedAppend(beside: log)),
      let bytes = try? file.bytes(from: 0, atMost: 1 << 12),
      let json = try? JSONParser.parse(bytes),
      let name = json["log"]?.string, let inode = json["inode"]?.string.flatMap({ UInt64($0) }),
      let size = json["size"]?.integer, size >= 0, Path.parent(name) == Path.parent(log),
      let mark = json["mark"]?.string, let found = SystemCalls.information(layout.log(name)),
      UInt64(found.st_ino) == inode, LogMark.of(layout.log(name), at: size) == mark
    else { return nil }
    (self.log, self.inode, self.size, self.mark) = (name, inode, size, mark)
  }

  /// Where a log ends, of which so much is there; `size` was asked for before this, so that what was
  /// added meanwhile isn't in it.
  static func end(of log: String, _ size: Int, in layout: StoreLayout) -> Int {
    guard let unfinished = UnfinishedAppend(beside: log, in: layout), unfinished.log == log else {
      return size
    }
    return min(size, unfinished.size)
  }

  /// Puts it there. When this returns, it survives a power cut.
  func write(to layout: StoreLayout) throws(DiaryError) {
    let json = JSONValue.object([
      JSONMember("log", .string(log)), JSONMember("inode", .string(String(inode))),
      JSONMember("size", .integer(size)), JSONMember("mark", .string(mark)),
    ])
    try DurableFile.write(
      JSONWriter.bytes(json) + [0x0A], to: layout.unfinishedAppend(beside: log))
  }

  /// Takes it away. When this returns, the lines are there for good.
  func remove(from layout: StoreLayout) throws(DiaryError) {
    try Self.remove(layout.unfinishedAppend(beside: log))
  }

  /// Takes back what somebody who was killed had added to a log of the same device. The caller holds
  /// the store's lock, and is that device.
  static func takeBack(beside log: String, in layout: StoreLayout) throws(DiaryError) {
    let path = layout.unfinishedAppend(beside: log)
    guard SystemCalls.information(path) != nil else { return }
    if let unfinished = UnfinishedAppend(beside: log, in: layout) {
      let file = try OpenFile(layout.log(unfinished.log), O_RDWR)
      guard ftruncate(file.descriptor, off_t(unfinished.size)) == 0 else {
        throw SystemCalls.failure(.writing, file.path)
      }
      try file.sync()
    }
    try remove(path)
  }

  private static func remove(_ path: String) throws(DiaryError) {
    try SystemCalls.remove(path)
    try SystemCalls.sync(folder: Path.parent(path))
  }
}
