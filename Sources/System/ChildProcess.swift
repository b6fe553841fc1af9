import CSystem
import Dispatch
import Glibc
import Synchronization

/// A program that this one started. Its process ID can't be reused until `wait` returns.
package struct ChildProcess: Hashable, Sendable {
  package let id: Int32

  /// Sends a signal to the process.
  package func send(_ signal: Signal) { kill(id, signal.number) }

  /// Sends a signal to the process group that it leads.
  package func sendToGroup(_ signal: Signal) { kill(-id, signal.number) }

  /// Waits for the end of the process, and returns `false` if it is still running at the deadline.
  /// The process must still be reaped with `wait`. Returns `nil` if the system can't watch it.
  ///
  /// - Parameter deadline: a time of `SystemClock.milliseconds`.
  package func waitForExit(until deadline: Int) -> Bool? {
    guard let exitDescriptor else { return nil }
    defer { exitDescriptor.close() }
    while true {
      do throws(ErrorNumber) {
        let left = max(0, deadline - SystemClock.milliseconds)
        return try Readiness.wait(for: [.readable(exitDescriptor)], milliseconds: left)[0]
      } catch {
        guard error == .interrupted else { return nil }
      }
    }
  }

  /// Opens a descriptor that becomes readable when the process has ended. The caller closes it.
  /// `nil` if the system can't provide one.
  package var exitDescriptor: Descriptor? {
    guard Facility.pidfd.isAvailable else { return exitDescriptorFromThread }
    let descriptor = pd_process_descriptor(id)
    // Linux has process descriptors since 5.3.
    return descriptor < 0 ? exitDescriptorFromThread : Descriptor(number: descriptor)
  }

  /// Opens a pipe whose other end is closed by a thread when the process has ended. The caller
  /// closes it.
  package var exitDescriptorFromThread: Descriptor? {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return nil }
    let writing = Descriptor(number: ends[1])
    if pd_has_ended(id, 0) != 0 {
      writing.close()
    } else {
      DispatchQueue(label: "photodiary.program-end").async { [id] in
        _ = pd_has_ended(id, 1)
        writing.close()
      }
    }
    return Descriptor(number: ends[0])
  }

  /// Waits for the end of the process, and returns its status. After that, the process ID may be
  /// reused.
  package func wait() -> ExitStatus {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return ExitStatus(status)
  }
}

/// The result of a process that has ended.
package enum ExitStatus: Hashable, Sendable {
  case exited(Int32)
  case killed(Signal)

  package static let success = ExitStatus.exited(0)

  init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal != 0 ? .killed(Signal(number: signal)) : .exited(status >> 8 & 0xFF)
  }
}

// MARK: - Spawn

/// Options for starting a program. It starts with no signals blocked or ignored.
package struct Spawn {
  /// A file for one of the program's descriptors.
  package enum Redirection {
    case open(Descriptor)
    /// /dev/null.
    case null
  }

  package enum Group {
    /// This program's group: both get the signal of Ctrl-C at the terminal.
    case shared
    /// A new group, so that the program can be ended with the programs that it starts, and Ctrl-C
    /// only reaches this program.
    case newGroup
    /// A new session without a terminal, which continues after this program ends.
    case newSession
  }

  /// The open files that the program inherits.
  package enum Files {
    /// All files of the process, or the standard files of the current `Invocation`.
    case all
    /// The standard files, and further files from number 3 on. All others are closed.
    case only(
      input: Redirection, output: Redirection, errors: Redirection, others: [Redirection] = [])
  }

  package let program: String
  /// The arguments. The first is the program's name.
  package let arguments: [String]
  /// The environment as `NAME=value`; `nil` for that of this process.
  package let environment: [String]?
  package let files: Files
  package let group: Group

  /// Creates options for a program.
  ///
  /// - Parameter environment: the environment as `NAME=value`; `nil` for that of this program.
  package init(
    _ program: String, _ arguments: [String], environment: [String]? = nil, files: Files,
    group: Group
  ) {
    self.program = program
    self.arguments = arguments
    let invocation = Invocation.current
    self.environment =
      environment ?? invocation.map { $0.environment.map { name, value in "\(name)=\(value)" } }
    if let invocation, case .all = files {
      self.files = .only(
        input: .open(invocation.input), output: .open(invocation.output),
        errors: .open(invocation.errors))
    } else {
      self.files = files
    }
    self.group = group
  }

  /// Starts the program.
  ///
  /// - Throws: the error of posix_spawn(3), such as `noSuchFile`.
  package func start() throws(ErrorNumber) -> ChildProcess {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    try Self.check(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    try Self.check(posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    add(to: &actions)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags: Int16 =
      switch group {
      case .shared: 0
      case .newGroup: Int16(POSIX_SPAWN_SETPGROUP)
      case .newSession: Int16(pd_spawn_own_session)
      }
    pd_spawn_reset_signals(&attributes, flags)

    var argumentList = Self.list(arguments)
    var variables = environment.map(Self.list)
    defer { for text in argumentList + (variables ?? []) { free(text) } }
    var process: pid_t = 0
    let code =
      if variables != nil {
        posix_spawn(&process, program.systemPath, &actions, &attributes, &argumentList, &variables!)
      } else {
        posix_spawn(&process, program.systemPath, &actions, &attributes, &argumentList, environ)
      }
    try Self.check(code)
    return ChildProcess(id: process)
  }

  private func add(to actions: inout posix_spawn_file_actions_t) {
    guard case .only(let input, let output, let errors, let others) = files else { return }
    // Standard files first: their sources can have numbers from 3 on, which the others replace.
    Self.add(output, as: STDOUT_FILENO, O_WRONLY, to: &actions)
    Self.add(errors, as: STDERR_FILENO, O_WRONLY, to: &actions)
    Self.add(input, as: STDIN_FILENO, O_RDONLY, to: &actions)
    for (index, end) in others.enumerated() {
      Self.add(end, as: STDERR_FILENO + 1 + Int32(index), O_RDONLY, to: &actions)
    }
    pd_spawn_close_from(&actions, STDERR_FILENO + 1 + Int32(others.count))
  }

  private static func add(
    _ end: Redirection, as number: Int32, _ flags: Int32,
    to actions: inout posix_spawn_file_actions_t
  ) {
    switch end {
    case .open(let own): posix_spawn_file_actions_adddup2(&actions, own.number, number)
    case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", flags, 0)
    }
  }

  private static func check(_ code: Int32) throws(ErrorNumber) {
    guard code == 0 else { throw ErrorNumber(rawValue: code) }
  }

  /// Copies texts for C, with `nil` at the end. The caller frees them.
  private static func list(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0.systemPath) } + [nil]
  }
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

  /// Starts a program, which must lead its own process group. Returns `nil` if it fails or `stop`
  /// was called.
  package func start(_ start: () -> ChildProcess?) -> ChildProcess? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      state.process = start()
      return state.process
    }
  }

  /// Waits for a process from `start`, and returns its status; `nil` if it is still running at the
  /// deadline, when it is killed. A process can close its output and keep running.
  ///
  /// - Parameter deadline: a time of `SystemClock.milliseconds`.
  package func wait(for process: ChildProcess, until deadline: Int) -> ExitStatus? {
    let isInTime = process.waitForExit(until: deadline) ?? (deadline > SystemClock.milliseconds)
    return state.withLock { state in
      if !isInTime { process.sendToGroup(.kill) }
      // From here on, no other thread signals the process.
      state.process = nil
      let status = process.wait()
      return isInTime ? status : nil
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

  /// Returns `nil` if the system has no resources for it.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return nil }
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

// MARK: - Readiness

/// Waits for descriptors to become ready.
package enum Readiness {
  /// A condition to wait for.
  package enum Condition: Sendable {
    /// There is data to read, or the end.
    case readable(Descriptor)
    /// There is space to write, or no reader is left.
    case writable(Descriptor)
    /// The other end is closed.
    case closed(Descriptor)
    /// Never becomes true. Keeps its position in the result.
    case never
  }

  /// Waits until at least one condition is true or the time is over, and returns the result for
  /// each condition.
  ///
  /// - Parameter milliseconds: the maximum wait; `nil` for no limit.
  /// - Throws: `interrupted` if a signal arrived first, or another error of poll(2).
  package static func wait(
    for conditions: [Condition], milliseconds: Int? = nil
  ) throws(ErrorNumber) -> [Bool] {
    var waiting = conditions.map { condition in
      switch condition {
      case .readable(let descriptor):
        pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      case .writable(let descriptor):
        pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
      case .closed(let descriptor): pollfd(fd: descriptor.number, events: 0, revents: 0)
      // poll(2) ignores a negative descriptor.
      case .never: pollfd(fd: -1, events: 0, revents: 0)
      }
    }
    let limit = milliseconds.map { Int32(clamping: $0) } ?? -1
    guard poll(&waiting, nfds_t(waiting.count), limit) >= 0 else { throw .last }
    return waiting.map { $0.revents != 0 }
  }

  /// Sleeps for this number of milliseconds, or until a signal arrives.
  package static func pause(milliseconds: Int) { poll(nil, 0, Int32(clamping: milliseconds)) }
}

extension Descriptor {
  /// Waits up to this number of milliseconds, and returns `true` if there is data to read or the
  /// end of the file.
  package func isReadable(within milliseconds: Int) -> Bool {
    (try? Readiness.wait(for: [.readable(self)], milliseconds: milliseconds)) == [true]
  }
}
