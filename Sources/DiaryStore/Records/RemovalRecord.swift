import DiaryCore

/// Entries that were removed for good. Whoever reads it cuts off the bodies of the lines about them
/// that were seen by whoever removed them; later lines count.
struct RemovalRecord: Hashable, Sendable {
  let entries: [ID<Entry>]
  /// The last line of each run of each device that was known then; empty for a device of which only
  /// lines of version 0.1.0 were.
  let seen: [ID<Device>: [RunTip]]
  /// The photos and attachments that went with the entries.
  let files: [AssetFile]
  /// The sums of lines that were found damaged by a repair and are lost, as a whole or in their bodies.
  /// Others keep what they have of them.
  let lost: [ID<Revision>]

  private static let (entriesName, seenName) = ("entries", "seen")
  private static let (filesName, lostName) = ("files", "lost")
  private static let (assetName, typeName) = ("asset", "type")

  init(
    entries: [ID<Entry>], seen: [ID<Device>: [RunTip]], files: [AssetFile] = [],
    lost: [ID<Revision>] = []
  ) {
    (self.entries, self.seen, self.files, self.lost) = (entries, seen, files, lost)
  }

  init?(_ json: JSONValue) {
    guard let entries = json[Self.entriesName]?.array,
      let seen = json[Self.seenName].flatMap({ [ID<Device>: [RunTip]](tips: $0) })
    else { return nil }
    let ids = entries.compactMap { $0.string.flatMap { ID<Entry>($0) } }
    guard ids.count == entries.count else { return nil }
    let files = json[Self.filesName]?.array?.compactMap { Self.file($0) } ?? []
    let lost = json[Self.lostName]?.array?.compactMap { $0.string.flatMap { ID<Revision>($0) } }
    self.init(entries: ids, seen: seen, files: files, lost: lost ?? [])
  }

  /// The same for some of the entries alone.
  func keeping(_ isKept: (ID<Entry>) -> Bool) -> RemovalRecord {
    RemovalRecord(entries: entries.filter(isKept), seen: seen, files: files, lost: lost)
  }

  /// The same with the files that went with the entries.
  func with(files: Set<AssetFile>) -> RemovalRecord {
    RemovalRecord(
      entries: entries, seen: seen, files: files.sorted { $0.asset < $1.asset }, lost: lost)
  }

  private static func file(_ json: JSONValue) -> AssetFile? {
    guard let asset = json[assetName]?.string.flatMap({ AssetID($0) }),
      let type = json[typeName]?.string
    else { return nil }
    return AssetFile(asset: asset, type: MediaType(type))
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.entriesName, .array(entries.map { .string($0.description) })),
      JSONMember(Self.seenName, seen.tipsJSON),
      JSONMember(
        Self.filesName,
        .array(
          files.map { file in
            [
              Self.assetName: .string(file.asset.description),
              Self.typeName: .string(file.type.description),
            ]
          })),
    ]
      + (lost.isEmpty
        ? [] : [JSONMember(Self.lostName, .array(lost.map { .string($0.description) }))])
  }
}
