import TerminalUI

/// The findings for people.
enum Table {
  private static let heads = ["", "ours", "reference", "ratio", "limit", ""]

  /// A blank line stands between the benchmarks.
  static func text(_ sections: [[Finding]]) -> String {
    let rows = sections.map { $0.map(row) }
    let all = [heads] + rows.joined()
    // The last column needs no width.
    let widths = heads.indices.dropLast().map { column in
      all.map { TextWidth.columns($0[column]) }.max() ?? 0
    }
    return line(heads, widths)
      + rows.map { "\n" + $0.map { line($0, widths) }.joined() }.joined()
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
    return line.trimmingEnd + "\n"
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
