import Glibc

/// A way to the terminal that never waits. It is opened anew, for what one does to the standard
/// output's own would concern every program that shares it.
final class TerminalDoor {
  private let descriptor: Int32

  init() {
    var name = [CChar](repeating: 0, count: 256)
    guard ttyname_r(STDOUT_FILENO, &name, name.count) == 0 else {
      descriptor = -1
      return
    }
    descriptor = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// What becomes writable when the terminal takes more.
  var watched: Int32 { descriptor >= 0 ? descriptor : STDOUT_FILENO }

  /// Writes what the terminal takes now; how much that was. (Where it can't be opened a second
  /// time, it takes a piece when it takes anything.)
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = bytes.withUnsafeBytes { Glibc.write(watched, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    // Whoever is gone takes everything.
    return errno == EAGAIN || errno == EINTR ? 0 : bytes.count
  }
}
