/// Times of the same thing.
struct Times {
  private(set) var milliseconds: [Double] = []

  mutating func add(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    milliseconds.append(Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
  }

  var median: Double { quantile(0.5) }

  /// The time that such a part of them stays below.
  func quantile(_ part: Double) -> Double {
    let sorted = milliseconds.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
  }

  var description: String {
    "median \(Self.text(median)) ms, fastest \(Self.text(quantile(0))), "
      + "9 of 10 below \(Self.text(quantile(0.9)))"
  }

  /// With two decimals.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let hundredths = Int((value * 100).rounded())
    let decimals = hundredths % 100
    return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
  }
}
