import Crypto
import DiaryCore

/// The permissions in a diary that several people share: a function of all its lines in any order,
/// so that every machine computes the same result.
///
/// The founder is an owner. A decision about a person counts if an owner's device has written it,
/// unless that owner had been removed by then or was no longer one. Each decision records how many
/// lines of every device it knew: those keep their status, and later ones are judged by it. If two
/// people revoke each other's rights without knowing of each other, the one who was approved first
/// prevails. A decision that claims not to know the one that authorizes its author revokes nothing.
struct DiaryPeople: Hashable, Sendable {
  let diary: ID<FoundedDiary>
  private let permissions: PeoplePermissions

  /// Computes the permissions, or returns `nil` unless the founding line names a founder.
  init?(_ founding: RecordLine, _ lines: [RecordLine]) {
    guard case .founding(let record) = founding.record,
      let diary = ID<FoundedDiary>(founding.id.description)
    else { return nil }
    self.diary = diary
    let device = PersonDevice(
      id: founding.device, key: record.device.key, recipient: record.device.recipient)
    let empty = PeoplePermissions(foundedBy: record.owner.author.id, on: device)
    let decisions = lines.compactMap { PeopleDecision($0) }
    let giving = decisions.filter { !$0.isCut }
    let cutting = decisions.filter(\.isCut)
    var cuts: [PeopleDecision] = []
    var void: Set<ID<Revision>> = []
    func permissions(after cuts: [PeopleDecision]) -> PeoplePermissions {
      var permissions = empty
      permissions.accept(all: giving, after: cuts)
      return permissions
    }
    var current = permissions(after: [])
    while true {
      let candidates = cutting.filter { cut in
        !current.accepted.contains(cut.id) && !void.contains(cut.id) && current.isAuthorized(cut)
      }.sorted(by: current.precedes)
      guard !candidates.isEmpty else { break }
      let results = candidates.map { permissions(after: cuts + [$0]) }
      let futile = candidates.indices.filter { one in
        !current.isAboutItsMaker(candidates[one]) && !results[one].isAuthorized(candidates[one])
      }
      guard futile.isEmpty else {
        void.formUnion(futile.map { candidates[$0].id })
        continue
      }
      var chosen = 0
      if candidates.count > 1 {
        func beats(_ one: Int, _ other: Int) -> Bool {
          one != other && !results[one].isAuthorized(candidates[other])
        }
        // Prefer a cut that no other revokes, or only one that this cut revokes in turn.
        chosen =
          candidates.indices.first { one in
            !candidates.indices.contains { other in
              beats(other, one) && !(one < other && beats(one, other))
            }
          } ?? 0
        for other in candidates.indices where beats(other, chosen) {
          void.insert(candidates[other].id)
        }
      }
      cuts.append(candidates[chosen])
      current = results[chosen]
    }
    self.permissions = current
  }

  // MARK: People

  /// A person in the diary.
  struct Member: Hashable, Sendable {
    let id: AuthorID
    let name: String
    let role: PersonRole
    let isRemoved: Bool
    /// `true` if they removed themselves.
    let hasLeft: Bool
    let devices: [PersonDevice]
  }

  /// All people ever approved, the most senior first.
  var members: [Member] {
    permissions.members.indices.map { place in
      let member = permissions.members[place]
      return Member(
        id: member.id, name: permissions.name(of: member.id) ?? "",
        role: role(ofMemberAt: place), isRemoved: permissions.isRemoved(member.id),
        hasLeft: permissions.hasLeft(member.id), devices: member.devices)
    }
  }

  /// Returns a person's role from now on.
  private func role(ofMemberAt place: Int) -> PersonRole {
    let device = permissions.members[place].devices.first?.id ?? ID(high: 0, low: 0)
    return permissions.role(ofMemberAt: place, device, .max) ?? .viewer
  }

  /// The authors whose entries may be in the diary, with their names.
  var authors: [Author] {
    permissions.members.map { Author(id: $0.id, name: permissions.name(of: $0.id) ?? "") }
      + permissions.copiedAuthors.map { Author(id: $0, name: permissions.name(of: $0) ?? "") }
  }

  /// Returns the person with a device.
  func member(with device: ID<Device>) -> Member? {
    permissions.seniority(of: device).map { members[$0] }
  }

  func device(_ id: ID<Device>) -> PersonDevice? {
    permissions.original(of: id).map { PersonDevice(id: id, key: $0.key, recipient: $0.recipient) }
  }

  /// Returns the approved device whose machine writes under an ID, which may be a new one.
  func original(of device: ID<Device>) -> ID<Device>? { permissions.original(of: device)?.id }

  // MARK: Lines

  /// Returns the reason why a revision of an entry isn't shown, or `nil` if it is.
  ///
  /// - Parameters:
  ///   - number: the number of the line among those of its device.
  ///   - folder: the device in whose folder the line is.
  func refusal(
    of revision: Revision, number: Int, in folder: ID<Device>?
  ) -> LineRefusal? {
    let device = revision.device
    guard folder == device else { return LineRefusal(folder ?? device, .wrongFolder) }
    guard let place = permissions.seniority(of: device) else {
      return LineRefusal(device, .stranger)
    }
    let author = revision.entry.author
    guard EntryOwnership.isAuthor(author, of: revision.entry.id),
      isAuthor(author, ofMemberAt: place, device, number)
    else { return LineRefusal(device, .foreignAuthor) }
    return refusal(ofMemberAt: place, device, number)
  }

  /// Returns the reason why a line's revision isn't shown, or `nil` if it is.
  func refusal(
    of revision: Revision, _ line: UnsafeRawBufferPointer, in folder: ID<Device>?
  ) -> LineRefusal? {
    refusal(of: revision, number: ChainLink(of: line)?.number ?? .max, in: folder)
  }

  /// Returns `true` if a member's device writes in the name of the author, or copies what the
  /// author had written in an earlier diary.
  private func isAuthor(
    _ author: AuthorID, ofMemberAt place: Int, _ device: ID<Device>, _ number: Int
  ) -> Bool {
    author == permissions.members[place].id || permissions.isCopy(of: author, device, number)
  }

  private func refusal(ofMemberAt place: Int, _ device: ID<Device>, _ number: Int) -> LineRefusal? {
    if permissions.isRemoved(permissions.members[place].id, device, number) {
      return LineRefusal(device, .removed)
    }
    return switch permissions.role(ofMemberAt: place, device, number) {
    case .owner, .editor: nil
    case .viewer: LineRefusal(device, .viewer)
    case nil: LineRefusal(device, .stranger)
    }
  }

  /// Returns the reason why a record doesn't count, or `nil` if it does.
  func refusal(of line: RecordLine, in folder: ID<Device>? = nil) -> LineRefusal? {
    let device = line.device
    if let folder, folder != device { return LineRefusal(folder, .wrongFolder) }
    if case .founding = line.record, line.id.description == diary.description { return nil }
    guard let place = permissions.seniority(of: device) else {
      return LineRefusal(device, .stranger)
    }
    let number = line.number ?? .max
    if permissions.isRemoved(permissions.members[place].id, device, number) {
      return LineRefusal(device, .removed)
    }
    let isOwner = permissions.role(ofMemberAt: place, device, number) == .owner
    let isOwn: Bool
    switch line.record {
    case .device, .removal, .unknown: return nil
    case .person: isOwn = permissions.accepted.contains(line.id)
    case .invitation(let invitation):
      isOwn = isOwner || invitation.person == permissions.members[place].id
    case .name(let name): isOwn = isOwner || permissions.seniority(of: name.device) == place
    case .epoch(let epoch):
      isOwn = epoch.removed.keys.allSatisfy { removed in
        let owner = permissions.seniority(of: removed)
        return owner == place || isOwner && owner != 0
      }
    case .journal, .search: return refusal(ofMemberAt: place, device, number)
    case .comment(let record):
      guard isAuthor(record.comment.author, ofMemberAt: place, device, number),
        EntryOwnership.isAuthor(record.comment.author, of: record.comment.id)
      else { return LineRefusal(device, .foreignAuthor) }
      return refusal(ofMemberAt: place, device, number)
    case .oldLogs: isOwn = isOwner
    case .founding, .owner: isOwn = false
    }
    return isOwn ? nil : LineRefusal(device, .notAnOwner)
  }

  /// Returns the entries that a removal may delete permanently: only those of the person who wrote
  /// it.
  func allowed(_ removal: RemovalRecord, by line: RecordLine) -> RemovalRecord? {
    guard let place = permissions.seniority(of: line.device),
      !permissions.isRemoved(permissions.members[place].id, line.device, line.number ?? .max)
    else { return nil }
    let person = permissions.members[place].id
    return removal.keeping { EntryOwnership.isAuthor(person, of: $0) }
  }

  /// Returns the reason why a device can't write from now on, or `nil` if it can.
  func obstacle(for device: ID<Device>) -> LineRefusal.Reason? {
    guard let place = permissions.seniority(of: device) else { return .stranger }
    return refusal(ofMemberAt: place, device, .max)?.reason
  }
}

/// A decision about a person, and its position among the lines of its device.
struct PeopleDecision: Hashable, Sendable {
  let id: ID<Revision>
  let clock: HybridClock
  let device: ID<Device>
  /// The number of the line among those of the device, starting at 1.
  let number: Int
  let record: PersonRecord

  /// Reads a decision, or returns `nil` if the record is something else.
  init?(_ line: RecordLine) {
    guard case .person(let record) = line.record, let number = line.number else { return nil }
    (id, clock, device) = (line.id, line.clock, line.device)
    (self.number, self.record) = (number, record)
  }

  /// `true` if the decision revokes rights, so that other decisions may no longer count.
  var isCut: Bool {
    record.isRemoved
      || record.devices.isEmpty && record.role.map { $0 != .owner } == true
  }

  /// Returns `true` if this decision was made with knowledge of another. A device may claim to know
  /// less than it could, but never more.
  private func hasSeen(_ other: PeopleDecision) -> Bool {
    other.device == device
      ? other.number < number : (record.seen[other.device] ?? 0) >= other.number
  }

  static func isOlder(_ one: PeopleDecision, _ other: PeopleDecision) -> Bool {
    (one.clock, one.id) < (other.clock, other.id)
  }

  /// Sorts decisions by knowledge and then by clock. The last one counts.
  static func inOrder(_ decisions: [PeopleDecision]) -> [PeopleDecision] {
    var rest = decisions.sorted(by: isOlder)
    var ordered: [PeopleDecision] = []
    while !rest.isEmpty {
      let next = rest.firstIndex { one in
        !rest.contains { $0.id != one.id && one.hasSeen($0) }
      }
      // Only dishonest decisions can claim to know each other.
      ordered.append(rest.remove(at: next ?? 0))
    }
    return ordered
  }
}

/// The permissions after the decisions that are accepted so far.
struct PeoplePermissions: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    let id: AuthorID
    var devices: [PersonDevice] = []
  }

  /// The founder, followed by the others in the order of their approval. People approved by a more
  /// senior person precede those approved by a junior one.
  private(set) var members: [Member]
  private(set) var accepted: Set<ID<Revision>> = []
  /// The index in `members` of each approved device's person.
  private var places: [ID<Device>: Int]
  /// The decisions about each person's role, in the order of `PeopleDecision.inOrder`.
  private var roles: [AuthorID: [PeopleDecision]] = [:]
  private var names: [AuthorID: [PeopleDecision]] = [:]
  private var removals: [AuthorID: [PeopleDecision]] = [:]
  /// The number of lines of the founding device that contain copies of a person's entries.
  private var copies: [AuthorID: Int] = [:]
  private let founding: ID<Device>

  init(foundedBy author: AuthorID, on device: PersonDevice) {
    members = [Member(id: author, devices: [device])]
    places = [device.id: 0]
    founding = device.id
  }

  // MARK: Queries

  /// Returns the index in `members` of a device's person. Lower means more senior.
  func seniority(of device: ID<Device>) -> Int? {
    places[device] ?? original(of: device).flatMap { places[$0.id] }
  }

  /// Returns the approved device whose machine writes under an ID, which may be a new one.
  ///
  /// No one approves a new ID. It belongs to the person of the device that it is derived from,
  /// whose key verifies the lines, so no other machine can write under it.
  func original(of device: ID<Device>) -> PersonDevice? {
    let devices = members.lazy.flatMap(\.devices)
    if places[device] != nil { return devices.first { $0.id == device } }
    return devices.first { device.isRenewal(of: $0.id) }
  }

  func place(of person: AuthorID) -> Int? { members.firstIndex { $0.id == person } }

  /// Returns the role that a person had when their device wrote the line of that number, or `nil`
  /// if none.
  func role(ofMemberAt place: Int, _ device: ID<Device>, _ number: Int) -> PersonRole? {
    let governing = roles[members[place].id]?.last { ($0.record.seen[device] ?? 0) < number }
    return governing?.record.role ?? (place == 0 ? .owner : nil)
  }

  /// Returns `true` if a person had been removed when their device wrote the line of that number.
  func isRemoved(_ person: AuthorID, _ device: ID<Device>, _ number: Int) -> Bool {
    removals[person]?.contains { number > $0.record.seen[device] ?? 0 } == true
  }

  func isRemoved(_ person: AuthorID) -> Bool { removals[person] != nil }

  /// Returns `true` if a person removed themselves.
  func hasLeft(_ person: AuthorID) -> Bool {
    removals[person]?.contains { seniority(of: $0.device) == place(of: person) } == true
  }

  func name(of person: AuthorID) -> String? { names[person]?.last?.record.name }

  /// The authors of entries copied from an earlier diary.
  var copiedAuthors: [AuthorID] { copies.keys.sorted { $0.description < $1.description } }

  /// Returns `true` if a line may be a copy of an author's entry.
  func isCopy(of author: AuthorID, _ device: ID<Device>, _ number: Int) -> Bool {
    device == founding && number < copies[author] ?? 0
  }

  /// Returns `true` if a person decides about themselves.
  func isAboutItsMaker(_ decision: PeopleDecision) -> Bool {
    seniority(of: decision.device).map { members[$0].id } == decision.record.person
  }

  /// Returns `true` if the decision is permitted by those accepted so far.
  func isAuthorized(_ decision: PeopleDecision) -> Bool {
    guard let place = seniority(of: decision.device) else { return false }
    let decider = members[place].id
    guard !isRemoved(decider, decision.device, decision.number) else { return false }
    let record = decision.record
    if record.isCopied {
      return decision.device == founding && self.place(of: record.person) == nil
    }
    if record.person == decider, record.role == nil { return true }
    // No one can take the diary from its founder.
    if decision.isCut, record.person == members[0].id, place != 0 { return false }
    return role(ofMemberAt: place, decision.device, decision.number) == .owner
  }

  // MARK: Accepting

  /// Accepts a decision.
  mutating func accept(_ decision: PeopleDecision) {
    let record = decision.record
    accepted.insert(decision.id)
    if record.isCopied {
      copies[record.person] = max(copies[record.person] ?? 0, decision.number)
    }
    if record.name != nil { add(decision, to: &names[record.person, default: []]) }
    if record.isRemoved { removals[record.person, default: []].append(decision) }
    let known = place(of: record.person)
    // A second approval doesn't change a person's role.
    if record.role != nil, known == nil || record.devices.isEmpty || record.role == .owner {
      add(decision, to: &roles[record.person, default: []])
    }
    // No one can approve a new ID of a known device as another device.
    let devices = record.devices.filter { seniority(of: $0.id) == nil }
    guard known != nil || record.role != nil, !devices.isEmpty else { return }
    let place = known ?? members.count
    if known == nil { members.append(Member(id: record.person)) }
    members[place].devices += devices
    for device in devices { places[device.id] = place }
  }

  private func add(_ decision: PeopleDecision, to decisions: inout [PeopleDecision]) {
    decisions = PeopleDecision.inOrder(decisions + [decision])
  }

  /// Accepts all permitted decisions, including those that other accepted ones permit, after the
  /// cuts.
  mutating func accept(all decisions: [PeopleDecision], after cuts: [PeopleDecision]) {
    for cut in cuts { accept(cut) }
    var waiting = decisions
    while true {
      let next = waiting.indices.filter { isAuthorized(waiting[$0]) }
        .min { precedes(waiting[$0], waiting[$1]) }
      guard let next else { return }
      accept(waiting.remove(at: next))
    }
  }

  /// Returns `true` if a decision precedes another: the one by the more senior person, else the
  /// older one.
  func precedes(_ one: PeopleDecision, _ other: PeopleDecision) -> Bool {
    let first = seniority(of: one.device) ?? .max
    let second = seniority(of: other.device) ?? .max
    return first != second ? first < second : PeopleDecision.isOlder(one, other)
  }
}

/// The reason why lines of a shared diary are kept but not shown: their device may not write them.
struct LineRefusal: Hashable, Sendable {
  typealias Reason = RefusedLines.Reason

  let device: ID<Device>
  let reason: Reason

  init(_ device: ID<Device>, _ reason: Reason) { (self.device, self.reason) = (device, reason) }

  /// `true` if this machine wrote the line and still shows it.
  var isShown: Bool { reason == .unshared }

  /// The refusal on the machine that wrote the line.
  var onItsMachine: Self {
    switch reason {
    case .removed, .viewer, .unproved, .stranger: Self(device, .unshared)
    case .foreignAuthor, .wrongFolder, .notAnOwner, .malformed, .unshared: self
    }
  }
}

extension LineRefusal {
  /// Creates the refusal of a sound line that is neither a revision nor a record. Returns `nil` if
  /// the line is damaged or its body was cut off.
  init?(malformed line: UnsafeRawBufferPointer, in folder: ID<Device>?) {
    guard let folder, ChainStep(of: line, in: folder) != nil,
      [.sound, .none].contains(RevisionLine.bodyState(of: line))
    else { return nil }
    self.init(folder, .malformed)
  }
}

extension LineRefusal: Comparable {
  static func < (one: Self, other: Self) -> Bool {
    (one.device, one.reason.rawValue) < (other.device, other.reason.rawValue)
  }
}

/// The number of refused lines by refusal.
extension [LineRefusal: Int] {
  /// Decodes the counts, or returns `nil` if the JSON has another shape.
  init?(refusals json: JSONValue) {
    guard let values = json.array else { return nil }
    self = [:]
    for value in values {
      guard let parts = value.array, parts.count == 3,
        let device = parts[0].string.flatMap({ ID<Device>($0) }),
        let reason = parts[1].string.flatMap({ LineRefusal.Reason(rawValue: $0) }),
        let count = parts[2].integer
      else { return nil }
      self[LineRefusal(device, reason)] = count
    }
  }

  var refusalsJSON: JSONValue {
    .array(
      sorted { $0.key < $1.key }.map { refusal, count in
        .array([
          .string(refusal.device.description), .string(refusal.reason.rawValue), .integer(count),
        ])
      })
  }

  mutating func count(_ refusal: LineRefusal) { self[refusal, default: 0] += 1 }
}

extension Revision {
  /// Returns the revision as this machine shows it despite a refusal, or `nil` if it doesn't.
  func shown(_ refusal: LineRefusal?) -> Self? {
    guard let refusal else { return self }
    var revision = self
    revision.entry.isUnshared = true
    return refusal.isShown ? revision : nil
  }
}

/// The ownership of entries and comments of a shared diary, determined by their IDs: the first half
/// of an ID is a digest of the author and the other half. So no one can create an entry with the ID
/// of another person's, and the clocks needn't decide which one was first.
package enum EntryOwnership {
  private static let context = "photodiary/entry/2"
  /// The number of hexadecimal digits in a half.
  private static let half = 16

  /// Returns `true` if an entry or comment belongs to the author.
  static func isAuthor<Subject>(_ author: AuthorID, of id: ID<Subject>) -> Bool {
    self.id(id, by: author) == id
  }

  /// Returns the ID that an entry or comment gets in the name of an author. It is always the same,
  /// so importing something twice creates it once.
  package static func id<Subject>(_ id: ID<Subject>, by author: AuthorID) -> ID<Subject> {
    let rest = id.description.suffix(half)
    let digest = SHA256.hash(data: Array("\(context)\n\(author)\n\(rest)".utf8))
    let first = hexadecimal(digest.prefix(half / 2))
    return ID<Subject>(first + rest) ?? id
  }
}
