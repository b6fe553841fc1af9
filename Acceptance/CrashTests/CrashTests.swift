import Foundation
import Testing

/// Tests of diaries after a kill, a failed call or a power cut, one at a time.
@Suite("Crash safety", .serialized) enum CrashSafety {
  /// The points that `make soak` tries instead of a sample: "2/8" is the second, tenth and so on.
  private static let chosenShare: (number: Int, count: Int)? = {
    let words = ProcessInfo.processInfo.environment["PHOTODIARY_CRASH_POINTS"] ?? ""
    let numbers = words.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2, (1...max(1, numbers[1])).contains(numbers[0]) else {
      precondition(words.isEmpty, "PHOTODIARY_CRASH_POINTS is \"2/8\" for the second of 8 shares.")
      return nil
    }
    return (numbers[0], numbers[1])
  }()

  static var isComplete: Bool { chosenShare != nil }

  /// Returns the chosen share of all points.
  static func share<Point>(of points: [Point]) -> [Point] {
    let (number, count) = chosenShare ?? (1, 1)
    return stride(from: number - 1, to: points.count, by: count).map { points[$0] }
  }

  /// Returns a reproducible sample: each `step`-th point, and one of each kind.
  static func sample<Point>(
    of points: [Point], step: Int, for name: String, kind: (Point) -> String = { _ in "" }
  ) -> [Point] {
    if isComplete { return share(of: points) }
    let start = name.utf8.reduce(0) { $0 + Int($1) }
    var places = Set(stride(from: start % step, to: points.count, by: step))
    let kinds = Dictionary(grouping: points.indices) { kind(points[$0]) }
    // Varies the choice, since similar faults are at equal distances.
    for (number, same) in kinds.sorted(by: { $0.key < $1.key }).map(\.value).enumerated() {
      places.insert(same[(start + number) % same.count])
    }
    return places.sorted().map { points[$0] }
  }

  /// Prints the number of cases if more than a sample was tried.
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
