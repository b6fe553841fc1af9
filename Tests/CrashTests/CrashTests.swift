import Glibc
import Testing

/// What a diary is after its program was stopped, a call failed, or the machine lost its power.
///
/// One after the other, for each starts many programs and others' tests run beside them.
@Suite("Crash safety", .serialized) enum CrashSafety {
  /// Whether every point is tried, as `make test-crash` asks, or a sample.
  static let isComplete = getenv("PHOTODIARY_CRASH_POINTS").map { String(cString: $0) } == "all"

  /// A sample that is the same in every run: each `step`-th, beginning at a place that depends on
  /// the name, and the last of each kind.
  static func sample<Point>(
    of points: [Point], step: Int, for name: String, kind: (Point) -> String
  ) -> [Point] {
    if isComplete { return points }
    let start = name.utf8.reduce(0) { $0 + Int($1) } % step
    var last: [String: Int] = [:]
    for (place, point) in points.enumerated() { last[kind(point)] = place }
    return points.enumerated().filter { place, point in
      place % step == start || last[kind(point)] == place
    }.map(\.element)
  }

  /// Says how many were tried, where all of them are.
  static func tell(_ count: Int, _ what: String, _ operation: Operation) {
    if isComplete { print("  \(operation.rawValue): \(count) \(what)") }
  }
}
