import CNcurses
import Dispatch
import Glibc
import Synchronization

/// Signals that concern the terminal, as numbers on the main queue.
///
/// A handler writes the signal's number into a pipe. (A DispatchSource for signals leaves them
/// blocked in the main thread, and so in every program started from it, such as an editor.)
@MainActor
final class SignalPipe {
  private static let stopping = [SIGTSTP, SIGCONT]
  private nonisolated static let ending = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
  private static let watched = stopping + ending + [SIGWINCH]

  private var ends: [Int32] = [-1, -1]
  private var source: (any DispatchSourceRead)?
  private var previous: [Int32: sigaction] = [:]
  private let queue = DispatchQueue(label: "photodiary.signals")
  private var take: @Sendable () -> Void = {}
  private let isLent = Guarded(false)
  private let lastResort = LastResort()

  /// Catches the signals from now on. Must come before ncurses, which sets handlers of its own for
  /// those that nobody has caught.
  init() {
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    pd_set_signal_pipe(ends[1])
    catchSignals(Self.watched)
  }

  /// Gives the number of each signal that comes, and of those that came before. What asks the
  /// program to end is noticed even while the main queue waits for something.
  func watch(_ receive: @escaping @MainActor (Int32) -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: queue)
    let take: @Sendable () -> Void = { [end = ends[0], isLent, lastResort] in
      // Those at the keyboard are the other program's.
      let ignored = isLent.withLock { $0 } ? [SIGINT, SIGQUIT] : []
      let signals = Self.drain(end).filter { !ignored.contains($0) }
      guard !signals.isEmpty else { return }
      if let ending = signals.first(where: Self.ending.contains) { lastResort.begin(ending) }
      DispatchQueue.main.async { MainActor.assumeIsolated { signals.forEach(receive) } }
    }
    source.setEventHandler(handler: take)
    source.activate()
    self.source = source
    self.take = take
  }

  /// The program is to end in time, though no signal says so.
  func endInTime() { lastResort.begin(SIGHUP) }

  /// The signals that have come and weren't received yet.
  private nonisolated static func drain(_ end: Int32) -> [Int32] {
    var signals: [Int32] = []
    var byte: UInt8 = 0
    while read(end, &byte, 1) == 1 { signals.append(Int32(byte)) }
    return signals
  }

  /// Stops the process group, as Ctrl-Z does, until someone continues it.
  func stop() {
    // The others first. What is sent to a group may reach this process a moment after kill(2) has
    // returned; raise(3) doesn't return before it has been stopped and continued.
    signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    // A thread that had it blocked just then has it pending now; ignoring it again drops that.
    signal(SIGTSTP, SIG_IGN)
    release(Self.stopping)
    withoutMask { _ = raise(SIGTSTP) }
    catchSignals(Self.stopping)
  }

  /// Lets another program be stopped and interrupted at the terminal together with this one, as a
  /// shell does: this one stops with it, but isn't interrupted.
  func lend<Result>(_ body: () -> Result) -> Result {
    isLent.withLock { $0 = true }
    release(Self.stopping)
    let result = withoutMask(body)
    catchSignals(Self.stopping)
    // What has come by now came meanwhile.
    queue.sync { [take] in take() }
    isLent.withLock { $0 = false }
    return result
  }

  /// Gives every signal back to whoever had it.
  func end() {
    // A closed window ends the input first and sends its signal after that, which would kill now
    // what is about to end by itself.
    if isWindowClosed { previous[SIGHUP] = ignoring }
    release(Self.watched)
    source?.cancel()
    source = nil
  }

  private var ignoring: sigaction {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_IGN
    return action
  }

  private var isWindowClosed: Bool {
    var polled = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
    return poll(&polled, 1, 0) == 1 && Int32(polled.revents) & POLLHUP != 0
  }

  /// Dispatch runs the main queue on a thread that has signals blocked, and what is started there
  /// would inherit that.
  private func withoutMask<Result>(_ body: () -> Result) -> Result {
    var none = sigset_t()
    var mask = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    return body()
  }

  private func catchSignals(_ signals: [Int32]) {
    for signal in signals {
      var action = sigaction()
      guard pd_catch_signal(signal, &action) == 0 else { continue }
      previous[signal] = action
    }
  }

  private func release(_ signals: [Int32]) {
    for signal in signals {
      guard var action = previous.removeValue(forKey: signal) else { continue }
      sigaction(signal, &action, nil)
    }
  }
}

/// A value that several threads look at.
private final class Guarded<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}
