import Age
import DiaryCore

/// An invitation that was given to somebody, so that every owner can read who asks by it.
struct InvitationRecord: Hashable, Sendable {
  /// What an answer is sealed to; whoever was invited has it, too.
  let identity: AgeIdentity
  let expires: Timestamp
  /// Whose further device it is for; `nil` for another person.
  let person: AuthorID?

  private static let (keyName, expiresName, personName) = ("key", "expires", "of")

  init(_ identity: AgeIdentity, expires: Timestamp, for person: AuthorID?) {
    (self.identity, self.expires, self.person) = (identity, expires, person)
  }

  init?(_ json: JSONValue) {
    guard let identity = json[Self.keyName]?.string.flatMap({ AgeIdentity($0.utf8) }),
      let expires = json[Self.expiresName]?.string.flatMap({ Timestamp($0) })
    else { return nil }
    self.init(identity, expires: expires, for: json[Self.personName]?.string.map { AuthorID($0) })
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.keyName, .string(String(decoding: identity.text, as: UTF8.self))),
      JSONMember(Self.expiresName, .string(expires.description)),
    ] + (person.map { [JSONMember(Self.personName, .string($0.description))] } ?? [])
  }

  static func == (one: Self, other: Self) -> Bool {
    (one.identity.recipient, one.expires, one.person)
      == (other.identity.recipient, other.expires, other.person)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(identity.recipient) }
}
