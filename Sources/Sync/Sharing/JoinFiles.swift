import Age
import DiaryCore
import DiaryKeys
import DiaryStore

/// The files on a remote by which somebody is let in: `join/<invitation>/invitation.age` tells whoever has
/// the invitation what it is to, `join/<invitation>/<device>.age` is who asks.
enum JoinFiles {
  static let folder = "join/"
  private static let invitationName = "invitation.age"

  static func invitation(_ name: String) -> RemoteName? {
    RemoteName("\(folder)\(name)/\(invitationName)")
  }

  static func request(_ name: String, from device: ID<Device>) -> RemoteName? {
    RemoteName("\(folder)\(name)/\(device).age")
  }

  /// All files of an invitation that are there.
  static func all(of name: String, in listing: RemoteListing) -> [RemoteName] {
    listing.files.keys.filter { $0.path.hasPrefix("\(folder)\(name)/") }.sorted()
  }

  /// Those of whoever asks by it.
  static func requests(of name: String, in listing: RemoteListing) -> [RemoteName] {
    all(of: name, in: listing).filter { !$0.path.hasSuffix("/\(invitationName)") }
  }
}

/// What whoever was invited learns with the invitation.
struct InvitationLetter: Hashable {
  let diary: ID<FoundedDiary>
  /// Who invites.
  let host: String
  /// Who is invited to bring a further device; `nil` for another person.
  let person: Author?

  private static let (diaryName, hostName) = ("diary", "by")
  private static let (personName, personNameName) = ("person", "personName")

  init(diary: ID<FoundedDiary>, host: String, person: Author?) {
    (self.diary, self.host, self.person) = (diary, host, person)
  }

  init?(_ bytes: [UInt8], with identity: AgeIdentity) {
    guard let text = try? AgeReader.open(bytes, with: .identities([identity])),
      let json = try? JSONParser.parse(text),
      let diary = json[Self.diaryName]?.string.flatMap({ ID<FoundedDiary>($0) }),
      let host = json[Self.hostName]?.string
    else { return nil }
    let person = json[Self.personName]?.string.map {
      Author(id: AuthorID($0), name: json[Self.personNameName]?.string ?? "")
    }
    self.init(diary: diary, host: host, person: person)
  }

  func sealed(to recipient: AgeRecipient) throws(AgeError) -> [UInt8] {
    let json: JSONValue = [
      Self.diaryName: .string(diary.description), Self.hostName: .string(host),
      Self.personName: .optional(person?.id.description),
      Self.personNameName: .optional(person?.name),
    ]
    return try AgeWriter.seal(JSONWriter.bytes(json), to: .recipients([recipient]))
  }
}

/// Who asks to be let in.
struct JoinRequest: Hashable, Sendable {
  /// The invitation's, in the names of its files.
  let invitation: String
  let author: Author
  let device: PersonDevice
  let time: Timestamp

  private static let context = SigningContext("photodiary/join/1")
  private static let (invitationName, personName) = ("invitation", "person")
  private static let (nameName, deviceName, timeName) = ("name", "device", "time")
  private static let signatureName = "sig"

  init(invitation: String, _ author: Author, _ device: PersonDevice, at time: Timestamp) {
    (self.invitation, self.author) = (invitation, author)
    (self.device, self.time) = (device, time)
  }

  /// The words by which both sides know that it is the same.
  func check(_ diary: ID<FoundedDiary>) -> [String] {
    PersonCheck.words(author.id, device, in: diary)
  }

  private func message(_ diary: ID<FoundedDiary>) -> [UInt8] {
    Array("\(diary)\n".utf8) + JSONWriter.bytes(json)
  }

  func sealed(
    to recipient: AgeRecipient, _ diary: ID<FoundedDiary>, by keys: DeviceKeys
  ) throws(AgeError) -> [UInt8] {
    let signature = hexadecimal(keys.signature(of: message(diary), Self.context))
    var members = json.members ?? []
    members.append(JSONMember(Self.signatureName, .string(signature)))
    return try AgeWriter.seal(
      JSONWriter.bytes(.object(members)), to: .recipients([recipient]))
  }

  /// Reads what lies there; `nil` unless the device that it names has signed it for this diary.
  init?(_ bytes: [UInt8], with identity: AgeIdentity, _ diary: ID<FoundedDiary>) {
    guard let text = try? AgeReader.open(bytes, with: .identities([identity])),
      let json = try? JSONParser.parse(text), let request = JoinRequest(json),
      let signature = json[Self.signatureName]?.string.flatMap({ hexadecimalBytes($0) }),
      request.device.key.isValid(signature, of: request.message(diary), Self.context)
    else { return nil }
    self = request
  }

  init?(_ json: JSONValue) {
    guard let invitation = json[Self.invitationName]?.string,
      let person = json[Self.personName]?.string, (1...64).contains(person.utf8.count),
      let name = json[Self.nameName]?.string, name.utf8.count <= 200,
      let device = json[Self.deviceName].flatMap({ PersonDevice($0) }),
      let time = json[Self.timeName]?.string.flatMap({ Timestamp($0) })
    else { return nil }
    self.init(
      invitation: invitation, Author(id: AuthorID(person), name: name.printable), device, at: time)
  }

  var json: JSONValue {
    [
      Self.invitationName: .string(invitation),
      Self.personName: .string(author.id.description), Self.nameName: .string(author.name),
      Self.deviceName: device.json, Self.timeName: .string(time.description),
    ]
  }
}

/// The words that two people compare.
enum PersonCheck {
  static func words(
    _ person: AuthorID, _ device: PersonDevice, in diary: ID<FoundedDiary>
  ) -> [String] {
    CheckWords.words(
      for: "\(diary)\n\(person)\n\(device.id)\n\(hexadecimal(device.key.bytes))\n"
        + device.recipient.description)
  }
}
