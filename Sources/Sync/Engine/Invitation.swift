import Crypto
import DiaryCore
import DiaryStore
import System

/// A text that one person gives another to let them ask to join a diary: `pd1:…`.
///
/// It contains the diary's id, so that no host can substitute another diary, and the remote's
/// address. Its secret key opens the files of the request, and not the diary.
package struct Invitation: Sendable {
  package static let prefix = "pd1:"
  /// The validity in milliseconds: 14 days.
  static let lifetime: Int64 = 14 * 86_400_000

  let identity: AgeIdentity
  let diary: ID<FoundedDiary>
  /// The diary's name, chosen by the inviting person.
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

  /// The name of the invitation's folder on the remote.
  var name: String { Self.name(of: identity.recipient) }

  static func name(of recipient: AgeRecipient) -> String {
    hexadecimal(SHA256.hash(data: Array(recipient.description.utf8)).prefix(8))
  }

  // MARK: Text

  private static let (secretSize, diarySize, timeSize, sumSize) = (32, 16, 4, 4)
  /// The bytes before the name.
  private static let headSize = secretSize + diarySize + timeSize + 1

  /// The invitation on one line. In base64url: the secret, the diary's id, the second of expiry,
  /// the length of the diary's name, the name, the address, and a checksum against typing errors.
  package var text: String {
    var bytes = identity.secret + (hexadecimalBytes(diary.description) ?? [])
    defer { bytes.wipe() }
    let seconds = UInt32(clamping: expires.milliseconds / 1000)
    bytes += (0..<Self.timeSize).map { UInt8(truncatingIfNeeded: seconds >> (24 - 8 * $0)) }
    // The length has one byte.
    let name = Array(diaryName.utf8.prefix(255))
    bytes += [UInt8(name.count)] + name + Array(address.utf8)
    bytes += Self.sum(of: bytes)
    return Self.prefix
      + Base64.text(bytes).replacing("+", with: "-").replacing("/", with: "_")
  }

  private static func sum(of bytes: some Sequence<UInt8>) -> [UInt8] {
    Array(SHA256.hash(data: Array(bytes)).prefix(sumSize))
  }

  /// Parses an invitation, ignoring white space; `nil` if it is incomplete.
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

/// The names of the files for joining on a remote. `join/<invitation>/invitation.age` is for the
/// invited person, `join/<invitation>/<device>.age` is a request.
enum JoinFiles {
  static let folder = "join/"
  private static let invitationName = "invitation.age"

  static func invitation(_ name: String) -> RemoteName? {
    RemoteName("\(folder)\(name)/\(invitationName)")
  }

  static func request(_ name: String, from device: ID<Device>) -> RemoteName? {
    RemoteName("\(folder)\(name)/\(device).age")
  }

  /// Returns all files of an invitation on the remote.
  static func all(of name: String, in listing: RemoteListing) -> [RemoteName] {
    listing.files.keys.filter { $0.path.hasPrefix("\(folder)\(name)/") }.sorted()
  }

  /// Returns the files of requests.
  static func requests(of name: String, in listing: RemoteListing) -> [RemoteName] {
    all(of: name, in: listing).filter { !$0.path.hasSuffix("/\(invitationName)") }
  }
}

/// The invitation's encrypted file, which the invited person reads first.
struct InvitationLetter: Hashable {
  let diary: ID<FoundedDiary>
  /// The name of the person who invites.
  let host: String
  /// The person who adds a further device; `nil` if another person is invited.
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

/// A request to join a shared diary.
struct JoinRequest: Hashable, Sendable {
  /// The name of the invitation's folder.
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

  /// Returns the words that both sides compare.
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

  /// Opens and parses a request; `nil` unless the device that it names signed it for this diary.
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

/// The words that two people compare before one approves the other's request.
enum PersonCheck {
  static func words(
    _ person: AuthorID, _ device: PersonDevice, in diary: ID<FoundedDiary>
  ) -> [String] {
    VerificationPhrase.words(
      for: "\(diary)\n\(person)\n\(device.id)\n\(hexadecimal(device.key.bytes))\n"
        + device.recipient.description)
  }
}

// MARK: -

/// Handles requests, membership and key renewal in a shared diary.
extension SyncPass {
  /// Reads the pending requests, and removes files of invitations that were answered or have
  /// expired.
  mutating func receiveRequests() async throws {
    memory.requests = []
    guard let diary = try await repository.diaryID(),
      let people = try await repository.people(),
      let own = people.first(where: \.isCurrentUser), !own.isRemoved
    else { return }
    let devices = Set(people.flatMap(\.devices).map(\.id))
    var served: [RemoteName] = []
    for invitation in try await repository.invitations() {
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
      // A request in the name of a member counts only if that member was invited.
      memory.requests += requests.filter { request in
        invitation.person == nil
          ? !people.contains { $0.id == request.author.id } : request.author.id == invitation.person
      }
    }
    if own.role == .owner { try await remove(served) }
  }

  /// Checks that this device's person is still a member. For someone who left, first sends the
  /// lines that announce it and everything written before.
  ///
  /// - Throws: `DiaryError.account(.removed)` or `SyncFailure.keyNotGiven`.
  mutating func requireMembership(isMissingKey: Bool) async throws {
    let people = try await repository.people()
    if let own = people?.first(where: \.isCurrentUser), own.isRemoved {
      if own.hasLeft {
        try await sendLines()
        try await exchangeAssets()
      }
      throw DiaryError.account(.removed)
    }
    if isMissingKey { throw SyncFailure.keyNotGiven(configuration.name) }
  }

  /// Creates a new key if a removed device has the current one, or if this machine lost the key
  /// that it created. From then on lines are encrypted with it. Returns true if a key was created.
  mutating func renewKey() async throws -> Bool {
    guard case .sealed(let keyring) = sealing else { return false }
    let isOutdated = try await repository.isKeyOutdated(keyring.current.identity.recipient)
    if !isOutdated { guard try await isNewestKeyLost() else { return false } }
    let next = keyring.withNextEpoch()
    try await keys.save(next, under: RecoveryWords())
    try await keys.save(next)
    let devices = try await repository.knownDevices()
    try await repository.beginEpoch(
      next.current, for: devices.filter(\.receivesKeys).map(\.id))
    sealing = .sealed(next)
    return true
  }

  /// Returns true if this machine announced the newest key and no longer has it, as when its data
  /// was restored from a backup before any remote had the key.
  private func isNewestKeyLost() async throws -> Bool {
    guard let own = try await repository.newestLocalKey() else {
      return false
    }
    let known = try await keys.local()
    return known?.keys.contains { $0.identity.recipient == own } == false
  }
}
