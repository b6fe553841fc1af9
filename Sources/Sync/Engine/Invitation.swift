import Age
import Crypto
import DiaryCore
import DiaryKeys
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

// MARK: -

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

// MARK: -

/// What a sync does for the people of a shared diary.
extension SyncPass {
  /// Reads who asks to be let in, and removes the files of invitations that have served.
  mutating func receiveRequests() async throws(SyncFailure) {
    memory.requests = []
    guard let diary = try await SyncFailure.diary(await repository.diaryID()),
      let people = try await SyncFailure.diary(await repository.people()),
      let own = people.first(where: \.isThis), !own.isRemoved
    else { return }
    let devices = Set(people.flatMap(\.devices).map(\.id))
    var served: [RemoteName] = []
    for invitation in try await SyncFailure.diary(await repository.invitations()) {
      guard own.role == .owner || invitation.person == own.id else { continue }
      let name = Invitation.name(of: invitation.identity.recipient)
      let files = try await fetch(JoinFiles.requests(of: name, in: listing))
      let requests = files.sorted { $0.key < $1.key }.compactMap { file, bytes -> JoinRequest? in
        guard let request = JoinRequest(bytes, with: invitation.identity, diary),
          request.invitation == name, request.time <= invitation.expires
        else { return nil }
        return JoinFiles.request(name, from: request.device.id) == file ? request : nil
      }
      if requests.contains(where: { devices.contains($0.device.id) })
        || requests.isEmpty && invitation.expires < now()
      {
        served += JoinFiles.all(of: name, in: listing)
        continue
      }
      // Nobody asks in the name of who is in already, unless they were invited to.
      memory.requests += requests.filter { request in
        invitation.person == nil
          ? !people.contains { $0.id == request.author.id } : request.author.id == invitation.person
      }
    }
    if own.role == .owner { try await remove(served) }
  }

  /// Throws when the person whose device this is can't go on in a shared diary. Of somebody who has left it
  /// others are told so, with what they wrote until then.
  mutating func requireMembership(lacksKey: Bool) async throws(SyncFailure) {
    let people = try await SyncFailure.diary(await repository.people())
    if let own = people?.first(where: \.isThis), own.isRemoved {
      if own.hasLeft {
        try await sendLines()
        try await exchangeAssets()
      }
      throw .diary(.account(.removed))
    }
    if lacksKey { throw .keyNotGiven(configuration.name) }
  }

  /// Makes a new key where somebody was removed who has the current one, or where this machine lost the one
  /// that it had made. What goes now is sealed to it. Returns whether it did.
  mutating func renewKey() async throws(SyncFailure) -> Bool {
    guard case .sealed(let keyring) = sealing else { return false }
    let isOutdated = try await SyncFailure.diary(
      await repository.isKeyOutdated(keyring.current.identity.recipient))
    if !isOutdated { guard try await isOwnKeyLost() else { return false } }
    let next = keyring.advanced()
    try await keys.keep(next, under: RecoveryWords())
    try await keys.keep(next)
    let devices = try await SyncFailure.diary(await repository.knownDevices())
    try await SyncFailure.diary(
      await repository.beginEpoch(
        next.current, for: devices.filter(\.isGivenKeys).map(\.id)))
    sealing = .sealed(next)
    return true
  }

  /// Whether this machine has told of the newest key and no longer has it, as when what it remembers was put
  /// back before any remote had that key.
  private func isOwnKeyLost() async throws(SyncFailure) -> Bool {
    guard let own = try await SyncFailure.diary(await repository.newestOwnKey()) else {
      return false
    }
    let known = try await keys.local()
    return known?.keys.contains { $0.identity.recipient == own } == false
  }
}
