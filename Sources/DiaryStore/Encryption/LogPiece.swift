import DiaryCore
import System

/// A file that holds a part of a log of an encrypted store, named
/// `<yyyy-mm>.<version>.<first>-<end>-<mark>.jsonl.age`. It is never changed: another one is added
/// behind it, or one with the bytes of several is put beside them before they go.
struct LogPiece: Hashable, Sendable {
  /// The log's, without its folder.
  let log: String
  /// Raised each time that a log is written anew, as when the trash is emptied. Only the pieces of the
  /// highest one count.
  let version: Int
  /// The bytes of the log that are in it.
  let range: Range<Int>
  /// The `TailChecksum` of the last of them.
  let mark: String

  static let logEnding = ".jsonl"
  static let ending = logEnding + ".age"

  init(log: String, version: Int, range: Range<Int>, mark: String) {
    (self.log, self.version, self.range, self.mark) = (log, version, range, mark)
  }

  /// `nil` unless a file is named like one. The names are looked at by their bytes, for every save looks at
  /// those of a folder.
  init?(_ name: String) {
    guard name.hasSuffix(Self.ending), !name.hasPrefix("."),
      let parts = Self.parts(of: name.utf8.dropLast(Self.ending.utf8.count)),
      case let places = parts.place.split(separator: UInt8(ascii: "-")), places.count == 3,
      let start = Self.number(places[0]), let end = Self.number(places[1]), start < end,
      places[2].count == TailChecksum.length,
      places[2].allSatisfy({ hexadecimalValue(of: $0) != nil })
    else { return nil }
    self.init(
      log: parts.log, version: parts.version, range: start..<end,
      mark: String(Substring(places[2])))
  }

  /// What a name `<yyyy-mm>.<version>.<place>` tells; `nil` unless it begins with that of a log.
  static func parts(
    of name: Substring.UTF8View
  ) -> (log: String, version: Int, place: Substring.UTF8View)? {
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 3, let version = number(parts[parts.count - 2]) else { return nil }
    let log = String(Substring(name[..<parts[parts.count - 3].endIndex])) + logEnding
    return LogReader.isLog(log) ? (log, version, parts[parts.count - 1]) : nil
  }

  /// Numbers are written in one way only.
  static func number(_ digits: Substring.UTF8View) -> Int? {
    guard let number = Int(Substring(digits)), number >= 0 else { return nil }
    return String(number).utf8.elementsEqual(digits) ? number : nil
  }

  var name: String {
    let log = log.dropLast(Self.logEnding.count)
    return "\(log).\(version).\(range.lowerBound)-\(range.upperBound)-\(mark)" + Self.ending
  }
}
