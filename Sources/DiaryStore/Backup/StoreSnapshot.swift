import DiaryCore
import System

/// Up to where a store's logs and its index go at one moment, so that they can be copied while the
/// diary goes on being used: logs are only added to, and what they name was there before.
struct StoreSnapshot {
  struct Log {
    let name: String
    let end: LogEnd
    let mark: String?
  }

  let logs: [Log]
  /// Files of journals: they go when the logs say what they did.
  let journals: [(path: String, bytes: [UInt8])]
  /// Files of keys, which open what was sealed until then.
  let keys: [(path: String, bytes: [UInt8])]
  /// The index as it was then: it tells of nothing that comes later in the logs.
  let index: MappedFile?
  private let layout: StoreLayout

  /// Takes it under the store's lock, so that no save is half done and no trash half empty. Where
  /// nothing can be written there is no lock to take, and nobody who saves.
  init(of layout: StoreLayout) throws(DiaryError) {
    self.layout = layout
    let found: Found
    do throws(DiaryError) {
      let lock = try FileLock(layout.lock)
      found = try Self.find(in: layout)
      index = try? MappedFile(layout.index)
      _ = consume lock
    } catch {
      switch error {
      case .store(_, .readOnly), .store(_, .noPermission):
        found = try Self.find(in: layout)
        index = try? MappedFile(layout.index)
      default: throw error
      }
    }
    (logs, journals, keys) = found
  }

  private typealias Found = (
    logs: [Log], journals: [(path: String, bytes: [UInt8])],
    keys: [(path: String, bytes: [UInt8])]
  )

  private static func find(in layout: StoreLayout) throws(DiaryError) -> Found {
    (
      try logs(of: layout), try JournalFolder(layout: layout).files(),
      try StoreKeys(of: layout).files()
    )
  }

  private static func logs(of layout: StoreLayout) throws(DiaryError) -> [Log] {
    try LogReader(layout: layout).logs().map { name, end in
      Log(name: name, end: end, mark: layout.log(name).mark(at: end.size))
    }
  }

  /// Whether every log still begins with what it had then, and the same keys open it. Emptying the trash
  /// changes that, and takes photos away as well.
  func isCurrent() throws(DiaryError) -> Bool {
    guard try StoreKeys(of: layout).files().elementsEqual(keys, by: ==) else { return false }
    let ends = Dictionary(
      try LogReader(layout: layout).logs().map { ($0.name, $0.end) }, uniquingKeysWith: { $1 })
    return logs.allSatisfy { log in
      ends[log.name]?.inode == log.end.inode
        && layout.log(log.name).mark(at: log.end.size) == log.mark
    }
  }
}
