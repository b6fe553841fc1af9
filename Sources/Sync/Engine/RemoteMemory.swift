import DiaryCore
import DiaryStore
import System

/// This machine's record of a remote between syncs. All of it can be found out again.
struct RemoteMemory {
  /// A segment whose lines are all on this machine: it sent or received the segment.
  struct Segment: Hashable {
    /// The time when this machine sent it; `nil` for a segment of another machine.
    var put: Timestamp?
    /// The progress of permanent removals at that time (`Removals.progress`).
    var removals: Int
    /// The size in bytes, as the remote listed it; `nil` if unknown.
    var size: Int?
    /// True if it may be incomplete, since the sync that sent it was interrupted.
    var isPending = false
    /// The number of bodies that were missing here when this machine sent it.
    var lackedBodies = 0

    /// The size of a segment whose lines may be missing here. No file has this size.
    private static let doubtfulSize = -1

    var isDoubtful: Bool { size == Self.doubtfulSize }

    /// The segment after lines may have been lost here; `nil` if another machine sent it.
    var doubted: Self? {
      put.map {
        Self(
          put: $0, removals: 0, size: Self.doubtfulSize, isPending: isPending,
          lackedBodies: lackedBodies)
      }
    }
  }

  /// The last lines of each device that were here. A diary without one of them is an old copy, for
  /// which this record is useless.
  var tips: [ID<Device>: [RunTip]] = [:]
  var lastSync: Timestamp?
  var error: String?
  /// True if the error is that the newest recovery words are needed.
  var needsRecoveryWords = false
  var issues: [String] = []
  /// True if `FORMAT.txt` was checked.
  var isChecked = false
  /// The size in bytes of the `FORMAT.txt` that was checked. One of another size may be damaged.
  var formatSize: Int?
  var segments: [String: Segment] = [:]
  /// The lines here without bodies (`DiskRepository.missingBodies`) for which all known segments
  /// were searched.
  var missingBodies: [ID<Device>: [RunTip]] = [:]
  /// The lines missing here (`DiskRepository.missingLines`) for which all known segments were
  /// searched.
  var missingLines: Set<ID<Revision>> = []
  /// The `DiskRepository.missingTexts` after the last sync.
  var missingTexts = 0
  /// The segment that this machine sent last. Its content is compared once.
  var lastPut: String?
  /// The complete segments that the keys with `unopenedFingerprint` (`Sealing.keysFingerprint`)
  /// don't open. They aren't fetched again until there is another key.
  var unopened: Set<String> = []
  var unopenedFingerprint = ""
  /// The sizes in bytes of damaged files, which were reported, by their paths.
  var damaged: [String: Int] = [:]
  /// The SHA-256 of each old log on the remote whose lines are here, by its path; `unvouched` for
  /// one that no line here vouches for, and `replaced` for a damaged one until it is sent again.
  var oldLogs: [String: String] = [:]
  static let (unvouched, replaced) = ("", "replaced")
  /// True if lines were sent or received, or a segment became known, since the remote was last
  /// tidied.
  var needsTidying = true
  /// The progress of permanent removals that the remote has (`Removals.progress`).
  var removals = 0
  /// The positions up to which the logs were searched for names of files.
  var positions = LogPositions()
  /// The positions up to which previews were created.
  var previewPositions = LogPositions()
  /// The sum of the photos and attachments on the remote (`RemoteListing.assetSums`); `nil` at
  /// first.
  var assetSum: UInt64?
  /// The sum of those on this machine at the end (`DiskRepository.assetSum`); `nil` at first.
  var assetSumHere: UInt64?
  /// The state in which all of them were last compared; `nil` if work is left.
  var seenAssets: SeenAssets?
  /// The files here that the remote doesn't have, and the files that this machine doesn't have.
  var unsent: [AssetFile] = []
  var elsewhere: [AssetFile] = []
  /// The photos in `elsewhere` without a preview on this machine.
  var unseen: [AssetFile] = []
  /// The sizes of files that were incomplete at the last fetch: another machine may still be
  /// sending them.
  var unsound: [String: Int] = [:]
  /// The counts of photos and previews when previews were last fetched.
  var previews = SeenPreviews()
  /// The pending requests to join a shared diary.
  var requests: [JoinRequest] = []
  /// The number of each device's last line on the remote.
  var sent: [ID<Device>: Int] = [:]

  struct SeenPreviews: Hashable {
    var unseen = 0
    var there = 0
  }

  struct SeenAssets: Hashable {
    /// See `RemoteListing.assetSums`.
    let there: String
    /// See `DiskRepository.assetsFingerprint`.
    let here: String
    /// The progress of permanent removals on the remote.
    let removals: Int
  }

  init() {}

  /// Records the error of a sync, or that there was none.
  mutating func record(_ failure: SyncFailure?) {
    error = failure?.error.line
    needsRecoveryWords = failure?.isOutdatedKey == true
  }

  /// The part that stays useful if the diary is an old copy: the segments that this machine sent,
  /// since no other machine removes purged lines from them.
  var ofOldCopy: RemoteMemory {
    var memory = RemoteMemory()
    memory.segments = segments.compactMapValues(\.doubted)
    return memory
  }

  /// Forgets files that are on this machine now, or that the diary no longer names.
  mutating func forgetElsewhere(_ files: Set<AssetFile>) {
    guard !files.isEmpty else { return }
    elsewhere.removeAll { files.contains($0) }
    unseen.removeAll { files.contains($0) }
  }

  /// Reads what `bytes` returned. Unreadable data gives an empty record.
  init(_ bytes: [UInt8]?) {
    guard let bytes, let json = try? JSONParser.parse(bytes) else { return }
    lastSync = json["last"]?.string.flatMap { Timestamp($0) }
    error = json["error"]?.string
    needsRecoveryWords = json["needsWords"]?.bool == true
    issues = json["issues"]?.array?.compactMap(\.string) ?? []
    isChecked = json["checked"]?.bool == true
    formatSize = json["formatSize"]?.integer
    for member in json["segments"]?.members ?? [] {
      guard let values = member.value.array, values.count >= 3 else { continue }
      segments[member.name] = Segment(
        put: values[0].string.flatMap { Timestamp($0) }, removals: values[1].integer ?? 0,
        size: values.count > 3 ? values[3].integer : nil, isPending: values[2].bool ?? false,
        lackedBodies: values.count > 4 ? values[4].integer ?? 0 : 0)
    }
    missingBodies = json["missingBodies"].flatMap { .init(tips: $0) } ?? [:]
    missingLines = Set(
      (json["missingLines"]?.array ?? []).compactMap { $0.string.flatMap { ID<Revision>($0) } })
    missingTexts = json["missingTexts"]?.integer ?? 0
    lastPut = json["lastPut"]?.string
    tips = json["tips"].flatMap { .init(tips: $0) } ?? [:]
    unopened = Set(json["unopened"]?["names"]?.array?.compactMap(\.string) ?? [])
    unopenedFingerprint = json["unopened"]?["keys"]?.string ?? ""
    for member in json["damaged"]?.members ?? [] { damaged[member.name] = member.value.integer }
    for member in json["oldLogs"]?.members ?? [] { oldLogs[member.name] = member.value.string }
    needsTidying = json["tidy"]?.bool != true
    removals = json["removals"]?.integer ?? 0
    positions = json["positions"].flatMap { LogPositions($0) } ?? LogPositions()
    previewPositions = json["previews"].flatMap { LogPositions($0) } ?? LogPositions()
    assetSum = json["assetSum"]?.string.flatMap { UInt64($0, radix: 16) }
    assetSumHere = json["assetSumHere"]?.string.flatMap { UInt64($0, radix: 16) }
    if let seen = json["seenAssets"]?.array, seen.count == 3, let there = seen[0].string,
      let here = seen[1].string, let removals = seen[2].integer
    {
      seenAssets = SeenAssets(there: there, here: here, removals: removals)
    }
    unsent = Self.files(json["unsent"])
    elsewhere = Self.files(json["elsewhere"])
    unseen = json["unseen"].map { Self.files($0) } ?? elsewhere.filter(\.type.isPhoto)
    for member in json["unsound"]?.members ?? [] { unsound[member.name] = member.value.integer }
    previews = SeenPreviews(
      unseen: json["seen"]?["unseen"]?.integer ?? 0, there: json["seen"]?["there"]?.integer ?? 0)
    requests = (json["requests"]?.array ?? []).compactMap { JoinRequest($0) }
    sent = Self.numbers(json["sent"])
  }

  var bytes: [UInt8] {
    JSONWriter.bytes(
      [
        "last": .optional(lastSync?.description),
        "error": .optional(error),
        "needsWords": .bool(needsRecoveryWords),
        "issues": .array(issues.map { .string($0) }),
        "checked": .bool(isChecked),
        "formatSize": formatSize.map { .integer($0) } ?? .null,
        "segments": .object(
          segments.sorted { $0.key < $1.key }.map { name, segment in
            JSONMember(
              name,
              .array(
                [
                  .optional(segment.put?.description), .integer(segment.removals),
                  .bool(segment.isPending), segment.size.map { .integer($0) } ?? .null,
                  .integer(segment.lackedBodies),
                ]))
          }),
        "missingBodies": missingBodies.tipsJSON,
        "missingLines": .array(missingLines.sorted().map { .string($0.description) }),
        "missingTexts": .integer(missingTexts),
        "tips": tips.tipsJSON,
        "lastPut": .optional(lastPut),
        "unopened": [
          "names": .array(unopened.sorted().map { .string($0) }),
          "keys": .string(unopenedFingerprint),
        ],
        "damaged": .object(
          damaged.sorted { $0.key < $1.key }.map { JSONMember($0.key, .integer($0.value)) }),
        "oldLogs": .object(
          oldLogs.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }),
        "tidy": .bool(!needsTidying),
        "removals": .integer(removals),
        "positions": positions.json,
        "previews": previewPositions.json,
        "assetSum": .optional(assetSum.map { String($0, radix: 16) }),
        "assetSumHere": .optional(assetSumHere.map { String($0, radix: 16) }),
        "seenAssets": seenAssets.map { seen in
          .array([.string(seen.there), .string(seen.here), .integer(seen.removals)])
        } ?? .null,
        "unsent": Self.json(unsent),
        "elsewhere": Self.json(elsewhere),
        "unseen": Self.json(unseen),
        "unsound": .object(
          unsound.sorted { $0.key < $1.key }.map { JSONMember($0.key, .integer($0.value)) }),
        "seen": ["unseen": .integer(previews.unseen), "there": .integer(previews.there)],
        "requests": .array(requests.map(\.json)),
        "sent": Self.json(sent),
      ]) + [0x0A]
  }

  private static func numbers(_ json: JSONValue?) -> [ID<Device>: Int] {
    var numbers: [ID<Device>: Int] = [:]
    for member in json?.members ?? [] {
      if let device = ID<Device>(member.name) { numbers[device] = member.value.integer }
    }
    return numbers
  }

  private static func json(_ numbers: [ID<Device>: Int]) -> JSONValue {
    .object(
      numbers.sorted { $0.key < $1.key }.map { device, number in
        JSONMember(device.description, .integer(number))
      })
  }

  private static func files(_ json: JSONValue?) -> [AssetFile] {
    (json?.array ?? []).compactMap { value in
      guard let pair = value.array, pair.count == 2,
        let asset = pair[0].string.flatMap({ AssetID($0) }), let type = pair[1].string
      else { return nil }
      return AssetFile(asset: asset, type: MediaType(type))
    }
  }

  private static func json(_ files: [AssetFile]) -> JSONValue {
    .array(
      files.map { file in
        .array([.string(file.asset.description), .string(file.type.description)])
      })
  }
}
