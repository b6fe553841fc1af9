import DiaryCore
import DiaryKeys

/// The signature of a line, of Ed25519, which the last line of each append has. Because each line names
/// the one before it by its sum, it is one of all lines up to there: a hundred thousand imported
/// entries take one.
///
/// It is of the diary's id, a line end, the device's id, a line end, and the bytes of the line before
/// the characters `,"sig":`, in a context that says that it is of a line.
struct LineSignature: Hashable, Sendable {
  static let memberName = "sig"
  private static let context = SigningContext("photodiary/line/2")
  private static let opening = Array(",\"\(memberName)\":\"".utf8)
  /// In bytes.
  private static let size = 64

  private let bytes: [UInt8]

  /// Signs what stands in a line before its signature.
  init(
    of line: [UInt8], diary: ID<FoundedDiary>, device: ID<Device>, by keys: DeviceKeys
  ) {
    bytes = keys.signature(of: Self.message(line, diary, device), Self.context)
  }

  /// That of a line without its line end; `nil` when it has none.
  init?(in line: UnsafeRawBufferPointer) {
    let digits = RevisionLine.beforeSum(line).dropFirst(Self.signed(line).count)
      .dropFirst(Self.opening.count).dropLast()
    guard !digits.isEmpty, let bytes = hexadecimalBytes(String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.bytes = bytes
  }

  /// The part of a line that is signed: all of it before the sum, if it has no signature.
  private static func signed(_ line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    let body = RevisionLine.beforeSum(line)
    let length = opening.count + 2 * size + 1
    return body.suffix(length).starts(with: opening) ? body.dropLast(length) : body
  }

  /// Whether a device has signed the line that this one is of.
  func isValid(
    for line: UnsafeRawBufferPointer, diary: ID<FoundedDiary>, device: ID<Device>, key: VerifyingKey
  ) -> Bool {
    key.isValid(bytes, of: Self.message(Array(Self.signed(line)), diary, device), Self.context)
  }

  private static func message(
    _ line: [UInt8], _ diary: ID<FoundedDiary>, _ device: ID<Device>
  ) -> [UInt8] {
    Array("\(diary)\n\(device)\n".utf8) + line
  }

  /// With a comma in front.
  var members: [UInt8] { Self.opening + Array("\(hexadecimal(bytes))\"".utf8) }
}
