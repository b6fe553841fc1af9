import Glibc
import Testing

/// Tests of diaries after a kill, a failed call or a power cut, one at a time.
@Suite("Crash safety", .serialized) enum CrashSafety {
  /// `true` for `make soak`, which tries every point instead of a sample.
  static let isComplete = getenv("PHOTODIARY_CRASH_POINTS").map { String(cString: $0) } == "all"

  /// Returns a reproducible sample: each `step`-th point, and one of each kind.
  static func sample<Point>(
    of points: [Point], step: Int, for name: String, kind: (Point) -> String = { _ in "" }
  ) -> [Point] {
    if isComplete { return points }
    let start = name.utf8.reduce(0) { $0 + Int($1) }
    var places = Set(stride(from: start % step, to: points.count, by: step))
    let kinds = Dictionary(grouping: points.indices) { kind(points[$0]) }
    // Varies the choice, since similar faults are at equal distances.
    for (number, same) in kinds.sorted(by: { $0.key < $1.key }).map(\.value).enumerated() {
      places.insert(same[(start + number) % same.count])
    }
    return places.sorted().map { points[$0] }
  }

  /// Prints the number of cases if all are tried.
  static func tell(_ count: Int, _ what: String, _ operation: some RawRepresentable<String>) {
    if isComplete { print("  \(operation.rawValue): \(count) \(what)") }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if programs can't be traced.
  static var traced: Self {
    .enabled(if: TracedRun.isPossible, "programs can't be traced here: \(TracedRun.obstacle ?? "")")
  }
}
