import Crypto
import DiaryCore
import System

/// The lines of one device received from elsewhere, ordered by number.
///
/// Each line is sound; nothing else is proved yet. Only the data needed to judge a line stays in
/// memory, since the next signature may be a hundred thousand lines away.
struct ArrivedLines {
  let device: ID<Device>
  /// The lines in ascending order of their numbers, without duplicates.
  private(set) var lines: [ArrivedLine] = []
  /// The checksums of each segment's lines.
  private(set) var sums: [[ID<Revision>]] = []
  /// The segments that contain damaged bodies, or bytes that aren't lines of the device.
  private(set) var damaged: Set<Int> = []
  /// The segments that don't contain a sound line for each of their numbers, with the number of
  /// their last one; 0 if there is none.
  private(set) var partial: [Int: Int] = [:]
  private let texts: SegmentTexts

  /// Reads the segments of one device, which may overlap.
  init(of device: ID<Device>, _ segments: [LineSegment]) throws {
    self.device = device
    texts = SegmentTexts(segments)
    for segment in segments.indices {
      sums.append([])
      let start = lines.count
      try texts.bytes(segment).withUnsafeBytes { read($0, of: segment) }
      let numbers = segments[segment].numbers
      let found = Set(
        lines[start...].filter { !$0.isForeign }.map(\.link.number).filter(numbers.contains))
      if found.count < numbers.count { partial[segment] = found.max() ?? 0 }
    }
    // Of duplicates, prefer the line with its body, then the one from the lowest segment, so that
    // each segment is read once.
    lines.sort {
      ($0.link.number, $0.sum, $0.hasBody ? 0 : 1, $0.segment)
        < ($1.link.number, $1.sum, $1.hasBody ? 0 : 1, $1.segment)
    }
    var last: ID<Revision>?
    lines.removeAll { line in
      defer { last = line.sum }
      return line.sum == last
    }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer, of segment: Int) {
    var offset = 0
    while let (line, next) = bytes.line(at: offset) {
      defer { offset = next }
      // Segments may be padded with empty lines.
      guard !line.isEmpty else { continue }
      guard bytes[next - 1] == 0x0A, let writer = ChainLink.device(of: line),
        let step = ChainStep(of: line, in: writer), step.link.number > 0
      else {
        damaged.insert(segment)
        continue
      }
      let state = RevisionLine.bodyState(of: line)
      if state == .damaged { damaged.insert(segment) }
      let record = RecordLine.matches(line) ? RecordLine(line) : nil
      let entry = LineCheck.entry(of: line)
      // A JSON member that occurs twice could be parsed in two ways.
      let revision = record == nil ? RevisionLine.decode(line) : nil
      let isForeign =
        writer != device || record?.device ?? device != device
        || revision?.device ?? device != device || revision != nil && revision?.entry.id != entry
      if isForeign { damaged.insert(segment) }
      sums[segment].append(step.sum)
      lines.append(
        ArrivedLine(
          segment: segment, range: offset..<next, step, entry: entry,
          hasBody: state == .sound || state == .none, record: isForeign ? nil : record,
          isForeign: isForeign))
    }
  }

  /// Returns a line as it is stored in a log, including its line end.
  ///
  /// - Parameter isCut: `true` to leave out the body.
  func text(of line: ArrivedLine, isCut: Bool = false) throws -> ArraySlice<UInt8> {
    let text = try texts.bytes(line.segment)[line.range]
    guard isCut else { return text }
    let cut = text.dropLast().withUnsafeBytes { RevisionLine.cut($0) }
    return cut.map { ArraySlice($0 + [0x0A]) } ?? text
  }

  /// Returns `true` if the line is signed by `key` for one of the diaries, or `nil` if it has no
  /// signature.
  func isSigned(
    _ line: ArrivedLine, _ diaries: [ID<FoundedDiary>], by key: VerifyingKey
  ) throws -> Bool? {
    try text(of: line).dropLast().withUnsafeBytes { text in
      guard let signature = LineSignature(in: text) else { return nil }
      return signature.isValid(
        for: text, line.record?.record, of: diaries, device: device, key: key)
    }
  }
}

/// Reads segments and caches the one read last.
private final class SegmentTexts {
  private let segments: [LineSegment]
  private var last: (segment: Int, bytes: [UInt8])?

  init(_ segments: [LineSegment]) { self.segments = segments }

  func bytes(_ segment: Int) throws -> [UInt8] {
    if let last, last.segment == segment { return last.bytes }
    last = nil
    let bytes = try segments[segment].bytes()
    last = (segment, bytes)
    return bytes
  }
}

/// A sound line from another machine and its link to the preceding line.
struct ArrivedLine {
  /// The index of the segment that contains the line.
  let segment: Int
  /// The line's position in the segment, including its line end.
  let range: Range<Int>
  let sum: ID<Revision>
  let link: ChainLink
  /// The entry that the line revises or comments on, or `nil` for other records.
  let entry: ID<Entry>?
  /// `true` if the line arrived with its body undamaged, or is a record, which has no body.
  let hasBody: Bool
  /// `true` if the line contains another device as its writer, or two entries.
  let isForeign: Bool
  private let recordBox: RecordBox?

  /// Holds a line's record on the heap: few lines have one, and the others must not pay for it.
  private final class RecordBox {
    let line: RecordLine
    init(_ line: RecordLine) { self.line = line }
  }

  init(
    segment: Int, range: Range<Int>, _ step: ChainStep, entry: ID<Entry>?, hasBody: Bool,
    record: RecordLine?, isForeign: Bool
  ) {
    (self.segment, self.range, self.isForeign) = (segment, range, isForeign)
    (sum, link, self.entry, self.hasBody) = (step.sum, step.link, entry, hasBody)
    recordBox = record.map { RecordBox($0) }
  }

  /// The record in the line, or `nil` for a revision.
  var record: RecordLine? { recordBox?.line }

  var tip: RunTip { RunTip(link.number, sum) }
}

/// Consecutive lines of one device, received from another machine.
package struct LineSegment: Sendable {
  package let device: ID<Device>
  /// The numbers of the lines, starting at 1.
  package let numbers: ClosedRange<Int>
  /// Returns the lines as they are stored in a log.
  let bytes: @Sendable () throws -> [UInt8]

  package init(device: ID<Device>, numbers: ClosedRange<Int>, bytes: [UInt8]) {
    self.init(device: device, numbers: numbers) { bytes }
  }

  /// Creates a segment too large to be kept in memory until its lines are accepted.
  ///
  /// - Parameter read: returns the lines as they are stored in a log, the same ones at each call.
  package init(
    device: ID<Device>, numbers: ClosedRange<Int>,
    read: @escaping @Sendable () throws -> [UInt8]
  ) {
    (self.device, self.numbers, bytes) = (device, numbers, read)
  }
}

/// Consecutive lines of one device to send to other machines. They are read only when sent.
package struct OutgoingSegment: Sendable {
  package let device: ID<Device>
  package private(set) var numbers: ClosedRange<Int>
  /// The first digits of the last line's checksum. A machine that has a different line of that
  /// number sees from them that two machines have written as the same device.
  package private(set) var tag = ""
  /// The size in bytes.
  package private(set) var size = 0
  /// `true` if a line has lost its body.
  package private(set) var isCut = false
  /// The lines sent without their bodies although no removal cut them off.
  package private(set) var missingBodies: [RunTip] = []
  private var pieces: [Piece] = []

  package var lineCount: Int { numbers.count }

  /// A part of a log. It never changes: lines are only appended, and rewriting a log creates
  /// another file.
  private struct Piece {
    let log: MappedFile
    var range: Range<Int>
    /// The line without its body, sent instead if the body is damaged.
    var cut: [UInt8]?
  }

  init(device: ID<Device>, _ line: OutgoingLine) {
    self.device = device
    numbers = line.number...line.number
    add(line)
  }

  /// Adds the line that follows the last one.
  mutating func add(_ line: OutgoingLine) {
    numbers = numbers.lowerBound...line.number
    tag = line.tag
    size += line.range.count
    let text = UnsafeRawBufferPointer(rebasing: line.log.bytes[line.range])
    let bare = text.last == 0x0A ? UnsafeRawBufferPointer(rebasing: text.dropLast()) : text
    let state = RevisionLine.bodyState(of: bare)
    isCut = isCut || state == .cut
    if state == .damaged || state == .cut && line.isBodyMissing {
      missingBodies.append(RunTip(line.number, line.sum))
    }
    let cut = state == .damaged ? RevisionLine.cut(bare).map { $0 + [0x0A] } : nil
    if cut == nil, let last = pieces.last, last.cut == nil, last.log === line.log,
      last.range.upperBound == line.range.lowerBound
    {
      pieces[pieces.count - 1].range = last.range.lowerBound..<line.range.upperBound
    } else {
      pieces.append(Piece(log: line.log, range: line.range, cut: cut))
    }
  }

  /// Returns the lines as they are in a log.
  ///
  /// - Throws: an error if the log can't be read anymore.
  package func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for piece in pieces {
      bytes += piece.cut ?? Array(piece.log.bytes[piece.range])
      try piece.log.requireBytes()
    }
    return bytes
  }
}

/// A sound line of a local log.
struct OutgoingLine {
  let log: MappedFile
  /// The line's position in the log, including its line end.
  let range: Range<Int>
  let sum: ID<Revision>
  let previous: ID<Revision>?
  let number: Int
  /// `true` if its body is known to be missing: see `DeviceRuns.missingBodies`.
  let isBodyMissing: Bool
  /// See `OutgoingSegment.tag`.
  var tag: String { String(sum.description.prefix(4)) }
}

/// Appends lines that another device has written and signed to its local logs. The caller holds the
/// store's lock.
struct ReceivedLog {
  let layout: StoreLayout
  let device: ID<Device>
  let now: Timestamp

  /// Appends lines to the logs of the months in which they were written.
  ///
  /// The lines survive a power cut once this returns. If the program is stopped in between, the
  /// first lines are stored, up to a signed one.
  func add(_ lines: [ArrivedLine], of arrived: ArrivedLines) throws {
    guard !lines.isEmpty else { return }
    try FileSystem.makeFolders(layout.logFolder(of: device))
    var month = try lastMonth() ?? ""
    // The index of the first line not yet written, and the size in bytes from there.
    var (start, size) = (0, 0)
    var isBetween = true
    for (index, line) in lines.enumerated() {
      // Lines that were saved together belong in one log.
      if isBetween, case let next = self.month(of: try arrived.text(of: line)), next > month {
        try write(lines[start..<index], of: arrived, to: month)
        (start, size) = (index, 0)
        month = next
      }
      isBetween = line.link.append == nil
      size += line.range.count
      if isBetween, size > Self.commitSize {
        try write(lines[start...index], of: arrived, to: month)
        (start, size) = (index + 1, 0)
      }
    }
    try write(lines[start...], of: arrived, to: month)
  }

  /// The number of bytes after which lines are made durable, unless more were saved together, and
  /// the number of bytes written in one call.
  private static let (commitSize, pieceSize) = (8 << 20, 1 << 20)

  private func name(_ month: String) -> String { "\(device)/\(month).jsonl" }

  /// Writes lines, the last of which is signed.
  private func write(
    _ lines: ArraySlice<ArrivedLine>, of arrived: ArrivedLines, to month: String
  ) throws {
    guard let last = lines.last else { return }
    var output = try LogOutput(layout.log(name(month)))
    try output.begin(.upTo(last.sum))
    var piece: [UInt8] = []
    for line in lines {
      piece += try arrived.text(of: line, isCut: !line.hasBody)
      guard piece.count > Self.pieceSize else { continue }
      try output.write(piece)
      piece.removeAll(keepingCapacity: true)
    }
    if !piece.isEmpty { try output.write(piece) }
    try output.commit()
  }

  /// Returns the month of the newest log as `yyyy-mm`, or `nil` if there is none. Logs from a time
  /// when this machine's clock was far ahead are skipped.
  private func lastMonth() throws -> String? {
    let latest = Self.month(of: ClockHorizon(at: now).latest)
    return try FileSystem.names(in: layout.logFolder(of: device)).filter(LogReader.isLog)
      .map { String($0.dropLast(".jsonl".count)) }
      .filter { $0.utf8.count == latest.utf8.count && $0 <= latest }.max()
  }

  private static let clockOpening = Array(",\"clock\":\"".utf8)

  /// Returns the month in which a line was written by its clock, or the current one if the clock is
  /// implausible.
  private func month(of line: ArraySlice<UInt8>) -> String {
    let text = line.withUnsafeBytes { line in
      line.range(of: Self.clockOpening, from: 0).map { found in
        String(decoding: line[found.upperBound...].prefix(Self.clockLength), as: UTF8.self)
      }
    }
    guard let time = text.flatMap({ Timestamp($0) }),
      ClockHorizon(at: now).holds(HybridClock(time: time))
    else { return Self.month(of: now) }
    return Self.month(of: time)
  }

  /// Formats a time as `yyyy-mm`.
  private static func month(of time: Timestamp) -> String { String(time.description.prefix(7)) }

  /// The length of a timestamp with milliseconds.
  private static let clockLength = 24
}
