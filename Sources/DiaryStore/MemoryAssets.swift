import CSystem
import Crypto
import DiaryCore
import Glibc
import Synchronization
import Words

/// Photos as files that have no name in any folder; their paths lead through `/proc`, so that
/// they can be opened like others while the program runs.
final class MemoryAssets: Sendable {
  private let descriptors = Mutex<[AssetID: Int32]>([:])

  deinit {
    descriptors.withLock { open in
      for descriptor in open.values { close(descriptor) }
    }
  }

  var count: Int { descriptors.withLock { $0.count } }

  func path(of asset: AssetID) -> String {
    descriptors.withLock { $0[asset].map { "/proc/self/fd/\($0)" } } ?? "/nonexistent/\(asset)"
  }

  func add(_ path: String) throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    let bytes = try Self.read(path)
    let asset = AssetID(digest: SHA256.hash(data: bytes))
    let isKnown = descriptors.withLock { $0[asset] != nil }
    guard !isKnown else { return (asset, bytes.count, true) }
    let descriptor = pd_memory_file("asset")
    guard descriptor >= 0 else { throw SystemCalls.failure(.making, localized("a file in memory")) }
    let file = OpenFile(descriptor: dup(descriptor), path: localized("a file in memory"))
    try file.write(bytes)
    descriptors.withLock { $0[asset] = descriptor }
    return (asset, bytes.count, false)
  }

  func remove(_ asset: AssetID) {
    descriptors.withLock { open in
      if let descriptor = open.removeValue(forKey: asset) { close(descriptor) }
    }
  }

  private static func read(_ path: String) throws(DiaryError) -> [UInt8] {
    guard let found = SystemCalls.information(path) else { throw .photo(path: path, .missing) }
    guard found.st_mode & S_IFMT != S_IFDIR else { throw .photo(path: path, .isFolder) }
    guard found.st_mode & S_IFMT == S_IFREG else { throw .photo(path: path, .notAFile) }
    guard let file = try? MappedFile(path) else { throw .photo(path: path, .unreadable) }
    return Array(file.bytes)
  }
}

/// Files that are kept at once, and taken back when they aren't wanted.
final class MemoryAssetBatch: AssetBatch {
  private let assets: MemoryAssets
  private let fresh = Mutex<Set<AssetID>>([])

  init(_ assets: MemoryAssets) { self.assets = assets }

  func add(
    from path: String, type: MediaType, isOwn: Bool
  ) throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    let added = try assets.add(path)
    if !added.wasThere { fresh.withLock { _ = $0.insert(added.asset) } }
    return added
  }

  func keep(_ wanted: Set<AssetID>) { remove { !wanted.contains($0) } }

  func discard() { remove { _ in true } }

  private func remove(where isUnwanted: (AssetID) -> Bool) {
    let unwanted = fresh.withLock { fresh in
      let unwanted = fresh.filter(isUnwanted)
      fresh.subtract(unwanted)
      return unwanted
    }
    for asset in unwanted { assets.remove(asset) }
  }
}
