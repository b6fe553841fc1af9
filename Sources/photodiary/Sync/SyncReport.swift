import DiaryCore
import Localization

/// What one sync with one remote did, or would do.
struct SyncReport {
  let result: SyncResult
  var isDryRun = false

  /// On a part of a line: `sent 3 changes, 1 file (1.2 MB); 4 still to come`.
  var words: String {
    var parts: [String] = []
    if let sent = Self.amount(result.sentLines, result.sentFiles, result.sentBytes) {
      parts.append(isDryRun ? localized("would send \(sent)") : localized("sent \(sent)"))
    }
    if let received = Self.amount(
      result.receivedLines, result.receivedFiles, result.receivedBytes)
    {
      parts.append(
        isDryRun ? localized("would receive \(received)") : localized("received \(received)"))
    }
    if result.waitingOut > 0 {
      parts.append(localized("\(CountWords.grouped(result.waitingOut)) still to send"))
    }
    if result.waitingIn > 0 {
      parts.append(localized("\(CountWords.grouped(result.waitingIn)) still to come"))
    }
    if result.error != nil { parts.append(localized("failed")) }
    return parts.isEmpty ? localized("up to date") : parts.joined(separator: "; ")
  }

  /// What is wrong, a line each on standard error.
  func reportProblems() {
    for issue in result.issues { ErrorLine.write("\(result.remote): \(issue)") }
    if let error = result.error { ErrorLine.write(error) }
  }

  var json: JSONValue {
    [
      "remote": .string(result.remote),
      "sentLines": .integer(result.sentLines),
      "sentFiles": .integer(result.sentFiles),
      "sentBytes": .integer(result.sentBytes),
      "receivedLines": .integer(result.receivedLines),
      "receivedFiles": .integer(result.receivedFiles),
      "receivedBytes": .integer(result.receivedBytes),
      "waitingOut": .integer(result.waitingOut),
      "waitingIn": .integer(result.waitingIn),
      "issues": .array(result.issues.map(JSONValue.string)),
      "error": .optional(result.error),
    ]
  }

  /// `nil` for nothing.
  private static func amount(_ lines: Int, _ files: Int, _ bytes: Int) -> String? {
    let size = CountWords.bytes(bytes)
    var counts: [String] = []
    if lines > 0 { counts.append(CountWords.changes(lines)) }
    if files > 0 { counts.append(CountWords.files(files)) }
    if counts.isEmpty { return bytes > 0 ? size : nil }
    return counts.joined(separator: ", ") + (bytes > 0 ? " (\(size))" : "")
  }
}
