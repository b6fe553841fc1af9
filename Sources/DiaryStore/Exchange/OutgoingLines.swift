import DiaryCore
import System

/// A segment on a remote of which every line is known to be here.
package struct KnownSegment: Hashable, Sendable {
  package let numbers: ClosedRange<Int>
  /// See `OutgoingSegment.tag`.
  package let tag: String

  package init(_ numbers: ClosedRange<Int>, tag: String) {
    (self.numbers, self.tag) = (numbers, tag)
  }
}

/// Finds the lines of a device that a remote is missing. Of a device with one run of lines, those that it
/// has aren't read.
struct OutgoingLines {
  private let reader: LogReader
  /// The logs of the device with their sizes, the oldest first.
  private let logs: [(name: String, size: Int)]
  private let device: ID<Device>
  private let tips: [RunTip]
  /// Whether the numbers of the lines ascend in each log.
  private let isOrdered: Bool

  /// In bytes: what goes beyond is another segment.
  private static let largest = 4 << 20

  /// - Parameter tips: the last lines of the device's runs.
  init(
    of device: ID<Device>, _ tips: [RunTip], isOrdered: Bool, logs: [(name: String, size: Int)],
    in layout: StoreLayout
  ) {
    (self.device, self.logs, self.tips) = (device, logs, tips)
    self.isOrdered = isOrdered && tips.count <= 1
    reader = LogReader(layout: layout)
  }

  /// The lines that are in none of the segments.
  func segments(besides known: [KnownSegment]) throws(DiaryError) -> [OutgoingSegment] {
    guard tips.count > 1 else {
      var segments: [OutgoingSegment] = []
      for numbers in gaps(between: known) { segments += try self.segments(numbers) }
      return segments
    }
    let lines = Dictionary(try lines(from: 1).map { ($0.sum, $0) }) { first, _ in first }
    var covered: Set<ID<Revision>> = []
    for segment in known {
      let ends = lines.values.filter {
        $0.number == segment.numbers.upperBound && $0.tag == segment.tag
      }
      // Of two with the same digits nobody knows which one it is, so both go.
      guard ends.count == 1 else { continue }
      Self.walk(from: ends[0].sum, in: lines) { line in
        guard line.number >= segment.numbers.lowerBound else { return false }
        covered.insert(line.sum)
        return true
      }
    }
    var segments: [OutgoingSegment] = []
    var seen: Set<ID<Revision>> = []
    for tip in tips.reversed() {
      var run: [OutgoingLine] = []
      // What no segment has may come before what one has.
      Self.walk(from: tip.sum, in: lines) { line in
        guard seen.insert(line.sum).inserted else { return false }
        if !covered.contains(line.sum) { run.append(line) }
        return true
      }
      segments += self.segments(of: run.reversed())
    }
    return segments
  }

  /// Calls `body` with a line and those before it until it returns `false`.
  private static func walk(
    from sum: ID<Revision>, in lines: [ID<Revision>: OutgoingLine], _ body: (OutgoingLine) -> Bool
  ) {
    var place: ID<Revision>? = sum
    while let line = place.flatMap({ lines[$0] }), body(line) { place = line.previous }
  }

  /// The numbers that no segment has.
  private func gaps(between known: [KnownSegment]) -> [ClosedRange<Int>] {
    let last = tips.last?.number ?? 0
    var gaps: [ClosedRange<Int>] = []
    var next = 1
    for numbers in known.map(\.numbers).sorted(by: { $0.lowerBound < $1.lowerBound })
    where next <= last {
      if numbers.lowerBound > next { gaps.append(next...min(numbers.lowerBound - 1, last)) }
      next = max(next, numbers.upperBound + 1)
    }
    if next <= last { gaps.append(next...last) }
    return gaps
  }

  /// The same lines as in a segment that was sent from here, as they are now; empty if they aren't here.
  func segments(like known: KnownSegment) throws(DiaryError) -> [OutgoingSegment] {
    let lines = try lines(from: known.numbers.lowerBound)
    let bySum = Dictionary(lines.map { ($0.sum, $0) }) { first, _ in first }
    let end = lines.first { $0.number == known.numbers.upperBound && $0.tag == known.tag }
    var run: [OutgoingLine] = []
    if let end {
      Self.walk(from: end.sum, in: bySum) { line in
        guard line.number >= known.numbers.lowerBound else { return false }
        run.append(line)
        return true
      }
    }
    return run.count == known.numbers.count ? segments(of: run.reversed()) : []
  }

  /// Those of some segments that end in a line which is here, by its number and tag.
  func endingHere(_ segments: [KnownSegment]) throws(DiaryError) -> Set<KnownSegment> {
    guard let first = segments.map(\.numbers.upperBound).min() else { return [] }
    var found: Set<KnownSegment> = []
    let byEnd = Dictionary(grouping: segments) { $0.numbers.upperBound }
    for line in try lines(from: first) {
      for segment in byEnd[line.number] ?? [] where segment.tag == line.tag {
        found.insert(segment)
      }
    }
    return found
  }

  /// The lines of these numbers, of a device with one run.
  func segments(_ numbers: ClosedRange<Int>) throws(DiaryError) -> [OutgoingSegment] {
    segments(of: try lines(from: numbers.lowerBound).filter { numbers.contains($0.number) })
  }

  /// Damaged lines are missing; what follows them begins another segment.
  private func segments(of lines: some Sequence<OutgoingLine>) -> [OutgoingSegment] {
    var segments: [OutgoingSegment] = []
    for line in lines {
      if let last = segments.last, last.numbers.upperBound + 1 == line.number,
        last.size <= Self.largest
      {
        segments[segments.count - 1].add(line)
      } else {
        segments.append(OutgoingSegment(device: device, line))
      }
    }
    return segments
  }

  /// The lines from a number on, in the order of their numbers. Each log is read from its end.
  private func lines(from first: Int) throws(DiaryError) -> [OutgoingLine] {
    var lines: [OutgoingLine] = []
    for (name, size) in logs where size > 0 {
      let log = try reader.layout.log(name).map()
      defer { withExtendedLifetime(log) {} }
      var start = min(size, log.count)
      while start > 0 {
        let end = start
        start = log.lineStart(before: end - 1)
        let line = UnsafeRawBufferPointer(rebasing: log.bytes[start..<end - 1])
        if let step = ChainStep(of: line, in: device) {
          guard step.link.number >= first || !isOrdered else { break }
          guard step.link.number >= first else { continue }
          lines.append(
            OutgoingLine(
              log: log, range: start..<end, sum: step.sum, previous: step.link.previous,
              number: step.link.number))
        } else if ChainLink(of: line) == nil, RevisionLine.id(of: line) != nil {
          // Version 0.1.0 wrote this, before all numbered lines.
          break
        }
      }
      try log.requireBytes()
    }
    return lines.sorted { ($0.number, $0.sum) < ($1.number, $1.sum) }
  }
}
