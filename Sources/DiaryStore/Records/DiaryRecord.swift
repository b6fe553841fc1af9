import DiaryCore

/// What holds for the diary as a whole and not for one of its entries. It is told by a line of a log
/// of its own, so that it travels with the entries' lines.
enum DiaryRecord: Hashable, Sendable {
  /// The line that a diary begins with; its sum is the diary's id.
  case founding(FoundingRecord)
  /// A device that writes to the diary from now on, or has another name.
  case device(DeviceRecord)
  /// Whose diary it is, or what that person is called from now on.
  case owner(OwnerRecord)
  /// What was decided about a journal.
  case journal(JournalDecision)
  /// Entries whose text was removed for good.
  case removal(RemovalRecord)
  /// Logs of version 0.1.0 that came here after the diary was founded.
  case oldLogs([VouchedLog])
  /// What a device is called from now on.
  case name(NameRecord)
  /// The diary's key from now on.
  case epoch(EpochRecord)
  /// What was decided about a person, in a diary that several share.
  case person(PersonRecord)
  /// An invitation that was given to somebody.
  case invitation(InvitationRecord)
  /// What somebody says under an entry.
  case comment(CommentRecord)
  /// Of a newer program.
  case unknown(kind: String, members: [JSONMember])

  /// The name of the member that every such line begins with.
  static let memberName = "record"

  private enum Kind: String {
    case founding, device, owner, journal, removal, name, epoch, person, invitation, comment
    case oldLogs = "logs"
  }

  /// What stands in `memberName`.
  var kind: String {
    switch self {
    case .founding: Kind.founding.rawValue
    case .device: Kind.device.rawValue
    case .owner: Kind.owner.rawValue
    case .journal: Kind.journal.rawValue
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

  /// Whether others are judged by it.
  var isDecision: Bool {
    switch self {
    case .founding, .person: true
    default: false
    }
  }

  /// What it says of the device that tells it.
  var device: DeviceRecord? {
    switch self {
    case .founding(let founding): founding.device
    case .device(let device): device
    default: nil
    }
  }

  /// The diary's key that it tells of, if it does.
  var epoch: EpochRecord? { if case .epoch(let epoch) = self { epoch } else { nil } }

  /// What it says under an entry, if it does.
  var comment: EntryComment? {
    if case .comment(let record) = self { record.comment } else { nil }
  }

  /// The members that a line has besides those that every line has.
  var members: [JSONMember] {
    switch self {
    case .founding(let founding): founding.members
    case .device(let device): device.members
    case .owner(let owner): owner.members
    case .journal(let decision): decision.members
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

  /// The members of the line's body; `nil` for a decision, which has none.
  var body: [JSONMember]? {
    if case .comment(let record) = self { record.body } else { nil }
  }

  /// Reads the object of a line; `nil` when it lacks what a record of its kind has.
  init?(_ json: JSONValue) {
    guard let kind = json[Self.memberName]?.string else { return nil }
    let known: DiaryRecord? =
      switch Kind(rawValue: kind) {
      case .founding: FoundingRecord(json).map(Self.founding)
      case .device: DeviceRecord(json).map(Self.device)
      case .owner: OwnerRecord(json).map(Self.owner)
      case .journal: JournalDecision(json).map(Self.journal)
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
