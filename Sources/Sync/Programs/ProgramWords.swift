import DiaryCore
import System

/// What a program said on standard error, line by line, without its progress.
struct ProgramWords {
  let lines: [String]

  init(_ bytes: [UInt8], hiding secret: String?) {
    var text = String(decoding: bytes, as: UTF8.self)
    if let secret { text = text.replacing(secret, with: "…") }
    lines = text.split { $0.isNewline }.map { $0.trimmed }
      .filter { !$0.isEmpty && !$0.contains("% (") && !$0.hasPrefix("hint:") }
      .map { String(Self.withoutTime($0)) }
  }

  /// Whether each line ends so.
  func all(endWith end: String) -> Bool { lines.allSatisfy { $0.hasSuffix(end) } }

  func contains(_ words: String) -> Bool { lines.contains { $0.lowercased().contains(words) } }

  /// What that means when a program has failed.
  func fault(of program: String, _ status: ExitStatus) -> RemoteFault {
    for (words, fault) in Self.meanings {
      for line in lines where line.lowercased().contains(words) { return fault(Self.short(line)) }
    }
    let marks = ["fatal:", "error:", "error :", "failed"]
    let telling = lines.first { line in marks.contains { line.lowercased().contains($0) } }
    if let line = telling ?? lines.last { return .failed(Self.short(line)) }
    return switch status {
    case .exited(let code): .failed("\(program): \(code)")
    case .killed(let signal): .failed("\(program): signal \(signal.number)")
    }
  }

  private static func short(_ line: String) -> String {
    let line = line.printable
    return line.count > 160 ? line.prefix(159) + "…" : line
  }

  /// A line of rclone without its `2026/11/23 12:30:00 `.
  private static func withoutTime(_ line: Substring) -> Substring {
    let start = line.prefix(20)
    guard start.utf8.count == 20, start.allSatisfy({ $0.isNumber || "/: ".contains($0) }) else {
      return line
    }
    return line.dropFirst(20)
  }
}
