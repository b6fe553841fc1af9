import Glibc

/// A signal, by the system's number.
package struct Signal: Hashable, Sendable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  package static let interrupt = Signal(number: SIGINT)
  package static let quit = Signal(number: SIGQUIT)
  package static let terminate = Signal(number: SIGTERM)
  package static let hangUp = Signal(number: SIGHUP)
  package static let kill = Signal(number: SIGKILL)
  package static let stop = Signal(number: SIGTSTP)
  package static let go = Signal(number: SIGCONT)
  package static let windowChange = Signal(number: SIGWINCH)
  package static let brokenPipe = Signal(number: SIGPIPE)
  package static let processorTime = Signal(number: SIGXCPU)
  package static let abort = Signal(number: SIGABRT)
  package static let busError = Signal(number: SIGBUS)

  /// Has it run a function, which may do only what is safe at any moment.
  package func handle(_ handler: @convention(c) (Int32) -> Void) {
    _ = Glibc.signal(number, handler)
  }

  /// Nothing happens any more when it comes.
  package func ignore() { _ = Glibc.signal(number, SIG_IGN) }

  /// Nothing happens when one of these comes while something is done.
  package static func ignoring<Result, Failure: Error>(
    _ signals: [Signal], _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = signals.map { ($0, Glibc.signal($0.number, SIG_IGN)) }
    defer { for (signal, handler) in before { _ = Glibc.signal(signal.number, handler) } }
    return try body()
  }
}
