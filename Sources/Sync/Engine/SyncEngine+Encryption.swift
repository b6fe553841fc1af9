import Crypto
import DiaryCore
import DiaryStore
import System
import Text

/// Converts this machine's data about remotes when the diary is encrypted or decrypted.
extension SyncEngine {
  /// The keys that remotes already have, and the file that the recovery words open.
  package struct KnownKeys: Sendable {
    package let keyring: Keyring
    /// The file for recovery words; `nil` if it isn't on this machine.
    package let recovery: [UInt8]?
    /// The words if the user hasn't seen them yet.
    package let unseenWords: RecoveryWords?

    /// Copies the file for recovery words, and unseen words, into an encrypted store.
    ///
    /// - Throws: an error if writing fails.
    package func writeRecovery(to keys: StoreKeys) throws {
      guard let recovery else { return }
      if let unseenWords { try keys.keepUnseen(unseenWords, opening: recovery) }
      try keys.write(recovery: recovery, ofEpoch: keyring.current.epoch)
    }
  }

  /// Returns the keys that the diary uses for its remotes, or `nil` if it has none.
  ///
  /// - Throws: `MessageError` if they can't be read.
  package func knownKeys() async throws(MessageError) -> KnownKeys? {
    do {
      guard let keyring = try await keys.local() else { return nil }
      return KnownKeys(
        keyring: keyring, recovery: try keys.recovery(of: keyring.current),
        unseenWords: await keys.unseenRecoveryWords())
    } catch {
      throw SyncFailure(error).error
    }
  }

  /// Encrypts the data about remotes after the diary was encrypted, and removes what can be fetched
  /// again. Repeating it changes nothing.
  package func encryptRemoteData() {
    try? folder.convertMemories()
    removeKeptKeys()
    previewFolder.removePlain()
    for remote in folder.remotes { removeWork(of: remote.name) }
  }

  /// Saves the keys of an encrypted diary outside of it, sealed for this device, before the diary
  /// is decrypted. Recovery words that the user hasn't seen yet may still open its remotes.
  ///
  /// - Throws: `MessageError` if they can't be written.
  package func keepKeys(_ keyring: Keyring, for device: AgeRecipient) throws(MessageError) {
    do {
      if let words = StoreKeys(of: folder.layout).unseenWords {
        try keys.keepUnseen(words, for: device)
      }
      try keys.keep(keyring, for: device)
    } catch { throw SyncFailure(error).error }
  }

  /// Removes the keys, and unseen recovery words, outside of an encrypted diary.
  package func removeKeptKeys() {
    FileSystem.unlink(folder.keyring)
    FileSystem.unlink(folder.unseenRecoveryWords)
  }

  /// Converts the data about remotes after the diary was decrypted.
  ///
  /// - Throws: `MessageError` if it can't be written.
  package func decryptRemoteData(_ keyring: Keyring) async throws(MessageError) {
    do {
      let remotes = try listedRemotes()
      try folder.convertMemories()
      previewFolder.removeAll()
      if remotes.contains(where: { !$0.isPlain }) {
        try await keys.save(keyring)
      } else {
        removeKeptKeys()
      }
    } catch {
      throw SyncFailure(error).error
    }
  }

  /// Saves the keys of a new epoch, with the file that its recovery words open.
  ///
  /// - Throws: `MessageError` if they can't be saved.
  package func save(_ keyring: Keyring, under words: RecoveryWords) async throws(MessageError) {
    let devices = (try? await repository.knownDevices().filter(\.receivesKeys).map(\.id)) ?? []
    try await begin(keyring, under: words, for: devices)
  }

  /// Begins an epoch, and announces it to `devices` unless there are none.
  func begin(
    _ keyring: Keyring, under words: RecoveryWords, for devices: [ID<Device>],
    removing removed: Set<ID<Device>> = []
  ) async throws(MessageError) {
    do {
      // Other machines trust a new key only if a device announces it that they know by the old one.
      if let known = try await keys.local(), !devices.isEmpty {
        try await repository.registerDevice(known.current)
      }
      try await keys.save(keyring, under: words)
      try await keys.save(keyring)
      guard !devices.isEmpty else { return }
      try await repository.beginEpoch(keyring.current, for: devices, removing: removed)
    } catch {
      throw SyncFailure(error).error
    }
  }

  /// True if a remote contains the diary encrypted: its recovery words have to stay known.
  package var hasEncryptedRemotes: Bool { folder.remotes.contains { !$0.isPlain } }

  /// The remotes that contain the diary in clear, with their addresses.
  package var unencryptedRemotes: [String] {
    folder.remotes.filter(\.isPlain).map { remote in
      localized("remote \(remote.name) (\(remote.address))").printable
    }
  }

  /// True if another diary on this machine needs the device's key.
  package var sharesDeviceKey: Bool {
    let all = Path.parent(folder.path)
    let others = ((try? FileSystem.names(in: all)) ?? []).filter {
      $0 != Path.name(folder.path)
    }
    return others.contains { FileSystem.exists(Path.join(all, $0, Path.name(folder.keyring))) }
  }
}

// MARK: -

/// Decisions about devices. Each receives lines first, since lines that a decision doesn't know are
/// hidden by it.
extension SyncEngine {
  // MARK: Receiving first

  /// Receives lines and keys from every remote, and sends nothing.
  ///
  /// - Parameter isOffline: true to continue without remotes that can't be reached. Their states
  ///   then have the reasons.
  /// - Throws: `MessageError` with the reason why a remote can't be reached, unless `isOffline`.
  package func receive(isOffline: Bool) async throws(MessageError) {
    await followMove()
    for remote in try listedRemotes() where !remote.isFollowed {
      do {
        let (_, failure) = try await using(remote) { pass in
          pass.memory.record(nil)
          do { try await pass.receive() } catch {
            let error = SyncFailure(error).withAdvice(for: remote, home: home)
            pass.memory.record(error)
            throw error
          }
        }
        if let failure { throw failure }
      } catch {
        let error = SyncFailure(error)
        guard !isOffline else { continue }
        let reason = error.error.line
        throw MessageError(
          localized(
            """
            \(reason) Nothing was changed, because changes that others sent there could be missed. \
            To continue without them, add --offline.
            """),
          offlineReason: reason)
      }
    }
  }

  // MARK: Devices

  /// - Throws: `MessageError` if the name isn't one line of up to 60 characters, or can't be
  ///   written.
  package func rename(device: ID<Device>, to name: String) async throws(MessageError) {
    let name = String(name.trimmed)
    guard !name.isEmpty, name.count <= 60, name.unicodeScalars.allSatisfy(\.isPrintable) else {
      throw MessageError(localized("A device's name must be one line of up to 60 characters."))
    }
    try await diary(await repository.rename(device: device, to: name))
  }

  /// - Throws: `MessageError` if this person may not remove the device, it has this machine's keys,
  ///   or a remote can't be reached.
  package func remove(
    device: ID<Device>, isOffline: Bool
  ) async throws(MessageError) -> String? {
    try await requireMayRemove(device)
    if let unseen = await keys.unseenRecoveryWords(), try await isRemoved(device) {
      return unseen.text
    }
    try await requireNotRemoved(device)
    guard try await knownKeys() != nil else { throw SyncFailure.noKey.error }
    try await requireOtherKeys(device)
    try await receive(isOffline: isOffline)
    // The received lines may have changed roles, or removed the device.
    try await requireMayRemove(device)
    try await requireNotRemoved(device)
    try await diary(await repository.registerDevice(nil))
    let devices = try await diary(await repository.knownDevices())
    guard let keyring = try await knownKeys()?.keyring.withNextEpoch() else {
      throw SyncFailure.noKey.error
    }
    let words = RecoveryWords()
    let removed = Self.devices(ofMachineWith: device, among: devices)
    let rest = devices.filter { $0.receivesKeys && !removed.contains($0.id) }.map(\.id)
    try await begin(keyring, under: words, for: rest, removing: removed)
    return words.text
  }

  /// Returns all devices with the same keys: what is encrypted for one of them, all can open.
  private static func devices(
    ofMachineWith device: ID<Device>, among all: [KnownDevice]
  ) -> Set<ID<Device>> {
    let key = all.first { $0.id == device }?.recipient
    return Set(all.filter { $0.recipient == key && !$0.isRemoved }.map(\.id)).union([device])
  }

  private func isRemoved(_ device: ID<Device>) async throws(MessageError) -> Bool {
    try await diary(await repository.knownDevices()).contains { $0.id == device && $0.isRemoved }
  }

  /// - Throws: `MessageError` if the device was removed before: it needs no new key.
  private func requireNotRemoved(_ device: ID<Device>) async throws(MessageError) {
    guard try await isRemoved(device) else { return }
    throw MessageError(localized("This device was already removed."))
  }

  /// - Throws: `MessageError` if the device is this one or has its keys, because a new key would
  ///   reach it, too.
  private func requireOtherKeys(_ device: ID<Device>) async throws(MessageError) {
    guard try await diary(await repository.deviceID()) != device else {
      throw MessageError(localized("This is the device you're using. Remove it on another device."))
    }
    let keys = try await diary(await repository.deviceKeys())
    let known = try await diary(await repository.knownDevices()).first { $0.id == device }
    guard let known, known.recipient == keys.identity.recipient else { return }
    throw MessageError(
      localized(
        """
        “\(known.name)” can't be removed here: it has this machine's keys and would also get the \
        new key. It's a copy of this machine's disk or an earlier id. Remove it on a device with \
        other keys, which also removes this machine. See `photodiary device remove --help`.
        """
      ).printable)
  }

  /// - Throws: `MessageError` that names the device's owner if this machine's user may not remove
  ///   it.
  private func requireMayRemove(_ device: ID<Device>) async throws(MessageError) {
    guard let people = try await diary(await repository.people()),
      let person = people.first(where: { $0.devices.contains { $0.id == device } })
    else { return }
    guard let own = people.first(where: \.isCurrentUser) else {
      throw MessageError(DiaryError.account(.notAMember).line)
    }
    guard !own.isRemoved else { throw MessageError(DiaryError.account(.removed).line) }
    // The first person founded the diary.
    let isFounders = person.id == people.first?.id
    guard !person.isCurrentUser, own.role != .owner || isFounders else { return }
    let devices = try await diary(await repository.knownDevices())
    let name = devices.first { $0.id == device }?.name ?? String(device.description.prefix(8))
    throw MessageError(
      (isFounders
        ? localized(
          """
          “\(name)” is a device of \(person.name), who created this diary. Only \(person.name) can \
          remove it.
          """)
        : localized(
          "“\(name)” is a device of \(person.name). Only \(person.name) or an owner can remove it."
        ))
        .printable)
  }
}

extension SyncPass {
  /// Receives lines and keys, and sends nothing.
  ///
  /// - Throws: the reason why some couldn't be received.
  fileprivate mutating func receive() async throws {
    try await open()
    try await receiveLines()
    try await confirmKeys()
    if isMissingNewestKey { throw SyncFailure.keyNotGiven(configuration.name) }
    // A removal hides lines that it doesn't know.
    try requireAllLines()
  }
}
