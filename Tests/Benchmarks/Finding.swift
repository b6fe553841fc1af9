import DiaryCore

/// A measured value, what it stands beside, and how far it may go.
struct Finding {
  let name: String
  let unit: String
  let ours: Double
  /// The same of a program that does nothing else; `nil` where there is none.
  var reference: Double?
  /// The most that the ratio may be, or the value itself without a reference; `nil` for a value
  /// that is only told.
  var limit: Double?

  var ratio: Double? { reference.map { ours / $0 } }
  var holds: Bool { limit.map { (ratio ?? ours) <= $0 } ?? true }
  var verdict: String { limit == nil ? "" : holds ? "holds" : "BROKEN" }

  var json: JSONValue {
    func number(_ value: Double?) -> JSONValue {
      value.map { $0.isFinite ? .number(Decimals.text($0)) : .null } ?? .null
    }
    return .object([
      JSONMember("name", .string(name)), JSONMember("unit", .string(unit)),
      JSONMember("ours", number(ours)), JSONMember("reference", number(reference)),
      JSONMember("ratio", number(ratio)), JSONMember("limit", number(limit)),
      JSONMember("holds", .bool(holds)),
    ])
  }
}
