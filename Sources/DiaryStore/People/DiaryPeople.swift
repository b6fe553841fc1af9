import Crypto
import DiaryCore

/// The rule of who may, in a diary that several people share: a function of all its lines, in whatever
/// order they came, so that every machine finds the same.
///
/// Whoever founded the diary is an owner. What an owner's device has written about a person counts, unless
/// that owner had been removed by then or was an owner no longer. Each decision says how many lines of
/// every device it knew: those stay as they were, and later ones are judged by it. Where two people take
/// from each other what they may, without knowing of each other, the one that was let in first prevails. A
/// decision that says not to have known what gives its maker the right to it takes nothing.
struct DiaryPeople: Hashable, Sendable {
  let diary: ID<FoundedDiary>
  private let standing: PeopleStanding

  /// `nil` unless the founding line says who founded it.
  init?(_ founding: RecordLine, _ lines: [RecordLine]) {
    guard case .founding(let record) = founding.record,
      let diary = ID<FoundedDiary>(founding.id.description)
    else { return nil }
    self.diary = diary
    let device = PersonDevice(
      id: founding.device, key: record.device.key, recipient: record.device.recipient)
    let empty = PeopleStanding(foundedBy: record.owner.author.id, on: device)
    let decisions = lines.compactMap { PeopleDecision($0) }
    let giving = decisions.filter { !$0.isCut }
    let cutting = decisions.filter(\.isCut)
    var cuts: [PeopleDecision] = []
    var void: Set<ID<Revision>> = []
    func standing(after cuts: [PeopleDecision]) -> PeopleStanding {
      var standing = empty
      standing.accept(all: giving, after: cuts)
      return standing
    }
    var current = standing(after: [])
    while true {
      let candidates = cutting.filter { cut in
        !current.accepted.contains(cut.id) && !void.contains(cut.id) && current.isAuthorized(cut)
      }.sorted(by: current.precedes)
      guard !candidates.isEmpty else { break }
      let results = candidates.map { standing(after: cuts + [$0]) }
      let vain = candidates.indices.filter { one in
        !current.isAboutItsMaker(candidates[one]) && !results[one].isAuthorized(candidates[one])
      }
      guard vain.isEmpty else {
        void.formUnion(vain.map { candidates[$0].id })
        continue
      }
      var chosen = 0
      if candidates.count > 1 {
        func beats(_ one: Int, _ other: Int) -> Bool {
          one != other && !results[one].isAuthorized(candidates[other])
        }
        // One that nobody takes the right to, or only somebody who loses it by this one.
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
    self.standing = current
  }

  // MARK: People

  struct Member: Hashable, Sendable {
    let id: AuthorID
    let name: String
    let role: PersonRole
    let isRemoved: Bool
    /// Whether they removed themselves.
    let hasLeft: Bool
    let devices: [PersonDevice]
  }

  /// All that were ever let in, the most senior first.
  var members: [Member] {
    standing.members.indices.map { place in
      let member = standing.members[place]
      return Member(
        id: member.id, name: standing.name(of: member.id) ?? "",
        role: role(ofMemberAt: place), isRemoved: standing.isRemoved(member.id),
        hasLeft: standing.hasLeft(member.id), devices: member.devices)
    }
  }

  /// What somebody may from now on.
  private func role(ofMemberAt place: Int) -> PersonRole {
    let device = standing.members[place].devices.first?.id ?? ID(high: 0, low: 0)
    return standing.role(ofMemberAt: place, device, .max) ?? .reader
  }

  /// All whose entries may stand in the diary, by their names.
  var authors: [Author] {
    standing.members.map { Author(id: $0.id, name: standing.name(of: $0.id) ?? "") }
      + standing.copiedAuthors.map { Author(id: $0, name: standing.name(of: $0) ?? "") }
  }

  func member(with device: ID<Device>) -> Member? {
    standing.seniority(of: device).map { members[$0] }
  }

  func device(_ id: ID<Device>) -> PersonDevice? {
    standing.seniority(of: id).flatMap { place in
      standing.members[place].devices.first { $0.id == id }
    }
  }

  // MARK: Lines

  /// Why a revision of an entry isn't shown; `nil` where it is.
  ///
  /// - Parameters:
  ///   - number: of the line, among those of its device.
  ///   - folder: the device in whose folder it lies.
  func refusal(
    of revision: Revision, number: Int, in folder: ID<Device>?
  ) -> LineRefusal? {
    let device = revision.device
    guard folder == device else { return LineRefusal(folder ?? device, .wrongFolder) }
    guard let place = standing.seniority(of: device) else { return LineRefusal(device, .stranger) }
    let author = revision.entry.author
    guard EntryOwnership.isAuthor(author, of: revision.entry.id),
      isAuthor(author, ofMemberAt: place, device, number)
    else { return LineRefusal(device, .foreignAuthor) }
    return refusal(ofMemberAt: place, device, number)
  }

  /// The same of a line's revision.
  func refusal(
    of revision: Revision, _ line: UnsafeRawBufferPointer, in folder: ID<Device>?
  ) -> LineRefusal? {
    refusal(of: revision, number: ChainLink(of: line)?.number ?? .max, in: folder)
  }

  /// Whether a device of a member writes in the name of an author, or brings what they had written.
  private func isAuthor(
    _ author: AuthorID, ofMemberAt place: Int, _ device: ID<Device>, _ number: Int
  ) -> Bool {
    author == standing.members[place].id || standing.isCopy(of: author, device, number)
  }

  private func refusal(ofMemberAt place: Int, _ device: ID<Device>, _ number: Int) -> LineRefusal? {
    if standing.isRemoved(standing.members[place].id, device, number) {
      return LineRefusal(device, .removed)
    }
    return switch standing.role(ofMemberAt: place, device, number) {
    case .owner, .writer: nil
    case .reader: LineRefusal(device, .reader)
    case nil: LineRefusal(device, .stranger)
    }
  }

  /// Why a line about the diary as a whole doesn't count; `nil` where it does.
  func refusal(of line: RecordLine, in folder: ID<Device>? = nil) -> LineRefusal? {
    let device = line.device
    if let folder, folder != device { return LineRefusal(folder, .wrongFolder) }
    if case .founding = line.record, line.id.description == diary.description { return nil }
    guard let place = standing.seniority(of: device) else { return LineRefusal(device, .stranger) }
    let number = line.number ?? .max
    if standing.isRemoved(standing.members[place].id, device, number) {
      return LineRefusal(device, .removed)
    }
    let isOwner = standing.role(ofMemberAt: place, device, number) == .owner
    let isOwn: Bool
    switch line.record {
    case .device, .removal, .unknown: return nil
    case .person: isOwn = standing.accepted.contains(line.id)
    case .invitation(let invitation):
      isOwn = isOwner || invitation.person == standing.members[place].id
    case .name(let name): isOwn = isOwner || standing.seniority(of: name.device) == place
    case .epoch(let epoch):
      isOwn = epoch.removed.keys.allSatisfy { removed in
        let owner = standing.seniority(of: removed)
        return owner == place || isOwner && owner != 0
      }
    case .journal: return refusal(ofMemberAt: place, device, number)
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

  /// What a removal takes from the diary for good: a person's own entries alone.
  func allowed(_ removal: RemovalRecord, by line: RecordLine) -> RemovalRecord? {
    guard let place = standing.seniority(of: line.device),
      !standing.isRemoved(standing.members[place].id, line.device, line.number ?? .max)
    else { return nil }
    let person = standing.members[place].id
    return removal.keeping { EntryOwnership.isAuthor(person, of: $0) }
  }

  /// Why nothing can be written on a device from now on; `nil` where it can.
  func obstacle(for device: ID<Device>) -> LineRefusal.Reason? {
    guard let place = standing.seniority(of: device) else { return .stranger }
    return refusal(ofMemberAt: place, device, .max)?.reason
  }
}

/// A line that decides about a person, and where it stands among the lines of its device.
struct PeopleDecision: Hashable, Sendable {
  let id: ID<Revision>
  let clock: HybridClock
  let device: ID<Device>
  /// Among the lines of the device, from 1.
  let number: Int
  let record: PersonRecord

  /// `nil` unless the line is such a decision.
  init?(_ line: RecordLine) {
    guard case .person(let record) = line.record, let number = line.number else { return nil }
    (id, clock, device) = (line.id, line.clock, line.device)
    (self.number, self.record) = (number, record)
  }

  /// Whether it takes something from somebody, so that what they decide by it may count no more.
  var isCut: Bool {
    record.isRemoved
      || record.devices.isEmpty && record.role.map { $0 != .owner } == true
  }

  /// Whether it was made after another one, by what its device knew; whoever makes it may know less than
  /// they could, and never more.
  private func hasSeen(_ other: PeopleDecision) -> Bool {
    other.device == device
      ? other.number < number : (record.seen[other.device] ?? 0) >= other.number
  }

  static func isOlder(_ one: PeopleDecision, _ other: PeopleDecision) -> Bool {
    (one.clock, one.id) < (other.clock, other.id)
  }

  /// Each after those that it had seen, else by the clocks: the last one counts.
  static func inOrder(_ decisions: [PeopleDecision]) -> [PeopleDecision] {
    var rest = decisions.sorted(by: isOlder)
    var ordered: [PeopleDecision] = []
    while !rest.isEmpty {
      let next = rest.firstIndex { one in
        !rest.contains { $0.id != one.id && one.hasSeen($0) }
      }
      // Two that say to have seen each other are both lying.
      ordered.append(rest.remove(at: next ?? 0))
    }
    return ordered
  }
}

/// What people may, by decisions that were taken for good so far.
struct PeopleStanding: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    let id: AuthorID
    var devices: [PersonDevice] = []
  }

  /// The first one founded the diary; the others in the order in which they were let in, those that a
  /// more senior person let in before those of a junior one.
  private(set) var members: [Member]
  private(set) var accepted: Set<ID<Revision>> = []
  /// By devices, the places of their persons among the members.
  private var places: [ID<Device>: Int]
  /// In the order of `PeopleDecision.inOrder`.
  private var roles: [AuthorID: [PeopleDecision]] = [:]
  private var names: [AuthorID: [PeopleDecision]] = [:]
  private var removals: [AuthorID: [PeopleDecision]] = [:]
  /// How many lines of the founding device are copies of a person's entries.
  private var copies: [AuthorID: Int] = [:]
  private let founding: ID<Device>

  init(foundedBy author: AuthorID, on device: PersonDevice) {
    members = [Member(id: author, devices: [device])]
    places = [device.id: 0]
    founding = device.id
  }

  // MARK: Asking

  /// The place of a device's person among the members; the lower, the more senior.
  func seniority(of device: ID<Device>) -> Int? { places[device] }

  func place(of person: AuthorID) -> Int? { members.firstIndex { $0.id == person } }

  /// What the person at a place might do when a device of theirs wrote its line of that number; `nil` for
  /// nothing.
  func role(ofMemberAt place: Int, _ device: ID<Device>, _ number: Int) -> PersonRole? {
    let governing = roles[members[place].id]?.last { ($0.record.seen[device] ?? 0) < number }
    return governing?.record.role ?? (place == 0 ? .owner : nil)
  }

  /// Whether a person had been removed when a device of theirs wrote its line of that number.
  func isRemoved(_ person: AuthorID, _ device: ID<Device>, _ number: Int) -> Bool {
    removals[person]?.contains { number > $0.record.seen[device] ?? 0 } == true
  }

  func isRemoved(_ person: AuthorID) -> Bool { removals[person] != nil }

  /// Whether a person removed themselves.
  func hasLeft(_ person: AuthorID) -> Bool {
    removals[person]?.contains { places[$0.device] == place(of: person) } == true
  }

  func name(of person: AuthorID) -> String? { names[person]?.last?.record.name }

  /// The authors of entries that were brought from an earlier diary.
  var copiedAuthors: [AuthorID] { copies.keys.sorted { $0.description < $1.description } }

  func isCopy(of author: AuthorID, _ device: ID<Device>, _ number: Int) -> Bool {
    device == founding && number < copies[author] ?? 0
  }

  /// Whether somebody decides about themselves.
  func isAboutItsMaker(_ decision: PeopleDecision) -> Bool {
    places[decision.device].map { members[$0].id } == decision.record.person
  }

  /// Whether somebody may decide that, as far as is decided.
  func isAuthorized(_ decision: PeopleDecision) -> Bool {
    guard let place = places[decision.device] else { return false }
    let decider = members[place].id
    guard !isRemoved(decider, decision.device, decision.number) else { return false }
    let record = decision.record
    if record.isCopied {
      return decision.device == founding && self.place(of: record.person) == nil
    }
    if record.person == decider, record.role == nil { return true }
    // Nobody takes the diary from who founded it.
    if decision.isCut, record.person == members[0].id, place != 0 { return false }
    return role(ofMemberAt: place, decision.device, decision.number) == .owner
  }

  // MARK: Taking in

  mutating func accept(_ decision: PeopleDecision) {
    let record = decision.record
    accepted.insert(decision.id)
    if record.isCopied {
      copies[record.person] = max(copies[record.person] ?? 0, decision.number)
    }
    if record.name != nil { add(decision, to: &names[record.person, default: []]) }
    if record.isRemoved { removals[record.person, default: []].append(decision) }
    let known = place(of: record.person)
    // Who is let in twice stays what they are.
    if record.role != nil, known == nil || record.devices.isEmpty || record.role == .owner {
      add(decision, to: &roles[record.person, default: []])
    }
    let devices = record.devices.filter { places[$0.id] == nil }
    guard known != nil || record.role != nil, !devices.isEmpty else { return }
    let place = known ?? members.count
    if known == nil { members.append(Member(id: record.person)) }
    members[place].devices += devices
    for device in devices { places[device.id] = place }
  }

  private func add(_ decision: PeopleDecision, to decisions: inout [PeopleDecision]) {
    decisions = PeopleDecision.inOrder(decisions + [decision])
  }

  /// Takes in all that those may decide who are let in by it, after decisions that are taken already.
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

  /// Whether one of two decisions comes first: that of the more senior person, else the older one.
  func precedes(_ one: PeopleDecision, _ other: PeopleDecision) -> Bool {
    let (first, second) = (places[one.device] ?? .max, places[other.device] ?? .max)
    return first != second ? first < second : PeopleDecision.isOlder(one, other)
  }
}

/// Lines of a shared diary that are kept and not shown, for nobody may write them.
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
    case .removed, .reader, .unproved, .stranger: Self(device, .unshared)
    case .foreignAuthor, .wrongFolder, .notAnOwner, .malformed, .unshared: self
    }
  }
}

extension LineRefusal {
  /// The refusal of a sound line that is neither a revision nor a record; `nil` for one that is damaged, or
  /// whose body was cut off.
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

/// How many lines were refused.
extension [LineRefusal: Int] {
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
  /// The revision as this machine shows it in spite of a refusal; `nil` if it doesn't.
  func shown(_ refusal: LineRefusal?) -> Self? {
    guard let refusal else { return self }
    var revision = self
    revision.entry.isUnshared = true
    return refusal.isShown ? revision : nil
  }
}

/// Whose an entry, or a comment, of a shared diary is, by its id alone: the first half of it is a digest of the author
/// and the other half. So nobody can begin an entry under the id of another person's, and no clock has to
/// say who was first.
package enum EntryOwnership {
  private static let context = "photodiary/entry/2"
  /// Hexadecimal digits of a half.
  private static let half = 16

  /// Whether an entry, or a comment, is that author's.
  static func isAuthor<Subject>(_ author: AuthorID, of id: ID<Subject>) -> Bool {
    self.id(id, by: author) == id
  }

  /// The id that it gets in the name of an author: always the same for the same one, so that what is
  /// brought twice is one entry.
  package static func id<Subject>(_ id: ID<Subject>, by author: AuthorID) -> ID<Subject> {
    let rest = id.description.suffix(half)
    let digest = SHA256.hash(data: Array("\(context)\n\(author)\n\(rest)".utf8))
    let first = hexadecimal(digest.prefix(half / 2))
    return ID<Subject>(first + rest) ?? id
  }
}
