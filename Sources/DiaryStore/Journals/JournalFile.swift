import DiaryCore

/// A device's file in `journals/`: what was decided there about journals, each with its clock.
struct JournalFile: Hashable, Sendable {
  /// One decision, and what of it this program doesn't know.
  struct Line: Hashable, Sendable {
    var record: JournalRecord
    var clock: HybridClock
    var unknownMembers: [JSONMember] = []
  }

  private(set) var lines: [Line] = []
  /// Members of the whole file that this program doesn't know.
  private var unknownMembers: [JSONMember] = []

  private static let listName = "journals"
  private static let names: Set = ["name", "color", "position", "deleted", "clock"]
  /// Journals are few: in bytes, more than any person has.
  private static let largest = 16 << 20

  init() {}

  /// `nil` when the bytes aren't such a file, or one of its records isn't one.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.largest, let json = try? JSONParser.parse(bytes),
      let members = json.members, let records = json[Self.listName]?.array
    else { return nil }
    for record in records {
      guard let line = Line(record) else { return nil }
      lines.append(line)
    }
    unknownMembers = members.filter { $0.name != Self.listName }
  }

  /// Puts a decision in the place of an earlier one about the same journal.
  mutating func put(_ record: JournalRecord, clock: HybridClock) {
    let known = lines.first { $0.record.name.isSameName(as: record.name) }
    lines.removeAll { $0.record.name.isSameName(as: record.name) }
    lines.append(
      Line(record: record, clock: clock, unknownMembers: known?.unknownMembers ?? []))
  }

  var bytes: [UInt8] {
    var writer = JSONWriter(isIndented: true)
    writer.write(
      .object([JSONMember(Self.listName, .array(lines.map(\.json)))] + unknownMembers))
    return writer.bytes + [0x0A]
  }

  static func isKnown(_ name: String) -> Bool { names.contains(name) }
}

extension JournalFile.Line {
  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, !name.isBlank,
      let clock = json["clock"]?.string.flatMap({ HybridClock($0) })
    else { return nil }
    record = JournalRecord(
      name: name, color: json["color"]?.string.flatMap(JournalColor.init),
      position: json["position"]?.integer, isDeleted: json["deleted"]?.bool ?? false)
    self.clock = clock
    unknownMembers = (json.members ?? []).filter { member in
      // A newer program may have more colors.
      !JournalFile.isKnown(member.name)
        || member.name == "color" && record.color == nil && member.value.string != nil
    }
  }

  fileprivate var json: JSONValue {
    var members = [JSONMember("name", .string(record.name))]
    if let color = record.color { members.append(JSONMember("color", .string(color.rawValue))) }
    if let position = record.position { members.append(JSONMember("position", .integer(position))) }
    if record.isDeleted { members.append(JSONMember("deleted", .bool(true))) }
    members.append(JSONMember("clock", .string(clock.description)))
    return .object(
      members + unknownMembers.filter { $0.name != "color" || record.color == nil })
  }
}
