import DiaryCore

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
