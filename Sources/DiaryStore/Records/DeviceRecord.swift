import DiaryCore
import DiaryKeys

/// A device that writes to a diary: the one whose line this is.
struct DeviceRecord: Hashable, Sendable {
  /// What people call it; the machine's name, unless they gave it another one.
  let name: String
  let key: VerifyingKey

  private static let (nameName, keyName) = ("name", "key")

  init(name: String, key: VerifyingKey) { (self.name, self.key) = (name, key) }

  init?(_ json: JSONValue) {
    guard let name = json[Self.nameName]?.string,
      let key = json[Self.keyName]?.string.flatMap({ hexadecimalBytes($0) })
        .flatMap({ VerifyingKey($0) })
    else { return nil }
    self.init(name: name, key: key)
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.nameName, .string(name)),
      JSONMember(Self.keyName, .string(hexadecimal(key.bytes))),
    ]
  }
}
