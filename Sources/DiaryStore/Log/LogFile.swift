import DiaryCore
import Glibc

/// Where a revision's line begins: in which log, at which byte.
struct LogPlace: Hashable, Sendable {
  let log: String
  let offset: Int
}

/// One log of the store, append-only.
struct LogFile {
  let layout: StoreLayout
  /// `<device>/<yyyy-mm>.jsonl`
  let name: String

  /// Adds lines to the end and makes them durable. Returns where the first one begins. When this
  /// throws, the log is as it was. The caller holds the store's lock.
  func append(_ lines: [UInt8]) throws(DiaryError) -> Int {
    let path = layout.log(name)
    let file = try OpenFile(path, O_RDWR | O_APPEND | O_CREAT)
    let size = Int(try file.information().st_size)
    // Before its first byte, so that a log with bytes is known to have a durable name: whoever
    // made it may have been killed since.
    if size == 0 { try syncNames(of: path) }
    // A machine that died in mid-write leaves half a line: it stays, on a line of its own.
    let isTorn = size > 0 && Self.lastByte(file, size: size) != 0x0A
    do throws(DiaryError) {
      try file.write(isTorn ? [0x0A] + lines : lines)
      try file.sync()
    } catch {
      ftruncate(file.descriptor, off_t(size))
      throw error
    }
    return isTorn ? size + 1 : size
  }

  /// Makes the names of the log, of the folders that it is in and of the store survive a power cut.
  private func syncNames(of path: String) throws(DiaryError) {
    var folder = Path.parent(path)
    while folder.utf8.count >= layout.root.utf8.count {
      try SystemCalls.sync(folder: folder)
      folder = Path.parent(folder)
    }
    // Above the store, as far as a program of ours can have made folders.
    let device = SystemCalls.information(layout.root)?.st_dev
    while SystemCalls.information(folder)?.st_dev == device {
      do throws(DiaryError) {
        try SystemCalls.sync(folder: folder)
      } catch .store(_, .noPermission) {
        return
      }
      if folder == "/" { return }
      folder = Path.parent(folder)
    }
  }

  private static func lastByte(_ file: borrowing OpenFile, size: Int) -> UInt8? {
    var byte: UInt8 = 0
    return pread(file.descriptor, &byte, 1, off_t(size - 1)) == 1 ? byte : nil
  }
}
