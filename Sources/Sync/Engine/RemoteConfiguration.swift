import DiaryCore
import DiaryStore
import System

/// A remote that a diary is kept alike with.
struct RemoteConfiguration: Hashable {
  let name: String
  let address: String
  var isPlain: Bool
  var photos: PhotoPolicy
  /// Whether it is a public diary of somebody else: nothing is put there.
  var isFollowed = false

  /// Whether a person may call a remote that.
  static func isName(_ name: String) -> Bool {
    (1...40).contains(name.count) && RemoteName.isPart(name)
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

/// What this machine keeps of a diary's remotes, outside of the diary.
struct SyncFolder: Sendable {
  /// What is known of photos is sealed as the diary is.
  let layout: StoreLayout
  private let memory: String

  /// - Parameter memory: the folder of all diaries.
  init(of layout: StoreLayout, in memory: String) {
    (self.layout, self.memory) = (layout, memory)
  }

  /// The folder of this diary.
  var path: String { Path.join(memory, layout.key) }

  private var list: String { Path.join(path, "remotes.json") }
  /// The diary's keys, sealed to this device.
  var keyring: String { Path.join(path, "keyring.age") }
  /// Recovery words that nobody has seen yet, sealed to this device.
  var unseenWords: String { Path.join(path, "words.age") }
  /// What opens keys with recovery words, as it lies on remotes.
  func recovery(_ name: KeyFileName) -> String { Path.join(path, "recovery-\(name.stem).age") }
  /// Keys sealed to the devices, as they lie on remotes.
  func keys(_ name: KeyFileName) -> String { Path.join(path, "keys-\(name.stem).age") }
  private func plainMemory(of remote: String) -> String {
    Path.join(path, "\(remote).memory.json")
  }
  private func sealedMemory(of remote: String) -> String {
    Path.join(path, "\(remote).memory.age")
  }
  func lock(of remote: String) -> String { Path.join(path, "\(remote).lock") }

  /// The remotes, in the order in which they were added.
  var remotes: [RemoteConfiguration] {
    guard let bytes = Self.bytes(list), let json = try? JSONParser.parse(bytes) else { return [] }
    return (json.array ?? []).compactMap { RemoteConfiguration($0) }
  }

  func write(_ remotes: [RemoteConfiguration]) throws(SystemError) {
    var writer = JSONWriter(isIndented: true)
    writer.write(.array(remotes.map(\.json)))
    try write(writer.bytes + [0x0A], to: list)
  }

  func write(_ bytes: [UInt8], to file: String) throws(SystemError) {
    try FileSystem.makeFolders(path)
    try DurableFile<SystemError>.write(bytes, to: file)
  }

  // MARK: What is known of a remote

  func memory(of remote: String) -> RemoteMemory {
    guard layout.isEncrypted else { return RemoteMemory(Self.bytes(plainMemory(of: remote))) }
    return RemoteMemory(try? layout.clearBytes(of: sealedMemory(of: remote)))
  }

  func keep(_ memory: RemoteMemory, of remote: String) throws(SyncFailure) {
    guard layout.isEncrypted else {
      return try SyncFailure.here(remote, write(memory.bytes, to: plainMemory(of: remote)))
    }
    do throws(DiaryError) {
      FileSystem.makeFoldersAsCan(path)
      try layout.write(memory.bytes, to: sealedMemory(of: remote))
    } catch {
      throw .diary(error)
    }
  }

  /// Brings what is known of all remotes into the form that the diary has by now.
  func convertMemories() throws(SyncFailure) {
    for remote in remotes.map(\.name) {
      let (old, new) =
        layout.isEncrypted
        ? (plainMemory(of: remote), sealedMemory(of: remote))
        : (sealedMemory(of: remote), plainMemory(of: remote))
      guard FileSystem.exists(old) else { continue }
      // A sealed one can't be opened any more; all of it can be found out anew.
      if layout.isEncrypted, !FileSystem.exists(new) {
        try keep(RemoteMemory(Self.bytes(old)), of: remote)
      }
      FileSystem.unlink(old)
    }
  }

  /// A file's bytes; `nil` when it can't be read.
  static func bytes(_ file: String) -> [UInt8]? {
    guard let file = try? OpenFile.reading(file) else { return nil }
    return try? file.bytes(from: 0, atMost: RemoteLimits().oldLog)
  }

  /// Forgets what is known of a remote.
  func forget(_ remote: String) {
    for file in [plainMemory(of: remote), sealedMemory(of: remote), lock(of: remote)] {
      FileSystem.unlink(file)
    }
  }
}
