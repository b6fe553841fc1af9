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

/// `following.json`: this is a public diary of somebody else, which is read here and never written. It says
/// which diary it has to be, where that is known.
struct FollowedFile {
  let layout: StoreLayout

  private static let diaryName = "diary"

  var exists: Bool { FileSystem.exists(layout.following) }

  /// The diary that it has to be.
  func diary() throws(DiaryError) -> ID<FoundedDiary>? {
    guard exists else { return nil }
    let bytes = try OpenFile.reading(layout.following).bytes(from: 0, atMost: 4096)
    let json = try? JSONParser.parse(bytes)
    return json?[Self.diaryName]?.string.flatMap { ID<FoundedDiary>($0) }
  }

  func write(_ diary: ID<FoundedDiary>?) throws(DiaryError) {
    try FileSystem.makeFolders(layout.root)
    let json: JSONValue = [Self.diaryName: .optional(diary?.description)]
    try DurableFile.write(JSONWriter.bytes(json) + [0x0A], to: layout.following)
  }
}

extension DiskRepository {
  /// Notes that what comes here is a public diary of somebody else, and which one, if that is known.
  package func noteFollowing(_ diary: ID<FoundedDiary>?) throws(DiaryError) {
    try FollowedFile(layout: layout).write(diary)
  }

  /// Whether this is a public diary of somebody else.
  package nonisolated var isFollowed: Bool { FollowedFile(layout: layout).exists }
}

/// `joining.json`: who asked on this machine to be let in to a diary of other people, of which nothing is
/// here before that. It goes once the diary has come.
struct JoiningFile {
  let layout: StoreLayout

  private static let (diaryName, personName) = ("diary", "person")
  private static let (nameName, checkName) = ("name", "check")

  func read() throws(DiaryError) -> JoiningPerson? {
    guard FileSystem.status(of: layout.joining) != nil else { return nil }
    let bytes = try OpenFile.reading(layout.joining).bytes(from: 0, atMost: 4096)
    guard let json = try? JSONParser.parse(bytes),
      let diary = json[Self.diaryName]?.string.flatMap({ ID<FoundedDiary>($0) }),
      let person = json[Self.personName]?.string, let name = json[Self.nameName]?.string
    else { return nil }
    return JoiningPerson(
      diary: diary, author: Author(id: AuthorID(person), name: name),
      check: json[Self.checkName]?.array?.compactMap(\.string) ?? [])
  }

  func write(_ person: JoiningPerson) throws(DiaryError) {
    try FileSystem.makeFolders(layout.root)
    let json: JSONValue = [
      Self.diaryName: .string(person.diary.description),
      Self.personName: .string(person.author.id.description),
      Self.nameName: .string(person.author.name),
      Self.checkName: .array(person.check.map { .string($0) }),
    ]
    try DurableFile.write(JSONWriter.bytes(json) + [0x0A], to: layout.joining)
  }
}

/// Who asks on this machine to be let in, and to which diary.
package struct JoiningPerson: Hashable, Sendable {
  package let diary: ID<FoundedDiary>
  package let author: Author
  /// The words that both sides compare.
  package let check: [String]

  package init(diary: ID<FoundedDiary>, author: Author, check: [String]) {
    (self.diary, self.author, self.check) = (diary, author, check)
  }
}

/// Carrying on a diary that several people shared: what they wrote goes into a new one in their names.
extension DiskRepository {
  /// Makes the diary one that carries on another, and takes entries of that with what is said under them,
  /// each in the name of its author. Nothing of others counts before `endCarryingOn`.
  package func carryOn(
    _ entries: [Entry], _ comments: [EntryComment]
  ) async throws(DiaryError) {
    let lock = try await storeLock()
    try catchUp()
    let known = follower.known
    let signer = try deviceLog.signer(known)
    var batch = deviceLog.batch(signer, after: follower.clock)
    var authors: [ID<Entry>: AuthorID] = [:]
    for entry in entries { authors[entry.id] = entry.author }
    batch.add(
      comments.compactMap { comment in
        guard let author = authors[comment.entry] else { return nil }
        return .comment(CommentRecord(comment.owned(by: comment.author, onEntryBy: author)))
      })
    batch.add(
      entries.map { entry in
        var copy = entry
        copy.id = EntryOwnership.id(entry.id, by: entry.author)
        (copy.heads, copy.origin) = ([], nil)
        return copy
      })
    let part = try deviceLog.append(batch, signer, known)
    _ = consume lock
    take(part)
  }

  /// Says who the authors are that were copied: from now on what was written in their names counts, and
  /// nothing more.
  package func endCarryingOn(_ authors: [Author]) async throws(DiaryError) {
    let own = try await owner().id
    let lock = try await storeLock()
    let seen = try lineCounts()
    let records = authors.filter { $0.id != own }.map { author in
      var record = PersonRecord(author.id)
      (record.name, record.isCopied, record.seen) = (author.name, true, seen)
      return DiaryRecord.person(record)
    }
    if !records.isEmpty { try append(records) }
    _ = consume lock
    follower.forget()
    try catchUp()
  }
}
