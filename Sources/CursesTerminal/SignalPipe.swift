import Dispatch
import Synchronization
import System

/// Signals that concern the terminal, as numbers on the main queue.
///
/// A handler writes the signal's number into a pipe. (A DispatchSource for signals leaves them
/// blocked in the main thread, and so in every program started from it, such as an editor.)
@MainActor
final class SignalPipe {
  private static let stopping = [Signal.stop, .go]
  private nonisolated static let ending = [Signal.interrupt, .quit, .terminate, .hangUp]
  private static let watched = stopping + ending + [.windowChange]

  private var caught = CaughtSignals()
  private var source: (any DispatchSourceRead)?
  private let queue = DispatchQueue(label: "photodiary.signals")
  private var take: @Sendable () -> Void = {}
  private let isLent = SharedFlag()
  private let lastResort = LastResort()

  /// Catches the signals from now on. Must come before ncurses, which sets handlers of its own for
  /// those that nobody has caught.
  init() { caught?.add(Self.watched) }

  /// Gives the number of each signal that comes, and of those that came before. What asks the
  /// program to end is noticed even while the main queue waits for something.
  func watch(_ receive: @escaping @MainActor (Signal) -> Void) {
    guard let arrivals = caught?.arrivals else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: arrivals.number, queue: queue)
    let take: @Sendable () -> Void = { [isLent, lastResort] in
      // Those at the keyboard are the other program's.
      let ignored =
        isLent.isSet.load(ordering: .sequentiallyConsistent) ? [Signal.interrupt, .quit] : []
      let signals = CaughtSignals.take(from: arrivals).filter { !ignored.contains($0) }
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
  func endInTime() { lastResort.begin(.hangUp) }

  /// Stops the process group, as Ctrl-Z does, until someone continues it.
  func stop() {
    // The others first. What is sent to a group may reach this process a moment after kill(2) has
    // returned; raise(3) doesn't return before it has been stopped and continued.
    Signal.stop.ignore()
    Signal.stop.sendToOwnGroup()
    // A thread that had it blocked just then has it pending now; ignoring it again drops that.
    Signal.stop.ignore()
    caught?.release(Self.stopping)
    // Dispatch runs the main queue on a thread that has signals blocked.
    Signal.unmasked { Signal.stop.raise() }
    caught?.add(Self.stopping)
  }

  /// Lets another program be stopped and interrupted at the terminal together with this one, as a
  /// shell does: this one stops with it, but isn't interrupted.
  func lend<Result>(_ body: () -> Result) -> Result {
    isLent.isSet.store(true, ordering: .sequentiallyConsistent)
    caught?.release(Self.stopping)
    // What is started on the thread of the main queue would inherit that it has signals blocked.
    let result = Signal.unmasked(body)
    caught?.add(Self.stopping)
    // What has come by now came meanwhile.
    queue.sync { [take] in take() }
    isLent.isSet.store(false, ordering: .sequentiallyConsistent)
    return result
  }

  /// Gives every signal back to whoever had it.
  func end() {
    // A closed window ends the input first and sends its signal after that, which would kill now
    // what is about to end by itself.
    if isWindowClosed { caught?.ignoreOnceReleased(.hangUp) }
    caught?.release(Self.watched)
    source?.cancel()
    source = nil
  }

  private var isWindowClosed: Bool {
    (try? Readiness.wait(for: [.gone(.standardInput)], milliseconds: 0)) == [true]
  }
}

/// A flag that several threads look at.
private final class SharedFlag: Sendable {
  let isSet = Atomic(false)
}

/// Sees to it that a program that was told to end does, whatever it waits for: a terminal that
/// takes nothing any more, another program at the terminal, a folder that doesn't answer.
final class LastResort: Sendable {
  /// What the terminal hasn't taken by then is thrown away, so that nobody waits for it.
  private static let patience = DispatchTimeInterval.seconds(3)
  private static let pause = DispatchTimeInterval.seconds(1)
  /// By then, what is being written is saved or kept as a draft: a save gives up on another
  /// program's lock after ten seconds.
  private static let deadline = DispatchTimeInterval.seconds(12)

  private let queue = DispatchQueue(label: "photodiary.ending")
  private let hasBegun = Atomic(false)

  /// Ends the program in time as this signal would.
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
