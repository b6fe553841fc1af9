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

  /// Stands for the diary's id in the founding line, whose sum becomes that id.
  static let unfounded = ID<FoundedDiary>(high: 0, low: 0)

  private let bytes: [UInt8]

  /// Signs what stands in a line before its signature.
  init(
    of line: [UInt8], diary: ID<FoundedDiary>, device: ID<Device>, by keys: DeviceKeys
  ) {
    bytes = keys.signature(of: Self.message(line, diary, device), Self.context)
  }

  /// Reads the signature of a line without its line end; `nil` if it has none.
  init?(in line: UnsafeRawBufferPointer) {
    let envelope = RevisionLine.envelope(of: line)
    let digits = envelope.dropFirst(Self.signed(envelope).count)
      .dropFirst(Self.opening.count).dropLast()
    guard !digits.isEmpty, let bytes = hexadecimalBytes(String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.bytes = bytes
  }

  /// The signed part of an envelope: all of it, if it has no signature.
  static func signed(_ envelope: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    let length = opening.count + 2 * size + 1
    return envelope.suffix(length).starts(with: opening) ? envelope.dropLast(length) : envelope[...]
  }

  /// Whether a device has signed this line for one of these diaries. A founding line is signed for none.
  func isValid(
    for line: UnsafeRawBufferPointer, _ record: DiaryRecord?, of diaries: [ID<FoundedDiary>],
    device: ID<Device>, key: VerifyingKey
  ) -> Bool {
    if case .founding = record {
      return isValid(for: line, diary: Self.unfounded, device: device, key: key)
    }
    return diaries.contains { isValid(for: line, diary: $0, device: device, key: key) }
  }

  /// Whether a device has signed this line, from which the signature was read.
  private func isValid(
    for line: UnsafeRawBufferPointer, diary: ID<FoundedDiary>, device: ID<Device>, key: VerifyingKey
  ) -> Bool {
    let signed = Self.signed(RevisionLine.envelope(of: line))
    return key.isValid(bytes, of: Self.message(Array(signed), diary, device), Self.context)
  }

  private static func message(
    _ line: [UInt8], _ diary: ID<FoundedDiary>, _ device: ID<Device>
  ) -> [UInt8] {
    Array("\(diary)\n\(device)\n".utf8) + line
  }

  /// With a comma in front.
  var members: [UInt8] { Self.opening + Array("\(hexadecimal(bytes))\"".utf8) }
}
