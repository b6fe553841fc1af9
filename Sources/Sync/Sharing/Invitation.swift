import Age
import Crypto
import DiaryCore
import DiaryStore

/// What one person gives another so that they can ask to be let in to a diary: `pd1:…`.
///
/// It names the diary, so that no host can lead to another one, and the place where it lies; with its secret
/// an answer is sealed that nobody else reads. It is no key to the diary.
package struct Invitation: Sendable {
  package static let prefix = "pd1:"
  /// In milliseconds: 14 days.
  static let lifetime: Int64 = 14 * 86_400_000

  let identity: AgeIdentity
  let diary: ID<FoundedDiary>
  /// What whoever invites calls the diary.
  package let diaryName: String
  package let expires: Timestamp
  package let address: String

  init(
    _ identity: AgeIdentity, diary: ID<FoundedDiary>, named name: String, expires: Timestamp,
    address: String
  ) {
    (self.identity, self.diary, diaryName) = (identity, diary, name)
    (self.expires, self.address) = (expires, address)
  }

  /// In the names of its files.
  var name: String { Self.name(of: identity.recipient) }

  static func name(of recipient: AgeRecipient) -> String {
    hexadecimal(SHA256.hash(data: Array(recipient.description.utf8)).prefix(8))
  }

  // MARK: As text

  private static let (secretSize, diarySize, timeSize, sumSize) = (32, 16, 4, 4)
  /// In bytes, of all that stands before the name.
  private static let headSize = secretSize + diarySize + timeSize + 1

  /// On one line: the secret, the diary's id, the second when it expires, how long the diary's name is, the
  /// name, the address, and a sum that tells slips of the pen, as base64url.
  package var text: String {
    var bytes = identity.secret + (hexadecimalBytes(diary.description) ?? [])
    defer { bytes.wipe() }
    let seconds = UInt32(clamping: expires.milliseconds / 1000)
    bytes += (0..<Self.timeSize).map { UInt8(truncatingIfNeeded: seconds >> (24 - 8 * $0)) }
    // A person gave it, and it is a short one.
    let name = Array(diaryName.utf8.prefix(255))
    bytes += [UInt8(name.count)] + name + Array(address.utf8)
    bytes += Self.sum(of: bytes)
    return Self.prefix
      + Base64.text(bytes).replacing("+", with: "-").replacing("/", with: "_")
  }

  private static func sum(of bytes: some Sequence<UInt8>) -> [UInt8] {
    Array(SHA256.hash(data: Array(bytes)).prefix(sumSize))
  }

  /// Reads what a person was given, with white space around it or in it; `nil` when it isn't whole.
  package init?(_ text: String) {
    let text = text.filter { !$0.isWhitespace }
    guard text.hasPrefix(Self.prefix), text.utf8.count < 4096 else { return nil }
    let digits = text.dropFirst(Self.prefix.count).replacing("-", with: "+")
      .replacing("_", with: "/")
    guard var bytes = Base64.bytes(digits.utf8), bytes.count > Self.headSize + Self.sumSize,
      Self.sum(of: bytes.dropLast(Self.sumSize)) == bytes.suffix(Self.sumSize)
    else { return nil }
    defer { bytes.wipe() }
    var rest = bytes.dropLast(Self.sumSize)
    func take(_ count: Int) -> ArraySlice<UInt8> {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    guard let identity = AgeIdentity(secret: take(Self.secretSize)),
      let diary = ID<FoundedDiary>(hexadecimal(take(Self.diarySize)))
    else { return nil }
    let seconds = take(Self.timeSize).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let length = Int(take(1).first ?? 0)
    let name = String(decoding: take(length), as: UTF8.self).printable
    self.init(
      identity, diary: diary, named: name, expires: Timestamp(milliseconds: seconds * 1000),
      address: String(decoding: rest, as: UTF8.self))
  }
}
