import DiaryCore
import TerminalUI

struct Finding {
  enum Limit {
    /// The maximum of the ratio, or of the value without a reference.
    case atMost(Double)
    /// The expected value.
    case exactly(Double)
  }

  enum Outcome {
    case measured
    /// A required program is missing.
    case skipped(String)
    case failed(String)
  }

  let name: String
  let unit: String
  let ours: Double
  /// The value to compare with, or `nil`.
  let reference: Double?
  /// `nil` for a value that is only reported.
  let limit: Limit?
  /// The largest difference that is within the limit for any ratio.
  let noise: Double?
  var outcome = Outcome.measured

  init(
    _ name: String, _ ours: Double, _ unit: String = "ms", beside reference: Double? = nil,
    atMost most: Double? = nil, exactly value: Double? = nil, noise: Double? = nil
  ) {
    (self.name, self.ours, self.unit, self.reference) = (name, ours, unit, reference)
    limit = most.map { .atMost($0) } ?? value.map { .exactly($0) }
    self.noise = noise
  }

  init(_ name: String, _ outcome: Outcome) {
    self.init(name, .nan, "")
    self.outcome = outcome
  }

  /// Compares medians measured in turns.
  @MainActor static func medians(
    _ name: String, _ rounds: Int, isCold: Bool = false, atMost most: Double? = nil,
    noise: Double? = nil, ours: @escaping Turns.Player, reference: @escaping Turns.Player
  ) async throws -> Finding {
    let times = try await Turns.take(rounds, isCold: isCold, ours: ours, reference: reference)
    return Finding(
      name, times.ours.median, beside: times.reference.median, atMost: most, noise: noise)
  }

  var ratio: Double? { reference.map { ours / $0 } }

  /// True if the ratio exceeds its limit by a negligible difference.
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

enum Table {
  private static let heads = ["", "ours", "reference", "ratio", "limit", ""]

  /// The table, with a blank line between benchmarks.
  static func text(_ sections: [[Finding]]) -> String {
    let rows = sections.map { $0.map(row) }
    let all = [heads] + rows.joined()
    // The last column isn't padded.
    let widths = heads.indices.dropLast().map { column in
      all.map { TextWidth.columns($0[column]) }.max() ?? 0
    }
    return line(heads, widths) + rows.map { "\n" + $0.map { line($0, widths) }.joined() }.joined()
  }

  private static func row(_ finding: Finding) -> [String] {
    guard case .measured = finding.outcome else {
      return [finding.name, "-", "-", "-", finding.limitText, finding.verdict]
    }
    func value(_ number: Double) -> String {
      Decimals.text(number) + (finding.unit.isEmpty ? "" : " " + finding.unit)
    }
    return [
      finding.name, value(finding.ours), finding.reference.map(value) ?? "-",
      finding.ratio.map(Decimals.text) ?? "-", finding.limitText, finding.verdict,
    ]
  }

  private static func line(_ row: [String], _ widths: [Int]) -> String {
    var line = ""
    for (text, width) in zip(row, widths) {
      let blanks = String(repeating: " ", count: width - TextWidth.columns(text))
      line += line.isEmpty ? text + blanks : "  " + blanks + text
    }
    if let last = row.last, !last.isEmpty { line += "  " + last }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}

enum Decimals {
  /// Formats a value with up to two decimals, or two significant digits if small.
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

  /// Formats a count with commas.
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

struct Samples {
  private(set) var values: [Double] = []

  mutating func add(_ value: Double) { values.append(value) }

  /// Adds a time in milliseconds.
  mutating func add(_ duration: Duration) { values.append(duration.milliseconds) }

  var median: Double { quantile(0.5) }

  /// The value below which `part` of the samples are.
  func quantile(_ part: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
  }
}

extension Duration {
  var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }
}
