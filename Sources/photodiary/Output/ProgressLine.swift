import DiaryCore
import System

/// How far a long-running task is, on one line of the terminal that changes. Nothing is written
/// where standard error is no terminal.
enum ProgressLine {
  /// Shows what a task reports, until it ends. One that is done within `delay` shows nothing.
  static func showing<Outcome>(
    after delay: Duration = .zero,
    _ task: (@escaping @Sendable (Progress) -> Void) async throws -> Outcome
  ) async throws -> Outcome {
    guard Descriptor.standardError.isTerminal else { return try await task { _ in } }
    defer { put("\r\u{1B}[K") }
    let start = ContinuousClock.now + delay
    let throttle = ProgressThrottle { progress in
      guard ContinuousClock.now >= start else { return }
      put("\r\(progress.words(separator: ", ").printable)\u{1B}[K")
    }
    return try await task { throttle.report($0) }
  }

  private static func put(_ text: String) {
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}
