import CSystem
import Glibc

/// A signal, by its number.
package struct Signal: Hashable, Sendable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  package static let interrupt = Signal(number: SIGINT)
  package static let quit = Signal(number: SIGQUIT)
  package static let terminate = Signal(number: SIGTERM)
  package static let hangUp = Signal(number: SIGHUP)
  package static let kill = Signal(number: SIGKILL)
  package static let suspend = Signal(number: SIGTSTP)
  package static let resume = Signal(number: SIGCONT)
  package static let windowChange = Signal(number: SIGWINCH)
  package static let brokenPipe = Signal(number: SIGPIPE)
  package static let processorTime = Signal(number: SIGXCPU)
  package static let abort = Signal(number: SIGABRT)
  package static let busError = Signal(number: SIGBUS)

  /// Sets a handler, which may only do what is safe in a signal handler.
  package func handle(_ handler: @convention(c) (Int32) -> Void) {
    _ = Glibc.signal(number, handler)
  }

  /// Ignores the signal from now on.
  package func ignore() { _ = Glibc.signal(number, SIG_IGN) }

  /// Ignores signals while a closure runs.
  ///
  /// - Throws: the error of the closure.
  package static func ignoring<Result, Failure: Error>(
    _ signals: [Signal], _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = signals.map { ($0, Glibc.signal($0.number, SIG_IGN)) }
    defer { for (signal, handler) in before { _ = Glibc.signal(signal.number, handler) } }
    return try body()
  }
}

// MARK: - CaughtSignals

/// Signals that are written to a pipe as bytes instead of having their normal effect. A program has
/// at most one such pipe.
package struct CaughtSignals {
  /// Becomes readable with each signal. Never closed.
  package let descriptor: Descriptor
  private var before: [Signal: sigaction] = [:]

  /// Returns `nil` if the system can't create a pipe.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    pd_set_signal_pipe(ends[1])
    descriptor = Descriptor(number: ends[0])
  }

  /// Starts catching signals.
  package mutating func add(_ signals: [Signal]) {
    for signal in signals {
      var action = sigaction()
      guard pd_catch_signal(signal.number, &action) == 0 else { continue }
      before[signal] = action
    }
  }

  /// Restores the previous handlers of signals.
  package mutating func release(_ signals: [Signal]) {
    for signal in signals {
      guard var action = before.removeValue(forKey: signal) else { continue }
      sigaction(signal.number, &action, nil)
    }
  }

  /// Makes `release` ignore the signal instead of restoring its previous handler.
  package mutating func ignoreAfterRelease(_ signal: Signal) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_IGN
    before[signal] = action
  }

  /// Reads and returns the signals that have arrived since the last call.
  package static func read(from descriptor: Descriptor) -> [Signal] {
    var signals: [Signal] = []
    var byte: [UInt8] = [0]
    while (try? descriptor.read(into: &byte)) == 1 {
      signals.append(Signal(number: Int32(byte[0])))
    }
    return signals
  }
}

extension Signal {
  /// Sends the signal to all processes in this one's process group.
  package func sendToProcessGroup() { Glibc.kill(0, number) }

  /// Sends the signal to this thread, and returns when it has been handled.
  package func raise() { _ = Glibc.raise(number) }

  /// Unblocks all signals on this thread while a closure runs. Programs and threads that it starts
  /// inherit that.
  package static func unmasked<Result>(_ body: () -> Result) -> Result {
    var none = sigset_t()
    var mask = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    return body()
  }
}
