import Age
import Crypto
import DiaryCore
import DiaryKeys
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
