/// A value as JSON has it; nil is null.
enum JSONValue {
  static func make(_ number: Int?) -> String { number.map(String.init) ?? "null" }

  static func make(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "null" }
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }

  static func make(_ text: String?) -> String {
    guard let text else { return "null" }
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\0"..<" ": json += " "
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
