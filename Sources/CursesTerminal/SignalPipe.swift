import Dispatch
import Synchronization
import System

/// Delivers signals that concern the terminal on the main queue.
///
/// A signal handler writes the signal's number to a pipe. (A DispatchSource for signals leaves them
/// blocked in the main thread, and therefore in every program started from it, such as an editor.)
@MainActor
final class SignalPipe {
  private static let stopping = [Signal.suspend, .resume]
  private nonisolated static let ending = [Signal.interrupt, .quit, .terminate, .hangUp]
  private static let watched = stopping + ending + [.windowChange]

  private var caught = CaughtSignals()
  private var source: (any DispatchSourceRead)?
  private let queue = DispatchQueue(label: "photodiary.signals")
  private var drain: @Sendable () -> Void = {}
  private let isLent = SharedFlag()
  private let exitWatchdog = ExitWatchdog()

  /// Starts catching signals. Call it before ncurses starts, which otherwise sets its own handlers.
  init() { caught?.add(Self.watched) }

  /// Calls a closure with each signal, including earlier ones. Signals that ask the program to end
  /// are noticed even while the main queue is blocked.
  func watch(_ receive: @escaping @MainActor (Signal) -> Void) {
    guard let descriptor = caught?.descriptor else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
    let drain: @Sendable () -> Void = { [isLent, exitWatchdog] in
      // Signals from the keyboard are meant for the other program.
      let ignored =
        isLent.isSet.load(ordering: .sequentiallyConsistent) ? [Signal.interrupt, .quit] : []
      let signals = CaughtSignals.read(from: descriptor).filter { !ignored.contains($0) }
      guard !signals.isEmpty else { return }
      if let ending = signals.first(where: Self.ending.contains) { exitWatchdog.begin(ending) }
      DispatchQueue.main.async { MainActor.assumeIsolated { signals.forEach(receive) } }
    }
    source.setEventHandler(handler: drain)
    source.activate()
    self.source = source
    self.drain = drain
  }

  /// Makes the program end in time although there was no signal.
  func endInTime() { exitWatchdog.begin(.hangUp) }

  /// Stops the process group, as Ctrl-Z does, until it is continued.
  func stop() {
    // Stop the other processes first. A signal to the group may reach this process a moment after
    // kill(2) returns, whereas raise(3) returns only after the process was stopped and continued.
    Signal.suspend.ignore()
    Signal.suspend.sendToProcessGroup()
    // A thread that was blocking the signal has it pending; ignoring it again drops it.
    Signal.suspend.ignore()
    caught?.release(Self.stopping)
    // Dispatch runs the main queue on a thread that blocks signals.
    Signal.unmasked { Signal.suspend.raise() }
    caught?.add(Self.stopping)
  }

  /// Lets another program at the terminal be stopped and interrupted as by a shell: this program
  /// stops with it, but isn't interrupted.
  func lend<Result>(_ body: () -> Result) -> Result {
    isLent.isSet.store(true, ordering: .sequentiallyConsistent)
    caught?.release(Self.stopping)
    // A program started on the main queue's thread would inherit its blocked signals.
    let result = Signal.unmasked(body)
    caught?.add(Self.stopping)
    // Signals so far arrived while the terminal was lent.
    queue.sync { [drain] in drain() }
    isLent.isSet.store(false, ordering: .sequentiallyConsistent)
    return result
  }

  /// Restores the original handling of all signals.
  func end() {
    // When a window is closed, the input ends before SIGHUP arrives, which would kill the program
    // while it is ending.
    if isWindowClosed { caught?.ignoreAfterRelease(.hangUp) }
    caught?.release(Self.watched)
    source?.cancel()
    source = nil
  }

  private var isWindowClosed: Bool {
    (try? Readiness.wait(for: [.closed(.standardInput)], milliseconds: 0)) == [true]
  }
}

/// A flag shared by threads.
private final class SharedFlag: Sendable {
  let isSet = Atomic(false)
}

// MARK: - Ending in time

/// Ensures that the program ends when it is asked to, even if it is blocked: by a terminal that
/// accepts no output, another program at the terminal, or a folder that doesn't respond.
final class ExitWatchdog: Sendable {
  /// The time after which pending output to the terminal is discarded, so that nothing waits for
  /// it.
  private static let patience = DispatchTimeInterval.seconds(3)
  private static let pause = DispatchTimeInterval.seconds(1)
  /// The time after which the program is killed. Saving or keeping a draft takes less: a save waits
  /// at most ten seconds for another program's lock.
  private static let deadline = DispatchTimeInterval.seconds(12)

  private let queue = DispatchQueue(label: "photodiary.ending")
  private let hasBegun = Atomic(false)

  /// Ends the program in time as the signal would.
  func begin(_ signal: Signal) {
    guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
    discardLater(Self.patience)
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.deadline) {
      TerminalRescue.end(by: signal)
    }
  }

  private func discardLater(_ time: DispatchTimeInterval) {
    queue.asyncAfter(deadline: .now() + time) { [self] in
      Descriptor.standardOutput.discardOutput()
      discardLater(Self.pause)
    }
  }
}
