import DiaryCore

/// The line that an entry of jrnl begins with: `[2024-05-03 09:00] Title`, or as its first versions
/// had it `2024-05-03 09:00 Title`.
enum JrnlHead {
  /// What stands in the brackets that a line begins with, and the line behind them; `nil` where
  /// jrnl sees none: a space must follow.
  static func bracketed(
    _ line: [UInt8]
  ) -> (date: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")),
      close + 1 < line.count, line[close + 1] == 0x20
    else { return nil }
    return (line[1..<close], line[(close + 2)...])
  }

  /// The date that a line of the first versions begins with, and the line behind it.
  static func plain(
    _ line: [UInt8], _ format: JrnlTimeFormat, on day: CalendarDay? = nil
  ) -> (time: JrnlTime, rest: ArraySlice<UInt8>)? {
    guard let (time, count) = format.read(line[...], on: day),
      count == line.count || line[count] == 0x20
    else { return nil }
    return (time, line[count...].dropFirst())
  }
}
