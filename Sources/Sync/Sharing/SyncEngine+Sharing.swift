import Age
import DiaryCore
import DiaryKeys
import DiaryStore
import Localization
import System

/// Making a diary that several people share, and being let in to one.
extension SyncEngine {
  /// What a remote is called that a diary is shared by, unless somebody says otherwise.
  package static let sharedRemote = "home"

  /// Makes the diary one that others may be let in to, at an address. Returns its recovery words, which
  /// nobody has seen yet.
  package func share(
    at address: String, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) -> AddedRemote {
    try await diary(await repository.beginSharing())
    return try await add(NewRemote(name: Self.sharedRemote, address: address), progress: progress)
  }

  /// Gives an invitation to one person, or for a further device of one's own.
  package func invite(
    to name: String, forOwnDevice isForOwn: Bool,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) -> Invitation {
    let people = try await ownerPeople(orAnybody: isForOwn)
    guard let own = people.first(where: \.isThis),
      let id = try await diary(await repository.diaryID())
    else { throw SyncError(DiaryError.account(.noPlace).line) }
    guard let remote = folder.remotes.first(where: { !$0.isPlain }) else {
      throw SyncError(noSuchRemote(Self.sharedRemote))
    }
    let expires = Timestamp(milliseconds: now().milliseconds + Invitation.lifetime)
    let invitation = Invitation(
      AgeIdentity(), diary: id, named: name, expires: expires, address: remote.address)
    try await diary(
      await repository.invite(by: invitation.identity, until: expires, for: isForOwn ? own.id : nil)
    )
    let letter = InvitationLetter(
      diary: id, host: own.name,
      person: isForOwn ? Author(id: own.id, name: own.name) : nil)
    do throws(SyncFailure) {
      let (_, failure) = try await using(remote, progress: progress) {
        pass async throws(SyncFailure) in
        try await pass.run()
        try await pass.put(letter, of: invitation)
      }
      if let failure { throw failure }
    } catch {
      throw error.error
    }
    return invitation
  }

  /// Asks to be let in by an invitation, where there is no diary yet. Returns who asks.
  ///
  /// - Parameters:
  ///   - address: where the diary lies, if that is another path here.
  ///   - name: what whoever asks is called.
  package func join(
    _ invitation: Invitation, at address: String?, as name: String,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) -> JoiningPerson {
    guard invitation.expires >= now() else { throw SyncFailure.expiredInvitation.error }
    let configuration: RemoteConfiguration
    do throws(RemoteAddressError) {
      let address = address ?? invitation.address
      configuration = RemoteConfiguration(
        NewRemote(name: Self.sharedRemote, address: address),
        address: try RemoteAddress(address, home: home))
    } catch {
      throw SyncError(error.line)
    }
    folder.forget(configuration.name)
    let device = try await diary(await repository.ownDevice())
    let keys = try await diary(await repository.deviceKeys())
    var joined: JoiningPerson?
    do throws(SyncFailure) {
      let (_, failure) = try await using(configuration, progress: progress) {
        pass async throws(SyncFailure) in
        let letter = try await pass.letter(of: invitation, device)
        let author = letter.person ?? Author(id: .random(), name: name)
        let request = JoinRequest(
          invitation: invitation.name, author, PersonDevice(id: device, keys: keys), at: now())
        let bytes: [UInt8]
        do throws(AgeError) {
          bytes = try request.sealed(
            to: invitation.identity.recipient, letter.diary, by: keys)
        } catch {
          throw .key(.age(name: "join", error))
        }
        guard let file = JoinFiles.request(invitation.name, from: device) else { return }
        let person = JoiningPerson(
          diary: letter.diary, author: author, check: request.check(letter.diary))
        try await SyncFailure.diary(await repository.noteJoining(person))
        try await pass.put([OutgoingFile(file, .bytes(bytes))])
        joined = person
      }
      if let failure { throw failure }
    } catch {
      throw error.error
    }
    guard let joined else { throw SyncFailure.noInvitation(configuration.name).error }
    try write([configuration], for: configuration.name)
    return joined
  }

  /// Who asks on this machine to be let in, before that has been done.
  package func joining() async -> JoiningPerson? { try? await repository.joining() }
}

extension SyncPass {
  /// Puts what whoever has an invitation is to know where they look for it.
  fileprivate mutating func put(
    _ letter: InvitationLetter, of invitation: Invitation
  ) async throws(SyncFailure) {
    guard let file = JoinFiles.invitation(invitation.name) else { return }
    let bytes: [UInt8]
    do throws(AgeError) {
      bytes = try letter.sealed(to: invitation.identity.recipient)
    } catch {
      throw .key(.age(name: file.path, error))
    }
    try await put([OutgoingFile(file, .bytes(bytes))])
  }

  /// What an invitation leads to. Throws when it leads nowhere any more.
  fileprivate mutating func letter(
    of invitation: Invitation, _ device: ID<Device>
  ) async throws(SyncFailure) -> InvitationLetter {
    try await list()
    guard let file = JoinFiles.invitation(invitation.name), listing.files[file] != nil,
      let bytes = try await fetch([file])[file],
      let letter = InvitationLetter(bytes, with: invitation.identity),
      letter.diary == invitation.diary
    else { throw .noInvitation(remoteAddress) }
    let others = JoinFiles.requests(of: invitation.name, in: listing).filter {
      $0 != JoinFiles.request(invitation.name, from: device)
    }
    guard others.isEmpty else { throw .usedInvitation }
    return letter
  }

  private var remoteAddress: String {
    (try? RemoteAddress(configuration.address, home: nil))?.shown ?? configuration.address
  }
}
