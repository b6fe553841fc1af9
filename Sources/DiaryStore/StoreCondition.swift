import DiaryCore
import System
import Text

/// Checks that find obstacles to reading or writing a store without reading its contents.
struct StoreCondition {
  let layout: StoreLayout

  /// Requires a readable store.
  ///
  /// - Throws: `DiaryError.store` if there is no store; `SystemError` if its folders can't be read.
  func requireReadable() throws {
    let found: FileStatus
    do {
      found = try FileStatus(at: layout.root)
    } catch .noSuchFile, .notAFolder {
      // A file may be in the place of a folder above.
      throw DiaryError.store(path: layout.root, .missing)
    } catch {
      throw SystemError(.reading, layout.root, error)
    }
    guard found.isFolder else { throw DiaryError.store(path: layout.root, .notAFolder) }
    for folder in [layout.root, layout.logs, layout.assets] {
      _ = try FileSystem.names(in: folder)
    }
    try StoreFormat.check(layout)
  }

  /// Requires a writable store.
  ///
  /// - Throws: `DiaryError.store` if the file system is read-only, or the folders belong to another
  ///   user.
  func requireWritable() throws {
    for folder in [layout.root, layout.logs] {
      switch FileSystem.writeError(in: folder) {
      case nil, .noSuchFile?: break
      case .readOnlyFileSystem?, .accessDenied?, .notPermitted?:
        throw DiaryError.store(path: layout.root, .readOnly)
      case let failure?: throw SystemError(.writing, folder, failure)
      }
    }
  }

  /// The limitations of the store's file system.
  var limits: [FileSystemLimit] {
    var limits: [FileSystemLimit] = []
    if let file = try? OpenFile.reading(layout.lock), !file.descriptor.canLock {
      limits.append(.locks)
    }
    if let folder = try? OpenFile(layout.root, [.readOnly, .folder]),
      !folder.descriptor.canSyncFolder
    {
      limits.append(.syncingFolders)
    }
    return limits
  }

  /// Requires that no other program holds the lock at this moment.
  ///
  /// - Throws: `StoreError.locked` if one does.
  func requireUnlocked() throws {
    guard let file = try? OpenFile.reading(layout.lock) else { return }
    if file.descriptor.isLocked { throw DiaryError.store(path: layout.root, .locked) }
  }

  /// Requires a readable line if there are any, for a diary that appears to be empty.
  ///
  /// - Throws: `StoreError.damaged` if the logs have lines and none of them can be read.
  func requireReadableLines() throws {
    let reader = LogReader(layout: layout)
    for (name, end) in try reader.logs() where end.size > 0 {
      var isDamaged = false
      try reader.forEachLine(of: name) { line in
        if !line.isTorn, line.isDamaged, !LineCheck.isTorn(line.bytes) { isDamaged = true }
      }
      if isDamaged {
        throw DiaryError.store(
          path: layout.logs, .damaged(localized("none of its lines can be read")))
      }
    }
  }

  /// Requires an author, for a diary that has entries.
  ///
  /// - Throws: `StoreError.damaged` if `owner.json` is missing.
  func requireOwner() throws {
    guard FileSystem.status(of: layout.owner) == nil else { return }
    throw DiaryError.store(
      path: layout.owner, .damaged(localized("it's missing, so the diary's author is unknown")))
  }
}

/// The size of a store, from the names and sizes of its files alone.
struct StoreSize {
  private(set) var bytes = 0
  /// The number of photos and attachments.
  private(set) var assets = 0
  /// The number of attachments among them, judged by their names; `nil` if some are encrypted, so
  /// that their names don't show their types.
  private(set) var attachments: Int? = 0

  /// Adds up the store's files. Unreadable folders aren't counted, and symbolic links aren't
  /// followed.
  init(of layout: StoreLayout) {
    add(layout.root, isAssets: false, layout)
  }

  private mutating func add(_ folder: String, isAssets: Bool, _ layout: StoreLayout) {
    for name in (try? FileSystem.names(in: folder)) ?? [] {
      let path = Path.join(folder, name)
      guard let found = FileSystem.statusNoFollow(of: path) else { continue }
      if found.isFolder {
        add(path, isAssets: isAssets || path == layout.assets, layout)
      } else {
        bytes += found.size
        guard isAssets, AssetID(name.prefix { $0 != "." }) != nil else { continue }
        assets += 1
        if name.hasSuffix(".age") {
          attachments = nil
        } else if !MediaType.isPhoto(named: name) {
          attachments? += 1
        }
      }
    }
  }
}

/// The diary's status.
extension DiskRepository {
  /// Returns the diary's status. Never throws, even if the store is damaged.
  ///
  /// The files are counted first, off the actor, because that is slow in a large store and reads
  /// continue.
  @concurrent package nonisolated func status() async -> DiaryStatus {
    await status(of: StoreSize(of: layout))
  }

  private func status(of size: StoreSize) -> DiaryStatus {
    var status = DiaryStatus(path: layout.root, device: deviceFile.existingID)
    status.isFollowed = isFollowed
    if layout.isEncrypted { status.pendingEntries = PendingEntries(of: layout).count }
    let condition = StoreCondition(layout: layout)
    do {
      try deviceFile.requireNotMissing()
      try condition.requireReadable()
      status.limits = condition.limits
      if case .version(let format) = StoreFormat.state(of: layout) { status.format = format }
      (status.size, status.assets, status.attachments) = (
        size.bytes, size.assets, size.attachments
      )
      try catchUp()
      status.entries = tailer.table.count
      status.trashed = try tailer.trash().count
      let hasEntries = status.entries != 0 || status.trashed != 0
      status.saved = hasEntries ? tailer.clock.time : nil
      if !hasEntries { try condition.requireReadableLines() }
      status.refused = refusedLines()
      if hasEntries, tailer.records.owner == nil { try condition.requireOwner() }
      status.author = try existingAuthor()
      status.isShared = try isShared()
      try condition.requireWritable()
      try condition.requireUnlocked()
    } catch {
      let error = DiaryError(error)
      status.problem = error
      if case .store(_, .newerFormat(let format)) = error { status.format = format }
    }
    return status
  }
}
