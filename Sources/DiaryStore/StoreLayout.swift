import Crypto
import DiaryCore
import System
import Text

/// The names of all files in a store's folder. No other code contains them.
package struct StoreLayout: Sendable {
  /// The absolute path of the folder.
  package let root: String
  package let cipher: StoreCipher

  /// Creates a layout. A relative path is resolved against the working directory.
  package init(root: String, cipher: StoreCipher = StoreCipher()) {
    self.cipher = cipher
    var path = root
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    if !path.hasPrefix("/"), let working = Path.workingFolder {
      path = working + "/" + path
    }
    self.root = path
  }

  var format: String { Path.join(root, "FORMAT.txt") }
  var index: String { Path.join(root, isEncrypted ? "index.age" : "index.json") }
  var owner: String { Path.join(root, isEncrypted ? "owner.age" : "owner.json") }
  /// Exists only if this machine asked to join a shared diary. It has no meaning once the diary has
  /// arrived.
  var joining: String { Path.join(root, "joining.json") }
  /// Exists only in a followed public diary of another owner.
  var following: String { Path.join(root, "following.json") }
  /// Exists only in an encrypted store: the keys that the passphrase and the recovery words
  /// decrypt.
  var keys: String { Path.join(root, "keys") }
  var lock: String { Path.join(root, ".lock") }
  var logs: String { Path.join(root, "log") }
  var assets: String { Path.join(root, "assets") }
  var journals: String { Path.join(root, "journals") }
  /// Exists only in an encrypted store: entries that were added while it was locked.
  var waiting: String { Path.join(root, "waiting") }
  /// Exists only in a backup: the list of its files.
  var backupManifest: String { Path.join(root, "backup.json") }
  /// Exists only in a restored diary: the backup that it was restored from, and when.
  var restoredMark: String { Path.join(root, "restored.json") }
  /// Damaged data that `verify --repair` moved out of the way.
  var quarantine: String { Path.join(root, "set-aside") }

  /// The names that this program uses in the store's folder, encrypted or not.
  static let names: Set = [
    "FORMAT.txt", "index.json", "index.age", "owner.json", "owner.age", "keys", ".lock", "log",
    "assets", "journals", "backup.json", "restored.json", "set-aside", "waiting",
  ]

  /// Returns `true` if a path within the store may be a file that backups contain. Excludes derived
  /// files and paths that lead out of the store.
  static func isKept(_ path: String) -> Bool {
    // Compares bytes, because a "/" followed by a combining mark is a different character but still
    // a separator.
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let first = parts.first.map({ String(Substring($0)) }), path.utf8.count <= 1024,
      parts.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") && !$0.contains(0) })
    else { return false }
    return parts.count == 1
      ? ["FORMAT.txt", "owner.json", "owner.age"].contains(first)
      : ["log", "assets", "journals", "keys", "set-aside", "waiting"].contains(first)
  }

  /// A name for the store's files outside of it, such as its drafts.
  package var key: String {
    String(AssetID(digest: SHA256.hash(data: Array(root.utf8))).description.prefix(16))
  }

  func logFolder(of device: ID<Device>) -> String { Path.join(logs, device.description) }

  func journals(of device: ID<Device>) -> String { Path.join(journals, "\(device).json") }

  /// Returns the device whose journals are in a file with this name.
  static func device(ofJournals name: String) -> ID<Device>? {
    name.hasSuffix(".json") ? ID<Device>(String(name.dropLast(5))) : nil
  }

  /// Returns the absolute path of a path within the store.
  func file(_ relative: String) -> String { Path.join(root, relative) }

  /// Returns the path of an asset's file within the store.
  func relativePath(of file: AssetFile) -> String { relative(path(of: file)) }

  /// Returns a file's path within the store.
  func relative(_ path: String) -> String { String(path.dropFirst(root.count + 1)) }

  /// Returns the name of a log in the index: `<device>/<yyyy-mm>.jsonl`. The month is in UTC and by
  /// the machine's own clock, because lines' clocks may come from other machines.
  static func logName(of device: ID<Device>, at time: Timestamp) -> String {
    "\(device)/\(time.description.prefix(7)).jsonl"
  }

  /// Returns the device that writes a log.
  static func device(ofLog name: String) -> ID<Device>? { ID<Device>(Path.parent(name)) }

  /// Returns the path of the `AppendIntent` file next to a log.
  func unfinishedAppend(beside log: String) -> String {
    Path.join(Path.parent(self.log(log).path), Self.unfinishedAppendName)
  }

  static let unfinishedAppendName = ".unfinished"

  /// Returns the path of an asset's file; if it doesn't exist, the path that it would have.
  package func path(of file: AssetFile) -> String {
    guard isEncrypted, let keyring = cipher.keyring else { return self.file(Self.relative(file)) }
    let paths = keyring.keys.reversed().map { encryptedPath(of: $0.name(of: file.asset)) }
    return paths.first(where: FileSystem.exists) ?? paths[0]
  }

  private func encryptedPath(of name: AssetID) -> String {
    self.file("assets/\(name.description.prefix(2))/\(name).age")
  }

  /// Returns `true` if a file has the name of an asset.
  func isPath(_ path: String, of asset: AssetID) -> Bool {
    guard isEncrypted, let keyring = cipher.keyring else {
      return AssetFolder.asset(named: path) == asset
    }
    return keyring.keys.contains { encryptedPath(of: $0.name(of: asset)) == path }
  }

  /// Returns an asset's path within an unencrypted store.
  static func relative(_ file: AssetFile) -> String {
    "assets/\(file.asset.description.prefix(2))/\(file.asset).\(file.type.fileExtension)"
  }
}

extension MappedFile {
  /// Maps a regular file.
  convenience init(_ path: String) throws { try self.init(OpenFile.reading(path)) }

  /// Requires that all bytes that were accessed could be read.
  ///
  /// - Throws: `SystemError` if the disk failed to deliver some of them.
  func requireBytes() throws {
    guard hasLostBytes, let path else { return }
    throw SystemError(.reading, path, .inputOutput)
  }
}
