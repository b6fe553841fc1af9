import DiaryCore
import DiaryKeys
import DiaryStore

/// What a sync does for the people of a shared diary.
extension SyncPass {
  /// Reads who asks to be let in, and removes the files of invitations that have served.
  mutating func receiveRequests() async throws(SyncFailure) {
    memory.requests = []
    guard let diary = try await SyncFailure.diary(await repository.diaryID()),
      let people = try await SyncFailure.diary(await repository.people()),
      let own = people.first(where: \.isThis), !own.isRemoved
    else { return }
    let devices = Set(people.flatMap(\.devices).map(\.id))
    var served: [RemoteName] = []
    for invitation in try await SyncFailure.diary(await repository.invitations()) {
      guard own.role == .owner || invitation.person == own.id else { continue }
      let name = Invitation.name(of: invitation.identity.recipient)
      let files = try await fetch(JoinFiles.requests(of: name, in: listing))
      let requests = files.sorted { $0.key < $1.key }.compactMap { file, bytes -> JoinRequest? in
        guard let request = JoinRequest(bytes, with: invitation.identity, diary),
          request.invitation == name, request.time <= invitation.expires
        else { return nil }
        return JoinFiles.request(name, from: request.device.id) == file ? request : nil
      }
      if requests.contains(where: { devices.contains($0.device.id) })
        || requests.isEmpty && invitation.expires < now()
      {
        served += JoinFiles.all(of: name, in: listing)
        continue
      }
      // Nobody asks in the name of who is in already, unless they were invited to.
      memory.requests += requests.filter { request in
        invitation.person == nil
          ? !people.contains { $0.id == request.author.id } : request.author.id == invitation.person
      }
    }
    if own.role == .owner { try await remove(served) }
  }

  /// Throws when the person whose device this is can't go on in a shared diary. Of somebody who has left it
  /// others are told so, with what they wrote until then.
  mutating func requireMembership(lacksKey: Bool) async throws(SyncFailure) {
    let people = try await SyncFailure.diary(await repository.people())
    if let own = people?.first(where: \.isThis), own.isRemoved {
      if own.hasLeft {
        try await sendLines()
        try await exchangeAssets()
      }
      throw .diary(.account(.removed))
    }
    if lacksKey { throw .keyNotGiven(configuration.name) }
  }

  /// Makes a new key where somebody was removed who has the current one, or where this machine lost the one
  /// that it had made. What goes now is sealed to it. Returns whether it did.
  mutating func renewKey() async throws(SyncFailure) -> Bool {
    guard case .sealed(let keyring) = sealing else { return false }
    let isOutdated = try await SyncFailure.diary(
      await repository.isKeyOutdated(keyring.current.identity.recipient))
    if !isOutdated { guard try await isOwnKeyLost() else { return false } }
    let next = keyring.advanced()
    try await keys.keep(next, under: RecoveryWords())
    try await keys.keep(next)
    let devices = try await SyncFailure.diary(await repository.knownDevices())
    try await SyncFailure.diary(
      await repository.beginEpoch(
        next.current, for: devices.filter(\.isGivenKeys).map(\.id)))
    sealing = .sealed(next)
    return true
  }

  /// Whether this machine has told of the newest key and no longer has it, as when what it remembers was put
  /// back before any remote had that key.
  private func isOwnKeyLost() async throws(SyncFailure) -> Bool {
    guard let own = try await SyncFailure.diary(await repository.newestOwnKey()) else {
      return false
    }
    let known = try await keys.local()
    return known?.keys.contains { $0.identity.recipient == own } == false
  }
}
