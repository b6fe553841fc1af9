import Glibc

/// Which runs of a model are tried, and what is told of one that fails.
enum ModelSeeds {
  /// What `PHOTODIARY_SYNC_SEEDS` says: a number of them, from one to another, or one alone. Usually so
  /// many, and others that have failed before.
  static func chosen(usually count: UInt64, and others: [UInt64] = []) -> [UInt64] {
    guard let text = getenv("PHOTODIARY_SYNC_SEEDS").map({ String(cString: $0) }) else {
      return Array(1...count) + others
    }
    if text.hasPrefix("seed:") { return UInt64(text.dropFirst(5)).map { [$0] } ?? [] }
    let ends = text.split(separator: "-").compactMap { UInt64($0) }
    return ends.count == 2 ? Array(ends[0]...ends[1]) : Array(1...(ends.first ?? count))
  }

  /// Runs a model for so many steps; if something is wrong in the end, for fewer, until it is again: the
  /// shortest run that fails says most. `nil` if nothing is wrong.
  static func shortestFailure(
    of steps: Int, _ run: (_ steps: Int) async throws -> String?
  ) async throws -> String? {
    guard let failure = try await run(steps) else { return nil }
    for fewer in 1..<steps {
      if let failure = try await run(fewer) { return "\(fewer) steps: \(failure)" }
    }
    return "\(steps) steps: \(failure)"
  }
}
