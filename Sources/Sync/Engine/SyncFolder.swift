import DiaryCore
import DiaryStore
import System

/// The settings of a remote of a diary.
struct RemoteConfiguration: Hashable {
  let name: String
  var address: String
  var isPlain: Bool
  var photos: PhotoPolicy
  /// True for a public diary of another person: nothing is sent.
  var isFollowed = false

  /// Returns the address for the user, without a password, on one line that is safe for a terminal.
  func displayAddress(home: String?) -> String {
    (try? RemoteAddress(address, home: home))?.displayText ?? address.printable
  }

  /// Returns true if a user may give a remote this name.
  static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, isWordLike(first), name.count <= 40,
      name.utf8.count <= 160
    else { return false }
    return name.unicodeScalars.allSatisfy { isWordLike($0) || "._-".unicodeScalars.contains($0) }
  }

  /// Returns true for a letter or digit of any script, and for a combining mark.
  private static func isWordLike(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }

  init(_ remote: NewRemote, address: RemoteAddress) {
    (name, self.address) = (remote.name, address.text)
    (isPlain, photos) = (remote.isPlain, remote.photos)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, Self.isName(name),
      let address = json["address"]?.string,
      let photos = json["photos"]?.string.flatMap(PhotoPolicy.init)
    else { return nil }
    (self.name, self.address, self.photos) = (name, address, photos)
    isPlain = json["plain"]?.bool == true
    isFollowed = json["followed"]?.bool == true
  }

  fileprivate var json: JSONValue {
    [
      "name": .string(name), "address": .string(address), "plain": .bool(isPlain),
      "photos": .string(photos.rawValue), "followed": .bool(isFollowed),
    ]
  }
}

/// The folder where this machine stores data about a diary's remotes, outside of the diary.
struct SyncFolder: Sendable {
  /// The diary's layout. Data about photos is encrypted if the diary is.
  let layout: StoreLayout
  private let memory: String

  /// - Parameter memory: the folder for all diaries.
  init(of layout: StoreLayout, in memory: String) {
    (self.layout, self.memory) = (layout, memory)
  }

  /// The subfolder for this diary.
  var path: String { Path.join(memory, layout.key) }

  /// The name of the file that lists the remotes.
  static let listName = "remotes.json"
  private var list: String { Path.join(path, Self.listName) }
  /// The file of the diary's keys, encrypted for this device.
  var keyring: String { Path.join(path, "keyring.age") }
  /// The file of recovery words that the user hasn't seen yet, encrypted for this device. An
  /// encrypted diary stores them itself.
  var unseenRecoveryWords: String { Path.join(path, "words.age") }
  /// The file that opens keys with recovery words, as it is on remotes.
  func recovery(_ name: KeyFileName) -> String { Path.join(path, "recovery-\(name.stem).age") }
  /// The file of keys encrypted for the devices, as it is on remotes.
  func keys(_ name: KeyFileName) -> String { Path.join(path, "keys-\(name.stem).age") }
  private func plainMemory(of remote: String) -> String {
    Path.join(path, "\(remote).memory.json")
  }
  private func sealedMemory(of remote: String) -> String {
    Path.join(path, "\(remote).memory.age")
  }
  /// The time of the last complete sync, in clear: a locked diary can't open the rest.
  private func lastSyncFile(of remote: String) -> String { Path.join(path, "\(remote).synced") }
  func lock(of remote: String) -> String { Path.join(path, "\(remote).lock") }

  /// The remotes as `readRemotes()` returns them, or none if their list can't be read.
  var remotes: [RemoteConfiguration] { (try? readRemotes()) ?? [] }

  /// Returns the remotes, in the order in which the user added them.
  ///
  /// - Throws: `SyncFailure` if their list exists and can't be read. It must not be replaced then.
  func readRemotes() throws -> [RemoteConfiguration] {
    guard let bytes = try SyncFailure.locally(Self.listName, Self.bytes(ofExisting: list)) else {
      return []
    }
    let entries = (try? JSONParser.parse(bytes))?.array
    let remotes = entries?.compactMap { RemoteConfiguration($0) }
    guard let remotes, remotes.count == entries?.count else {
      throw SyncFailure.damagedList(path: list)
    }
    return remotes
  }

  func write(_ remotes: [RemoteConfiguration]) throws(SystemError) {
    var writer = JSONWriter(isIndented: true)
    writer.write(.array(remotes.map(\.json)))
    try write(writer.bytes + [0x0A], to: list)
  }

  func write(_ bytes: [UInt8], to file: String) throws(SystemError) {
    try FileSystem.makeFolders(path)
    try DurableFile.write(bytes, to: file)
  }

  // MARK: What is known of a remote

  func memory(of remote: String) -> RemoteMemory {
    guard layout.isEncrypted else { return RemoteMemory(Self.bytes(plainMemory(of: remote))) }
    return RemoteMemory(try? layout.decryptedBytes(of: sealedMemory(of: remote)))
  }

  func keep(_ memory: RemoteMemory, of remote: String) throws {
    guard layout.isEncrypted else {
      return try SyncFailure.locally(remote, write(memory.bytes, to: plainMemory(of: remote)))
    }
    FileSystem.makeFoldersIfPossible(path)
    try layout.write(memory.bytes, to: sealedMemory(of: remote))
    guard let last = memory.lastSync, last != lastSync(of: remote) else { return }
    try? write(Array("\(last)\n".utf8), to: lastSyncFile(of: remote))
  }

  /// Returns the time of the last complete sync with a remote of an encrypted diary.
  func lastSync(of remote: String) -> Timestamp? {
    guard let bytes = Self.bytes(lastSyncFile(of: remote)) else { return nil }
    return Timestamp(String(String(decoding: bytes, as: UTF8.self).trimmed))
  }

  /// Converts the data of all remotes after the diary was encrypted or decrypted.
  func convertMemories() throws {
    for remote in remotes.map(\.name) {
      let (old, new) =
        layout.isEncrypted
        ? (plainMemory(of: remote), sealedMemory(of: remote))
        : (sealedMemory(of: remote), plainMemory(of: remote))
      guard FileSystem.exists(old) else { continue }
      // After decryption, encrypted data can't be read any more. The next sync finds it out again.
      if layout.isEncrypted, !FileSystem.exists(new) {
        try keep(RemoteMemory(Self.bytes(old)), of: remote)
      }
      if !layout.isEncrypted { FileSystem.unlink(lastSyncFile(of: remote)) }
      FileSystem.unlink(old)
    }
  }

  // MARK: A diary whose folder was moved

  private static let storeName = "store.json"

  private struct Store: Hashable {
    let path: String
    let diary: String

    init(path: String, diary: ID<FoundedDiary>) { (self.path, self.diary) = (path, "\(diary)") }

    /// - Parameter folder: the subfolder of a diary.
    init?(noteIn folder: String) {
      guard let bytes = SyncFolder.bytes(Path.join(folder, storeName)),
        let json = try? JSONParser.parse(bytes), let path = json["path"]?.string,
        let diary = json["diary"]?.string
      else { return nil }
      (self.path, self.diary) = (path, diary)
    }

    var json: JSONValue { ["path": .string(path), "diary": .string(diary)] }
  }

  /// Records which diary is in the layout's folder, and its path.
  func recordStore(of diary: ID<FoundedDiary>) {
    let store = Store(path: layout.root, diary: diary)
    guard FileSystem.exists(path), Store(noteIn: path) != store else { return }
    try? write(JSONWriter.bytes(store.json) + [0x0A], to: Path.join(path, Self.storeName))
  }

  /// True if this diary has no data here but other diaries do.
  var mayHaveMoved: Bool {
    !FileSystem.exists(list) && FileSystem.isFolder(layout.root) && !others.isEmpty
  }

  /// The subfolders of other diaries.
  private var others: [String] {
    ((try? FileSystem.names(in: memory)) ?? []).sorted()
      .map { Path.join(memory, $0) }.filter { $0 != path }
  }

  /// Copies the data of this diary if its folder is no longer at the recorded path.
  func copyFormerData(of diary: ID<FoundedDiary>) {
    let former = others.first { folder in
      guard let store = Store(noteIn: folder) else { return false }
      return store.diary == "\(diary)" && !FileSystem.exists(store.path)
    }
    guard let former else { return }
    for name in (try? FileSystem.names(in: former)) ?? []
    where !name.hasSuffix(".lock") && name != Self.storeName {
      guard let bytes = Self.bytes(Path.join(former, name)) else { continue }
      try? write(bytes, to: Path.join(path, name))
    }
    recordStore(of: diary)
  }

  /// Returns a file's bytes, or `nil` if it can't be read.
  static func bytes(_ file: String) -> [UInt8]? { (try? bytes(ofExisting: file)) ?? nil }

  /// Returns a file's bytes, or `nil` if it doesn't exist.
  ///
  /// - Throws: `SystemError` if it exists and can't be read.
  static func bytes(ofExisting file: String) throws(SystemError) -> [UInt8]? {
    try OpenFile.existing(file)?.bytes(from: 0, atMost: RemoteLimits().oldLog)
  }

  /// Removes the data of a remote.
  func forget(_ remote: String) {
    for file in [
      plainMemory(of: remote), sealedMemory(of: remote), lastSyncFile(of: remote), lock(of: remote),
    ] {
      FileSystem.unlink(file)
    }
  }
}
