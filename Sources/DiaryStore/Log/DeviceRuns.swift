import DiaryCore
import System

/// The last line of a run: no other line follows it.
package struct RunTip: Hashable, Sendable, Comparable {
  /// The line's number among the device's lines, from 1.
  package let number: Int
  package let sum: ID<Revision>

  init(_ number: Int, _ sum: ID<Revision>) { (self.number, self.sum) = (number, sum) }

  package static func < (one: Self, other: Self) -> Bool {
    (one.number, one.sum) < (other.number, other.sum)
  }
}

/// A line's position in the chain of its device.
struct ChainStep: Hashable, Sendable {
  let device: ID<Device>
  let sum: ID<Revision>
  let link: ChainLink

  var tip: RunTip { RunTip(link.number, sum) }
}

extension ChainStep {
  /// Reads a line in the folder of its device. Returns `nil` if its sum is wrong, it was cut off
  /// while it was written, it has no number, or it contains another device.
  ///
  /// - Parameter known: the line's sum, if it has been verified already.
  init?(
    of line: UnsafeRawBufferPointer, in folder: ID<Device>, _ known: ID<Revision>? = nil
  ) {
    guard let link = ChainLink(of: line), ChainLink.device(of: line) == folder,
      let sum = known ?? RevisionLine.id(of: line), known != nil || !RevisionLine.isCutOff(line)
    else { return nil }
    self.init(device: folder, sum: sum, link: link)
  }
}

/// The last lines of each device. A device has one run of lines, unless two machines wrote under
/// its ID, as after a disk was cloned or an old copy of the diary was used again. Then several
/// lines follow the same one, and all of them count.
struct DeviceRuns: Hashable, Sendable {
  /// The last lines of each device, in ascending order of their numbers.
  private(set) var tips: [ID<Device>: [RunTip]] = [:]
  /// The devices with a missing line that another one follows.
  private(set) var broken: Set<ID<Device>> = []
  /// The devices whose lines aren't all in the order of their numbers, as after a lost line was
  /// restored.
  private(set) var unordered: Set<ID<Device>> = []
  /// The lines of each device whose bodies are missing or damaged although no removal cut them off.
  /// Lines about entries that were removed later may be among them.
  private(set) var missingBodies: [ID<Device>: [RunTip]] = [:]

  /// The highest line number of each device.
  var lengths: [ID<Device>: Int] { tips.compactMapValues { $0.last?.number } }

  /// Returns `true` if both have the same lines, regardless of bodies.
  func hasSameLines(as other: DeviceRuns) -> Bool {
    (tips, broken, unordered) == (other.tips, other.broken, other.unordered)
  }

  func isForked(_ device: ID<Device>) -> Bool { tips[device]?.count ?? 0 > 1 }

  /// Adds a line. Returns `true` if it follows the last line of a run or is a device's first line;
  /// otherwise only a scan of all lines can find the runs.
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

  /// Replaces the runs of a device by a single one that ends with this line.
  mutating func replace(_ device: ID<Device>, by tip: RunTip) { tips[device] = [tip] }

  init() {}

  /// Creates the runs found by scans of these devices.
  init(_ scans: [ID<Device>: RunScan], missingBodies: [ID<Device>: [RunTip]]) {
    self.missingBodies = missingBodies
    tips = scans.mapValues(\.tips)
    broken = Set(scans.filter(\.value.isBroken).keys)
    unordered = Set(scans.filter(\.value.isUnordered).keys)
  }

  // MARK: In the index

  private static let (tipsName, brokenName, unorderedName) = ("tips", "broken", "unordered")
  private static let missingBodiesName = "missingBodies"

  init?(_ json: JSONValue) {
    guard let tips = json[Self.tipsName].flatMap({ [ID<Device>: [RunTip]](tips: $0) }),
      let broken = json[Self.brokenName]?.array, let unordered = json[Self.unorderedName]?.array
    else { return nil }
    self.tips = tips
    self.broken = Set(broken.compactMap { $0.string.flatMap { ID<Device>($0) } })
    self.unordered = Set(unordered.compactMap { $0.string.flatMap { ID<Device>($0) } })
    missingBodies = json[Self.missingBodiesName].flatMap { .init(tips: $0) } ?? [:]
  }

  var json: JSONValue {
    [
      Self.tipsName: tips.tipsJSON,
      Self.brokenName: .array(broken.sorted().map { .string($0.description) }),
      Self.unorderedName: .array(unordered.sorted().map { .string($0.description) }),
      Self.missingBodiesName: missingBodies.tipsJSON,
    ]
  }
}

/// Finds the last lines of a device from all its lines, in any order.
struct RunScan {
  private var numbers: [ID<Revision>: Int] = [:]
  private var followed: Set<ID<Revision>> = []
  private var highest = 0
  /// `true` if a line follows one with a higher number.
  private(set) var isUnordered = false

  mutating func add(_ sum: ID<Revision>, _ link: ChainLink) {
    if link.number < highest { isUnordered = true }
    highest = max(highest, link.number)
    numbers[sum] = link.number
    if let previous = link.previous { followed.insert(previous) }
  }

  var isBroken: Bool { !followed.allSatisfy { numbers[$0] != nil } }

  /// The last lines in ascending order of their numbers.
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

/// The clocks that decide the order of the lines read so far. The order changes if other clocks
/// become plausible, as after this machine's clock was corrected.
struct SeenClocks: Hashable, Sendable {
  /// The latest plausible clock.
  private(set) var latest = HybridClock(time: Timestamp(milliseconds: 0))
  /// The earliest clock that is too far ahead.
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

  /// Replaces the clocks by those of all lines, which include the ones seen so far.
  mutating func replace(by all: SeenClocks) {
    self = SeenClocks(latest: max(latest, all.latest), ahead: all.ahead)
  }

  /// Returns `true` if the same clocks are plausible now, so that the order of the lines hasn't
  /// changed.
  func ordersEqually(_ horizon: ClockHorizon) -> Bool {
    horizon.holds(latest) && ahead.map(horizon.holds) != true
  }
}

/// The limit for plausible clocks of lines: one day ahead of this machine. A line with a later
/// clock is kept and shown, but counts as older than all others, and no later line derives its
/// clock from it.
struct ClockHorizon: Sendable {
  let latest: Timestamp

  private static let day: Int64 = 86_400_000

  /// Creates the horizon for a time of this machine's clock.
  init(at now: Timestamp) {
    latest = Timestamp(milliseconds: now.milliseconds + Self.day)
  }

  /// Restores the horizon of an earlier time from its latest plausible clock.
  init(upTo clock: HybridClock) { latest = clock.time }

  /// Creates the horizon for the current time.
  init() {
    self.init(at: Timestamp(milliseconds: SystemClock.now))
  }

  func holds(_ clock: HybridClock) -> Bool { clock.time <= latest }

  /// Returns `true` if a line counts as older than another one, by its clock and then by its ID.
  func isOlder(
    _ line: (clock: HybridClock, id: ID<Revision>),
    than other: (clock: HybridClock, id: ID<Revision>)
  ) -> Bool {
    guard holds(line.clock) == holds(other.clock) else { return !holds(line.clock) }
    return (line.clock, line.id) < (other.clock, other.id)
  }
}
