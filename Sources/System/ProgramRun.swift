import CSystem
import Dispatch
import Synchronization

/// A running program, and the pipes to it. It must be ended with `end` or `finish`.
///
/// In a new session, the run ends with the program: what it leaves there may keep its output open.
/// Otherwise, the run ends when the program's output is also closed by all that it has started.
package struct ProgramRun: ~Copyable {
  package enum Event: Equatable {
    /// A piece of its standard output, empty at the end.
    case output(ArraySlice<UInt8>)
    /// A piece of its standard error, empty at the end.
    case errors(ArraySlice<UInt8>)
    /// Some of the bytes of `send` are written, or all of them.
    case sent(isAll: Bool)
  }

  private let process: ChildProcess
  private let handle: ProcessHandle
  private let exitDescriptor: Descriptor?
  private let endsWithProgram: Bool
  /// `nil` if there is no such pipe, or it is closed.
  private var input: Pipe?
  private var output: Pipe?
  private var errors: Pipe?
  /// The rest of the bytes to write; `nil` if there are none.
  private var unsent: ArraySlice<UInt8>?
  private var hasEnded = false
  /// The number of waits since the program has ended.
  private var lateWaits = 0
  /// The input, output, errors and end that were ready at the last wait and weren't used yet.
  private var ready = [false, false, false, false]
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// The maximum number of waits for output that was in the pipes when the program ended. Programs
  /// that it left may write more, without end.
  private static let maxLateWaits = 32

  /// Starts a program, with a pipe for each of its standard files that is `.pipe`.
  ///
  /// - Parameter handle: ends the program from another thread.
  /// - Throws: the error of pipe(2) or posix_spawn(3), or `cancelled` after `stop`.
  package init(_ spawn: Spawn, _ handle: ProcessHandle = ProcessHandle()) throws(ErrorNumber) {
    var input: Pipe?
    var output: Pipe?
    var errors: Pipe?
    if case .only(.pipe, _, _, _) = spawn.files { input = try Pipe() }
    if case .only(_, .pipe, _, _) = spawn.files { output = try Pipe() }
    if case .only(_, _, .pipe, _) = spawn.files { errors = try Pipe() }
    let ends = [input?.readEnd, output?.writeEnd, errors?.writeEnd]
    let process = try handle.start { () throws(ErrorNumber) in try spawn.start(pipes: ends) }
    input?.closeReadEnd()
    input?.writeEnd.setNonBlocking()
    output?.closeWriteEnd()
    errors?.closeWriteEnd()
    self.process = process
    self.handle = handle
    exitDescriptor = process.exitDescriptor
    endsWithProgram = spawn.group == .newSession
    self.input = input
    self.output = output
    self.errors = errors
  }

  deinit { exitDescriptor?.close() }

  // MARK: Input

  /// Begins to write bytes to the program's input. The next ones may follow when all are sent.
  package mutating func send(_ bytes: [UInt8]) { unsent = input == nil ? nil : bytes[...] }

  /// Ends the program's input.
  package mutating func closeInput() {
    input = nil
    unsent = nil
  }

  private mutating func write() -> Event? {
    guard let bytes = unsent, let end = input?.writeEnd else { return nil }
    do {
      let count = try end.writeToPipe(bytes)
      unsent = count < bytes.count ? bytes.dropFirst(count) : nil
      return .sent(isAll: unsent == nil)
    } catch .tryAgain {
      return nil
    } catch {
      // The program reads no more, and reports the reason itself.
      closeInput()
      return nil
    }
  }

  // MARK: Events

  /// Waits for the next event; `nil` after the end of the run.
  ///
  /// - Parameter deadline: a time of `SystemClock.milliseconds`.
  /// - Throws: `timedOut` at the deadline if there is no event, or an error of poll(2).
  package mutating func next(until deadline: Int) throws(ErrorNumber) -> Event? {
    while true {
      if use(1) { return .output(Self.read(&output, &buffer)) }
      if use(2) { return .errors(Self.read(&errors, &buffer)) }
      if use(0), let event = write() { return event }
      if use(3) { hasEnded = true }

      let isClosed = output == nil && errors == nil
      if isClosed, hasEnded || exitDescriptor == nil { return nil }
      if hasEnded {
        lateWaits += 1
        guard lateWaits <= Self.maxLateWaits else { return nil }
      }
      let end = !hasEnded && (endsWithProgram || isClosed) ? exitDescriptor : nil
      ready = try Readiness.wait(
        for: [
          (unsent == nil ? nil : input?.writeEnd).map { .writable($0) } ?? .never,
          (output?.readEnd).map { .readable($0) } ?? .never,
          (errors?.readEnd).map { .readable($0) } ?? .never,
          end.map { .readable($0) } ?? .never,
        ], until: hasEnded ? 0 : deadline)
      if hasEnded, !ready[1], !ready[2] { return nil }
      if !ready.contains(true), SystemClock.milliseconds >= deadline { throw .timedOut }
    }
  }

  private mutating func use(_ index: Int) -> Bool {
    defer { ready[index] = false }
    return ready[index]
  }

  private static func read(_ pipe: inout Pipe?, _ buffer: inout [UInt8]) -> ArraySlice<UInt8> {
    let count = (try? pipe?.readEnd.read(into: &buffer)) ?? 0
    if count == 0 { pipe = nil }
    return buffer[..<count]
  }

  // MARK: End

  /// Passes events to `receive` until the run ends, and returns the program's status. Kills it and
  /// returns `nil` at the deadline, or when `receive` returns `false`.
  ///
  /// - Parameter deadline: a time of `SystemClock.milliseconds`.
  package mutating func finish(
    until deadline: Int, receive: (Event) -> Bool = { _ in true }
  ) -> ExitStatus? {
    do throws(ErrorNumber) {
      while let event = try next(until: deadline) {
        guard receive(event) else { throw .cancelled }
        // A program that writes without end has events at any time.
        guard hasEnded || SystemClock.milliseconds < deadline else { throw .timedOut }
      }
      return end(kills: false)
    } catch {
      _ = end(kills: true)
      return nil
    }
  }

  /// Waits for the program and returns its status. With `kills`, kills its group first.
  package func end(kills: Bool) -> ExitStatus { handle.end(process, kills: kills) }
}

// MARK: - ProcessHandle

/// Tracks the program that a task runs and waits for, so that any thread can end it.
package final class ProcessHandle: Sendable {
  private struct State {
    /// The running process; `nil` once it is reaped, because its ID may be reused then.
    var process: ChildProcess?
    var isStopped = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Runs blocking work on a queue, outside Swift's thread pool. Cancelling the task ends the
  /// program that the work runs.
  package static func running<Outcome: Sendable>(
    on queue: DispatchQueue, _ work: @escaping @Sendable (ProcessHandle) -> Outcome
  ) async -> Outcome {
    let handle = ProcessHandle()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async(
          execute: Invocation.inheriting { continuation.resume(returning: work(handle)) })
      }
    } onCancel: {
      handle.stop()
    }
  }

  /// Kills the running program's group, and prevents further programs from starting.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.process?.sendToGroup(.kill)
    }
  }

  package var isStopped: Bool { state.withLock(\.isStopped) }

  /// Starts a program, which must lead its own process group.
  fileprivate func start(
    _ start: () throws(ErrorNumber) -> ChildProcess
  ) throws(ErrorNumber) -> ChildProcess {
    try state.withLock { state throws(ErrorNumber) in
      guard !state.isStopped else { throw .cancelled }
      let process = try start()
      state.process = process
      return process
    }
  }

  fileprivate func end(_ process: ChildProcess, kills: Bool) -> ExitStatus {
    state.withLock { state in
      if kills { process.sendToGroup(.kill) }
      // From here on, no other thread signals the process.
      state.process = nil
      return process.wait()
    }
  }
}

// MARK: - Pipe

/// A pipe that started programs don't inherit. Both ends are closed on `deinit`.
package struct Pipe: ~Copyable {
  package let readEnd: Descriptor
  package let writeEnd: Descriptor
  private var isReadingOpen = true
  private var isWritingOpen = true

  /// - Throws: the error of pipe(2), for example if too many files are open.
  package init() throws(ErrorNumber) {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { throw .last }
    readEnd = Descriptor(number: ends[0])
    writeEnd = Descriptor(number: ends[1])
  }

  deinit {
    if isReadingOpen { readEnd.close() }
    if isWritingOpen { writeEnd.close() }
  }

  /// Closes this program's reading end. Writers get an error when all copies are closed.
  package mutating func closeReadEnd() {
    guard isReadingOpen else { return }
    isReadingOpen = false
    readEnd.close()
  }

  /// Closes this program's writing end. Readers reach the end when all copies are closed.
  package mutating func closeWriteEnd() {
    guard isWritingOpen else { return }
    isWritingOpen = false
    writeEnd.close()
  }
}
