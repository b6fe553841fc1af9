import DiaryCore
import Dispatch
import Synchronization
import System

/// Photos and attachments on their way into the store together, under temporary names beside its
/// assets. One sync does for all of them.
final class AssetStaging: AssetBatch {
  /// Below this, files are synced one by one: a sync of the whole file system waits for what other
  /// programs write, too.
  private static let fewFiles = 24

  private struct State {
    /// The temporary paths of new files.
    var staged: [AssetFile: String] = [:]
    /// Files of the store that are wanted again.
    var known: Set<AssetFile> = []
    /// Those that this batch put among the assets, with the time of their last change then.
    var kept: [String: FileTime] = [:]
  }

  private let layout: StoreLayout
  private let state = Mutex(State())

  init(layout: StoreLayout) { self.layout = layout }

  deinit {
    for path in state.withLock({ $0.staged.values }) { FileSystem.unlink(path) }
  }

  // MARK: Taking in

  /// On threads of their own, for the disk would keep Swift's few waiting.
  func add(
    from path: String, type: MediaType, isOwn: Bool
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    let result = await withCheckedContinuation { continuation in
      Self.queue.async(
        execute: Invocation.carrying {
          continuation.resume(
            returning: Result { () throws(DiaryError) in
              try self.take(path, type: type, isOwn: isOwn)
            })
        })
    }
    return try result.get()
  }

  private static let queue = DispatchQueue(
    label: "photodiary.staging", attributes: .concurrent)

  private func take(
    _ path: String, type: MediaType, isOwn: Bool
  ) throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    let temporary = Path.join(layout.assets, DurableFile.temporaryName)
    let (asset, size) = try isOwn ? link(path, to: temporary) : copy(path, to: temporary)
    let file = AssetFile(asset: asset, type: type)
    // The same photo again. A file of another size is a damaged one, which this one heals.
    if let known = FileSystem.status(of: layout.path(of: file)),
      known.size == layout.storedSize(of: size)
    {
      FileSystem.unlink(temporary)
      state.withLock { state in _ = state.known.insert(file) }
      return (asset, size, true)
    }
    let isNew = state.withLock { state in
      guard state.staged[file] == nil else { return false }
      state.staged[file] = temporary
      return true
    }
    if !isNew { FileSystem.unlink(temporary) }
    return (asset, size, !isNew)
  }

  private func copy(
    _ source: String, to path: String
  ) throws(DiaryError) -> (AssetID, size: Int) {
    let input = try AssetFolder.open(source)
    let output = try OpenFile(path, .new)
    var size = 0
    do throws(DiaryError) {
      var seal = try StoreSeal(of: layout)
      let asset = try AssetFolder.asset(of: input) { piece throws(DiaryError) in
        try seal.write(piece) { bytes throws(DiaryError) in try output.write(bytes) }
        size += piece.count
      }
      try seal.finish { bytes throws(DiaryError) in try output.write(bytes) }
      return (asset, size)
    } catch {
      FileSystem.unlink(path)
      throw error
    }
  }

  /// Copies it where a link can't be made, or the store is encrypted.
  private func link(
    _ source: String, to path: String
  ) throws(DiaryError) -> (AssetID, size: Int) {
    guard !layout.isEncrypted, (try? FileSystem.link(source, as: path)) != nil else {
      return try copy(source, to: path)
    }
    var size = 0
    do throws(DiaryError) {
      let asset = try AssetFolder.asset(of: try AssetFolder.open(path)) { size += $0.count }
      return (asset, size)
    } catch {
      FileSystem.unlink(path)
      throw error
    }
  }

  // MARK: Keeping

  func keep(_ wanted: Set<AssetID>) async throws(DiaryError) {
    let (staged, known) = state.withLock { state in
      let unwanted = state.staged.filter { !wanted.contains($0.key.asset) }
      for (file, path) in unwanted {
        FileSystem.unlink(path)
        state.staged[file] = nil
      }
      return (state.staged, state.known.filter { wanted.contains($0.asset) })
    }
    guard !staged.isEmpty || !known.isEmpty else { return }
    do throws(DiaryError) {
      if staged.count < Self.fewFiles {
        for path in staged.values { try OpenFile(path, .readOnly).sync() }
      } else {
        try FileSystem.syncAll(in: layout.assets)
      }
      for (file, path) in staged { try name(file, path) }
      // Someone wants them again: their days of grace, should nobody name them, begin anew.
      for file in known { FileSystem.touch(layout.path(of: file)) }
      try syncNames(of: Set(staged.keys).union(known))
    } catch {
      await discard()
      throw error
    }
  }

  private func name(_ file: AssetFile, _ temporary: String) throws(DiaryError) {
    let path = layout.path(of: file)
    try FileSystem.makeFolder(Path.parent(path))
    let time = FileSystem.status(of: temporary)?.modified
    try FileSystem.rename(temporary, to: path)
    state.withLock { state in
      state.staged[file] = nil
      state.kept[path] = time
    }
  }

  /// Whoever gave a known file its name may have been killed before that was durable.
  private func syncNames(of files: Set<AssetFile>) throws(DiaryError) {
    guard files.count < Self.fewFiles else {
      return try FileSystem.syncAll(in: layout.assets)
    }
    for folder in Set(files.map { Path.parent(layout.path(of: $0)) }) {
      try FileSystem.sync(folder: folder)
    }
    try FileSystem.sync(folder: layout.assets)
  }

  func discard() async {
    let (staged, kept) = state.withLock { state in
      defer { state = State() }
      return (state.staged, state.kept)
    }
    for path in staged.values { FileSystem.unlink(path) }
    for (path, time) in kept {
      // Who else has added it since has given it another time.
      if FileSystem.status(of: path)?.modified == time { FileSystem.unlink(path) }
    }
  }
}
