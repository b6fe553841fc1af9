import CSystem
import Dispatch
import Glibc

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
    return try? Readiness.wait(for: [.readable(exitDescriptor)], until: deadline)[0]
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
    /// A pipe of a `ProgramRun`; only for the standard files.
    case pipe
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

  /// Runs the program on this program's terminal, and waits for its end. Ctrl-C is for it in the
  /// meantime, as in the C library's `system`.
  ///
  /// - Throws: the error of posix_spawn(3), such as `noSuchFile`.
  package func runOnTerminal() throws(ErrorNumber) -> ExitStatus {
    try Signal.ignoring([.interrupt, .quit]) { () throws(ErrorNumber) in try start().wait() }
  }

  /// Starts the program.
  ///
  /// - Parameter pipes: the program's ends of the pipes, by the number of the standard file.
  /// - Throws: the error of posix_spawn(3), such as `noSuchFile`.
  package func start(pipes: [Descriptor?] = []) throws(ErrorNumber) -> ChildProcess {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    try Self.check(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    try Self.check(posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    add(pipes, to: &actions)
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

  private func add(_ pipes: [Descriptor?], to actions: inout posix_spawn_file_actions_t) {
    guard case .only(let input, let output, let errors, let others) = files else { return }
    func add(_ file: Redirection, as number: Int32, _ flags: Int32) {
      switch file {
      case .open(let own): posix_spawn_file_actions_adddup2(&actions, own.number, number)
      case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", flags, 0)
      case .pipe:
        guard let own = pipes[Int(number)] else { return }
        posix_spawn_file_actions_adddup2(&actions, own.number, number)
      }
    }
    // Standard files first: their sources can have numbers from 3 on, which the others replace.
    add(output, as: STDOUT_FILENO, O_WRONLY)
    add(errors, as: STDERR_FILENO, O_WRONLY)
    add(input, as: STDIN_FILENO, O_RDONLY)
    for (index, file) in others.enumerated() {
      add(file, as: STDERR_FILENO + 1 + Int32(index), O_RDONLY)
    }
    pd_spawn_close_from(&actions, STDERR_FILENO + 1 + Int32(others.count))
  }

  private static func check(_ code: Int32) throws(ErrorNumber) {
    guard code == 0 else { throw ErrorNumber(rawValue: code) }
  }

  /// Copies texts for C, with `nil` at the end. The caller frees them.
  private static func list(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0.systemPath) } + [nil]
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

  /// Waits like `wait(for:milliseconds:)` until a time of `SystemClock.milliseconds`, and goes on
  /// waiting after a signal.
  ///
  /// - Throws: an error of poll(2) other than `interrupted`.
  package static func wait(
    for conditions: [Condition], until deadline: Int
  ) throws(ErrorNumber) -> [Bool] {
    while true {
      do {
        let left = max(0, deadline - SystemClock.milliseconds)
        return try wait(for: conditions, milliseconds: left)
      } catch {
        guard error == .interrupted else { throw error }
      }
    }
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
