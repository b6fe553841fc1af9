/// Numbers as text.
enum Decimals {
  /// With two decimals, or none where there are none.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let hundredths = Int((value * 100).rounded())
    let decimals = hundredths % 100
    guard decimals > 0 else { return "\(hundredths / 100)" }
    return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
  }
}
