import Crypto
import DiaryCore
import DiaryStore
import System
import Text

/// Lists the people of a shared diary and changes their membership.
extension SyncEngine {
  /// Returns the people of the diary, the most senior first, and those known to want to join; `nil`
  /// if the diary isn't shared.
  ///
  /// - Throws: `MessageError` if the diary can't be read.
  package func people() async throws(MessageError) -> [Person]? {
    guard let people = try await diary(await repository.people()),
      let id = try await diary(await repository.diaryID())
    else { return nil }
    return self.people(people, in: id)
  }

  /// Converts the people of a diary, followed by the people with pending requests.
  func people(_ people: [KnownPerson], in diary: ID<FoundedDiary>) -> [Person] {
    let known = people.map { person in
      Person(
        id: person.id, name: person.name, role: person.role,
        state: person.isRemoved ? .removed : .member,
        verificationWords: person.devices.first.map { PersonCheck.words(person.id, $0, in: diary) }
          ?? [],
        isCurrentUser: person.isCurrentUser)
    }
    let asking = requests(excluding: people).map { request in
      Person(
        id: request.author.id, name: request.author.name, role: .editor, state: .pending,
        verificationWords: request.check(diary))
    }
    return known + asking
  }

  /// Returns the pending requests on all remotes.
  private func requests(excluding people: [KnownPerson]) -> [JoinRequest] {
    let devices = Set(people.flatMap(\.devices).map(\.id))
    var seen: Set<ID<Device>> = []
    return folder.remotes.flatMap { folder.memory(of: $0.name).requests }
      .filter { !devices.contains($0.device.id) && seen.insert($0.device.id).inserted }
  }

  /// Looks on the remotes for people who want to join.
  ///
  /// - Throws: `MessageError` for the first remote that can't be read.
  package func fetchRequests() async throws(MessageError) {
    guard try await diary(await repository.people()) != nil else { return }
    for remote in try listedRemotes() {
      do {
        let (_, failure) = try await using(remote) {
          pass in
          try await pass.open()
          try await pass.receiveRequests()
        }
        if let failure { throw failure }
      } catch {
        throw SyncFailure(error).error
      }
    }
  }

  /// - Throws: `MessageError` if there is no such request, or this person may not approve it.
  package func approve(_ id: AuthorID) async throws(MessageError) {
    let people = try await ownerPeople(orAnyMember: true)
    guard let request = requests(excluding: people).first(where: { $0.author.id == id }) else {
      throw MessageError(
        localized(
          "No one with that id wants to join. Run `photodiary people` to see requests."))
    }
    let isOwn = people.contains { $0.isCurrentUser && $0.id == id }
    if !isOwn { _ = try await ownerPeople() }
    try await diary(
      await repository.approve(request.author, as: .editor, with: request.device))
  }

  /// - Throws: `MessageError` if this person may not remove the other one, no owner would remain,
  ///   or a remote can't be reached.
  package func remove(_ id: AuthorID, isOffline: Bool) async throws(MessageError) {
    var people = try await ownerPeople(orAnyMember: true)
    if let request = requests(excluding: people).first(where: { $0.author.id == id }) {
      if !people.contains(where: { $0.isCurrentUser && $0.id == id }) {
        _ = try await ownerPeople()
      }
      return try await decline(request)
    }
    if people.first(where: { $0.id == id })?.isCurrentUser != true { _ = try await ownerPeople() }
    try await receive(isOffline: isOffline)
    people = try await ownerPeople(orAnyMember: true)
    guard let person = people.first(where: { $0.id == id && !$0.isRemoved }) else {
      throw MessageError(
        localized(
          "No one in this diary has that id. Run `photodiary people` to see everyone."))
    }
    if !person.isCurrentUser {
      _ = try await ownerPeople()
      // The first person founded the diary.
      guard person.id != people.first?.id else {
        throw MessageError(
          localized("\(person.name) created this diary and can't be removed by others."))
      }
    }
    try requireOwner(excluding: person, among: people)
    try await diary(await repository.remove(id))
  }

  /// - Throws: `MessageError` if this person isn't an owner, no owner would remain, or a remote
  ///   can't be reached.
  package func change(
    _ id: AuthorID, to role: PersonRole, isOffline: Bool
  ) async throws(MessageError) {
    _ = try await ownerPeople()
    try await receive(isOffline: isOffline)
    let people = try await ownerPeople()
    guard let person = people.first(where: { $0.id == id && !$0.isRemoved }) else {
      throw MessageError(
        localized(
          "No one in this diary has that id. Run `photodiary people` to see everyone."))
    }
    guard person.role != role else { return }
    if role != .owner { try requireOwner(excluding: person, among: people) }
    try await diary(await repository.change(id, to: role))
  }

  /// Checks that an owner remains, since only owners can approve requests.
  private func requireOwner(
    excluding person: KnownPerson, among people: [KnownPerson]
  ) throws(MessageError) {
    guard person.role == .owner,
      !people.contains(where: { $0.id != person.id && !$0.isRemoved && $0.role == .owner })
    else { return }
    throw MessageError(
      localized(
        "\(person.name) is the only owner. Make someone else an owner first."
      ))
  }

  /// Returns the people if this machine's person may decide about them.
  ///
  /// - Parameter orAnyMember: true if any member may decide.
  /// - Throws: `MessageError` if the diary isn't shared, or the person isn't an owner or no longer
  ///   a member.
  func ownerPeople(orAnyMember: Bool = false) async throws(MessageError) -> [KnownPerson] {
    if let joining = try await diary(await repository.joining()) {
      throw MessageError(
        DiaryError.account(.notApproved(verificationWords: joining.verificationWords)).line)
    }
    guard let people = try await diary(await repository.people()) else {
      throw MessageError(
        localized("This diary isn't shared. To create one to share: photodiary share NAME ADDRESS"))
    }
    guard let own = people.first(where: \.isCurrentUser) else {
      throw MessageError(DiaryError.account(.notAMember).line)
    }
    guard !own.isRemoved else { throw MessageError(DiaryError.account(.removed).line) }
    guard orAnyMember || own.role == .owner else {
      throw MessageError(DiaryError.account(.notAnOwner).line)
    }
    return people
  }

  /// Withdraws the invitation of a request.
  private func decline(_ request: JoinRequest) async throws(MessageError) {
    for remote in try listedRemotes() {
      do {
        let (_, failure) = try await using(remote) {
          pass in
          try await pass.list()
          try await pass.remove(JoinFiles.all(of: request.invitation, in: pass.listing))
          pass.memory.requests.removeAll { $0.invitation == request.invitation }
        }
        if let failure { throw failure }
      } catch {
        throw SyncFailure(error).error
      }
    }
  }
}

// MARK: -

/// Creates a shared diary, invites people, and asks to join.
extension SyncEngine {
  /// The default name of the remote of a shared diary.
  package static let sharedRemote = "home"

  /// Turns the diary into one that others can join, at an address. Returns its new recovery words.
  ///
  /// - Throws: `MessageError` if the diary can't be written, or the remote can't be added.
  package func share(
    at address: String, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> AddedRemote {
    try await diary(await repository.beginSharing())
    return try await begin(
      NewRemote(name: Self.sharedRemote, address: address), as: .share, progress: progress)
  }

  /// Creates an invitation for one person, or for a further device of this machine's person.
  ///
  /// - Throws: `MessageError` if the person may not invite, or the invitation can't be sent.
  package func invite(
    to name: String, forOwnDevice isForOwn: Bool,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> Invitation {
    let people = try await ownerPeople(orAnyMember: isForOwn)
    guard let own = people.first(where: \.isCurrentUser),
      let id = try await diary(await repository.diaryID())
    else { throw MessageError(DiaryError.account(.notAMember).line) }
    guard let remote = try listedRemotes().first(where: { !$0.isPlain }) else {
      throw MessageError(unknownRemoteMessage(Self.sharedRemote))
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
    do {
      let (_, failure) = try await using(remote, progress: progress) {
        pass in
        try await pass.run()
        try await pass.put(letter, of: invitation)
      }
      if let failure { throw failure }
    } catch {
      throw SyncFailure(error).error
    }
    return invitation
  }

  /// Sends a request to join by an invitation, in an empty folder. Returns the person who asks.
  ///
  /// - Parameters:
  ///   - address: the remote's address, if it differs on this machine.
  ///   - name: the name of the person who asks.
  /// - Throws: `MessageError` if the invitation expired or was used, or the remote can't be
  ///   reached.
  package func join(
    _ invitation: Invitation, at address: String?, as name: String,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> JoiningPerson {
    guard invitation.expires >= now() else { throw SyncFailure.expiredInvitation.error }
    let address = address ?? invitation.address
    let configuration = RemoteConfiguration(
      NewRemote(name: Self.sharedRemote, address: address),
      address: try RemoteAddress(address, home: home))
    folder.forget(configuration.name)
    let device = try await diary(await repository.deviceID())
    let keys = try await diary(await repository.deviceKeys())
    var joined: JoiningPerson?
    do {
      let (_, failure) = try await using(configuration, progress: progress) {
        pass in
        let letter = try await pass.letter(of: invitation, device)
        let author = letter.person ?? Author(id: .random(), name: name)
        let request = JoinRequest(
          invitation: invitation.name, author, PersonDevice(id: device, keys: keys), at: now())
        let bytes: [UInt8]
        do throws(AgeError) {
          bytes = try request.sealed(
            to: invitation.identity.recipient, letter.diary, by: keys)
        } catch {
          throw KeyError.age(name: "join", error)
        }
        guard let file = JoinFiles.request(invitation.name, from: device) else { return }
        let person = JoiningPerson(
          diary: letter.diary, author: author, verificationWords: request.check(letter.diary))
        try await repository.recordJoining(person)
        try await pass.put([OutgoingFile(file, .bytes(bytes))])
        joined = person
      }
      if let failure { throw failure }
    } catch {
      throw SyncFailure(error).error
    }
    guard let joined else { throw SyncFailure.noInvitation(configuration.name).error }
    try write([configuration], for: configuration.name)
    return joined
  }

  /// Returns the person of this machine's pending request, or `nil`.
  package func joining() async -> JoiningPerson? { try? await repository.joining() }
}

extension SyncPass {
  /// Sends the invitation's file.
  fileprivate mutating func put(
    _ letter: InvitationLetter, of invitation: Invitation
  ) async throws {
    guard let file = JoinFiles.invitation(invitation.name) else { return }
    let bytes: [UInt8]
    do {
      bytes = try letter.sealed(to: invitation.identity.recipient)
    } catch {
      throw KeyError.age(name: file.path, error)
    }
    try await put([OutgoingFile(file, .bytes(bytes))])
  }

  /// Reads the invitation's file.
  ///
  /// - Throws: `SyncFailure.noInvitation` or `SyncFailure.usedInvitation` if it isn't valid any
  ///   more.
  fileprivate mutating func letter(
    of invitation: Invitation, _ device: ID<Device>
  ) async throws -> InvitationLetter {
    try await list()
    guard let file = JoinFiles.invitation(invitation.name), listing.files[file] != nil,
      let bytes = try await fetch([file])[file],
      let letter = InvitationLetter(bytes, with: invitation.identity),
      letter.diary == invitation.diary
    else { throw SyncFailure.noInvitation(configuration.displayAddress(home: nil)) }
    let others = JoinFiles.requests(of: invitation.name, in: listing).filter {
      $0 != JoinFiles.request(invitation.name, from: device)
    }
    guard others.isEmpty else { throw SyncFailure.usedInvitation }
    return letter
  }
}
