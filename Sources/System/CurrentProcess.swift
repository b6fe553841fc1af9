import CSystem
import Glibc

/// The running program's process.
package enum CurrentProcess {
  /// The process ID, which is unique among running processes.
  package static var id: Int32 { getpid() }

  /// Returns `true` if a process with this ID is running, also one of another user.
  package static func isRunning(_ id: Int32) -> Bool {
    id > 0 && (kill(id, 0) == 0 || ErrorNumber.last == .notPermitted)
  }

  /// Returns whether the calling program has the same standard input, and so perhaps only passed it
  /// on. `false` if that can't be determined.
  package static var hasInputOfParent: Bool {
    (try? Descriptor.standardInput.status())?
      .isSameFile(as: try? FileStatus(at: "/proc/\(getppid())/fd/0")) ?? false
  }

  /// `true` if the states of the process's threads can be read. libdispatch reads them on Linux
  /// from time to time, and crashes the program if it can't (swift-corelibs-libdispatch,
  /// src/event/workqueue.c).
  package static var canReadThreadStates: Bool {
    pd_is_linux == 0 || access("/proc/self/stat", R_OK) == 0
  }

  /// Ends the process with a status, after running its exit handlers.
  package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Ends the process with a status immediately, without running exit handlers.
  package static func exitImmediately(_ status: Int32) -> Never { _exit(status) }

  /// Replaces the process with a new run of the program with the same arguments; no memory is kept.
  /// Returns only if that fails.
  package static func restart() {
    guard Invocation.current == nil, let program = Path.executable else { return }
    _ = execv(program.systemPath, CommandLine.unsafeArgv)
  }

  /// Replaces the process with a new run of the program with other arguments. Returns only if that
  /// fails.
  package static func restart(with arguments: [String]) {
    guard Invocation.current == nil, let program = Path.executable else { return }
    var argumentList =
      ([CurrentProcess.arguments.first ?? program] + arguments).map { strdup($0.systemPath) } + [
        nil
      ]
    _ = execv(program.systemPath, &argumentList)
  }

  /// Disables core dumps, and prevents other processes of the user from reading the memory.
  package static func hideMemory() {
    if Invocation.current == nil { pd_hide_memory() }
  }

  /// Lowers the scheduling priority by this number of steps.
  package static func lowerPriority(by steps: Int32) { _ = nice(steps) }

  /// The arguments, decoded as paths because some of them are. The first is the program's name.
  package static var arguments: [String] {
    Invocation.current?.arguments
      ?? (0..<Int(CommandLine.argc)).compactMap { index in
        CommandLine.unsafeArgv[index].map { String(systemPath: $0) }
      }
  }

  /// Catches SIGINT, SIGTERM and SIGHUP, which then no longer end the process, and returns a pipe
  /// that gets a byte for each. An ignored SIGHUP stays ignored, as under nohup(1).
  ///
  /// The pipe is never closed. Returns `nil` if it can't be created.
  package static func catchTerminationSignals() -> Descriptor? {
    guard Invocation.current == nil else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0, pd_catch_endings(ends[1]) == 0 else { return nil }
    return Descriptor(number: ends[0])
  }
}

// MARK: - Invocation

/// The input of one run of the program: its arguments, environment, standard files and time zone.
///
/// A program that runs sub-commands within itself, as the tests do, sets `$current` for each.
/// Without it, the values are the process's. Child tasks inherit it; work on a dispatch queue needs
/// `inheriting`. Such a run has no terminal, catches no signals and doesn't change the process.
package final class Invocation: Sendable {
  /// The run that the current task belongs to; `nil` for the process itself.
  @TaskLocal package static var current: Invocation?

  /// The arguments. The first is the program's path.
  package let arguments: [String]
  package let environment: [String: String]
  /// The standard files, which the caller closes after the run.
  package let input, output, errors: Descriptor
  /// The time zone in seconds east of UTC, the same all year.
  package let offsetFromUTC: Int

  package init(
    _ arguments: [String], environment: [String: String], input: Descriptor, output: Descriptor,
    errors: Descriptor, offsetFromUTC: Int = 0
  ) {
    self.arguments = arguments
    self.environment = environment
    (self.input, self.output, self.errors) = (input, output, errors)
    self.offsetFromUTC = offsetFromUTC
  }

  /// Returns a closure that belongs to the current run wherever it is called, such as on a dispatch
  /// queue.
  package static func inheriting(
    _ body: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    guard let current else { return body }
    return { $current.withValue(current, operation: body) }
  }
}

// MARK: - ResourceLimit

/// A limit on the resources of this process, which can't be raised again.
package enum ResourceLimit: Sendable {
  /// Bytes of address space.
  case memory
  /// Seconds of processor time. The process gets SIGXCPU at the limit, and is killed a second
  /// later.
  case processorTime
  /// Bytes of a core dump.
  case coreSize
  /// The highest number of an open file, plus one.
  case openFiles
  /// Bytes of a file that is written.
  case fileSize

  /// Sets the limit, or the lowest value that the system allows. A lower limit that is already set
  /// is kept.
  package func set(_ value: UInt64) {
    let value = rlim_t(value)
    var limit = rlimit(rlim_cur: value, rlim_max: self == .processorTime ? value + 1 : value)
    if setrlimit(number, &limit) != 0, getrlimit(number, &limit) == 0, limit.rlim_cur > value {
      limit.rlim_cur = min(value, limit.rlim_max)
      setrlimit(number, &limit)
    }
  }

  private var number: Int32 {
    let resource =
      switch self {
      case .memory: RLIMIT_AS
      case .processorTime: RLIMIT_CPU
      case .coreSize: RLIMIT_CORE
      case .openFiles: RLIMIT_NOFILE
      case .fileSize: RLIMIT_FSIZE
      }
    return Int32(resource.rawValue)
  }
}

// MARK: - Environment

/// The environment variables. Values are decoded as paths, and an empty variable counts as unset.
package enum Environment {
  /// All variables.
  package static var all: [String: String] {
    if let invocation = Invocation.current { return invocation.environment }
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(systemPath: entry).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return variables
  }

  package static subscript(_ name: String) -> String? {
    if let invocation = Invocation.current {
      return invocation.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(systemPath: value)
  }
}

// MARK: - User, host and system

/// The user who runs the program.
package enum CurrentUser {
  /// The user ID, as in the owner of the user's files.
  package static var id: UInt32 { geteuid() }

  package static var isRoot: Bool { id == 0 }

  /// The home folder in the user database.
  package static var home: String? { text { $0.pw_dir } }

  /// The comment field of the user database, which has the full name before the first comma.
  package static var gecos: String? { text { $0.pw_gecos } }

  /// The login name.
  package static var loginName: String? { text { $0.pw_name } }

  private static func text(_ field: (passwd) -> UnsafeMutablePointer<CChar>?) -> String? {
    getpwuid(getuid()).flatMap { field($0.pointee) }.map { String(systemPath: $0) }
  }
}

/// The machine's name in its network.
package enum HostName {
  /// The size of the buffer in bytes. Linux allows names of 64.
  private static let bufferSize = 256

  /// The name; `nil` if the machine has none.
  package static var current: String? {
    var bytes = [CChar](repeating: 0, count: bufferSize)
    guard gethostname(&bytes, bytes.count - 1) == 0, bytes[0] != 0 else { return nil }
    return String(nullTerminated: bytes)
  }
}

/// The system's name, release and processor, for bug reports: "Linux 6.1.0-28-amd64 x86_64".
package enum SystemName {
  package static var current: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return [Self.text(&name.sysname), Self.text(&name.release), Self.text(&name.machine)]
      .joined(separator: " ")
  }

  /// Decodes a field of `utsname`, which Swift imports as a tuple of characters.
  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

// MARK: - SystemClock

/// The machine's clocks and time zone.
package enum SystemClock {
  /// The wall-clock time in milliseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The wall-clock time in seconds since 1970, comparable with file times.
  package static var seconds: Int { time(nil) }

  /// The time of a monotonic clock in milliseconds, which setting the wall clock doesn't change.
  package static var milliseconds: Int { pd_milliseconds() }

  /// Returns the time zone's offset at a time, in seconds east of UTC.
  ///
  /// - Parameter seconds: seconds since 1970.
  package static func offset(at seconds: Int64) -> Int {
    if let invocation = Invocation.current { return invocation.offsetFromUTC }
    var time = time_t(seconds)
    var local = tm()
    return localtime_r(&time, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// Returns the time zone's offset at a local time, in seconds east of UTC. For a time that occurs
  /// twice, returns the first; for one that is skipped, one of the offsets around it.
  ///
  /// - Parameter seconds: the local time, as seconds since 1970 as if it were UTC.
  package static func offset(ofLocal seconds: Int64) -> Int {
    if let invocation = Invocation.current { return invocation.offsetFromUTC }
    var time = time_t(seconds)
    var fields = tm()
    guard gmtime_r(&time, &fields) != nil else { return 0 }
    fields.tm_isdst = -1
    _ = mktime(&fields)
    return fields.tm_gmtoff
  }
}
