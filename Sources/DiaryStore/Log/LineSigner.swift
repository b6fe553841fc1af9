import DiaryCore
import DiaryKeys

/// Signs lines in a device's name.
struct LineSigner {
  let device: ID<Device>
  /// The diary that the lines are of; `nil` while they begin it.
  var diary: ID<FoundedDiary>?
  let keys: DeviceKeys

  /// The line that begins the diary is signed for `LineSignature.unfounded`.
  func signature(of line: [UInt8]) -> LineSignature {
    LineSignature(
      of: line, diary: diary ?? LineSignature.unfounded, device: device, by: keys)
  }
}
