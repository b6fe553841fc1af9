import DiaryCore

/// A measured value, what it stands beside, and how far it may go.
struct Finding {
  enum Limit {
    /// The most that the ratio may be, or the value itself without a reference.
    case atMost(Double)
    /// What the value must be.
    case exactly(Double)
  }

  enum Outcome {
    case measured
    /// Something that it needs isn't there.
    case skipped(String)
    case failed(String)
  }

  let name: String
  var unit = ""
  var ours = Double.nan
  /// What the measure is compared with; `nil` where there is nothing.
  var reference: Double?
  /// `nil` for a value that is only told.
  var limit: Limit?
  /// A difference that says nothing: below it the limit holds, whatever the ratio.
  var noise: Double?
  var outcome = Outcome.measured

  var ratio: Double? { reference.map { ours / $0 } }

  /// Whether the ratio is beyond its limit, and the difference too small to count.
  private var isWithinNoise: Bool {
    guard let noise, let reference else { return false }
    return !keepsLimit && ours - reference <= noise
  }

  private var keepsLimit: Bool {
    switch limit {
    case nil: true
    case .atMost(let most): (ratio ?? ours) <= most
    case .exactly(let value): ours == value
    }
  }

  var holds: Bool {
    switch outcome {
    case .measured: keepsLimit || isWithinNoise
    case .skipped: true
    case .failed: false
    }
  }

  var verdict: String {
    switch outcome {
    case .measured where limit == nil: ""
    case .measured: isWithinNoise ? "holds: noise" : holds ? "holds" : "BROKEN"
    case .skipped(let reason): "skipped: " + reason
    case .failed(let reason): "FAILED: " + reason
    }
  }

  var limitText: String {
    switch limit {
    case nil: "-"
    case .atMost(let most): "≤ " + Decimals.text(most)
    case .exactly(let value): "= " + Decimals.text(value)
    }
  }

  func json(benchmark: String) -> JSONValue {
    func number(_ value: Double?) -> JSONValue {
      value.map { $0.isFinite ? .number(Decimals.text($0)) : .null } ?? .null
    }
    let limit: Double? =
      switch self.limit {
      case nil: nil
      case .atMost(let value), .exactly(let value): value
      }
    return .object([
      JSONMember("benchmark", .string(benchmark)), JSONMember("name", .string(name)),
      JSONMember("unit", .string(unit)), JSONMember("ours", number(ours)),
      JSONMember("reference", number(reference)), JSONMember("ratio", number(ratio)),
      JSONMember("limit", number(limit)), JSONMember("holds", .bool(holds)),
      JSONMember("verdict", .string(verdict)),
    ])
  }
}
