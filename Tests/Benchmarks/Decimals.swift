/// Numbers as text.
enum Decimals {
  /// With two decimals, or none where there are none; small ones with two digits that count.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    var places = 2
    var scale = 100.0
    while value > 0, value * scale < 10, places < 6 {
      places += 1
      scale *= 10
    }
    let scaled = Int((value * scale).rounded())
    let decimals = scaled % Int(scale)
    guard decimals > 0 else { return "\(scaled / Int(scale))" }
    let digits = "\(decimals)"
    let zeros = String(repeating: "0", count: places - digits.count)
    return "\(scaled / Int(scale)).\(zeros)\(digits)"
  }

  /// A count with commas.
  static func grouped(_ count: Int) -> String {
    var digits = "\(count)"
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
