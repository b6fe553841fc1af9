import Crypto
import DiaryCore
import Synchronization
import System

/// Photos in unnamed files. Their paths in `/proc` can be opened while the program runs.
final class MemoryAssets: Sendable {
  private let descriptors = Mutex<[AssetID: Descriptor]>([:])

  deinit {
    descriptors.withLock { open in
      for descriptor in open.values { descriptor.close() }
    }
  }

  var count: Int { descriptors.withLock { $0.count } }

  func path(of asset: AssetID) -> String {
    descriptors.withLock { $0[asset]?.path } ?? "/dev/null/\(asset)"
  }

  func add(_ path: String) throws -> (asset: AssetID, size: Int, existed: Bool) {
    let bytes = try Self.read(path)
    let asset = AssetID(digest: SHA256.hash(data: bytes))
    let isKnown = descriptors.withLock { $0[asset] != nil }
    guard !isKnown else { return (asset, bytes.count, true) }
    do throws(ErrorNumber) {
      let descriptor = try Descriptor.memory("asset")
      do throws(ErrorNumber) {
        try descriptor.write(bytes)
      } catch {
        descriptor.close()
        throw error
      }
      descriptors.withLock { $0[asset] = descriptor }
    } catch {
      throw DiaryError.store(path: path, .failed(operation: .making, reason: error.message))
    }
    return (asset, bytes.count, false)
  }

  func remove(_ asset: AssetID) {
    descriptors.withLock { $0.removeValue(forKey: asset)?.close() }
  }

  static func read(_ path: String) throws -> [UInt8] {
    guard let found = FileSystem.status(of: path) else {
      throw DiaryError.photo(path: path, .missing)
    }
    guard !found.isFolder else { throw DiaryError.photo(path: path, .isFolder) }
    guard found.isRegularFile else { throw DiaryError.photo(path: path, .notAFile) }
    guard let bytes = try? OpenFile.reading(path).readToEnd() else {
      throw DiaryError.photo(path: path, .unreadable)
    }
    return bytes
  }
}

/// Stores files immediately, and removes unwanted ones later.
final class MemoryAssetBatch: AssetBatch {
  private let assets: MemoryAssets
  private let fresh = Mutex<Set<AssetID>>([])

  init(_ assets: MemoryAssets) { self.assets = assets }

  func add(
    from path: String, type: MediaType, isExclusive: Bool
  ) throws -> (asset: AssetID, size: Int, existed: Bool) {
    let added = try assets.add(path)
    if !added.existed { fresh.withLock { _ = $0.insert(added.asset) } }
    return added
  }

  func commit(_ wanted: Set<AssetID>) { remove { !wanted.contains($0) } }

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
