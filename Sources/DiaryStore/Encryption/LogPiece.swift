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

  private static let ending = ".age"
  static let logEnding = ".jsonl"

  init(log: String, version: Int, range: Range<Int>, mark: String) {
    (self.log, self.version, self.range, self.mark) = (log, version, range, mark)
  }

  /// `nil` unless a file is named like one.
  init?(_ name: String) {
    guard name.hasSuffix(Self.logEnding + Self.ending), !name.hasPrefix(".") else { return nil }
    let parts = name.dropLast(Self.logEnding.count + Self.ending.count).split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, let version = Self.number(parts[parts.count - 2]),
      case let places = parts[parts.count - 1].split(separator: "-"), places.count == 3,
      let start = Self.number(places[0]), let end = Self.number(places[1]), start < end,
      places[2].utf8.count == TailChecksum.length,
      places[2].utf8.allSatisfy({ hexadecimalValue(of: $0) != nil })
    else { return nil }
    let log = parts.dropLast(2).joined(separator: ".") + Self.logEnding
    guard LogReader.isLog(log) else { return nil }
    self.init(log: log, version: version, range: start..<end, mark: String(places[2]))
  }

  /// Numbers are written in one way only.
  static func number(_ text: Substring) -> Int? {
    Int(text).flatMap { $0 >= 0 && String($0) == text ? $0 : nil }
  }

  var name: String {
    let log = log.dropLast(Self.logEnding.count)
    return "\(log).\(version).\(range.lowerBound)-\(range.upperBound)-\(mark)"
      + Self.logEnding + Self.ending
  }
}
