import Dispatch
import Synchronization
import System

/// Sees to it that a program that was told to end does, whatever it waits for: a terminal that
/// takes nothing any more, another program at the terminal, a folder that doesn't answer.
final class LastResort: Sendable {
  /// What the terminal hasn't taken by then is thrown away, so that nobody waits for it.
  private static let patience = DispatchTimeInterval.seconds(3)
  private static let pause = DispatchTimeInterval.seconds(1)
  /// By then, what is being written is saved or kept as a draft: a save gives up on another
  /// program's lock after ten seconds.
  private static let deadline = DispatchTimeInterval.seconds(12)

  private let queue = DispatchQueue(label: "photodiary.ending")
  private let hasBegun = Atomic(false)

  /// Ends the program in time as this signal would.
  func begin(_ signal: Signal) {
    guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
    discardLater(Self.patience)
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.deadline) {
      TerminalRescue.end(by: signal)
    }
  }

  private func discardLater(_ time: DispatchTimeInterval) {
    queue.asyncAfter(deadline: .now() + time) { [self] in
      Descriptor.standardOutput.discardOutput()
      discardLater(Self.pause)
    }
  }
}
