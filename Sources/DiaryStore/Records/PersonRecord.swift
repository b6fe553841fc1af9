import Crypto
import DiaryCore

/// A decision about a person in a shared diary. `DiaryPeople` determines if it is accepted.
struct PersonRecord: Hashable, Sendable {
  let person: AuthorID
  /// The person's new name.
  var name: String?
  /// The person's new role.
  var role: PersonRole?
  /// `true` if the person is removed from the diary.
  var isRemoved = false
  /// `true` if the device's earlier lines are a copy of the person's entries from a diary that this
  /// one continues.
  var isCopied = false
  /// Additional devices of the person.
  var devices: [PersonDevice] = []
  /// The number of lines of each device known then. Earlier lines aren't affected by the decision.
  var seen: [ID<Device>: Int] = [:]

  private static let (personName, nameName, roleName) = ("of", "name", "role")
  private static let (stateName, devicesName, seenName) = ("state", "devices", "seen")
  private static let (removed, copied) = ("removed", "copied")

  init(_ person: AuthorID) { self.person = person }

  init?(_ json: JSONValue) {
    guard let person = json[Self.personName]?.string, !person.isEmpty,
      let devices = json[Self.devicesName]?.array,
      let seen = json[Self.seenName].flatMap({ [ID<Device>: Int](lengths: $0) })
    else { return nil }
    self.init(AuthorID(person))
    name = json[Self.nameName]?.string
    if let text = json[Self.roleName]?.string {
      guard let role = PersonRole(rawValue: text) else { return nil }
      self.role = role
    }
    switch json[Self.stateName]?.string {
    case nil: break
    case Self.removed?: isRemoved = true
    case Self.copied?: isCopied = true
    default: return nil
    }
    self.devices = devices.compactMap { PersonDevice($0) }
    guard self.devices.count == devices.count else { return nil }
    self.seen = seen
  }

  var members: [JSONMember] {
    var members = [JSONMember(Self.personName, .string(person.description))]
    if let name { members.append(JSONMember(Self.nameName, .string(name))) }
    if let role { members.append(JSONMember(Self.roleName, .string(role.rawValue))) }
    if isRemoved { members.append(JSONMember(Self.stateName, .string(Self.removed))) }
    if isCopied { members.append(JSONMember(Self.stateName, .string(Self.copied))) }
    return members + [
      JSONMember(Self.devicesName, .array(devices.map(\.json))),
      JSONMember(Self.seenName, seen.lengthsJSON),
    ]
  }
}

/// A device that belongs to a person, with its keys.
package struct PersonDevice: Hashable, Sendable {
  package let id: ID<Device>
  package let key: VerifyingKey
  package let recipient: AgeRecipient

  private static let (idName, keyName, recipientName) = ("id", "key", "recipient")

  package init(id: ID<Device>, keys: DeviceKeys) {
    self.init(id: id, key: keys.verifyingKey, recipient: keys.identity.recipient)
  }

  init(id: ID<Device>, key: VerifyingKey, recipient: AgeRecipient) {
    (self.id, self.key, self.recipient) = (id, key, recipient)
  }

  package init?(_ json: JSONValue) {
    guard let id = json[Self.idName]?.string.flatMap({ ID<Device>($0) }),
      let key = json[Self.keyName]?.string.flatMap({ VerifyingKey(hexadecimal: $0) }),
      let recipient = json[Self.recipientName]?.string.flatMap({ AgeRecipient($0) })
    else { return nil }
    self.init(id: id, key: key, recipient: recipient)
  }

  package var json: JSONValue {
    [
      Self.idName: .string(id.description), Self.keyName: .string(key.text),
      Self.recipientName: .string(recipient.description),
    ]
  }
}

/// A new name for a device.
struct NameRecord: Hashable, Sendable {
  let device: ID<Device>
  let name: String

  private static let (deviceName, nameName) = ("of", "name")

  init(of device: ID<Device>, name: String) { (self.device, self.name) = (device, name) }

  init?(_ json: JSONValue) {
    guard let device = json[Self.deviceName]?.string.flatMap({ ID<Device>($0) }),
      let name = json[Self.nameName]?.string
    else { return nil }
    self.init(of: device, name: name)
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.deviceName, .string(device.description)),
      JSONMember(Self.nameName, .string(name)),
    ]
  }
}

/// An invitation to a shared diary. It is a record so that all owners can read requests to join.
struct InvitationRecord: Hashable, Sendable {
  /// The key to which the answer is encrypted. The invited person has it, too.
  let identity: AgeIdentity
  let expires: Timestamp
  /// The person who gets another device; `nil` for a new person.
  let person: AuthorID?

  private static let (keyName, expiresName, personName) = ("key", "expires", "of")

  init(_ identity: AgeIdentity, expires: Timestamp, for person: AuthorID?) {
    (self.identity, self.expires, self.person) = (identity, expires, person)
  }

  init?(_ json: JSONValue) {
    guard let identity = json[Self.keyName]?.string.flatMap({ AgeIdentity($0.utf8) }),
      let expires = json[Self.expiresName]?.string.flatMap({ Timestamp($0) })
    else { return nil }
    self.init(identity, expires: expires, for: json[Self.personName]?.string.map { AuthorID($0) })
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.keyName, .string(String(decoding: identity.text, as: UTF8.self))),
      JSONMember(Self.expiresName, .string(expires.description)),
    ] + (person.map { [JSONMember(Self.personName, .string($0.description))] } ?? [])
  }

  static func == (one: Self, other: Self) -> Bool {
    (one.identity.recipient, one.expires, one.person)
      == (other.identity.recipient, other.expires, other.person)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(identity.recipient) }
}

/// Entries that were permanently removed. Other machines cut off the bodies of the lines about them
/// that were seen by the machine that removed them; later lines are kept.
struct RemovalRecord: Hashable, Sendable {
  let entries: [ID<Entry>]
  /// The last line of each run of each device known then; empty for a device with lines of version
  /// 0.1.0 only.
  let seen: [ID<Device>: [RunTip]]
  /// The photos and attachments that were removed with the entries.
  let files: [AssetFile]
  /// The sums of lines that a repair found damaged and lost, in part or as a whole. Other machines
  /// keep their copies.
  let lost: [ID<Revision>]

  private static let (entriesName, seenName) = ("entries", "seen")
  private static let (filesName, lostName) = ("files", "lost")
  private static let (assetName, typeName) = ("asset", "type")

  init(
    entries: [ID<Entry>], seen: [ID<Device>: [RunTip]], files: [AssetFile] = [],
    lost: [ID<Revision>] = []
  ) {
    (self.entries, self.seen, self.files, self.lost) = (entries, seen, files, lost)
  }

  init?(_ json: JSONValue) {
    guard let entries = json[Self.entriesName]?.array,
      let seen = json[Self.seenName].flatMap({ [ID<Device>: [RunTip]](tips: $0) })
    else { return nil }
    let ids = entries.compactMap { $0.string.flatMap { ID<Entry>($0) } }
    guard ids.count == entries.count else { return nil }
    let files = json[Self.filesName]?.array?.compactMap { Self.file($0) } ?? []
    let lost = json[Self.lostName]?.array?.compactMap { $0.string.flatMap { ID<Revision>($0) } }
    self.init(entries: ids, seen: seen, files: files, lost: lost ?? [])
  }

  /// Returns the same record for some of the entries.
  func keeping(_ isKept: (ID<Entry>) -> Bool) -> RemovalRecord {
    RemovalRecord(entries: entries.filter(isKept), seen: seen, files: files, lost: lost)
  }

  /// Returns the same record with the files that were removed with the entries.
  func with(files: Set<AssetFile>) -> RemovalRecord {
    RemovalRecord(
      entries: entries, seen: seen, files: files.sorted { $0.asset < $1.asset }, lost: lost)
  }

  private static func file(_ json: JSONValue) -> AssetFile? {
    guard let asset = json[assetName]?.string.flatMap({ AssetID($0) }),
      let type = json[typeName]?.string
    else { return nil }
    return AssetFile(asset: asset, type: MediaType(type))
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.entriesName, .array(entries.map { .string($0.description) })),
      JSONMember(Self.seenName, seen.tipsJSON),
      JSONMember(
        Self.filesName,
        .array(
          files.map { file in
            [
              Self.assetName: .string(file.asset.description),
              Self.typeName: .string(file.type.description),
            ]
          })),
    ]
      + (lost.isEmpty
        ? [] : [JSONMember(Self.lostName, .array(lost.map { .string($0.description) }))])
  }
}

/// A state of a comment on an entry. The newest state counts.
struct CommentRecord: Hashable, Sendable {
  let comment: EntryComment

  private static let (entryName, idName, authorName) = ("entry", "comment", "author")
  private static let (createdName, modifiedName, textName) = ("created", "modified", "text")
  private static let (stateName, removed) = ("state", "removed")

  private static let opening = Array("{\"\(DiaryRecord.memberName)\":\"comment\"".utf8)

  /// Returns `true` if a line contains a comment, provided that it is sound.
  static func matches(_ line: UnsafeRawBufferPointer) -> Bool { line.starts(with: opening) }

  init(_ comment: EntryComment) { self.comment = comment }

  /// Reads a line's object. Returns `nil` also for a comment that is too long.
  init?(_ json: JSONValue) {
    guard let body = json[RevisionLine.bodyName] else { return nil }
    guard let entry = json[Self.entryName]?.string.flatMap({ ID<Entry>($0) }),
      let id = json[Self.idName]?.string.flatMap({ ID<EntryComment>($0) }),
      let author = body[Self.authorName]?.string,
      let created = body[Self.createdName]?.string.flatMap({ Timestamp($0) }),
      let modified = body[Self.modifiedName]?.string.flatMap({ Timestamp($0) })
    else { return nil }
    let isRemoved = body[Self.stateName]?.string == Self.removed
    let text = body[Self.textName]?.string ?? ""
    guard isRemoved || !text.isBlank, text.utf8.count <= EntryComment.longest else { return nil }
    comment = EntryComment(
      id: id, entry: entry, author: AuthorID(author), created: created, modified: modified,
      text: isRemoved ? "" : text, isRemoved: isRemoved)
  }

  /// The members in the envelope, which identify the comment.
  var members: [JSONMember] {
    [
      JSONMember(Self.entryName, .string(comment.entry.description)),
      JSONMember(Self.idName, .string(comment.id.description)),
    ]
  }

  /// The members in the body: author, times and text.
  var body: [JSONMember] {
    [
      JSONMember(Self.authorName, .string(comment.author.description)),
      JSONMember(Self.createdName, .string(comment.created.description)),
      JSONMember(Self.modifiedName, .string(comment.modified.description)),
      comment.isRemoved
        ? JSONMember(Self.stateName, .string(Self.removed))
        : JSONMember(Self.textName, .string(comment.text)),
    ]
  }
}

/// A decision about a journal.
struct JournalDecision: Hashable, Sendable {
  let record: JournalRecord
  /// The members that this program doesn't know.
  let unknownMembers: [JSONMember]

  private static let names: Set = ["name", "color", "position", "locked", "deleted"]

  init(_ record: JournalRecord, unknownMembers: [JSONMember] = []) {
    (self.record, self.unknownMembers) = (record, unknownMembers)
  }

  /// Returns `nil` if the object contains no name.
  init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, !name.isBlank else { return nil }
    let record = JournalRecord(
      name: name, color: json["color"]?.string.flatMap(JournalColor.init),
      position: json["position"]?.integer, isLocked: json["locked"]?.bool ?? false,
      isDeleted: json["deleted"]?.bool ?? false)
    let unknown = (json.members ?? []).filter { member in
      // A newer program may have more colors.
      !Self.names.contains(member.name) && !RecordLine.hasMember(member.name)
        || member.name == "color" && record.color == nil && member.value.string != nil
    }
    self.init(record, unknownMembers: unknown)
  }

  var members: [JSONMember] {
    var members = [JSONMember("name", .string(record.name))]
    if let color = record.color { members.append(JSONMember("color", .string(color.rawValue))) }
    if let position = record.position { members.append(JSONMember("position", .integer(position))) }
    if record.isLocked { members.append(JSONMember("locked", .bool(true))) }
    if record.isDeleted { members.append(JSONMember("deleted", .bool(true))) }
    return members + unknownMembers.filter { $0.name != "color" || record.color == nil }
  }
}

/// A decision and its clock.
struct JournalLine: Hashable, Sendable {
  let decision: JournalDecision
  let clock: HybridClock
}

/// A decision about a saved search.
struct SearchRecord: Hashable, Sendable {
  let search: SavedSearch

  private static let (nameName, iconName, queryName) = ("name", "icon", "query")
  private static let deletedName = "deleted"

  init(_ search: SavedSearch) { self.search = search }

  /// Returns `nil` if the object contains no name or no query.
  init?(_ json: JSONValue) {
    guard let name = json[Self.nameName]?.string, !name.isBlank,
      let query = json[Self.queryName]?.string
    else { return nil }
    search = SavedSearch(
      name: name, icon: json[Self.iconName]?.string, query: query,
      isDeleted: json[Self.deletedName]?.bool ?? false)
  }

  var members: [JSONMember] {
    var members = [
      JSONMember(Self.nameName, .string(search.name)),
      JSONMember(Self.queryName, .string(search.query)),
    ]
    if let icon = search.icon { members.append(JSONMember(Self.iconName, .string(icon))) }
    if search.isDeleted { members.append(JSONMember(Self.deletedName, .bool(true))) }
    return members
  }
}

/// A new key of the diary, created by this device. Later changes are encrypted to it alone. Another
/// record of the same key introduces devices that have no key.
struct EpochRecord: Hashable, Sendable {
  let number: Int
  let recipient: AgeRecipient
  /// The key that verifies the proofs of devices made with the diary's key.
  let authority: VerifyingKey
  /// The devices that were given the key, or may write without it; others need the recovery words.
  let devices: [ID<Device>]
  /// The devices that may no longer write, each with the number of its lines known then. Later
  /// lines aren't accepted.
  let removed: [ID<Device>: Int]

  private static let (numberName, recipientName) = ("epoch", "recipient")
  private static let authorityName = "authority"
  private static let (devicesName, removedName) = ("devices", "removed")

  init(of key: DiaryKey, devices: [ID<Device>], removed: [ID<Device>: Int]) {
    (number, recipient, authority) = (key.epoch, key.identity.recipient, key.verifyingKey)
    (self.devices, self.removed) = (devices, removed)
  }

  init?(_ json: JSONValue) {
    guard let number = json[Self.numberName]?.integer,
      (1...Keyring.maxEpoch).contains(number),
      let recipient = json[Self.recipientName]?.string.flatMap({ AgeRecipient($0) }),
      let authority = json[Self.authorityName]?.string.flatMap({ VerifyingKey(hexadecimal: $0) }),
      let devices = json[Self.devicesName]?.array,
      let removed = json[Self.removedName].flatMap({ [ID<Device>: Int](lengths: $0) })
    else { return nil }
    let ids = devices.compactMap { $0.string.flatMap { ID<Device>($0) } }
    guard ids.count == devices.count else { return nil }
    (self.number, self.recipient, self.authority) = (number, recipient, authority)
    (self.devices, self.removed) = (ids, removed)
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.numberName, .integer(number)),
      JSONMember(Self.recipientName, .string(recipient.description)),
      JSONMember(Self.authorityName, .string(authority.text)),
      JSONMember(Self.devicesName, .array(devices.map { .string($0.description) })),
      JSONMember(Self.removedName, removed.lengthsJSON),
    ]
  }
}

/// The number of lines of each device.
extension [ID<Device>: Int] {
  init?(lengths json: JSONValue) {
    guard let members = json.members else { return nil }
    self = [:]
    for member in members {
      guard let device = ID<Device>(member.name), let count = member.value.integer, count >= 0
      else {
        return nil
      }
      self[device] = count
    }
  }

  var lengthsJSON: JSONValue {
    .object(
      sorted { $0.key < $1.key }.map { JSONMember($0.key.description, .integer($0.value)) })
  }
}
