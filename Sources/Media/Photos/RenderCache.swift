import DiaryCore
import Synchronization
import System
import TerminalUI

/// A cache of drawn pictures on disk, in folders named by the first two digits of an asset's name.
/// It may be deleted at any time: unreadable and damaged files count as missing, and a picture that
/// can't be stored is drawn again.
package struct RenderCache: Sendable {
  private let folder: String
  private let cipher: CacheCipher
  private let pruned = PrunedFolders()

  /// Creates a cache.
  ///
  /// - Parameter cipher: encrypts the pictures of an encrypted diary.
  package init(folder: String, cipher: CacheCipher = CacheCipher()) {
    (self.folder, self.cipher) = (folder, cipher)
  }

  /// Removes all pictures, for example after the diary was encrypted.
  package func removeAll() { FileSystem.removeTree(folder) }

  func picture(_ request: RenderRequest, of asset: AssetID) -> Picture? {
    request.cacheName.flatMap { bytes($0, of: asset, limit: request.largestAnswer) }
      .flatMap(request.picture)
  }

  /// Returns the bytes stored for an asset under a name.
  func bytes(_ name: String, of asset: AssetID, limit: Int) -> [UInt8]? {
    guard let file = try? OpenFile(path(name, asset), [.readOnly, .noFollow]),
      let status = try? file.status(), status.size <= limit + Self.maxOverhead,
      let bytes = try? file.bytes(status.size, at: 0), let clear = cipher.decrypted(bytes)
    else { return nil }
    Folder.recordUse(of: file.descriptor, lastUse: status.modified.seconds)
    return clear
  }

  /// The maximum overhead of encryption in bytes, apart from a fraction of the content's size.
  private static let maxOverhead = 64 << 10

  /// Stores the picture program's answer. Without fsync: a torn file is detected and replaced.
  func store(_ bytes: [UInt8], _ request: RenderRequest, of asset: AssetID) {
    if let name = request.cacheName { store(bytes, name, of: asset) }
  }

  /// Stores bytes for an asset under a name.
  func store(_ bytes: [UInt8], _ name: String, of asset: AssetID) {
    let path = path(name, asset)
    guard let bytes = cipher.encrypted(bytes) else { return }
    let folder = self.folder(of: asset)
    if !FileSystem.isWritable(folder) { FileSystem.makeFoldersIfPossible(folder) }
    // Each folder once per run; its share of the cache is small, so this is quick.
    if pruned.isFirst(folder) { Folder(path: folder).prune() }
    let temporary = "\(path).\(CurrentProcess.id)-\(UInt32.random(in: 0...UInt32.max))"
    guard let file = try? OpenFile(temporary, .new) else { return }
    do {
      try file.write(bytes)
      try FileSystem.rename(temporary, to: path)
    } catch {
      FileSystem.unlink(temporary)
    }
  }

  private func folder(of asset: AssetID) -> String {
    "\(folder)/\(cipher.name(asset).prefix(2))"
  }

  private func path(_ name: String, _ asset: AssetID) -> String {
    "\(folder(of: asset))/\(cipher.name(asset))-\(name)"
  }

  private final class PrunedFolders: Sendable {
    private let folders = Mutex<Set<String>>([])

    func isFirst(_ folder: String) -> Bool { folders.withLock { $0.insert(folder).inserted } }
  }
}

/// Encrypts pictures of an encrypted diary.
package struct CacheCipher: Sendable {
  /// Returns the start of the names of an asset's files, which doesn't reveal an encrypted photo.
  package var name: @Sendable (AssetID) -> String = { $0.description }
  /// Returns the encrypted bytes; `nil` if the keys are unavailable, so that the picture isn't
  /// stored.
  package var encrypted: @Sendable ([UInt8]) -> [UInt8]? = { $0 }
  /// Returns the decrypted bytes; `nil` if they can't be decrypted.
  package var decrypted: @Sendable ([UInt8]) -> [UInt8]? = { $0 }

  /// Creates the cipher of a diary that isn't encrypted, which changes nothing.
  package init() {}
}

extension RenderCache {
  /// One of the cache's folders. Files that weren't used for a long time, or exceed its share of
  /// the cache's size, are removed.
  struct Folder {
    let path: String
    /// Bytes: all folders together hold at most one gigabyte.
    private static let share = 4 << 20
    /// Seconds.
    private static let maxAge = 90 * 86_400
    private static let day = 86_400

    private struct Kept {
      let name: String
      let size: Int
      let lastUse: Int
    }

    /// Stores the time of the last use, to the day, as the file's modification time.
    static func recordUse(of descriptor: Descriptor, lastUse: Int) {
      if lastUse < SystemClock.seconds - day { descriptor.setModified() }
    }

    func prune() {
      let now = SystemClock.seconds
      var space = Self.share
      for file in files().sorted(by: { $0.lastUse > $1.lastUse }) {
        space -= file.size
        if space < 0 || file.lastUse < now - Self.maxAge {
          FileSystem.unlink(path + "/" + file.name)
        }
      }
    }

    private func files() -> [Kept] {
      let names = (try? FileSystem.names(in: path)) ?? []
      return names.compactMap { name in
        guard let status = FileSystem.statusNoFollow(of: path + "/" + name), status.isRegularFile
        else {
          return nil
        }
        return Kept(name: name, size: status.size, lastUse: status.modified.seconds)
      }
    }
  }
}
