import DiaryCore
import System

/// The last line of a run: no other line follows it.
package struct RunTip: Hashable, Sendable, Comparable {
  /// Among the lines of the device, from 1.
  package let number: Int
  package let sum: ID<Revision>

  init(_ number: Int, _ sum: ID<Revision>) { (self.number, self.sum) = (number, sum) }

  package static func < (one: Self, other: Self) -> Bool {
    (one.number, one.sum) < (other.number, other.sum)
  }
}

/// A line's place in the chain of its device.
struct ChainStep: Hashable, Sendable {
  let device: ID<Device>
  let sum: ID<Revision>
  let link: ChainLink

  var tip: RunTip { RunTip(link.number, sum) }
}

extension ChainStep {
  /// Reads a line in the folder of its device; `nil` if its sum is wrong, it was cut off while it was
  /// written, it has no number, or it says to be of another device.
  ///
  /// - Parameter known: the sum of a line that was found to be sound already.
  init?(
    of line: UnsafeRawBufferPointer, in folder: ID<Device>, _ known: ID<Revision>? = nil
  ) {
    guard let link = ChainLink(of: line), ChainLink.device(of: line) == folder,
      let sum = known ?? RevisionLine.id(of: line), known != nil || !RevisionLine.isCutOff(line)
    else { return nil }
    self.init(device: folder, sum: sum, link: link)
  }
}

/// The last lines of each device. A device has one run of lines, unless two machines wrote under its
/// id, as after a disk was cloned or an old copy of the diary went on: then lines follow the same one,
/// and all of them count.
struct DeviceRuns: Hashable, Sendable {
  /// Ascending by their numbers.
  private(set) var tips: [ID<Device>: [RunTip]] = [:]
  /// The devices of which a line is missing that another one follows.
  private(set) var broken: Set<ID<Device>> = []
  /// The devices whose lines aren't all in the order of their numbers, as where a lost one came back.
  private(set) var unordered: Set<ID<Device>> = []

  /// The highest number of each device.
  var lengths: [ID<Device>: Int] { tips.compactMapValues { $0.last?.number } }

  func isForked(_ device: ID<Device>) -> Bool { tips[device]?.count ?? 0 > 1 }

  /// Adds a line. Returns whether it follows the last line of a run, or is a device's first: of others
  /// only a reading of all lines tells which runs there are.
  mutating func append(_ step: ChainStep) -> Bool {
    var known = tips[step.device] ?? []
    if step.link.number == 1, step.link.previous == nil, known.isEmpty {
      tips[step.device] = [step.tip]
      return true
    }
    guard
      let place = known.firstIndex(where: {
        $0.sum == step.link.previous && $0.number == step.link.number - 1
      })
    else { return false }
    known[place] = step.tip
    tips[step.device] = known.sorted()
    return true
  }

  /// Notes that a device has one run, which ends with that line.
  mutating func replace(_ device: ID<Device>, by tip: RunTip) { tips[device] = [tip] }

  init() {}

  /// The runs of these devices.
  init(_ scans: [ID<Device>: RunScan]) {
    tips = scans.mapValues(\.tips)
    broken = Set(scans.filter(\.value.isBroken).keys)
    unordered = Set(scans.filter(\.value.isUnordered).keys)
  }

  // MARK: In the index

  private static let (tipsName, brokenName, unorderedName) = ("tips", "broken", "unordered")

  init?(_ json: JSONValue) {
    guard let tips = json[Self.tipsName].flatMap({ [ID<Device>: [RunTip]](tips: $0) }),
      let broken = json[Self.brokenName]?.array, let unordered = json[Self.unorderedName]?.array
    else { return nil }
    self.tips = tips
    self.broken = Set(broken.compactMap { $0.string.flatMap { ID<Device>($0) } })
    self.unordered = Set(unordered.compactMap { $0.string.flatMap { ID<Device>($0) } })
  }

  var json: JSONValue {
    [
      Self.tipsName: tips.tipsJSON,
      Self.brokenName: .array(broken.sorted().map { .string($0.description) }),
      Self.unorderedName: .array(unordered.sorted().map { .string($0.description) }),
    ]
  }
}

/// Finds the last lines of a device from all its lines, in whatever order they come.
struct RunScan {
  private var numbers: [ID<Revision>: Int] = [:]
  private var followed: Set<ID<Revision>> = []
  private var highest = 0
  /// Whether a line comes after one of a higher number.
  private(set) var isUnordered = false

  mutating func add(_ sum: ID<Revision>, _ link: ChainLink) {
    if link.number < highest { isUnordered = true }
    highest = max(highest, link.number)
    numbers[sum] = link.number
    if let previous = link.previous { followed.insert(previous) }
  }

  var isBroken: Bool { !followed.allSatisfy { numbers[$0] != nil } }

  /// Ascending by their numbers.
  var tips: [RunTip] {
    numbers.filter { !followed.contains($0.key) }.map { RunTip($0.value, $0.key) }.sorted()
  }
}

extension [ID<Device>: [RunTip]] {
  private static func tip(_ json: JSONValue) -> RunTip? {
    guard let pair = json.array, pair.count == 2, let number = pair[0].integer, number > 0,
      let sum = pair[1].string.flatMap({ ID<Revision>($0) })
    else { return nil }
    return RunTip(number, sum)
  }

  /// Reads `{"<device>":[[<number>,"<sum>"],…],…}`.
  package init?(tips json: JSONValue) {
    guard let members = json.members else { return nil }
    self = [:]
    for member in members {
      guard let device = ID<Device>(member.name), let values = member.value.array else {
        return nil
      }
      let tips = values.compactMap(Self.tip)
      guard tips.count == values.count else { return nil }
      self[device] = tips
    }
  }

  package var tipsJSON: JSONValue {
    .object(
      sorted { $0.key < $1.key }.map { device, tips in
        JSONMember(
          device.description,
          .array(
            tips.map { .array([.integer($0.number), .string($0.sum.description)]) }))
      })
  }
}

/// The clocks of the lines that were read, as far as what is shown hangs on them: which were believed,
/// and which weren't. A machine whose own clock is put right believes others than before.
struct SeenClocks: Hashable, Sendable {
  /// The latest that is believed.
  private(set) var latest = HybridClock(time: Timestamp(milliseconds: 0))
  /// The earliest that isn't.
  private(set) var ahead: HybridClock?

  init() {}

  init(latest: HybridClock, ahead: HybridClock?) { (self.latest, self.ahead) = (latest, ahead) }

  mutating func see(_ clock: HybridClock, _ horizon: ClockHorizon) {
    if horizon.holds(clock) {
      latest = max(latest, clock)
    } else {
      ahead = min(ahead ?? clock, clock)
    }
  }

  /// Goes on with those of all lines, the ones that a program has seen before among them.
  mutating func replace(by all: SeenClocks) {
    self = SeenClocks(latest: max(latest, all.latest), ahead: all.ahead)
  }

  /// Whether the same ones are believed now, so that all lines are in the same order.
  func areBelievedAlike(_ horizon: ClockHorizon) -> Bool {
    horizon.holds(latest) && ahead.map(horizon.holds) != true
  }
}

/// Which clocks of lines are believed: those at most a day ahead of this machine. A line with a later
/// one is kept and shown, but counts as older than all others, and no line that comes after takes its
/// time from it.
struct ClockHorizon: Sendable {
  let latest: Timestamp

  private static let day: Int64 = 86_400_000

  /// Seen from a time of this machine's clock.
  init(at now: Timestamp) {
    latest = Timestamp(milliseconds: now.milliseconds + Self.day)
  }

  /// That of a time of which the latest believed clock is known.
  init(upTo clock: HybridClock) { latest = clock.time }

  /// Seen from now.
  init() {
    self.init(at: Timestamp(milliseconds: SystemClock.now))
  }

  func holds(_ clock: HybridClock) -> Bool { clock.time <= latest }

  /// Whether one of two lines counts as older, by its clock and then by its id.
  func isOlder(
    _ line: (clock: HybridClock, id: ID<Revision>),
    than other: (clock: HybridClock, id: ID<Revision>)
  ) -> Bool {
    guard holds(line.clock) == holds(other.clock) else { return !holds(line.clock) }
    return (line.clock, line.id) < (other.clock, other.id)
  }
}
