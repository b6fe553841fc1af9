import Age
import Crypto
import DiaryCore
import DiaryKeys
import Localization
import System

/// The id of the device that this person writes from, with the ones that it had before. It stands outside
/// the store, so that a copied store never has two writers of one log.
///
/// A backup or what was restored from one has the logs of this very machine, while the diary they
/// come from may have longer ones, here or elsewhere. In such a store the machine goes by another
/// id, made from its own and from the file that tells of the copy: the logs that came along are
/// never added to, wherever the folder is moved.
struct DeviceFile {
  let path: String
  let layout: StoreLayout

  /// How much of the file that tells of a copy counts; its random id stands at the beginning.
  private static let markSize = 4096

  /// The folder with the device's keys.
  private var keysFolder: String { Path.join(Path.parent(path), "keys") }

  /// The device's keys, made on first use. In an encrypted store the one that opens stands there.
  func keys() throws(DiaryError) -> DeviceKeys {
    let identity = try layout.isEncrypted ? sealedIdentity() : nil
    do throws(KeyError) { return try DeviceKeys(in: keysFolder, identity: identity) } catch {
      throw StoreErrors.failure(error)
    }
  }

  /// Puts the key that opens into a store that is encrypted.
  func keepIdentity(in target: StoreLayout) throws(DiaryError) {
    let identity: AgeIdentity?
    do throws(KeyError) { identity = try DeviceKeys.storedIdentity(in: keysFolder) } catch {
      throw StoreErrors.failure(error)
    }
    _ = try StoreKeys(of: target).deviceIdentity { identity ?? AgeIdentity() }
  }

  /// Puts the key that opens where it stands on a machine whose diary isn't encrypted, unless there is
  /// one.
  func keep(_ identity: AgeIdentity) throws(DiaryError) {
    do throws(KeyError) { try DeviceKeys.keep(identity, in: keysFolder) } catch {
      throw StoreErrors.failure(error)
    }
  }

  /// Removes the key that opens from where it stands in clear.
  func removeIdentity() { DeviceKeys.removeIdentity(in: keysFolder) }

  private func sealedIdentity() throws(DiaryError) -> AgeIdentity {
    if let known = layout.cipher.deviceIdentity { return known }
    let identity = try StoreKeys(of: layout).deviceIdentity {
      (try? DeviceKeys.storedIdentity(in: keysFolder)) ?? AgeIdentity()
    }
    layout.cipher.deviceIdentity = identity
    return identity
  }

  /// Begins a new device, for the logs of the old one are somebody else's.
  func renew() throws(DiaryError) {
    let ids = [ID.random()] + ((try? read()) ?? []).prefix(Self.mostIDs - 1)
    try DurableFile.write(Array(ids.map { "\($0)\n" }.joined().utf8), to: path)
  }

  /// Of the ids that it had before, older ones than these are forgotten.
  private static let mostIDs = 64

  /// The public signing key of this machine, which stays under a new id; `nil` until it has been made.
  var verifyingKey: VerifyingKey? { DeviceKeys.storedVerifyingKey(in: keysFolder) }

  /// This machine as `DiaryRecords` knows it; `nil` until it has a key and an id.
  var judgingMachine: JudgingMachine? {
    guard let verifyingKey, let ids = try? ownIDs(of: read()), !ids.isEmpty else { return nil }
    return JudgingMachine(key: verifyingKey, devices: ids)
  }

  /// The id, if it has been made.
  var existingID: ID<Device>? { (try? ownIDs(of: read()))?.first }

  /// The id, made on first use. A file that is there but can't be read is no reason for another
  /// one: its logs would be those of a stranger then.
  func id() throws(DiaryError) -> ID<Device> { try ownIDs(of: [machineID()])[0] }

  /// Returns the ids by which a machine of such ids goes in this store.
  private func ownIDs(of machine: [ID<Device>]) throws(DiaryError) -> [ID<Device>] {
    for mark in [layout.restoredMark, layout.backupManifest]
    where FileSystem.status(of: mark) != nil {
      let bytes = try OpenFile.reading(mark).bytes(from: 0, atMost: Self.markSize)
      return machine.map { id in
        SHA256.hash(data: Array(id.description.utf8) + bytes).withUnsafeBytes(ID.init(digest:))
      }
    }
    return machine
  }

  private func machineID() throws(DiaryError) -> ID<Device> {
    let isThere = FileSystem.status(of: path) != nil
    if isThere, let id = try read().first { return id }
    let id = ID<Device>.random()
    try FileSystem.makeFolders(Path.parent(path))
    var file = try DurableFile(in: Path.parent(path))
    try file.write(Array("\(id)\n".utf8))
    if isThere { try file.commit(as: path) } else { try file.commit(asNew: path) }
    // Of two programs that do this at once, one was first.
    return try read().first ?? id
  }

  /// Reads the machine's ids, the newest first; none from a file that doesn't begin with one.
  private func read() throws(DiaryError) -> [ID<Device>] {
    let file = try MappedFile(path)
    var ids: [ID<Device>] = []
    var offset = 0
    while ids.count < Self.mostIDs, let (bytes, next) = file.line(at: offset),
      let id = ID<Device>(String(decoding: bytes, as: UTF8.self))
    {
      ids.append(id)
      offset = next
    }
    try file.requireBytes()
    return ids
  }
}

/// The last line that this machine saved in a diary. It is kept outside of the diary, so that an old copy
/// of the diary, put back from a backup, is noticed: its chain lacks that line.
struct StoreMark: Hashable, Sendable {
  let diary: ID<FoundedDiary>
  let device: ID<Device>
  let tip: RunTip
  /// How many entries the diary had then.
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
  /// Where the mark of the store is kept.
  private var markPath: String {
    Path.join(Path.join(Path.parent(path), "marks"), layout.key + ".json")
  }

  /// In bytes; more than any mark has.
  private static let markLength = 512

  /// Reads the mark of the store; `nil` if there is none that can be read.
  func mark() -> StoreMark? {
    guard let file = try? OpenFile.reading(markPath),
      let bytes = try? file.bytes(from: 0, atMost: Self.markLength),
      let json = try? JSONParser.parse(bytes)
    else { return nil }
    return StoreMark(json)
  }

  /// Writes the mark of the store, always of one length and without waiting for the disk: after a power
  /// cut an earlier one does as well. A failure is no fault of the save.
  func keep(_ mark: StoreMark) {
    let bytes = JSONWriter.bytes(mark.json)
    guard bytes.count < Self.markLength else { return }
    try? FileSystem.makeFolders(Path.parent(markPath))
    guard let file = try? OpenFile(markPath, [.writeOnly, .create]) else { return }
    let padding = [UInt8](repeating: UInt8(ascii: " "), count: Self.markLength - 1 - bytes.count)
    try? file.descriptor.write((bytes + padding + [0x0A])[...], at: 0)
  }

  /// Notes in the mark how many entries the diary has now, of which others may have come from a remote.
  func noteEntries(_ count: Int) {
    guard var mark = mark(), mark.entries != count else { return }
    mark.entries = count
    keep(mark)
  }

  /// Removes the mark of the store.
  func removeMark() { FileSystem.unlink(markPath) }

  /// - Throws: `StoreError.gone` when this machine saved something in the diary, and its folder has no logs,
  ///   unless it is being cloned again.
  func requireNotGone() throws(DiaryError) {
    guard !FileSystem.isFolder(layout.logs), !isCloning, let mark = mark() else { return }
    throw .store(path: layout.root, .gone(entries: mark.entries))
  }

  /// Is there while the store is being cloned and the diary's beginning isn't in it.
  private var cloningPath: String { markPath.replacing(".json", with: ".cloning") }

  var isCloning: Bool {
    get { FileSystem.exists(cloningPath) }
    nonmutating set {
      guard newValue else { return FileSystem.unlink(cloningPath) }
      FileSystem.makeFoldersAsCan(Path.parent(cloningPath))
      _ = try? OpenFile(cloningPath, [.writeOnly, .create])
    }
  }
}

/// `owner.json`, in an encrypted store `owner.age`: the author whose diary this is. It moves with the folder.
struct OwnerFile {
  let layout: StoreLayout
  private var path: String { layout.owner }

  /// `nil` when there is none yet.
  func read() throws(DiaryError) -> Author? {
    guard FileSystem.status(of: path) != nil else { return nil }
    guard let json = try json(), let id = json["id"]?.string, !id.isEmpty else {
      throw .store(path: path, .damaged(localized("it doesn't name the diary's author")))
    }
    return Author(id: AuthorID(id), name: json["name"]?.string ?? "")
  }

  /// The name that stands in it, even if it doesn't say whose id that is.
  var name: String? { (try? json())?["name"]?.string }

  /// Whether a person gave the author the name that stands there, rather than the settings.
  var isNameChosen: Bool { (try? json())?[Self.chosen]?.bool == true }

  private static let chosen = "chosen"

  /// Members that this program doesn't know stay.
  func write(_ author: Author, isNameChosen: Bool = false) throws(DiaryError) {
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

  private func json() throws(DiaryError) -> JSONValue? {
    let bytes = try layout.clearBytes(of: path)
    return try? JSONParser.parse(bytes)
  }
}

/// What a diary's folder says of its author's name, to whoever hasn't opened the diary.
package struct AuthorNote: Hashable, Sendable {
  package let name: String
  /// Whether a person chose it, rather than the settings.
  package let isChosen: Bool

  /// `nil` where there is no name, or it is sealed.
  package init?(of layout: StoreLayout) {
    let file = OwnerFile(layout: layout)
    guard let name = file.name, !name.isBlank else { return nil }
    (self.name, isChosen) = (name.printable, file.isNameChosen)
  }
}
