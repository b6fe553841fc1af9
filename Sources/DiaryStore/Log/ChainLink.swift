import DiaryCore

/// What joins a line to the one before it of the same device. A line that could have been saved and
/// can't be read any more is told by it from one that was cut off while it was written: the line
/// after it names the former, and not the latter.
///
/// The members stand right behind the device's. Lines of version 0.1.0 have none.
struct ChainLink: Hashable {
  /// The sum of the line before; `nil` in a device's first line.
  let previous: ID<Revision>?
  /// The append of many lines that this one is a part of, unless it is the last of them.
  var append: ID<AppendIntent>?
  /// How many lines the device has written by then, from 1.
  let number: Int
}

extension ChainLink {
  static let previousName = "prev"
  static let appendName = "append"
  static let numberName = "seq"

  /// With a comma in front.
  var members: [UInt8] {
    var text = ",\"\(Self.previousName)\":" + (previous.map { "\"\($0)\"" } ?? "null")
    if let append { text += ",\"\(Self.appendName)\":\"\(append)\"" }
    return Array((text + ",\"\(Self.numberName)\":\(number)").utf8)
  }

  /// That of a line, or of its beginning; `nil` when it has none, as those of version 0.1.0.
  init?(of line: UnsafeRawBufferPointer) {
    // Ids and times come before it, so what is found is the member and no text.
    guard let device = line.range(of: Self.deviceOpening, from: 0) else { return nil }
    var rest = line[device.upperBound...].dropFirst(32 + 1)
    guard rest.starts(with: Self.previousOpening) else { return nil }
    rest = rest.dropFirst(Self.previousOpening.count)
    if rest.starts(with: Self.null) {
      previous = nil
      rest = rest.dropFirst(Self.null.count)
    } else {
      guard let sum: ID<Revision> = Self.takeID(from: &rest) else { return nil }
      previous = sum
    }
    if rest.starts(with: Self.appendOpening) {
      rest = rest.dropFirst(Self.appendOpening.count)
      append = Self.takeID(from: &rest)
    }
    guard rest.starts(with: Self.numberOpening) else { return nil }
    let digits = rest.dropFirst(Self.numberOpening.count).prefix(Self.longestNumber)
      .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    self.number = number
  }

  /// The device that a line says to be of.
  static func device(of line: UnsafeRawBufferPointer) -> ID<Device>? {
    line.range(of: deviceOpening, from: 0).flatMap { found in
      ID<Device>(digits: UnsafeRawBufferPointer(rebasing: line[found.upperBound...].prefix(32)))
    }
  }

  private static let deviceOpening = Array(",\"device\":\"".utf8)
  private static let previousOpening = Array(",\"\(previousName)\":".utf8)
  private static let appendOpening = Array(",\"\(appendName)\":".utf8)
  private static let numberOpening = Array(",\"\(numberName)\":".utf8)
  /// In digits.
  private static let longestNumber = 18
  private static let null = Array("null".utf8)

  private static func takeID<Subject>(from rest: inout Slice<UnsafeRawBufferPointer>) -> ID<
    Subject
  >? {
    let digits = UnsafeRawBufferPointer(rebasing: rest.dropFirst().prefix(32))
    defer { rest = rest.dropFirst(32 + 2) }
    return ID<Subject>(digits: digits)
  }
}
