import Synchronization
import TerminalUI

/// What waits for the loop, in the order in which it came.
final class Mailbox: Sendable {
  /// When the program has to end: so long is what came before it still taken in.
  private static let patience = Duration.seconds(2)

  let messages: AsyncStream<Message>
  private let feed: AsyncStream<Message>.Continuation
  private let state = Mutex(State())

  private struct State {
    var waiting = 0
    var end: ContinuousClock.Instant?
  }

  init() { (messages, feed) = AsyncStream.makeStream() }

  func post(_ message: Message) {
    state.withLock { state in
      state.waiting += 1
      if message.event == .terminate { state.end = state.end ?? .now + Self.patience }
    }
    feed.yield(message)
  }

  /// The loop has a message in its hands. Gives the one to take in: what has to end in time does,
  /// however many keys still wait. What comes of a save is taken in nevertheless.
  func take(_ message: Message) -> Message {
    state.withLock { state in
      state.waiting -= 1
      guard message.event != nil, let end = state.end, end < .now else { return message }
      return .terminal(.terminate)
    }
  }

  /// Whether more is to be taken in at once.
  var hasMore: Bool { state.withLock { $0.waiting > 0 } }

  /// Whether the program is to end: nobody looks any more.
  var isEnding: Bool { state.withLock { $0.end != nil } }
}
