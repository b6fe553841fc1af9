import DiaryCore
import DiaryKeys

/// The lines of one device that came, by their numbers. Each is sound and says to be of the device;
/// nothing else of it is proved. Of each only what it is judged by is kept in memory: a signature may
/// stand behind a hundred thousand lines.
struct ArrivedLines {
  let device: ID<Device>
  /// Ascending by their numbers, without doubles.
  private(set) var lines: [ArrivedLine] = []
  /// The last number that the segments answer for.
  let lastNumber: Int
  /// How many lines weren't sound, or said to be of another device.
  private(set) var strangers = 0
  private let texts: SegmentTexts

  /// Segments of one device may overlap, and say the same where they do.
  init(of device: ID<Device>, _ segments: [LineSegment]) throws(DiaryError) {
    self.device = device
    lastNumber = segments.map(\.numbers.upperBound).max() ?? 0
    texts = SegmentTexts(segments)
    for segment in segments.indices {
      try texts.bytes(segment).withUnsafeBytes { read($0, of: segment) }
    }
    // Of doubles those of one segment stay, so that each is read once.
    lines.sort { ($0.link.number, $0.sum, $0.segment) < ($1.link.number, $1.sum, $1.segment) }
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
      guard bytes[next - 1] == 0x0A, let sum = RevisionLine.id(of: line),
        let link = ChainLink(of: line), link.number > 0,
        ChainLink.device(of: line) == device
      else {
        strangers += 1
        continue
      }
      let record = RecordLine.isOne(line) ? RecordLine(line) : nil
      let entry = LineCheck.entry(of: line)
      // A member that stands there twice may be read in two ways.
      let revision = record == nil ? RevisionLine.decode(line) : nil
      guard record?.device ?? device == device, revision?.device ?? device == device,
        revision == nil || revision?.entry.id == entry
      else {
        strangers += 1
        continue
      }
      lines.append(
        ArrivedLine(
          segment: segment, range: offset..<next, sum: sum, link: link, entry: entry,
          record: record))
    }
  }

  /// A line as it stands in a log, with its line end.
  func text(of line: ArrivedLine) throws(DiaryError) -> ArraySlice<UInt8> {
    try texts.bytes(line.segment)[line.range]
  }

  /// Whether the signature of a line is this key's for one of these diaries; `nil` when it has none.
  func isSigned(
    _ line: ArrivedLine, _ diaries: [ID<FoundedDiary>], by key: VerifyingKey
  ) throws(DiaryError) -> Bool? {
    try text(of: line).dropLast().withUnsafeBytes { text in
      guard let signature = LineSignature(in: text) else { return nil }
      return diaries.contains { diary in
        signature.isValid(for: text, diary: diary, device: device, key: key)
      }
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
