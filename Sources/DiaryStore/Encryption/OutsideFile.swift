import Age
import DiaryCore
import System

/// A small file outside of the store that tells something of it, as a draft: sealed while the store is
/// encrypted, under a name that says so. Written to a locked store it can be, for that takes the public
/// key alone.
package struct OutsideFile: Sendable {
  private let layout: StoreLayout?
  private let plain: String
  private let sealed: String

  package static let sealedEnding = ".age"

  /// - Parameters:
  ///   - path: as it is called while the store isn't encrypted.
  ///   - layout: the store's; `nil` for what is never sealed.
  package init(_ path: String, of layout: StoreLayout?) {
    self.layout = layout
    plain = path
    let name = Path.name(path)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    sealed = Path.join(Path.parent(path), stem + Self.sealedEnding)
  }

  /// Another program may have encrypted the store since it was opened.
  private var isSealed: Bool { layout.map { StoreFormat.isEncrypted($0) } ?? false }

  /// Where it stands, or would.
  package var path: String { isSealed ? sealed : plain }

  /// Its bytes; `nil` where it isn't there or can't be opened, and of more than `limit`.
  package func bytes(atMost limit: Int = 64 << 20) -> [UInt8]? {
    // No link is followed, and no pipe is waited for.
    let path = path
    guard let file = try? OpenFile(path, [.readOnly, .noFollow, .nonBlocking]),
      let status = try? file.status(), status.isRegularFile,
      let bytes = try? file.rest(atMost: limit), bytes.count <= limit
    else { return nil }
    guard path == sealed else { return bytes }
    guard let key = layout?.cipher.keyring?.key else { return nil }
    return try? AgeReader.open(bytes, with: key)
  }

  /// Writes it anew. When this returns, it survives a power cut.
  package func write(_ bytes: [UInt8]) throws(DiaryError) {
    try FileSystem.makeFolders(Path.parent(plain))
    try DurableFile.write(try stored(bytes), to: path)
  }

  /// Writes it anew without waiting for the disk: whoever reads it finds the old one or the new one.
  package func replace(_ bytes: [UInt8]) throws(DiaryError) {
    let folder = Path.parent(plain)
    FileSystem.makeFoldersAsCan(folder)
    let name = Path.join(folder, DurableFile.temporaryName)
    let file = try OpenFile(name, .new)
    do throws(DiaryError) {
      try file.write(try stored(bytes))
      try FileSystem.rename(name, to: path)
    } catch {
      FileSystem.unlink(name)
      throw error
    }
  }

  /// What stands on the disk for some bytes.
  private func stored(_ bytes: [UInt8]) throws(DiaryError) -> [UInt8] {
    guard isSealed, let layout else { return bytes }
    let lock = try layout.sealingLock()
    do throws(AgeError) { return try AgeWriter.seal(bytes, to: lock) } catch {
      throw .store(path: layout.root, .damaged(error.words(Path.name(sealed))))
    }
  }

  package func remove() {
    FileSystem.unlink(plain)
    FileSystem.unlink(sealed)
  }

  /// Seals what stands there in clear although the store is encrypted.
  package func seal() {
    guard isSealed, FileSystem.ownStatus(of: plain) != nil else { return }
    if !FileSystem.exists(sealed), let file = try? OpenFile(plain, [.readOnly, .noFollow]),
      let bytes = try? file.rest(), (try? write(bytes)) == nil
    {
      return
    }
    FileSystem.unlink(plain)
  }

  /// Removes what can't be opened any more, for the store has been decrypted.
  package func removeSealed() {
    if !isSealed { FileSystem.unlink(sealed) }
  }
}
