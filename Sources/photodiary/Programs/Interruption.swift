import CSystem
import Dispatch
import Glibc

/// Ends what would run for ever or takes long: when the person or the system says so, and when
/// nobody reads its output any more.
enum Interruption {
  /// The status of a program that was interrupted, as shells give it: 128 and the number of SIGINT.
  static let status: Int32 = 130

  /// Cancels a task when the person or the system says so, and waits for it to come to an end by
  /// itself. Said once more, that ends the program at once.
  static func stop(_ task: Task<some Sendable, any Error>) {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0, pd_catch_endings(ends[1]) == 0 else { return }
    let signals = ends[0]
    DispatchQueue(label: "photodiary.interruption").async {
      var byte: UInt8 = 0
      while read(signals, &byte, 1) < 0, errno == EINTR {}
      task.cancel()
      while read(signals, &byte, 1) < 0, errno == EINTR {}
      _exit(status)
    }
  }

  /// Cancels a task then. A signal writes to a pipe, for a dispatch source of signals misses some
  /// while the main thread is on its way to sleep.
  static func cancel(_ task: Task<some Sendable, any Error>) {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0, pd_catch_endings(ends[1]) == 0 else { return }
    let signals = ends[0]
    DispatchQueue(label: "photodiary.interruption").async {
      // Of its output poll(2) is asked nothing but what it always tells: that the other end is
      // closed.
      var waiting = [
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
      ]
      while poll(&waiting, 2, -1) < 0, errno == EINTR {}
      task.cancel()
      // A reader that has stopped reading would keep a line from being written whole, and a
      // desktop that doesn't answer the last notification from being shown.
      sleep(1)
      _exit(0)
    }
  }
}
