import DiaryCore

/// The beginning of a diary: by whom, on which device, and the logs that were there before, as
/// version 0.1.0 had written them. Their lines aren't signed; that of the founding vouches for them.
struct FoundingRecord: Hashable, Sendable {
  let owner: OwnerRecord
  let device: DeviceRecord
  let logs: [VouchedLog]

  private static let ownerName = "owner"

  init(owner: OwnerRecord, device: DeviceRecord, logs: [VouchedLog]) {
    (self.owner, self.device, self.logs) = (owner, device, logs)
  }

  init?(_ json: JSONValue) {
    guard let owner = json[Self.ownerName].flatMap({ OwnerRecord($0) }),
      let device = DeviceRecord(json), let logs = VouchedLog.list(json[VouchedLog.listName])
    else { return nil }
    self.init(owner: owner, device: device, logs: logs)
  }

  var members: [JSONMember] {
    device.members + [
      JSONMember(Self.ownerName, .object(owner.members)),
      JSONMember(VouchedLog.listName, .array(logs.map(\.json))),
    ]
  }
}
