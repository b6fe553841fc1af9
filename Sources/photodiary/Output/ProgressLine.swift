import DiaryCore
import System

/// How far a long-running task is, on one line of the terminal that changes. Nothing is written
/// where standard error is no terminal.
enum ProgressLine {
  /// Shows what a task reports, until it ends.
  static func showing<Outcome>(
    _ task: (@escaping @Sendable (Progress) -> Void) async throws -> Outcome
  ) async throws -> Outcome {
    guard Descriptor.standardError.isTerminal else { return try await task { _ in } }
    defer { put("\r\u{1B}[K") }
    let throttle = ProgressThrottle { put("\r\($0.words(separator: ", ").printable)\u{1B}[K") }
    return try await task { throttle.report($0) }
  }

  private static func put(_ text: String) {
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}
