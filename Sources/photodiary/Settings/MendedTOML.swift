import DiaryCore
import DiarySettings

/// The values of a TOML document in which some lines aren't TOML: those are left out, and told.
struct MendedTOML {
  private(set) var items: [SettingItem] = []
  private(set) var faults: [SettingsIssueReason.At] = []

  /// Where so many lines are wrong, it is no file of settings.
  private static let mostFaults = 20

  init(_ text: [UInt8]) {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Array.init)
    while faults.count < Self.mostFaults {
      do throws(SettingsIssueReason.At) {
        items = try SettingItem.all(inTOML: Array(lines.joined(separator: [UInt8(ascii: "\n")])))
        return
      } catch {
        guard case .notTOML = error.failure, let line = Self.lastText(in: lines, upTo: error.line)
        else {
          faults.append(error)
          return
        }
        faults.append(.init(failure: Self.failure(of: lines[line]), line: line + 1))
        Self.remove(line, from: &lines)
      }
    }
  }

  /// The place of the line that is to blame: the parser may notice it only where the next begins.
  private static func lastText(in lines: [[UInt8]], upTo number: Int) -> Int? {
    lines.indices.last { line in
      let first = lines[line].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      return line < number && first != nil && first != UInt8(ascii: "#")
        && first != UInt8(ascii: "\r")
    }
  }

  /// A line that begins a table takes its values with it: they would go to the table before.
  private static func remove(_ line: Int, from lines: inout [[UInt8]]) {
    let isTable = lines[line].first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "[")
    lines[line] = []
    guard isTable else { return }
    for next in lines.indices.dropFirst(line + 1) {
      if lines[next].first == UInt8(ascii: "[") { return }
      lines[next] = []
    }
  }

  private static func failure(of line: [UInt8]) -> SettingsIssueReason {
    let parts = String(decoding: line, as: UTF8.self).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .notTOML }
    let name = parts[0].trimmed
    let value = parts[1].prefix { $0 != "#" }.trimmed
    let isName =
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    guard isName, let first = value.first, first.isLetter || first == "/",
      !value.contains(where: { "\"'[]{}=\\".contains($0) }),
      !["true", "false"].contains(value.lowercased())
    else { return .notTOML }
    return .unquoted(String(value).printable, option: String(name))
  }
}
