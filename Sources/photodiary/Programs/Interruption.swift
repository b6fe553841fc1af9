import Dispatch
import System

/// Ends what would run for ever or takes long: when the person or the system says so, and when
/// nobody reads its output any more.
enum Interruption {
  /// The status of a program that was interrupted, as shells give it: 128 and the number of SIGINT.
  static let status: Int32 = 130

  /// Cancels a task when the person or the system says so, and waits for it to come to an end by
  /// itself. Said once more, that ends the program at once.
  static func stop(_ task: Task<some Sendable, any Error>) {
    guard let signals = ThisProgram.catchEndings() else { return }
    DispatchQueue(label: "photodiary.interruption").async {
      var byte: [UInt8] = [0]
      _ = try? signals.read(into: &byte)
      task.cancel()
      _ = try? signals.read(into: &byte)
      ThisProgram.endAtOnce(status)
    }
  }

  /// Cancels a task then. A signal writes to a pipe, for a dispatch source of signals misses some
  /// while the main thread is on its way to sleep.
  static func cancel(_ task: Task<some Sendable, any Error>) {
    guard let signals = ThisProgram.catchEndings() else { return }
    DispatchQueue(label: "photodiary.interruption").async {
      while (try? Readiness.wait(for: [.readable(signals), .gone(.standardOutput)])) == nil {}
      task.cancel()
      // A reader that has stopped reading would keep a line from being written whole, and a
      // desktop that doesn't answer the last notification from being shown.
      Readiness.pause(milliseconds: 1000)
      ThisProgram.endAtOnce(0)
    }
  }
}
