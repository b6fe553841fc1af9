import Glibc
import TestSupport

/// A whole process, from its start to its end, its output read through a pipe.
struct ProgramRun {
  var words: [String]
  var environment: [String: String] = [:]
  /// What it may end with.
  var accepted: Set<Int> = [0]

  struct Failed: Error, CustomStringConvertible {
    let words: [String]
    let result: ProgramResult
    var description: String {
      "\(words.joined(separator: " ")): \(result.end) \(result.errorText)"
    }
  }

  init(_ words: [String], environment: [String: String] = [:], accepted: Set<Int> = [0]) {
    self.words = words
    self.environment = environment
    self.accepted = accepted
  }

  @discardableResult
  func result() throws -> ProgramResult {
    let result = try ProgramResult.run(
      words[0], Array(words.dropFirst()), environment: environment.mapValues { $0 },
      timeout: .seconds(1800))
    guard let status = result.status, accepted.contains(status) else {
      throw Failed(words: words, result: result)
    }
    return result
  }

  func time() throws -> Duration { try ContinuousClock().measure { try result() } }
}

/// The system's programs, which ours stand beside.
enum Tool {
  struct Missing: Error, CustomStringConvertible {
    let name: String
    var description: String { "\(name) isn't installed" }
  }

  /// The path of a program in `PATH`.
  static func path(_ name: String) throws(Missing) -> String {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
      return "\(folder)/\(name)"
    }
    throw Missing(name: name)
  }

  static func run(_ name: String, _ arguments: [String]) throws -> ProgramRun {
    ProgramRun([try path(name)] + arguments)
  }
}
