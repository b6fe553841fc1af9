import Age
import DiaryCore
import DiaryKeys
import System

/// The people of a diary on disk that several share.
extension DiskRepository {
  // MARK: Whose this machine is

  private var thisDevice: ID<Device> { deviceFile.existingID ?? ID(high: 0, low: 0) }

  /// The person whose device this is, or who asks here to be let in; `nil` in one's own diary.
  func ownPerson() throws(DiaryError) -> Author? {
    if let people = follower.records.people {
      return people.member(with: thisDevice).map { Author(id: $0.id, name: $0.name) }
    }
    return follower.records.diary == nil ? try JoiningFile(layout: layout).read()?.author : nil
  }

  package func writingObstacle() throws(DiaryError) -> AccountError? {
    if isFollowed { return .follower }
    try catchUp()
    guard let people = follower.records.people else {
      guard follower.records.diary == nil else { return nil }
      return try JoiningFile(layout: layout).read().map { .notApproved(check: $0.check) }
    }
    return switch people.obstacle(for: thisDevice) {
    case nil: nil
    case .reader: .reader
    case .removed: .removed
    case .stranger, .unproved, .unshared, .foreignAuthor, .wrongFolder, .notAnOwner, .malformed:
      .noPlace
    }
  }

  /// Throws where others share the diary, and this device is none of theirs.
  func requirePlace() throws(DiaryError) {
    switch try writingObstacle() {
    case nil, .reader, .removed: break
    case .some(let obstacle): throw .account(obstacle)
    }
  }

  private func requireMayWrite() throws(DiaryError) {
    if let obstacle = try writingObstacle() { throw .account(obstacle) }
  }

  /// Entries as they may be saved here: in a shared diary those that come anew get ids that say whose they
  /// are. Throws where somebody may not write, or the entry is another person's.
  func owned(_ entries: [Entry]) throws(DiaryError) -> [Entry] {
    guard follower.records.people != nil else { return entries }
    try requireMayWrite()
    guard let author = try ownPerson()?.id else { return entries }
    var owned: [Entry] = []
    for entry in entries {
      var entry = entry
      if entry.heads.isEmpty {
        entry.id = EntryOwnership.id(entry.id, by: author)
        entry.author = author
      } else if entry.author != author {
        throw .notTheAuthor(title: entry.displayTitle)
      }
      owned.append(entry)
    }
    return owned
  }

  /// A comment as it may be saved here: in a shared diary one that comes anew gets an id that says whose it
  /// is. Throws where somebody may not write, or the comment is another person's.
  func owned(_ comment: EntryComment) throws(DiaryError) -> EntryComment {
    guard follower.records.people != nil else { return comment }
    try requireMayWrite()
    guard let author = try ownPerson()?.id else { return comment }
    guard comment.author == author else { throw .notTheCommenter }
    var comment = comment
    comment.id = EntryOwnership.id(comment.id, by: author)
    return comment
  }

  /// Those that somebody may remove for good here: in a shared diary their own.
  func ownEntries(of entries: [Entry]) throws(DiaryError) -> [Entry] {
    guard follower.records.people != nil else { return entries }
    let author = try ownPerson()?.id
    return entries.filter { $0.author == author }
  }

  /// Counts the lines that only this machine shows, see `RefusedLines.Reason.unshared`.
  package func unsharedLines() throws(DiaryError) -> Int {
    try catchUp()
    return follower.records.refusals.reduce(0) { $0 + ($1.key.isShown ? $1.value : 0) }
  }

  func refusedLines() -> [RefusedLines] {
    let records = follower.records
    return records.refusals.sorted { $0.key < $1.key }.map { refusal, count in
      RefusedLines(
        device: refusal.device,
        deviceName: records.name(of: refusal.device) ?? records.device(refusal.device)?.name,
        person: records.people?.member(with: refusal.device)?.name, reason: refusal.reason,
        count: count)
    }
  }

  // MARK: What others may

  /// Whose lines are taken, where several share the diary.
  func sharedTrust() throws(DiaryError) -> LineTrust? {
    if let people = follower.records.people { return .members(people.diary) }
    guard follower.records.diary == nil else { return nil }
    if let diary = try FollowedFile(layout: layout).diary() { return .members(diary) }
    return try JoiningFile(layout: layout).read().map { .members($0.diary) }
  }

  /// What a person's device signs with, where several share the diary.
  func sharedKey(of device: ID<Device>) throws(DiaryError) -> VerifyingKey? {
    follower.records.people?.device(device)?.key
  }

  /// Whether what is new may be sealed to a device: in a shared diary, if it is a member's.
  func isOfPerson(_ device: ID<Device>, _ recipient: AgeRecipient) -> Bool {
    guard let people = follower.records.people else { return true }
    return people.member(with: device)?.isRemoved == false
      && people.device(device)?.recipient == recipient
  }

  /// Devices of members that have told nothing of themselves.
  func letInDevices(besides known: Set<ID<Device>>) -> [KnownDevice] {
    (follower.records.people?.members ?? []).flatMap { member in
      member.devices.filter { !known.contains($0.id) }.map { device in
        KnownDevice(
          id: device.id, name: member.name, recipient: device.recipient, wantsPreviews: false,
          isRemoved: member.isRemoved, isUnproved: false)
      }
    }
  }

  /// The devices that people let in after they had been removed: nothing that those write counts.
  package func voidDevices() throws(DiaryError) -> Set<ID<Device>> {
    try catchUp()
    return follower.records.voidDevices
  }

  // MARK: People

  /// Who shares the diary, the most senior first; `nil` in one's own diary.
  package func people() throws(DiaryError) -> [KnownPerson]? {
    try catchUp()
    let own = thisDevice
    return follower.records.people?.members.map { member in
      KnownPerson(
        id: member.id, name: member.name, role: member.role, isRemoved: member.isRemoved,
        hasLeft: member.hasLeft, isThis: member.devices.contains { $0.id == own },
        devices: member.devices)
    }
  }

  /// All whose entries stand in the diary, by their names.
  package func authors() throws(DiaryError) -> [Author] {
    try catchUp()
    if let people = follower.records.people { return people.authors }
    return [try existingOwner()].compactMap(\.self)
  }

  /// The diary's id; `nil` until it begins.
  package func diaryID() throws(DiaryError) -> ID<FoundedDiary>? {
    try catchUp()
    return follower.records.diary
  }

  /// Who asks here to be let in, before that has been done.
  package func joining() throws(DiaryError) -> JoiningPerson? {
    try catchUp()
    return follower.records.diary == nil ? try JoiningFile(layout: layout).read() : nil
  }

  /// Notes that this machine has asked to be let in.
  package func noteJoining(_ person: JoiningPerson) throws(DiaryError) {
    try JoiningFile(layout: layout).write(person)
  }

  /// Makes the diary one that several people may share, of which its author is the first owner.
  package func beginSharing() async throws(DiaryError) {
    let author = try await owner()
    try await introduceDevice(nil)
    guard try people() == nil else { return }
    var record = PersonRecord(author.id)
    (record.name, record.role) = (author.name, .owner)
    try await decide(record)
  }

  /// Lets somebody in with a device. For who is in already, the device is a further one.
  package func admit(
    _ person: Author, as role: PersonRole, with device: PersonDevice
  ) async throws(DiaryError) {
    var record = PersonRecord(person.id)
    let isKnown = try people()?.contains { $0.id == person.id } == true
    if !isKnown { (record.name, record.role) = (person.name, role) }
    record.devices = [device]
    try await decide(record)
  }

  /// Gives somebody another role from now on.
  package func change(_ person: AuthorID, to role: PersonRole) async throws(DiaryError) {
    var record = PersonRecord(person)
    record.role = role
    try await decide(record)
  }

  /// Has somebody be no longer in the diary: what they write from now on isn't shown.
  package func remove(_ person: AuthorID) async throws(DiaryError) {
    var record = PersonRecord(person)
    record.isRemoved = true
    try await decide(record)
  }

  /// Calls whose device this is by another name; `nil` in one's own diary.
  func renameOwnPerson(to name: String) async throws(DiaryError) -> Author? {
    try requirePlace()
    guard follower.records.people != nil, let author = try ownPerson() else { return nil }
    var record = PersonRecord(author.id)
    record.name = name
    try await decide(record)
    return Author(id: author.id, name: name)
  }

  private func decide(_ record: PersonRecord) async throws(DiaryError) {
    let lock = try await storeLock()
    var record = record
    record.seen = try lineCounts()
    if let people = follower.records.people, people.obstacle(for: thisDevice) == .removed {
      throw .account(.removed)
    }
    try append([.person(record)])
    _ = consume lock
  }

  /// Whether a device has that key of the diary which was removed since, or which a person has who was.
  /// Of a diary that several share an owner's device says so.
  package func isKeyOutdated(_ recipient: AgeRecipient) throws(DiaryError) -> Bool {
    try catchUp()
    let records = follower.records
    guard let people = records.people else { return records.isKeyOutdated(recipient) }
    guard people.member(with: thisDevice)?.role == .owner,
      people.obstacle(for: thisDevice) == nil
    else { return false }
    return records.isKeyOutdated(recipient, people)
  }

  /// The newest key of one's own diary, where this machine has made it.
  package func newestOwnKey() throws(DiaryError) -> AgeRecipient? {
    try catchUp()
    let records = follower.records
    return records.people == nil ? records.newestKey(by: deviceFile.verifyingKey) : nil
  }

  // MARK: Invitations

  /// Gives an invitation to somebody.
  package func invite(
    by identity: AgeIdentity, until expires: Timestamp, for person: AuthorID?
  ) async throws(DiaryError) {
    let lock = try await storeLock()
    try catchUp()
    try append([.invitation(InvitationRecord(identity, expires: expires, for: person))])
    _ = consume lock
  }

  /// The invitations that were given so far, the first ones first.
  package func invitations() throws(DiaryError) -> [KnownInvitation] {
    try catchUp()
    return follower.records.invitations.map {
      KnownInvitation(identity: $0.identity, expires: $0.expires, person: $0.person)
    }
  }
}

/// Somebody in a diary that several share.
package struct KnownPerson: Hashable, Sendable {
  package let id: AuthorID
  package let name: String
  package let role: PersonRole
  package let isRemoved: Bool
  /// Whether they removed themselves.
  package let hasLeft: Bool
  /// Whether this machine is theirs.
  package let isThis: Bool
  package let devices: [PersonDevice]
}

/// An invitation that was given to somebody.
package struct KnownInvitation: Sendable {
  /// What answers are sealed to.
  package let identity: AgeIdentity
  package let expires: Timestamp
  /// Whose further device it is for; `nil` for another person.
  package let person: AuthorID?
}
