import Crypto
import DiaryCore
import System

/// A fact about the diary as a whole, not about one of its entries. It is stored as a line of a
/// log, and therefore synced like the entries' lines.
enum DiaryRecord: Hashable, Sendable {
  /// The first line of a diary. Its sum is the diary's ID.
  case founding(FoundingRecord)
  /// A new device of the diary, or its new name.
  case device(DeviceRecord)
  /// The owner of the diary, or their new name.
  case owner(OwnerRecord)
  /// A decision about a journal.
  case journal(JournalDecision)
  /// A decision about a saved search.
  case search(SearchRecord)
  /// Entries whose text was permanently removed.
  case removal(RemovalRecord)
  /// Logs of version 0.1.0 that arrived after the diary was founded.
  case oldLogs([VouchedLog])
  /// A new name for a device.
  case name(NameRecord)
  /// A new key of the diary.
  case epoch(EpochRecord)
  /// A decision about a person in a shared diary.
  case person(PersonRecord)
  /// An invitation.
  case invitation(InvitationRecord)
  /// A comment.
  case comment(CommentRecord)
  /// A record of a newer program.
  case unknown(kind: String, members: [JSONMember])

  /// The name of the member that every record's line begins with.
  static let memberName = "record"

  private enum Kind: String {
    case founding, device, owner, journal, search, removal, name, epoch, person, invitation, comment
    case oldLogs = "logs"
  }

  /// The value of `memberName`.
  var kind: String {
    switch self {
    case .founding: Kind.founding.rawValue
    case .device: Kind.device.rawValue
    case .owner: Kind.owner.rawValue
    case .journal: Kind.journal.rawValue
    case .search: Kind.search.rawValue
    case .removal: Kind.removal.rawValue
    case .oldLogs: Kind.oldLogs.rawValue
    case .name: Kind.name.rawValue
    case .epoch: Kind.epoch.rawValue
    case .person: Kind.person.rawValue
    case .invitation: Kind.invitation.rawValue
    case .comment: Kind.comment.rawValue
    case .unknown(let kind, _): kind
    }
  }

  /// The record's description of the device that wrote it.
  var device: DeviceRecord? {
    switch self {
    case .founding(let founding): founding.device
    case .device(let device): device
    default: nil
    }
  }

  /// The key in the record, if it is an epoch.
  var epoch: EpochRecord? { if case .epoch(let epoch) = self { epoch } else { nil } }

  /// The comment in the record, if it is one.
  var comment: EntryComment? {
    if case .comment(let record) = self { record.comment } else { nil }
  }

  /// The members of a line in addition to those that every line has.
  var members: [JSONMember] {
    switch self {
    case .founding(let founding): founding.members
    case .device(let device): device.members
    case .owner(let owner): owner.members
    case .journal(let decision): decision.members
    case .search(let record): record.members
    case .removal(let removal): removal.members
    case .oldLogs(let logs): [JSONMember(VouchedLog.listName, .array(logs.map(\.json)))]
    case .name(let name): name.members
    case .epoch(let epoch): epoch.members
    case .person(let person): person.members
    case .invitation(let invitation): invitation.members
    case .comment(let comment): comment.members
    case .unknown(_, let members): members
    }
  }

  /// The members of the line's body; `nil` for decisions, which have none.
  var body: [JSONMember]? {
    if case .comment(let record) = self { record.body } else { nil }
  }

  /// Reads the object of a line. Returns `nil` if a member that its kind requires is missing.
  init?(_ json: JSONValue) {
    guard let kind = json[Self.memberName]?.string else { return nil }
    let known: DiaryRecord? =
      switch Kind(rawValue: kind) {
      case .founding: FoundingRecord(json).map(Self.founding)
      case .device: DeviceRecord(json).map(Self.device)
      case .owner: OwnerRecord(json).map(Self.owner)
      case .journal: JournalDecision(json).map(Self.journal)
      case .search: SearchRecord(json).map(Self.search)
      case .removal: RemovalRecord(json).map(Self.removal)
      case .oldLogs: VouchedLog.list(json[VouchedLog.listName]).map(Self.oldLogs)
      case .name: NameRecord(json).map(Self.name)
      case .epoch: EpochRecord(json).map(Self.epoch)
      case .person: PersonRecord(json).map(Self.person)
      case .invitation: InvitationRecord(json).map(Self.invitation)
      case .comment: CommentRecord(json).map(Self.comment)
      case nil:
        .unknown(
          kind: kind, members: (json.members ?? []).filter { !RecordLine.hasMember($0.name) })
      }
    guard let known else { return nil }
    self = known
  }
}

/// A line of a log that contains a `DiaryRecord`.
struct RecordLine: Hashable, Sendable {
  let id: ID<Revision>
  let clock: HybridClock
  let device: ID<Device>
  /// The line's number among the device's lines; `nil` if it isn't from a log.
  let number: Int?
  let record: DiaryRecord

  private static let opening = Array("{\"\(DiaryRecord.memberName)\":\"".utf8)
  private static let names: Set<String> = [
    DiaryRecord.memberName, "clock", "device", "sum", ChainLink.previousName,
    ChainLink.appendName, ChainLink.numberName, LineSignature.memberName, RevisionLine.hashName,
    RevisionLine.bodyName,
  ]

  /// Returns `true` if every record's line has a member of that name, regardless of its kind.
  static func hasMember(_ name: String) -> Bool { names.contains(name) }

  /// Returns `true` if a line contains a record, provided that it is sound.
  static func matches(_ line: UnsafeRawBufferPointer) -> Bool { line.starts(with: opening) }

  /// Returns a line without its chain link.
  static func encode(
    _ record: DiaryRecord, clock: HybridClock, device: ID<Device>
  ) -> RevisionLine.Unlinked {
    RevisionLine.Unlinked(
      head: head(record, clock, device), rest: record.members, body: record.body)
  }

  private static func head(
    _ record: DiaryRecord, _ clock: HybridClock, _ device: ID<Device>
  ) -> [JSONMember] {
    [
      JSONMember(DiaryRecord.memberName, .string(record.kind)),
      JSONMember("clock", .string(clock.description)),
      JSONMember("device", .string(device.description)),
    ]
  }

  /// Reads a line without its line end. Returns `nil` if it is damaged, its body was cut off, or it
  /// is an entry's.
  init?(_ line: UnsafeRawBufferPointer) {
    guard Self.matches(line), let json = RevisionLine.json(of: line) else { return nil }
    self.init(json)
  }

  /// Reads the object of a line.
  init?(_ json: JSONValue) {
    guard let id = json["sum"]?.string.flatMap({ ID<Revision>($0) }),
      let clock = json["clock"]?.string.flatMap({ HybridClock($0) }),
      let device = json["device"]?.string.flatMap({ ID<Device>($0) }),
      let record = DiaryRecord(json)
    else { return nil }
    self.init(
      id: id, clock: clock, device: device, number: json[ChainLink.numberName]?.integer,
      record: record)
  }

  init(
    id: ID<Revision>, clock: HybridClock, device: ID<Device>, number: Int? = nil,
    record: DiaryRecord
  ) {
    (self.id, self.clock, self.device, self.record) = (id, clock, device, record)
    self.number = number
  }

  // The sum covers the complete line.
  static func == (one: Self, other: Self) -> Bool {
    (one.id, one.clock, one.device) == (other.id, other.clock, other.device)
      && one.record == other.record
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Creates a line for a decision about a journal from a file of version 0.1.0.
  init(_ line: JournalLine) {
    self.init(
      id: ID(high: 0, low: 0), clock: line.clock, device: ID(high: 0, low: 0),
      record: .journal(line.decision))
  }

  /// The line as an object, without its chain link.
  var json: JSONValue {
    .object(
      Self.head(record, clock, device)
        + (number.map { [JSONMember(ChainLink.numberName, .integer($0))] } ?? []) + record.members
        + [JSONMember("sum", .string(id.description))])
  }
}

/// The founding of a diary: its owner, its first device, and the existing logs that version 0.1.0
/// had written. Their lines aren't signed; the founding line vouches for them.
struct FoundingRecord: Hashable, Sendable {
  let owner: OwnerRecord
  let device: DeviceRecord
  let logs: [VouchedLog]

  private static let ownerName = "owner"

  init(owner: OwnerRecord, device: DeviceRecord, logs: [VouchedLog]) {
    (self.owner, self.device, self.logs) = (owner, device, logs)
  }

  init?(_ json: JSONValue) {
    guard let owner = json[Self.ownerName].flatMap({ OwnerRecord($0) }),
      let device = DeviceRecord(json), let logs = VouchedLog.list(json[VouchedLog.listName])
    else { return nil }
    self.init(owner: owner, device: device, logs: logs)
  }

  var members: [JSONMember] {
    device.members + [
      JSONMember(Self.ownerName, .object(owner.members)),
      JSONMember(VouchedLog.listName, .array(logs.map(\.json))),
    ]
  }
}

/// A log written by version 0.1.0: its number of lines, and the SHA-256 of their sums, one a line.
/// These lines aren't signed; a signed record vouches for them. A removed line leaves its sum (see
/// `RemovedLine`), so the log still matches.
struct VouchedLog: Hashable, Sendable {
  /// The name: `<device>/<yyyy-mm>.jsonl`.
  let log: String
  let content: Content

  /// The lines of a log, regardless of its name.
  struct Content: Hashable, Sendable {
    let lines: Int
    let digest: AssetID

    init(lines: Int, digest: AssetID) { (self.lines, self.digest) = (lines, digest) }

    /// Describes the content of a complete log.
    init(of log: [UInt8]) {
      self = log.withUnsafeBytes { bytes in
        var items = Items()
        while items.readLine(of: bytes) {}
        return items.content
      }
    }
  }

  var lines: Int { content.lines }
  var digest: AssetID { content.digest }

  static let listName = "logs"

  /// Describes the beginning of a log in its current state, up to an offset.
  init(_ log: String, upTo size: Int, in layout: StoreLayout) throws {
    let file = try layout.log(log).map()
    let bytes = UnsafeRawBufferPointer(rebasing: file.bytes.prefix(size))
    var items = Items()
    while items.readLine(of: bytes) {}
    try file.requireBytes()
    (self.log, content) = (log, items.content)
  }

  /// Returns the offset after the lines that are vouched for, or `nil` if the log doesn't begin
  /// with them.
  func end(in bytes: UnsafeRawBufferPointer) -> Int? {
    var items = Items()
    while items.count < lines {
      guard items.readLine(of: bytes) else { return nil }
    }
    return items.content == content ? items.end : nil
  }

  /// Hashes the sums of a log's lines.
  fileprivate struct Items {
    private(set) var count = 0
    /// The offset after the last line.
    private(set) var end = 0
    private var hash = SHA256()

    var content: Content { Content(lines: count, digest: AssetID(digest: hash.finalize())) }

    /// Reads the next line that isn't blank. Returns `false` at the end.
    mutating func readLine(of bytes: UnsafeRawBufferPointer) -> Bool {
      while let (line, next) = bytes.line(at: end) {
        end = next
        guard !line.isEmpty else { continue }
        hash.update(data: Array("\(VouchedLog.sum(of: line))\n".utf8))
        count += 1
        return true
      }
      return false
    }
  }

  /// Returns the sum that a line of version 0.1.0 contains. If it has none, returns the sum of its
  /// bytes.
  static func sum(of line: UnsafeRawBufferPointer) -> ID<Revision> {
    RemovedLine.sum(in: line) ?? RevisionLine.claimedID(of: line) ?? RevisionLine.sum(of: line)
  }

  // MARK: JSON

  var json: JSONValue {
    ["log": .string(log), "lines": .integer(lines), "sha256": .string(digest.description)]
  }

  private init?(_ json: JSONValue) {
    guard let log = json["log"]?.string, let lines = json["lines"]?.integer, lines >= 0,
      let digest = json["sha256"]?.string.flatMap({ AssetID($0) })
    else { return nil }
    (self.log, content) = (log, Content(lines: lines, digest: digest))
  }

  /// Reads a list of logs. Returns `nil` if one of them is invalid.
  static func list(_ json: JSONValue?) -> [VouchedLog]? {
    guard let values = json?.array else { return nil }
    let logs = values.compactMap { VouchedLog($0) }
    return logs.count == values.count ? logs : nil
  }
}

/// A device that writes to the diary: the one whose line this is.
struct DeviceRecord: Hashable, Sendable {
  /// The device's name; the host name, unless the user chose another one.
  let name: String
  let key: VerifyingKey
  /// The recipient to which the diary's keys are encrypted for the device.
  let recipient: AgeRecipient
  /// `true` if the device keeps previews of photos on other machines, which have to create them.
  var wantsPreviews = false
  /// The proof that the device had the diary's key, once the diary has one.
  var proof: DeviceProof?

  private static let (nameName, keyName) = ("name", "key")
  private static let (recipientName, proofName) = ("recipient", "proof")
  private static let previewsName = "previews"

  init(name: String, keys: DeviceKeys) {
    (self.name, key, recipient) = (name, keys.verifyingKey, keys.identity.recipient)
  }

  init?(_ json: JSONValue) {
    guard let name = json[Self.nameName]?.string,
      let key = json[Self.keyName]?.string.flatMap({ VerifyingKey(hexadecimal: $0) }),
      let recipient = json[Self.recipientName]?.string.flatMap({ AgeRecipient($0) })
    else { return nil }
    (self.name, self.key, self.recipient) = (name, key, recipient)
    wantsPreviews = json[Self.previewsName]?.bool == true
    proof = json[Self.proofName].flatMap { DeviceProof($0) }
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.nameName, .string(name)),
      JSONMember(Self.keyName, .string(key.text)),
      JSONMember(Self.recipientName, .string(recipient.description)),
    ] + (wantsPreviews ? [JSONMember(Self.previewsName, .bool(true))] : [])
      + (proof.map { [JSONMember(Self.proofName, $0.json)] } ?? [])
  }
}

/// A signature with the diary's key, which proves that a device may write to the diary.
struct DeviceProof: Hashable, Sendable {
  let epoch: Int
  private let signature: [UInt8]

  private static let context = SigningContext("photodiary/device/2")

  init(of device: ID<Device>, _ record: DeviceRecord, by key: DiaryKey) {
    epoch = key.epoch
    signature = key.signature(of: Self.message(device, record), Self.context)
  }

  /// Returns `true` if one of these keys signed the proof for this device.
  func isValid(for device: ID<Device>, _ record: DeviceRecord, by keys: [DiaryKey]) -> Bool {
    keys.contains { $0.epoch == epoch && isValid(for: device, record, by: $0.verifyingKey) }
  }

  func isValid(
    for device: ID<Device>, _ record: DeviceRecord, by authority: VerifyingKey
  ) -> Bool { authority.isValid(signature, of: Self.message(device, record), Self.context) }

  private static func message(_ device: ID<Device>, _ record: DeviceRecord) -> [UInt8] {
    Array("\(device)\n\(record.key.text)\n\(record.recipient)".utf8)
  }

  private static let (epochName, signatureName) = ("epoch", "sig")

  init?(_ json: JSONValue) {
    guard let epoch = json[Self.epochName]?.integer,
      let signature = json[Self.signatureName]?.string.flatMap({ hexadecimalBytes($0) })
    else { return nil }
    (self.epoch, self.signature) = (epoch, signature)
  }

  var json: JSONValue {
    [Self.epochName: .integer(epoch), Self.signatureName: .string(hexadecimal(signature))]
  }
}

/// The owner of the diary.
struct OwnerRecord: Hashable, Sendable {
  let author: Author
  /// `true` if the user chose the name, rather than the settings.
  let isNameChosen: Bool

  private static let (idName, nameName, chosenName) = ("id", "name", "chosen")

  init(_ author: Author, isNameChosen: Bool) {
    (self.author, self.isNameChosen) = (author, isNameChosen)
  }

  init?(_ json: JSONValue) {
    guard let id = json[Self.idName]?.string, !id.isEmpty,
      let name = json[Self.nameName]?.string
    else { return nil }
    self.init(
      Author(id: AuthorID(id), name: name),
      isNameChosen: json[Self.chosenName]?.bool == true)
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.idName, .string(author.id.description)),
      JSONMember(Self.nameName, .string(author.name)),
      JSONMember(Self.chosenName, .bool(isNameChosen)),
    ]
  }
}
