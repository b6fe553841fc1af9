import DiaryCore
import System

/// Which line a device has saved last, noted beside the logs: where a log ends that was cut short,
/// nothing in it tells of the lines that stood there.
///
/// The note follows the save and isn't synced, for it is no part of what is promised: after a power
/// cut it may tell of an earlier line, or nothing.
struct LastLine: Hashable {
  /// `<device>/<yyyy-mm>.jsonl`
  let log: String
  /// The byte after it.
  let end: Int
  let sum: ID<Revision>
  /// How many numbered lines the device has written; 0 when it has none.
  let number: Int
  /// The sum of the line before. That one has to be there: the last may be cut off, as is one that a
  /// machine died in the middle of, for both look the same.
  let previous: ID<Revision>?

  /// In bytes; more than any note has.
  private static let length = 512

  init(log: String, end: Int, sum: ID<Revision>, number: Int, previous: ID<Revision>?) {
    (self.log, self.end, self.sum, self.previous) = (log, end, sum, previous)
    self.number = number
  }

  /// That of a device; `nil` where there is no whole one.
  init?(of device: String, in layout: StoreLayout) {
    guard let file = try? OpenFile.reading(layout.lastLine(of: device)),
      let bytes = try? file.bytes(from: 0, atMost: Self.length),
      let line = bytes.withUnsafeBytes({ Self.checked($0) }),
      let log = line["log"]?.string, Path.parent(log) == device,
      let end = line["end"]?.integer, end >= 0,
      let sum = line["last"]?.string.flatMap({ ID<Revision>($0) })
    else { return nil }
    self.init(
      log: log, end: end, sum: sum, number: line[ChainLink.numberName]?.integer ?? 0,
      previous: line[ChainLink.previousName]?.string.flatMap { ID<Revision>($0) })
  }

  private static func checked(_ bytes: UnsafeRawBufferPointer) -> JSONValue? {
    guard let line = bytes.line(at: 0)?.bytes,
      let end = line.lastIndex(of: UInt8(ascii: "}")),
      case let whole = UnsafeRawBufferPointer(rebasing: line[...end]),
      RevisionLine.id(of: whole) != nil
    else { return nil }
    return try? JSONParser.parse(whole)
  }

  /// Those of all devices.
  static func all(in layout: StoreLayout) throws(DiaryError) -> [LastLine] {
    try FileSystem.names(in: layout.chains).compactMap { name in
      StoreLayout.device(ofLastLine: name).flatMap { LastLine(of: $0, in: layout) }
    }
  }

  /// Puts it there, in the place of the one before. A failure is no fault of the save.
  func write(to layout: StoreLayout) {
    guard let line, let file = try? OpenFile(path(in: layout), [.writeOnly, .create]) else {
      return
    }
    try? file.descriptor.write(line[...], at: 0)
  }

  /// Puts it there. When this returns, it survives a power cut.
  func writeDurably(to layout: StoreLayout) throws(DiaryError) {
    if let line { try DurableFile.write(line, to: path(in: layout)) }
  }

  private func path(in layout: StoreLayout) -> String {
    layout.lastLine(of: Path.parent(log))
  }

  /// Of one length always, so that nothing of a longer one stays behind it.
  private var line: [UInt8]? {
    var line = JSONWriter.bytes(
      [
        "log": .string(log), "end": .integer(end), "last": .string(sum.description),
        ChainLink.numberName: .integer(number),
        ChainLink.previousName: .optional(previous?.description),
      ])
    line = RevisionLine.closed(line.dropLast()).line
    line.removeLast()
    guard line.count < Self.length else { return nil }
    return line + [UInt8](repeating: UInt8(ascii: " "), count: Self.length - 1 - line.count) + [
      0x0A
    ]
  }

  /// Takes it away, where it tells of what isn't there any more.
  static func remove(of device: String, in layout: StoreLayout) throws(DiaryError) {
    try FileSystem.remove(layout.lastLine(of: device))
  }
}
