import Crypto
import DiaryCore
import DiaryStore
import Text

/// The text `FORMAT.txt` on a remote, which describes its files to people and programs. The
/// texts are in `Sources/CData/formats`.
enum RemoteFormat {
  static let name = "FORMAT.txt"
  private static let heading = "PhotoDiary remote, format "
  private static let version = 1
  private static let (plain, encrypted) = ("plain", "encrypted")

  /// Parses the first line; `nil` if the file is damaged or another one.
  static func read(_ bytes: [UInt8]) -> (version: Int, isPlain: Bool)? {
    let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    guard line.hasPrefix(heading) else { return nil }
    let words = line.dropFirst(heading.count).split(separator: ",").map { $0.trimmed }
    guard let version = words.first.flatMap({ Int($0) }) else { return nil }
    let isWhole = words.count == 2 && (words[1] == plain || words[1] == encrypted)
    return isWhole || !isKnown(version) ? (version, words.last == plain[...]) : nil
  }

  /// Returns true if this program can read the version.
  static func isKnown(_ version: Int) -> Bool { version <= self.version }

  /// Returns the text for a remote in clear, or an encrypted one.
  static func text(isPlain: Bool) -> String {
    let file = isPlain ? EmbeddedFile.remoteFormat : .encryptedRemoteFormat
    // The file on a remote has no line feed at its end.
    return "\(heading)\(version), \(isPlain ? plain : encrypted)\n\n" + file.text.dropLast()
  }
}

// MARK: -

/// The name of a segment on a remote: a device, a range of line numbers, and eight hexadecimal
/// digits. Four are of the last line's sum and four of the file's SHA-256, so that two segments of
/// the same range have different names.
struct SegmentName: Hashable {
  let device: ID<Device>
  let numbers: ClosedRange<Int>
  let tag: String
  let name: RemoteName

  private static let folder = "log"

  /// Parses a name; `nil` if the file isn't a segment.
  init?(_ name: RemoteName) {
    // A conflict copy counts too.
    let path = name.original?.path ?? name.path
    let parts = path.split(separator: "/")
    guard parts.count == 3, parts[0] == Self.folder, let device = ID<Device>(parts[1]) else {
      return nil
    }
    let fields = parts[2].split(separator: ".", maxSplits: 1)[0].split(separator: "-")
    guard fields.count == 3, let first = Int(fields[0]), let last = Int(fields[1]),
      fields[2].utf8.count == 8, 0 <= first, first <= last, last < Self.end
    else { return nil }
    (self.device, numbers, tag) = (device, first...last, String(fields[2].prefix(4)))
    self.name = name
  }

  /// A number of lines that no device reaches.
  private static let end = 1 << 40

  /// The start of the names of notes about damaged segments, which end with the segment's name.
  static let noteStart = "damaged/\(folder)/"

  /// The name of a note that this segment is damaged; `nil` for conflict copies.
  var note: RemoteName? {
    guard name.original == nil else { return nil }
    return RemoteName(Self.noteStart + name.path.dropFirst(Self.folder.count + 1))
  }

  var known: KnownSegment { KnownSegment(numbers, tag: tag) }

  /// Returns true if the segment's numbers include one of these lines.
  func contains(anyOf lines: some Sequence<RunTip>) -> Bool {
    lines.contains { numbers.contains($0.number) }
  }

  /// True for a log of version 0.1.0, whose lines have no numbers.
  var isOldLog: Bool { numbers == 0...0 }

  /// Returns true if the bytes are the complete file of this name.
  func matches(_ bytes: [UInt8]) -> Bool {
    (name.original ?? name).path.split(separator: ".")[0].hasSuffix(Self.digits(of: bytes))
  }

  private static func digits(of bytes: [UInt8]) -> String {
    hexadecimal(SHA256.hash(data: bytes).prefix(2))
  }

  /// Returns the name of a file with these bytes.
  static func path(
    _ device: ID<Device>, _ numbers: ClosedRange<Int>, tag: String, _ bytes: [UInt8],
    isPlain: Bool
  ) -> RemoteName? {
    let digits = digits(of: bytes)
    let ending = isPlain ? "jsonl" : "jsonl.age"
    let (first, last) = (padded(numbers.lowerBound), padded(numbers.upperBound))
    return RemoteName("\(folder)/\(device)/\(first)-\(last)-\(tag)\(digits).\(ending)")
  }

  /// Pads with zeros, so that sorting by name sorts by number.
  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }
}

/// The segments that a remote lists.
struct SegmentListing {
  /// The segments of each device, in ascending order of their numbers.
  private(set) var segments: [ID<Device>: [SegmentName]] = [:]
  private(set) var oldLogs: [SegmentName] = []
  private(set) var sizes: [RemoteName: Int] = [:]
  /// The notes about damaged segments (`SegmentName.note`).
  private(set) var notes: Set<RemoteName> = []

  init(_ listing: RemoteListing) {
    for (name, size) in listing.files {
      guard let segment = SegmentName(name) else {
        if name.path.hasPrefix(SegmentName.noteStart) { notes.insert(name) }
        continue
      }
      sizes[name] = size
      if segment.isOldLog {
        oldLogs.append(segment)
      } else {
        segments[segment.device, default: []].append(segment)
      }
    }
    for device in segments.keys {
      segments[device]?.sort {
        ($0.numbers.lowerBound, $0.numbers.upperBound, $0.name)
          < ($1.numbers.lowerBound, $1.numbers.upperBound, $1.name)
      }
    }
    oldLogs.sort { $0.name < $1.name }
  }

  /// Returns the fewest segments that contain a device's lines from `head + 1` on without a gap.
  func plan(
    of device: ID<Device>, after head: Int, without bad: Set<RemoteName>
  ) -> [SegmentName] {
    var plan: [SegmentName] = []
    var known = head
    var next: SegmentName?
    for segment in segments[device] ?? [] where !bad.contains(segment.name) {
      if segment.numbers.lowerBound > known + 1, let found = next {
        plan.append(found)
        known = found.numbers.upperBound
        next = nil
      }
      guard segment.numbers.lowerBound <= known + 1 else { break }
      if segment.numbers.upperBound > next?.numbers.upperBound ?? known { next = segment }
    }
    return plan + [next].compactMap(\.self)
  }

  /// True if the segments' names are those of a remote in clear; `nil` if they differ or there are
  /// none.
  var isPlain: Bool? {
    let forms = Set(sizes.keys.map { !($0.original ?? $0).path.hasSuffix(".age") })
    return forms.count == 1 ? forms.first : nil
  }

  /// Returns the highest listed number of a device, or 0.
  func last(of device: ID<Device>) -> Int {
    segments[device]?.map(\.numbers.upperBound).max() ?? 0
  }
}
