import Age
import DiaryCore
import DiaryKeys

/// What was decided about a person of a diary that several share, by the device in whose log it stands.
/// Whether it counts is for `DiaryPeople` to say.
struct PersonRecord: Hashable, Sendable {
  let person: AuthorID
  /// What they are called from now on.
  var name: String?
  /// What they may do from now on.
  var role: PersonRole?
  /// Whether they are in the diary no longer.
  var isRemoved = false
  /// Whether what the device wrote before is a copy of that person's entries, out of a diary that this
  /// one carries on.
  var isCopied = false
  /// Devices that are theirs, from now on.
  var devices: [PersonDevice] = []
  /// How many lines of each device were known then: what a device wrote by that time stays as it was.
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

/// A device that belongs to a person, with the keys that are its own.
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
