import DiaryCore

/// The name of a backup's folder: the time at which it was made, in UTC, so that names sort as time
/// goes, summer time or not: `2026-11-22T02-19-34Z`. No colon, which FAT doesn't have, and no two
/// that differ in case alone.
enum BackupName {
  static func of(_ time: Timestamp, number: Int = 1) -> String {
    let text = time.description.prefix(19).map { $0 == ":" ? "-" : $0 }
    return String(text) + "Z" + (number > 1 ? "-\(number)" : "")
  }

  /// Whether a name is one of these. A person who gives a backup another one has it kept for good.
  static func isOne(_ name: String) -> Bool {
    let parts = name.split(separator: "Z", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 19 else { return false }
    let time = parts[0].split(separator: "T", omittingEmptySubsequences: false)
    guard time.count == 2, time[1].utf8.count == 8,
      Timestamp("\(time[0])T\(time[1].replacing("-", with: ":"))Z").map({ of($0) })
        == parts[0] + "Z"
    else { return false }
    return parts[1].isEmpty
      || parts[1].first == "-" && parts[1].dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        && parts[1].utf8.count > 1
  }
}
