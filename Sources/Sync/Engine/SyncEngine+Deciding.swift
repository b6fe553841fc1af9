import DiaryCore
import DiaryKeys
import DiaryStore
import Localization

/// Decisions about devices, and what arrives before any decision: lines that a decision doesn't know of are
/// hidden by it.
extension SyncEngine {
  // MARK: Receiving first

  /// Receives the lines and keys of every remote, and sends nothing.
  ///
  /// - Parameter isOffline: whether to continue without the remotes that can't be reached. Their states have
  ///   the reasons then.
  /// - Throws: the reason why a remote can't be reached, unless `isOffline`.
  package func receive(isOffline: Bool) async throws(SyncError) {
    await followMove()
    for remote in folder.remotes where !remote.isFollowed {
      do throws(SyncFailure) {
        let (_, failure) = try await using(remote) { pass async throws(SyncFailure) in
          pass.memory.error = nil
          do throws(SyncFailure) { try await pass.receive() } catch {
            let error = error.withAdvice(for: remote, home: home)
            pass.memory.error = error.error.line
            throw error
          }
        }
        if let failure { throw failure }
      } catch {
        guard !isOffline else { continue }
        let reason = error.error.line
        throw SyncError(
          localized(
            """
            \(reason) Nothing was changed, since what others sent there would be hidden. To decide \
            without it, add --offline.
            """))
      }
    }
  }

  // MARK: Devices

  package func rename(device: ID<Device>, to name: String) async throws(SyncError) {
    let name = String(name.trimmed)
    guard !name.isEmpty, name.count <= 60, name.unicodeScalars.allSatisfy(\.isPrintable) else {
      throw SyncError(localized("A device's name is one line of up to 60 characters."))
    }
    try await diary(await repository.rename(device: device, to: name))
  }

  package func remove(
    device: ID<Device>, isOffline: Bool
  ) async throws(SyncError) -> String? {
    try await requireMayRemove(device)
    if let unseen = await keys.unseenWords(), try await isRemoved(device) { return unseen.text }
    try await requireNotRemoved(device)
    try await receive(isOffline: isOffline)
    // Who may can have changed by what arrived, and others may have removed it.
    try await requireMayRemove(device)
    try await requireNotRemoved(device)
    try await diary(await repository.introduceDevice(nil))
    let devices = try await diary(await repository.knownDevices())
    let own = try await diary(await repository.ownDevice())
    guard device != own else {
      throw SyncError(localized("This is the machine that you're on. Remove it from another one."))
    }
    guard let keyring = try await knownKeys()?.keyring.advanced() else {
      throw SyncFailure.noKey.error
    }
    let words = RecoveryWords()
    let removed = Self.devices(ofMachineWith: device, besides: own, among: devices)
    let rest = devices.filter { $0.isGivenKeys && !removed.contains($0.id) }.map(\.id)
    try await begin(keyring, under: words, for: rest, removing: removed)
    return words.text
  }

  /// The devices that a machine is and was: what is sealed to one of them, all can open. A copy of this
  /// machine's disk has its keys, too, and is one device.
  private static func devices(
    ofMachineWith device: ID<Device>, besides own: ID<Device>, among all: [KnownDevice]
  ) -> Set<ID<Device>> {
    let key = all.first { $0.id == device }?.recipient
    guard all.first(where: { $0.id == own })?.recipient != key else { return [device] }
    return Set(all.filter { $0.recipient == key && !$0.isRemoved }.map(\.id)).union([device])
  }

  private func isRemoved(_ device: ID<Device>) async throws(SyncError) -> Bool {
    try await diary(await repository.knownDevices()).contains { $0.id == device && $0.isRemoved }
  }

  /// - Throws: an error if the device is removed already: that takes no other key.
  private func requireNotRemoved(_ device: ID<Device>) async throws(SyncError) {
    guard try await isRemoved(device) else { return }
    throw SyncError(localized("This device is removed already."))
  }

  /// - Throws: whose machine it is and who may remove it, where the user of this machine may not.
  private func requireMayRemove(_ device: ID<Device>) async throws(SyncError) {
    guard let people = try await diary(await repository.people()),
      let person = people.first(where: { $0.devices.contains { $0.id == device } })
    else { return }
    guard let own = people.first(where: \.isThis) else {
      throw SyncError(DiaryError.account(.noPlace).line)
    }
    guard !own.isRemoved else { throw SyncError(DiaryError.account(.removed).line) }
    // The first of them founded the diary.
    let isFounders = person.id == people.first?.id
    guard !person.isThis, own.role != .owner || isFounders else { return }
    let devices = try await diary(await repository.knownDevices())
    let name = devices.first { $0.id == device }?.name ?? String(device.description.prefix(8))
    throw SyncError(
      (isFounders
        ? localized(
          """
          “\(name)” is a machine of \(person.name), who founded this diary. Only \(person.name) can \
          remove it.
          """)
        : localized(
          "“\(name)” is a machine of \(person.name). Only \(person.name) or an owner can remove it."
        ))
        .printable)
  }
}

extension SyncPass {
  /// Receives lines and keys, and sends nothing.
  ///
  /// - Throws: the reason why some couldn't be received.
  fileprivate mutating func receive() async throws(SyncFailure) {
    try await open()
    try await receiveLines()
    try await confirmKeys()
    if lacksNewestKey { throw .keyNotGiven(configuration.name) }
    // A removal hides what it doesn't know of.
    try requireAll()
  }
}
