import Age
import DiaryCore
import DiaryKeys

/// A device that writes to a diary: the one whose line this is.
struct DeviceRecord: Hashable, Sendable {
  /// What people call it; the machine's name, unless they gave it another one.
  let name: String
  let key: VerifyingKey
  /// What the diary's keys are sealed to for it.
  let recipient: AgeRecipient
  /// Whether it keeps previews of photos that are on other machines, which have to be made there.
  var wantsPreviews = false
  /// That whoever wrote this had the diary's key, once the diary has one.
  var proof: DeviceProof?

  private static let (nameName, keyName) = ("name", "key")
  private static let (recipientName, proofName) = ("recipient", "proof")
  private static let previewsName = "previews"

  init(name: String, keys: DeviceKeys) {
    (self.name, key, recipient) = (name, keys.verifyingKey, keys.identity.recipient)
  }

  init?(_ json: JSONValue) {
    guard let name = json[Self.nameName]?.string,
      let key = json[Self.keyName]?.string.flatMap({ VerifyingKey(hexadecimal: $0) }),
      let recipient = json[Self.recipientName]?.string.flatMap({ AgeRecipient($0) })
    else { return nil }
    (self.name, self.key, self.recipient) = (name, key, recipient)
    wantsPreviews = json[Self.previewsName]?.bool == true
    proof = json[Self.proofName].flatMap { DeviceProof($0) }
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.nameName, .string(name)),
      JSONMember(Self.keyName, .string(key.text)),
      JSONMember(Self.recipientName, .string(recipient.description)),
    ] + (wantsPreviews ? [JSONMember(Self.previewsName, .bool(true))] : [])
      + (proof.map { [JSONMember(Self.proofName, $0.json)] } ?? [])
  }
}

/// A signature with the diary's key, which says that a device may write to the diary.
struct DeviceProof: Hashable, Sendable {
  let epoch: Int
  private let signature: [UInt8]

  private static let context = SigningContext("photodiary/device/2")

  init(of device: ID<Device>, _ record: DeviceRecord, by key: DiaryKey) {
    epoch = key.epoch
    signature = key.signature(of: Self.message(device, record), Self.context)
  }

  /// Whether one of these keys has made it for this device.
  func isValid(for device: ID<Device>, _ record: DeviceRecord, by keys: [DiaryKey]) -> Bool {
    keys.contains { $0.epoch == epoch && isValid(for: device, record, by: $0.verifyingKey) }
  }

  func isValid(
    for device: ID<Device>, _ record: DeviceRecord, by authority: VerifyingKey
  ) -> Bool { authority.isValid(signature, of: Self.message(device, record), Self.context) }

  private static func message(_ device: ID<Device>, _ record: DeviceRecord) -> [UInt8] {
    Array("\(device)\n\(record.key.text)\n\(record.recipient)".utf8)
  }

  private static let (epochName, signatureName) = ("epoch", "sig")

  init?(_ json: JSONValue) {
    guard let epoch = json[Self.epochName]?.integer,
      let signature = json[Self.signatureName]?.string.flatMap({ hexadecimalBytes($0) })
    else { return nil }
    (self.epoch, self.signature) = (epoch, signature)
  }

  var json: JSONValue {
    [Self.epochName: .integer(epoch), Self.signatureName: .string(hexadecimal(signature))]
  }
}
