import DiaryCore
import DiaryStore
import System

/// The memory of a remote from one sync to the next. All of it can be found out again.
struct RemoteMemory {
  /// A segment of which every line is here: this machine put it there, or received it.
  struct Segment: Hashable {
    /// When this machine put it there; `nil` for another's.
    var put: Timestamp?
    /// How many removals were known then.
    var removals: Int
    /// In bytes, as the remote tells it; `nil` where that wasn't noted.
    var size: Int?
    /// Whether it is not known to be there whole: the sync that put it there was broken off.
    var isPending = false

    /// Of which it isn't known whether its lines are here. No file has this size.
    private static let doubtfulSize = -1

    var isDoubtful: Bool { size == Self.doubtfulSize }

    /// The segment when lines may have been lost here; `nil` if another machine put it there.
    var doubted: Self? {
      put.map {
        Self(put: $0, removals: 0, size: Self.doubtfulSize, isPending: isPending)
      }
    }
  }

  /// The last lines of each device that were here then. A diary without one of them is an old copy, and
  /// what was known is worth nothing.
  var tips: [ID<Device>: [RunTip]] = [:]
  var lastSync: Timestamp?
  var error: String?
  var issues: [String] = []
  /// Whether its `FORMAT.txt` was looked at.
  var isChecked = false
  var segments: [String: Segment] = [:]
  /// The segment that this machine put there last, of which the content is compared.
  var lastPut: String?
  /// The segments that are whole and that the keys with this mark (`Sealing.keysMark`) don't open: they
  /// aren't fetched again before there is another key.
  var unopened: Set<String> = []
  var unopenedMark = ""
  /// The SHA-256 of the old logs that are there.
  var oldLogs: [String: String] = [:]
  /// Whether something has come or gone since the remote was last tidied.
  var needsTidying = true
  /// How many removals have been carried out there.
  var removals = 0
  /// Up to where the files that lines name have been looked for.
  var positions = LogPositions()
  /// Up to where previews have been made.
  var previewPositions = LogPositions()
  /// Which photos and attachments were there, see `RemoteListing.assetSums`; `nil` before the first time.
  var assetSum: UInt64?
  /// Which were here at the end, see `DiskRepository.assetSum`; `nil` before the first time.
  var assetSumHere: UInt64?
  /// What was there and here when all of them were last looked at; `nil` when something is left to do.
  var seenAssets: SeenAssets?
  /// Those that are here and not there, and there and not here.
  var unsent: [AssetFile] = []
  var elsewhere: [AssetFile] = []
  /// The photos that are there and not here, and of which there is no preview here, either.
  var unseen: [AssetFile] = []
  /// The sizes of the files there that weren't whole when they were fetched last: they may still be on their
  /// way there.
  var unsound: [String: Int] = [:]
  /// How many of these there were, and how many previews were there, when they were last looked for.
  var previews = SeenPreviews()
  /// Who asks there to be let in to a shared diary.
  var requests: [JoinRequest] = []
  /// The number of the last line that is there, of each device.
  var sent: [ID<Device>: Int] = [:]

  struct SeenPreviews: Hashable {
    var unseen = 0
    var there = 0
  }

  struct SeenAssets: Hashable {
    /// See `RemoteListing.assetSums`.
    let there: String
    /// See `DiskRepository.assetsMark`.
    let here: String
    /// How many removals were known.
    let removals: Int
  }

  init() {}

  /// What is worth something still when the diary is an old copy: which segments this machine has put
  /// there, since no other one cuts off there what is purged.
  var ofOldCopy: RemoteMemory {
    var memory = RemoteMemory()
    memory.segments = segments.compactMapValues(\.doubted)
    return memory
  }

  /// Notes that files are here now.
  mutating func forgetElsewhere(_ files: Set<AssetFile>) {
    guard !files.isEmpty else { return }
    elsewhere.removeAll { files.contains($0) }
    unseen.removeAll { files.contains($0) }
  }

  /// What was known when it was written as these bytes.
  init(_ bytes: [UInt8]?) {
    guard let bytes, let json = try? JSONParser.parse(bytes) else { return }
    lastSync = json["last"]?.string.flatMap { Timestamp($0) }
    error = json["error"]?.string
    issues = json["issues"]?.array?.compactMap(\.string) ?? []
    isChecked = json["checked"]?.bool == true
    for member in json["segments"]?.members ?? [] {
      guard let values = member.value.array, values.count >= 3 else { continue }
      segments[member.name] = Segment(
        put: values[0].string.flatMap { Timestamp($0) }, removals: values[1].integer ?? 0,
        size: values.count > 3 ? values[3].integer : nil, isPending: values[2].bool ?? false)
    }
    lastPut = json["lastPut"]?.string
    tips = json["tips"].flatMap { .init(tips: $0) } ?? [:]
    unopened = Set(json["unopened"]?["names"]?.array?.compactMap(\.string) ?? [])
    unopenedMark = json["unopened"]?["keys"]?.string ?? ""
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
        "issues": .array(issues.map { .string($0) }),
        "checked": .bool(isChecked),
        "segments": .object(
          segments.sorted { $0.key < $1.key }.map { name, segment in
            JSONMember(
              name,
              .array(
                [
                  .optional(segment.put?.description), .integer(segment.removals),
                  .bool(segment.isPending), segment.size.map { .integer($0) } ?? .null,
                ]))
          }),
        "tips": tips.tipsJSON,
        "lastPut": .optional(lastPut),
        "unopened": [
          "names": .array(unopened.sorted().map { .string($0) }), "keys": .string(unopenedMark),
        ],
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
