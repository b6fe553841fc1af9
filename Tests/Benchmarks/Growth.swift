/// What must not grow with the diary: the times of the same with diaries of several sizes.
enum Growth {
  static let limit = 1.3

  /// A finding for each size beside the first one, which is the measure. The limit is for the last.
  static func findings(
    _ name: String, unit: String = "ms", sizes: [Int], samples: [Samples],
    limit: Double? = Growth.limit, noise: Double? = nil
  ) -> [Finding] {
    sizes.indices.dropFirst().map { index in
      let isLast = index == sizes.count - 1
      return Finding(
        name: "\(name), \(Decimals.grouped(sizes[index])) beside \(Decimals.grouped(sizes[0]))",
        unit: unit, ours: samples[index].median, reference: samples[0].median,
        limit: isLast ? limit.map { .atMost($0) } : nil, noise: isLast ? noise : nil)
    }
  }
}
