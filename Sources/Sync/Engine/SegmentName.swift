import Crypto
import DiaryCore
import DiaryStore

/// The name of a segment on a remote: whose lines it has, which numbers, and eight digits of which the
/// first four are of the last line's sum and the others of the file's, so that two segments of the same
/// lines have two names.
struct SegmentName: Hashable {
  let device: ID<Device>
  let numbers: ClosedRange<Int>
  let tag: String
  let name: RemoteName

  private static let folder = "log"

  /// `nil` for a file that is no segment.
  init?(_ name: RemoteName) {
    // A copy that a synchronizing program made is one, too.
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

  /// More lines than a device writes.
  private static let end = 1 << 40

  var known: KnownSegment { KnownSegment(numbers, tag: tag) }

  /// Whether it is an old log, of which no line has a number.
  var isOldLog: Bool { numbers == 0...0 }

  /// Whether a file with these bytes is the one that got this name, and whole.
  func matches(_ bytes: [UInt8]) -> Bool {
    (name.original ?? name).path.split(separator: ".")[0].hasSuffix(Self.digits(of: bytes))
  }

  private static func digits(of bytes: [UInt8]) -> String {
    hexadecimal(SHA256.hash(data: bytes).prefix(2))
  }

  /// The name of a file with these bytes.
  static func path(
    _ device: ID<Device>, _ numbers: ClosedRange<Int>, tag: String, _ bytes: [UInt8],
    isPlain: Bool
  ) -> RemoteName? {
    let digits = digits(of: bytes)
    let ending = isPlain ? "jsonl" : "jsonl.age"
    let (first, last) = (padded(numbers.lowerBound), padded(numbers.upperBound))
    return RemoteName("\(folder)/\(device)/\(first)-\(last)-\(tag)\(digits).\(ending)")
  }

  /// So that names stand in the order of numbers.
  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }
}

/// The segments that a remote lists.
struct SegmentListing {
  /// Ascending by their numbers.
  private(set) var segments: [ID<Device>: [SegmentName]] = [:]
  private(set) var oldLogs: [SegmentName] = []
  private(set) var sizes: [RemoteName: Int] = [:]

  init(_ listing: RemoteListing) {
    for (name, size) in listing.files {
      guard let segment = SegmentName(name) else { continue }
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

  /// The fewest segments that bring a device's lines from the one after `head` on, as far as they follow
  /// one another.
  func plan(
    of device: ID<Device>, after head: Int, without bad: Set<RemoteName>
  ) -> [SegmentName] {
    var plan: [SegmentName] = []
    var known = head
    while let next = segments[device]?.filter({
      $0.numbers.lowerBound <= known + 1 && $0.numbers.upperBound > known && !bad.contains($0.name)
    }).max(by: { $0.numbers.upperBound < $1.numbers.upperBound }) {
      plan.append(next)
      known = next.numbers.upperBound
    }
    return plan
  }

  /// The highest number of a device that is listed; 0 when none is.
  func last(of device: ID<Device>) -> Int {
    segments[device]?.map(\.numbers.upperBound).max() ?? 0
  }
}
