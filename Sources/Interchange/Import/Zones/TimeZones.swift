import System

/// What clocks showed in the time zones of the world, by their names, from the system's zoneinfo
/// files. Each is read once.
struct TimeZones {
  private static let folder = "/usr/share/zoneinfo"
  private var known: [String: TimeZoneRules?] = [:]

  /// Seconds east of UTC at an instant; `nil` when there is no zone of that name.
  mutating func offset(of name: String, at instant: Int64) -> Int? {
    if let rules = known[name] { return rules?.offset(at: instant) }
    let rules = Self.rules(of: name)
    known[name] = rules
    return rules?.offset(at: instant)
  }

  private static func rules(of name: String) -> TimeZoneRules? {
    if let offset = fixedOffset(name) { return TimeZoneRules(offset: offset) }
    // A name is no path: it leads nowhere but into that folder.
    let isName = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "/_+-".utf8.contains(byte)
    }
    guard isName, name.first?.isLetter == true, name.utf8.count < 100 else { return nil }
    let file = try? SourceFile("\(folder)/\(name)", [.readOnly, .nonBlocking])
    return (try? file?.rest(atMost: 1 << 16)).flatMap { TimeZoneRules(file: $0) }
  }

  /// `GMT+0900`, `UTC+9`, `GMT-03:30`, and those names alone.
  private static func fixedOffset(_ name: String) -> Int? {
    guard name.hasPrefix("GMT") || name.hasPrefix("UTC") else { return nil }
    var rest = name.utf8.dropFirst(3)
    guard let sign = rest.popFirst() else { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    let digits = rest.filter { $0 != UInt8(ascii: ":") }
    guard (1...4).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let minutes = digits.count > 2 ? number / 100 * 60 + number % 100 : number * 60
    guard minutes < 16 * 60 else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * minutes * 60
  }
}
