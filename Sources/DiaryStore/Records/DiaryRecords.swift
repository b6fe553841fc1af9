import DiaryCore

/// A diary, as its founding line names it.
enum FoundedDiary {}

/// What holds for the diary, by all the records that its logs have: whichever log is read first, it is
/// the same.
struct DiaryRecords: Hashable, Sendable {
  private var founding: RecordLine?
  private var owners: RecordLine?
  private var devices: [ID<Device>: RecordLine] = [:]
  /// By their names in small letters.
  private var journals: [String: RecordLine] = [:]

  init() {}

  /// The diary's id; `nil` until it has a founding line.
  var diary: ID<FoundedDiary>? { founding.flatMap { ID($0.id.description) } }

  var owner: OwnerRecord? {
    switch owners?.record {
    case .owner(let owner): owner
    case .founding(let founding): founding.owner
    default: nil
    }
  }

  func device(_ id: ID<Device>) -> DeviceRecord? {
    switch devices[id]?.record {
    case .device(let device): device
    case .founding(let founding): founding.device
    default: nil
    }
  }

  /// What was decided last about each journal, with when that was, the oldest first.
  var journalLines: [JournalLine] {
    journals.values.compactMap { line in
      guard case .journal(let decision) = line.record else { return nil }
      return JournalLine(decision: decision, clock: line.clock)
    }.sorted { ($0.clock, $0.decision.record.name) < ($1.clock, $1.decision.record.name) }
  }

  /// Takes another line in. Of several about one thing the newest counts, as far as its clock is
  /// believed; of several founding lines, as those of copies that were brought together, the oldest.
  mutating func apply(_ line: RecordLine, _ horizon: ClockHorizon) {
    func isNewer(_ known: RecordLine?) -> Bool {
      guard let known else { return true }
      return horizon.isOlder((known.clock, known.id), than: (line.clock, line.id))
    }
    switch line.record {
    case .founding:
      if founding == nil || !isNewer(founding) { founding = line }
      if isNewer(owners) { owners = line }
      if isNewer(devices[line.device]) { devices[line.device] = line }
    case .device: if isNewer(devices[line.device]) { devices[line.device] = line }
    case .owner: if isNewer(owners) { owners = line }
    case .journal(let decision):
      let name = decision.record.name.lowercased()
      if isNewer(journals[name]) { journals[name] = line }
    case .removal, .unknown: break
    }
  }

  // MARK: In the index

  init?(_ json: JSONValue) {
    guard let values = json.array else { return nil }
    let lines = values.compactMap { RecordLine($0) }
    guard lines.count == values.count else { return nil }
    // They were chosen when the index was made: all are believed.
    let latest = lines.map(\.clock).max()?.time ?? Timestamp(milliseconds: 0)
    for line in lines { apply(line, ClockHorizon(at: latest)) }
  }

  /// The lines that count, in one order always.
  var json: JSONValue {
    let all = [founding, owners].compactMap(\.self) + devices.values + journals.values
    return .array(Set(all).sorted { ($0.clock, $0.id) < ($1.clock, $1.id) }.map(\.json))
  }
}
