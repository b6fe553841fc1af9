import DiaryCore
import DiaryKeys

/// A sound line that came from another machine, and what it says of the one before it.
struct ArrivedLine {
  /// Where it stands in what came, with its line end.
  let range: Range<Int>
  let sum: ID<Revision>
  let link: ChainLink
  /// The entry that it is a revision of; `nil` for a record.
  let entry: ID<Entry>?
  /// The record that it tells; `nil` for a revision.
  let record: RecordLine?

  /// What it says was removed for good, as far as whoever wrote it may.
  func removal(_ people: DiaryPeople?) -> RemovalRecord? { record?.removal(people) }
}

/// The lines of one device that came, by their numbers. Each is sound and says to be of the device;
/// nothing else of it is proved.
struct ArrivedLines {
  let device: ID<Device>
  let bytes: [UInt8]
  /// Ascending by their numbers, without doubles.
  private(set) var lines: [ArrivedLine] = []
  /// The last number that the segments answer for.
  let lastNumber: Int
  /// How many lines weren't sound, or said to be of another device.
  private(set) var strangers = 0

  /// Segments of one device may overlap, and say the same where they do.
  init(of device: ID<Device>, _ segments: [LineSegment]) {
    self.device = device
    lastNumber = segments.map(\.numbers.upperBound).max() ?? 0
    bytes =
      segments.count == 1
      ? segments[0].bytes : Array(segments.map(\.bytes).joined(separator: [0x0A]))
    bytes.withUnsafeBytes { read($0) }
    lines.sort { ($0.link.number, $0.sum) < ($1.link.number, $1.sum) }
    var last: ID<Revision>?
    lines.removeAll { line in
      defer { last = line.sum }
      return line.sum == last
    }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) {
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
          range: offset..<next, sum: sum, link: link,
          entry: entry, record: record))
    }
  }

  /// Whether the signature of a line is this key's for one of these diaries; `nil` when it has none.
  func isSigned(_ line: ArrivedLine, _ diaries: [ID<FoundedDiary>], by key: VerifyingKey) -> Bool? {
    bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[line.range].dropLast())
      guard let signature = LineSignature(in: text) else { return nil }
      return diaries.contains { diary in
        signature.isValid(for: text, diary: diary, device: device, key: key)
      }
    }
  }
}
