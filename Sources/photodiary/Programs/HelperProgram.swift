import CSystem
import Glibc

/// A small program of the system's, run without a shell and not for long.
struct HelperProgram: Sendable {
  let path: String

  private static let longestOutput = 1 << 16

  /// Looks for it where `PATH` says; relative folders in there are passed over.
  static func find(_ name: String) -> HelperProgram? {
    for folder in (Environment["PATH"] ?? "").split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      var information = stat()
      if access(path, X_OK) == 0, stat(path, &information) == 0,
        information.st_mode & S_IFMT == S_IFREG
      {
        return HelperProgram(path: path)
      }
    }
    return nil
  }

  /// How a program ended whose output went to a file.
  enum End: Hashable {
    /// With that many bytes.
    case whole(Int)
    case tooMuch
    case failed
  }

  /// Runs it to its end. Returns what it printed; `nil` when it failed, printed more than `limit`
  /// bytes, or was ended: by `stop`, or after that many milliseconds.
  func run(
    _ arguments: [String], within milliseconds: Int, limit: Int = longestOutput,
    stop: HelperStop = HelperStop()
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    let end = run(arguments, within: milliseconds, limit: limit, stop: stop) { piece in
      bytes += piece
      return true
    }
    guard case .whole = end else { return nil }
    return bytes
  }

  /// The same with what it prints written to an open file.
  func run(
    _ arguments: [String], within milliseconds: Int, limit: Int, stop: HelperStop,
    to file: Int32
  ) -> End {
    run(arguments, within: milliseconds, limit: limit, stop: stop) { Self.write($0, to: file) }
  }

  /// Runs it with something to read, and waits for its end alone: what it leaves running in its
  /// session, to go on when this program has ended, may hold its output for ever. Whether it
  /// succeeded.
  func run(_ arguments: [String], input: [UInt8], within milliseconds: Int) -> Bool {
    let file = pd_memory_file("input")
    guard file >= 0 else { return false }
    defer { close(file) }
    guard Self.write(input[...], to: file), lseek(file, 0, SEEK_SET) == 0 else { return false }
    let stop = HelperStop()
    guard let process = stop.begin({ start(arguments, input: file, inOwnSession: true) })
    else { return false }
    return Self.status(of: process, until: pd_milliseconds() + milliseconds, stop) == 0
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func run(
    _ arguments: [String], within milliseconds: Int, limit: Int, stop: HelperStop,
    take: (ArraySlice<UInt8>) -> Bool
  ) -> End {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return .failed }
    defer { close(ends[0]) }
    let process = stop.begin { start(arguments, output: ends[1]) }
    close(ends[1])
    guard let process else { return .failed }
    let deadline = pd_milliseconds() + milliseconds
    let end = Self.read(ends[0], until: deadline, limit: limit, take)
    guard case .whole = end else {
      _ = Self.status(of: process, until: 0, stop)
      return end
    }
    return Self.status(of: process, until: deadline, stop) == 0 ? end : .failed
  }

  /// The status of a process once it has ended; kills it at the deadline, for one that has closed
  /// its output may go on for ever, and then gives nil.
  private static func status(
    of process: pid_t, until deadline: Int, _ stop: HelperStop
  ) -> Int32? {
    let end = pd_ends_until(process, deadline)
    let isInTime = end < 0 ? deadline > pd_milliseconds() : end > 0
    let status = stop.end(process, kills: !isInTime)
    return isInTime ? status : nil
  }

  /// Starts it. Without an `input` it has nothing to read; without an `output`, what it prints goes
  /// nowhere. In a session of its own it has nothing of the terminal and goes on when this program
  /// ends.
  func start(
    _ arguments: [String], input: Int32? = nil, output: Int32? = nil, inOwnSession: Bool = false
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    pd_spawn_close_from(&actions, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that what it starts in its turn is ended with it.
    posix_spawnattr_setpgroup(&attributes, 0)
    let own = inOwnSession ? Int16(pd_spawn_own_session) : Int16(POSIX_SPAWN_SETPGROUP)
    pd_spawn_reset_signals(&attributes, own)

    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    return posix_spawn(&process, path, &actions, &attributes, &words, environ) == 0 ? process : nil
  }

  /// Takes everything until the other end is closed, unless that takes too long or is too much.
  private static func read(
    _ descriptor: Int32, until deadline: Int, limit: Int, _ take: (ArraySlice<UInt8>) -> Bool
  ) -> End {
    var size = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while size <= limit {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(max(0, deadline - pd_milliseconds())))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return .failed }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? .whole(size) : .failed }
      size += count
      guard size <= limit else { break }
      guard take(buffer[..<count]) else { return .failed }
    }
    return .tooMuch
  }
}
