import DiaryCore
import DiaryKeys
import System

/// The lines of one device that came, by their numbers. Each is sound and says to be of the device;
/// nothing else of it is proved. Of each only what it is judged by is kept in memory: a signature may
/// come after a hundred thousand lines.
struct ArrivedLines {
  let device: ID<Device>
  /// Ascending by their numbers, without doubles.
  private(set) var lines: [ArrivedLine] = []
  /// The sums of each segment's lines.
  private(set) var sums: [[ID<Revision>]] = []
  /// The segments with bytes that aren't lines of the device, or with damaged bodies.
  private(set) var damaged: Set<Int> = []
  private let texts: SegmentTexts

  /// Segments of one device may overlap.
  init(of device: ID<Device>, _ segments: [LineSegment]) throws(DiaryError) {
    self.device = device
    texts = SegmentTexts(segments)
    for segment in segments.indices {
      sums.append([])
      try texts.bytes(segment).withUnsafeBytes { read($0, of: segment) }
    }
    // Of doubles one with its body stays, else those of one segment, so that each is read once.
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
      // What segments are padded with.
      guard !line.isEmpty else { continue }
      guard bytes[next - 1] == 0x0A, let step = ChainStep(of: line, in: device),
        step.link.number > 0
      else {
        damaged.insert(segment)
        continue
      }
      let state = RevisionLine.bodyState(of: line)
      if state == .damaged { damaged.insert(segment) }
      let record = RecordLine.isOne(line) ? RecordLine(line) : nil
      let entry = LineCheck.entry(of: line)
      // A member that is there twice may be read in two ways.
      let revision = record == nil ? RevisionLine.decode(line) : nil
      guard record?.device ?? device == device, revision?.device ?? device == device,
        revision == nil || revision?.entry.id == entry
      else {
        damaged.insert(segment)
        continue
      }
      sums[segment].append(step.sum)
      lines.append(
        ArrivedLine(
          segment: segment, range: offset..<next, step, entry: entry,
          hasBody: state == .sound || state == .none, record: record))
    }
  }

  /// A line as a log has it, with its line end.
  ///
  /// - Parameter isCut: whether its body is left out.
  func text(of line: ArrivedLine, isCut: Bool = false) throws(DiaryError) -> ArraySlice<UInt8> {
    let text = try texts.bytes(line.segment)[line.range]
    guard isCut else { return text }
    let cut = text.dropLast().withUnsafeBytes { RevisionLine.cut($0) }
    return cut.map { ArraySlice($0 + [0x0A]) } ?? text
  }

  /// Whether the signature of a line is this key's for one of these diaries; `nil` when it has none.
  func isSigned(
    _ line: ArrivedLine, _ diaries: [ID<FoundedDiary>], by key: VerifyingKey
  ) throws(DiaryError) -> Bool? {
    try text(of: line).dropLast().withUnsafeBytes { text in
      guard let signature = LineSignature(in: text) else { return nil }
      return signature.isValid(
        for: text, line.record?.record, of: diaries, device: device, key: key)
    }
  }
}

/// The texts of segments, of which the one that was read last is in memory.
private final class SegmentTexts {
  private let segments: [LineSegment]
  private var last: (segment: Int, bytes: [UInt8])?

  init(_ segments: [LineSegment]) { self.segments = segments }

  func bytes(_ segment: Int) throws(DiaryError) -> [UInt8] {
    if let last, last.segment == segment { return last.bytes }
    last = nil
    let bytes = try segments[segment].bytes()
    last = (segment, bytes)
    return bytes
  }
}

/// A sound line that came from another machine, and what it says of the one before it.
struct ArrivedLine {
  /// Which of the segments it came in, and where it is in it, with its line end.
  let segment: Int
  let range: Range<Int>
  let sum: ID<Revision>
  let link: ChainLink
  /// The entry that it is a revision of, or a comment on; `nil` for other records.
  let entry: ID<Entry>?
  /// Whether its body came with it, undamaged; a record that decides something has none.
  let hasBody: Bool
  private let recordBox: RecordBox?

  /// The record of a line. Few lines have one, and in the others it must take no memory.
  private final class RecordBox {
    let line: RecordLine
    init(_ line: RecordLine) { self.line = line }
  }

  init(
    segment: Int, range: Range<Int>, _ step: ChainStep, entry: ID<Entry>?, hasBody: Bool,
    record: RecordLine?
  ) {
    (self.segment, self.range) = (segment, range)
    (sum, link, self.entry, self.hasBody) = (step.sum, step.link, entry, hasBody)
    recordBox = record.map { RecordBox($0) }
  }

  /// The record that it is; `nil` for a revision.
  var record: RecordLine? { recordBox?.line }

  var tip: RunTip { RunTip(link.number, sum) }
}

/// Lines of one device that follow one another, on their way from another machine.
package struct LineSegment: Sendable {
  package let device: ID<Device>
  /// The numbers of its lines, from 1.
  package let numbers: ClosedRange<Int>
  private let read: @Sendable () throws(DiaryError) -> [UInt8]

  package init(device: ID<Device>, numbers: ClosedRange<Int>, bytes: [UInt8]) {
    self.init(device: device, numbers: numbers) { bytes }
  }

  /// - Parameter read: gives the lines as they stand in a log, each time the same, for a segment that
  ///   is too large to be kept in memory until they count.
  package init(
    device: ID<Device>, numbers: ClosedRange<Int>,
    read: @escaping @Sendable () throws(DiaryError) -> [UInt8]
  ) {
    (self.device, self.numbers, self.read) = (device, numbers, read)
  }

  /// The lines as they stand in a log.
  func bytes() throws(DiaryError) -> [UInt8] { try read() }
}

/// Lines of one device that follow one another, on their way to other machines. They are read once
/// they go.
package struct OutgoingSegment: Sendable {
  package let device: ID<Device>
  package private(set) var numbers: ClosedRange<Int>
  /// The first digits of the last line's sum: a machine that has another line of that number sees by
  /// them that two machines have written as one device.
  package private(set) var tag = ""
  /// In bytes.
  package private(set) var size = 0
  /// Whether a line has lost its body.
  package private(set) var isCut = false
  private var pieces: [Piece] = []

  package var lineCount: Int { numbers.count }

  /// A part of a log that stays as it is: what is added to the log comes after it, and a log that is
  /// written again is another file.
  private struct Piece {
    let log: MappedFile
    var range: Range<Int>
    /// Sent in its place: a line whose body is damaged goes without it.
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
  /// - Throws: `DiaryError.store` if they can't be read any more.
  package func bytes() throws(DiaryError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for piece in pieces {
      bytes += piece.cut ?? Array(piece.log.bytes[piece.range])
      try piece.log.requireBytes()
    }
    return bytes
  }
}

/// A sound line of a log here.
struct OutgoingLine {
  let log: MappedFile
  /// With its line end.
  let range: Range<Int>
  let sum: ID<Revision>
  let previous: ID<Revision>?
  let number: Int
  /// See `OutgoingSegment.tag`.
  var tag: String { String(sum.description.prefix(4)) }
}

/// Adds lines that another device has written and signed to its logs here. Whoever does holds the store's
/// lock.
struct ReceivedLog {
  let layout: StoreLayout
  let device: ID<Device>
  let now: Timestamp

  /// Adds lines to the logs of the months in which they were written. When this returns, they survive a
  /// power cut; a program that is stopped on the way has added only the first ones, up to a signed one.
  func add(_ lines: [ArrivedLine], of arrived: ArrivedLines) throws(DiaryError) {
    guard !lines.isEmpty else { return }
    try FileSystem.makeFolders(layout.logFolder(of: device))
    var month = try lastMonth() ?? ""
    // Those that aren't written yet begin here.
    var (start, size) = (0, 0)
    var isBetween = true
    for (index, line) in lines.enumerated() {
      // What was saved together stays in one log.
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

  /// In bytes, of what becomes durable at once, unless more was saved together; and of what is written
  /// at once.
  private static let (commitSize, pieceSize) = (8 << 20, 1 << 20)

  private func name(_ month: String) -> String { "\(device)/\(month).jsonl" }

  /// Writes some lines, the last of which is a signed one.
  private func write(
    _ lines: ArraySlice<ArrivedLine>, of arrived: ArrivedLines, to month: String
  ) throws(DiaryError) {
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

  /// The month of the newest log, `yyyy-mm`. One from when this machine's clock was far ahead isn't gone on
  /// with.
  private func lastMonth() throws(DiaryError) -> String? {
    let latest = Self.month(of: ClockHorizon(at: now).latest)
    return try FileSystem.names(in: layout.logFolder(of: device)).filter(LogReader.isLog)
      .map { String($0.dropLast(".jsonl".count)) }
      .filter { $0.utf8.count == latest.utf8.count && $0 <= latest }.max()
  }

  private static let clockOpening = Array(",\"clock\":\"".utf8)

  /// When a line was written, by its clock; now, if that is not believed.
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

  /// `yyyy-mm`
  private static func month(of time: Timestamp) -> String { String(time.description.prefix(7)) }

  /// Of a time with milliseconds.
  private static let clockLength = 24
}
