import Crypto
import DiaryCore
import System
import Text

/// The file with the ID of this user's device, followed by its earlier IDs, the newest first. It is
/// outside the store, so that a copied store never has two writers of one log.
///
/// A backup, or a store restored from one, contains this machine's logs, while the original diary
/// may have longer ones, here or elsewhere. In such a store the machine uses a different ID,
/// derived from its ID and from the file that marks the copy, so that the copied logs are never
/// appended to, wherever the folder is moved.
struct DeviceFile {
  let path: String
  let layout: StoreLayout

  /// The number of bytes of a copy's mark that the ID is derived from. They contain its random ID.
  private static let markSize = 4096

  /// The folder that contains the device's keys.
  private var keysFolder: String { Path.join(Path.parent(path), "keys") }

  /// Returns the device's keys, which are created on first use. In an encrypted store, the
  /// decryption key is in the store's `keys` folder.
  func keys() throws -> DeviceKeys {
    let identity = try layout.isEncrypted ? sealedIdentity() : nil
    return try StoreKeys.convertingErrors { try DeviceKeys(in: keysFolder, identity: identity) }
  }

  /// Copies the decryption key into an encrypted store.
  func keepIdentity(in target: StoreLayout) throws {
    _ = try StoreKeys(of: target).deviceIdentity { try storedIdentity() ?? AgeIdentity() }
  }

  /// Returns the decryption key stored unencrypted on this machine, or `nil` if there is none.
  func storedIdentity() throws -> AgeIdentity? {
    try StoreKeys.convertingErrors { try DeviceKeys.storedIdentity(in: keysFolder) }
  }

  /// Returns the decryption key of this machine once the store is decrypted: the one that is stored
  /// unencrypted, else the store's, or a new one if that is damaged.
  func identityToKeep() throws -> AgeIdentity {
    if let stored = try storedIdentity() { return stored }
    do { return try keys().identity } catch DiaryError.store(_, .damaged) { return AgeIdentity() }
  }

  /// Stores the decryption key unencrypted on this machine, for a diary that isn't encrypted,
  /// unless there is one already.
  func keep(_ identity: AgeIdentity) throws {
    try StoreKeys.convertingErrors { try DeviceKeys.write(identity, in: keysFolder) }
  }

  /// Removes the unencrypted decryption key.
  func removeIdentity() { DeviceKeys.removeIdentity(in: keysFolder) }

  private func sealedIdentity() throws -> AgeIdentity {
    if let known = layout.cipher.deviceIdentity { return known }
    let identity = try StoreKeys(of: layout).deviceIdentity {
      try storedIdentity() ?? AgeIdentity()
    }
    layout.cipher.deviceIdentity = identity
    return identity
  }

  /// Creates a new ID, because this machine can't continue under the old one.
  ///
  /// - Parameter isOther: `true` if the machine has other keys, or was removed under the old ID.
  ///   Otherwise it remains a device of the same person in a shared diary.
  /// - Throws: an error if the earlier IDs can't be read, or the new one can't be written.
  func renew(asOtherDevice isOther: Bool = false) throws {
    var ids = try FileSystem.isPresent(path) ? read() : []
    let original = isOther ? nil : ids.first.map { Self.original(of: $0, among: ids) }
    ids.insert(original?.renewal(from: .random()) ?? .random(), at: 0)
    if ids.count > Self.maxIDs, let oldest = ids.lastIndex(where: { $0 != original }) {
      ids.remove(at: oldest)
    }
    try DurableFile.write(Array(ids.map { "\($0)\n" }.joined().utf8), to: path)
  }

  /// Returns the machine's ID that an ID is a renewal of, or the ID itself if it isn't one.
  private static func original(
    of id: ID<Device>, among machine: [ID<Device>]
  ) -> ID<Device> { machine.first { id.isRenewal(of: $0) } ?? id }

  /// The number of IDs kept in the file.
  private static let maxIDs = 64

  /// The public signing key of this machine, which is kept for a new ID; `nil` until it has been
  /// created.
  var verifyingKey: VerifyingKey? { DeviceKeys.storedVerifyingKey(in: keysFolder) }

  /// The current ID, or `nil` if it hasn't been created.
  var existingID: ID<Device>? {
    guard let machine = try? read(), !machine.isEmpty else { return nil }
    return try? currentID(of: machine)
  }

  /// Returns the current ID, which is created on first use and if the file doesn't begin with one.
  /// An unreadable file is an error: a new ID would turn this machine's logs into another device's.
  func id() throws -> ID<Device> { try currentID(of: machineIDs()) }

  /// Returns the ID under which a machine with these IDs, at least one, writes in this store.
  private func currentID(of machine: [ID<Device>]) throws -> ID<Device> {
    let id = machine[0]
    for mark in [layout.restoredMark, layout.backupManifest]
    where FileSystem.status(of: mark) != nil {
      let bytes = try OpenFile.reading(mark).bytes(from: 0, atMost: Self.markSize)
      let digest = SHA256.hash(data: Array(id.description.utf8) + bytes)
      return Self.original(of: id, among: machine)
        .renewal(from: digest.withUnsafeBytes(ID.init(digest:)))
    }
    return id
  }

  /// Returns the machine's IDs, the newest first. The first one is created on first use.
  private func machineIDs() throws -> [ID<Device>] {
    let isThere = FileSystem.status(of: path) != nil
    let known = try isThere ? read() : []
    guard known.isEmpty else { return known }
    let id = ID<Device>.random()
    try FileSystem.makeFolders(Path.parent(path))
    var file = try DurableFile(in: Path.parent(path))
    try file.write(Array("\(id)\n".utf8))
    if isThere { try file.commit(as: path) } else { try file.commit(asNew: path) }
    // Another program may have created the file at the same time.
    let ids = try read()
    return ids.isEmpty ? [id] : ids
  }

  /// Returns the machine's IDs, the newest first; none if the file doesn't begin with one.
  func read() throws -> [ID<Device>] {
    let file = try MappedFile(path)
    var ids: [ID<Device>] = []
    var offset = 0
    while ids.count < Self.maxIDs, let (bytes, next) = file.line(at: offset),
      let id = ID<Device>(String(decoding: bytes, as: UTF8.self))
    {
      ids.append(id)
      offset = next
    }
    try file.requireBytes()
    return ids
  }
}

extension ID where Subject == Device {
  /// Returns a new ID for this device's machine, which keeps its keys. The first half is a digest
  /// of this ID and the second half, so that everyone knows whose ID it is (see
  /// `DiaryPeople.original(of:)`).
  ///
  /// - Parameter seed: the ID with the second half.
  func renewal(from seed: Self) -> Self {
    var message = Array("photodiary/renewal/2".utf8)
    for half in [high, low, seed.low] {
      withUnsafeBytes(of: half.bigEndian) { message += $0 }
    }
    let digest = SHA256.hash(data: message).withUnsafeBytes(Self.init(digest:))
    return Self(high: digest.high, low: seed.low)
  }

  /// Returns `true` if this is a new ID of a device's machine.
  func isRenewal(of device: Self) -> Bool { device.renewal(from: self) == self }
}

/// The last line that this machine saved in a diary. It is kept outside the diary to detect an old
/// copy restored from a backup, whose logs don't contain that line.
struct StoreMark: Hashable, Sendable {
  let diary: ID<FoundedDiary>
  let device: ID<Device>
  let tip: RunTip
  /// The number of entries in the diary after that line.
  var entries = 0

  private static let (diaryName, deviceName) = ("diary", "device")
  private static let (lineName, entriesName) = ("line", "entries")

  init(diary: ID<FoundedDiary>, device: ID<Device>, tip: RunTip) {
    (self.diary, self.device, self.tip) = (diary, device, tip)
  }

  init?(_ json: JSONValue) {
    guard let diary = json[Self.diaryName]?.string.flatMap({ ID<FoundedDiary>($0) }),
      let device = json[Self.deviceName]?.string.flatMap({ ID<Device>($0) }),
      let tip = json[Self.lineName]?.array, tip.count == 2, let number = tip[0].integer,
      let sum = tip[1].string.flatMap({ ID<Revision>($0) })
    else { return nil }
    self.init(diary: diary, device: device, tip: RunTip(number, sum))
    entries = json[Self.entriesName]?.integer ?? 0
  }

  var json: JSONValue {
    [
      Self.diaryName: .string(diary.description), Self.deviceName: .string(device.description),
      Self.lineName: .array([.integer(tip.number), .string(tip.sum.description)]),
      Self.entriesName: .integer(entries),
    ]
  }
}

extension DeviceFile {
  /// The path of the store's mark.
  private var markPath: String {
    Path.join(Path.join(Path.parent(path), "marks"), layout.key + ".json")
  }

  /// The size of each mark, in bytes.
  private static let markLength = 512

  /// Returns the store's mark, or `nil` if there is no readable one.
  func mark() -> StoreMark? { Self.mark(at: markPath) }

  private static func mark(at path: String) -> StoreMark? {
    guard let file = try? OpenFile.reading(path),
      let bytes = try? file.bytes(from: 0, atMost: markLength),
      let json = try? JSONParser.parse(bytes)
    else { return nil }
    return StoreMark(json)
  }

  /// Writes the store's mark without syncing: an earlier mark is good enough after a power cut.
  /// Failures are ignored. All marks have the same length, so that none is ever truncated.
  func keep(_ mark: StoreMark) { Self.keep(mark, at: markPath) }

  private static func keep(_ mark: StoreMark, at path: String) {
    let bytes = JSONWriter.bytes(mark.json)
    guard bytes.count < markLength else { return }
    try? FileSystem.makeFolders(Path.parent(path))
    guard let file = try? OpenFile(path, [.writeOnly, .create]) else { return }
    let padding = [UInt8](repeating: UInt8(ascii: " "), count: markLength - 1 - bytes.count)
    try? file.descriptor.write((bytes + padding + [0x0A])[...], at: 0)
  }

  /// Updates the number of entries in the mark, because others may have arrived from a remote.
  func noteEntries(_ count: Int) {
    guard var mark = mark(), mark.entries != count else { return }
    mark.entries = count
    keep(mark)
  }

  /// The mark whose line was missing when this machine last continued on an old copy of the diary;
  /// `nil` once the user was notified.
  var missingMark: StoreMark? {
    get { Self.mark(at: missingMarkPath) }
    nonmutating set {
      guard let newValue else { return FileSystem.unlink(missingMarkPath) }
      Self.keep(newValue, at: missingMarkPath)
    }
  }

  private var missingMarkPath: String { markPath.replacing(".json", with: ".missing") }

  /// Removes the store's marks.
  func removeMark() {
    FileSystem.unlink(markPath)
    missingMark = nil
  }

  /// Requires that the diary hasn't disappeared.
  ///
  /// - Parameter known: the number of entries that this program has read; `nil` if it hasn't read
  ///   a log.
  /// - Throws: `StoreError.disappeared` if this machine saved something in the diary or has read
  ///   it, and its folder has no logs, unless it is being cloned again.
  func requireNotMissing(read known: Int? = nil) throws {
    guard !FileSystem.isFolder(layout.logs), !isCloning, let entries = known ?? mark()?.entries,
      // Another program may have created the diary since the first check: the logs, then the mark.
      !FileSystem.isFolder(layout.logs)
    else { return }
    throw DiaryError.store(
      path: layout.root, .disappeared(entries: entries, isFolderLeft: isFolderLeft))
  }

  /// `true` if the store's folder exists and isn't empty.
  var isFolderLeft: Bool { (try? FileSystem.names(in: layout.root))?.isEmpty == false }

  /// The path of a file that exists while the store is being cloned and its beginning hasn't
  /// arrived.
  private var cloningPath: String { markPath.replacing(".json", with: ".cloning") }

  var isCloning: Bool {
    get { FileSystem.exists(cloningPath) }
    nonmutating set {
      guard newValue else { return FileSystem.unlink(cloningPath) }
      FileSystem.makeFoldersIfPossible(Path.parent(cloningPath))
      _ = try? OpenFile(cloningPath, [.writeOnly, .create])
    }
  }
}

/// `owner.json`, or `owner.age` in an encrypted store: the author whose diary this is. It moves
/// with the folder.
struct OwnerFile {
  let layout: StoreLayout
  private var path: String { layout.owner }

  /// Returns the author, or `nil` if the file doesn't exist.
  func read() throws -> Author? {
    guard FileSystem.status(of: path) != nil else { return nil }
    guard let json = try json(), let id = json["id"]?.string, !id.isEmpty else {
      throw DiaryError.store(path: path, .damaged(localized("it doesn't name the diary's author")))
    }
    return Author(id: AuthorID(id), name: json["name"]?.string ?? "")
  }

  /// The name in the file, even if the ID is missing.
  var name: String? { (try? json())?["name"]?.string }

  /// `true` if the user chose the name, rather than the settings.
  var isNameChosen: Bool { (try? json())?[Self.chosen]?.bool == true }

  private static let chosen = "chosen"

  /// Writes the author and keeps unknown members.
  func write(_ author: Author, isNameChosen: Bool = false) throws {
    let known: Set = ["id", "name", Self.chosen]
    let others = ((try? json())?.members ?? []).filter { !known.contains($0.name) }
    var writer = JSONWriter(isIndented: true)
    writer.write(
      .object(
        [
          JSONMember("id", .string(author.id.description)),
          JSONMember("name", .string(author.name)),
        ] + (isNameChosen ? [JSONMember(Self.chosen, .bool(true))] : []) + others))
    try layout.write(writer.bytes + [0x0A], to: path)
  }

  private func json() throws -> JSONValue? {
    let bytes = try layout.decryptedBytes(of: path)
    return try? JSONParser.parse(bytes)
  }
}

/// The author's name in a diary's folder, for display before the diary is opened.
package struct StoredAuthorName: Hashable, Sendable {
  package let name: String
  /// `true` if the user chose the name, rather than the settings.
  package let isChosen: Bool

  /// Returns `nil` if there is no name or it is encrypted.
  package init?(of layout: StoreLayout) {
    let file = OwnerFile(layout: layout)
    guard let name = file.name, !name.isBlank else { return nil }
    (self.name, isChosen) = (name.printable, file.isNameChosen)
  }
}
