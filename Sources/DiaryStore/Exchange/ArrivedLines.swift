import DiaryCore
import DiaryKeys

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
