// A dispatch source may be cancelled from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
import Glibc

/// Ends what would run for ever: when the person or the system says so, and when nobody reads its
/// output any more.
struct Interruption {
  private let signals: [any DispatchSourceSignal]

  /// Cancels a task then. In force while this value is there.
  init(of task: Task<some Sendable, any Error>) {
    let queue = DispatchQueue(label: "photodiary.interruption")
    signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        task.cancel()
        // A reader that has stopped reading would keep a line from being written whole.
        queue.asyncAfter(deadline: .now() + 1) { _exit(0) }
      }
      source.activate()
      return source
    }
    DispatchQueue(label: "photodiary.reader").async {
      // Asked for nothing, poll(2) waits for the other end of a pipe to be closed.
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) < 0, errno == EINTR {}
      task.cancel()
    }
  }
}
