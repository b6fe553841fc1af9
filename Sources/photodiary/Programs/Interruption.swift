import ArgumentParser
import DiaryCore
import Dispatch
import System

/// Ends what would run for ever or takes long: when the person or the system says so, and when
/// nobody reads its output any more.
enum Interruption {
  /// The status of a program that was interrupted, as shells give it: 128 and the number of SIGINT.
  private static let status: Int32 = 130

  /// Runs a long task until it ends, which the person or the system may tell it to do early.
  static func stopping(_ task: @escaping @Sendable () async throws -> Void) async throws {
    let work = Task(operation: task)
    stop(work)
    do {
      try await work.value
    } catch let error as DiaryError {
      switch error {
      case .export(_, .cancelled), .backup(_, .cancelled): throw stopped(error.line)
      default: throw error
      }
    } catch let error as SyncError where work.isCancelled {
      throw stopped(error.line)
    } catch let error as UnlockingError where work.isCancelled {
      throw stopped(error.line)
    }
  }

  /// To be thrown by a task that was stopped and has said so itself.
  static var ending: ExitCode { ExitCode(status) }

  /// Says what became of a task that was stopped; to be thrown.
  static func stopped(_ words: String) -> ExitCode {
    ErrorLine.write(words)
    return ExitCode(status)
  }

  /// Cancels a task when the person or the system says so, and waits for it to come to an end by
  /// itself. Said once more, that ends the program at once.
  private static func stop(_ task: Task<some Sendable, any Error>) {
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
