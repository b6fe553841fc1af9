import DiaryCore

/// What was decided about a journal.
struct JournalDecision: Hashable, Sendable {
  let record: JournalRecord
  /// What of it this program doesn't know.
  let unknownMembers: [JSONMember]

  private static let names: Set = ["name", "color", "position", "locked", "deleted"]

  init(_ record: JournalRecord, unknownMembers: [JSONMember] = []) {
    (self.record, self.unknownMembers) = (record, unknownMembers)
  }

  /// `nil` when it names no journal.
  init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, !name.isBlank else { return nil }
    let record = JournalRecord(
      name: name, color: json["color"]?.string.flatMap(JournalColor.init),
      position: json["position"]?.integer, isLocked: json["locked"]?.bool ?? false,
      isDeleted: json["deleted"]?.bool ?? false)
    let unknown = (json.members ?? []).filter { member in
      // A newer program may have more colors.
      !Self.names.contains(member.name) && !RecordLine.hasMember(member.name)
        || member.name == "color" && record.color == nil && member.value.string != nil
    }
    self.init(record, unknownMembers: unknown)
  }

  var members: [JSONMember] {
    var members = [JSONMember("name", .string(record.name))]
    if let color = record.color { members.append(JSONMember("color", .string(color.rawValue))) }
    if let position = record.position { members.append(JSONMember("position", .integer(position))) }
    if record.isLocked { members.append(JSONMember("locked", .bool(true))) }
    if record.isDeleted { members.append(JSONMember("deleted", .bool(true))) }
    return members + unknownMembers.filter { $0.name != "color" || record.color == nil }
  }
}

/// A decision, and when it was made.
struct JournalLine: Hashable, Sendable {
  let decision: JournalDecision
  let clock: HybridClock
}
