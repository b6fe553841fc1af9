import Crypto
import DiaryCore
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Permissions in a shared diary") struct DiaryPeopleTests {
  private let council: Council

  init() throws { council = try Council() }

  @Test func `only owners admit people, by role`() throws {
    var council = self.council
    try council.decide(by: "anna") { $0.name = "Anna" }
    let people = try council.people()
    expectEqual(people.members.map(\.role), [.owner])
    try expectNil(council.refusal(of: "anna", line: 9, in: people))
    try expectEqual(council.refusal(of: "ben", line: 1, in: people), .stranger)
    do {
      var council = self.council
      try council.admit("ben", by: "anna")
      try council.admit("cho", as: .owner, by: "ben")
      try council.admit("dan", by: "cho")
      let people = try council.people()
      expectEqual(people.members.map(\.name), ["", "ben"])
      try expectNil(council.refusal(of: "ben", line: 1, in: people))
      try expectEqual(council.refusal(of: "cho", line: 1, in: people), .stranger)
    }
    // A role applies from the line that its owner knew.
    do {
      var council = self.council
      try council.admit("ben", by: "anna")
      try council.change("ben", to: .viewer, by: "anna", knowing: ["ben": 4])
      var people = try council.people()
      try expectNil(council.refusal(of: "ben", line: 4, in: people))
      try expectEqual(council.refusal(of: "ben", line: 5, in: people), .viewer)
      try council.change("ben", to: .editor, by: "anna", knowing: ["ben": 7])
      people = try council.people()
      try expectEqual(council.refusal(of: "ben", line: 7, in: people), .viewer)
      try expectNil(council.refusal(of: "ben", line: 8, in: people))
    }
    // Only the person or an owner can add a device.
    do {
      var council = self.council
      try council.admit("ben", by: "anna")
      try council.admit("cho", by: "anna")
      let (phone, evil) = (try council.device("phone"), try council.device("evil"))
      try council.decide(by: "ben", about: "ben") { $0.devices = [phone] }
      try council.decide(by: "cho", about: "ben") { $0.devices = [evil] }
      let people = try council.people()
      expectEqual(people.member(with: phone.id)?.name, "ben")
      expectNil(people.device(evil.id))
    }
  }

  @Test func `a removal outlasts concurrent changes by others`() throws {
    var council = self.council
    try council.admit("ben", as: .owner, by: "anna")
    try council.admit("cho", by: "anna")
    try council.remove("cho", by: "anna", knowing: ["cho": 2])
    // Ben doesn't know of the removal, and his change has a later time.
    try council.change("cho", to: .owner, by: "ben", knowing: ["cho": 5])
    try council.admit("cho", by: "ben")
    let people = try council.people()
    try expectNil(council.refusal(of: "cho", line: 2, in: people))
    try expectEqual(council.refusal(of: "cho", line: 3, in: people), .removed)
    expectEqual(people.members.first { $0.name == "cho" }?.isRemoved, true)
    // If two owners remove each other, the one admitted first prevails.
    for first in ["anna", "ben"] {
      var council = self.council
      try council.admit("ben", as: .owner, by: "anna")
      let second = first == "anna" ? "ben" : "anna"
      // Neither knows of the other's removal.
      try council.remove(second, by: first, knowing: ["anna": 2])
      try council.remove(first, by: second, knowing: ["anna": 2])
      let people = try council.people()
      try expectNil(council.refusal(of: "anna", line: 100, in: people))
      try expectEqual(council.refusal(of: "ben", line: 100, in: people), .removed)
    }
    // A removed owner who knew of it decides nothing.
    do {
      var council = self.council
      try council.admit("ben", as: .owner, by: "anna")
      try council.admit("cho", as: .owner, by: "anna")
      let number = try council.remove("cho", by: "ben", knowing: ["cho": 9])
      // Their line proves that they had seen it.
      try council.remove("ben", by: "cho", knowing: ["ben": number], at: 10)
      try council.admit("dan", by: "cho", at: 11)
      let people = try council.people()
      try expectEqual(council.refusal(of: "cho", line: 10, in: people), .removed)
      try expectNil(council.refusal(of: "ben", line: 100, in: people))
      expect(!people.members.contains { $0.name == "dan" })
    }
    // Only the founder can remove or demote the founder.
    do {
      var council = self.council
      try council.admit("ben", as: .owner, by: "anna")
      try council.remove("anna", by: "ben", knowing: ["anna": 1])
      try council.change("anna", to: .viewer, by: "ben", knowing: ["anna": 1])
      try expectNil(council.refusal(of: "anna", line: 100, in: try council.people()))
    }
    // Owners can't revoke the right by which they decide.
    do {
      var council = self.council
      try council.admit("ben", by: "anna")
      try council.change("ben", to: .owner, by: "anna", knowing: ["ben": 2])
      // Ben claims to know no line of hers, not even his admission.
      try council.remove("anna", by: "ben", knowing: [:], at: 5)
      try council.change("anna", to: .viewer, by: "ben", knowing: [:])
      let people = try council.people()
      expectEqual(people.members.map(\.role), [.owner, .owner])
      expectEqual(people.members.map(\.isRemoved), [false, false])
      try expectNil(council.refusal(of: "anna", line: 100, in: people))
      try expectNil(council.refusal(of: "ben", line: 100, in: people))
    }
    // Someone admitted by an owner after that owner's removal isn't a member.
    do {
      var council = self.council
      try council.admit("ben", as: .owner, by: "anna")
      try council.admit("cho", by: "ben", at: 3)
      try council.admit("dan", by: "ben", at: 7)
      try council.remove("ben", by: "anna", knowing: ["ben": 5])
      let people = try council.people()
      expectEqual(people.members.map(\.name), ["", "ben", "cho"])
      try expectEqual(council.refusal(of: "dan", line: 1, in: people), .stranger)
    }
  }

  @Test func `rejects lines in someone else's name`() throws {
    do {
      var council = self.council
      try council.admit("ben", by: "anna")
      let people = try council.people()
      let anna = try council.author("anna")
      let entry = EntryOwnership.id(ID<Entry>.random(), by: anna)
      func refusal(_ id: ID<Entry>, by author: AuthorID, in folder: String = "ben") throws
        -> RefusedLines.Reason?
      {
        people.refusal(
          of: try council.revision(of: id, by: author, on: "ben"), number: 3,
          in: try council.device(folder).id)?.reason
      }
      let ben = try council.author("ben")
      try expectNil(refusal(EntryOwnership.id(.random(), by: ben), by: ben))
      try expectEqual(refusal(entry, by: anna), .foreignAuthor)
      try expectEqual(refusal(entry, by: ben), .foreignAuthor)
      try expectEqual(refusal(.random(), by: ben), .foreignAuthor)
      try expectEqual(
        refusal(EntryOwnership.id(.random(), by: ben), by: ben, in: "anna"), .wrongFolder)
    }
    // Comments as someone else, by a reader or after removal.
    do {
      var council = self.council
      try council.admit("ben", by: "anna")
      let (anna, ben) = (try council.author("anna"), try council.author("ben"))
      var people = try council.people()
      func refusal(
        _ id: ID<EntryComment>? = nil, by author: AuthorID, line: Int = 3, in folder: String = "ben"
      ) throws -> RefusedLines.Reason? {
        let comment = EntryComment(
          id: id ?? EntryOwnership.id(.random(), by: author),
          entry: EntryOwnership.id(.random(), by: anna), author: author,
          created: Timestamp(milliseconds: 0), modified: Timestamp(milliseconds: 0), text: "hello")
        let record = try council.line(.comment(CommentRecord(comment)), on: "ben", number: line)
        return people.refusal(of: record, in: try council.device(folder).id)?.reason
      }
      try expectNil(refusal(by: ben))
      try expectEqual(refusal(by: anna), .foreignAuthor)
      // Changing or removing another's comment writes one with its id.
      try expectEqual(refusal(EntryOwnership.id(.random(), by: anna), by: ben), .foreignAuthor)
      try expectEqual(refusal(EntryOwnership.id(.random(), by: anna), by: anna), .foreignAuthor)
      try expectEqual(refusal(by: ben, in: "anna"), .wrongFolder)
      try council.change("ben", to: .viewer, by: "anna", knowing: ["ben": 4])
      people = try council.people()
      try expectNil(refusal(by: ben, line: 4))
      try expectEqual(refusal(by: ben, line: 5), .viewer)
      try council.remove("ben", by: "anna", knowing: ["ben": 6])
      people = try council.people()
      try expectNil(refusal(by: ben, line: 4))
      try expectEqual(refusal(by: ben, line: 7), .removed)
    }
  }

  @Test func `a new id of a machine belongs to the person of its device`() throws {
    var council = self.council
    try council.admit("ben", by: "anna")
    try council.admit("cho", by: "anna")
    let (ben, evil) = (try council.device("ben"), try council.device("evil"))
    let renewed = ben.id.renewal(from: ID(high: 0, low: 7))
    // Cho can't approve it for herself, nor can an owner for her.
    let claimed = PersonDevice(id: renewed, key: evil.key, recipient: evil.recipient)
    for name in ["cho", "anna"] {
      try council.decide(by: name, about: "cho") { $0.devices = [claimed] }
    }
    for lines in [council.lines, council.lines.reversed()] {
      let people = try council.people(order: lines)
      expectEqual(
        people.device(renewed),
        PersonDevice(id: renewed, key: ben.key, recipient: ben.recipient))
      expectEqual(people.member(with: renewed)?.name, "ben")
      expectNil(people.obstacle(for: renewed))
      // Only the digest makes it his, and only of an approved device.
      expectEqual(people.obstacle(for: ID(high: ben.id.high, low: 7)), .stranger)
      expectEqual(
        people.obstacle(for: evil.id.renewal(from: ID(high: 0, low: 7))), .stranger)
      expectEqual(people.obstacle(for: renewed.renewal(from: ID(high: 0, low: 8))), .stranger)
    }
    // It has no more rights than he has.
    try council.change("ben", to: .viewer, by: "anna", knowing: ["ben": 9])
    try expectEqual(council.people().obstacle(for: renewed), .viewer)
    try council.change("ben", to: .editor, by: "anna", knowing: ["ben": 9])
    try expectNil(council.people().obstacle(for: renewed))
    try council.decide(by: "anna", about: "ben") { record in
      record.isRemoved = true
      record.seen = [renewed: 4]
    }
    let people = try council.people()
    for (number, reason) in [(4, nil), (5, .removed)] as [(Int, RefusedLines.Reason?)] {
      let line = RecordLine(
        id: .random(), clock: HybridClock(time: Timestamp(milliseconds: 0)), device: renewed,
        number: number,
        record: .journal(JournalDecision(JournalRecord(name: "Trips"))))
      expectEqual(people.refusal(of: line)?.reason, reason)
    }
    expectEqual(people.obstacle(for: ben.id.renewal(from: ID(high: 0, low: 9))), .removed)
  }

  @Test func `viewers save no searches`() throws {
    var council = self.council
    try council.admit("ben", by: "anna")
    try council.change("ben", to: .viewer, by: "anna", knowing: ["ben": 4])
    let people = try council.people()
    let search = try DiaryRecord.search(SearchRecord(SavedSearch(named: "Rain", query: "rain")))
    func refusal(line: Int) throws -> RefusedLines.Reason? {
      people.refusal(of: try council.line(search, on: "ben", number: line))?.reason
    }
    try expectNil(refusal(line: 4))
    try expectEqual(refusal(line: 5), .viewer)
  }

  /// Founders stay, and an owner admitted every other member.
  @Test(arguments: RandomRounds.seeds(usually: 12))
  func `the order of lines doesn't matter`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var council = self.council
    let names = ["anna", "ben", "cho", "dan", "eva"]
    for _ in 0..<14 {
      let (actor, target) = (
        names.randomElement(using: &generator) ?? "", names.randomElement(using: &generator) ?? ""
      )
      var known: [String: Int] = [:]
      for name in names {
        known[name] = Int.random(in: 0...council.count(of: name), using: &generator)
      }
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1: try council.admit(target, as: .owner, by: actor, knowing: known)
      case 2: try council.admit(target, by: actor, knowing: known)
      case 3:
        try council.change(
          target, to: PersonRole.allCases.randomElement(using: &generator) ?? .viewer, by: actor,
          knowing: known)
      default: try council.remove(target, by: actor, knowing: known)
      }
    }
    let people = try council.people()
    for _ in 0..<5 {
      try expectEqual(council.people(order: council.lines.shuffled(using: &generator)), people)
    }
    expectEqual(people.members.first?.devices, [try council.device("anna")])
    for person in people.members.dropFirst() {
      let hosts = council.hosts(of: person.id)
      expect(hosts.contains { people.device($0) != nil })
    }
  }
}

/// People with one device each, and their decisions.
private struct Council {
  private let folder: TemporaryFolder
  private var keys: [String: DeviceKeys] = [:]
  private(set) var lines: [RecordLine] = []
  private var numbers: [String: Int] = [:]
  private let founding: RecordLine
  private var time: Int64 = 1_795_000_000_000

  init() throws {
    folder = try TemporaryFolder()
    for name in ["anna", "ben", "cho", "dan", "eva", "phone", "evil"] {
      keys[name] = try DeviceKeys(in: folder.path(name))
    }
    let anna = try require(keys["anna"])
    founding = RecordLine(
      id: .random(), clock: HybridClock(time: Timestamp(milliseconds: time)),
      device: Self.id("anna"), number: 1,
      record: .founding(
        FoundingRecord(
          owner: OwnerRecord(Author(id: Self.author("anna"), name: "Anna"), isNameChosen: false),
          device: DeviceRecord(name: "anna", keys: anna), logs: [])))
    numbers["anna"] = 1
  }

  private static func id(_ name: String) -> ID<Device> {
    ID(high: UInt64(name.utf8.reduce(0) { $0 * 31 + Int($1) }), low: 1)
  }

  private static func author(_ name: String) -> AuthorID { AuthorID("person-\(name)") }
  func author(_ name: String) throws -> AuthorID { Self.author(name) }
  func count(of name: String) -> Int { numbers[name] ?? 0 }

  func device(_ name: String) throws -> PersonDevice {
    PersonDevice(id: Self.id(name), keys: try require(keys[name]))
  }

  @discardableResult mutating func decide(
    by name: String, about person: String? = nil, knowing known: [String: Int] = [:],
    at number: Int? = nil, _ change: (inout PersonRecord) throws -> Void
  ) throws -> Int {
    var record = PersonRecord(Self.author(person ?? name))
    for (name, count) in known { record.seen[Self.id(name)] = count }
    try change(&record)
    time += 1000
    let number = number ?? (numbers[name] ?? 0) + 1
    numbers[name] = max(numbers[name] ?? 0, number)
    lines.append(
      RecordLine(
        id: .random(), clock: HybridClock(time: Timestamp(milliseconds: time)),
        device: Self.id(name), number: number, record: .person(record)))
    return number
  }

  mutating func admit(
    _ person: String, as role: PersonRole = .editor, by name: String,
    knowing known: [String: Int] = [:], at number: Int? = nil
  ) throws {
    let device = try device(person)
    try decide(by: name, about: person, knowing: known, at: number) { record in
      (record.name, record.role, record.devices) = (person, role, [device])
    }
  }

  mutating func change(
    _ person: String, to role: PersonRole, by name: String, knowing known: [String: Int]
  ) throws { try decide(by: name, about: person, knowing: known) { $0.role = role } }

  @discardableResult mutating func remove(
    _ person: String, by name: String, knowing known: [String: Int], at number: Int? = nil
  ) throws -> Int {
    try decide(by: name, about: person, knowing: known, at: number) { $0.isRemoved = true }
  }

  func people(order lines: [RecordLine]? = nil) throws -> DiaryPeople {
    try require(DiaryPeople(founding, lines ?? self.lines))
  }

  func line(_ record: DiaryRecord, on device: String, number: Int) throws -> RecordLine {
    RecordLine(
      id: .random(), clock: HybridClock(time: Timestamp(milliseconds: time)),
      device: Self.id(device), number: number, record: record)
  }

  func revision(of entry: ID<Entry>, by author: AuthorID, on device: String) throws -> Revision {
    Revision(
      id: .random(), parents: [], clock: HybridClock(time: Timestamp(milliseconds: time)),
      device: Self.id(device),
      entry: Entry(
        id: entry, fields: try fields("title"), author: author,
        created: Timestamp(milliseconds: time), modified: Timestamp(milliseconds: time)))
  }

  /// Returns the reason an entry is hidden.
  func refusal(
    of name: String, line number: Int, in people: DiaryPeople
  ) throws -> RefusedLines.Reason? {
    let author = Self.author(name)
    let revision = try revision(of: EntryOwnership.id(.random(), by: author), by: author, on: name)
    return people.refusal(of: revision, number: number, in: Self.id(name))?.reason
  }

  /// The devices that admitted a person.
  func hosts(of person: AuthorID) -> [ID<Device>] {
    lines.compactMap { line in
      guard case .person(let record) = line.record, record.person == person, !record.devices.isEmpty
      else { return nil }
      return line.device
    }
  }
}
