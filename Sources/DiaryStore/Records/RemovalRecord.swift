import DiaryCore

/// Lines that a device has taken out of its own logs, so that nobody misses them, and that the lines
/// after them still prove those before.
struct RemovalRecord: Hashable, Sendable {
  /// Some lines that followed one another.
  struct Gap: Hashable, Sendable {
    /// The sum of the last of them, which the line after the gap names.
    let last: ID<Revision>
    /// The sum of the line before the first of them; `nil` when there is none, or nobody knows.
    let before: ID<Revision>?
  }

  /// Why a line isn't there any more.
  enum Reason: String {
    case trash
    /// It was damaged or gone when a repair found out.
    case repair
  }

  let reason: Reason
  /// The entries that are gone for good; blank after a repair.
  let entries: [ID<Entry>]
  let gaps: [Gap]
  /// What the logs of version 0.1.0 are from now on.
  let logs: [VouchedLog]

  init?(_ json: JSONValue) {
    guard let reason = json["by"]?.string.flatMap(Reason.init),
      let entries = json["entries"]?.array, let gaps = json["lines"]?.array,
      let logs = VouchedLog.list(json["logs"])
    else { return nil }
    let ids = entries.compactMap { $0.string.flatMap { ID<Entry>($0) } }
    let found = gaps.compactMap { json in
      json["sum"]?.string.flatMap { ID<Revision>($0) }.map { last in
        Gap(
          last: last,
          before: json[ChainLink.previousName]?.string.flatMap { ID<Revision>($0) })
      }
    }
    guard ids.count == entries.count, found.count == gaps.count else { return nil }
    self.init(reason: reason, entries: ids, gaps: found, logs: logs)
  }

  init(reason: Reason, entries: [ID<Entry>], gaps: [Gap], logs: [VouchedLog]) {
    (self.reason, self.entries, self.gaps, self.logs) = (reason, entries, gaps, logs)
  }

  var members: [JSONMember] {
    [
      JSONMember("by", .string(reason.rawValue)),
      JSONMember("entries", .array(entries.map { .string($0.description) })),
      JSONMember(
        "lines",
        .array(
          gaps.map { gap in
            .object([
              JSONMember("sum", .string(gap.last.description)),
              JSONMember(ChainLink.previousName, .optional(gap.before?.description)),
            ])
          })),
      JSONMember("logs", .array(logs.map(\.json))),
    ]
  }
}
