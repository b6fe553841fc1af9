/// The findings for people.
enum Table {
  private static let heads = ["", "ours", "reference", "ratio", "limit", ""]

  static func text(_ findings: [Finding]) -> String {
    let rows =
      [heads]
      + findings.map { finding in
        [
          finding.name, "\(Decimals.text(finding.ours)) \(finding.unit)",
          finding.reference.map { "\(Decimals.text($0)) \(finding.unit)" } ?? "-",
          finding.ratio.map(Decimals.text) ?? "-",
          finding.limit.map { "≤ " + Decimals.text($0) } ?? "-", finding.verdict,
        ]
      }
    let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() {
        let blanks = String(repeating: " ", count: widths[column] - text.count)
        line += column == 0 ? text + blanks : "  " + (column == 5 ? text : blanks + text)
      }
      return line + "\n"
    }.joined()
  }
}
