import CSpawn
import Glibc

package enum ProgramEnd: Hashable, Sendable {
  case status(Int)
  case signal(Int32)
}

package struct SpawnError: Error, CustomStringConvertible {
  let program: String
  let number: Int32
  package var description: String { "\(program): \(String(cString: strerror(number)))" }
}

/// A child process, killed on deinit.
final class ChildProcess {
  enum Channel {
    /// The path of its controlling terminal.
    case terminal(String)
    case descriptors(input: Int32, output: Int32, errors: Int32)
  }

  let pid: pid_t
  /// Readable once the process has ended.
  let descriptor: Int32
  private(set) var end: ProgramEnd?

  init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String?,
    _ channel: Channel
  ) throws {
    var pid: pid_t = 0
    let error = withStrings([program] + arguments) { arguments in
      withStrings(environment.map { "\($0)=\($1)" }) { environment in
        switch channel {
        case .terminal(let path):
          pd_spawn(&pid, program, arguments, environment, path, 0, 0, 0, folder)
        case .descriptors(let input, let output, let errors):
          pd_spawn(&pid, program, arguments, environment, nil, input, output, errors, folder)
        }
      }
    }
    guard error == 0 else { throw SpawnError(program: program, number: error) }
    self.pid = pid
    descriptor = pd_child_descriptor(pid)
  }

  deinit {
    if end == nil {
      kill(-pid, SIGKILL)
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    close(descriptor)
  }

  func cpuTicks() -> Int? {
    // User and system time are fields 14 and 15.
    guard let fields = processFields("/proc/\(pid)/stat"), fields.count > 12,
      let user = Int(fields[11]), let system = Int(fields[12])
    else { return nil }
    return user + system
  }

  func checkEnd() -> ProgramEnd? {
    if let end { return end }
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
    end =
      pd_exited(status) ? .status(Int(pd_exit_status(status))) : .signal(pd_end_signal(status))
    return end
  }
}

/// Converts strings to a null-terminated array.
private func withStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
}

/// Waits until a descriptor is ready. Returns the events, empty after the deadline.
func wait(_ descriptors: [(Int32, Int32)], until deadline: ContinuousClock.Instant) -> [Int32] {
  var polled = descriptors.map { pollfd(fd: $0.0, events: Int16($0.1), revents: 0) }
  while true {
    let left = deadline - .now
    let milliseconds =
      Double(left.components.seconds) * 1000 + Double(left.components.attoseconds) / 1e15
    let count = poll(&polled, nfds_t(polled.count), Int32(max(0, milliseconds.rounded(.up))))
    if count < 0, errno == EINTR { continue }
    return count > 0 ? polled.map { Int32($0.revents) } : []
  }
}

/// Returns true if all threads of a process are asleep.
func isAtRest(_ pid: pid_t) -> Bool {
  guard let folder = opendir("/proc/\(pid)/task") else { return true }
  defer { closedir(folder) }
  while let item = readdir(folder) {
    let name = withUnsafeBytes(of: &item.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard let thread = pid_t(name) else { continue }
    if let state = processFields("/proc/\(pid)/task/\(thread)/stat")?.first, state != "S" {
      return false
    }
  }
  return true
}

/// The fields of a `/proc` `stat` file from the third on, or `nil` if the process has ended.
func processFields(_ path: String) -> [Substring]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = fread(&buffer, 1, buffer.count, file)
  // The name in parentheses may contain anything.
  let text = String(decoding: buffer[..<count], as: UTF8.self)
  guard let end = text.lastIndex(of: ")") else { return nil }
  return text[text.index(after: end)...].split(separator: " ")
}

/// A file lock like another program's, until released or on deinit.
package final class HeldLock {
  private var descriptor: Int32

  package struct Failure: Error { let path: String }

  /// - Throws: `Failure` if another program has the lock, or the file can't be opened.
  package init(_ path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, lock() else { throw Failure(path: path) }
  }

  deinit { release() }

  private func lock() -> Bool {
    guard Facilities.has("ofd-locks") else { return flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
    return pd_try_lock(descriptor) == 0
  }

  package func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
