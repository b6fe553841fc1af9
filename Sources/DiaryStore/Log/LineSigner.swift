import DiaryCore
import DiaryKeys

/// Signs lines in a device's name.
struct LineSigner {
  let device: ID<Device>
  /// The diary that the lines are of; `nil` while they begin it.
  var diary: ID<FoundedDiary>?
  let keys: DeviceKeys

  /// `nil` for the line that begins the diary: the one after it is signed.
  func signature(of line: [UInt8]) -> LineSignature? {
    diary.map { LineSignature(of: line, diary: $0, device: device, by: keys) }
  }
}
