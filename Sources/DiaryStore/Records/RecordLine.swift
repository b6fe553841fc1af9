import DiaryCore

/// A line of a log that tells a `DiaryRecord`.
struct RecordLine: Hashable, Sendable {
  let id: ID<Revision>
  let clock: HybridClock
  let device: ID<Device>
  /// Among the lines of the device, where the line says it; where it stands in no log, it doesn't.
  let number: Int?
  let record: DiaryRecord

  private static let opening = Array("{\"\(DiaryRecord.memberName)\":\"".utf8)
  private static let names: Set<String> = [
    DiaryRecord.memberName, "clock", "device", "sum", ChainLink.previousName,
    ChainLink.appendName, ChainLink.numberName, LineSignature.memberName, RevisionLine.hashName,
    RevisionLine.bodyName,
  ]

  /// Whether a member of that name is one that every such line has, whatever it tells.
  static func hasMember(_ name: String) -> Bool { names.contains(name) }

  /// Whether a line tells a record, if it is sound.
  static func isOne(_ line: UnsafeRawBufferPointer) -> Bool { line.starts(with: opening) }

  /// A line that lacks what joins it to the one before.
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

  /// Reads a line without its line end; `nil` if it is damaged, its body was cut off, or it is an
  /// entry's.
  init?(_ line: UnsafeRawBufferPointer) {
    guard Self.isOne(line), let json = RevisionLine.json(of: line) else { return nil }
    self.init(json)
  }

  /// Reads what `json` says.
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

  // The sum is that of the whole line.
  static func == (one: Self, other: Self) -> Bool {
    (one.id, one.clock, one.device) == (other.id, other.clock, other.device)
      && one.record == other.record
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// What a file of version 0.1.0 says of a journal.
  init(_ line: JournalLine) {
    self.init(
      id: ID(high: 0, low: 0), clock: line.clock, device: ID(high: 0, low: 0),
      record: .journal(line.decision))
  }

  /// The line as an object, without what joins it to others.
  var json: JSONValue {
    .object(
      Self.head(record, clock, device)
        + (number.map { [JSONMember(ChainLink.numberName, .integer($0))] } ?? []) + record.members
        + [JSONMember("sum", .string(id.description))])
  }
}
