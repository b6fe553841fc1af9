import DiaryCore
import System

/// Finds the lines of a device that another machine lacks, without reading those that it has.
struct OutgoingLines {
  private let reader: LogReader
  /// The logs of the device with their sizes, the oldest first.
  private let logs: [(name: String, size: Int)]
  private let device: ID<Device>
  /// Whether their numbers may not ascend.
  private let isForked: Bool

  /// In bytes: what goes beyond stands in another segment.
  private static let largest = 4 << 20

  init(
    of device: ID<Device>, logs: [(name: String, size: Int)], isForked: Bool, in layout: StoreLayout
  ) {
    (self.device, self.logs, self.isForked) = (device, logs, isForked)
    reader = LogReader(layout: layout)
  }

  /// The lines of these numbers, as segments that follow one another. Damaged ones aren't among them.
  func segments(_ numbers: ClosedRange<Int>) throws(DiaryError) -> [OutgoingSegment] {
    var segments: [OutgoingSegment] = []
    var next = OutgoingSegment(device: device, from: numbers.lowerBound)
    for part in try parts(from: numbers.lowerBound) {
      var offset = part.start
      while offset < part.end, let (line, following) = part.log.line(at: offset) {
        defer { offset = following }
        guard let number = ChainLink(of: line)?.number, numbers.contains(number),
          RevisionLine.id(of: line) != nil
        else { continue }
        next.add(line, number, at: offset..<following, of: part.log)
        guard next.size > Self.largest, number < numbers.upperBound else { continue }
        segments.append(next)
        next = OutgoingSegment(device: device, from: number + 1)
      }
      withExtendedLifetime(part.log) {}
    }
    next.extend(to: numbers.upperBound)
    return segments + [next]
  }

  /// The tags of the lines of that number: two, where two machines have written as one device.
  func tags(ofLine number: Int) throws(DiaryError) -> Set<String> {
    var tags: Set<String> = []
    for part in try parts(from: number) {
      var offset = part.start
      while offset < part.end, let (line, next) = part.log.line(at: offset) {
        if ChainLink(of: line)?.number == number { tags.insert(RevisionLine.tag(of: line)) }
        offset = next
      }
      withExtendedLifetime(part.log) {}
    }
    return tags
  }

  /// A log from the first line on that is asked for.
  private struct Part {
    let log: MappedFile
    let start: Int
    let end: Int
  }

  /// In the order of their numbers, which that of names is, unless a clock was wrong: then lines of
  /// another log may stand between two of one.
  private func parts(from first: Int) throws(DiaryError) -> [Part] {
    var parts: [(first: Int, part: Part)] = []
    for (name, size) in logs where size > 0 {
      let log = try reader.layout.log(name).map()
      defer { withExtendedLifetime(log) {} }
      let end = min(size, log.count)
      var start = end
      var partEnd = end
      var lowest: Int?
      while start > 0 {
        let before = log.lineStart(before: start - 1)
        let line = UnsafeRawBufferPointer(rebasing: log.bytes[before..<start - 1])
        if let number = ChainLink(of: line)?.number {
          guard number >= first || isForked else { break }
          if let lowest, number != lowest - 1 {
            parts.append((lowest, Part(log: log, start: start, end: partEnd)))
            partEnd = start
          }
          lowest = number
        } else if RevisionLine.id(of: line) != nil {
          // What version 0.1.0 has written stands before all numbered lines.
          break
        }
        start = before
      }
      if let lowest { parts.append((lowest, Part(log: log, start: start, end: partEnd))) }
    }
    return parts.sorted { $0.first < $1.first }.map(\.part)
  }
}

extension RevisionLine {
  /// The first four digits of the sum that a line carries.
  static func tag(of line: UnsafeRawBufferPointer) -> String {
    String(decoding: line.suffix(34).prefix(4), as: UTF8.self)
  }
}
