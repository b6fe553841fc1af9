import DiaryCore

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
