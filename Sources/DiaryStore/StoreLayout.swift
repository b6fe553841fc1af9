import Crypto
import DiaryCore
import DiaryKeys
import Localization
import System

/// The names of everything in a store's folder. No other file spells them.
package struct StoreLayout: Sendable {
  /// The folder, as an absolute path.
  package let root: String
  package let cipher: StoreCipher

  /// A relative path is taken from the working directory.
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
  /// Only in a diary that this machine has asked to be let in to.
  var joining: String { Path.join(root, "joining.json") }
  /// Only in a public diary of somebody else.
  var following: String { Path.join(root, "following.json") }
  /// Only in an encrypted store: what the passphrase and the recovery words open.
  var keys: String { Path.join(root, "keys") }
  var lock: String { Path.join(root, ".lock") }
  var logs: String { Path.join(root, "log") }
  var assets: String { Path.join(root, "assets") }
  var journals: String { Path.join(root, "journals") }
  /// Only in an encrypted store: what was added while it was locked.
  var waiting: String { Path.join(root, "waiting") }
  /// Only in a backup: the list of its files.
  var backupManifest: String { Path.join(root, "backup.json") }
  /// Only in a diary that was restored: from which backup, and when.
  var restoredMark: String { Path.join(root, "restored.json") }
  /// What `verify --repair` could not read and took out of the way.
  var quarantine: String { Path.join(root, "set-aside") }

  /// What a program of ours puts into the store's folder by these names, in whichever form.
  static let names: Set = [
    "FORMAT.txt", "index.json", "index.age", "owner.json", "owner.age", "keys", ".lock", "log",
    "assets", "journals", "backup.json", "restored.json", "set-aside", "waiting",
  ]

  /// Whether a file, by its path within the store, can be one that a backup keeps: neither what can
  /// be made again, nor what leads out of the store.
  static func isKept(_ path: String) -> Bool {
    // Bytes: "/" followed by a combining mark is another character, but separates all the same.
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let first = parts.first.map({ String(Substring($0)) }), path.utf8.count <= 1024,
      parts.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") && !$0.contains(0) })
    else { return false }
    return parts.count == 1
      ? ["FORMAT.txt", "owner.json", "owner.age"].contains(first)
      : ["log", "assets", "journals", "keys", "set-aside"].contains(first)
  }

  /// A name for the store outside of it, as for the drafts of its entries.
  package var key: String {
    String(AssetID(digest: SHA256.hash(data: Array(root.utf8))).description.prefix(16))
  }

  func logFolder(of device: ID<Device>) -> String { Path.join(logs, device.description) }

  func journals(of device: ID<Device>) -> String { Path.join(journals, "\(device).json") }

  /// The device whose journals a file of that name holds.
  static func device(ofJournals name: String) -> ID<Device>? {
    name.hasSuffix(".json") ? ID<Device>(String(name.dropLast(5))) : nil
  }

  /// A file by its path within the store.
  func file(_ relative: String) -> String { Path.join(root, relative) }

  /// Where an asset's file is, within the store.
  func relativePath(of file: AssetFile) -> String { relative(path(of: file)) }

  /// A file's path within the store.
  func relative(_ path: String) -> String { String(path.dropFirst(root.count + 1)) }

  /// The name that the index knows a log by: `<device>/<yyyy-mm>.jsonl`, in UTC, by the machine's own
  /// clock: those of lines may come from elsewhere.
  static func logName(of device: ID<Device>, at time: Timestamp) -> String {
    "\(device)/\(time.description.prefix(7)).jsonl"
  }

  /// Whose log has that name.
  static func device(ofLog name: String) -> ID<Device>? { ID<Device>(Path.parent(name)) }

  /// Beside a log: see `AppendIntent`.
  func unfinishedAppend(beside log: String) -> String {
    Path.join(Path.parent(self.log(log).path), Self.unfinishedAppendName)
  }

  static let unfinishedAppendName = ".unfinished"

  /// The path of an asset's file; where there is none, the one that it would get.
  package func path(of file: AssetFile) -> String {
    guard isEncrypted, let keyring = cipher.keyring else { return self.file(Self.relative(file)) }
    let paths = keyring.keys.reversed().map { encryptedPath(of: $0.name(of: file.asset)) }
    return paths.first(where: FileSystem.exists) ?? paths[0]
  }

  private func encryptedPath(of name: AssetID) -> String {
    self.file("assets/\(name.description.prefix(2))/\(name).age")
  }

  /// Whether a file is named as an asset whose bytes it has.
  func isPath(_ path: String, of asset: AssetID) -> Bool {
    guard isEncrypted, let keyring = cipher.keyring else {
      return AssetFolder.asset(named: path) == asset
    }
    return keyring.keys.contains { encryptedPath(of: $0.name(of: asset)) == path }
  }

  /// An asset's path within a store that isn't encrypted.
  static func relative(_ file: AssetFile) -> String {
    "assets/\(file.asset.description.prefix(2))/\(file.asset).\(file.type.fileExtension)"
  }
}

/// The errors of other rooms in the store's own terms.
enum StoreErrors: ErrorMapping {
  static func failure(_ error: KeyError) -> DiaryError {
    switch error {
    case .file(let error): failure(error)
    case .exposed(let path), .damaged(let path), .age(let path, _), .wrongWords(let path),
      .foreignKey(let path):
      .store(path: path, .damaged(error.description))
    }
  }

  static func failure(_ error: SystemError) -> DiaryError {
    .store(path: error.path, failure(error))
  }

  private static func failure(_ error: SystemError) -> StoreError {
    guard let number = error.number else {
      return .damaged(localized("it isn't a regular file"))
    }
    return switch number {
    case .noSuchFile: .missing
    case .readOnlyFileSystem: .readOnly
    case .accessDenied, .notPermitted: .noPermission
    case .noSpace, .quotaExceeded: .diskFull
    case .notAFolder: .notAFolder
    case .inputOutput, .staleHandle, .timedOut, .notConnected, .hostIsDown, .noSuchDevice,
      .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .tryAgain:
      .unavailable(operation: error.operation, reason: number.words)
    case .illegalSeek:
      .failed(
        operation: error.operation,
        reason: localized(
          "this file system can't append to files (mount rclone's with --vfs-cache-mode writes)"))
    default: .failed(operation: error.operation, reason: number.words)
    }
  }
}

// Files and folders whose failures are the store's.
typealias OpenFile = System.OpenFile<StoreErrors>
typealias DurableFile = System.DurableFile<StoreErrors>
typealias FileSystem = System.FileSystem<StoreErrors>

extension MappedFile {
  /// Maps a regular file.
  convenience init(_ path: String) throws(DiaryError) { try self.init(OpenFile.reading(path)) }

  /// - Throws: `StoreError.unavailable` if bytes that were looked at couldn't be read.
  func requireBytes() throws(DiaryError) {
    guard hasLostBytes, let path else { return }
    throw StoreErrors.failure(SystemError(.reading, path, .inputOutput))
  }
}
