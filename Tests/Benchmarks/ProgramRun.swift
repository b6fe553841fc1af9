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
