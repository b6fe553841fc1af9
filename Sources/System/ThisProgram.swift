import CSystem
import Glibc

/// The program that runs.
package enum ThisProgram {
  /// Its process number, for names that no other program gives at the same time.
  package static var number: Int32 { getpid() }

  /// `true` if the states of its threads can be read. libdispatch reads them on Linux now and then, and ends the
  /// program where it can't (swift-corelibs-libdispatch, src/event/workqueue.c).
  package static var canWatchThreads: Bool {
    pd_is_linux == 0 || access("/proc/self/stat", R_OK) == 0
  }

  /// Ends it with a status, after what was promised to be done at its end.
  package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Ends it at once.
  package static func endAtOnce(_ status: Int32) -> Never { _exit(status) }

  /// Begins it anew with the same arguments, in the place of what runs: nothing of its memory stays.
  /// Returns only if that failed.
  package static func beginAnew() {
    guard Invocation.current == nil, let program = Path.ownProgram else { return }
    _ = execv(program.systemPath, CommandLine.unsafeArgv)
  }

  /// Begins it anew with other arguments, in the place of what runs. Returns only if that failed.
  package static func begin(with arguments: [String]) {
    guard Invocation.current == nil, let program = Path.ownProgram else { return }
    var words =
      ([ThisProgram.arguments.first ?? program] + arguments).map { strdup($0.systemPath) } + [nil]
    _ = execv(program.systemPath, &words)
  }

  /// Has the system write none of its memory to a file when it fails, and let no other program of this
  /// person look into it.
  package static func hideMemory() {
    if Invocation.current == nil { pd_hide_memory() }
  }

  /// Lets other programs go first by that many steps.
  package static func yieldPriority(_ steps: Int32) { _ = nice(steps) }

  /// Its arguments as texts of paths, which some of them are; the first is its name.
  package static var arguments: [String] {
    Invocation.current?.arguments
      ?? (0..<Int(CommandLine.argc)).compactMap { index in
        CommandLine.unsafeArgv[index].map { String(systemPath: $0) }
      }
  }

  /// A pipe that gets a byte when somebody asks the program to end (SIGINT, SIGTERM or SIGHUP, but not
  /// a SIGHUP that is ignored, as under nohup(1)), which no longer ends it. It stays open for good.
  /// `nil` when that can't be had.
  package static func catchEndings() -> Descriptor? {
    guard Invocation.current == nil else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0, pd_catch_endings(ends[1]) == 0 else { return nil }
    return Descriptor(number: ends[0])
  }
}

// MARK: - Invocation

/// Everything one run of the program gets from outside: its arguments, environment, standard files and time zone.
///
/// A program that runs sub-commands within itself, as the tests do, gives each of them one with `$current`. Without
/// one, they are the process's. Tasks pass it on to the tasks they start; work on a dispatch queue needs `carrying`.
/// A run of this kind has no terminal, catches no signals and changes nothing of the process.
package final class Invocation: Sendable {
  /// The run the current task belongs to; `nil` for the process itself.
  @TaskLocal package static var current: Invocation?

  /// The first is the path of the program.
  package let arguments: [String]
  package let environment: [String: String]
  /// Open files of the caller, which closes them afterwards.
  package let input, output, errors: Descriptor
  /// Seconds east of UTC, all year.
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

  /// Returns a closure that belongs to the current run wherever it is called, such as on a dispatch queue.
  package static func carrying(
    _ body: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    guard let current else { return body }
    return { $current.withValue(current, operation: body) }
  }
}

// MARK: - ResourceLimit

/// What the program may have of something, from now on and for good.
package enum ResourceLimit: Sendable {
  /// Bytes of address space.
  case memory
  /// Seconds of a processor. At the limit comes a signal, a second later the end.
  case processorTime
  /// Bytes of what is left of a program that crashed.
  case coreSize
  /// One more than the highest number of an open file.
  case openFiles
  /// Bytes of a file that is written.
  case fileSize

  /// Sets it. A lower limit that was set from outside stands; then it is as low as is allowed.
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

/// The program's environment, whose values are texts of paths; an empty variable counts as unset.
package enum Environment {
  /// All of it.
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

/// Who runs the program, as the system knows it.
package enum CurrentUser {
  /// The number that files of this user have.
  package static var number: UInt32 { geteuid() }

  package static var isRoot: Bool { number == 0 }

  /// The home of the account.
  package static var home: String? { text { $0.pw_dir } }

  /// What is noted of the account, with the full name before the first comma.
  package static var notes: String? { text { $0.pw_gecos } }

  /// What the account is called.
  package static var account: String? { text { $0.pw_name } }

  private static func text(_ field: (passwd) -> UnsafeMutablePointer<CChar>?) -> String? {
    getpwuid(getuid()).flatMap { field($0.pointee) }.map { String(systemPath: $0) }
  }
}

/// What this machine is called, as its network knows it.
package enum HostName {
  /// In bytes; Linux allows 64.
  private static let longest = 256

  /// `nil` when it has no name.
  package static var current: String? {
    var bytes = [CChar](repeating: 0, count: longest)
    guard gethostname(&bytes, bytes.count - 1) == 0, bytes[0] != 0 else { return nil }
    return String(zeroEnded: bytes)
  }
}

/// What the system calls itself, for reports of mistakes: "Linux 6.1.0-28-amd64 x86_64".
package enum SystemName {
  package static var current: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return [Self.text(&name.sysname), Self.text(&name.release), Self.text(&name.machine)]
      .joined(separator: " ")
  }

  /// A field of it, an array of characters that Swift has as a tuple.
  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

// MARK: - SystemClock

/// The machine's clocks, and the time zone that its user lives in.
package enum SystemClock {
  /// Milliseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Seconds since 1970, as times of files are.
  package static var seconds: Int { time(nil) }

  /// Milliseconds on a clock that nobody sets.
  package static var milliseconds: Int { pd_milliseconds() }

  /// Seconds east of UTC at an instant.
  package static func offset(at seconds: Int64) -> Int {
    if let invocation = Invocation.current { return invocation.offsetFromUTC }
    var time = time_t(seconds)
    var local = tm()
    return localtime_r(&time, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// Seconds east of UTC when clocks here show a time, given as the seconds since 1970 that it
  /// would be in UTC. Of a time that clocks show twice, the first; of one they skip, near it.
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
