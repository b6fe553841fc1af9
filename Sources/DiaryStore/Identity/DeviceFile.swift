import Age
import Crypto
import DiaryCore
import DiaryKeys
import System

/// The id of the device that this person writes from. It stands outside the store, so that a
/// copied store never has two writers of one log.
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
    try DurableFile.write(Array("\(ID<Device>.random())\n".utf8), to: path)
  }

  /// The public signing key of this machine, which stays under a new id; `nil` until it has been made.
  var verifyingKey: VerifyingKey? { DeviceKeys.storedVerifyingKey(in: keysFolder) }

  /// This machine as `DiaryRecords` knows it; `nil` until it has a key and an id.
  var judgingMachine: JudgingMachine? {
    guard let verifyingKey, let existingID else { return nil }
    return JudgingMachine(verifyingKey, existingID)
  }

  /// The id, if it has been made.
  var existingID: ID<Device>? {
    guard let machine = try? read() else { return nil }
    return try? ownID(of: machine)
  }

  /// The id, made on first use. A file that is there but can't be read is no reason for another
  /// one: its logs would be those of a stranger then.
  func id() throws(DiaryError) -> ID<Device> { try ownID(of: machineID()) }

  private func ownID(of machine: ID<Device>) throws(DiaryError) -> ID<Device> {
    for mark in [layout.restoredMark, layout.backupManifest]
    where FileSystem.status(of: mark) != nil {
      let bytes = try OpenFile.reading(mark).bytes(from: 0, atMost: Self.markSize)
      let digest = SHA256.hash(data: Array(machine.description.utf8) + bytes)
      return digest.withUnsafeBytes(ID.init(digest:))
    }
    return machine
  }

  private func machineID() throws(DiaryError) -> ID<Device> {
    let isThere = FileSystem.status(of: path) != nil
    if isThere, let id = try read() { return id }
    let id = ID<Device>.random()
    try FileSystem.makeFolders(Path.parent(path))
    var file = try DurableFile(in: Path.parent(path))
    try file.write(Array("\(id)\n".utf8))
    if isThere { try file.commit(as: path) } else { try file.commit(asNew: path) }
    // Of two programs that do this at once, one was first.
    return try read() ?? id
  }

  private func read() throws(DiaryError) -> ID<Device>? {
    let file = try MappedFile(path)
    defer { withExtendedLifetime(file) {} }
    guard let line = file.line(at: 0) else { return nil }
    return ID<Device>(String(decoding: line.bytes, as: UTF8.self))
  }
}
