import DiaryCore

/// What a device is called from now on.
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
