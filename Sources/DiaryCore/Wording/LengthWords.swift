/// How long a film or a recording is.
package enum LengthWords {
  /// `0:42`, `1:02:03`
  package static func clock(milliseconds: Int) -> String {
    let seconds = (max(0, milliseconds) + 500) / 1000
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let rest = two(seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
  }
}
