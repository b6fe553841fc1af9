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
    /// The sums of those before the last one, the latest first: another machine may have some of them, and
    /// others of the same numbers. `nil` when nobody knows.
    let between: [ID<Revision>]?

    /// Each line that is gone, as far as that is known, with the one before it, the last one first.
    var steps: [(line: ID<Revision>, before: ID<Revision>?)] {
      let lines = [last] + (between ?? [])
      return zip(lines, lines.dropFirst().map(Optional.some) + [before]).map { ($0, $1) }
    }
  }

  /// Why a line isn't there any more.
  enum Reason: String {
    case trash
    /// It was damaged or gone when a repair found out.
    case repair
  }

  let reason: Reason
  /// The entries that are gone for good, when the trash was emptied.
  let entries: [ID<Entry>]
  /// How many lines of each device were known then: whatever a later one says of an entry was written
  /// by somebody who didn't know, and counts.
  let seen: [ID<Device>: Int]
  /// The sums of the last of these lines: two machines may have written others of the same numbers.
  let tips: [ID<Device>: [ID<Revision>]]
  let gaps: [Gap]
  /// The photos and attachments that went with the entries.
  let files: [AssetFile]
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
          before: json[ChainLink.previousName]?.string.flatMap { ID<Revision>($0) },
          between: json[Self.betweenName]?.array.map { sums in
            sums.compactMap { $0.string.flatMap { ID<Revision>($0) } }
          })
      }
    }
    guard ids.count == entries.count, found.count == gaps.count else { return nil }
    let seen = json[Self.seenName].flatMap { [ID<Device>: Int](lengths: $0) } ?? [:]
    var tips: [ID<Device>: [ID<Revision>]] = [:]
    for member in json[Self.tipsName]?.members ?? [] {
      guard let device = ID<Device>(member.name) else { return nil }
      tips[device] = member.value.array?.compactMap { $0.string.flatMap { ID<Revision>($0) } }
    }
    let files = json[Self.filesName]?.array?.compactMap { Self.file($0) } ?? []
    self.init(
      reason: reason, entries: ids, seen: seen, tips: tips, gaps: found, files: files, logs: logs)
  }

  init(
    reason: Reason, entries: [ID<Entry>], seen: [ID<Device>: Int] = [:],
    tips: [ID<Device>: [ID<Revision>]] = [:], gaps: [Gap],
    files: [AssetFile] = [], logs: [VouchedLog]
  ) {
    (self.reason, self.entries, self.seen, self.tips) = (reason, entries, seen, tips)
    (self.gaps, self.files, self.logs) = (gaps, files, logs)
  }

  /// The same of some entries alone.
  func keeping(_ isKept: (ID<Entry>) -> Bool) -> RemovalRecord {
    let kept = entries.filter(isKept)
    guard kept.count < entries.count else { return self }
    return RemovalRecord(
      reason: reason, entries: kept, seen: seen, tips: tips, gaps: gaps, files: files, logs: logs)
  }

  private static let (seenName, tipsName, filesName) = ("seen", "last", "files")
  private static let betweenName = "between"
  private static let (assetName, typeName) = ("asset", "type")

  private static func file(_ json: JSONValue) -> AssetFile? {
    guard let asset = json[assetName]?.string.flatMap({ AssetID($0) }),
      let type = json[typeName]?.string
    else { return nil }
    return AssetFile(asset: asset, type: MediaType(type))
  }

  var members: [JSONMember] {
    [
      JSONMember("by", .string(reason.rawValue)),
      JSONMember("entries", .array(entries.map { .string($0.description) })),
      JSONMember(Self.seenName, seen.lengthsJSON),
      JSONMember(
        Self.tipsName,
        .object(
          tips.sorted { $0.key < $1.key }.map { device, sums in
            JSONMember(device.description, .array(sums.map { .string($0.description) }))
          })),
      JSONMember(
        "lines",
        .array(
          gaps.map { gap in
            var members = [
              JSONMember("sum", .string(gap.last.description)),
              JSONMember(ChainLink.previousName, .optional(gap.before?.description)),
            ]
            if let between = gap.between {
              members.append(
                JSONMember(
                  Self.betweenName, .array(between.map { .string($0.description) })))
            }
            return .object(members)
          })),
      JSONMember(
        Self.filesName,
        .array(
          files.map { file in
            [
              Self.assetName: .string(file.asset.description),
              Self.typeName: .string(file.type.description),
            ]
          })),
      JSONMember("logs", .array(logs.map(\.json))),
    ]
  }
}
