import CSystem
import Dispatch
import Glibc
import Synchronization

/// A program that this one has started. Until it has been waited for, its number is surely its own.
package struct ChildProcess: Hashable, Sendable {
  package let number: Int32

  /// Sends it a signal.
  package func send(_ signal: Signal) { kill(number, signal.number) }

  /// Sends a signal to all of the group that it leads.
  package func sendToGroup(_ signal: Signal) { kill(-number, signal.number) }

  /// Waits for its end until a time of `SystemClock.milliseconds`, which `wait` still has to be told
  /// of. `nil` when the system can't tell.
  package func ends(until deadline: Int) -> Bool? {
    guard let ending else { return nil }
    defer { ending.close() }
    while true {
      do throws(ErrorNumber) {
        let left = max(0, deadline - SystemClock.milliseconds)
        return try Readiness.wait(for: [.readable(ending)], milliseconds: left)[0]
      } catch {
        guard error == .interrupted else { return nil }
      }
    }
  }

  /// Becomes readable when it has ended; whoever asks for it closes it. `nil` when the system can't
  /// tell.
  package var ending: Descriptor? {
    guard Facility.pidfd.isAvailable else { return awaitedEnding }
    let descriptor = pd_process_descriptor(number)
    // Linux has them since 5.3.
    return descriptor < 0 ? awaitedEnding : Descriptor(number: descriptor)
  }

  /// The end of a pipe whose other end is closed by a thread that waits for the program's end.
  package var awaitedEnding: Descriptor? {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return nil }
    let writing = Descriptor(number: ends[1])
    if pd_has_ended(number, 0) != 0 {
      writing.close()
    } else {
      DispatchQueue(label: "photodiary.program-end").async { [number] in
        _ = pd_has_ended(number, 1)
        writing.close()
      }
    }
    return Descriptor(number: ends[0])
  }

  /// How it ended, which is waited for. The number may be another program's from now on.
  package func wait() -> ExitStatus {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0, errno == EINTR {}
    return ExitStatus(status)
  }
}

/// How a program ended.
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

/// How a program is started: with no signal blocked and none ignored, whatever this one does.
package struct Spawn {
  /// What stands behind one of its descriptors.
  package enum End {
    case open(Descriptor)
    /// There is nothing to read, and what is written goes nowhere.
    case nothing
  }

  package enum Group {
    /// That of this program: Ctrl-C at the terminal is for both.
    case shared
    /// One of its own, so that it and what it starts in its turn can be ended together, and Ctrl-C is
    /// for this program alone.
    case own
    /// A session of its own: it has nothing of the terminal and goes on when this program ends.
    case ownSession
  }

  /// What it may have of this program's open files.
  package enum Files {
    /// All of the process's, or the standard files of the current `Invocation`.
    case all
    /// Its standard input, output and errors; and the files from 3 on, after which there is none.
    case only(input: End, output: End, errors: End, others: [End] = [])
  }

  package let program: String
  /// The first is what it is called.
  package let arguments: [String]
  /// Its environment, `nil` for that of this process.
  package let environment: [String]?
  package let files: Files
  package let group: Group

  /// - Parameter environment: `nil` for that of this program.
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
      case .own: Int16(POSIX_SPAWN_SETPGROUP)
      case .ownSession: Int16(pd_spawn_own_session)
      }
    pd_spawn_reset_signals(&attributes, flags)

    var words = Self.list(arguments)
    var settings = environment.map(Self.list)
    defer { for text in words + (settings ?? []) { free(text) } }
    var process: pid_t = 0
    let code =
      if settings != nil {
        posix_spawn(&process, program.systemPath, &actions, &attributes, &words, &settings!)
      } else {
        posix_spawn(&process, program.systemPath, &actions, &attributes, &words, environ)
      }
    try Self.check(code)
    return ChildProcess(number: process)
  }

  private func add(to actions: inout posix_spawn_file_actions_t) {
    guard case .only(let input, let output, let errors, let others) = files else { return }
    // Its output first: a number from 3 on may be that of an end until another file takes its place.
    Self.add(output, as: STDOUT_FILENO, O_WRONLY, to: &actions)
    Self.add(errors, as: STDERR_FILENO, O_WRONLY, to: &actions)
    Self.add(input, as: STDIN_FILENO, O_RDONLY, to: &actions)
    for (index, end) in others.enumerated() {
      Self.add(end, as: STDERR_FILENO + 1 + Int32(index), O_RDONLY, to: &actions)
    }
    pd_spawn_close_from(&actions, STDERR_FILENO + 1 + Int32(others.count))
  }

  private static func add(
    _ end: End, as number: Int32, _ flags: Int32, to actions: inout posix_spawn_file_actions_t
  ) {
    switch end {
    case .open(let own): posix_spawn_file_actions_adddup2(&actions, own.number, number)
    case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", flags, 0)
    }
  }

  private static func check(_ code: Int32) throws(ErrorNumber) {
    guard code == 0 else { throw ErrorNumber(rawValue: code) }
  }

  /// Copies that C may own, and the nil that ends them.
  private static func list(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0.systemPath) } + [nil]
  }
}

// MARK: - ProcessHandle

/// The program that a task runs and waits for, which any thread may end.
package final class ProcessHandle: Sendable {
  private struct State {
    /// The process, as long as it has not been waited for: only then is the number surely its own.
    var process: ChildProcess?
    var isStopped = false
  }

  private let state = Mutex(State())

  package init() {}

  /// What work gives that runs programs and waits for them, on a queue rather than in Swift's pool.
  /// They are ended when the task is cancelled.
  package static func running<Outcome: Sendable>(
    on queue: DispatchQueue, _ work: @escaping @Sendable (ProcessHandle) -> Outcome
  ) async -> Outcome {
    let handle = ProcessHandle()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async(
          execute: Invocation.carrying { continuation.resume(returning: work(handle)) })
      }
    } onCancel: {
      handle.stop()
    }
  }

  /// Ends the program that runs, and keeps further ones from starting.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.process?.sendToGroup(.kill)
    }
  }

  package var isStopped: Bool { state.withLock(\.isStopped) }

  /// Starts a program that leads a process group of its own; `nil` when that failed or is no longer
  /// wanted.
  package func begin(_ start: () -> ChildProcess?) -> ChildProcess? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      state.process = start()
      return state.process
    }
  }

  /// The status of the process that was begun, once it has ended. At the deadline it is killed, for
  /// one that has closed its output may go on for ever, and there is none.
  ///
  /// - Parameter deadline: A time of `SystemClock.milliseconds`.
  package func status(of process: ChildProcess, until deadline: Int) -> ExitStatus? {
    let isInTime = process.ends(until: deadline) ?? (deadline > SystemClock.milliseconds)
    return state.withLock { state in
      if !isInTime { process.sendToGroup(.kill) }
      // Nobody signals a process that is no longer known here.
      state.process = nil
      let status = process.wait()
      return isInTime ? status : nil
    }
  }
}

// MARK: - Pipe

/// A pipe that no program started meanwhile inherits. Its ends are closed with it.
package struct Pipe: ~Copyable {
  package let reading: Descriptor
  package let writing: Descriptor
  private var isReadingOpen = true
  private var isWritingOpen = true

  /// `nil` when the system has no room for more.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return nil }
    reading = Descriptor(number: ends[0])
    writing = Descriptor(number: ends[1])
  }

  deinit {
    if isReadingOpen { reading.close() }
    if isWritingOpen { writing.close() }
  }

  /// Lets whoever writes see the end once no other program has this end.
  package mutating func closeReading() {
    guard isReadingOpen else { return }
    isReadingOpen = false
    reading.close()
  }

  /// Lets whoever reads see the end once no other program has this end.
  package mutating func closeWriting() {
    guard isWritingOpen else { return }
    isWritingOpen = false
    writing.close()
  }
}

// MARK: - Readiness

/// Waits for something to be read or for room to write, or for an end.
package enum Readiness {
  /// What is waited for.
  package enum Wish: Sendable {
    /// Something to read, or the end.
    case readable(Descriptor)
    /// Room to write, or nobody who reads.
    case writable(Descriptor)
    /// The other end is closed.
    case gone(Descriptor)
    /// Nothing: it keeps its place in the answer.
    case nothing
  }

  /// Which of these have come true, within so many milliseconds or, without a number, some day.
  /// Throws `interrupted` when a signal came first.
  package static func wait(
    for wishes: [Wish], milliseconds: Int? = nil
  ) throws(ErrorNumber) -> [Bool] {
    var waiting = wishes.map { wish in
      switch wish {
      case .readable(let descriptor):
        pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      case .writable(let descriptor):
        pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
      case .gone(let descriptor): pollfd(fd: descriptor.number, events: 0, revents: 0)
      // A negative descriptor is passed over.
      case .nothing: pollfd(fd: -1, events: 0, revents: 0)
      }
    }
    let limit = milliseconds.map { Int32(clamping: $0) } ?? -1
    guard poll(&waiting, nfds_t(waiting.count), limit) >= 0 else { throw .last }
    return waiting.map { $0.revents != 0 }
  }

  /// Does nothing for so many milliseconds.
  package static func pause(milliseconds: Int) { poll(nil, 0, Int32(clamping: milliseconds)) }
}

extension Descriptor {
  /// Whether there is something to read within so many milliseconds (an end of file is something).
  package func isReadable(within milliseconds: Int) -> Bool {
    (try? Readiness.wait(for: [.readable(self)], milliseconds: milliseconds)) == [true]
  }
}
