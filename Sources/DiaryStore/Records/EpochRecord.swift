import Age
import DiaryCore
import DiaryKeys

/// The diary's key from now on, which this device has made: what is written later is sealed to it alone.
struct EpochRecord: Hashable, Sendable {
  let number: Int
  let recipient: AgeRecipient
  /// Checks the proofs of devices that were made with the key.
  let authority: VerifyingKey
  /// The devices that were given the key; others need the recovery words.
  let devices: [ID<Device>]
  /// The devices that write no longer, each with how many lines it had written by then, as far as
  /// they were known: later ones count no more.
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
      (1...Keyring.lastEpoch).contains(number),
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

/// How many lines each device had written.
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
