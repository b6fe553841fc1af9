import DiaryCore

/// Two lines that follow the same one, because two machines wrote as one device: a disk was cloned, or
/// an old copy of the machine came back. All of them count, and nobody writes as that device any more.
struct ForkRecord: Hashable, Sendable {
  let device: ID<Device>
  /// The line that both follow, here or gone for good; `nil` when both are the first.
  let line: ID<Revision>?

  private static let (deviceName, lineName) = ("of", "after")

  init(of device: ID<Device>, after line: ID<Revision>?) {
    (self.device, self.line) = (device, line)
  }

  init?(_ json: JSONValue) {
    guard let device = json[Self.deviceName]?.string.flatMap({ ID<Device>($0) }) else { return nil }
    self.init(of: device, after: json[Self.lineName]?.string.flatMap { ID<Revision>($0) })
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.deviceName, .string(device.description)),
      JSONMember(Self.lineName, .optional(line?.description)),
    ]
  }
}
