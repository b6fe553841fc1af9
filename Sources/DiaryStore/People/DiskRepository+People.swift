import Crypto
import DiaryCore
import System

/// Manages the people who share a diary on disk.
extension DiskRepository {
  // MARK: This machine

  private var thisDevice: ID<Device> { deviceFile.existingID ?? ID(high: 0, low: 0) }

  /// Returns the person whose device this is, or who wants to join the diary, or `nil` in a private
  /// diary.
  func ownPerson() throws -> Author? {
    if let people = tailer.records.people {
      return people.member(with: thisDevice).map { Author(id: $0.id, name: $0.name) }
    }
    return tailer.records.diary == nil ? try JoiningFile(layout: layout).read()?.author : nil
  }

  /// Returns the reason why nothing can be written on this machine, or `nil` if it can.
  ///
  /// - Throws: an error if the logs can't be read.
  package func writingObstacle() throws -> AccountError? {
    if isFollowed { return .follower }
    try catchUp()
    guard let people = tailer.records.people else {
      guard tailer.records.diary == nil else { return nil }
      return try JoiningFile(layout: layout).read().map {
        .notApproved(verificationWords: $0.verificationWords)
      }
    }
    return switch people.obstacle(for: thisDevice) {
    case nil: nil
    case .viewer: .viewer
    case .removed: .removed
    case .stranger, .unproved, .unshared, .foreignAuthor, .wrongFolder, .notAnOwner, .malformed:
      .notAMember
    }
  }

  /// Checks that this device belongs to one of the people who share the diary.
  ///
  /// - Throws: `DiaryError.account` if it doesn't.
  func requirePlace() throws {
    switch try writingObstacle() {
    case nil, .viewer, .removed: break
    case .some(let obstacle): throw DiaryError.account(obstacle)
    }
  }

  /// Checks that the person may write on this machine.
  ///
  /// - Throws: `DiaryError.account` if not.
  func requireMayWrite() throws {
    if let obstacle = try writingObstacle() { throw DiaryError.account(obstacle) }
  }

  /// Returns the entries as they may be saved here. In a shared diary, new entries get IDs that
  /// identify their author.
  ///
  /// - Throws: `DiaryError` if the person may not write, or an entry is another person's.
  func owned(_ entries: [Entry]) throws -> [Entry] {
    guard tailer.records.people != nil else { return entries }
    try requireMayWrite()
    guard let author = try ownPerson()?.id else { return entries }
    var owned: [Entry] = []
    for entry in entries {
      var entry = entry
      if entry.heads.isEmpty {
        entry.id = EntryOwnership.id(entry.id, by: author)
        entry.author = author
      } else if entry.author != author {
        throw DiaryError.notTheAuthor(title: entry.displayTitle)
      }
      owned.append(entry)
    }
    return owned
  }

  /// Returns a comment as it may be saved here. In a shared diary, it gets an ID that identifies
  /// its author.
  ///
  /// - Throws: `DiaryError` if the person may not write, or the comment is another person's.
  func owned(_ comment: EntryComment) throws -> EntryComment {
    guard tailer.records.people != nil else { return comment }
    try requireMayWrite()
    guard let author = try ownPerson()?.id else { return comment }
    guard comment.author == author else { throw DiaryError.notTheCommenter }
    var comment = comment
    comment.id = EntryOwnership.id(comment.id, by: author)
    return comment
  }

  /// Returns the entries that may be removed permanently here: in a shared diary, only the person's
  /// own.
  func ownEntries(of entries: [Entry]) throws -> [Entry] {
    guard tailer.records.people != nil else { return entries }
    let author = try ownPerson()?.id
    return entries.filter { $0.author == author }
  }

  /// Returns the number of lines that only this machine shows: see `RefusedLines.Reason.unshared`.
  ///
  /// - Throws: an error if the logs can't be read.
  package func unsharedLines() throws -> Int {
    try catchUp()
    return tailer.records.refusals.reduce(0) { $0 + ($1.key.isShown ? $1.value : 0) }
  }

  /// Returns the refused lines by device and reason.
  func refusedLines() -> [RefusedLines] {
    let records = tailer.records
    return records.refusals.sorted { $0.key < $1.key }.map { refusal, count in
      RefusedLines(
        device: refusal.device,
        deviceName: records.name(of: refusal.device) ?? records.device(refusal.device)?.name,
        person: records.people?.member(with: refusal.device)?.name, reason: refusal.reason,
        count: count)
    }
  }

  // MARK: Trust

  /// Returns the trust that applies to received lines in a shared diary, or `nil` in a private one.
  func sharedTrust() throws -> LineTrust? {
    if let people = tailer.records.people { return .members(people.diary) }
    guard tailer.records.diary == nil else { return nil }
    if let diary = try FollowedFile(layout: layout).diary() { return .members(diary) }
    return try JoiningFile(layout: layout).read().map { .members($0.diary) }
  }

  /// Returns `true` if new data may be sealed to a device: in a shared diary, if it is a member's.
  func isOfPerson(_ device: ID<Device>, _ recipient: AgeRecipient) -> Bool {
    guard let people = tailer.records.people else { return true }
    return people.member(with: device)?.isRemoved == false
      && people.device(device)?.recipient == recipient
  }

  /// Returns the devices that belong to no one in a shared diary.
  ///
  /// - Throws: an error if the logs can't be read.
  package func strangers(among devices: Set<ID<Device>>) throws -> Set<ID<Device>> {
    try catchUp()
    guard let people = tailer.records.people else { return [] }
    return devices.filter { people.member(with: $0) == nil }
  }

  /// Returns devices of members that have not registered themselves.
  func approvedDevices(excluding known: Set<ID<Device>>) -> [KnownDevice] {
    (tailer.records.people?.members ?? []).flatMap { member in
      member.devices.filter { !known.contains($0.id) }.map { device in
        KnownDevice(
          id: device.id, name: member.name, recipient: device.recipient, wantsPreviews: false,
          isRemoved: member.isRemoved, isUnverified: false)
      }
    }
  }

  /// Returns the devices approved by people after they had been removed. Their lines don't count.
  ///
  /// - Throws: an error if the logs can't be read.
  package func invalidDevices() throws -> Set<ID<Device>> {
    try catchUp()
    return tailer.records.invalidDevices
  }

  // MARK: People

  /// Returns the people who share the diary, the most senior first, or `nil` in a private diary.
  ///
  /// - Throws: an error if the logs can't be read.
  package func people() throws -> [KnownPerson]? {
    try catchUp()
    let records = tailer.records
    guard let people = records.people else { return nil }
    let own = people.member(with: thisDevice)?.id
    let renewed = records.allDevices.keys.sorted().filter { people.original(of: $0) != $0 }
    return people.members.map { member in
      KnownPerson(
        id: member.id, name: member.name, role: member.role, isRemoved: member.isRemoved,
        hasLeft: member.hasLeft, isCurrentUser: member.id == own,
        devices: member.devices
          + renewed.filter { people.member(with: $0)?.id == member.id }.compactMap(people.device))
    }
  }

  /// Returns the authors of entries in the diary, with their names.
  ///
  /// - Throws: an error if the logs or the owner can't be read.
  package func authors() throws -> [Author] {
    try catchUp()
    if let people = tailer.records.people { return people.authors }
    return [try existingAuthor()].compactMap(\.self)
  }

  /// Returns `true` if the diary isn't of one person alone: it has been prepared for others, or it
  /// has comments.
  ///
  /// - Throws: an error if the logs can't be read.
  package func isShared() throws -> Bool {
    try catchUp()
    return tailer.records.people != nil || tailer.comments.isAnyCurrent
  }

  /// Returns the diary's ID, or `nil` if it has no founding line yet.
  ///
  /// - Throws: an error if the logs can't be read.
  package func diaryID() throws -> ID<FoundedDiary>? {
    try catchUp()
    return tailer.records.diary
  }

  /// Returns the person who wants to join the diary on this machine, until they are approved.
  ///
  /// - Throws: an error if the logs or the request can't be read.
  package func joining() throws -> JoiningPerson? {
    try catchUp()
    return tailer.records.diary == nil ? try JoiningFile(layout: layout).read() : nil
  }

  /// Stores the request of this machine to join a diary.
  ///
  /// - Throws: an error if writing fails.
  package func recordJoining(_ person: JoiningPerson) throws {
    try JoiningFile(layout: layout).write(person)
  }

  /// Prepares the diary for sharing, with its author as the first owner.
  ///
  /// - Throws: an error if the store can't be locked, read or written.
  package func beginSharing() async throws {
    let author = try await author()
    try await registerDevice(nil)
    guard try people() == nil else { return }
    var record = PersonRecord(author.id)
    (record.name, record.role) = (author.name, .owner)
    try await decide(record)
  }

  /// Approves a person with a device. For a member, the device is added to the others.
  ///
  /// - Throws: an error if the store can't be locked, read or written.
  package func approve(
    _ person: Author, as role: PersonRole, with device: PersonDevice
  ) async throws {
    var record = PersonRecord(person.id)
    let isKnown = try people()?.contains { $0.id == person.id } == true
    if !isKnown { (record.name, record.role) = (person.name, role) }
    record.devices = [device]
    try await decide(record)
  }

  /// Changes a person's role.
  ///
  /// - Throws: an error if the store can't be locked, read or written.
  package func change(_ person: AuthorID, to role: PersonRole) async throws {
    var record = PersonRecord(person)
    record.role = role
    try await decide(record)
  }

  /// Removes a person from the diary: what they write from now on isn't shown.
  ///
  /// - Throws: an error if the store can't be locked, read or written.
  package func remove(_ person: AuthorID) async throws {
    var record = PersonRecord(person)
    record.isRemoved = true
    try await decide(record)
  }

  /// Renames the person whose device this is. Returns `nil` in a private diary.
  ///
  /// - Throws: an error if this device has no place in the diary, or the store can't be
  ///   written.
  func renameOwnPerson(to name: String) async throws -> Author? {
    try requirePlace()
    guard tailer.records.people != nil, let author = try ownPerson() else { return nil }
    var record = PersonRecord(author.id)
    record.name = name
    try await decide(record)
    return Author(id: author.id, name: name)
  }

  private func decide(_ record: PersonRecord) async throws {
    let lock = try await storeLock()
    var record = record
    record.seen = try lineCounts()
    if let people = tailer.records.people, people.obstacle(for: thisDevice) == .removed {
      throw DiaryError.account(.removed)
    }
    try append([.person(record)])
    _ = consume lock
  }

  /// Returns `true` if a device that was removed, or one of a person who was, has this key of the
  /// diary. In a shared diary, only an owner's device returns `true`.
  ///
  /// - Throws: an error if the logs can't be read.
  package func isKeyOutdated(_ recipient: AgeRecipient) throws -> Bool {
    try catchUp()
    let records = tailer.records
    guard let people = records.people else { return records.isKeyOutdated(recipient) }
    guard people.member(with: thisDevice)?.role == .owner,
      people.obstacle(for: thisDevice) == nil
    else { return false }
    return records.isKeyOutdated(recipient, people)
  }

  /// Returns the newest key of a private diary if this machine created it.
  ///
  /// - Throws: an error if the logs can't be read.
  package func newestLocalKey() throws -> AgeRecipient? {
    try catchUp()
    let records = tailer.records
    return records.people == nil ? records.newestKey(by: deviceFile.verifyingKey) : nil
  }

  // MARK: Invitations

  /// Records an invitation.
  ///
  /// - Throws: an error if the store can't be locked, read or written.
  package func invite(
    by identity: AgeIdentity, until expires: Timestamp, for person: AuthorID?
  ) async throws {
    let lock = try await storeLock()
    try catchUp()
    try append([.invitation(InvitationRecord(identity, expires: expires, for: person))])
    _ = consume lock
  }

  /// Returns the invitations so far, the oldest first.
  ///
  /// - Throws: an error if the logs can't be read.
  package func invitations() throws -> [KnownInvitation] {
    try catchUp()
    return tailer.records.invitations.map {
      KnownInvitation(identity: $0.identity, expires: $0.expires, person: $0.person)
    }
  }
}

/// A person in a shared diary.
package struct KnownPerson: Hashable, Sendable {
  package let id: AuthorID
  package let name: String
  package let role: PersonRole
  package let isRemoved: Bool
  /// `true` if they removed themselves.
  package let hasLeft: Bool
  /// `true` if this machine is theirs.
  package let isCurrentUser: Bool
  package let devices: [PersonDevice]
}

/// An invitation to a shared diary.
package struct KnownInvitation: Sendable {
  /// The identity that answers are sealed to.
  package let identity: AgeIdentity
  package let expires: Timestamp
  /// The person whose additional device it is for, or `nil` if it is for a new person.
  package let person: AuthorID?
}

/// The file `following.json`, which marks a read-only copy of another person's public diary. It
/// contains the diary's ID, if known.
struct FollowedFile {
  let layout: StoreLayout

  private static let diaryName = "diary"

  var exists: Bool { FileSystem.exists(layout.following) }

  /// Returns the ID that the diary must have, or `nil` if it isn't known.
  func diary() throws -> ID<FoundedDiary>? {
    let bytes = try OpenFile.existing(layout.following)?.bytes(from: 0, atMost: 4096)
    let json = bytes.flatMap { try? JSONParser.parse($0) }
    return json?[Self.diaryName]?.string.flatMap { ID<FoundedDiary>($0) }
  }

  func write(_ diary: ID<FoundedDiary>?) throws {
    try FileSystem.makeFolders(layout.root)
    let json: JSONValue = [Self.diaryName: .optional(diary?.description)]
    try DurableFile.write(JSONWriter.bytes(json) + [0x0A], to: layout.following)
  }
}

extension DiskRepository {
  /// Marks the store as a copy of another person's public diary with that ID, if known.
  ///
  /// - Throws: an error if writing fails.
  package func recordFollowing(_ diary: ID<FoundedDiary>?) throws {
    try FollowedFile(layout: layout).write(diary)
  }

  /// `true` if this is another person's public diary.
  package nonisolated var isFollowed: Bool { FollowedFile(layout: layout).exists }
}

/// The file `joining.json`: the person who wants to join another diary on this machine. It has no
/// meaning once the diary has arrived.
struct JoiningFile {
  let layout: StoreLayout

  private static let (diaryName, personName) = ("diary", "person")
  private static let (nameName, checkName) = ("name", "check")

  /// Returns the person, or `nil` if the file is missing or damaged.
  func read() throws -> JoiningPerson? {
    let bytes = try OpenFile.existing(layout.joining)?.bytes(from: 0, atMost: 4096)
    guard let bytes, let json = try? JSONParser.parse(bytes),
      let diary = json[Self.diaryName]?.string.flatMap({ ID<FoundedDiary>($0) }),
      let person = json[Self.personName]?.string, let name = json[Self.nameName]?.string
    else { return nil }
    return JoiningPerson(
      diary: diary, author: Author(id: AuthorID(person), name: name),
      verificationWords: json[Self.checkName]?.array?.compactMap(\.string) ?? [])
  }

  func write(_ person: JoiningPerson) throws {
    try FileSystem.makeFolders(layout.root)
    let json: JSONValue = [
      Self.diaryName: .string(person.diary.description),
      Self.personName: .string(person.author.id.description),
      Self.nameName: .string(person.author.name),
      Self.checkName: .array(person.verificationWords.map { .string($0) }),
    ]
    try DurableFile.write(JSONWriter.bytes(json) + [0x0A], to: layout.joining)
  }
}

/// A person who wants to join a diary on this machine.
package struct JoiningPerson: Hashable, Sendable {
  package let diary: ID<FoundedDiary>
  package let author: Author
  /// The words that both sides compare.
  package let verificationWords: [String]

  package init(diary: ID<FoundedDiary>, author: Author, verificationWords: [String]) {
    (self.diary, self.author, self.verificationWords) = (diary, author, verificationWords)
  }
}

/// Continues a diary that several people shared: their entries are copied into a new one in their
/// names.
extension DiskRepository {
  /// Copies entries and the comments on them from another diary, each in the name of its author.
  /// Other authors' entries and comments count only after `finishCopying`.
  ///
  /// - Throws: an error if the store can't be locked, read or written.
  package func copyEntries(_ entries: [Entry], _ comments: [EntryComment]) async throws {
    let lock = try await storeLock()
    try catchUp()
    let log = deviceLog
    var batch = try log.batch()
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
    let part = try log.append(batch)
    _ = consume lock
    apply(part)
  }

  /// Records the authors whose entries were copied. What was written in their names so far counts,
  /// and nothing later.
  ///
  /// - Throws: an error if the store can't be locked, read or written.
  package func finishCopying(_ authors: [Author]) async throws {
    let own = try await author().id
    let lock = try await storeLock()
    let seen = try lineCounts()
    let records = authors.filter { $0.id != own }.map { author in
      var record = PersonRecord(author.id)
      (record.name, record.isCopied, record.seen) = (author.name, true, seen)
      return DiaryRecord.person(record)
    }
    if !records.isEmpty { try append(records) }
    _ = consume lock
    tailer.forget()
    try catchUp()
  }
}
